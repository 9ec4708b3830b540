"""Elements at indices."""

from __future__ import annotations

from typing import Any

import numpy as np


def take_along_axis(x: Any, indices: Any, *, axis: int) -> Any:
    return np.take_along_axis(x, np.broadcast_to(indices, _along(x, indices, axis)), axis=axis)


def _along(x: Any, indices: Any, axis: int) -> tuple[int, ...]:
    shape = list(x.shape)
    shape[axis] = indices.shape[axis]
    return tuple(shape)
