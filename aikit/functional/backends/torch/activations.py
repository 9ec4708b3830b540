"""Activation functions."""

from __future__ import annotations

import torch

from ._axes import check_axis

__all__ = ["softmax"]


def softmax(x: torch.Tensor, /, *, axis: int | None = None) -> torch.Tensor:
    axis = -1 if axis is None else axis
    check_axis(x, axis)
    return torch.softmax(x, axis)
