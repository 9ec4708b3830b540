"""Bad inputs, and the class of the error that each of them raises on every backend.

Most follow from the parameters of a function: a parameter of that name or role, whatever the function, refuses the
same values. What depends on the shapes of several arguments is a row for the function.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.core.records import Function, Parameter
from aikit.exceptions import (
    AikitAxisError,
    AikitBroadcastShapeError,
    AikitDeviceError,
    AikitIndexError,
    AikitOverflowError,
    AikitTypeError,
    AikitValueError,
)
from pytest_aikit import knowledge
from pytest_aikit.cases import cells
from pytest_aikit.cases.samples.rows import described_array
from pytest_aikit.knowledge.calls import POINT, ArraySpec, Bad, X
from pytest_aikit.model import Case, Sample

_NO_INTS = tuple((value, AikitTypeError) for value in (1.5, "2", True, (1.5,), (True,)))
_BY_ROLE: Mapping[str, Sequence[tuple[Any, type[Exception]]]] = {
    "bool": (("yes", AikitTypeError), (2, AikitTypeError)),
    "choice": (("nonsense", AikitValueError),),
    "dtype": (("float99", AikitTypeError), (3, AikitTypeError)),
    "device": (("nonsense", AikitDeviceError), ("cpu:99", AikitDeviceError)),
    "int": tuple((value, AikitTypeError) for value in (1.5, "2", True, ArraySpec((1,), dtype="int32"))),
    "function": ((3, AikitTypeError),),
    "container": ((3, AikitTypeError), ({"w": 1.0}, AikitTypeError)),
    "ints": _NO_INTS,
    "shape": _NO_INTS,
    "scalar": (("2", AikitTypeError), (ArraySpec((1,), dtype="float32"), AikitTypeError)),
}
"""Role of a parameter -> values that it refuses."""

_BY_NAME: Mapping[str, Sequence[tuple[Any, type[Exception]]]] = {
    "axis": ((99, AikitAxisError), (-99, AikitAxisError)),
    "source": ((99, AikitAxisError),),
    "destination": ((99, AikitAxisError),),
}
"""Name of a parameter -> values that it refuses beside those of its role."""


def bad_inputs(function: Function, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Iterator[Bad]:
    """The bad inputs of a function, made from the arguments of a good call."""
    args = tuple(args)
    if not any(parameter.by_any_name for parameter in function.parameters.values()):
        # what does not fit the signature at all is refused by Python itself where there is a fast path
        yield Bad(TypeError, args, {**kwargs, "nonsense": 1}, "unknown keyword")
    if not any(parameter.variadic for parameter in function.parameters.values()):
        yield Bad(TypeError, (*args, *[None] * 9), kwargs, "too many arguments")
    if any(parameter.required for parameter in function.parameters.values()):
        yield Bad(TypeError, (), {}, "too few arguments")
    yield from _given_wrongly(function, args, kwargs)
    arrays = [p for p in function.parameters.values() if p.role == "array" and p.required]
    if function.elementwise and len(arrays) == 2:
        yield Bad(AikitBroadcastShapeError, (X, ArraySpec((5,))), {}, "shapes that do not broadcast")
    if _has_axis(function) and len(arrays) == 1:
        yield Bad(AikitAxisError, *_with_axis(function, args), "axis of 0-d")
    yield from with_refused_values(function, args, kwargs)
    yield from _no_arrays(function, args, kwargs)
    yield from _beyond_the_dtype(function)
    for one in knowledge.of(function).bad:
        yield one
        yield from _in_reverse(one)
        yield from _from_the_end(function, one)
        yield from _not_a_number(function, one)
        yield from _beyond_the_indices(function, one)


def of_lacking_dtypes(
    function: Function, args: Sequence[Any], kwargs: Mapping[str, Any], lacking: Sequence[str]
) -> Iterator[Bad]:
    """The arguments of a good call that ask for a result of a dtype that the backend does not have."""
    for parameter in function.parameters.values() if function.returns != "value" else ():
        if parameter.role == "dtype":
            for dtype in lacking:
                changed = with_argument(function, args, kwargs, parameter, dtype)
                if changed is not None:
                    yield Bad(AikitTypeError, *changed, f"{parameter.name}={dtype!r}, which is lacking", (dtype,))


def _in_reverse(one: Bad) -> Iterator[Bad]:
    """A bad input again with its several ints in reverse: what is wrong with one may be looked for in one place alone."""
    args, kwargs = tuple(map(_reversed, one.args)), {name: _reversed(value) for name, value in one.kwargs.items()}
    if repr((args, kwargs)) != repr((one.args, one.kwargs)):
        yield one._replace(args=args, kwargs=kwargs, label=f"{one.label}, in reverse", words=())


def _from_the_end(function: Function, one: Bad) -> Iterator[Bad]:
    """A bad input again with the second of two equal axes counted from the end: they are the same, and differ as ints."""
    of_first = next((len(value.shape) for value in one.args if isinstance(value, ArraySpec)), 0)

    def counted(value: Any) -> Any:
        if not (isinstance(value, tuple) and all(type(axis) is int for axis in value)):
            return value
        ndim = of_first + (len(value) if knowledge.of(function).axis_of_result else 0)
        twice = next((k for k, axis in enumerate(value) if axis in value[:k] and 0 <= axis < ndim), None)
        return value if twice is None else (*value[:twice], value[twice] - ndim, *value[twice + 1 :])

    args, kwargs = tuple(map(counted, one.args)), {name: counted(value) for name, value in one.kwargs.items()}
    if one.error is AikitAxisError and (args, kwargs) != (one.args, one.kwargs):
        yield one._replace(args=args, kwargs=kwargs, label=f"{one.label}, from the end", words=())


def _not_a_number(function: Function, one: Bad) -> Iterator[Bad]:
    """A bad input again with NaN for the number that is out of its bounds: it is neither below nor above any."""
    given = {**dict(zip(function.parameters, one.args, strict=False)), **one.kwargs}
    for parameter in function.parameters.values() if one.error is AikitValueError else ():
        name = parameter.name
        if float in parameter.scalars and name in given and f"{name}={given[name]!r}" in one.words:
            changed = with_argument(function, one.args, one.kwargs, parameter, math.nan)
            if changed is not None:
                yield Bad(one.error, *changed, f"{name}=nan", (name, "nan"))


def _beyond_the_indices(function: Function, one: Bad) -> Iterator[Bad]:
    """An index out of range again as the greatest of uint32 and of uint64, whose bits are those of -1."""
    for dtype in ("uint32", "uint64") if one.error is AikitIndexError and one.of_values else ():

        def greatest(value: Any, dtype: str = dtype) -> Any:
            if not (isinstance(value, ArraySpec) and value.dtype in _SIGNED):
                return value
            return replace(value, values=lambda own: np.full(math.prod(value.shape), np.iinfo(dtype).max), dtype=dtype)

        args, kwargs = tuple(map(greatest, one.args)), {name: greatest(value) for name, value in one.kwargs.items()}
        before = {**dict(zip(function.parameters, one.args, strict=False)), **one.kwargs}
        given = {**dict(zip(function.parameters, args, strict=False)), **kwargs}
        changed = [name for name, value in given.items() if value is not before[name]]
        if changed and all(function.takes(name, dtype) for name in changed):
            yield one._replace(
                args=args, kwargs=kwargs, label=f"{one.label}, {dtype}", words=(str(np.iinfo(dtype).max),)
            )


_SIGNED = ("int8", "int16", "int32", "int64")


def _reversed(value: Any) -> Any:
    is_plain = isinstance(value, (list, tuple)) and all(type(number) is int for number in value)
    return value[::-1] if is_plain else value


def _given_wrongly(function: Function, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Iterator[Bad]:
    """Good arguments: one by position and by name, and one by position that is a keyword."""
    parameters = list(function.parameters.values())
    if any(parameter.variadic or parameter.by_any_name for parameter in parameters):
        return
    placed = [one for one in parameters if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    if len(args) < len(placed) and not placed[len(args)].required and placed[len(args)].name not in kwargs:
        args = (*args, placed[len(args)].default)
    either = [place for place in range(len(args)) if placed[place].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    for place in either[-1:]:
        name = placed[place].name
        yield Bad(TypeError, args, {**kwargs, name: args[place]}, f"{name} by position and by name")
    others = [one for one in parameters if one not in placed]
    if others and not others[0].required and len(args) == len(placed):
        value = kwargs.get(others[0].name, others[0].default)
        rest = {name: given for name, given in kwargs.items() if name != others[0].name}
        yield Bad(TypeError, (*args, value), rest, f"{others[0].name} by position")


def _no_arrays(function: Function, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Iterator[Bad]:
    """The arguments of a good call, of which one is no array but must be; what is no declared function says itself what it takes."""
    for parameter in function.parameters.values() if function.kind != "standalone" else ():
        for value in _NO_ARRAYS.get(parameter.role, ()) if not parameter.variadic else ():
            changed = with_argument(function, args, kwargs, parameter, value)
            if changed is not None:
                yield Bad(AikitTypeError, *changed, f"{parameter.name}={value!r}", (parameter.name,))


_NO_ARRAYS: Mapping[str, Sequence[Any]] = {"array": ("text", {"w": 1.0}), "arrays": (["text"],)}
"""Role of a parameter -> what stands for no array."""


def _beyond_the_dtype(function: Function) -> Iterator[Bad]:
    """A Python integer above and one below what the dtype of the array beside it holds, which a framework may wrap."""
    others = [p for p in function.parameters.values() if p.required and p.name not in function.promote]
    for dtype, value in (("int8", 300), ("int8", -300), ("uint8", 300), ("uint8", -1)):
        names = [name for name in function.promote if function.takes(name, dtype)]
        if others or len(names) < 2 or function.parameters[names[0]].role != "array":
            continue
        x = ArraySpec((3,), dtype=dtype)
        args = tuple(x for p in function.parameters.values() if p.required)
        for name in names[1:]:
            if function.parameters[name].scalars:
                changed = with_argument(function, args, {}, function.parameters[name], value)
                if changed is not None:
                    said = f"{name}={value}"
                    yield Bad(AikitOverflowError, *changed, f"{said} with {dtype}", (said, dtype))


def with_refused_values(function: Function, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Iterator[Bad]:
    """The arguments of a good call, of which one has a value that its parameter refuses."""
    given = {**dict(zip(function.parameters, args, strict=False)), **kwargs}
    for parameter in function.parameters.values():
        if parameter.name in _BY_NAME and isinstance(given.get(parameter.name), tuple):
            continue  # as many as another argument has, perhaps, which is looked at first
        for value, error in _refused(parameter):
            changed = with_argument(function, args, kwargs, parameter, value)
            if changed is not None:
                yield Bad(error, *changed, f"{parameter.name}={value!r}", (parameter.name,))


def _has_axis(function: Function) -> bool:
    """Whether a keyword names axes of the first array."""
    axis = function.parameters.get("axis")
    of_input = not knowledge.of(function).axis_of_result
    return axis is not None and axis.kind is inspect.Parameter.KEYWORD_ONLY and of_input


def _with_axis(function: Function, args: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The call on an array without dimensions, of which it names one."""
    return (POINT, *args[1:]), {"axis": 0}


def _refused(parameter: Parameter) -> Iterator[tuple[Any, type[Exception]]]:
    yield from _BY_NAME.get(parameter.name, ())
    yield from _BY_ROLE.get(parameter.role, ())
    if parameter.role == "scalar" and bool not in parameter.scalars:
        yield True, AikitTypeError


def with_argument(
    function: Function, args: Sequence[Any], kwargs: Mapping[str, Any], parameter: Parameter, value: Any
) -> tuple[tuple[Any, ...], Mapping[str, Any]] | None:
    """The arguments with one parameter's value replaced; None where it cannot be given alone."""
    place = list(function.parameters).index(parameter.name)
    by_keyword = parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD and place > len(args)
    if parameter.kind is inspect.Parameter.KEYWORD_ONLY or by_keyword:
        return tuple(args), {**kwargs, parameter.name: value}
    if place > len(args):
        return None
    kwargs = {name: given for name, given in kwargs.items() if name != parameter.name}
    return (*args[:place], value, *args[place + 1 :]), kwargs


def sample_of(case: Case, one: Bad) -> Sample:
    """A bad input as a sample, with arrays in the dtype of the case."""
    dtype = cells.leading_dtype(case.function, case.cell.dtypes)

    def described(value: Any) -> Any:
        if isinstance(value, ArraySpec):
            return described_array(value, case.function, dtype)
        return [described(item) for item in value] if isinstance(value, list) else value

    return Sample(tuple(map(described, one.args)), {k: described(v) for k, v in one.kwargs.items()}, one.label)
