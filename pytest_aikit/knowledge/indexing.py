"""Elements at indices."""

from __future__ import annotations

from dataclasses import replace

from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitIndexError, AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import (
    BESIDE,
    CUBE,
    FAR,
    FARTHER,
    SHORT,
    SHORTER,
    ArraySpec,
    N,
    X,
    all_dtypes,
    bad,
    row,
    these,
    wrong_values,
)
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords import manipulation as keywords
from pytest_aikit.knowledge.records import Gradient, know
from pytest_aikit.knowledge.reference import indexing as reference

know(
    "take",
    keywords=Keywords(values={"indices": ("none", "one", "more than there are", "from both ends")}, call=keywords.take),
    sizes=(
        row(ArraySpec((7,), "moved"), ArraySpec((N,), "places of few"), axis=0, label="indices"),
        row(ArraySpec((N,), "moved"), ArraySpec((N,), "places from both ends"), label="vector"),
        row(ArraySpec((BESIDE, N), "moved"), ArraySpec((N,), "places from both ends"), axis=1),
        row(ArraySpec((N, BESIDE), "moved"), ArraySpec((N,), "places from both ends"), axis=0),
        row(
            ArraySpec((2, 7, 3), "moved"), ArraySpec((N,), "places of few"), axis=1, label="indices of three dimensions"
        ),
    ),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(ArraySpec((3,)), ArraySpec((6,), "places"), label="from both ends")),
        *all_dtypes(row(ArraySpec((6,)), ArraySpec((4,), "indices"))),
        row(X, ArraySpec((5,), "indices"), axis=1),
        row(X, ArraySpec((2,), "indices"), axis=-2),
        row(FAR, SHORT, label="short indices"),
        row(FARTHER, SHORTER, label="indices of two bytes"),
        row(replace(FAR, shape=(2, *FAR.shape)), SHORT, axis=1, label="short indices of another axis"),
        row(X, ArraySpec((0,), "indices"), axis=0, label="size 0"),
        row(ArraySpec((0, 3)), ArraySpec((0,), "indices"), axis=1, label="size 0, both"),
    ),
    bad=(
        bad(AikitValueError, "no axis", X, ArraySpec((2,), "indices", "int32")),
        bad(AikitAxisError, "axis out of range", X, ArraySpec((2,), "indices", "int32"), axis=2),
        bad(AikitTypeError, "indices no integers", X, ArraySpec((2,), "ordinary", "float32"), axis=0),
        wrong_values(
            AikitIndexError, "out of range of nothing", ArraySpec((2, 0)), ArraySpec((3,), "indices", "int32"), axis=0
        ),
        bad(
            AikitTypeError,
            "float",
            ArraySpec((2,), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            words=("indices", "float32", "integer"),
        ),
        wrong_values(
            AikitIndexError,
            "out of range",
            ArraySpec((3,), dtype="float32"),
            these(0, 3),
            words=("0 to 3", "for an axis of length 3"),
        ),
        wrong_values(
            AikitIndexError, "negative", ArraySpec((3,), dtype="float32"), these(-4), words=("-4", "length 3")
        ),
        wrong_values(AikitIndexError, "empty", ArraySpec((0,), dtype="float32"), these(0), words=("length 0",)),
        bad(AikitAxisError, "axis=1", ArraySpec((2,), dtype="float32"), these(0), axis=1, words=("axis=1",)),
    ),
    gradient=Gradient(long=(row(ArraySpec((3, 2049)), ArraySpec((2,), "indices"), axis=0, label="many"),)),
)

know(
    "take_along_axis",
    keywords=Keywords(
        values={"number": (0, 1, 6), "others": ("all", "1", "3", "1 of the array")}, call=keywords.take_along_axis
    ),
    sizes=(
        row(ArraySpec((BESIDE, N), "moved"), ArraySpec((BESIDE, N), "places in reverse"), axis=1),
        row(ArraySpec((N, BESIDE), "moved"), ArraySpec((N, BESIDE), "places in reverse"), axis=0),
    ),
    reference=reference.take_along_axis,
    bounds=MOVED,
    calls=(
        *all_dtypes(row(ArraySpec((2, 3)), ArraySpec((2, 4), "places"), label="from both ends")),
        *all_dtypes(row(X, ArraySpec((3, 2), "indices"))),
        row(X, ArraySpec((2, 4), "indices"), axis=0),
        row(CUBE, ArraySpec((2, 1, 4), "indices"), axis=-2),
        row(FAR, SHORT, label="short indices"),
        row(X, ArraySpec((3, 0), "indices"), label="no indices"),
        row(ArraySpec((3, 0)), ArraySpec((1, 0), "indices"), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "other dimensions", X, ArraySpec((2,), "indices", "int32")),
        bad(
            AikitBroadcastShapeError,
            "other lengths beside",
            X,
            ArraySpec((2, 4), "indices", "int32"),
            words=("(3, 1)", "(2, 1)"),
        ),
        wrong_values(
            AikitIndexError, "out of range", ArraySpec((3,), dtype="float32"), these(3), words=("3", "length 3")
        ),
    ),
)
