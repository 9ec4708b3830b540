"""Indexing by arrays of integers on NumPy."""

from __future__ import annotations

import numpy as np


def take(x: np.ndarray, indices: np.ndarray, /, *, axis: int | None = None) -> np.ndarray:
    if axis is None and x.ndim != 1:
        raise ValueError("no axis for an array that has not one dimension")  # NumPy would flatten it
    if not x.size:  # where there is nothing to take NumPy does not look
        np.empty(x.shape[axis or 0])[indices]
    return np.asarray(np.take(x, indices, axis=axis))


def take_along_axis(x: np.ndarray, indices: np.ndarray, /, *, axis: int = -1) -> np.ndarray:
    return np.take_along_axis(x, indices, axis=axis)
