"""Layers of neural networks on PyTorch."""

from __future__ import annotations

import torch

__all__ = ["linear"]


def linear(x: torch.Tensor, weight: torch.Tensor, /, *, bias: torch.Tensor | None = None) -> torch.Tensor:
    if weight.ndim != 2 or (bias is not None and bias.ndim > 1):
        raise ValueError(f"linear: weight has shape {tuple(weight.shape)}; it must have 2 dimensions, and bias 1")
    return torch.nn.functional.linear(x, weight, bias)
