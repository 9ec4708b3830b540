"""Sorting on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def argsort(x: np.ndarray, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> np.ndarray:
    kind: Any = "stable" if stable else None
    if not descending:
        return np.argsort(x, axis=axis, kind=kind)
    # The stable descending order is the reversed stable ascending order of the reversed array.
    order = np.flip(np.argsort(np.flip(x, axis), axis=axis, kind=kind), axis)
    return x.shape[axis] - 1 - order


def sort(x: np.ndarray, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> np.ndarray:
    ordered = np.sort(x, axis=axis, kind="stable" if stable else None)
    return np.flip(ordered, axis) if descending else ordered
