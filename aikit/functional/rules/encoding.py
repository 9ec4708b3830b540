"""What encodings of positions need of their arguments."""

from __future__ import annotations

from typing import Any

from aikit.core.shapes import broadcast, rank_of, shape_of
from aikit.exceptions import AikitBroadcastShapeError, AikitValueError


def check(name: str, x: Any, max_freq: Any, num_bands: int, flatten: bool) -> None:
    """Raise where there are fewer than no frequencies, no axis to flatten, or highest frequencies that do not fit."""
    if num_bands < 0:
        raise AikitValueError(f"{name}: num_bands={num_bands} is negative; it must be 0 or more")
    if rank_of(x) is None:
        if flatten:
            raise ValueError("the number of dimensions")
        return
    shape = shape_of(x)
    if flatten and not shape:
        raise AikitValueError(f"{name}: flatten=True, and x has no dimensions; it needs at least 1")
    if flatten and None in shape:
        raise ValueError("the lengths of what is flattened")
    if rank_of(max_freq) is None:
        return
    highest = shape_of(max_freq)
    fits = len(highest) <= len(shape)
    if not fits or (None not in (*shape, *highest) and broadcast(name, [shape, highest]) != shape):
        raise AikitBroadcastShapeError(
            f"{name}: max_freq of shape {highest} does not broadcast to the shape {shape} of x"
        )
