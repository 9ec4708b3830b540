"""Sets of values on NumPy."""

from __future__ import annotations

import numpy as np


def isin(x1: np.ndarray, x2: np.ndarray, /, *, invert: bool = False) -> np.ndarray:
    return np.asarray(np.isin(x1, x2, invert=invert))


def unique_all(x: np.ndarray, /) -> tuple[np.ndarray, ...]:
    values, indices, inverse, counts = np.unique(
        x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    return values, indices, inverse.reshape(x.shape), counts


def unique_counts(x: np.ndarray, /) -> tuple[np.ndarray, ...]:
    return np.unique(x, return_counts=True, equal_nan=False)


def unique_inverse(x: np.ndarray, /) -> tuple[np.ndarray, ...]:
    values, inverse = np.unique(x, return_inverse=True, equal_nan=False)
    return values, inverse.reshape(x.shape)


def unique_values(x: np.ndarray, /) -> np.ndarray:
    return np.unique(x, equal_nan=False)
