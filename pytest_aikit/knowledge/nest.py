"""Functions of nests, with arrays as leaves."""

from __future__ import annotations

from typing import Any

from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import CUBE, SPECIAL, X, all_dtypes, row
from pytest_aikit.knowledge.records import Drawn, Trace, know
from pytest_aikit.knowledge.reference import nest as reference

MOVES: dict[str, Any] = {
    "bounds": MOVED,
    "calls": all_dtypes(row(SPECIAL), row(X), row(CUBE)),
    "drawn": Drawn(as_sampled=True),
}

know("nested_map", reference=reference.mapped, **MOVES)
know("index_nest", reference=reference.indexed, **MOVES)
know(
    "set_nest_at_index",
    reference=reference.changed,
    trace=Trace(unchecked="torch.compile does not follow what changes lists and dicts by functions of `operator`"),
    **MOVES,
)
