"""What activations need of their arguments."""

from __future__ import annotations

from typing import Any

from aikit.core.records import Arguments
from aikit.core.shapes import check_axes, shape_of


def last_axis(name: str, arguments: Arguments, backend: Any) -> None:
    """There is a last axis where none is named."""
    if arguments["axis"] is None:
        check_axes(name, "axis", -1, len(shape_of(arguments["x"])))
