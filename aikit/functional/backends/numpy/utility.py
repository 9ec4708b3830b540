"""Functions that test or combine neighbours, on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._axes import check_axis


def all(x: np.ndarray, /, *, axis: Any = None, keepdims: bool = False) -> np.ndarray:
    check_axis(x, axis)
    return np.asarray(np.all(x, axis=axis, keepdims=keepdims))


def any(x: np.ndarray, /, *, axis: Any = None, keepdims: bool = False) -> np.ndarray:
    check_axis(x, axis)
    return np.asarray(np.any(x, axis=axis, keepdims=keepdims))


def diff(
    x: np.ndarray,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: np.ndarray | None = None,
    append: np.ndarray | None = None,
) -> np.ndarray:
    parts = [part for part in (prepend, x, append) if part is not None]
    if len(parts) > 1:
        x = np.concatenate(parts, axis=axis)  # NumPy's own would broadcast a 0-d prepend
    return np.diff(x, n=n, axis=axis)
