"""Elements at indices."""

from __future__ import annotations

from typing import Any

import numpy as np


def take_along_axis(x: Any, indices: Any, *, axis: int) -> Any:
    shape = np.broadcast_shapes(_without(x, axis), _without(indices, axis))
    x, indices = (np.broadcast_to(one, _with(shape, axis, one.shape[axis])) for one in (x, indices))
    return np.take_along_axis(x, indices, axis=axis)


def _without(x: Any, axis: int) -> tuple[int, ...]:
    return _with(x.shape, axis, 1)


def _with(shape: tuple[int, ...], axis: int, length: int) -> tuple[int, ...]:
    """A shape with another length along an axis."""
    return tuple(length if place == axis % len(shape) else one for place, one in enumerate(shape))
