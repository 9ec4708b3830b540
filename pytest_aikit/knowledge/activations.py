"""Activations."""

from __future__ import annotations

from aikit.exceptions import AikitAxisError
from pytest_aikit.knowledge import terms
from pytest_aikit.knowledge.bounds import OF_SUMS
from pytest_aikit.knowledge.calls import CUBE, EDGES, EMPTY, POINT, SPECIAL, ArraySpec, all_dtypes, along_one, bad, row
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.records import know
from pytest_aikit.knowledge.reference import activations as reference

know(
    "softmax",
    keywords=Keywords(values={"ndim": (1, 2, 3, 4)}),
    sizes=along_one("finite terms"),
    reference=lambda x, *, axis: reference.softmax(x, -1 if axis is None else axis),
    scale=reference.scale_of_softmax,
    bounds=OF_SUMS,
    terms=terms.last_or,
    calls=(
        *all_dtypes(row(EDGES), row(SPECIAL, axis=0), row(ArraySpec((1, 24), "special"), label="all special values")),
        row(CUBE, axis=1),
        row(CUBE, axis=-3),
        row(EMPTY, axis=0, label="size 0, axis"),
        row(EMPTY, label="size 0"),
    ),
    bad=(bad(AikitAxisError, "0-d", POINT),),
)
