"""Indexing by arrays of integers on NumPy."""

from __future__ import annotations

import numpy as np

from aikit.core.shapes import require_size
from aikit.functional.rules.data_type import iinfo

from ._axes import check_axis
from ._dtypes import HALF
from .core import places


def take(x: np.ndarray, indices: np.ndarray, /, *, axis: int | None = None) -> np.ndarray:
    if axis is None and x.ndim != 1:
        raise ValueError("no axis for an array that has not one dimension")  # NumPy would flatten it
    check_axis(x, axis)
    indices = places(indices)
    if not x.size:  # where there is nothing to take NumPy does not look
        np.empty(x.shape[axis or 0])[indices]
    return np.asarray(np.take(x, indices, axis=axis))


def take_along_axis(x: np.ndarray, indices: np.ndarray, /, *, axis: int = -1) -> np.ndarray:
    return np.take_along_axis(x, places(indices), axis=axis)


def gather_nd(params: np.ndarray, indices: np.ndarray, /, *, batch_dims: int) -> np.ndarray:
    batch = np.ix_(*map(np.arange, params.shape[:batch_dims]))
    others = (1,) * (indices.ndim - 1 - batch_dims)
    key = (
        *(one.reshape(one.shape + others) for one in batch),
        *np.moveaxis(places(indices).astype(np.int64), -1, 0),
        ...,
    )
    return params[key]


def scatter_flat(indices: np.ndarray, updates: np.ndarray, /, *, size: int, reduction: str) -> np.ndarray:
    shape = (size, *updates.shape[1:])
    require_size(*shape)
    indices, dtype = places(indices).astype(np.int64), updates.dtype
    if reduction == "replace":
        result = np.zeros(shape, dtype)
        result[indices] = updates
        return result
    # in float32, which rounds sums once, and whose comparisons NumPy knows
    updates = updates.astype(np.float32) if dtype in HALF else updates
    if reduction == "sum":
        result = np.zeros(shape, updates.dtype)
        np.add.at(result, indices, updates)
    else:
        least = reduction == "min"
        result = np.full(shape, _greatest(updates.dtype) if least else _least(updates.dtype), updates.dtype)
        (np.minimum if least else np.maximum).at(result, indices, updates)
        untouched = np.ones(size, bool)
        untouched[indices] = False
        result[untouched] = 0
    return result.astype(dtype, copy=False)


def _greatest(dtype: np.dtype) -> float:
    return np.inf if dtype.kind == "f" else iinfo(dtype).max


def _least(dtype: np.dtype) -> float:
    return -np.inf if dtype.kind == "f" else iinfo(dtype).min
