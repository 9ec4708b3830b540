"""Indexing by arrays of integers."""

from __future__ import annotations

import torch

from ._axes import check_axis
from ._dtypes import on_bits, with_unsigned
from ._items import check_bounds
from .core import is_traced

_MANY = 4096
"""So many elements are taken that it pays to look whether any index is negative."""


def _take(x: torch.Tensor, indices: torch.Tensor, /, *, axis: int | None = None) -> torch.Tensor:
    ndim = x.ndim
    if axis is None:
        if ndim != 1:
            raise ValueError(f"take: an array of {ndim} dimensions needs an axis")
        axis = 0
    if not -ndim <= axis < ndim:
        raise IndexError(f"take: axis {axis} is out of range for an array of {ndim} dimensions")
    if not x.numel() and not is_traced(indices):
        check_bounds(indices, x.shape[axis])  # PyTorch does not look where there is nothing to take
    if indices.dtype is not torch.int64:
        indices = indices.to(torch.int64)
    if (ndim == 1 or indices.ndim == 1) and not (is_traced(x) or is_traced(indices)):
        if _takes_many(x, indices, axis) and indices.min() >= 0:
            return torch.index_select(x, axis, indices)  # in a third of the time
        if ndim == 1:
            return torch.take(x, indices)  # in a third of the time; not every transformation knows it
    # `torch.index_select` takes neither negative indices nor several dimensions of them
    before: list[torch.Tensor | None] = [None] * (axis % ndim)
    return torch.ops.aten.index(x, [*before, indices])


def _takes_many(x: torch.Tensor, indices: torch.Tensor, axis: int) -> bool:
    """Whether it pays to look whether any index of a vector is negative."""
    if indices.ndim != 1 or not x.numel() or not indices.numel():
        return False
    return indices.numel() * (x.numel() // x.shape[axis]) > _MANY


def _take_along_axis(x: torch.Tensor, indices: torch.Tensor, /, *, axis: int = -1) -> torch.Tensor:
    check_axis(x, axis)
    if x.ndim != indices.ndim:
        raise ValueError(f"take_along_axis: indices have {indices.ndim} dimensions and x {x.ndim}")
    # not `torch.take_along_dim`, which wraps indices that are out of range; `torch.gather` takes no negative ones
    indices = indices.to(torch.int64)
    indices = torch.where(indices < 0, indices + x.shape[axis], indices)
    place = axis % x.ndim
    stack = list(torch.broadcast_shapes(*(a.shape[:place] + a.shape[place + 1 :] for a in (x, indices))))
    x, indices = (a.expand(*stack[:place], a.shape[axis], *stack[place:]) for a in (x, indices))
    return torch.gather(x, axis, indices)


take = with_unsigned(_take, on_bits(_take))
take_along_axis = with_unsigned(_take_along_axis, on_bits(_take_along_axis))
