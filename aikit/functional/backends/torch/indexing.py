"""Indexing by arrays of integers."""

from __future__ import annotations

import torch

from ._axes import check_axis
from ._dtypes import HALF, SIGNED, bits, from_bits, on_bits, order, unordered, with_unsigned
from ._items import check_bounds, places
from .core import are_traced, is_traced

_MANY = 4096
"""So many elements are taken that it pays to look whether any index is negative."""


def _take(x: torch.Tensor, indices: torch.Tensor, /, *, axis: int | None = None) -> torch.Tensor:
    ndim = x.ndim
    if axis is None:
        if ndim != 1:
            raise ValueError(f"take: an array of {ndim} dimensions needs an axis")
        axis = 0
    elif not -ndim <= axis < ndim:
        raise IndexError(f"take: axis {axis} is out of range for an array of {ndim} dimensions")
    size, indices = x.numel(), places(indices)
    if not size and not is_traced(indices):
        check_bounds(indices, x.shape[axis])  # PyTorch does not look where there is nothing to take
    is_vector = indices.ndim == 1
    if (ndim == 1 or is_vector) and not are_traced(x, indices):
        taken = indices.numel() if ndim == 1 or not size else indices.numel() * (size // x.shape[axis])
        if size and taken > _MANY and is_vector and indices.min() >= 0:
            return torch.index_select(x, axis, indices)  # in a third of the time
        if ndim == 1:
            return torch.take(x, indices)  # in a third of the time; not every transformation knows it
    # `torch.index_select` takes neither negative indices nor several dimensions of them
    before: list[torch.Tensor | None] = [None] * (axis % ndim)
    return torch.ops.aten.index(x, [*before, indices])


def _take_along_axis(x: torch.Tensor, indices: torch.Tensor, /, *, axis: int = -1) -> torch.Tensor:
    check_axis(x, axis)
    if x.ndim != indices.ndim:
        raise ValueError(f"take_along_axis: indices have {indices.ndim} dimensions and x {x.ndim}")
    # not `torch.take_along_dim`, which wraps indices that are out of range; `torch.gather` takes no negative ones
    indices = places(indices)
    indices = torch.where(indices < 0, indices + x.shape[axis], indices)
    place = axis % x.ndim
    stack = list(torch.broadcast_shapes(*(a.shape[:place] + a.shape[place + 1 :] for a in (x, indices))))
    x, indices = (a.expand(*stack[:place], a.shape[axis], *stack[place:]) for a in (x, indices))
    return torch.gather(x, axis, indices)


take = with_unsigned(_take, on_bits(_take))
take_along_axis = with_unsigned(_take_along_axis, on_bits(_take_along_axis))


def _gather_nd(params: torch.Tensor, indices: torch.Tensor, /, *, batch_dims: int) -> torch.Tensor:
    others = indices.ndim - 1 - batch_dims
    batch = [
        torch.arange(params.shape[axis], device=params.device).reshape([-1, *[1] * (batch_dims - 1 - axis + others)])
        for axis in range(batch_dims)
    ]
    key = [*batch, *places(indices).unbind(-1)]
    if not params.numel() and not is_traced(indices):
        for part, length in zip(key, params.shape, strict=False):
            check_bounds(part, length)  # PyTorch does not look where there is nothing to take
    return torch.ops.aten.index(params, key)


gather_nd = with_unsigned(_gather_nd, on_bits(_gather_nd))


def scatter_flat(indices: torch.Tensor, updates: torch.Tensor, /, *, size: int, reduction: str) -> torch.Tensor:
    indices, dtype = places(indices), updates.dtype
    indices = torch.where(indices < 0, indices + size, indices)
    if not is_traced(indices):
        check_bounds(indices, size, 0)
    if dtype in SIGNED and reduction in ("min", "max"):
        found = _scattered(indices, order(updates), size, reduction, torch.iinfo(SIGNED[dtype]).min)
        return unordered(found, dtype)
    if dtype in HALF and reduction == "sum":
        return _scattered(indices, updates.float(), size, reduction).to(dtype)
    if dtype.is_complex and reduction == "sum":
        # the kernel multiplies by 1, and makes NaN of the part beside an infinity
        return torch.view_as_complex(_scattered(indices, torch.view_as_real(updates.resolve_conj()), size, reduction))
    return from_bits(_scattered(indices, bits(updates), size, reduction), dtype)


def _scattered(indices: torch.Tensor, updates: torch.Tensor, size: int, reduction: str, empty: int = 0) -> torch.Tensor:
    """The updates in an array of `empty`."""
    start = torch.full((size, *updates.shape[1:]), empty, dtype=updates.dtype, device=updates.device)
    if reduction == "sum":
        return start.index_add(0, indices, updates)
    if reduction == "replace":
        return start.index_copy(0, indices, updates)
    places = indices.reshape([-1, *[1] * (updates.ndim - 1)]).expand(updates.shape)
    return start.scatter_reduce(0, places, updates, f"a{reduction}", include_self=False)
