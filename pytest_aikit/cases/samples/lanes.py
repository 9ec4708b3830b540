"""The values of long arrays: along the axis whose length is tried an array is made of lanes, each of values of its own.

Nothing repeats after as many elements as a kernel takes at once, so that each element shows in the result, and what is
special stands at the end, too, where a loop over blocks leaves a remainder.
"""

from __future__ import annotations

import functools
import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from pytest_aikit.cases import literals
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of

_WRITTEN_OUT = 1000
"""The size of arrays up to which a failure shows the values; for longer ones it shows how they are made."""

Lane = Callable[[np.random.Generator, int, str], Any]


def in_lanes(values: str, shape: tuple[int, ...], along: int, dtype: str, seed: Sequence[int]) -> np.ndarray:
    """An array whose lanes along an axis are in turn those that `values` stands for; nobody may write to it."""
    make = _kept if math.prod(shape) <= _KEPT else _made
    return make(values, tuple(shape), along, dtype, tuple(seed))


def _made(values: str, shape: tuple[int, ...], along: int, dtype: str, seed: tuple[int, ...]) -> np.ndarray:
    kinds, length = LANES[values], shape[along]
    others = (*shape[:along], *shape[along + 1 :])
    result = np.empty((*others, length), numpy_dtype(dtype))
    for number, place in enumerate(np.ndindex(*others)):
        random = np.random.default_rng([*seed, zlib.crc32(values.encode()), length, number])
        # one lane by itself is another one for each length, and of a few not always the last are left out
        kind = kinds[(number + length) % len(kinds)]
        with np.errstate(all="ignore"):
            result[place] = np.asarray(kind(random, length, dtype)).astype(result.dtype)
    result = np.ascontiguousarray(np.moveaxis(result, -1, along))
    if result.size > _WRITTEN_OUT:
        literals.remember(result, f"in_lanes({values!r}, {shape}, {along}, {dtype!r}, {seed})")
    result.flags.writeable = False
    return result


_KEPT = 2048
"""The size of arrays up to which some are kept: many functions are called with the same ones."""
_kept = functools.lru_cache(maxsize=2048)(_made)


# ------------------------------------------------------------------------------------------------ numbers


def _between(low: float, high: float) -> Lane:
    """Real numbers, or complex ones whose parts are, between two; integers of all sizes; True for most bools."""

    def lane(random: np.random.Generator, length: int, dtype: str) -> Any:
        kind = kind_of(dtype)
        if kind == "b":
            return random.random(length) < 0.9
        if kind in "iu":
            limits = np.iinfo(dtype)
            return random.integers(limits.min, limits.max, length, dtype, endpoint=True)
        values = random.uniform(low, high, length)
        return values + 1j * random.uniform(low, high, length) if kind == "c" else values

    return lane


_positive = _between(0.25, 0.5)
"""Sums of these lose nothing by cancellation, so that the bound of their error is a bound of the relative error; and
16 bits hold that of 100,000, but not what each adds."""
_signed = _between(-0.5, 0.5)


def _not_finite(random: np.random.Generator, length: int, dtype: str) -> Any:
    """An infinity at the end, with its opposite or a NaN before it where there is room: which, the length tells."""
    values = _positive(random, length, dtype)
    if kind_of(dtype) in "fc":
        values[-1] = np.inf if length % 4 else -np.inf
        if length % 8 and (length % 2 == 0 or length > 100):
            values[length // 2] = -np.inf if length % 3 else np.nan
    return values


def _nan(random: np.random.Generator, length: int, dtype: str) -> Any:
    """A NaN before the last value, and no infinity."""
    values = _signed(random, length, dtype)
    if kind_of(dtype) in "fc":
        values[length // 2] = complex(np.nan, np.nan) if kind_of(dtype) == "c" else np.nan
    return values


def _near_one(random: np.random.Generator, length: int, dtype: str) -> Any:
    """Factors of which many have a product that is neither large nor small; odd integers, of which none is 0."""
    if kind_of(dtype) in "biu":
        return _positive(random, length, dtype) | np.ones((), dtype)
    # the logarithms add up to 2 or so
    values = np.exp(random.normal(0, min(0.4, 2 / np.sqrt(length)), length))
    if kind_of(dtype) == "c":
        return values * np.exp(2j * np.pi * random.random(length))
    return values * random.choice([-1, 1], length)


def _not_a_factor(random: np.random.Generator, length: int, dtype: str) -> Any:
    """A NaN, or an infinity of either sign among real ones, before the last factor: which, the length tells."""
    values = _near_one(random, length, dtype)
    if kind_of(dtype) in "fc":
        special = (np.nan, np.inf, -np.inf) if kind_of(dtype) == "f" else (complex(np.nan, np.nan),)
        values[length // 2] = special[length % len(special)]
    return values


def _chances(random: np.random.Generator, length: int, dtype: str) -> Any:
    return random.uniform(0.1, 0.9, length) if kind_of(dtype) in "fc" else random.random(length) < 0.5


# ------------------------------------------------------------------------------------------------ order


def _pool(dtype: str, special: bool) -> np.ndarray:
    """A few values; with `special` these are extreme, and among floating ones are NaN, infinities, and both zeros."""
    kind = kind_of(dtype)
    if kind == "b":
        return np.array([False, True])
    if kind in "iu":
        limits = np.iinfo(dtype)
        return np.array([limits.min, 0, 1, 2, 3, limits.max] if special else [0, 1, 2, 3, 5, 100], dtype)
    pool = [np.nan, 0.0, -0.0, 1.5, -2.0, np.inf, -np.inf] if special else [0.0, 1.0, 1.5, -2.0, 3.0, -0.5, 100.0]
    if kind != "c":
        return np.array(pool)
    return np.array([*pool, 1 - 2j, 1 + 2j, *([complex(1, np.nan), complex(np.nan, 1)] if special else [])])


def _of_few(special: bool) -> Lane:
    return lambda random, length, dtype: random.choice(_pool(dtype, special), length)


def _moved(random: np.random.Generator, length: int, dtype: str) -> Any:
    """Hardly two alike, and in between all that a copy may lose: NaN, infinities, zeros of both signs, the extremes."""
    special = random.random(length) < 1 / 8
    return np.where(special, _of_few(True)(random, length, dtype), _signed(random, length, dtype))


def _ascending(random: np.random.Generator, length: int, dtype: str) -> Any:
    """In order, with ties where there are more than a dtype has numbers between 0 and 50."""
    return np.sort(random.uniform(0, 50 if kind_of(dtype) != "b" else 2, length))


def _descending(random: np.random.Generator, length: int, dtype: str) -> Any:
    return _ascending(random, length, dtype)[::-1]


def _halves(random: np.random.Generator, length: int, dtype: str) -> Any:
    """Small multiples of a half, so that many are found among others; among the zeros are such of either sign."""
    halves = random.integers(0, 24, length) / 2
    return np.where((halves == 0) & (np.arange(length) % 2 == 0), -0.0, halves)


def _equal(random: np.random.Generator, length: int, dtype: str) -> Any:
    return np.ones(length)


def _infinite(random: np.random.Generator, length: int, dtype: str) -> Any:
    """Infinities of one sign alone, of which the extremes and their places are those of any equal numbers."""
    return np.full(length, np.inf if length % 2 else -np.inf) if kind_of(dtype) in "fc" else np.ones(length)


def _subnormal(random: np.random.Generator, length: int, dtype: str) -> Any:
    """Multiples of the least number, and zeros, with ties; what takes such numbers for zeros finds them all alike."""
    if kind_of(dtype) not in "fc":
        return _of_few(False)(random, length, dtype)
    least = float(ml_dtypes.finfo(numpy_dtype(real_of(dtype))).smallest_subnormal)
    values = random.integers(-100, 100, length, endpoint=True) * least
    return values + 1j * random.integers(-100, 100, length, endpoint=True) * least if kind_of(dtype) == "c" else values


def _from_both_ends(random: np.random.Generator, length: int, dtype: str) -> Any:
    """Each place once; every second one is counted from the end, where the dtype has a sign: the first of an even length."""
    places = np.arange(length)[::-1]
    return places if kind_of(dtype) == "u" else np.where((np.arange(length) + length) % 2, places, places - length)


def _flags(most: int, last: int) -> Lane:
    """All alike but for the last one."""
    return lambda random, length, dtype: np.where(np.arange(length) == length - 1, last, most)


# ------------------------------------------------------------------------------------------------ special values


def _holding(values: str, special: float, part: float | None) -> Lane:
    """Values with a special one so far through them, or in the place of each."""

    def held(random: np.random.Generator, length: int, dtype: str) -> Any:
        found = np.asarray(_HOLDING[values](random, length, dtype)).astype(numpy_dtype(dtype))
        if kind_of(dtype) in "fc":
            multiplied = kind_of(dtype) == "c" and values in _MULTIPLIED
            value = complex(np.nan, np.nan) if multiplied else special
            found[slice(None) if part is None else round(part * (length - 1))] = value
        return found

    return held


def _holding_all(values: str) -> Lane:
    """Values with NaN and both infinities at the beginning, in the middle and at the end."""

    def held(random: np.random.Generator, length: int, dtype: str) -> Any:
        found = np.asarray(_HOLDING[values](random, length, dtype)).astype(numpy_dtype(dtype))
        if kind_of(dtype) in "fc" and length > 9:
            multiplied = kind_of(dtype) == "c" and values in _MULTIPLIED
            for start in (0, length // 2, length - 3):
                found[start : start + 3] = complex(np.nan, np.nan) if multiplied else _SPECIAL
        return found

    return held


_SPECIAL = (np.nan, np.inf, -np.inf)
_PARTS = (0, 0.5, 1, None)

_HOLDING: Mapping[str, Lane] = {
    "terms": _signed,
    "terms and NaN": _signed,
    "factors": _near_one,
    "ties": _signed,
    "ties of normal numbers": _signed,
    "moved": _signed,
    "flags": _flags(0, 0),
}
"""What values are said to be, of which something is made that a special one shows in -> those among which it then stands."""

_MULTIPLIED = ("terms and NaN", "factors")
"""Of which complex infinities are left out: what they are multiplied with is left to the implementation by the standard."""

EACH_SPECIAL: Mapping[str, str] = {values: f"{values}, each special" for values in _HOLDING}
"""What values are said to be -> what they are said to be where each lane holds one special value."""
ALL_SPECIAL: Mapping[str, str] = {values: f"{values}, all special" for values in _HOLDING}
"""What values are said to be -> what they are said to be where each lane holds all of them."""

_TIES = (_of_few(True), _infinite, _signed, _of_few(False), _descending, _ascending, _equal)
"""Those that are not finite beside each other, for what looks for them in a whole array goes another way where there are none:
and as many that each length begins with another, which 8 do not with those around powers of 2."""

LANES: Mapping[str, tuple[Lane, ...]] = {
    "terms": (_positive, _signed, _not_finite),
    "terms and NaN": (_positive, _signed, _nan),
    "finite terms": (_positive, _signed),
    "factors": (_near_one, _not_a_factor),
    "chances": (_chances,),
    "ties": (*_TIES[:5], _subnormal, *_TIES[5:], _halves),
    "ties of normal numbers": _TIES,
    "moved": (_moved,),
    "in order": (lambda random, length, dtype: np.sort(_halves(random, length, dtype)),),
    "in reverse": (lambda random, length, dtype: np.sort(_halves(random, length, dtype))[::-1],),
    "halves": (_halves,),
    "places in reverse": (lambda random, length, dtype: np.arange(length)[::-1],),
    "places from both ends": (_from_both_ends,),
    "places of few": (lambda random, length, dtype: random.integers(0, 7, length),),
    "flags": (_flags(0, 1), _flags(1, 0), _flags(0, 0), _flags(1, 1)),
    **{
        name: tuple(_holding(values, special, part) for part in _PARTS for special in _SPECIAL)
        for values, name in EACH_SPECIAL.items()
    },
    **{name: (_holding_all(values),) for values, name in ALL_SPECIAL.items()},
}
"""What the values of an array of a row are said to be -> its lanes, each of a seeded generator, the length, the dtype."""
