"""What the kinds that give wrong values have in common: how wrong is wrong enough, and which functions have values."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import aikit
from pytest_aikit.cases import oracle
from pytest_aikit.model import Sample
from pytest_aikit.mutants.planting import Call, as_passed, in_implementation
from pytest_aikit.mutants.records import Broken, Target
from pytest_aikit.numerics import wide
from pytest_aikit.numerics.comparing import format_of, same_bits, ulps
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype


def has_values(target: Target) -> bool:
    """Whether the values of the result are promised, and known to a reference, and there is something to be broken."""
    known = target.known
    return (
        target.function.kind != "standalone"
        and target.function.returns != "value"
        and known.reference is not None
        and not known.arbitrary
    )


def has_floats(target: Target) -> bool:
    """Whether results have floating dtypes."""
    of_floats = target.function.result not in ("boolean", "index", "integer")
    return has_values(target) and of_floats and bool(target.of_kinds("fc"))


def takes_floats(target: Target) -> bool:
    """Whether the values of floating arrays decide the result."""
    function = target.function
    reads = function.category != "creation" or bool(function.differentiable)
    return has_values(target) and bool(function.array_parameters) and reads and bool(target.of_kinds("fc"))


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


def sample_of(call: Call) -> Sample:
    """The call as a sample, with the arrays as host data."""
    parameters = call.target.function.parameters
    given: dict[str, Any] = {}
    for name, value in call.arguments.items():
        if parameters[name].role == "dtype" and value is not None:
            value = aikit.dtypes.as_dtype(value).name
        given[name] = None if parameters[name].role == "device" else _hosted(call, value)
    args, kwargs = as_passed(call.target.function, given)
    return Sample(tuple(args), kwargs)


def _hosted(call: Call, value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_hosted(call, one) for one in value)
    return call.host(value) if call.is_array(value) else value


def beyond_the_bound(call: Call, values: np.ndarray, place: int) -> np.ndarray:
    """Values all of which are wrong: numbers by a few ULP more than the bound, integers by 1, bools turned.

    NaN, infinities, and what is not unique stay as they are.
    """
    name = values.dtype.name
    if place in call.target.known.not_unique:
        return values
    if values.dtype == bool:
        return ~values
    if kind_of(name) in "iu":
        return values + values.dtype.type(1)
    known = call.target.known
    bound = max(known.bound(name), known.bound(name, of_complex=True), known.bound(name, of_integers=True))
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
    """One of the dtypes of these kinds."""
    return random.choice(target.of_kinds(kinds))


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
        return np.asarray(
            aikit.to_numpy(_public(target)(*[space.asarray(one, dtype=one.dtype.name) for one in arrays]))
        )


def distinguishes(target: Target, shape: tuple[int, ...], one: dict[str, Any], other: dict[str, Any]) -> bool | None:
    """Whether a function of one array gives something else with other keywords, for an array of this shape.

    None where it is no function of one array and these keywords, so that this cannot be said.
    """
    if not _is_of_one_array(target, one):
        return None
    first, second = of_one_array(target, shape, one), of_one_array(target, shape, other)
    return len(first) != len(second) or not all(map(same_bits, first, second))


def _is_of_one_array(target: Target, keywords: dict[str, Any]) -> bool:
    """Whether a function can be called with one array and these keywords."""
    function = target.function
    first, *_ = function.array_parameters or ("",)
    lacking = [p for p in function.parameters.values() if p.required and p.name != first and p.name not in keywords]
    return bool(first) and not lacking and function.parameters[first].role == "array"


def accepts(target: Target, keywords: dict[str, Any]) -> bool | None:
    """Whether a function of one array takes these keywords; None where that cannot be said."""
    if not _is_of_one_array(target, keywords):
        return None
    return any(of_one_array(target, shape, keywords) for shape in ((3, 4, 5), (4, 4)))


def of_one_array(target: Target, shape: tuple[int, ...], keywords: dict[str, Any]) -> list[np.ndarray]:
    """What a function gives for one array of this shape, as a list; empty where it refuses."""
    dtype = next((d for d in ("float32", "int32", *target.dtypes) if d in target.dtypes), "")
    x = np.random.default_rng(1).permutation(int(np.prod(shape))).reshape(shape).astype(numpy_dtype(dtype))
    array = aikit.get_backend(target.backend).asarray(x, dtype=dtype)
    args, kwargs = _passed(target, {target.function.array_parameters[0]: array, **keywords})
    try:
        with np.errstate(all="ignore"):
            result = _public(target)(*args, **kwargs)
    except Exception:
        return []
    return [np.asarray(aikit.to_numpy(one)) for one in (result if isinstance(result, tuple) else [result])]


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


def _public(target: Target) -> Any:
    found: Any = aikit.get_backend(target.backend)
    for part in target.function.qualified_name.split("."):
        found = getattr(found, part)
    return found
