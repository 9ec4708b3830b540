"""Elements by their index: bad arguments, for which the standard asks no error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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


def counted(backend: Any, indices: Any, length: int) -> Any:
    """Indices counted from the front, as the index dtype; IndexError where one is out of range."""
    xp = backend.namespace
    found = backend.cast(indices, backend.index_dtype())
    end = backend.like(found, length)
    if xp.any((found < -end) | (found >= end)):
        raise IndexError(f"an index is out of range for an axis of length {length}")
    return xp.where(found < backend.like(found, 0), found + end, found)
