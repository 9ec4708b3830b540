"""Sorting."""

from __future__ import annotations

from typing import Any

import numpy as np


def argsort(x: Any, *, axis: int, descending: bool, stable: bool) -> Any:
    if not descending:
        return np.argsort(x, axis=axis, stable=True)
    # the reverse of a stable sort of the reverse: equal elements keep their order, NaN comes first
    backwards = np.argsort(np.flip(x, axis=axis), axis=axis, stable=True)
    return np.flip(x.shape[axis] - 1 - backwards, axis=axis)


def sort(x: Any, *, axis: int, descending: bool, stable: bool) -> Any:
    ascending = np.sort(x, axis=axis)
    return np.flip(ascending, axis=axis) if descending else ascending
