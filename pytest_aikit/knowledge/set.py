"""Sets: membership, and unique values."""

from __future__ import annotations

from typing import Any

from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import (
    FEW,
    NORMAL_TIES,
    POINT,
    SPECIAL,
    ArraySpec,
    N,
    all_dtypes,
    anywhere,
    mixed_dtypes,
    row,
)
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords import searching as keywords
from pytest_aikit.knowledge.records import know
from pytest_aikit.knowledge.reference.set import unique
from pytest_aikit.numerics.special_values import COUNT

AMONG = ArraySpec((3, 4), "few")
MANY_PAIRS = ArraySpec((1200,), "ties")
"""Two of these have more pairs than are compared each with each."""

know(
    "isin",
    keywords=Keywords(values={"of": (0, 1, 2, 3)}, call=keywords.isin),
    sizes=(
        row(ArraySpec((N,), "ties"), ArraySpec((7,), "ties"), label="elements"),
        row(ArraySpec((7,), "ties"), ArraySpec((N,), "ties"), label="among"),
        row(ArraySpec((N,), "ties"), ArraySpec((N,), "ties"), invert=True),
    ),
    calls=(
        mixed_dtypes(ArraySpec((COUNT,), "few"), ArraySpec((COUNT,), "few")),
        *all_dtypes(row(AMONG, ArraySpec((5,), "few"))),
        row(AMONG, ArraySpec((5,), "few"), invert=True),
        row(AMONG, 2, label="Python scalar"),
        row(3, ArraySpec((5,), "few"), label="Python scalar first"),
        row(MANY_PAIRS, MANY_PAIRS, label="many pairs"),
        row(MANY_PAIRS, MANY_PAIRS, invert=True, label="many pairs, invert"),
        row(ArraySpec((3,)), ArraySpec((0,)), label="size 0"),
        row(ArraySpec((3,)), ArraySpec((0,)), invert=True, label="size 0, invert"),
    ),
)

UNIQUE: dict[str, Any] = {
    "bounds": MOVED,
    "sign_of_zero": "open",  # either zero may stand for both
    "shaped_by_values": True,
    "selects": "anywhere",
    "sizes": anywhere(NORMAL_TIES),
    "calls": (
        row(FEW, every=True),
        row(SPECIAL, every=True, kinds="biuf", label="special values"),
        row(ArraySpec((3, 2, 2), "few"), label="three dimensions"),
        row(ArraySpec((0,)), label="size 0"),
        row(POINT, label="0-d"),
    ),
}
know(
    "unique_all",
    reference=unique("values", "indices", "inverse", "counts"),
    parts=("values", "index", "index", "index"),
    **UNIQUE,
)
know("unique_counts", reference=unique("values", "counts"), parts=("values", "index"), **UNIQUE)
know("unique_inverse", reference=unique("values", "inverse"), parts=("values", "index"), **UNIQUE)
know("unique_values", reference=unique("values"), **UNIQUE)
