"""Comparisons of elements, the greater and the less of two, and what is made of truth values; see `elementwise`."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np

from aikit.exceptions import AikitBroadcastShapeError, AikitTypeError
from pytest_aikit.knowledge.bounds import UNROUNDED
from pytest_aikit.knowledge.calls import (
    EMPTY,
    POINT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    Kink,
    N,
    Row,
    X,
    all_dtypes,
    bad,
    mixed_dtypes,
    row,
)
from pytest_aikit.knowledge.keywords import Keywords, Made, all_sorts, array
from pytest_aikit.knowledge.keywords.elementwise import clip
from pytest_aikit.knowledge.left_out import LeftOut, subnormal_difference
from pytest_aikit.knowledge.records import Drawn, Gradient, know
from pytest_aikit.knowledge.special_cases import SpecialCases
from pytest_aikit.numerics.comparing import format_of
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype
from pytest_aikit.numerics.special_values import COUNT, special_values

TIED = [1.0, 2.0, 0.0]

EACH_SPECIAL = ArraySpec((COUNT * COUNT,), lambda dtype: np.repeat(special_values(dtype), COUNT))
ALL_SPECIAL = ArraySpec((COUNT * COUNT,), special_values)
MORE_SPECIAL = ArraySpec((COUNT * COUNT,), lambda dtype: np.roll(np.tile(special_values(dtype), COUNT), 7))
"""Special values in all pairs with others, and limits of which one may be above the other, and one or both NaN."""
OVER_THE_RANGE = ArraySpec((4_300,), "over the range")

know("isfinite", "isinf", "isnan", "logical_not")
know(
    "logical_and",
    "logical_or",
    "logical_xor",
    bad=(
        bad(
            AikitTypeError,
            "int",
            ArraySpec((2,), dtype="int32"),
            ArraySpec((2,), dtype="int32"),
            words=("x1", "int32", "boolean"),
        ),
    ),
)

know(
    "clip",
    reference=lambda x, min, max: x if min is None and max is None else np.clip(x, min, max),
    bounds=UNROUNDED,
    # as of maximum
    sign_of_zero="open",
    selects="in place",
    keywords=Keywords(
        values={"min": (None, "scalar", "array", "shorter", "0-d"), "max": (None, "scalar", "array", "shorter", "0-d")},
        call=clip,
    ),
    sizes=(
        row(ArraySpec((N,), "ties"), ArraySpec((), "low"), ArraySpec((), "high"), label="between two numbers"),
        row(ArraySpec((N,), "ties"), ArraySpec((1, 1), "high"), ArraySpec((1, 1), "low"), label="ends that cross"),
        row(ArraySpec((N,), "ties"), None, ArraySpec((N,), "moved"), label="one end for each"),
    ),
    calls=(
        mixed_dtypes(VECTOR, ArraySpec((COUNT,), "low"), ArraySpec((COUNT,), "high")),
        *all_dtypes(row(SPECIAL, ArraySpec((4, 6), "low"), ArraySpec((4, 6), "high"))),
        *all_dtypes(
            row(EACH_SPECIAL, ALL_SPECIAL, MORE_SPECIAL, kinds="iuf", label="limits of all sorts"),
            row(OVER_THE_RANGE, ArraySpec((), "low"), ArraySpec((), "high"), kinds="iuf", label="over the range"),
        ),
        row(EACH_SPECIAL, ALL_SPECIAL, kinds="iuf", label="lower limits of all sorts"),
        row(EACH_SPECIAL, None, ALL_SPECIAL, kinds="iuf", label="upper limits of all sorts"),
        row(SPECIAL, min=ArraySpec((6,), "low")),
        row(SPECIAL, max=ArraySpec((4, 1), "high")),
        row(SPECIAL, 1, 3, kinds="iu", label="Python scalars"),
        row(SPECIAL, 0.5, 2.0, kinds="f", label="Python scalars"),
        row(SPECIAL, nan, 2.0, kinds="f", label="NaN as the lower limit"),
        row(SPECIAL, -2.0, nan, kinds="f", label="NaN as the upper limit"),
        row(SPECIAL, label="no bounds"),
        row(POINT, ArraySpec((), "low"), ArraySpec((), "high"), label="0-d"),
        row(EMPTY, ArraySpec((), "low"), ArraySpec((), "high"), label="size 0"),
    ),
    bad=(
        bad(AikitBroadcastShapeError, "do not fit", X, ArraySpec((5,)), None),
        bad(
            AikitBroadcastShapeError,
            "shapes",
            ArraySpec((3,), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            None,
            words=("(3,)", "(2,)"),
        ),
        bad(AikitTypeError, "complex", ArraySpec((2,), dtype="complex64"), 0, 1, words=("complex64",)),
    ),
    gradient=Gradient(
        long=(row(ArraySpec((65,)), ArraySpec((65,), "low"), ArraySpec((65,), "high")),),
        kinks=(
            Kink(([1.0, 2.0, 3.0, 0.0, 5.0], 1.0, 3.0), ([1, 1, 1, 0, 0],)),
            Kink(([1.0, 2.0], [1.0, 0.0], [3.0, 2.0]), ([1, 1], [0, 0], [0, 0])),
            Kink(([1.0, 2.0], 1.0, 1.0), ([1, 0],)),
        ),
    ),
    drawn=Drawn(wide=False, as_sampled=True),
)

know("equal", operator="eq")

know(
    "fmax",
    reference=np.fmax,
    bounds=UNROUNDED,
    sign_of_zero="open",  # as of maximum
    selects="in place",
    special=SpecialCases(
        real=(((nan, 1.0), 1.0), ((1.0, nan), 1.0), ((nan, nan), nan), ((inf, -inf), inf), ((nan, -inf), -inf))
    ),
    gradient=Gradient(
        kinks=(
            Kink((TIED, [1.0, 1.0, 1.0]), ([0.5, 1, 0], [0.5, 0, 1])),
            Kink(([nan, 2.0], [-1.0, nan]), ([0, 1], [1, 0])),
        )
    ),
)

know(
    "fmin",
    reference=np.fmin,
    bounds=UNROUNDED,
    sign_of_zero="open",  # as of maximum
    selects="in place",
    special=SpecialCases(
        real=(((nan, 1.0), 1.0), ((1.0, nan), 1.0), ((nan, nan), nan), ((inf, -inf), -inf), ((nan, inf), inf))
    ),
    gradient=Gradient(
        kinks=(
            Kink((TIED, [1.0, 1.0, 1.0]), ([0.5, 0, 1], [0.5, 1, 0])),
            Kink(([nan, 2.0], [-1.0, nan]), ([0, 1], [1, 0])),
        )
    ),
)

know("greater", operator="gt")
know("greater_equal", operator="ge")

know("less", operator="lt")
know("less_equal", operator="le")

know(
    "maximum",
    bounds=UNROUNDED,
    # the standard leaves open which of -0 and +0 is the greater one
    sign_of_zero="open",
    selects="in place",
    special=SpecialCases(real=(((nan, 1.0), nan), ((1.0, nan), nan), ((inf, -inf), inf))),
    gradient=Gradient(kinks=(
        Kink((TIED, [1.0, 1.0, 1.0]), ([0.5, 1, 0], [0.5, 0, 1])),
        Kink(([0.0, 2.0, -1.0], 0), ([0.5, 1, 0],)),
    )),
)  # fmt: skip

know(
    "minimum",
    bounds=UNROUNDED,
    # as of maximum
    sign_of_zero="open",
    selects="in place",
    special=SpecialCases(real=(((nan, 1.0), nan), ((1.0, nan), nan), ((inf, -inf), -inf))),
    gradient=Gradient(kinks=(Kink((TIED, [1.0, 1.0, 1.0]), ([0.5, 0, 1], [0.5, 1, 0])),)),
)  # fmt: skip

know("not_equal", operator="ne")


def _close(dtype: str, number: int) -> np.ndarray:
    """Values of all sorts; in the second array every third is a little off, and every third far off."""
    values = all_sorts(dtype, 0)
    if not number:
        return values
    with np.errstate(all="ignore"):
        others = np.asarray(values * np.resize([1, 1.0009765625, 1.25], values.shape), values.dtype)
        if kind_of(dtype) not in "fc":
            return others
        return np.where(subnormal_difference(format_of(dtype), values, others), values, others)


TOLERANCES: dict[str, Any] = {"rtol": (1e-05, 0.01, 0.5, 0), "atol": (1e-08, 0.125, 0)}


def _all_close(*, same: bool, rtol: float, atol: float, equal_nan: bool) -> Row:
    """Ones beside what is hardly as far off as the tolerances allow together, and NaN where it counts as equal; or anything."""
    if not same:
        return row(array(2, _close, 0), array(2, _close, 1), rtol=rtol, atol=atol, equal_nan=equal_nan)
    others = (nan,) if equal_nan else ()
    arrays = (1.0, 1.0 + (atol + rtol) * 0.97, *others), (1.0, 1.0, *others)
    return row(*(ArraySpec((2, 3), _of(values)) for values in arrays), rtol=rtol, atol=atol, equal_nan=equal_nan)


def _of(values: tuple[float, ...]) -> Callable[[str], np.ndarray]:
    return lambda dtype: np.array(values).astype(numpy_dtype(dtype))


def _one(value: float) -> ArraySpec:
    return ArraySpec((1,), _of((value,)))


OF_DIFFERENCES = dict.fromkeys(
    "fc", LeftOut(subnormal_difference, "the standard leaves open whether the difference survives", of_format=True)
)

know(
    "isclose",
    reference=np.isclose,
    left_out=OF_DIFFERENCES,
    keywords=Keywords(values=TOLERANCES, of=_close),
)
know(
    "allclose",
    # of which the last alone is far from the others, for some lengths
    sizes=tuple(row(ArraySpec((N,), "flags"), number, label=f"close to {number}") for number in (0, 1)),
    left_out=OF_DIFFERENCES,
    reference=lambda a, b, **tolerances: np.asarray(np.allclose(a, b, **tolerances)),
    keywords=Keywords(
        values={**TOLERANCES, "same": (True, False)},
        silent=lambda *, same, **others: () if same else ("rtol", "atol", "equal_nan"),
        call=_all_close,
    ),
    calls=(
        mixed_dtypes(VECTOR, VECTOR),
        *all_dtypes(
            row(ArraySpec((4, 6), Made(_close, 0)), ArraySpec((4, 6), Made(_close, 0)), equal_nan=True, label="equal"),
            row(ArraySpec((4, 6), Made(_close, 0)), ArraySpec((4, 6), Made(_close, 1)), equal_nan=True, rtol=0.5),
        ),
        row(ArraySpec((4, 6), Made(_close, 0)), ArraySpec((4, 6), Made(_close, 1)), equal_nan=True, label="far"),
        row(ArraySpec((3, 1), "ordinary"), ArraySpec((4,), "ordinary"), atol=100, label="broadcasting"),
        row(SPECIAL, SPECIAL, label="NaN"),
        row(X, 0.5, atol=100, label="Python scalar"),
        row(0.5, X, label="Python scalar first"),
        row(EMPTY, EMPTY, label="size 0"),
        row(POINT, POINT, label="0-d"),
        # relative to the second one
        *(
            row(_one(one), _one(two), rtol=0.5, label=f"{one} close to {two}", kinds="f")
            for one, two in ((1, 1.75), (1.75, 1))
        ),
        *(
            row(_one(one), _one(two), label=f"{one} close to {two} by default", kinds="f")
            for near in (0.97, 1.03)
            for one, two in ((0, near * 1e-8), (1e4, 1e4 - near * 0.1))
        ),
    ),
    bad=(bad(AikitBroadcastShapeError, "shapes", X, ArraySpec((3,)), words=("(3, 4)", "(3,)")),),
)
