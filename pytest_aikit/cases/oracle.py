"""What a call must give: values in a wider type, dtype and shape, by the references and the function's record."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from aikit.core.records import REGISTRY, Function
from pytest_aikit import clock, knowledge, memory
from pytest_aikit.cases import kept
from pytest_aikit.model import LONG, Sample
from pytest_aikit.numerics import wide
from pytest_aikit.numerics.promotion import (
    DEFAULTS,
    accumulated,
    common_dtype,
    complex_of,
    floating,
    kind_of,
    name_of,
    numpy_dtype,
    part_of,
    real_of,
)

SCALARS = (bool, int, float, complex)


@dataclass(frozen=True)
class ExpectedArray:
    """One array that a call must give.

    Attributes
    ----------
    exact : the values, floating ones in a type wider than `dtype`; None where the function leaves them open.
    dtype : the canonical name; ``"index"`` for the dtype of indices, which depends on the backend.
    low : what is to be added to the exact values, where they have more digits than their type.
    scale : the magnitude by which errors are measured where it is not that of the values.
    kind : the kind, one letter, of the dtype that the arguments are brought to.
    terms : how many terms an element has, where the bound grows with them.
    """

    exact: np.ndarray | None
    dtype: str
    shape: tuple[int, ...]
    scale: np.ndarray | None = None
    kind: str = ""
    low: np.ndarray | None = None
    terms: float = 0


_MOST_DIGITS = 1024
"""The size of arrays with each of the lengths up to which a result has digits that float64 has not, where no type of
NumPy has them."""
_RESULTS: OrderedDict[tuple[Any, ...], tuple[Any, int]] = OrderedDict()
_KEPT_BYTES = 2**28
"""The backends go through the samples of a function one after the other, and what is kept must last as long."""


def expected(function: Function, sample: Sample) -> Any:
    """What a call must give: an `ExpectedArray`, a tuple of them, or a plain value; the same for all samples of one content."""
    key = function.qualified_name, *sample.key
    found = _RESULTS.get(key)
    if found is None:
        with clock.running(clock.REFERENCE):
            result = kept.once(function, "expected", sample.key, lambda: judged(function, sample), _fixed)
        found = _RESULTS[key] = result, sum(map(len, sample.contents)) + _size(result)
        _forget_oldest()
    return found[0]


def _fixed(result: Any) -> Any:
    """The same in memory that no check can change."""
    if isinstance(result, tuple):
        return tuple(map(_fixed, result))
    if not isinstance(result, ExpectedArray):
        return result
    exact, scale, low = (
        None if part is None else memory.fixed(part) for part in (result.exact, result.scale, result.low)
    )
    return replace(result, exact=exact, scale=scale, low=low)


def _size(result: Any) -> int:
    """The bytes of what a call must give."""
    arrays = [one for one in (result if isinstance(result, tuple) else (result,)) if isinstance(one, ExpectedArray)]
    return sum(part.nbytes for one in arrays for part in (one.exact, one.scale, one.low) if part is not None)


_in_use = 0


def _forget_oldest() -> None:
    """Let go of what was asked for first, beyond what may be kept."""
    global _in_use
    _in_use += next(reversed(_RESULTS.values()))[1]
    while _in_use > _KEPT_BYTES and len(_RESULTS) > 1:
        _in_use -= _RESULTS.popitem(last=False)[1][1]


def bind(function: Function, sample: Sample) -> dict[str, Any]:
    """Parameter -> argument of a sample, defaults filled in, without `out`."""
    bound = function.signature.bind(*sample.args, **sample.kwargs)
    bound.apply_defaults()
    bound.arguments.pop("out", None)
    return bound.arguments


def giving_each_argument(function: Function, samples: Iterable[Sample], least: int = 1) -> Iterator[Sample]:
    """The first calls, and each further one that gives an argument which none before has given another value than its default."""
    seen: set[str] = set()
    for number, sample in enumerate(samples):
        given = {name for name, value in bind(function, sample).items() if not _is_default(function, name, value)}
        if number < least or given - seen:
            seen |= given
            yield sample


def _is_default(function: Function, name: str, value: Any) -> bool:
    default = function.parameters[name].default
    return type(value) is type(default) and bool(value == default)


def judged(function: Function, sample: Sample, *, precise: bool = False, measured: bool = True) -> Any:
    """What a call must give, worked out anew.

    Parameters
    ----------
    precise : by mpmath, whatever the bound is.
    measured : with the scales of errors, and with the digits that a type of NumPy does not have.
    """
    arguments = bind(function, sample)
    compute = knowledge.of(function).reference
    if compute is None:
        raise LookupError(
            f"there is no reference for {function.qualified_name}; give it a record in pytest_aikit/knowledge"
        )
    if function.returns == "value":
        return compute(*sample.args, **sample.kwargs)
    dtype = result_dtype(function, arguments)
    widest = _widened(function, arguments, dtype)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # the mean of nothing is NaN, and NumPy says so
        values = call(function, compute, widest)
        scale = _scale(function, widest) if measured else None
        terms = _terms(function, widest)
        # a number of mpmath takes a microsecond, and a transform by its definition the square of so many
        is_long = sample.part in LONG and any(array.size > _MOST_DIGITS for array in _arrays(widest))
        exact = _precise_values(function, compute, widest, dtype, precise) if measured and not is_long else None
    common = group_dtype(function, arguments)
    kind = "" if common is None else kind_of(common)
    open_places = knowledge.of(function).not_unique
    if function.returns == "array" and not isinstance(values, tuple):
        return _finish(function, values, dtype, scale, kind, bool(open_places), exact, terms)
    scales = [None] * len(values) if scale is None else scale
    exact = [None] * len(values) if exact is None else exact
    return tuple(
        _finish(function, item, name, one, "", place in open_places, digits, terms)
        for place, (item, name, one, digits) in enumerate(
            zip(values, _dtypes(function, arguments, dtype, values), scales, exact, strict=True)
        )
    )


def computed(function: Function, sample: Sample, compute: Any) -> Any:
    """What something computes of the arguments of a call, as a reference gets them."""
    arguments = bind(function, sample)
    widest = _widened(function, arguments, result_dtype(function, arguments))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return call(function, compute, widest)


def call(function: Function, compute: Any, arguments: Mapping[str, Any]) -> Any:
    """Call with the arguments as the signature passes them."""
    positional, keywords = as_passed(function, arguments)
    return compute(*positional, **keywords)


def as_passed(function: Function, arguments: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Positional and keyword arguments, as the signature passes them."""
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for parameter in function.parameters.values():
        value = arguments[parameter.name]
        if parameter.variadic:
            positional.extend(value)
        elif parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            keywords[parameter.name] = value
        elif parameter.by_any_name:
            keywords |= value
        else:
            positional.append(value)
    return positional, keywords


def _precise_values(function: Function, compute: Any, arguments: Mapping[str, Any], dtype: str, always: bool) -> Any:
    """The values with the digits that float64 has not, where they are looked at; None where they are not needed."""
    of_complex = any(isinstance(value, np.ndarray) and value.dtype.kind == "c" for value in arguments.values())
    known = knowledge.of(function)
    needed = always or (dtype != "index" and wide.is_needed(dtype, known.bound(dtype, of_complex=of_complex)))
    of_nothing = any(array.size == 0 for array in _arrays(arguments))  # what is made of it are zeros, ones and NaN
    if not needed or known.has_digits or of_nothing:
        return None
    compute = known.digits(wide.context()) if known.digits else compute
    return wide.precise(compute, arguments, functools.partial(call, function))


def _arrays(arguments: Mapping[str, Any]) -> list[np.ndarray]:
    return [value for value in arguments.values() if isinstance(value, np.ndarray)]


def _scale(function: Function, arguments: Mapping[str, Any]) -> Any:
    compute = knowledge.of(function).scale
    return None if compute is None else call(function, compute, arguments)


def _terms(function: Function, arguments: Mapping[str, Any]) -> float:
    compute = knowledge.of(function).terms
    return 0 if compute is None else float(call(function, compute, arguments))


# ------------------------------------------------------------------------------------------------ dtypes


def dtype_name(array: np.ndarray) -> str:
    return name_of(array.dtype)


def _group(function: Function, arguments: Mapping[str, Any]) -> list[Any]:
    """The arrays and scalars that are brought to one dtype."""
    members: list[Any] = []
    for name in function.promote:
        value = arguments[name]
        members.extend(value if isinstance(value, (list, tuple)) else [value])
    return [member for member in members if member is not None]


def group_dtype(function: Function, arguments: Mapping[str, Any]) -> str | None:
    """The common dtype of the promotion group; None where there is none, or no group."""
    members = _group(function, arguments)
    arrays = [dtype_name(member) for member in members if isinstance(member, np.ndarray)]
    return common_dtype(arrays, [member for member in members if type(member) in SCALARS])


def result_dtype(function: Function, arguments: Mapping[str, Any]) -> str:
    """The dtype of the result, or of the first where there are several, by the rule of the record."""
    if arguments.get("dtype") is not None:
        return str(arguments["dtype"])
    rule = result_rule(function, arguments)
    if rule == "boolean":
        return "bool"
    if rule == "index":
        return "index"
    common = group_dtype(function, arguments)
    if common is None:
        return _default_dtype(function, arguments)
    return _RESULTS_OF.get(rule, str)(common)


def default_result_dtype(function: Function, dtype: str) -> str:
    """The dtype of the result of a function of arrays of a dtype, where none is asked for."""
    return result_dtype(function, {name: np.empty(0, numpy_dtype(dtype)) for name in function.array_parameters})


def result_rule(function: Function, arguments: Mapping[str, Any]) -> str:
    """The rule of the record for the dtype of the result, or that of the reduction which an argument names."""
    return REGISTRY[arguments["reduction"]].result if function.result == "reduction" else function.result


_RESULTS_OF: Mapping[str, Callable[[str], str]] = {
    "real": real_of,
    "complex": complex_of,
    "part": part_of,
    "float": floating,
    "integer": lambda common: DEFAULTS[int],
    "accumulation": accumulated,
}
"""`result` of a record -> the dtype of the result, from the common one of the arguments."""


def _default_dtype(function: Function, arguments: Mapping[str, Any]) -> str:
    """The dtype of an array made from nothing or from Python numbers."""
    arrays = [value for value in arguments.values() if isinstance(value, np.ndarray)]
    if arrays:
        return dtype_name(arrays[0])
    lists = [
        value for name, value in arguments.items() if isinstance(value, list) and function.parameters[name].holds_arrays
    ]
    if lists:
        return DEFAULTS[type(np.asarray(lists[0]).flat[0].item())]
    numbers = [
        value
        for name, value in arguments.items()
        if function.parameters[name].role in ("scalar", "array") and type(value) in SCALARS
    ]
    if knowledge.of(function).of_floats:
        numbers.append(0.0)
    return common_dtype((), numbers) or DEFAULTS[float]


def _dtypes(function: Function, arguments: Mapping[str, Any], dtype: str, values: Any) -> list[str]:
    """The dtypes of a result that is several arrays."""
    parts = knowledge.of(function).parts
    if parts:
        own = dtype_name(next(value for value in arguments.values() if isinstance(value, np.ndarray)))
        return [{"values": own, "real": real_of(own)}.get(item, item) for item in parts]
    if not function.promote and function.array_parameters:
        # nothing is promoted: each array of the result has the dtype of the one it comes from
        arrays = next(value for value in arguments.values() if isinstance(value, (list, tuple)))
        return [dtype_name(array) for array in arrays]
    return [dtype] * len(values)


# ------------------------------------------------------------------------------------------------ values


def _widened(function: Function, arguments: Mapping[str, Any], dtype: str) -> dict[str, Any]:
    """The arguments with arrays in the common dtype first and in a wider type then."""
    common = group_dtype(function, arguments)
    if result_rule(function, arguments) == "accumulation":
        common = dtype
    known = knowledge.of(function)

    def one(name: str, value: Any) -> Any:
        is_number = type(value) in SCALARS and name in function.promote
        if not isinstance(value, np.ndarray) and not is_number:
            return value
        target = common if name in function.promote and common is not None else None
        array = np.asarray(value) if target is None else np.asarray(value).astype(numpy_dtype(target))
        return widened(array, known.integers) if known.widened else array

    result = {}
    for name, value in arguments.items():
        if function.parameters[name].holds_arrays and isinstance(value, (list, tuple)):
            result[name] = [one(name, item) for item in value]
        else:
            result[name] = one(name, value)
    return result


def widened(array: np.ndarray, integers: str = "") -> np.ndarray:
    """The same values in a wider type, so that the rounding of the computation is far below that of the dtype.

    `integers` : what becomes of them, see `pytest_aikit.knowledge.Knowledge`.
    """
    kind = kind_of(dtype_name(array))
    if kind in "iu":
        modular = np.int64 if kind == "i" else np.uint64
        types = {"exact": object, "modular": modular, "quotient": wide.real()}
        return array.astype(types.get(integers, array.dtype), copy=False)
    if kind == "f":
        return array.astype(wide.real() if array.itemsize == 8 else np.float64)
    if kind == "c":
        return array.astype(wide.complex_() if array.itemsize == 16 else np.complex128)
    return array


def _finish(
    function: Function,
    values: Any,
    dtype: str,
    scale: Any,
    kind: str = "",
    is_open: bool = False,
    digits: Any = None,
    terms: float = 0,
) -> ExpectedArray:
    values = np.asarray(values)
    if scale is not None:
        # one that overflows, or is of an infinity among the arguments, would excuse everything
        scale = np.asarray(scale, dtype=wide.real())
        scale = np.where(np.isfinite(scale), scale, 0)
    known = knowledge.of(function)
    if is_open or known.arbitrary or known.judge is not None:
        return _fixed(ExpectedArray(None, dtype, values.shape, scale))
    exact, low = _in_kind(values, dtype), None
    if digits is not None and exact.dtype.kind in "fc":
        exact, low = wide.split(digits, exact)
    # every backend is held against the same values, so no check may change them
    return _fixed(ExpectedArray(exact, dtype, values.shape, scale, kind, low, terms))


def _in_kind(values: np.ndarray, dtype: str) -> np.ndarray:
    """Values as the dtype has them: integers wrapped and truncated, bools, floating ones left in the wider type."""
    if dtype == "index":
        return values.astype(np.int64)
    kind = kind_of(dtype)
    if kind == "b":
        return values.astype(bool)
    if kind in "iu":
        return wrapped(values, dtype)
    if kind == "f":
        return values if values.dtype.kind == "f" and values.dtype.itemsize >= 8 else values.astype(wide.real())
    return values.astype(wide.complex_()) if values.dtype.kind != "c" else values


def wrapped(values: np.ndarray, dtype: str) -> np.ndarray:
    """Integers in two's complement; floating ones are truncated first."""
    if values.dtype.kind in "biu":
        return values.astype(dtype)
    if values.dtype.kind == "f":
        values = np.trunc(values)
        small = np.abs(values) < 2.0**63
        # the others are multiples of so much that no type rounds what is added to them
        rest = np.fmod(values, 2.0**64)
        rest = np.where(small, 0, np.where(rest < 0, rest + 2.0**64, rest)).astype(np.uint64)
        return np.where(small, np.where(small, values, 0).astype(np.int64).astype(np.uint64), rest).astype(dtype)
    return np.asarray(values & (2**64 - 1)).astype(np.uint64).astype(dtype)
