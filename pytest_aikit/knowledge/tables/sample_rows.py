"""The calls by which a function is sampled that is not elementwise: one row for each, arguments as descriptions.

The elementwise functions need no rows: their calls follow from the record alone (see `pytest_aikit.cases.samples`).
"""

from __future__ import annotations

from collections.abc import Sequence

from pytest_aikit.knowledge.calls import (
    EMPTY,
    POINT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    Row,
    all_dtypes,
    mixed_dtypes,
    row,
)
from pytest_aikit.numerics.special_values import COUNT

ROWS: dict[str, Sequence[Row]] = {
    # creation
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
