"""The values of the arrays of rows, by the words that stand there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from aikit.core.records import Function
from aikit.functional.rules.data_type import finfo
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype
from pytest_aikit.numerics.ranges import MANTISSAS, binades, near_powers
from pytest_aikit.numerics.special_values import COUNT, between_special, ordinary_values, special_values


@dataclass(frozen=True)
class Place:
    """Where an array of a row stands: the function, the dtypes of its parameters, this one's, a number, and a seed.

    For another seed the values are others, or stand elsewhere.
    """

    function: Function
    by_name: Mapping[str, str] = field(hash=False)
    dtype: str
    number: int
    seed: int = 0

    @property
    def kind(self) -> str:
        return kind_of(self.dtype)

    def turned(self, *values: Any) -> np.ndarray:
        """Values in the dtype, which stand in other places for another seed."""
        return np.roll(np.array(values, dtype=numpy_dtype(self.dtype)), self.seed)

    def in_parts(self, values: np.ndarray) -> np.ndarray:
        """Real values in the dtype; in a complex one also as imaginary parts, in another order."""
        parts = values + 1j * np.roll(values, 1) if self.kind == "c" else values
        return parts.astype(numpy_dtype(self.dtype))


def _ordinary(place: Place) -> np.ndarray:
    return ordinary_values(place.dtype, 24, place.function.domain, place.number + 11 + 100 * place.seed)


def _special(place: Place) -> np.ndarray:
    return np.roll(special_values(place.dtype), place.seed)


def _edges(place: Place) -> np.ndarray:
    """Integers that overflow; ordinary floating values with infinities and a NaN in three of four rows."""
    if place.kind in "biu":
        return _special(place)
    values = ordinary_values(place.dtype, 24, None, place.number + 13 + 100 * place.seed).copy()
    values[[8, 14, 15, 20]] = np.inf, np.inf, -np.inf, np.nan
    return values


def _filling(place: Place) -> np.ndarray:
    """Integers that need all bits of their dtype; ordinary floating values."""
    # from the end, where the extremes are, for of a short array there are few
    return np.roll(_special(place)[::-1], place.number) if place.kind in "iu" else _ordinary(place)


def _near_one(place: Place) -> np.ndarray:
    """Factors whose product neither overflows nor vanishes; integers of which it overflows, which is defined."""
    if place.kind in "biu":
        return ordinary_values(place.dtype, 24, None, place.number + 100 * place.seed)
    values = np.random.default_rng(5 + place.seed).uniform(0.6, 1.6, 24) * np.where(np.arange(24) % 5, 1, -1)
    turns = np.exp(0.75j * np.arange(24)) if place.kind == "c" else 1
    return (values * turns).astype(numpy_dtype(place.dtype))


def _few(place: Place) -> np.ndarray:
    """A few values, most of them several times; of integers some that a narrower dtype, or a floating one, does not tell apart."""
    pool = ordinary_values(place.dtype, 7, None, 17)
    if place.kind in "iu":
        bits = pool.dtype.itemsize * 8
        great = 2 ** (bits - 2 if place.kind == "i" else bits - 1)
        pool = np.array([*map(int, pool[:4]), great + 1, great + 2, int(pool[0]) + 2 ** (bits // 2)], pool.dtype)
    return pool[np.random.default_rng(place.number + 3 + 100 * place.seed).integers(0, 7, 12)]


def _sorted(place: Place) -> np.ndarray:
    return np.sort(_few(place)[:8])


def _ascending(place: Place) -> np.ndarray:
    return np.sort(np.resize(_few(place), COUNT))


def _special_ascending(place: Place) -> np.ndarray:
    """Special values in order, NaN last, as NumPy has them but in bfloat16."""
    values = _special(place)
    return np.sort(values.astype(np.float64)).astype(values.dtype) if place.kind == "f" else np.sort(values)


def _order(place: Place) -> np.ndarray:
    """The permutation that sorts the first array, which is one of `few`."""
    first = replace(place, dtype=place.by_name[place.function.promote[0]], number=0)
    return np.argsort(_few(first), kind="stable").astype(place.dtype)


def _indices(place: Place) -> np.ndarray:
    return place.turned(2, 0, 1)


def _places(place: Place) -> np.ndarray:
    """Indices of three elements, from both ends where the dtype has a sign."""
    return place.turned(2, 0, 1) if place.kind == "u" else place.turned(2, -3, -1, 1)


def _low(place: Place) -> np.ndarray:
    return np.array([1 if place.kind == "u" else -1, 0, 2, 1], dtype=numpy_dtype(place.dtype))


def _high(place: Place) -> np.ndarray:
    return np.array([2, 3, 5, 100], dtype=numpy_dtype(place.dtype))


def _positive(place: Place) -> np.ndarray:
    """Numbers that are neither small nor large."""
    if place.kind in "biu":
        return place.turned(3, 1, 2, 7)
    return ordinary_values(place.dtype, 24, (0.25, 2), place.number + 19 + 100 * place.seed)


def _hundreds(place: Place) -> np.ndarray:
    """Numbers whose sum 16 bits do not hold where there are many."""
    return place.in_parts(place.turned(96, 100, 104, 99))


def _mask(place: Place) -> np.ndarray:
    """Whether attention is allowed, or what is added to a similarity: numbers that every dtype has. A row has nothing."""
    allowed = np.array([1, 1, 0, 1, 0, *[0] * 5, 1, 0, 1, 1, 1], bool)
    added = np.array([0, -1, 0.5, -2, 1.5, 0.25, 3, -0.5, 0, -4, 2, -1.5, -0.25, 1, 0])
    return allowed if place.kind == "b" else np.where(allowed, added, -np.inf).astype(numpy_dtype(place.dtype))


def _large(place: Place) -> np.ndarray:
    """Numbers of either sign whose squares leave the range of the dtype, as do those of differences of a few of one sign."""
    if place.kind not in "fc":
        return _ordinary(place)
    limits = finfo(place.dtype)
    return place.in_parts(np.linspace(-1, 1.25, 24) * np.sqrt(np.longdouble(limits.max)) * 16)


def _over_the_range(place: Place) -> np.ndarray:
    """A value of each binade, with special ones between them, or those about each power of two."""
    if place.kind != "f":
        return near_powers(place.dtype)
    return between_special(binades(place.dtype)[:: len(MANTISSAS)], special_values(place.dtype))


RECIPES: Mapping[str, Callable[[Place], np.ndarray]] = {
    "ordinary": _ordinary,
    "special": _special,
    # each time in another place, so that in the end each of them is in all places
    "special, turned": lambda place: np.concatenate([np.roll(_special(place), turn) for turn in range(COUNT)]),
    "castable": _special,
    "edges": _edges,
    "filling": _filling,
    "near one": _near_one,
    "few": _few,
    "sorted": _sorted,
    "ascending": _ascending,
    "special, ascending": _special_ascending,
    "order": _order,
    "indices": _indices,
    "places": _places,
    "indices beyond": lambda place: np.array([1, 2, 7], dtype=place.dtype),
    "low": _low,
    "high": _high,
    "probabilities": lambda place: (
        np.random.default_rng(place.number + 100 * place.seed).uniform(0.1, 0.9, 24)
        if place.kind == "f"
        else np.arange(24) % 3 == (1 + place.seed) % 3
    ).astype(numpy_dtype(place.dtype)),
    "positive": _positive,
    "nothing": lambda place: np.zeros(1, dtype=numpy_dtype(place.dtype)),
    "hundreds": _hundreds,
    # products that 16 bits round down at each step
    "growing": lambda place: np.array(
        [(1 + 2**-9) * (0.8 + 0.6j if place.kind == "c" else 1)], dtype=numpy_dtype(place.dtype)
    ),
    "over the range": _over_the_range,
    "whole": lambda place: np.array([1, 2, 1, 1], dtype=numpy_dtype(place.dtype)),
    "mask": _mask,
    "one NaN": lambda place: np.where(np.arange(24) == 4, np.nan, _ordinary(place)).astype(numpy_dtype(place.dtype)),
    "square overflows": _large,
    "small": lambda place: place.in_parts(np.array([0.125, 0.0625])),
}
