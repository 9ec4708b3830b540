"""The methods of Container that are made of no function."""

from __future__ import annotations

from typing import Any

from pytest_aikit.knowledge import keys
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import CUBE, SPECIAL, X, all_dtypes, row
from pytest_aikit.knowledge.items import OF_VALUES, READ
from pytest_aikit.knowledge.records import Drawn, Need, Trace, know
from pytest_aikit.knowledge.reference import containers as reference
from pytest_aikit.knowledge.reference import items

MOVES: dict[str, Any] = {
    "bounds": MOVED,
    "calls": all_dtypes(row(SPECIAL), row(X), row(CUBE)),
    "drawn": Drawn(as_sampled=True),
}

know("Container.__getitem__", **{**READ, "reference": reference.read}, calls=tuple(keys.alone()))
know(
    "Container.__setitem__",
    **{**READ, "reference": items.write, "keywords": OF_VALUES},
    calls=tuple(keys.alone_written()),
)
know(
    "Container.cont_map",
    reference=reference.mapped,
    trace=Trace(needs=(Need("lengths", "there are as many containers as the first dimension is long"),)),
    **MOVES,
)
know("Container.__bool__", reference=reference.questions, calls=all_dtypes(row(X)), drawn=Drawn(as_sampled=True))
know("Container.cont_from_flat_list", reference=reference.flattened, **MOVES)
