"""Random numbers: what is known of them is where they lie, and how they are distributed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aikit.exceptions import (
    AikitAxisError,
    AikitBroadcastShapeError,
    AikitOverflowError,
    AikitTypeError,
    AikitValueError,
)
from pytest_aikit.knowledge.calls import (
    CELL_DEVICE,
    CELL_DTYPE,
    CUBE,
    EMPTY,
    POINT,
    ArraySpec,
    N,
    X,
    all_dtypes,
    bad,
    row,
    wrong_values,
)
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords import random as keywords
from pytest_aikit.knowledge.records import Gradient, know
from pytest_aikit.knowledge.reference import random as judges
from pytest_aikit.numerics.comparing import format_of
from pytest_aikit.numerics.promotion import kind_of

MADE: dict[str, Any] = {"dtype": CELL_DTYPE}
MANY = (50, 1000)
"""So many that a fault of one part in fifty of a distribution shows."""


def _shape(shape: Any, *parameters: Any) -> np.ndarray:
    """Zeros of the shape of a draw: what a reference says of it."""
    if shape is None:
        shape = np.broadcast_shapes(*map(np.shape, parameters))
    return np.zeros(shape)


def _spaced(start: float, stop: float, count: int) -> Callable[[str], np.ndarray]:
    return lambda dtype: np.linspace(start, stop, count)


def _greatest(sign: int) -> Callable[[str], np.ndarray]:
    """The numbers of the largest magnitude of a dtype, of one sign."""
    return lambda dtype: np.full(1, sign * format_of(dtype if kind_of(dtype) == "f" else "float64").greatest)


_WIDEST = tuple(
    row(low=-format_of(dtype).greatest, high=format_of(dtype).greatest, shape=MANY, dtype=dtype, seed=9, label="widest")
    for dtype in ("float16", "bfloat16", "float32", "float64")
)
"""From the least number of each dtype to its greatest, which are further apart than there are numbers."""


COLUMN, ROW = ArraySpec((3, 1), _spaced(-2, 0.5, 3)), ArraySpec((1, 4), _spaced(4, 1, 4))
LONG_COLUMN, LONG_ROW = ArraySpec((200, 1), _spaced(-2, 0.5, 200)), ArraySpec((1, 250), _spaced(1, 4, 250))
# so far from a power of two that what is moved a little is no less exact
MANY_LOW, MANY_HIGH = ArraySpec((3000,), _spaced(-1.75, -1.25, 3000)), ArraySpec((3000,), _spaced(1.25, 1.75, 3000))
BAD_SHAPES = (
    bad(AikitValueError, "negative length", shape=(2, -1), seed=1, words=("shape=(2, -1)",)),
    bad(AikitValueError, "too many elements", shape=(2**40, 2**40), seed=1),
)

know(
    "random_uniform",
    reference=lambda *, low, high, shape, **rest: _shape(shape, low, high),
    judge=judges.uniform,
    of_floats=True,
    gradient=Gradient(in_place=True, long=(row(low=MANY_LOW, high=MANY_HIGH, **MADE, seed=4, label="many"),)),
    keywords=Keywords(
        values={
            "low": (0.0, -1, "column", "0-d"),
            "high": (1.0, 2.5, "row", "0-d"),
            "shape": (None, 4, (2, 0), [3, 4]),
            "seed": (0, -7, 2**70),
        },
        call=keywords.of_two("low", "high"),
    ),
    sizes=(row(shape=(N,), **MADE, seed=4, label="vector"), row(low=-3, high=5, shape=(2, N), **MADE, seed=5)),
    calls=(
        *all_dtypes(
            row(low=COLUMN, high=ROW, **MADE, seed=1),
            row(shape=MANY, **MADE, seed=2),
            row(low=-2.5, high=0.5, shape=MANY, **MADE, seed=3),
            row(low=LONG_COLUMN, high=LONG_ROW, **MADE, seed=4),
            row(low=ArraySpec((1,), _greatest(-1)), high=3, **MADE, seed=9, label="wide interval"),
        ),
        row(low=ArraySpec((2, 1000), _spaced(0.75, 0, 2000)), seed=5, label="dtype of an array"),
        row(low=ArraySpec((2, 3), _spaced(-1, 1.5, 6)), high=ArraySpec((2, 3), _spaced(-1, 1.5, 6)), **MADE, seed=6),
        row(
            low=ArraySpec((2, 3), _spaced(0.5, -1, 6)),
            high=ArraySpec((2, 3), _spaced(4, 2, 6)),
            **MADE,
            seed=9,
            label="one shape",
        ),
        *_WIDEST,
        row(low=1.0, high=1.0, shape=(30,), seed=6, label="no interval"),
        row(seed=7, label="0-d"),
        row(shape=1000, seed=2**200, label="long seed"),
        row(shape=(0, 3), seed=8, label="size 0"),
        row(low=0, high=3, shape=(30,), device=CELL_DEVICE, seed=-1),
    ),
    bad=(
        *BAD_SHAPES,
        bad(AikitValueError, "low above high", low=2.0, high=1.0, seed=1, words=("low=2.0", "high=1.0")),
        bad(AikitValueError, "an end that is not finite", high=float("inf"), seed=1, words=("high=inf",)),
        bad(AikitValueError, "an end that is NaN", low=float("nan"), seed=1, words=("low=nan",)),
        wrong_values(
            AikitValueError,
            "NaN in an array",
            low=ArraySpec((2,), lambda dtype: np.array([0, np.nan])),
            high=1.0,
            seed=1,
            words=("low=nan",),
        ),
        wrong_values(AikitValueError, "low array above high", low=COLUMN, high=0.0, seed=1, words=("high=0.0",)),
        bad(AikitBroadcastShapeError, "another shape", low=COLUMN, shape=(3, 2), seed=1, words=("shape=(3, 2)",)),
        bad(AikitBroadcastShapeError, "arrays", low=ArraySpec((3,)), high=ArraySpec((2,)), seed=1),
        bad(AikitTypeError, "integer dtype", shape=3, dtype="int32", seed=1),
        bad(AikitTypeError, "seed", shape=3, seed=1.5, words=("seed=1.5",)),
    ),
)

know(
    "random_normal",
    reference=lambda *, mean, std, shape, **rest: _shape(shape, mean, std),
    judge=judges.normal,
    of_floats=True,
    gradient=Gradient(in_place=True, long=(row(mean=MANY_LOW, std=MANY_HIGH, **MADE, seed=4, label="many"),)),
    keywords=Keywords(
        values={
            "mean": (0.0, -1, "column", "0-d"),
            "std": (1.0, 2.5, 0, "row", "0-d"),
            "shape": (None, 4, (2, 0), [3, 4]),
            "seed": (0, -7, 2**70),
        },
        call=keywords.of_two("mean", "std"),
    ),
    sizes=(row(shape=(N,), **MADE, seed=4, label="vector"), row(mean=-3, std=0.5, shape=(2, N), **MADE, seed=5)),
    calls=(
        *all_dtypes(
            row(mean=COLUMN, std=ROW, **MADE, seed=1),
            row(shape=MANY, **MADE, seed=2),
            row(mean=-2.5, std=0.5, shape=MANY, **MADE, seed=3),
            row(mean=LONG_COLUMN, std=LONG_ROW, **MADE, seed=4),
        ),
        row(mean=ArraySpec((2, 1000), _spaced(0.75, 0, 2000)), seed=5, label="dtype of an array"),
        row(
            mean=ArraySpec((2, 3), _spaced(0.5, -1, 6)),
            std=ArraySpec((2, 3), _spaced(4, 2, 6)),
            **MADE,
            seed=9,
            label="one shape",
        ),
        row(mean=COLUMN, std=0.0, seed=6, label="no deviation"),
        row(seed=7, label="0-d"),
        row(shape=1000, seed=2**200, label="long seed"),
        row(shape=(0, 3), seed=8, label="size 0"),
        row(mean=0, std=3, shape=(30,), device=CELL_DEVICE, seed=-1),
    ),
    bad=(
        *BAD_SHAPES,
        bad(AikitValueError, "negative deviation", std=-1.0, shape=3, seed=1, words=("std=-1.0",)),
        bad(AikitValueError, "NaN for a deviation", std=float("nan"), shape=3, seed=1, words=("std=nan",)),
        wrong_values(AikitValueError, "negative deviation in an array", std=COLUMN, seed=1, words=("std=-2",)),
        bad(AikitBroadcastShapeError, "another shape", mean=COLUMN, shape=(3, 2), seed=1, words=("shape=(3, 2)",)),
        bad(AikitTypeError, "integer dtype", shape=3, dtype="int32", seed=1),
    ),
)


def _least(dtype: str) -> np.ndarray:
    return np.full(1, np.iinfo(dtype).min if kind_of(dtype) in "iu" else 0)


def _most(dtype: str) -> np.ndarray:
    return np.full(1, np.iinfo(dtype).max if kind_of(dtype) in "iu" else 1)


def _ints(start: int, stop: int, count: int) -> Callable[[str], np.ndarray]:
    return lambda dtype: np.linspace(start, stop, count).astype(np.int64)


INT_COLUMN, INT_ROW = ArraySpec((3, 1), _ints(0, 5, 3)), ArraySpec((1, 4), _ints(100, 6, 4))
LONG_INT_COLUMN, LONG_INT_ROW = ArraySpec((200, 1), _ints(0, 40, 200)), ArraySpec((1, 250), _ints(60, 120, 250))
_OF_BITS = tuple(
    row(0 if name[0] == "u" else -(2 ** (bits - 1)), 2 ** (bits - (name[0] != "u")), shape=MANY, dtype=name, seed=3)
    for bits in (8, 16, 32, 64)
    for name in (f"int{bits}", f"uint{bits}")
)
"""All integers of each dtype."""
_OF_ARRAYS = tuple(
    row(ArraySpec((50, 1), _least, name), ArraySpec((1, 1000), _most, name), dtype=name, seed=5)
    for name in (f"{sign}int{bits}" for bits in (8, 16, 32, 64) for sign in ("", "u"))
)
"""All integers of each dtype but the greatest, by arrays."""
_UNEVEN = tuple(
    row(0, 3 * 2 ** (bits - 3), shape=MANY, dtype=f"{sign}int{bits}", seed=4)
    for bits in (8, 16, 32, 64)
    for sign in ("", "u")
)
"""As many integers as no power of two, of which random bits modulo their number would favour the first half."""

know(
    "randint",
    reference=lambda low, high, /, *, shape, **rest: _shape(shape, low, high),
    judge=judges.integers,
    keywords=Keywords(
        values={
            "low": (0, -3, "column", "0-d"),
            "high": (7, "row", "0-d"),
            "shape": (None, 4, (2, 0), [3, 4]),
            "seed": (0, -7, 2**70),
        },
        call=keywords.randint,
    ),
    sizes=(row(0, 100, shape=(N,), **MADE, seed=4, label="vector"),),
    calls=(
        *all_dtypes(
            row(INT_COLUMN, INT_ROW, **MADE, seed=1),
            row(0, 7, shape=MANY, **MADE, seed=2),
            row(3, 127, shape=MANY, **MADE, seed=3),
            row(LONG_INT_COLUMN, LONG_INT_ROW, **MADE, seed=4),
            row(ArraySpec(MANY, _least), 100, **MADE, seed=5, label="from the least"),
        ),
        *_OF_BITS,
        *_OF_ARRAYS,
        *_UNEVEN,
        row(ArraySpec((2, 1000), _ints(3, 0, 2000)), 9, seed=5, label="dtype of an array"),
        row(5, 6, shape=(30,), seed=6, label="one number"),
        row(0, 10, seed=7, label="0-d"),
        row(0, 10, shape=(0, 3), seed=8, label="size 0"),
        row(-4, 10, shape=(30,), device=CELL_DEVICE, seed=-1),
        row(-(2**63), 2**63 - 1, shape=MANY, dtype="int64", seed=9),
        row(-(2**62) - 1, 2**62, shape=MANY, dtype="int64", seed=10),
        row(-(2**62), 2**62, shape=MANY, dtype="int64", seed=11),
    ),
    bad=(
        bad(AikitValueError, "negative length", 0, 9, shape=(2, -1), seed=1, words=("shape=(2, -1)",)),
        bad(AikitValueError, "no number", 3, 3, shape=3, seed=1, words=("low=3", "high=3")),
        wrong_values(AikitValueError, "no number for an array", INT_COLUMN, 1, seed=1, words=("high=1",)),
        bad(AikitOverflowError, "beyond the dtype", 0, 257, shape=3, dtype="uint8", seed=1, words=("high=257",)),
        bad(AikitOverflowError, "below the dtype", -1, 7, shape=3, dtype="uint8", seed=1, words=("low=-1",)),
        bad(AikitBroadcastShapeError, "another shape", INT_COLUMN, 9, shape=(3, 2), seed=1, words=("shape=(3, 2)",)),
        bad(AikitTypeError, "float", 0.5, 9, shape=3, seed=1, words=("low=0.5",)),
        bad(AikitTypeError, "floating dtype", 0, 9, shape=3, dtype="float32", seed=1),
    ),
)

WEIGHTS = ArraySpec((5,), lambda dtype: np.array([0.5, 0, 1, 2, 0.25]))
OF_ROWS = ArraySpec((3, 5), lambda dtype: np.array([[0.5, 0, 1, 2, 0.25], [0, 0, 3, 0, 0], [1, 1, 1, 1, 1]]))
OF_THREE = ArraySpec((3, 4), lambda dtype: np.array([[1, 2, 0, 5], [3, 0, 1, 1], [0.25, 0.25, 0.25, 0]]))
HUGE = ArraySpec((4,), lambda dtype: format_of(dtype).greatest * np.array([0.5, 1, 0.25, 0.5]))
"""Weights whose sum overflows."""
MANY_ROWS = 8000
OF_MANY_ROWS = ArraySpec((MANY_ROWS, 4), lambda dtype: np.tile([7.0, 1, 1, 1], (MANY_ROWS, 1)))

know(
    "multinomial",
    reference=lambda population_size, num_samples, /, *, batch_size, **rest: np.zeros((batch_size, num_samples), int),
    judge=judges.members,
    gradient=Gradient(zero=("probs",)),
    keywords=Keywords(
        values={
            "population_size": (1, 4),
            "num_samples": (0, 1, 3),
            "batch_size": (0, 1, 2),
            "probs": (None, "vector", "rows"),
            "seed": (0, -7, 2**70),
        },
        call=keywords.multinomial,
    ),
    calls=(
        *all_dtypes(
            row(5, 20_000, probs=WEIGHTS, seed=1),
            row(5, 10_000, batch_size=3, probs=OF_ROWS, seed=2),
            row(5, 4, batch_size=10_000, probs=WEIGHTS, replace=False, seed=3),
        ),
        row(4, 3, batch_size=3, probs=OF_THREE, replace=False, seed=4),
        row(7, 5000, batch_size=8, seed=5),
        row(7, 7, batch_size=8000, replace=False, seed=6),
        row(300, 40_000, seed=7, label="many members"),
        row(1, 3, seed=8, label="one member"),
        row(3, 0, seed=9, label="no samples"),
        row(3, 2, batch_size=0, seed=10, label="no rows"),
        row(3, 0, batch_size=0, seed=11, label="neither"),
        row(4, 40, device=CELL_DEVICE, seed=11),
        row(4, 2, batch_size=MANY_ROWS, probs=OF_MANY_ROWS, replace=False, seed=12, label="weights of many rows"),
        *all_dtypes(row(4, 4000, probs=HUGE, seed=13, label="huge weights", kinds="f")),
    ),
    bad=(
        bad(AikitValueError, "no population", 0, 3, seed=1, words=("population_size=0",)),
        bad(AikitValueError, "negative number of samples", 3, -1, seed=1, words=("num_samples=-1",)),
        bad(AikitValueError, "negative number of rows", 3, 1, batch_size=-1, seed=1, words=("batch_size=-1",)),
        bad(AikitValueError, "other number of weights", 4, 3, probs=WEIGHTS, seed=1, words=("probs", "(5,)")),
        bad(AikitValueError, "other number of rows", 5, 3, batch_size=2, probs=OF_ROWS, seed=1, words=("(3, 5)",)),
        wrong_values(
            AikitValueError,
            "negative weight",
            3,
            3,
            probs=ArraySpec((3,), lambda dtype: np.array([1, -1, 2])),
            seed=1,
            words=("probs", "-1"),
        ),
        wrong_values(
            AikitValueError,
            "too few members with a weight in one row",
            3,
            2,
            batch_size=2,
            probs=ArraySpec((2, 3), lambda dtype: np.array([[1, 1, 1], [1, 0, 0]])),
            replace=False,
            seed=1,
            words=("num_samples=2",),
        ),
        wrong_values(
            AikitValueError,
            "weights of 0",
            3,
            3,
            probs=ArraySpec((3,), lambda dtype: np.zeros(3)),
            seed=1,
            words=("probs",),
        ),
        wrong_values(
            AikitValueError,
            "infinite weight",
            3,
            3,
            probs=ArraySpec((3,), lambda dtype: np.array([1, np.inf, 1])),
            seed=1,
            words=("probs", "inf"),
        ),
        bad(AikitValueError, "more than there are", 3, 4, replace=False, seed=1, words=("num_samples=4",)),
        wrong_values(
            AikitValueError, "more than weigh", 5, 5, probs=WEIGHTS, replace=False, seed=1, words=("num_samples=5",)
        ),
    ),
)


def _apart(count: int) -> Callable[[str], np.ndarray]:
    return lambda dtype: np.arange(count)


know(
    "shuffle",
    reference=lambda x, axis, /, *, seed: np.zeros(x.shape),
    judge=judges.shuffled,
    keywords=Keywords(values={"ndim": (1, 2, 3, 4), "seed": (0, -7, 2**70)}),
    sizes=(row(ArraySpec((N,), "moved"), seed=2, label="vector"),),
    calls=(
        *all_dtypes(
            row(ArraySpec((4, 6)), seed=1),
            row(ArraySpec((120,), _apart(120)), seed=2, label="vector"),
            row(ArraySpec((4, 6), "special"), 1, seed=3, label="special values"),
        ),
        row(ArraySpec((2000,), _apart(2000)), seed=4, label="long"),
        row(ArraySpec((3, 100), _apart(300)), -1, seed=5),
        row(ArraySpec((100, 3), _apart(300)), seed=6),
        row(CUBE, 1, seed=7, label="middle axis"),
        row(CUBE, -1, seed=11, label="last axis"),
        row(ArraySpec((1,)), seed=8, label="size 1"),
        row(EMPTY, seed=9, label="size 0"),
        row(EMPTY, 1, seed=10, label="size 0, other axis"),
    ),
    bad=(
        bad(AikitAxisError, "0-d", POINT, seed=1),
        bad(AikitAxisError, "axis", X, 2, seed=1, words=("axis=2",)),
        bad(AikitAxisError, "negative axis", X, -3, seed=1, words=("axis=-3",)),
        bad(AikitTypeError, "seed", X, seed="1", words=("seed='1'",)),
    ),
)
