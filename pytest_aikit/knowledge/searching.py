"""Searching: where the extremes, the true elements and the places of values are."""

from __future__ import annotations

import numpy as np

from aikit.exceptions import (
    AikitAxisError,
    AikitBroadcastShapeError,
    AikitIndexError,
    AikitTypeError,
    AikitValueError,
)
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import (
    CUBE,
    EMPTY,
    LONG_WITH_NAN,
    NORMAL_TIES,
    POINT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    N,
    X,
    all_dtypes,
    along_each,
    along_one,
    anywhere,
    bad,
    mixed_dtypes,
    reductions,
    row,
    these,
    wrong_values,
)
from pytest_aikit.knowledge.keywords import Keywords, one_in_five
from pytest_aikit.knowledge.keywords import searching as keywords
from pytest_aikit.knowledge.keywords.statistical import OF_EXTREMES
from pytest_aikit.knowledge.records import Drawn, Need, Trace, know
from pytest_aikit.numerics.promotion import numpy_dtype
from pytest_aikit.numerics.special_values import COUNT

_OF_MANY = row(ArraySpec((1, 2, 1, 3, 1, 1, 2, 1, 2), "special"), label="nine dimensions")
"""More than TensorFlow's kernel takes."""


def _diagonal(dtype: str) -> np.ndarray:
    """A unit matrix of two rows, of which there are as many places as it has rows and axes."""
    return np.eye(2).astype(numpy_dtype(dtype))


know(
    "argmax",
    "argmin",
    keywords=OF_EXTREMES,
    sizes=along_each("ties"),
    calls=(
        *all_dtypes(row(SPECIAL), row(SPECIAL, axis=1), row(ArraySpec((3, 8), "few"), axis=0)),
        *LONG_WITH_NAN,
        row(CUBE, axis=-1, keepdims=True),
        row(CUBE, keepdims=True),
        row(POINT, label="0-d"),
        row(EMPTY, axis=1, label="size 0, axis"),
        row(ArraySpec((0, 2, 3)), axis=-1, label="size 0, two dimensions left"),
    ),
    bad=(
        bad(AikitValueError, "empty", EMPTY),
        bad(AikitValueError, "of nothing", ArraySpec((0,), dtype="float32"), words=("(0,)",)),
        bad(AikitTypeError, "complex", ArraySpec((2,), dtype="complex64"), words=("complex64",)),
        bad(AikitTypeError, "bool", ArraySpec((2,), dtype="bool"), words=("bool",)),
        bad(AikitAxisError, "axis=2", ArraySpec((2, 3), dtype="float32"), axis=2, words=("axis=2",)),
        bad(AikitAxisError, "0-d", ArraySpec((), dtype="float32"), axis=0, words=("axis=0",)),
    ),
    drawn=Drawn(least=1),
)
know(
    "argwhere",
    sizes=anywhere(NORMAL_TIES),
    shaped_by_values=True,
    calls=(
        row(SPECIAL, every=True),
        row(ArraySpec((24,), "few"), every=True),
        row(ArraySpec((2, 0)), label="size 0"),
        _OF_MANY,
        row(ArraySpec((2, 2), _diagonal), label="places in its own shape"),
    ),
    bad=(
        bad(AikitValueError, "0-d", POINT),
        bad(AikitValueError, "0-d", ArraySpec((), dtype="float32"), words=("()",)),
    ),
)
know(
    "count_nonzero",
    keywords=Keywords(of=one_in_five),
    sizes=(*along_each("flags"), *along_one(NORMAL_TIES)[1:]),
    calls=reductions(SPECIAL, empty=True),
    bad=(bad(AikitAxisError, "axis=1", ArraySpec((2,), dtype="float32"), axis=1, words=("axis=1",)),),
)
know(
    "nonzero",
    sizes=anywhere(NORMAL_TIES),
    shaped_by_values=True,
    trace=Trace(needs=(Need("rank", "there are as many results as axes"),)),
    calls=(
        row(SPECIAL, every=True),
        row(ArraySpec((24,), "few"), every=True),
        row(ArraySpec((2, 0)), label="size 0"),
        _OF_MANY,
    ),
    bad=(
        bad(AikitValueError, "0-d", POINT),
        bad(AikitValueError, "0-d", ArraySpec((), dtype="float32"), words=("()",)),
    ),
)

SORTED = ArraySpec((8,), "sorted")
IN_ORDER = ArraySpec((COUNT,), "special, ascending")
SORTER_BEYOND = ArraySpec((3,), "indices beyond", "int32")
FROM_THE_END = these(1, 2, -1)
know(
    "searchsorted",
    keywords=Keywords(values={"sorter": (False, True)}, call=keywords.searchsorted),
    sizes=(
        row(ArraySpec((N,), "in order"), ArraySpec((17,), "halves"), label="among"),
        row(ArraySpec((N,), "in order"), ArraySpec((N,), "halves"), side="right"),
        row(ArraySpec((17,), "in order"), ArraySpec((N,), "halves"), label="values"),
        row(ArraySpec((N,), "in reverse"), ArraySpec((17,), "in order"), sorter=ArraySpec((N,), "places in reverse")),
    ),
    no_subnormals="its first array is sorted, and how numbers are ordered shows in sort, too",
    calls=(
        mixed_dtypes(ArraySpec((COUNT,), "ascending"), VECTOR),
        *all_dtypes(row(SORTED, ArraySpec((12,), "few")), row(SORTED, ArraySpec((3, 4), "few"), side="right")),
        *all_dtypes(*(row(IN_ORDER, ArraySpec((COUNT,), "special"), side=side) for side in ("left", "right"))),
        row(ArraySpec((12,), "few"), ArraySpec((5,)), sorter=ArraySpec((12,), "order")),
        row(SORTED, 2, label="Python scalar"),
        row(SORTED, 1.5, label="Python float", kinds="f"),
        row(ArraySpec((0,)), ArraySpec((3,)), label="size 0"),
        row(SORTED, ArraySpec((2,), lambda dtype: np.array([-np.nan, np.nan])), kinds="f", label="NaN of either sign"),
    ),
    bad=(
        bad(AikitValueError, "two dimensions", X, ArraySpec((3,))),
        wrong_values(AikitIndexError, "sorter out of range", ArraySpec((3,)), ArraySpec((2,)), sorter=SORTER_BEYOND),
        wrong_values(AikitIndexError, "sorter from the end", ArraySpec((3,)), ArraySpec((2,)), sorter=FROM_THE_END),
        bad(
            AikitValueError,
            "2-d",
            ArraySpec((2, 2), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            words=("x1", "(2, 2)"),
        ),
        bad(
            AikitValueError,
            "choice",
            ArraySpec((2,), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            side="up",
            words=("side='up'", "'left'"),
        ),
    ),
    drawn=Drawn(as_sampled=True),
)
know(
    "where",
    bounds=MOVED,
    bad=(
        bad(AikitBroadcastShapeError, "do not fit", ArraySpec((3,), "ordinary", "bool"), ArraySpec((4,)), POINT),
        bad(
            AikitBroadcastShapeError,
            "shapes",
            ArraySpec((2,), dtype="bool"),
            ArraySpec((3,), dtype="float32"),
            ArraySpec((3,), dtype="float32"),
            words=("(2,)", "(3,)"),
        ),
        bad(
            AikitTypeError,
            "int",
            ArraySpec((2,), dtype="int32"),
            ArraySpec((2,), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            words=("condition", "int32", "boolean"),
        ),
    ),
)
