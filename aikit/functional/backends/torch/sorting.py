"""Sorting."""

from __future__ import annotations

import torch

from ._axes import check_axis
from ._dtypes import on_order, with_unsigned


def _sort(x: torch.Tensor, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> torch.Tensor:
    check_axis(x, axis)
    # integers that are equal cannot be told apart
    return torch.sort(x, dim=axis, descending=descending, stable=stable and x.is_floating_point()).values


def _argsort(x: torch.Tensor, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> torch.Tensor:
    check_axis(x, axis)
    return torch.sort(x, dim=axis, descending=descending, stable=stable).indices


sort = with_unsigned(_sort, on_order(_sort))
argsort = with_unsigned(_argsort, on_order(_argsort, back=False))
