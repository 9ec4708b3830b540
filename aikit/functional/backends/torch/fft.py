"""Discrete Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence

import torch


def fftshift(x: torch.Tensor, /, *, axes: int | Sequence[int] | None = None) -> torch.Tensor:
    return torch.fft.fftshift(x, dim=axes)
