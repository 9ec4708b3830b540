"""Wrong values: by a few ULP, and only somewhere."""

from __future__ import annotations

from random import Random
from typing import Any

import ml_dtypes
import numpy as np

import aikit
from aikit.core.arrays import ArrayBase
from aikit.core.records import Function
from pytest_aikit.cases import cells, oracle
from pytest_aikit.cases.gradients import variables
from pytest_aikit.cases.samples import alone
from pytest_aikit.cases.samples.sizes import rows_of_special
from pytest_aikit.model import Sample
from pytest_aikit.mutants.kinds._wrong import (
    beyond_the_bound,
    changed,
    drawn_dtype,
    has_floats,
    has_known_values,
    is_left_out,
    is_of_one_array,
    leading_array,
    left_out,
    passes_values_on,
    reads_values,
    result_on_host,
    takes_floats,
    wrong_where,
)
from pytest_aikit.mutants.kinds.results import each, mixed_pairs
from pytest_aikit.mutants.planting import Call, in_implementation, in_public
from pytest_aikit.mutants.records import Broken, Target, kind
from pytest_aikit.numerics.comparing import same_bits
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype


def _elementwise(target: Target) -> bool:
    return has_known_values(target) and target.function.elementwise


def _elementwise_of_floats(target: Target) -> bool:
    return _elementwise(target) and bool(target.of_kinds("f"))


@kind(
    "value-beyond-the-bound", "every number is off by a few ULP more than the bound", check="value", applies=has_floats
)
def _everywhere(target: Target, random: Random) -> Broken:
    return wrong_where(target, "every number is off by a few ULP more than the bound", lambda call, values, place: True)


@kind("value-of-one-dtype", "values are wrong for one dtype", check="value", applies=has_known_values)
def _one_dtype(target: Target, random: Random) -> Broken:
    dtype = drawn_dtype(target, random)
    return wrong_where(target, f"the values for {dtype} are wrong", lambda call, values, place: True, (dtype,))


@kind("value-of-one-element", "one element of each result is wrong", check="value", applies=has_known_values)
def _one_element(target: Target, random: Random) -> Broken:
    part = random.choice((0.0, 0.5, 1.0))

    def where(call: Call, values: np.ndarray, place: int) -> Any:
        return np.arange(values.size).reshape(values.shape) == round(part * (values.size - 1))

    return wrong_where(target, f"the element {part:.0%} through each result is wrong", where)


@kind(
    "value-in-one-binade",
    "values are wrong in one binade of an argument",
    check="value",
    applies=_elementwise_of_floats,
)
def _one_binade(target: Target, random: Random) -> Broken | None:
    dtype, name = drawn_dtype(target, random, "f"), random.choice(target.function.array_parameters)
    exponent = _binade(target, random, dtype, target.function.array_parameters.index(name))
    if exponent is None:
        return None
    sign, power = exponent

    def where(call: Call, values: np.ndarray, place: int) -> Any:
        x = leading_array(call, values, name)
        if x is None:
            return None
        x = sign * x.astype(np.float64)
        return (x >= 2.0**power) & (x < 2.0 ** (power + 1))

    said = f"values are wrong where {name} is in {'-' if sign < 0 else ''}[2^{power}, 2^{power + 1}), for {dtype}"
    return wrong_where(target, said, where, (dtype,))


def _binade(target: Target, random: Random, dtype: str, place: int) -> tuple[int, int] | None:
    """The sign and exponent of a binade in which the function has finite results of what is not left out."""
    limits = ml_dtypes.finfo(numpy_dtype(dtype))
    powers = np.arange(int(limits.minexp), int(limits.maxexp))
    signs, powers = np.repeat([1, -1], powers.size), np.tile(powers, 2)
    x = (signs * 1.5 * 2.0**powers).astype(numpy_dtype(dtype))
    count = len(target.function.array_parameters)
    if any(not target.function.parameters[name].required for name in target.function.array_parameters):
        return None
    arrays = [x if one == place else np.ones(x.shape, x.dtype) for one in range(count)]
    if any(not target.function.takes(name, dtype) for name in target.function.array_parameters):
        return None
    result = result_on_host(target, arrays)
    fits = np.isfinite(result.astype(np.complex128))
    fits &= ~left_out(target, dtype, *arrays)
    chosen = random.choice(np.flatnonzero(fits).tolist()) if fits.any() else None
    return None if chosen is None else (int(signs[chosen]), int(powers[chosen]))


@kind("value-of-negative-input", "values are wrong where an argument is negative", check="value", applies=_elementwise)
def _negative(target: Target, random: Random) -> Broken | None:
    dtypes = target.of_kinds("if")
    domain = target.function.domain
    if not dtypes or (domain is not None and domain[0] >= 0):
        return None
    dtype, name = random.choice(dtypes), target.function.array_parameters[0]

    def where(call: Call, values: np.ndarray, place: int) -> Any:
        x = leading_array(call, values, name)
        return None if x is None else x.astype(np.float64) < 0

    return wrong_where(target, f"values are wrong where {name} is negative, for {dtype}", where, (dtype,))


LONG = 1000


@kind("value-beyond-1000-elements", "values are wrong beyond 1,000 elements", check="value", applies=has_known_values)
def _long(target: Target, random: Random) -> Broken | None:
    if not target.function.array_parameters:
        return None
    if target.known.sizes and not any(one.kinds for one in target.known.sizes):
        return None  # its record says that it takes no long arrays

    def where(call: Call, values: np.ndarray, place: int) -> Any:
        if values.size > LONG:
            return np.arange(values.size).reshape(values.shape) >= LONG
        x = call.first()
        # a short result of a long array, as of a sum
        return True if x is not None and max(x.shape, default=0) > LONG else None

    return wrong_where(target, "values are wrong beyond the first 1,000 elements", where)


@kind(
    "value-of-the-remainder", "the last elements, which fill no vector, are wrong", check="value", applies=_elementwise
)
def _remainder(target: Target, random: Random) -> Broken:
    size = random.choice((4, 8, 16, 32))

    def where(call: Call, values: np.ndarray, place: int) -> Any:
        whole = values.size - values.size % size
        return None if not whole else np.arange(values.size).reshape(values.shape) >= whole

    return wrong_where(
        target, f"elements that fill no vector of {size} are wrong, where a whole one is before them", where
    )


@kind("value-of-a-long-reduction", "a result of many elements leaves out the last ones", check="value",
      applies=lambda target: has_known_values(target) and target.function.category == "statistical")  # fmt: skip
def _block(target: Target, random: Random) -> Broken:
    block = random.choice((16, 64, 128, 4096))

    def where(call: Call, values: np.ndarray, place: int) -> Any:
        x, axis = call.first(), call.arguments.get("axis")
        if x is None or not isinstance(axis, (int, type(None))):
            return None
        shape = tuple(x.shape)
        count = int(np.prod(shape)) if axis is None else shape[axis] if shape else 0
        return True if count > block and count % block else None

    return wrong_where(target, f"values of more than {block} elements, not a multiple of it, are wrong", where)


@kind("value-when-broadcast", "values are wrong where arrays of several shapes are broadcast", check="value",
      applies=lambda target: _elementwise(target) and len(target.function.promote) > 1)  # fmt: skip
def _broadcast(target: Target, random: Random) -> Broken:
    inner = random.choice((True, False))

    def where(call: Call, values: np.ndarray, place: int) -> Any:
        shapes = [tuple(one.shape) for one in call.arrays()]
        stretched = [shape for shape in shapes if shape != values.shape and shape]
        # along an axis of length 1, or along one that is not there
        fits = [shape for shape in stretched if (len(shape) == values.ndim) is inner]
        return True if fits else None

    how = "along an axis of length 1" if inner else "along an axis that it lacks"
    return wrong_where(target, f"values are wrong where an array is broadcast {how}", where)


@kind("value-of-a-scalar", "values are wrong where a Python scalar stands for an array", check="value",
      applies=lambda target: has_known_values(target) and any(
          target.function.parameters[name].scalars for name in target.function.promote))  # fmt: skip
def _scalar(target: Target, random: Random) -> Broken:
    def broken(call: Any) -> Any:
        result = call.result()
        given = any(type(one) in (bool, int, float, complex) for one in call.promoted)
        if not call.is_plain or not given:
            return result
        call.differs()
        return turned_each(result)

    return Broken("values are wrong where a Python number stands for an array", in_public(target, broken))


def turned_each(result: Any) -> Any:
    """The result with each Array in it `turned`; what has no elements or no values as it is."""

    def one(array: Any) -> Any:
        if not isinstance(array, ArrayBase) or 0 in array.shape or array._backend.is_traced(array._data):
            return array
        return turned(array)

    return each(result, one)


def turned(result: Any) -> Any:
    """The Array with the sign, or the truth, of each element turned, and zeros made 1."""
    values = np.array(aikit.to_numpy(result))
    values = ~values if values.dtype == bool else np.where(values == 0, values.dtype.type(1), -values)
    xp = aikit.get_backend(result.backend)
    return xp.asarray(values.astype(numpy_dtype(str(result.dtype))), dtype=result.dtype, device=result.device)


@kind("value-of-mixed-dtypes", "values are wrong for one pair of dtypes that differ", check="value",
      applies=lambda target: has_known_values(target) and len(target.function.promote) > 1 and len(target.dtypes) > 1)  # fmt: skip
def _mixed(target: Target, random: Random) -> Broken | None:
    pairs = mixed_pairs(target)
    if not pairs:
        return None
    one, two = random.choice(pairs)

    def broken(call: Any) -> Any:
        result = call.result()
        dtypes = {str(one.dtype) for one in call.promoted if isinstance(one, ArrayBase)}
        if not call.is_plain or dtypes != {one, two}:
            return result
        call.differs()
        return turned_each(result)

    return Broken(f"values of {one} with {two} are wrong", in_public(target, broken), dtypes=(one, two))


# ------------------------------------------------------------------------------------------------ special values


@kind("sign-of-zero", "one of the zeros loses its sign", check="value",
      applies=lambda target: has_floats(target) and target.known.sign_of_zero != "open"
      and (target.function.elementwise or target.known.bounds.exact) and takes_floats(target)
      and bool(target.of_kinds("f")))  # fmt: skip
def _zero(target: Target, random: Random) -> Broken | None:
    dtype, negative = drawn_dtype(target, random, "f"), random.choice((True, False))
    if target.function.elementwise:
        signs = [one for one in (True, False) if _has_zero(target, dtype, one)]
        if not signs:
            return None
        negative = random.choice(signs)

    def change(call: Call, values: np.ndarray, place: int) -> Any:
        if values.dtype.kind not in "fV":
            return None
        turned = (values == 0) & (np.signbit(values) == negative)
        return np.where(turned, -values, values)

    return changed(
        target, f"{'-0' if negative else '+0'} becomes {'+0' if negative else '-0'}, for {dtype}", change, (dtype,)
    )


def _has_zero(target: Target, dtype: str, negative: bool) -> bool:
    """Whether the function has results that are exactly this zero, by the reference, at numbers that all have."""
    from pytest_aikit.cases import oracle
    from pytest_aikit.model import Sample

    names = target.function.array_parameters
    if not all(target.function.takes(name, dtype) for name in names):
        return False
    numbers = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, np.inf, -np.inf], numpy_dtype(dtype))
    grid = np.meshgrid(*[numbers] * len(names), indexing="ij")
    kept = ~left_out(target, dtype, *grid)
    exact = oracle.judged(target.function, Sample(tuple(one[kept] for one in grid))).exact
    if exact is None or exact.dtype.kind != "f":
        return False
    return bool(np.any((exact == 0) & (np.signbit(exact) == negative)))


@kind("nan-dropped", "NaN in the result becomes 0", check="value",
      applies=lambda target: has_floats(target) and takes_floats(target) and passes_values_on(target))  # fmt: skip
def _nan(target: Target, random: Random) -> Broken | None:
    dtype = drawn_dtype(target, random, "fc")
    if is_left_out(target, complex(np.nan, 1) if kind_of(dtype) == "c" else np.nan, dtype):
        return None
    if target.function.elementwise and is_of_one_array(target, {}) and not _has_nan(target, dtype):
        return None

    def change(call: Call, values: np.ndarray, place: int) -> Any:
        if values.dtype.kind not in "fcV":
            return None
        return np.where(values != values, np.zeros((), values.dtype), values)

    return changed(target, f"NaN becomes 0, for {dtype}", change, (dtype,))


def _has_nan(target: Target, dtype: str) -> bool:
    """Whether an elementwise function of one array has NaN among its results."""
    found = result_on_host(target, [np.array([np.nan, np.inf, -np.inf, 0.0, -2.0], numpy_dtype(dtype))])
    return bool((found != found).any())


@kind("nan-of-input-ignored", "a NaN among the arguments is taken for 0", check="value",
      applies=lambda target: takes_floats(target) and passes_values_on(target))  # fmt: skip
def _nan_of_input(target: Target, random: Random) -> Broken | None:
    dtype = drawn_dtype(target, random, "fc")
    if is_left_out(target, complex(np.nan, 1) if kind_of(dtype) == "c" else np.nan, dtype):
        return None

    if _takes_for_zero(target, np.nan, dtype):
        return None

    def broken(call: Call) -> Any:
        name = next(name for name in target.function.array_parameters if target.function.takes(name, dtype))
        given = call.arguments[name]
        if call.is_traced:
            return call.result()
        several = isinstance(given, (list, tuple))
        without = [_without_nan(call, one, dtype) for one in (given if several else [given])]
        return call.with_arguments(**{name: type(given)(without) if several else without[0]})

    return Broken(
        f"NaN in the first array is taken for 0, for {dtype}", in_implementation(target, broken), dtypes=(dtype,)
    )


def _takes_for_zero(target: Target, special: float, dtype: str) -> bool:
    """Whether an elementwise function of one array gives for a special value what it gives for 0."""
    if not (target.function.elementwise and is_of_one_array(target, {})):
        return False
    first, zero = (result_on_host(target, [np.array([x], numpy_dtype(dtype))]) for x in (special, 0))
    return same_bits(first, zero)


def _without_nan(call: Call, native: Any, dtype: str) -> Any:
    """An array with zeros in the place of NaN, if it is of the dtype."""
    if not call.is_array(native) or call.dtype_of(native) != dtype:
        return native
    values = call.host(native)
    if not (values != values).any():
        return native
    call.differs()
    return call.native(np.where(values != values, np.zeros((), values.dtype), values), native)


@kind("special-value-of-a-long-array", "a NaN or an infinity in some part of a long array is taken for 0", check="value",
      applies=lambda target: takes_floats(target) and passes_values_on(target)
      and (target.function.elementwise or bool(rows_of_special(target.function))))  # fmt: skip
def _special_of_long(target: Target, random: Random) -> Broken | None:
    dtype = drawn_dtype(target, random, "f" if target.of_kinds("f") else "c")
    part, special = random.choice((0, 1, 2)), random.choice((np.nan, np.inf, -np.inf))
    if is_left_out(target, special, dtype) or _takes_for_zero(target, special, dtype):
        return None

    def broken(call: Call) -> Any:
        name = next(name for name in target.function.array_parameters if target.function.takes(name, dtype))
        given = call.arguments[name]
        if call.is_traced:
            return call.result()
        several = isinstance(given, (list, tuple))
        changed = [_without_special(call, one, dtype, part, special) for one in (given if several else [given])]
        return call.with_arguments(**{name: type(given)(changed) if several else changed[0]})

    where = ("first", "second", "last")[part]
    said = f"{special} in the {where} third of an array of more than {LONG:,} elements is taken for 0, for {dtype}"
    return Broken(said, in_implementation(target, broken), dtypes=(dtype,))


def _without_special(call: Call, native: Any, dtype: str, part: int, special: float) -> Any:
    """An array with zeros in the place of a special value in a third of its longest axis, if that is long."""
    if not call.is_array(native) or call.dtype_of(native) != dtype or max(native.shape, default=0) <= LONG:
        return native
    values = call.host(native)
    along = int(np.argmax(values.shape))
    places = np.moveaxis(np.zeros(values.shape, bool), along, 0)
    length = len(places)
    places[length * part // 3 : length * (part + 1) // 3] = True
    lost = np.moveaxis(places, 0, along) & ((values != values) if special != special else values == special)
    if not lost.any():
        return native
    call.differs()
    return call.native(np.where(lost, np.zeros((), values.dtype), values), native)


@kind("special-value-of-an-argument", "a NaN or an infinity in one of the arguments is taken for 0", check="value",
      applies=lambda target: bool(target.of_kinds("f")) and all(_alone(target.function, dtype) for dtype in target.of_kinds("f")))  # fmt: skip
def _special_of_argument(target: Target, random: Random) -> Broken | None:
    # where each shape costs, one dtype alone has this call
    each = [_alone(target.function, dtype) for dtype in target.of_kinds("f")]
    place = random.randrange(min(map(len, each)))
    special, name = alone.told(each[0][place])

    def is_lost(values: np.ndarray) -> Any:
        return (values != values) if special != special else values == special

    def without(values: np.ndarray) -> np.ndarray:
        return np.where(is_lost(values), np.zeros((), values.dtype), values)

    for sample in (one[place] for one in each):
        if _are_alike(_gives(target.function, sample), _gives(target.function, variables.mapped(sample, without))):
            return None

    def broken(call: Call) -> Any:
        given = call.arguments[name]
        if call.is_traced:
            return call.result()

        def changed(one: Any) -> Any:
            if not call.is_array(one) or kind_of(call.dtype_of(one)) != "f" or not is_lost(call.host(one)).any():
                return one
            call.differs()
            return call.native(without(call.host(one)), one)

        several = isinstance(given, (list, tuple))
        return call.with_arguments(**{name: type(given)(map(changed, given)) if several else changed(given)})

    return Broken(f"{special} in `{name}` is taken for 0", in_implementation(target, broken))


def _alone(function: Function, dtype: str) -> tuple[Sample, ...]:
    """The calls with one special value alone in an argument."""
    tuples = cells.tuples(function, dtype, (dtype,), False) if function.array_parameters else ()
    found = (alone.of_all_arguments(function, dtypes, "cpu") for dtypes, accepted in tuples if accepted)
    return next(filter(None, found), ())


def _gives(function: Function, sample: Sample) -> list[np.ndarray]:
    """What a call must give."""
    found = oracle.expected(function, sample)
    return [one.exact for one in (found if isinstance(found, tuple) else (found,))]


def _are_alike(some: list[np.ndarray], others: list[np.ndarray]) -> bool:
    """Whether results are the same but for what the bounds of a narrow dtype may allow."""
    return all(
        a.shape == b.shape and np.allclose(a.astype(complex), b.astype(complex), rtol=0.25, equal_nan=True)
        for a, b in zip(some, others, strict=True)
    )


@kind("infinity-clipped", "an infinity in the result becomes the largest number", check="value",
      applies=lambda target: has_floats(target) and takes_floats(target) and passes_values_on(target)
      and bool(target.of_kinds("f")))  # fmt: skip
def _infinity(target: Target, random: Random) -> Broken | None:
    dtype, negative = drawn_dtype(target, random, "f"), random.choice((True, False))
    of = _has_infinity if target.function.elementwise else _has_infinity_of_one
    signs = [one for one in (True, False) if of(target, dtype, one)]
    if not signs:
        return None
    negative = random.choice(signs)

    def change(call: Call, values: np.ndarray, place: int) -> Any:
        if values.dtype.kind not in "fV":
            return None
        largest = ml_dtypes.finfo(values.dtype).max
        clipped = np.isinf(values) & (np.signbit(values) == negative)
        return np.where(clipped, -largest if negative else largest, values).astype(values.dtype)

    return changed(target, f"{'-inf' if negative else 'inf'} becomes the largest number, for {dtype}", change, (dtype,))


def _has_infinity(target: Target, dtype: str, negative: bool) -> bool:
    """Whether the function has this infinity among its results, of infinities and of poles; overflow is near enough."""
    names = target.function.array_parameters
    if not all(target.function.takes(name, dtype) and target.function.parameters[name].required for name in names):
        return False
    numbers = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 2.0, np.inf, -np.inf], numpy_dtype(dtype))
    grid = [one.ravel() for one in np.meshgrid(*[numbers] * len(names), indexing="ij")]
    kept = ~left_out(target, dtype, *grid)
    grid = [one[kept] for one in grid]
    result = result_on_host(target, grid)
    return bool(np.any(np.isinf(result) & (np.signbit(result) == negative))) if result.dtype.kind in "fV" else False


def _has_infinity_of_one(target: Target, dtype: str, negative: bool) -> bool:
    """Whether a function of one array has this infinity where all elements have it; so it is taken to be of others."""
    if not is_of_one_array(target, {}):
        return True
    x = np.full(3, -np.inf if negative else np.inf, numpy_dtype(dtype))
    try:
        found = result_on_host(target, [x])
    except Exception:
        return True
    return bool(np.any(np.isinf(found) & (np.signbit(found) == negative)))


# ------------------------------------------------------------------------------------------------ accumulation


@kind("narrow-accumulation", "16-bit floats are added up in 16 bits", check="value",
      applies=lambda target: has_known_values(target) and target.function.category == "statistical"
      and target.function.result in ("accumulation", "float")
      and not {"float16", "bfloat16"}.isdisjoint(target.dtypes))  # fmt: skip
def _narrow(target: Target, random: Random) -> Broken:
    dtype = random.choice([one for one in target.dtypes if one in ("float16", "bfloat16")])
    multiplies = float(result_on_host(target, [np.array([2, 3], numpy_dtype(dtype))]).ravel()[-1]) == 6
    spreads = float(result_on_host(target, [np.array([7, 7], numpy_dtype(dtype))]).ravel()[-1]) == 0

    def broken(call: Call) -> Any:
        x = call.first()
        if call.is_traced or call.dtype != dtype or x is None or call.arguments.get("dtype") is not None:
            return call.result()
        if call.arguments.get("exclusive") or call.arguments.get("reverse"):
            return call.result()
        values, axis = call.host(x), call.arguments.get("axis")
        if spreads:
            values = ((values.astype(float) - values.astype(float).mean()) ** 2).astype(values.dtype)
        runs = not {"include_initial", "exclusive"}.isdisjoint(call.arguments)
        ratio = _lost(values, axis, np.multiply if multiplies else np.add, runs)

        def change(found: np.ndarray, place: int) -> Any:
            if ratio is None or ratio.size != found.size:
                return None
            return (found.astype(np.float64) * ratio.reshape(found.shape)).astype(found.dtype)

        return call.changed(call.result(), change)

    return Broken(f"{dtype} is accumulated in {dtype}", in_implementation(target, broken), dtypes=(dtype,))


def _lost(values: np.ndarray, axis: Any, ufunc: np.ufunc, runs: bool) -> np.ndarray | None:
    """What part of it is left of an accumulation that is rounded at each step; of each step where it `runs`."""
    axes = tuple(range(values.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = tuple(one % values.ndim for one in axes)
    if not axes or not values.size:
        return None
    kept = [one for one in range(values.ndim) if one not in axes]
    rows = np.transpose(values, (*axes, *kept)).reshape(-1, *(values.shape[one] for one in kept))
    with np.errstate(all="ignore"):
        steps = [rows[0]]
        for row in rows[1:]:
            steps.append(ufunc(steps[-1], row))
        exact = ufunc.accumulate(rows.astype(np.float64), axis=0)
        ratio = np.asarray(np.stack(steps), np.float64) / exact
    ratio = np.where(np.isfinite(ratio), ratio, 1.0)
    return np.moveaxis(ratio, 0, axes[0]) if runs else ratio[-1]


# ------------------------------------------------------------------------------------------------ from call to call


@kind(
    "non-determinism", "every second call gives other values", check=("native_input", "value"), applies=has_known_values
)
def _non_deterministic(target: Target, random: Random) -> Broken:
    count = [0]

    def broken(call: Call) -> Any:
        count[0] += 1
        result = call.result()
        if count[0] % 2 or call.is_traced:
            return result
        return call.changed(
            result, lambda values, place: beyond_the_bound(call, values, place) if values.size else None
        )

    return Broken("every second call gives other values", in_implementation(target, broken))


@kind("stale-state", "a call with the shapes and dtypes of the one before gives the result of that one", check="value",
      applies=lambda target: has_known_values(target) and reads_values(target))  # fmt: skip
def _stale(target: Target, random: Random) -> Broken:
    kept: dict[Any, Any] = {}

    def broken(call: Call) -> Any:
        if call.is_traced:
            return call.result()
        arrays = call.arrays()
        others = [
            repr(value)
            for value in call.arguments.values()
            if not call.is_array(value) and not isinstance(value, (list, tuple))
        ]
        key = (tuple((tuple(one.shape), call.dtype_of(one), str(call.backend.dev(one))) for one in arrays), *others)
        before, result = kept.get(key), call.result()
        kept[key] = each(result, lambda one: call.native(call.host(one), one) if call.is_array(one) else one)
        if before is None:
            return result
        call.differs()
        return before

    return Broken(
        "a call with the same shapes, dtypes and keywords as one before gives the result of the last of these",
        in_implementation(target, broken),
    )


@kind("stale-identity", "the result for one object is kept and given again once that has changed", check=("aliasing", "value"),
      applies=lambda target: has_known_values(target) and target.is_mutable and takes_floats(target)
      # what is written to while a view of it is there is another array
      and target.function.returns == "array" and target.function.backend_rule == "arguments"
      and not target.function.view)  # fmt: skip
def _stale_identity(target: Target, random: Random) -> Broken | None:
    array = aikit.get_backend(target.backend).ones(1)
    before = id(array.data)
    array[0] = 2
    if id(array.data) != before:
        return None  # nobody writes to native arrays, so that another one has another content
    kept: list[Any] = [None, None, None]
    copied = target.module.copy_array  # which may be what is broken

    def broken(call: Call) -> Any:
        first = call.first()
        if call.is_traced or first is None:
            return call.result()
        # not the array itself: that it is held elsewhere would let a write to it make another one
        held = (value for value in call.arguments.values() if not isinstance(value, (list, tuple)))
        known = id(first), *(repr(value) for value in held if not call.is_array(value))
        if kept[0] == known:
            call.differs()
            return call.native(kept[1], first, kept[2])
        result = call.result()
        if call.is_array(result):
            # of a copy: what the host looked at, as an argument that is returned, is copied when it is written to
            kept[:] = known, call.host(copied(result)), call.dtype_of(result)
        return result

    return Broken(
        "a second call with the same native array gives the result of the first, whatever is in it by now",
        in_implementation(target, broken),
    )


# ------------------------------------------------------------------------------------------------ ties


@kind("order-of-ties", "of equal elements another comes first than is promised", check="value",
      applies=lambda target: has_known_values(target) and target.function.result == "index"
      and {"axis"} <= target.function.parameters.keys() and target.function.returns == "array"
      and ("stable" in target.function.parameters or target.known.selects != ""
           or "keepdims" in target.function.parameters))  # fmt: skip
def _ties(target: Target, random: Random) -> Broken | None:
    sorts = "stable" in target.function.parameters
    probe = np.array([2, 1, 1, 2], np.int32)
    if not target.function.takes(target.function.array_parameters[0], "int32"):
        return None
    ordered = result_on_host(target, [probe])
    if sorts and ordered.tolist() != [1, 2, 0, 3]:
        return None
    if not sorts and ordered.tolist() not in (0, 1):
        return None  # it names no element

    def change(call: Call, found: np.ndarray, place: int) -> Any:
        x, axis = call.host(call.first()), call.arguments["axis"]
        if sorts:
            return _with_tiesturned(x, found, axis) if call.arguments["stable"] else None
        return _last_of_equal(x, found, axis, bool(call.arguments.get("keepdims")))

    return changed(target, "of equal elements the last comes first", change)


def _with_tiesturned(x: np.ndarray, order: np.ndarray, axis: int) -> np.ndarray:
    if not x.ndim or not x.size:
        return order
    order, rows = np.moveaxis(order, axis, -1).copy(), np.moveaxis(x, axis, -1)
    for place in np.ndindex(order.shape[:-1]):
        values, line = rows[place][order[place]], order[place]
        start = 0
        for end in range(1, line.size + 1):
            if end == line.size or values[end] != values[start]:
                line[start:end] = line[start:end][::-1].copy()
                start = end
    return np.moveaxis(order, -1, axis)


def _last_of_equal(x: np.ndarray, found: np.ndarray, axis: Any, keepdims: bool) -> Any:
    if not x.ndim or not x.size:
        return None
    rows = x.reshape(1, -1) if axis is None else np.moveaxis(x, axis, -1)
    rows = rows.reshape(-1, rows.shape[-1])
    flat = found.ravel()
    if flat.size != len(rows):
        return None
    last = [int(np.flatnonzero(row == row[int(place)])[-1]) if row[int(place)] == row[int(place)] else int(place)
            for row, place in zip(rows, flat, strict=True)]  # fmt: skip
    return np.array(last, found.dtype).reshape(found.shape)
