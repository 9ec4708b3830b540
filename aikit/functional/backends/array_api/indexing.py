"""Elements by their index: bad arguments, for which the standard asks no error."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from aikit.core.shapes import require_size

from ._axes import check_axis
from ._rules import rule


@rule("take")
def take(backend: Any, standard: Callable[..., Any], x: Any, indices: Any, /, *, axis: int | None = None) -> Any:
    """Indices of any shape, counted from the end where negative; the standard has those of a vector."""
    if axis is None and x.ndim != 1:
        raise ValueError("no axis for an array that has not one dimension")
    axis = 0 if axis is None else axis
    check_axis(x, axis)
    axis %= x.ndim
    flat = backend.namespace.reshape(counted(backend, indices, x.shape[axis]), (-1,))
    shape = (*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :])
    return backend.namespace.reshape(standard(x, flat, axis=axis), shape)


@rule("take_along_axis")
def take_along_axis(backend: Any, standard: Callable[..., Any], x: Any, indices: Any, /, *, axis: int = -1) -> Any:
    check_axis(x, axis)
    return standard(x, counted(backend, indices, x.shape[axis]), axis=axis)


@rule("gather_nd")
def gather_nd(backend: Any, standard: Any, params: Any, indices: Any, /, *, batch_dims: int) -> Any:
    """The standard has none: the places in the array whose indexed dimensions are one."""
    xp, rows, number = backend.namespace, indices.shape[:-1], indices.shape[-1]
    place = None
    for axis in range(batch_dims + number):
        length = params.shape[axis]
        if axis < batch_dims:
            shape = (length, *(1,) * (len(rows) - 1 - axis))
            part = xp.reshape(xp.arange(length, dtype=backend.index_dtype(), device=params.device), shape)
        else:
            part = counted(backend, backend.get_item(indices, (..., axis - batch_dims)), length)
        place = part if place is None else place * backend.like(place, length) + part
    after = params.shape[batch_dims + number :]
    flat = xp.reshape(params, (math.prod(params.shape[: batch_dims + number]), *after))
    found = xp.take(flat, xp.reshape(xp.broadcast_to(place, rows), (-1,)), axis=0)
    return xp.reshape(found, (*rows, *after))


@rule("scatter_flat")
def scatter_flat(backend: Any, standard: Any, indices: Any, updates: Any, /, *, size: int, reduction: str) -> Any:
    """The standard has none: each place looks for its updates among all of them, so many at a time as memory allows."""
    require_size(size, *updates.shape[1:])
    xp, number = backend.namespace, updates.shape[0]
    indices = counted(backend, indices, size)
    if not number or not size:
        return xp.zeros((size, *updates.shape[1:]), dtype=updates.dtype, device=updates.device)
    step = max(1, _AT_A_TIME // max(math.prod(updates.shape), 1))
    places = xp.arange(size, dtype=indices.dtype, device=updates.device)
    parts = (backend.get_item(places, (slice(start, start + step),)) for start in range(0, size, step))
    return xp.concat([_brought(backend, indices, updates, part, reduction) for part in parts])


_AT_A_TIME = 2**22
"""Elements that are compared and chosen from."""


def _brought(backend: Any, indices: Any, updates: Any, places: Any, reduction: str) -> Any:
    """What becomes of the updates of some places."""
    xp, number, ones = backend.namespace, updates.shape[0], (1,) * (updates.ndim - 1)
    mine = indices[None, :] == places[:, None]
    if reduction == "replace":
        last = number - 1 - xp.argmax(backend.cast(xp.flip(mine, axis=1), xp.uint8), axis=1)
        found = xp.take(updates, last, axis=0)
    else:
        neutral = backend.like(updates, _neutral(backend, updates.dtype, reduction))
        chosen = xp.where(xp.reshape(mine, (*mine.shape, *ones)), updates[None, ...], neutral)
        if reduction == "sum":
            found = xp.sum(chosen, axis=1, dtype=updates.dtype)
        else:
            found = (xp.min if reduction == "min" else xp.max)(chosen, axis=1)
    touched = xp.reshape(xp.any(mine, axis=1), (places.shape[0], *ones))
    return xp.where(touched, found, backend.like(updates, 0))


def _neutral(backend: Any, dtype: Any, reduction: str) -> Any:
    """What changes nothing."""
    if reduction == "sum":
        return 0
    if backend.kind_of(dtype) == "f":
        return math.inf if reduction == "min" else -math.inf
    limits = backend.namespace.iinfo(dtype)
    return limits.max if reduction == "min" else limits.min


def counted(backend: Any, indices: Any, length: int) -> Any:
    """Indices counted from the front, as the index dtype; IndexError where one is out of range."""
    xp = backend.namespace
    # of uint64 the greatest are cast to negative ones; where they are no less they are out of range, too
    most = backend.like(indices, min(xp.iinfo(indices.dtype).max, length))
    found = backend.cast(xp.where(indices > most, most, indices), backend.index_dtype())
    end = backend.like(found, length)
    if xp.any((found < -end) | (found >= end)):
        raise IndexError(f"an index is out of range for an axis of length {length}")
    return xp.where(found < backend.like(found, 0), found + end, found)
