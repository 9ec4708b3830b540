"""The calls by which a function is sampled that is not elementwise: one row for each, arguments as descriptions.

The elementwise functions need no rows: their calls follow from the record alone (see `pytest_aikit.cases.samples`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aikit.dtypes import DTYPES
from pytest_aikit.knowledge.calls import (
    CELL_DEVICE,
    CELL_DTYPE,
    CUBE,
    EMPTY,
    POINT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    Row,
    X,
    all_dtypes,
    mixed_dtypes,
    row,
)
from pytest_aikit.numerics.special_values import COUNT

_SHAPES = (row(X), row(POINT, label="0-d"), row(EMPTY, label="size 0"))
_MADE: dict[str, Any] = {"dtype": CELL_DTYPE}
_LIKE = (
    *all_dtypes(row(X)),
    row(EMPTY, label="size 0"),
    row(POINT, label="0-d"),
    row(X, dtype="float32"),
    row(X, dtype="int32"),
    row(X, device=CELL_DEVICE),
)
_FILLED = (
    *all_dtypes(row((2, 3), **_MADE)),
    row(4, **_MADE, label="int for a shape"),
    row((), **_MADE, label="0-d"),
    row((0, 3), **_MADE, label="size 0"),
    row([2, 1], **_MADE, label="list for a shape"),
    row((2,), **_MADE, device=CELL_DEVICE),
    row((2, 3), label="default dtype"),
)

ROWS: dict[str, Sequence[Row]] = {
    # creation
    "zeros": _FILLED,
    "ones": _FILLED,
    "empty": _FILLED,
    "full": (
        *all_dtypes(row((2, 3), 1, **_MADE)),
        row((2,), 2.5, **_MADE, kinds="fc"),
        row((2,), 1 - 2j, **_MADE, kinds="c"),
        row((2,), True, **_MADE),
        row((), 1, **_MADE, label="0-d"),
        row(3, 1, **_MADE, device=CELL_DEVICE, label="int for a shape"),
        row((2,), True, label="bool, default dtype"),
        row((2,), 3, label="int, default dtype"),
        row((2,), 2.5, label="float, default dtype"),
        row((2,), 2.5j, label="complex, default dtype"),
    ),
    "zeros_like": _LIKE,
    "ones_like": _LIKE,
    "empty_like": _LIKE,
    "full_like": (
        *all_dtypes(row(X, 1)),
        row(X, 2.5, kinds="fc"),
        row(EMPTY, 1, label="size 0"),
        row(POINT, True, label="0-d"),
        row(X, 3, dtype="float32"),
        row(X, 1, device=CELL_DEVICE),
    ),
    "eye": (
        *all_dtypes(row(3, **_MADE)),
        row(2, 4, k=1, **_MADE),
        row(4, 2, k=-1, **_MADE),
        row(3, 3, k=5, **_MADE),
        row(2, k=2**70, **_MADE, label="k beyond integers of 64 bits"),
        row(0, 2, **_MADE, label="size 0"),
        row(2, device=CELL_DEVICE, label="default dtype"),
    ),
    "arange": (
        row(5, **_MADE, kinds="iuf", every=True),
        row(2, 20, 3, **_MADE, kinds="iuf", every=True),
        row(5, -3, -2, **_MADE, kinds="if"),
        row(0.5, 3.0, 0.25, **_MADE, kinds="f", every=True),
        row(3, 1, **_MADE, kinds="iuf", label="size 0"),
        row(2**40, 0, **_MADE, kinds="iuf", label="size 0, ends beyond the dtype"),
        row(0.5, 3.0, 0.75, **_MADE, kinds="iu", label="floats for integers"),
        row(100, 123, 9, **_MADE, kinds="iu", label="up to the end"),
        row(0, stop=4, step=2, kinds="iuf", device=CELL_DEVICE),
        row(4, kinds="i", label="ints, default dtype"),
        row(0.0, 2.0, 0.5, kinds="f", label="floats, default dtype"),
    ),
    "linspace": (
        row(0, 3, 7, **_MADE, kinds="fc", every=True),
        row(-1.5, 2.25, num=6, endpoint=False, **_MADE, kinds="fc", every=True),
        row(0, 6, 4, **_MADE, kinds="iu", every=True),
        row(2.0, -2.0, 5, **_MADE, kinds="f", label="downwards"),
        row(1.0, 3.0, 1, **_MADE, kinds="f", label="one point"),
        row(1.0, 3.0, 0, **_MADE, kinds="f", label="size 0"),
        row(1.0, 2j, 3, **_MADE, kinds="c", label="complex"),
        row(0, 1, 5, kinds="f", device=CELL_DEVICE, label="default dtype"),
    ),
    "asarray": (
        *all_dtypes(row(X), row(X, copy=True)),
        row(POINT, label="0-d"),
        row(EMPTY, label="size 0"),
        row(X, copy=False),
        row(X, dtype="float32", kinds="biuf"),
        row(X, device=CELL_DEVICE),
        row([[1, 2], [3, 4]], dtype="float32", label="nested list"),
    ),
    "array": (
        *all_dtypes(row(X)),
        row(POINT, label="0-d"),
        row(X, copy=True),
        row(X, dtype="float32", kinds="biuf"),
        row(X, device=CELL_DEVICE),
    ),
    "from_dlpack": (*all_dtypes(row(X)), row(EMPTY, label="size 0"), row(X, copy=True), row(X, device=CELL_DEVICE)),
    "to_device": (*all_dtypes(row(X, CELL_DEVICE)), row(POINT, CELL_DEVICE, label="0-d")),
    "meshgrid": (
        *all_dtypes(row(ArraySpec((3,)), ArraySpec((2,)))),
        row(ArraySpec((3,)), ArraySpec((2,)), indexing="ij"),
        row(ArraySpec((3,)), label="one array"),
        row(ArraySpec((2,)), ArraySpec((3,)), ArraySpec((1,)), label="three arrays"),
    ),
    "tril": (*all_dtypes(row(SPECIAL)), row(CUBE, k=1), row(CUBE, k=-1), row(EMPTY, label="size 0"), row(X, k=2**70)),
    "triu": (
        *all_dtypes(row(SPECIAL)),
        row(CUBE, k=1),
        row(CUBE, k=-1),
        row(EMPTY, label="size 0"),
        row(X, k=-(2**70)),
    ),
    "astype": (
        *(row(ArraySpec((COUNT,), "castable"), str(target), label=f"to {target}", every=True) for target in DTYPES),
        row(X, "float32", copy=False, kinds="biuf"),
        row(X, "float32", device=CELL_DEVICE, kinds="biuf"),
        row(POINT, "bool", label="0-d", kinds="biuf"),
        row(EMPTY, "bool", label="size 0", kinds="biuf"),
    ),
    # manipulation
    # searching, sorting, sets
    # reductions
    # indexing and linear algebra
    # elementwise, but with bounds that must be in order
    "clip": (
        mixed_dtypes(VECTOR, ArraySpec((COUNT,), "low"), ArraySpec((COUNT,), "high")),
        *all_dtypes(row(SPECIAL, ArraySpec((4, 6), "low"), ArraySpec((4, 6), "high"))),
        row(SPECIAL, min=ArraySpec((6,), "low")),
        row(SPECIAL, max=ArraySpec((4, 1), "high")),
        row(SPECIAL, 1, 3, kinds="iu", label="Python scalars"),
        row(SPECIAL, 0.5, 2.0, kinds="f", label="Python scalars"),
        row(SPECIAL, label="no bounds"),
        row(POINT, ArraySpec((), "low"), ArraySpec((), "high"), label="0-d"),
        row(EMPTY, ArraySpec((), "low"), ArraySpec((), "high"), label="size 0"),
    ),
    # layers and losses
}
"""Function -> its calls."""
