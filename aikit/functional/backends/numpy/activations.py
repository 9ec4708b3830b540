"""Activation functions on NumPy."""

from __future__ import annotations

import numpy as np

from aikit.functional.backends.by_dtype import ByDtype

from ._axes import check_axis
from ._dtypes import HALF


def _softmax(x: np.ndarray, /, *, axis: int | None = None) -> np.ndarray:
    axis = -1 if axis is None else axis
    check_axis(x, axis)
    with np.errstate(invalid="ignore", under="ignore"):  # the difference of infinities is the NaN that is asked for
        powers = np.exp(x - np.max(x, axis=axis, keepdims=True, initial=-np.inf))
        return powers / np.sum(powers, axis=axis, keepdims=True)


def _softmax_of_half(x: np.ndarray, /, *, axis: int | None = None) -> np.ndarray:
    """Through float32, so that there is one rounding."""
    return _softmax(x.astype(np.float32), axis=axis).astype(x.dtype)


softmax = ByDtype(_softmax, dict.fromkeys(HALF, _softmax_of_half))
