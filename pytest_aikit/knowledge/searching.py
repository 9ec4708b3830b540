"""Searching: where the extremes, the true elements and the places of values are."""

from __future__ import annotations

from aikit.exceptions import AikitBroadcastShapeError, AikitIndexError, AikitValueError
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import (
    CUBE,
    EMPTY,
    POINT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    X,
    all_dtypes,
    bad,
    mixed_dtypes,
    reductions,
    row,
)
from pytest_aikit.knowledge.records import Drawn, know
from pytest_aikit.numerics.special_values import COUNT

know(
    "argmax",
    "argmin",
    calls=(
        *all_dtypes(row(SPECIAL), row(SPECIAL, axis=1), row(ArraySpec((3, 8), "few"), axis=0)),
        row(CUBE, axis=-1, keepdims=True),
        row(CUBE, keepdims=True),
        row(POINT, label="0-d"),
        row(EMPTY, axis=1, label="size 0, axis"),
    ),
    bad=(bad(AikitValueError, "empty", EMPTY),),
    drawn=Drawn(not_empty=True),
)
know("count_nonzero", calls=reductions(SPECIAL, empty=True))
know(
    "nonzero",
    shaped_by_values=True,
    calls=(row(SPECIAL, every=True), row(ArraySpec((24,), "few"), every=True), row(ArraySpec((2, 0)), label="size 0")),
    bad=(bad(AikitValueError, "0-d", POINT),),
)

SORTED = ArraySpec((8,), "sorted")
SORTER_BEYOND = ArraySpec((3,), "indices beyond", "int32")
know(
    "searchsorted",
    no_subnormals="its first array is sorted, and how numbers are ordered shows in sort, too",
    calls=(
        mixed_dtypes(ArraySpec((COUNT,), "ascending"), VECTOR),
        *all_dtypes(row(SORTED, ArraySpec((12,), "few")), row(SORTED, ArraySpec((3, 4), "few"), side="right")),
        row(ArraySpec((12,), "few"), ArraySpec((5,)), sorter=ArraySpec((12,), "order")),
        row(SORTED, 2, label="Python scalar"),
        row(ArraySpec((0,)), ArraySpec((3,)), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "two dimensions", X, ArraySpec((3,))),
        bad(AikitIndexError, "sorter out of range", ArraySpec((3,)), ArraySpec((2,)), sorter=SORTER_BEYOND),
    ),
    drawn=Drawn(as_sampled=True),
)
know(
    "where",
    bounds=MOVED,
    bad=(bad(AikitBroadcastShapeError, "do not fit", ArraySpec((3,), "ordinary", "bool"), ArraySpec((4,)), POINT),),
)
