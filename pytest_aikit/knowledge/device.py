"""Arrays on other devices."""

from __future__ import annotations

from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import CELL_DEVICE, POINT, X, all_dtypes, row
from pytest_aikit.knowledge.records import Trace, know
from pytest_aikit.knowledge.reference.creation import itself

know(
    "to_device",
    reference=itself,
    bounds=MOVED,
    calls=(*all_dtypes(row(X, CELL_DEVICE)), row(POINT, CELL_DEVICE, label="0-d")),
    trace=Trace(eager_only="it brings data in from elsewhere, and a traced value has none"),
)
