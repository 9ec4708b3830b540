"""Searching and choosing on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._axes import check_axis
from .sorting import sort_keys


def argmax(x: np.ndarray, /, *, axis: int | None = None, keepdims: bool = False) -> np.ndarray:
    check_axis(x, axis)
    return np.asarray(np.argmax(x, axis=axis, keepdims=keepdims))


def argmin(x: np.ndarray, /, *, axis: int | None = None, keepdims: bool = False) -> np.ndarray:
    check_axis(x, axis)
    return np.asarray(np.argmin(x, axis=axis, keepdims=keepdims))


def argwhere(x: np.ndarray, /) -> np.ndarray:
    if not x.ndim:
        raise ValueError("a 0-d array has no indices")  # NumPy makes rows of no indices of it
    return np.argwhere(x)


def count_nonzero(x: np.ndarray, /, *, axis: Any = None, keepdims: bool = False) -> np.ndarray:
    check_axis(x, axis)
    return np.asarray(np.count_nonzero(x, axis=axis, keepdims=keepdims))


def nonzero(x: np.ndarray, /) -> tuple[np.ndarray, ...]:
    return np.nonzero(x)


def searchsorted(
    x1: np.ndarray, x2: np.ndarray, /, *, side: str = "left", sorter: np.ndarray | None = None
) -> np.ndarray:
    if sorter is not None and sorter.size and not (sorter.min() >= 0 and sorter.max() < x1.size):
        raise IndexError("an index of the sorter is out of range")  # NumPy looks at those only that it comes by
    found = np.searchsorted(sort_keys(x1), sort_keys(x2), side=side, sorter=sorter)  # type: ignore[call-overload]
    return np.asarray(found)


def where(condition: np.ndarray, x1: np.ndarray, x2: np.ndarray, /) -> np.ndarray:
    return np.where(condition, x1, x2)
