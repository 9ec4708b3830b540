"""Discrete Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def fftshift(x: np.ndarray, /, *, axes: int | Sequence[int] | None = None) -> np.ndarray:
    return np.fft.fftshift(x, axes=axes)
