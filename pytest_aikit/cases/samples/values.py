"""The values of the arrays of elementwise functions.

The first call of a cell has all special values (for two arrays: all pairs of them) and ordinary ones beside them, few
enough for every check to make its calls with them. A second one goes over the whole range of the dtype: all values of 8
bits, for one array of 16 bits, too; of the wider dtypes every binade or power of two, and the critical points that the
record of the function names. Two arrays have the special and critical values in all pairs, and every binade beside itself,
beside others, and beside 1 and its neighbours.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases.samples.admitted import admissible
from pytest_aikit.knowledge.critical import limits
from pytest_aikit.model import Sample
from pytest_aikit.numerics.comparing import format_of
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of
from pytest_aikit.numerics.ranges import (
    MANTISSAS,
    beside,
    binades,
    complex_binades,
    every_value,
    near_powers,
    within_binades,
)
from pytest_aikit.numerics.special_values import COUNT, ORDINARY, between_special, ordinary_values, special_values

_FEW = 1000
"""Of so many values over the range each is paired with each special one."""
_TURNS = (0, 1, 101)
"""By how many places the values of the second array are turned against those of the first."""


def special_sample(function: Function, by_name: Mapping[str, str]) -> Sample:
    """The call with all special values, or all pairs of them, and ordinary ones after them."""
    arrays = []
    pairs = 0
    for place, (name, dtype) in enumerate(by_name.items()):
        special = special_values(dtype)
        if len(by_name) > 1 and name in function.promote:
            special = np.repeat(special, COUNT) if pairs == 0 else np.tile(special, COUNT)
            pairs += 1
        elif len(by_name) > 1:
            special = ordinary_values(dtype, COUNT * COUNT, None, place)
        ordinary = ordinary_values(dtype, ORDINARY, function.domain, place)
        arrays.append(np.concatenate([special, ordinary]))
    return Sample(tuple(admissible(function, by_name, arrays)), {}, "special values", "values")


def special_size(function: Function) -> int:
    """How many elements each array has of the call with all special values."""
    return (COUNT if len(function.array_parameters) == 1 else COUNT * COUNT) + ORDINARY


def over_the_range(function: Function, by_name: Mapping[str, str]) -> Iterator[Sample]:
    """The call with values over the whole range; none where the special values are all that there are."""
    dtype = by_name[function.promote[0] if function.promote else next(iter(by_name))]
    if kind_of(dtype) == "b":
        return
    members = [name for name in by_name if name in function.promote] or list(by_name)[:1]
    label, *given = _one(function, dtype) if len(members) == 1 else _two(function, dtype)
    arrays = []
    for place, (name, own) in enumerate(by_name.items()):
        is_member = name in members
        arrays.append(given[members.index(name)] if is_member else ordinary_values(own, given[0].size, None, place))
    yield Sample(tuple(admissible(function, by_name, arrays)), {}, label, "values")


def _one(function: Function, dtype: str) -> tuple[str, np.ndarray]:
    """What it is, and the values for a function of one array."""
    if kind_of(dtype) != "c" and numpy_dtype(dtype).itemsize <= 2:
        values = every_value(dtype)
        return EVERY_VALUE, between_special(values, special_values(dtype)) if kind_of(dtype) == "f" else values
    values = np.concatenate([_range(dtype), critical_values(function, dtype)])
    return _LABELS[kind_of(dtype)], between_special(values, special_values(dtype))


def _two(function: Function, dtype: str) -> tuple[str, np.ndarray, np.ndarray]:
    """What it is, and the values for a function of two arrays."""
    if numpy_dtype(dtype).itemsize == 1:
        return f"{EVERY_VALUE}, in pairs", *_pairs(every_value(dtype), every_value(dtype))
    special, critical = special_values(dtype), critical_values(function, dtype)
    wide = _range(dtype)
    if kind_of(dtype) == "f":
        special = np.concatenate([special, critical])
    else:
        of_all = _wide_range(dtype)
        critical = np.concatenate([critical, of_all]) if of_all.size <= _FEW else critical
    ones = [np.full(wide.shape, one, wide.dtype) for one in _about_one(dtype)]
    parts = [_pairs(special, special), *((wide, np.roll(wide, turn)) for turn in _TURNS)]
    parts += [pair for one in ones for pair in ((wide, one), (one, wide))]
    if kind_of(dtype) != "f":
        parts += [_pairs(critical, special), _pairs(special, critical)]
    pairs = _pairs(special_values(dtype), special_values(dtype))
    columns = zip(*parts, strict=True)
    first, second = (between_special(np.concatenate(arrays), own) for arrays, own in zip(columns, pairs, strict=True))
    return f"{_LABELS[kind_of(dtype)]}, in pairs", first, second


EVERY_VALUE = "every value"
_LABELS = {
    "i": "powers of two and their neighbours",
    "u": "powers of two and their neighbours",
    "f": "every binade and critical points",
    "c": "binades of each part and critical points",
}
OVER_THE_RANGE = frozenset(f"{one}{more}" for one in (EVERY_VALUE, *_LABELS.values()) for more in ("", ", in pairs"))
"""The labels of the calls with values over the whole range."""


def _about_one(dtype: str) -> tuple[Any, ...]:
    """One, and the numbers next to it, which a great exponent takes far from it."""
    if kind_of(dtype) != "f":
        return (1,)
    one = np.ones((), numpy_dtype(dtype))
    return (np.nextafter(one, 0 * one), one, np.nextafter(one, one + one))


def _pairs(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.repeat(first, second.size), np.tile(second, first.size)


def of_one_size(function: Function, by_name: Mapping[str, str]) -> Iterator[Sample]:
    """Calls of which each array has values of one size alone, for a kernel may look at the extremes before it computes.

    Of two arrays those of each size beside those of each; integers also of one binade, in the second.
    """
    members = [name for name in by_name if name in function.promote] or list(by_name)[:1]
    dtype = by_name[members[0]]
    if len(members) > 2 or kind_of(dtype) == "b":
        return
    count = special_size(function)
    sizes = _SIZES if kind_of(dtype) in "fc" else ("moderate", "large")
    for names in itertools.product(sizes, repeat=len(members)):
        arrays = [
            _sized(own, count, names[members.index(name)], place)
            if name in members
            else ordinary_values(own, count, None, place)
            for place, (name, own) in enumerate(by_name.items())
        ]
        label = f"{' and '.join(names)} values alone"
        yield Sample(tuple(admissible(function, by_name, arrays)), {}, label, "special")
    if len(by_name) == len(members) == 2 and kind_of(dtype) in "iu":
        first, own = _sized(dtype, count, "moderate", 0), by_name[members[1]]
        for low in (one for one in _BINADES if 2 * one - 1 <= np.iinfo(own).max):
            numbers = np.resize(np.arange(low, 2 * low, dtype=own), count)
            arrays = admissible(function, by_name, [first, numbers])
            yield Sample(tuple(arrays), {}, f"moderate values and those from {low} to {2 * low - 1} alone", "special")


_BINADES = 32, 64, 128
"""Where those of integers begin that are as many bits as one has, or powers, for which a loop may know so many steps."""


_SIZES = {"small": (-0.95, -0.4), "moderate": (-0.02, 0.02), "large": (0.4, 0.95)}
"""Where exponents lie, as parts of the greatest one."""


@functools.lru_cache(maxsize=64)
def _sized(dtype: str, count: int, size: str, place: int) -> np.ndarray:
    """So many values of a size, of both signs where there are any."""
    random = np.random.default_rng([97, place])
    kind, low_high = kind_of(dtype), _SIZES[size]
    if kind in "iu":
        limits = np.iinfo(dtype)
        low, high = (limits.min, limits.max) if size == "large" else (max(limits.min, -9), 9)
        found = random.integers(low, high, count, dtype, endpoint=True)
        return found if size != "large" else np.where(np.abs(found.astype(float)) > limits.max / 2, found, limits.max)
    exponent = np.frexp(format_of(real_of(dtype)).greatest)[1]
    low, high = (np.floor(exponent * part) for part in low_high)

    def part() -> np.ndarray:
        magnitude = np.ldexp(random.uniform(1, 2, count), random.integers(low, high, count, endpoint=True))
        return magnitude * random.choice([-1.0, 1.0], count)

    return (part() + 1j * part() if kind == "c" else part()).astype(numpy_dtype(dtype))


def few_of_the_range(dtype: str) -> np.ndarray:
    """Some values of every part of the range of a dtype, with all mantissas that are tried in turn."""
    if kind_of(dtype) == "b":
        return special_values(dtype)[:0]
    wide = _wide_range(dtype)
    step = max(1, wide.size // COUNT)
    return wide[:: step + (step % len(MANTISSAS) == 0)]


def _range(dtype: str) -> np.ndarray:
    """The whole range, with many values about 1 for formulae, of which each part has an error of its own."""
    wide = _wide_range(dtype)
    if kind_of(dtype) not in "fc" or numpy_dtype(dtype).itemsize == 2:
        return wide
    more = np.concatenate([wide, within_binades(dtype)])
    return more if kind_of(dtype) == "c" else np.unique(more)


def _wide_range(dtype: str) -> np.ndarray:
    kind = kind_of(dtype)
    return {"f": binades, "c": complex_binades}.get(kind, near_powers)(dtype)


@functools.lru_cache(maxsize=256)
def critical_values(function: Function, dtype: str) -> np.ndarray:
    """The values next to the critical points of a function; of a complex dtype, each part beside zeros and small numbers.

    The small numbers are the last digit of 1 and the middle one, whose square is about the last: next to a point where parts
    cancel, they are what is left. No part of a complex number is subnormal: the formulae overflow or vanish there in every
    framework.
    """
    known = knowledge.of(function)
    if kind_of(dtype) not in "fc":
        return special_values(dtype)[:0]
    own = real_of(dtype)
    found = [beside(points(format_of(own)), own) for points in (limits, *known.critical)]
    values = np.unique(np.concatenate(found))
    if kind_of(dtype) == "f":
        return values
    values = values[(np.abs(values) >= format_of(own).smallest_normal) | (values == 0)]
    digits = format_of(own).digits
    others = [0.0, -0.0, 2.0**-digits, -(2.0 ** -(digits // 2))]
    parts = [(values, other) for other in others] + [(other, values) for other in others]
    grid = np.empty((len(parts), values.size), numpy_dtype(dtype))
    for row, (real, imaginary) in zip(grid, parts, strict=True):
        row.real, row.imag = real, imaginary
    return grid.ravel()


def pool(function: Function, dtype: str, place: int = 0) -> np.ndarray:
    """Special, critical and ordinary values in one array, of which an array of any shape is made."""
    critical = critical_values(function, dtype)
    step = max(1, critical.size // COUNT)
    ordinary = ordinary_values(dtype, ORDINARY, function.domain, place + 7)
    return np.concatenate([special_values(dtype), ordinary, critical[::step]])


def in_shape(function: Function, by_name: Mapping[str, str], shapes: tuple[tuple[int, ...], ...]) -> list[np.ndarray]:
    """Ordinary arrays of these shapes, which the parameters have in turn."""
    arrays = []
    for place, dtype in enumerate(by_name.values()):
        shape = shapes[place % len(shapes)]
        arrays.append(shaped(ordinary_values(dtype, 24, function.domain, place + 7), shape))
    return arrays


def shaped(values: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """As many of the values as a shape takes, again and again, in memory of their own."""
    size, flat = math.prod(shape), values.reshape(-1)
    if size > flat.size:
        flat = np.concatenate([flat] * -(-size // flat.size))
    return flat[:size].copy().reshape(shape)
