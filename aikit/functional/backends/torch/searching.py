"""Searching."""

from __future__ import annotations

import torch

from ._axes import check_axis, to_reduce
from ._dtypes import SIGNED, bits, from_bits, on_bits, on_order, order, with_unsigned
from ._items import check_bounds, get_item
from .core import is_traced


def where(condition: torch.Tensor, x1: torch.Tensor, x2: torch.Tensor, /) -> torch.Tensor:
    """CUDA has no kernel for the unsigned dtypes: https://github.com/pytorch/pytorch/issues/58734."""
    if x1.dtype in SIGNED and not x1.is_cpu:
        return from_bits(torch.where(condition, bits(x1), bits(x2)), x1.dtype)
    return torch.where(condition, x1, x2)


def _argmax(x: torch.Tensor, /, *, axis: int | None = None, keepdims: bool = False) -> torch.Tensor:
    check_axis(x, axis)
    return torch.argmax(x, axis, keepdims)


def _argmin(x: torch.Tensor, /, *, axis: int | None = None, keepdims: bool = False) -> torch.Tensor:
    check_axis(x, axis)
    return torch.argmin(x, axis, keepdims)


argmax = with_unsigned(_argmax, on_order(_argmax, back=False))
argmin = with_unsigned(_argmin, on_order(_argmin, back=False))


def _argwhere(x: torch.Tensor, /) -> torch.Tensor:
    if x.ndim == 0:
        raise ValueError("argwhere: a 0-dimensional array has no indices")
    return torch.nonzero(x)


argwhere = with_unsigned(_argwhere, on_bits(_argwhere, back=False))


def count_nonzero(x: torch.Tensor, /, *, axis=None, keepdims: bool = False) -> torch.Tensor:
    if axis is None and not keepdims and x.dtype not in SIGNED:
        return torch.count_nonzero(x)  # in half of the time; along an axis PyTorch does as below
    return torch.sum(*to_reduce(x.to(torch.bool), axis, keepdims))


def _nonzero(x: torch.Tensor, /) -> tuple[torch.Tensor, ...]:
    if x.ndim == 0:
        raise ValueError("nonzero: a 0-dimensional array has no indices")
    return torch.nonzero(x, as_tuple=True)


nonzero = with_unsigned(_nonzero, on_bits(_nonzero, back=False))


def sort_keys(x: torch.Tensor) -> torch.Tensor:
    """Values in the order of `x` for which PyTorch has kernels."""
    if x.dtype in SIGNED:
        return order(x)
    return x.to(torch.uint8) if x.dtype == torch.bool else x


def searchsorted(
    x1: torch.Tensor, x2: torch.Tensor, /, *, side: str = "left", sorter: torch.Tensor | None = None
) -> torch.Tensor:
    if x1.ndim != 1:
        raise ValueError(f"searchsorted: x1 must have 1 dimension, and has {x1.ndim}")
    if sorter is not None:
        sorter = sorter.to(torch.int64)
        if not is_traced(sorter):
            check_bounds(sorter, x1.shape[0], 0)
        x1 = get_item(x1, (sorter,))
    if x1.dtype.is_floating_point:
        x1, x2 = _nan_last(x1), _nan_last(x2)
    # PyTorch warns about arrays that are not contiguous
    return torch.searchsorted(sort_keys(x1).contiguous(), sort_keys(x2).contiguous(), side=side)


_FLOAT_BITS = {2: torch.int16, 4: torch.int32, 8: torch.int64}


def _nan_last(x: torch.Tensor) -> torch.Tensor:
    """Integers in the order of the floats `x`, NaN after infinity: to PyTorch's search NaN is not in order at all."""
    pattern = (x + 0).view(_FLOAT_BITS[x.dtype.itemsize])  # + 0: there is one zero
    largest = torch.iinfo(pattern.dtype).max
    ordered = torch.where(pattern < 0, pattern ^ largest, pattern)
    return torch.where(x != x, largest, ordered)
