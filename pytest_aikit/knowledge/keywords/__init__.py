"""What is known about the keywords of a function, by which every pair of their values is enumerated.

Most of it follows from the parameters; the modules here make the calls of functions whose arguments depend on each other.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pytest_aikit.knowledge.calls import ArraySpec, Row
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype
from pytest_aikit.numerics.special_values import ordinary_values, special_values

LENGTHS = (2, 3, 4, 5)
"""All lengths differ, so that a wrong axis shows; and for each number of dimensions there is one shape for all functions,
for which frameworks that compile do so once for what the functions share."""


class Dimensions(int):
    """A number of dimensions whose lengths are others than `LENGTHS`; what is made of it has these."""

    lengths: tuple[int, ...]

    def __new__(cls, lengths: tuple[int, ...]) -> Dimensions:
        made = super().__new__(cls, len(lengths))
        made.lengths = lengths
        return made


def shape_of(ndim: int) -> tuple[int, ...]:
    """The shape of that many dimensions."""
    if isinstance(ndim, Dimensions):
        return ndim.lengths
    return (4,) if ndim == 1 else LENGTHS[:ndim]


Values = Callable[[str, int], np.ndarray]
"""Of a dtype, and of a number by which the arrays of one call differ."""
_SIZE = 120
"""As many as the largest shape has, so that no slice is like another."""


def many(dtype: str, number: int) -> np.ndarray:
    """Ordinary values."""
    return ordinary_values(dtype, _SIZE, None, 23 + number)


def all_sorts(dtype: str, number: int) -> np.ndarray:
    """Special values first, ordinary ones after them."""
    special = special_values(dtype)
    return np.concatenate([special, ordinary_values(dtype, _SIZE - special.size, None, 23 + number)])


def not_finite_first(dtype: str, number: int) -> np.ndarray:
    """NaN and both infinities, of a complex number in either part, so that a short array has them; all sorts after them."""
    values = all_sorts(dtype, number)
    if kind_of(dtype) == "f":
        values[:4] = np.nan, np.inf, -np.inf, -0.0
    elif kind_of(dtype) == "c":
        values[:4] = complex(-np.inf, np.nan), complex(np.inf, -np.inf), complex(np.nan, np.inf), complex(2.5, -0.0)
    return values


def positive(dtype: str, number: int) -> np.ndarray:
    """Positive values that are neither small nor large."""
    if kind_of(dtype) in "biu":
        return np.abs(many(dtype, number).astype(np.int64)).astype(dtype)
    return ordinary_values(dtype, _SIZE, (0.25, 2), 29 + number)


def near_one(dtype: str, number: int) -> np.ndarray:
    """Factors whose products stay in range."""
    if kind_of(dtype) in "biu":
        return np.resize([1, 1, 2, 1, 3, 1, 1 if kind_of(dtype) == "u" else -1], _SIZE).astype(dtype)
    values = np.random.default_rng(5).uniform(0.6, 1.6, _SIZE) * np.where(np.arange(_SIZE) % 5, 1, -1)
    return values.astype(numpy_dtype(dtype))


def distinct(dtype: str, number: int) -> np.ndarray:
    """Whole numbers, no two of which are equal; bools."""
    found = np.random.default_rng(11).permutation(_SIZE)
    return (found % 2 if dtype == "bool" else found).astype(numpy_dtype(dtype))


def one_in_five(dtype: str, number: int) -> np.ndarray:
    """Zeros, and ones in every fifth place."""
    return (np.arange(_SIZE) % 5 == 3).astype(numpy_dtype(dtype))


def four_in_five(dtype: str, number: int) -> np.ndarray:
    """Ones, and zeros in every fifth place."""
    return (np.arange(_SIZE) % 5 != 3).astype(numpy_dtype(dtype))


def chances(dtype: str, number: int) -> np.ndarray:
    """Probabilities; bools and integers that are 0 or 1."""
    if kind_of(dtype) in "biu":
        return one_in_five(dtype, number)
    return np.random.default_rng(7 + number).uniform(0.1, 0.9, _SIZE).astype(numpy_dtype(dtype))


@dataclass(frozen=True)
class Made:
    """What makes the values of one of the arrays of a call."""

    values: Values
    number: int

    def __call__(self, dtype: str) -> np.ndarray:
        return self.values(dtype, self.number)


def array(
    shape: int | tuple[int, ...], values: str | Values = many, number: int = 0, dtype: str | None = None
) -> ArraySpec:
    """An array of a shape, or of that many dimensions."""
    made = values if isinstance(values, str) else Made(values, number)
    return ArraySpec(shape_of(shape) if isinstance(shape, int) else shape, made, dtype)


AXES = (0, 1, 2, 3, -1, -2, -3, -4)
SEVERAL = ((), (-1,), (0, 1), (1, 0), (0, -1), (-1, -2), (2, 0), (1, 3), (0, 1, 2), (-1, 0, -2), (3, 1, 0, -2))
"""Axes of either sign, in either order, next to each other or not."""


def fits(axis: Any, ndim: int) -> bool:
    """Whether an axis, axes or None name each at most one of that many dimensions."""
    if axis is None:
        return True
    named = (axis,) if isinstance(axis, int) else axis
    return all(-ndim <= one < ndim for one in named) and len({one % ndim for one in named}) == len(named)


def permutations() -> tuple[tuple[int, ...], ...]:
    """All orders of up to three axes, and some of four, counted from the front and from the back in turn."""
    found = [order for count in range(4) for order in itertools.permutations(range(count))]
    found += [(0, 1, 2, 3), (1, 0, 3, 2), (3, 2, 1, 0), (2, 3, 0, 1), (1, 2, 3, 0), (3, 0, 1, 2), (0, 2, 1, 3)]
    mixed = [tuple(axis - len(order) if axis % 2 else axis for axis in order) for order in found[2:]]
    return tuple(dict.fromkeys((*found, *mixed)))


@dataclass(frozen=True, kw_only=True)
class Keywords:
    """The calls of which some are made, so that every pair of values occurs in one.

    Attributes
    ----------
    values : argument -> the values that it has, where they do not follow from its parameter; what `call` makes arguments
        of may have another name. ``ndim``, of the arrays, is 0 to 4.
    made : the arguments that `call` makes of others.
    of : the values of the arrays.
    refused : whether the function takes no such call, from all values by name.
    as_default : keyword -> the values that mean what its default does.
    silent : the arguments that change nothing in such a call, from all values by name, so that it does not show them.
    kinds : of the dtypes in which they change a result. Where dtypes take turns, the calls are made in these.
    why_none : why none are made, and the calls of the record have to do.
    call : makes the call of them, None where the function takes none; the parameters by their names where it is left out.
    """

    values: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    made: tuple[str, ...] = ()
    of: str | Values = many
    refused: Callable[..., bool] = lambda **values: False
    as_default: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    silent: Callable[..., Collection[str]] = lambda **values: ()
    kinds: str = "biufc"
    why_none: str = ""
    call: Callable[..., Row | None] | None = None


PLAIN = Keywords()
