"""The methods of Container that are made of no function."""

from __future__ import annotations

from typing import Any

from pytest_aikit.knowledge import keys
from pytest_aikit.knowledge.bounds import MOVED, Bounds
from pytest_aikit.knowledge.calls import CUBE, SPECIAL, ArraySpec, X, all_dtypes, row
from pytest_aikit.knowledge.items import OF_READS, OF_VALUES, READ
from pytest_aikit.knowledge.records import Drawn, Need, Trace, know
from pytest_aikit.knowledge.reference import containers as reference
from pytest_aikit.knowledge.reference import items

MOVES: dict[str, Any] = {
    "bounds": MOVED,
    "calls": all_dtypes(row(SPECIAL), row(X), row(CUBE)),
    "drawn": Drawn(as_sampled=True),
}

know("Container.__getitem__", **{**READ, "reference": reference.read}, trace=OF_READS, calls=tuple(keys.alone()))
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
know("Container.cont_map.chosen", reference=reference.chosen, calls=(row(X, kinds="f"),), drawn=Drawn(as_sampled=True))
know(
    "Container.cont_unify",
    reference=reference.unified,
    scale=reference.scale_of_unified,
    bounds=Bounds(real=3, why="three numbers added up and divided, or two products and a difference"),
    calls=(row(ArraySpec((3, 4), "positive")),),
    drawn=Drawn(as_sampled=True),
)
know("Container.__bool__", reference=reference.questions, calls=all_dtypes(row(X)), drawn=Drawn(as_sampled=True))
know("Container.cont_from_flat_list", reference=reference.flattened, **MOVES)
