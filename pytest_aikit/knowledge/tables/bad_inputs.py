"""Bad inputs that the parameters of a function do not tell, because they depend on the shapes of several arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aikit.exceptions import (
    AikitBroadcastShapeError,
)
from pytest_aikit.knowledge.calls import ArraySpec, Bad, X, bad

VECTOR = ArraySpec((3,))

ROWS: Mapping[str, Sequence[Bad]] = {
    "clip": (bad(AikitBroadcastShapeError, "do not fit", X, ArraySpec((5,)), None),),
}
"""Function -> bad inputs that its parameters do not tell."""
