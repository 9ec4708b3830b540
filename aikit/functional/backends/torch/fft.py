"""Discrete Fourier transforms on PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from aikit import shapes
from aikit.functional.backends.torch._by_dtype import HALF
from aikit.functional.backends.torch.creation import arange

Axes = tuple[int, ...] | int | None


def _in_precision(x: torch.Tensor) -> torch.Tensor:
    """`x`, or its float32 form where PyTorch has no transform of 16-bit floats on the CPU."""
    return x.to(torch.float32) if x.dtype in HALF else x


def _along_one(function: Callable[..., Any]) -> Callable[..., torch.Tensor]:
    def transform(x: torch.Tensor, /, *, n: int | None = None, axis: int = -1, norm: Any = "backward") -> torch.Tensor:
        return function(_in_precision(x), n, axis, norm)

    return transform


fft = _along_one(torch.fft.fft)
ifft = _along_one(torch.fft.ifft)
rfft = _along_one(torch.fft.rfft)
irfft = _along_one(torch.fft.irfft)
hfft = _along_one(torch.fft.hfft)
ihfft = _along_one(torch.fft.ihfft)


def _along_several(name: str, function: Callable[..., Any]) -> Callable[..., torch.Tensor]:
    def transform(x: torch.Tensor, /, *, s: Axes = None, axes: Axes = None, norm: Any = "backward") -> torch.Tensor:
        along, lengths = shapes.transform(name, x.shape, s, axes)
        return function(_in_precision(x), lengths, along, norm)

    return transform


fftn = _along_several("fft.fftn", torch.fft.fftn)
ifftn = _along_several("fft.ifftn", torch.fft.ifftn)
rfftn = _along_several("fft.rfftn", torch.fft.rfftn)
irfftn = _along_several("fft.irfftn", torch.fft.irfftn)


def fftfreq(n: int, /, *, d: float = 1.0, dtype: torch.dtype, device: Any = None) -> torch.Tensor:
    return _frequencies(
        torch.fft.ifftshift(arange(-(n // 2), (n + 1) // 2, dtype=_wide(dtype), device=device)), n, d, dtype
    )


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: torch.dtype, device: Any = None) -> torch.Tensor:
    return _frequencies(arange(n // 2 + 1, dtype=_wide(dtype), device=device), n, d, dtype)


def _wide(dtype: torch.dtype) -> torch.dtype:
    return torch.float32 if dtype in HALF else dtype


def _frequencies(counts: torch.Tensor, n: int, d: float, dtype: torch.dtype) -> torch.Tensor:
    if n < 1 or d == 0:
        raise ValueError(f"no frequencies for n={n} and d={d}")
    return (counts / (n * d)).to(dtype)


def fftshift(x: torch.Tensor, /, *, axes: Axes = None) -> torch.Tensor:
    return torch.fft.fftshift(x, dim=shapes.axes_from_front("fft.fftshift", axes, x.ndim))


def ifftshift(x: torch.Tensor, /, *, axes: Axes = None) -> torch.Tensor:
    return torch.fft.ifftshift(x, dim=shapes.axes_from_front("fft.ifftshift", axes, x.ndim))
