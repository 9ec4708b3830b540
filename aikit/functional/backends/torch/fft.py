"""Discrete Fourier transforms on PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from aikit.core import shapes
from aikit.functional.rules import fft as rules

from ._dtypes import HALF
from .creation import arange

Axes = tuple[int, ...] | int | None


def _in_precision(x: torch.Tensor) -> torch.Tensor:
    """`x`, or its float32 form where PyTorch has no transform of 16-bit floats on the CPU."""
    return x.to(torch.float32) if x.dtype in HALF else x


def _of_nothing(x: torch.Tensor, axes: tuple[int, ...], function: Callable[..., torch.Tensor]) -> torch.Tensor:
    """The transform of arrays of which there are none, which MKL refuses: it is made of one, and that is cut away."""
    kept = [slice(None) if i in axes else slice(size) for i, size in enumerate(x.shape)]
    one = x.new_zeros([size if i in axes else max(size, 1) for i, size in enumerate(x.shape)])
    return function(one)[tuple(kept)]


def _along_one(name: str, function: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    def transform(x: torch.Tensor, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> torch.Tensor:
        x = _in_precision(x)
        if x.numel():
            return function(x, n, axis, norm)
        along, _ = rules.transform(name, x.shape, n, axis, rules.OF_ONE)
        return _of_nothing(x, along, lambda one: function(one, n, axis, norm))

    return transform


def _to_real(function: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """A transform that gives real numbers, to which the first frequency, and the last one of an even length, are real.

    In some lengths cuFFT takes their imaginary parts for something: https://github.com/pytorch/pytorch/issues/154496
    """

    def transform(x: torch.Tensor, n: int | None, axis: int, norm: str) -> torch.Tensor:
        if x.is_complex() and not x.is_cpu:
            length = x.shape[axis]
            places = torch.arange(length, device=x.device)
            has = (places != 0) & (2 * places != (2 * (length - 1) if n is None else n))
            has = has.reshape([-1 if i == axis % x.ndim else 1 for i in range(x.ndim)])
            # to take the imaginary parts alone is nothing whose derivative vmap knows
            x = torch.where(has, x, torch.complex(x.real, torch.zeros_like(x.real)))
        return function(x, n, axis, norm)

    return transform


fft = _along_one("fft.fft", torch.fft.fft)
ifft = _along_one("fft.ifft", torch.fft.ifft)
rfft = _along_one("fft.rfft", torch.fft.rfft)
irfft = _along_one("fft.irfft", _to_real(torch.fft.irfft))
hfft = _along_one("fft.hfft", _to_real(torch.fft.hfft))
ihfft = _along_one("fft.ihfft", torch.fft.ihfft)


def _along_several(name: str, function: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    def transform(x: torch.Tensor, /, *, s: Axes = None, axes: Axes = None, norm: str = "backward") -> torch.Tensor:
        along, lengths = rules.transform(name, x.shape, s, axes)
        x = _in_precision(x)
        if not x.numel():
            return _of_nothing(x, along, lambda one: function(one, lengths, along, norm))
        if function is torch.fft.irfftn and not x.is_cpu:
            # cuFFT takes numbers for symmetric along all axes, and not along the last one alone
            x = torch.fft.ifftn(x, lengths[:-1], along[:-1], norm) if len(along) > 1 else x
            return irfft(x, n=lengths[-1], axis=along[-1], norm=norm)
        if len(along) > _MOST:
            return _in_parts(function, x, lengths, along, norm)
        return function(x, lengths, along, norm)

    return transform


_MOST = 7
"""The axes that MKL transforms at once."""


def _in_parts(
    function: Callable[..., torch.Tensor],
    x: torch.Tensor,
    lengths: tuple[int | None, ...],
    along: tuple[int, ...],
    norm: str,
) -> torch.Tensor:
    """The transform along many axes: real numbers are at the end of the last one, before or after all others."""
    inner = torch.fft.ifftn if function in (torch.fft.ifftn, torch.fft.irfftn) else torch.fft.fftn
    if function is torch.fft.irfftn:
        return function(
            _in_parts(inner, x, lengths[:-_MOST], along[:-_MOST], norm), lengths[-_MOST:], along[-_MOST:], norm
        )
    x = function(x, lengths[-_MOST:], along[-_MOST:], norm)
    while along := along[:-_MOST]:
        lengths = lengths[:-_MOST]
        x = inner(x, lengths[-_MOST:], along[-_MOST:], norm)
    return x


fftn = _along_several("fft.fftn", torch.fft.fftn)
ifftn = _along_several("fft.ifftn", torch.fft.ifftn)
rfftn = _along_several("fft.rfftn", torch.fft.rfftn)
irfftn = _along_several("fft.irfftn", torch.fft.irfftn)


def fftfreq(n: int, /, *, d: float = 1.0, dtype: torch.dtype, device: Any = None) -> torch.Tensor:
    positive, negative = (
        arange(start, stop, dtype=_wide(dtype), device=device) for start, stop in ((0, (n + 1) // 2), (-(n // 2), 0))
    )
    return _frequencies(torch.cat((positive, negative)), n, d, dtype)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: torch.dtype, device: Any = None) -> torch.Tensor:
    return _frequencies(arange(n // 2 + 1, dtype=_wide(dtype), device=device), n, d, dtype)


def _wide(dtype: torch.dtype) -> torch.dtype:
    return torch.float32 if dtype in HALF else dtype


def _frequencies(counts: torch.Tensor, n: int, d: float, dtype: torch.dtype) -> torch.Tensor:
    if n < 1 or d == 0:
        raise ValueError(f"no frequencies for n={n} and d={d}")
    return counts.div_(n * d).to(dtype)


def fftshift(x: torch.Tensor, /, *, axes: Axes = None) -> torch.Tensor:
    along = shapes.axes_from_front("fft.fftshift", axes, x.ndim)
    return torch.fft.fftshift(x, along) if along else x.clone()  # PyTorch cannot shift along no axes


def ifftshift(x: torch.Tensor, /, *, axes: Axes = None) -> torch.Tensor:
    along = shapes.axes_from_front("fft.ifftshift", axes, x.ndim)
    return torch.fft.ifftshift(x, along) if along else x.clone()
