"""Sizes that no memory holds: XLA ends the process, others run out of memory on the way."""

from __future__ import annotations

import math

from aikit.shapes import MOST_ELEMENTS


def require_size(*lengths: int) -> None:
    """Raise where an array of this shape would have more elements than any can have; `aikit.explain` says which."""
    if max(math.prod(lengths), *lengths, 0) > MOST_ELEMENTS:
        raise ValueError(f"an array of shape {lengths} has too many elements")
