"""Arrays on other devices."""

from __future__ import annotations

from dataclasses import replace

from aikit.exceptions import AikitDeviceError, AikitNotImplementedException
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import CELL_DEVICE, POINT, ArraySpec, X, all_dtypes, anywhere, bad, row
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords.creation import to_device
from pytest_aikit.knowledge.records import know
from pytest_aikit.knowledge.reference.creation import itself

know(
    "to_device",
    sizes=tuple(replace(one, args=(*one.args, CELL_DEVICE)) for one in anywhere("moved")),
    reference=itself,
    bounds=MOVED,
    keywords=Keywords(values={"stream": (None,)}, call=to_device),
    calls=(*all_dtypes(row(X, CELL_DEVICE)), row(POINT, CELL_DEVICE, label="0-d")),
    bad=(
        bad(
            AikitNotImplementedException,
            "stream",
            ArraySpec((2,), dtype="float32"),
            "cpu",
            stream=1,
            words=("stream=1",),
        ),
        bad(AikitDeviceError, "device", ArraySpec((2,), dtype="float32"), "gpu:7", words=("device='gpu:7'",)),
    ),
)
