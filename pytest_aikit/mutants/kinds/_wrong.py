"""What the kinds that give wrong values have in common: how wrong is wrong enough, and which functions have values."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

import aikit
from pytest_aikit import frameworks
from pytest_aikit.cases import cells, oracle, samples, tracing
from pytest_aikit.cases.samples.keywords import from_keywords
from pytest_aikit.knowledge.calls import ArraySpec, Placeholder
from pytest_aikit.model import Sample
from pytest_aikit.mutants.planting import Call, in_implementation
from pytest_aikit.mutants.records import Broken, Target, Watch
from pytest_aikit.numerics import wide
from pytest_aikit.numerics.comparing import format_of, same_bits, ulps
from pytest_aikit.numerics.promotion import common_dtype, kind_of, numpy_dtype


def has_values(target: Target) -> bool:
    """Whether the values of the result are promised, and known to a reference, and there is something to be broken."""
    known = target.known
    return (
        tracing.is_declared(target.function)
        and target.function.kind != "standalone"
        and target.function.returns != "value"
        and known.reference is not None
        and not known.arbitrary
    )


def is_drawn(target: Target) -> bool:
    """Whether values are drawn at random: no reference says them, but a judge what is wrong with all of them together."""
    return has_values(target) and target.known.judge is not None


def has_known_values(target: Target) -> bool:
    """Whether the reference says each value, so that one which is wrong shows by itself."""
    return has_values(target) and not is_drawn(target)


def has_floats(target: Target) -> bool:
    """Whether results have floating dtypes, and known values."""
    of_floats = target.function.result not in ("boolean", "index", "integer")
    return has_known_values(target) and of_floats and bool(target.of_kinds("fc"))


def takes_several(target: Target) -> bool:
    """Whether there are calls with arrays of more than one element."""
    found = _recorded(replace(target, backend=frameworks.HOST))
    return any(array.size > 1 for sample in found for array in sample.arrays)


def reads_values(target: Target) -> bool:
    """Whether the values of arrays decide the result."""
    function = target.function
    return bool(function.array_parameters) and (function.category != "creation" or bool(function.differentiable))


def takes_floats(target: Target) -> bool:
    """Whether the values of floating arrays decide the result."""
    return has_known_values(target) and reads_values(target) and bool(target.of_kinds("fc"))


def passes_values_on(target: Target) -> bool:
    """Whether a NaN, an infinity or a zero among the arguments is one in the result, as a rule."""
    known, function = target.known, target.function
    return function.elementwise or known.bounds.exact or function.category == "statistical"


def left_out(target: Target, dtype: str, *arrays: np.ndarray) -> np.ndarray:
    """Where the function is not asked for its values, of arguments in a dtype."""
    rule = target.known.left_out.get(kind_of(dtype))
    if rule is None:
        return np.zeros(arrays[0].shape, bool)
    form = (format_of(dtype),) if rule.of_format else ()
    with np.errstate(all="ignore"):
        found = rule.where(*form, *(oracle.widened(one.astype(numpy_dtype(dtype))) for one in arrays))
    return np.broadcast_to(found, arrays[0].shape)


def is_left_out(target: Target, value: complex, dtype: str) -> bool:
    """Whether the function is not asked for its value at this number."""
    return bool(np.any(left_out(target, dtype, *[np.full(1, value)] * len(target.function.array_parameters))))


def scale_of(call: Call, values: np.ndarray, place: int) -> np.ndarray:
    """The magnitude by which the error of each value is measured."""
    magnitude = np.abs(values.astype(wide.complex_() if values.dtype.kind == "c" else wide.real()))
    if call.target.known.scale is None:
        return magnitude
    wanted = oracle.judged(call.target.function, sample_of(call))
    one = wanted[place] if isinstance(wanted, tuple) else wanted
    return magnitude if one.scale is None else np.maximum(np.broadcast_to(one.scale, values.shape), magnitude)


def terms_of(call: Call, place: int) -> float:
    """How many terms an element of the result has, with which bounds may grow."""
    if call.target.known.terms is None:
        return 0
    wanted = oracle.judged(call.target.function, sample_of(call))
    return (wanted[place] if isinstance(wanted, tuple) else wanted).terms


def sample_of(call: Call) -> Sample:
    """The call as a sample, with the arrays as host data."""
    parameters = call.target.function.parameters
    given: dict[str, Any] = {}
    for name, value in call.arguments.items():
        if parameters[name].role == "dtype" and value is not None:
            value = aikit.dtypes.as_dtype(value).name
        given[name] = None if parameters[name].role == "device" else _hosted(call, value)
    args, kwargs = oracle.as_passed(call.target.function, given)
    return Sample(tuple(args), kwargs)


def _hosted(call: Call, value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_hosted(call, one) for one in value)
    return call.host(value) if call.is_array(value) else value


def beyond_the_bound(call: Call, values: np.ndarray, place: int) -> np.ndarray:
    """Values all of which are wrong: numbers by a few ULP more than the bound, integers by 1, bools turned.

    NaN and infinities stay as they are; what is not unique is off by an eighth, which no property of it allows.
    """
    name = values.dtype.name
    if place in call.target.known.not_unique:
        return values * values.dtype.type(1.125) if kind_of(name) in "fc" else values
    if values.dtype == bool:
        return ~values
    if kind_of(name) in "iu":
        return values + values.dtype.type(1)
    known, terms = call.target.known, terms_of(call, place)
    kinds: tuple[dict[str, bool], ...] = ({}, {"of_complex": True}, {"of_integers": True})
    bound = max(known.bound(name, terms=terms, on=call.target.backend, **one) for one in kinds)
    scale = np.maximum(scale_of(call, values, place), format_of(name).smallest_normal)
    amount = (2 * math.ceil(bound) + 3) * ulps(scale, name)
    wide_values = values.astype(amount.dtype if kind_of(name) == "f" else wide.complex_())
    # towards zero, so that nothing overflows
    down = np.where(wide_values.real > 0, -amount, amount)
    with np.errstate(all="ignore"):
        wrong = (wide_values + down).astype(numpy_dtype(name))
    return np.where(np.isfinite(values.astype(np.complex128)) & np.isfinite(amount), wrong, values)


Where = Callable[[Call, np.ndarray, int], Any]
"""Of a call, the values of an array of its result and the place of that, where they are to be wrong; None is: nowhere."""


def wrong_where(target: Target, said: str, where: Where, dtypes: tuple[str, ...] = ()) -> Broken:
    """A mutant whose values are wrong in some places."""

    def change(call: Call, values: np.ndarray, place: int) -> Any:
        if not values.size:
            return None
        chosen = where(call, values, place)
        if chosen is None or not np.any(chosen):
            return None
        return np.where(chosen, beyond_the_bound(call, values, place), values)

    return changed(target, said, change, dtypes)


def changed(
    target: Target, said: str, change: Callable[[Call, np.ndarray, int], Any], dtypes: tuple[str, ...] = ()
) -> Broken:
    """A mutant whose values are changed on the host; under a trace, where there are none, it is the real function."""

    def broken(call: Call) -> Any:
        if call.is_traced or (dtypes and call.dtype not in dtypes):
            return call.result()
        return call.changed(call.result(), functools.partial(change, call))

    return Broken(said, in_implementation(target, broken), dtypes=dtypes)


def drawn_dtype(target: Target, random: Random, kinds: str = "biufc") -> str:
    """One of the dtypes of these kinds, of those in which an array comes to an implementation; empty where none decides."""
    if cells.leading_parameter(target.function) is None and "dtype" not in target.function.parameters:
        return ""
    found = target.of_kinds(kinds)
    return random.choice([dtype for dtype in found if _arrives(target, dtype)] or found)


def _arrives(target: Target, dtype: str) -> bool:
    """Whether an array of this dtype is not brought to another one in each call that is accepted, that of an array beside it."""
    function = target.function
    if cells.leading_parameter(function) not in function.promote:
        return True
    promoted = (
        [own for name, own in zip(function.array_parameters, dtypes, strict=False) if name in function.promote]
        for dtypes, accepted in cells.tuples(function, dtype, target.dtypes, False)
        if accepted
    )
    return any(common_dtype(own) in (None, dtype) for own in promoted)


def leading_array(call: Call, values: np.ndarray, name: str = "") -> np.ndarray | None:
    """The values of an argument in the shape of the result; None where it has none, or no such shape."""
    native = call.first(name)
    if native is None:
        return None
    try:
        return np.broadcast_to(call.host(native), values.shape)
    except ValueError:
        return None


def result_on_host(target: Target, arrays: list[np.ndarray]) -> np.ndarray:
    """What the real function gives, called publicly."""
    space = aikit.get_backend(target.backend)
    with np.errstate(all="ignore"):
        return np.asarray(aikit.to_numpy(public(target)(*[space.asarray(one, dtype=one.dtype.name) for one in arrays])))


def distinguishes(target: Target, shape: tuple[int, ...], one: dict[str, Any], other: dict[str, Any]) -> bool | None:
    """Whether a function of one array gives something else with other keywords, for an array of this shape.

    None where it is no function of one array and these keywords, so that this cannot be said.
    """
    if not is_of_one_array(target, one):
        return None
    first, second = of_one_array(target, shape, one), of_one_array(target, shape, other)
    return len(first) != len(second) or not all(map(same_bits, first, second))


def same(one: Any, other: Any) -> bool:
    """Whether two results have the same dtypes, shapes and bits."""
    first, second = ([*found] if isinstance(found, (list, tuple)) else [found] for found in (one, other))
    hosts = [np.asarray(aikit.to_numpy(array)) for array in (*first, *second)]
    return len(first) == len(second) and all(map(same_bits, hosts[: len(first)], hosts[len(first) :]))


def is_of_one_array(target: Target, keywords: dict[str, Any]) -> bool:
    """Whether a function can be called with one array and these keywords."""
    function = target.function
    first, *_ = function.array_parameters or ("",)
    lacking = [p for p in function.parameters.values() if p.required and p.name != first and p.name not in keywords]
    return bool(first) and not lacking and function.parameters[first].role == "array"


def accepts(target: Target, keywords: dict[str, Any]) -> bool | None:
    """Whether a function takes these keywords with arrays of some shape, or with those of any call of its record.

    None where that cannot be said.
    """
    shapes = ((3, 4, 5), (4, 4), (3,))
    if any(of_arrays(target, shape, **keywords) is not None for shape in shapes):
        return True
    if any(takes_shape(target, shape) for shape in shapes):
        return False
    host = replace(target, backend=frameworks.HOST)
    found = _recorded(host)
    return any(_called(host, one, keywords) is not None for one in found) if found else None


def tells(target: Target, keywords: dict[str, Any], others: dict[str, Any]) -> bool | None:
    """Whether a function gives something else with these keywords than with others, for the arrays of any call of its record.

    None where it takes none with either, so that this cannot be said.
    """
    looked, host = False, replace(target, backend=frameworks.HOST)
    for one in _recorded(host):
        first, second = (_called(host, one, given) for given in (keywords, others))
        if first is None or second is None:
            continue
        looked = True
        if not same(first, second):
            return True
    return False if looked else None


def calls_with(target: Target, keywords: dict[str, Any]) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """The arguments of the calls of a record with these keywords, on the backend of the target, as far as they are taken."""
    host = replace(target, backend=frameworks.HOST)
    for one in _recorded(host):
        if _called(host, one, keywords) is not None:
            yield _with_keywords(target, one, keywords)


def comes_through(target: Target, broken: Callable[[Call], Any], keywords: dict[str, Any]) -> bool:
    """Whether a call with these keywords, if any is taken, comes to the implementation so that what is broken there shows.

    It does not where what calls the implementation has made something else of them.
    """
    host = replace(target, backend=frameworks.HOST)
    taken = [one for one in _recorded(host) if _called(host, one, keywords) is not None]
    watch = Watch()
    with in_implementation(host, broken).mutant(watch):
        for one in taken:
            _called(host, one, keywords)
    return not taken or watch.reached > 0


@functools.lru_cache(maxsize=64)
def _recorded(target: Target) -> tuple[Sample, ...]:
    """The calls of a record: what is refused, and what results are, does not depend on the backend."""
    function = target.function
    dtype = next((name for name in ("float32", "int32", *target.dtypes) if name in target.dtypes), "")
    dtypes, accepted = cells.tuples(function, dtype, (dtype,), False)[0]
    cell = cells.Cell(function, target.backend, "cpu", dtypes, accepted)
    found = (*samples.core_samples(cell), *from_keywords(function, dtypes, "cpu", (), frozenset()))
    return tuple(one for one in found if all(array.size <= _MANY for array in one.arrays))


def recorded(target: Target, name: str) -> Iterator[Any]:
    """What stands at a parameter in the calls of a record."""
    for one in _recorded(replace(target, backend=frameworks.HOST)):
        placed = dict(zip(target.function.parameters, one.args, strict=False))
        yield {**placed, **one.kwargs}.get(name)


_MANY = 1000
"""So many elements have arrays with which calls are tried."""


def _called(target: Target, sample: Sample, keywords: dict[str, Any]) -> Any:
    """The result of a call with other keywords; None where it is refused."""
    args, kwargs = _with_keywords(target, sample, keywords)
    try:
        with np.errstate(all="ignore"):
            return public(target)(*args, **kwargs)
    except Exception:
        return None


def _with_keywords(target: Target, sample: Sample, keywords: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a call with other keywords, on the backend of a target."""
    space = aikit.get_backend(target.backend)

    def converted(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(map(converted, value))
        return space.asarray(value, dtype=value.dtype.name) if isinstance(value, np.ndarray) else value

    names = list(target.function.parameters)
    placed = dict(zip(names, sample.args, strict=False))
    if len(sample.args) > len(names) or any(p.variadic for p in target.function.parameters.values()):
        args, given = list(sample.args), {**sample.kwargs, **keywords}
    else:
        args, given = _passed(target, {**placed, **sample.kwargs, **keywords})
    return [*map(converted, args)], {name: converted(value) for name, value in given.items()}


def of_one_array(target: Target, shape: tuple[int, ...], keywords: dict[str, Any]) -> list[np.ndarray]:
    """What a function gives for one array of this shape, as a list; empty where it refuses."""
    dtype = next((d for d in ("float32", "int32", *target.dtypes) if d in target.dtypes), "")
    x = np.random.default_rng(1).permutation(int(np.prod(shape))).reshape(shape).astype(numpy_dtype(dtype))
    array = aikit.get_backend(target.backend).asarray(x, dtype=dtype)
    args, kwargs = _passed(target, {target.function.array_parameters[0]: array, **keywords})
    try:
        with np.errstate(all="ignore"):
            result = public(target)(*args, **kwargs)
    except Exception:
        return []
    return [np.asarray(aikit.to_numpy(one)) for one in (result if isinstance(result, tuple) else [result])]


def takes_shape(target: Target, shape: tuple[int, ...]) -> bool:
    """Whether a function takes arrays of this shape; not where it needs none, or it cannot be said what else it needs."""
    given = _given(target, shape, ()) or {}
    return any(target.function.parameters[name].holds_arrays for name in given) and of_arrays(target, shape) is not None


def results_for(target: Target, *shapes: tuple[int, ...]) -> Iterator[np.ndarray]:
    """The arrays that a function gives for arrays of these shapes, along each axis where it has one."""
    along: list[dict[str, Any]] = [{}]
    if not {"axis"}.isdisjoint(target.function.parameters):
        along += [{"axis": 0}, {"axis": 1}]
    for shape, keywords in itertools.product(shapes, along):
        found = of_arrays(target, shape, **keywords)
        for one in () if found is None else found if isinstance(found, (list, tuple)) else (found,):
            yield np.asarray(aikit.to_numpy(one))


@functools.lru_cache(maxsize=4096)
def _given(target: Target, shape: tuple[int, ...], keywords: tuple[str, ...]) -> dict[str, Any] | None:
    """An array of this shape for each parameter that must be one, and what the first call of the record has for others."""
    function, lead = target.function, target.dtypes[0]
    dtype = next((name for name in ("float32", "int32") if name in target.dtypes), lead)
    dtypes = dict(zip(function.array_parameters, cells.tuples(function, dtype, (dtype,), False)[0][0], strict=False))
    calls = target.known.calls
    sampled = dict(zip(function.parameters, calls[0].args, strict=False)) if calls else {}
    given: dict[str, Any] = {}
    for name, parameter in function.parameters.items():
        if not (parameter.required or parameter.variadic) or name in keywords:
            continue
        if parameter.holds_arrays:
            x = np.arange(int(np.prod(shape))).reshape(shape) + len(given)
            array = aikit.get_backend(target.backend).asarray(x.astype(numpy_dtype(dtypes[name])), dtype=dtypes[name])
            given[name] = array if parameter.role == "array" else [array, array]
        elif name in sampled and not isinstance(sampled[name], (ArraySpec, Placeholder)):
            given[name] = sampled[name]
        else:
            return None
    return given


def of_arrays(target: Target, shape: tuple[int, ...], **keywords: Any) -> Any:
    """What a function gives for arrays of this shape; None where it refuses, or where it needs what cannot be said."""
    given = _given(target, shape, tuple(keywords))
    if given is None:
        return None
    variadic = next((name for name in given if target.function.parameters[name].variadic), "")
    args, kwargs = _passed(target, {**given, **keywords})
    try:
        with np.errstate(all="ignore"):
            return public(target)(*kwargs.pop(variadic, ()), *args, **kwargs)
    except Exception:
        return None


def _passed(target: Target, given: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Arguments by parameter, as a call passes them; what is not given is left out."""
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for name, parameter in target.function.parameters.items():
        if name in given:
            if parameter.kind is parameter.kind.POSITIONAL_ONLY:
                positional.append(given[name])
            else:
                keywords[name] = given[name]
    return positional, keywords


def public(target: Target) -> Any:
    """The public function of the backend of a target."""
    found: Any = aikit.get_backend(target.backend)
    for part in target.function.qualified_name.split("."):
        found = getattr(found, part)
    return found
