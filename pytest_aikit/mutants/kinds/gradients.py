"""Gradients that are cut, scaled, exchanged, or right at most places; and results that went through NumPy."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import ml_dtypes
import numpy as np

import aikit
from aikit.core.arrays import wrap
from pytest_aikit import frameworks
from pytest_aikit.cases import tracing
from pytest_aikit.mutants.kinds._wrong import calls_with, has_values, public, result_on_host
from pytest_aikit.mutants.kinds.keywords import arrives, chosen, keywords_of
from pytest_aikit.mutants.kinds.results import each
from pytest_aikit.mutants.kinds.traces import traces_of
from pytest_aikit.mutants.planting import Call, in_implementation, in_results
from pytest_aikit.mutants.records import Broken, Target, kind
from pytest_aikit.numerics.comparing import same_bits
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype


def has_gradient(target: Target) -> bool:
    """Whether there is a gradient to be wrong about."""
    found = target.has_autograd and has_values(target) and bool(target.function.differentiable)
    return found and not _is_flat(target, *target.function.array_parameters)


def _is_flat(target: Target, *names: str) -> bool:
    """Whether an elementwise function goes in steps along these arrays, so that the gradient is 0 whatever is done to it."""
    function = target.function
    parameters = [function.parameters[name] for name in function.array_parameters]
    if not function.elementwise or not all(p.required and function.takes(p.name, "float32") for p in parameters):
        return False
    arrays = _some(len(parameters))
    moved = [one + np.float32(0.01) if p.name in names else one for p, one in zip(parameters, arrays, strict=True)]
    return bool(same_bits(result_on_host(target, arrays), result_on_host(target, moved)))


def _some(number: int) -> list[np.ndarray]:
    """Arrays that meet in numbers that are far from each other."""
    x = np.array([-1.3, -0.3, 0.3, 0.7, 1.3], np.float32)
    return [np.roll(x, 2 * place) for place in range(number)]


def _differentiable(call: Call) -> list[str]:
    """The parameters with respect to which there is a gradient, and at which one floating array stands."""
    found = call.target.function.differentiable
    return [
        name for name in found if call.is_array(call.arguments.get(name)) and _is_floating(call, call.arguments[name])
    ]


def _is_floating(call: Call, native: Any) -> bool:
    return call.is_array(native) and kind_of(call.dtype_of(native)) in "fc"


def _sloped(
    target: Target,
    said: str,
    slope: Callable[[Call, Any], Any],
    dtypes: tuple[str, ...] = (),
    where: Callable[[Call, Any], bool] = lambda call, native: True,
) -> Broken:
    """A mutant whose floating results keep their values and have another slope."""

    def broken(call: Call) -> Any:
        result = call.result()
        if dtypes and call.dtype not in dtypes:
            return result

        def one(native: Any) -> Any:
            if not (_is_floating(call, native) and where(call, native)):
                return native
            call.differs()
            return slope(call, native)

        return each(result, one)

    return Broken(said, in_implementation(target, broken, sees_tracers=True))


@kind("gradient-cut", "the gradient is cut", check="gradient", applies=has_gradient)
def _cut(target: Target, random: Random) -> Broken:
    return _sloped(target, "the result is detached", lambda call, native: call.backend.stop_gradient(native))


@kind("gradient-cut-for-one-dtype", "the gradient is cut for one dtype", check="gradient",
      applies=lambda target: has_gradient(target) and bool(target.of_kinds("f")))  # fmt: skip
def _cut_for_dtype(target: Target, random: Random) -> Broken:
    dtype = random.choice(target.of_kinds("f"))
    said = f"the result for {dtype} is detached"
    return _sloped(target, said, lambda call, native: call.backend.stop_gradient(native), (dtype,))


@kind("gradient-cut-where-recorded", "the gradient is cut where the framework records, and aikit's `grad` does not ask", check="gradient",
      applies=lambda target: has_gradient(target) and frameworks.of(target.backend).recorded is not None)  # fmt: skip
def _cut_where_recorded(target: Target, random: Random) -> Broken:
    recorded = frameworks.of(target.backend).recorded
    assert recorded is not None

    said = "the result is detached where it is recorded"
    return _sloped(
        target,
        said,
        lambda call, native: call.backend.stop_gradient(native),
        where=lambda call, native: recorded.at_work(native),
    )


def _is_differentiated_in_a_trace(target: Target) -> bool:
    if not has_gradient(target) or target.brief or tracing.is_made_of_others(target.function, target.backend):
        return False
    return not target.known.gradient.unique and any(one.differentiated for one in traces_of(target, "trace_lengths"))


@kind("gradient-cut-in-a-trace", "the gradient is cut under a trace", check="gradient",
      applies=_is_differentiated_in_a_trace)  # fmt: skip
def _cut_in_a_trace(target: Target, random: Random) -> Broken:
    said = "the result is detached under a trace"
    return _sloped(
        target,
        said,
        lambda call, native: call.backend.stop_gradient(native),
        where=lambda call, native: call.backend.is_traced(native),
    )


@kind("gradient-scaled", "the gradient is scaled", check="gradient", applies=has_gradient)
def _scaled(target: Target, random: Random) -> Broken:
    factor = random.choice((2.0, -1.0, 0.5, 1.125))

    def slope(call: Call, native: Any) -> Any:
        stop = call.backend.stop_gradient
        return stop(native) + (native - stop(native)) * call.native(_number(factor), native)

    return _sloped(target, f"the gradient is {factor} times the right one", slope)


def _number(value: float) -> Any:
    return np.asarray(value)


@kind("gradient-of-one-argument-cut", "the gradient with respect to one argument is cut", check="gradient",
      applies=lambda target: has_gradient(target) and len(target.function.differentiable) > 1)  # fmt: skip
def _cut_of_one(target: Target, random: Random) -> Broken | None:
    sloped = [name for name in target.function.differentiable if not _is_flat(target, name)]
    if not sloped:
        return None
    name = random.choice(sloped)

    def broken(call: Call) -> Any:
        value: Any = call.arguments.get(name)
        stop = call.backend.stop_gradient
        several = isinstance(value, (list, tuple))
        if not any(_is_floating(call, one) for one in (value if several else [value])):
            return call.result()
        call.differs()
        return call.with_arguments(**{name: each(value, lambda one: stop(one) if _is_floating(call, one) else one)})

    return Broken(f"{name} is detached", in_implementation(target, broken, sees_tracers=True))


def _has_two_gradients(target: Target) -> bool:
    """Whether there may be a gradient with respect to two arrays, each an argument, or both in a list."""
    roles = [target.function.parameters[name].role for name in target.function.differentiable]
    return has_gradient(target) and (len(roles) > 1 or "arrays" in roles)


@kind("gradients-exchanged", "two arrays have each other's gradient", check="gradient", applies=_has_two_gradients)
def _exchanged(target: Target, random: Random) -> Broken | None:
    if _has_equal_gradients(target):
        return None

    def broken(call: Call) -> Any:
        pairs = itertools.combinations(_in_places(call), 2)
        pair = next((two for two in pairs if _are_alike(call, *(native for *_, native in two))), None)
        if pair is None:
            return call.result()
        stop, changed = call.backend.stop_gradient, dict(call.arguments)
        call.differs()
        for (name, place, native), (*_, other) in (pair, pair[::-1]):
            exchanged = stop(native) + (other - stop(other))
            changed[name] = exchanged if place is None else _with_item(changed[name], place, exchanged)
        return call.with_arguments(**changed)

    return Broken(
        "two arrays of one shape have each other's gradient", in_implementation(target, broken, sees_tracers=True)
    )


def _in_places(call: Call) -> Iterator[tuple[str, int | None, Any]]:
    """The floating arrays with respect to which there is a gradient, with their parameters and their places in a list."""
    for name in call.target.function.differentiable:
        value: Any = call.arguments.get(name)
        several = isinstance(value, (list, tuple))
        for place, native in enumerate(value if several else [value]):
            if _is_floating(call, native):
                yield name, place if several else None, native


def _with_item(items: Any, place: int, item: Any) -> Any:
    return type(items)([*items[:place], item, *items[place + 1 :]])


def _are_alike(call: Call, one: Any, two: Any) -> bool:
    """Whether two arrays have one shape, which is known, and one dtype."""
    shape = call.shape_of(one)
    return shape is not None and shape == call.shape_of(two) and call.dtype_of(one) == call.dtype_of(two)


def _has_equal_gradients(target: Target) -> bool:
    """Whether an elementwise function of two arrays has the same gradient with respect to both, as a sum has."""
    function, space = target.function, aikit.get_backend(target.backend)
    if not function.elementwise or len(function.array_parameters) != 2 or "float32" not in target.dtypes:
        return False
    arrays = [space.asarray(values, dtype="float32") for values in ([0.7, 1.3, 2.5], [0.3, 2.1, 1.1])]
    found = space.grad(lambda *given: space.sum(function.public(*given)), [0, 1])(*arrays)
    return bool(same_bits(*(np.asarray(aikit.to_numpy(one)) for one in found)))


def _has_gradient_of_one(target: Target) -> bool:
    """Whether there is one with respect to an array, and not of several together alone; of an elementwise function, at 0."""
    function = target.function
    if not has_gradient(target) or all(function.parameters[name].role != "array" for name in function.differentiable):
        return False
    if not function.elementwise or not all(function.takes(name, "float32") for name in function.array_parameters):
        return True
    first, *others = _some(len(function.array_parameters))
    return bool(np.isfinite(result_on_host(target, [np.zeros_like(first), *others])).any())


@kind("gradient-lost-beside-a-zero", "one zero among the elements makes the whole gradient 0", check="gradient",
      applies=_has_gradient_of_one)  # fmt: skip
def _beside_zero(target: Target, random: Random) -> Broken:
    def broken(call: Call) -> Any:
        result, names = call.result(), _differentiable(call)
        if not names:
            return result
        first = wrap(call.backend.stop_gradient(call.arguments[names[0]]))
        whole = aikit.all(aikit.not_equal(first, aikit.zeros_like(first)))

        def one(native: Any) -> Any:
            if not _is_floating(call, native):
                return native
            call.differs()
            stopped = call.backend.stop_gradient(native)
            return stopped + (native - stopped) * aikit.astype(whole, aikit.dtypes.as_dtype(native.dtype))._data

        return each(result, one)

    said = "one zero among the elements of the first array makes its gradient 0"
    return Broken(said, in_implementation(target, broken, sees_tracers=True))


@kind("gradient-cut-when-long", "the gradient of arrays of more than a few elements is cut", check="gradient",
      applies=has_gradient)  # fmt: skip
def _cut_when_long(target: Target, random: Random) -> Broken:
    length = random.choice((4, 8))

    def is_long(call: Call, native: Any) -> bool:
        first = call.first()
        shape = None if first is None else call.shape_of(first)
        return any(isinstance(one, int) and one > length for one in shape or ())

    said = f"the gradient is cut where an axis is longer than {length}"
    return _sloped(target, said, lambda call, native: call.backend.stop_gradient(native), where=is_long)


def _is_told_far_out(target: Target) -> bool:
    """Whether it is of floating numbers one by one, with no more waves between them than differences tell apart."""
    function = target.function
    arrays = function.array_parameters
    waves = target.known.gradient.waves and len(arrays) > 1
    return has_gradient(target) and function.elementwise and not (waves or target.brief) and bool(target.of_kinds("f"))


@kind("gradient-lost-far-from-1", "the gradient is lost where an argument is far from 1", check="gradient",
      applies=_is_told_far_out)  # fmt: skip
def _far_from_1(target: Target, random: Random) -> Broken | None:
    dtype, name = random.choice(target.of_kinds("f")), random.choice(target.function.differentiable)
    power = _power_with_slopes(target, random, dtype, name)
    if power is None:
        return None

    def is_far(call: Call, native: Any) -> bool:
        return call.is_array(call.arguments.get(name)) and call.dtype_of(call.arguments[name]) == dtype

    def slope(call: Call, native: Any) -> Any:
        x, limit = call.backend.stop_gradient(call.arguments[name]), 2.0**power
        far = (x >= limit) | (x <= -limit) if power > 0 else (x < limit) & (x > -limit)
        return call.backend.where(far, call.backend.stop_gradient(native), native)

    said = f"the gradient is 0 where {name} is {'greater' if power > 0 else 'less'} than 2^{power}, for {dtype}"
    return _sloped(target, said, slope, (dtype,), is_far)


def _power_with_slopes(target: Target, random: Random, dtype: str, name: str) -> int | None:
    """A power of 2 beyond which, away from 1, some binades have gradients that are no rounding of the result."""
    function, space, limits = target.function, aikit.get_backend(target.backend), ml_dtypes.finfo(numpy_dtype(dtype))
    names = function.array_parameters
    if name not in names or not all(function.parameters[one].required and function.takes(one, dtype) for one in names):
        return None
    powers = np.arange(int(limits.minexp) + _SEVERAL, int(limits.maxexp))
    x = (1.3125 * 2.0 ** powers.astype(np.longdouble)).astype(numpy_dtype(dtype))
    told = np.zeros(powers.shape, bool)
    for sign in (1, -1):
        given = [space.asarray(sign * x if one == name else np.ones_like(x)) for one in names]
        place = names.index(name)
        slopes = space.grad(lambda *arrays: space.sum(public(target)(*arrays)), place)(*given)
        found, size = (np.abs(aikit.to_numpy(one).astype(np.longdouble)) for one in (slopes, public(target)(*given)))
        with np.errstate(all="ignore"):
            told |= np.isfinite(size) & (found > np.minimum(size, 1) / 4) & (found > 0.01) & (found < limits.max / 16)
    most = _MOST_OF_WAVES if target.known.gradient.waves else int(limits.maxexp)
    near = (np.abs(powers) > _SEVERAL) & (powers < most)
    away = np.sign(powers)
    chosen = [
        int(power)
        for power, sign in zip(powers[near], away[near], strict=True)
        if all(told[powers == power + sign * more].any() for more in range(_SEVERAL))
    ]
    return random.choice(chosen) if chosen else None


_SEVERAL, _MOST_OF_WAVES = 4, 20
"""So many binades have gradients; and of so many at the most, where there are waves."""


@kind("gradient-cut-for-a-keyword", "the gradient is cut where a keyword has a certain value", check="gradient",
      applies=lambda target: has_gradient(target) and not target.brief and bool(keywords_of(target)))  # fmt: skip
def _cut_for_keyword(target: Target, random: Random) -> Broken | None:
    parameter = random.choice(keywords_of(target))
    value = chosen(target, parameter, random)
    if value is None or not arrives(target, parameter, value) or not _slopes(target, {parameter.name: value[1]}):
        return None
    said, _, holds = value
    return _sloped(
        target,
        f"the result is detached where {parameter.name} is {said}",
        lambda call, native: call.backend.stop_gradient(native),
        where=lambda call, native: holds(call.arguments[parameter.name]),
    )


def _slopes(target: Target, keywords: dict[str, Any]) -> bool:
    """Whether some call of the record has a gradient other than 0 with these keywords."""
    space, function = aikit.get_backend(target.backend), target.function
    for args, kwargs in itertools.islice(calls_with(target, keywords), _TRIED):
        given = {**dict(zip(function.parameters, args, strict=False)), **kwargs}
        held = next((given.get(name) for name in function.differentiable if _is_of_floats(given.get(name))), None)
        if held is None:
            continue

        def total(x: Any) -> Any:
            positional = [x if one is held else one for one in args]  # noqa: B023
            found = public(target)(*positional, **{name: x if one is held else one for name, one in kwargs.items()})  # noqa: B023
            leaves = found if isinstance(found, (list, tuple)) else [found]
            return sum((space.sum(space.real(one)) for one in leaves if _is_of_floats(one)), start=space.asarray(0.0))

        with suppress(Exception):  # what there is no gradient of, or which is refused
            if np.any(np.asarray(aikit.to_numpy(space.grad(total)(held))) != 0):
                return True
    return False


_TRIED = 8
"""So many calls are differentiated, until one has a gradient."""


def _is_of_floats(value: Any) -> bool:
    return isinstance(value, aikit.Array) and kind_of(str(value.dtype)) in "fc"


# ------------------------------------------------------------------------------------------------ through NumPy


def _through_numpy(target: Target) -> Broken:
    backend = target.module

    def change(native: Any) -> Any:
        if not backend.is_native_array(native):
            return native
        return backend.from_numpy(backend.to_numpy(native), native.dtype, backend.dev(native))

    return Broken("the result goes through NumPy", in_results(target, change))


@kind("through-numpy", "the result goes through NumPy, which cuts the gradient", check="gradient", applies=has_gradient)
def _numpy_gradient(target: Target, random: Random) -> Broken:
    return _through_numpy(target)


@kind("through-numpy-under-a-trace", "the result goes through NumPy, which a trace cannot follow", check="trace",
      applies=lambda target: bool(traces_of(target, "trace")) and not target.function.differentiable)  # fmt: skip
def _numpy_trace(target: Target, random: Random) -> Broken:
    return _through_numpy(target)
