"""Discrete Fourier transforms on NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aikit.core import shapes
from aikit.functional.rules import fft as rules

Axes = tuple[int, ...] | int | None


def _in_precision(x: np.ndarray) -> np.ndarray:
    """`x`, or its float32 form where NumPy would transform it in float16, or bfloat16 in float64."""
    return x.astype(np.float32) if x.dtype.itemsize == 2 else x


def _along_one(function: Callable[..., Any]) -> Callable[..., np.ndarray]:
    def transform(x: np.ndarray, /, *, n: int | None = None, axis: int = -1, norm: Any = "backward") -> np.ndarray:
        return function(_in_precision(x), n, axis, norm)

    return transform


def _not_empty(x: np.ndarray, axis: int) -> np.ndarray:
    """`x`, or one zero along an axis without elements, of which NumPy's irfft would read the first."""
    if x.shape[axis]:
        return x
    shape = list(x.shape)
    shape[axis] = 1
    return np.zeros(shape, x.dtype)


def _irfft(x: np.ndarray, n: int | None, axis: int, norm: Any) -> np.ndarray:
    return np.fft.irfft(_not_empty(x, axis), n, axis, norm)


def _hfft(x: np.ndarray, n: int | None, axis: int, norm: Any) -> np.ndarray:
    return np.fft.hfft(_not_empty(x, axis), n, axis, norm)


def _irfftn(x: np.ndarray, lengths: Any, axes: Any, norm: Any) -> np.ndarray:
    return np.fft.irfftn(_not_empty(x, axes[-1]), lengths, axes, norm)


fft = _along_one(np.fft.fft)
ifft = _along_one(np.fft.ifft)
rfft = _along_one(np.fft.rfft)
irfft = _along_one(_irfft)
hfft = _along_one(_hfft)
ihfft = _along_one(np.fft.ihfft)


def _along_several(name: str, function: Callable[..., Any]) -> Callable[..., np.ndarray]:
    def transform(x: np.ndarray, /, *, s: Axes = None, axes: Axes = None, norm: Any = "backward") -> np.ndarray:
        along, lengths = rules.transform(name, x.shape, s, axes)
        if not along:  # NumPy would return a real array as it is
            return x.astype(np.result_type(_in_precision(x), np.complex64))
        return function(_in_precision(x), lengths, along, norm)

    return transform


fftn = _along_several("fft.fftn", np.fft.fftn)
ifftn = _along_several("fft.ifftn", np.fft.ifftn)
rfftn = _along_several("fft.rfftn", np.fft.rfftn)
irfftn = _along_several("fft.irfftn", _irfftn)


def fftfreq(n: int, /, *, d: float = 1.0, dtype: np.dtype, device: Any = None) -> np.ndarray:
    return _frequencies(np.fft.ifftshift(np.arange(-(n // 2), (n + 1) // 2)), n, d, dtype)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: np.dtype, device: Any = None) -> np.ndarray:
    return _frequencies(np.arange(n // 2 + 1), n, d, dtype)


def _frequencies(counts: np.ndarray, n: int, d: float, dtype: np.dtype) -> np.ndarray:
    if n < 1 or d == 0:
        raise ValueError(f"no frequencies for n={n} and d={d}")
    return (counts / (n * d)).astype(dtype)


def fftshift(x: np.ndarray, /, *, axes: Axes = None) -> np.ndarray:
    along = shapes.axes_from_front("fft.fftshift", axes, x.ndim)
    return np.fft.fftshift(x, along) if along else x.copy()  # NumPy cannot shift along no axes


def ifftshift(x: np.ndarray, /, *, axes: Axes = None) -> np.ndarray:
    along = shapes.axes_from_front("fft.ifftshift", axes, x.ndim)
    return np.fft.ifftshift(x, along) if along else x.copy()
