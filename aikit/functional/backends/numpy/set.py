"""Sets of values on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from .sorting import has_both_zeros, sort_keys


def isin(x1: np.ndarray, x2: np.ndarray, /, *, invert: bool = False) -> np.ndarray:
    return np.asarray(np.isin(x1, x2, invert=invert))


def unique_all(x: np.ndarray, /) -> tuple[np.ndarray, ...]:
    values, indices, inverse, counts = np.unique(
        sort_keys(x), return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    return values.astype(x.dtype, copy=False), indices, inverse.reshape(x.shape), counts


def unique_counts(x: np.ndarray, /) -> tuple[np.ndarray, ...]:
    values, counts = np.unique(sort_keys(x), return_counts=True, equal_nan=False)
    return values.astype(x.dtype, copy=False), counts


def unique_inverse(x: np.ndarray, /) -> tuple[np.ndarray, ...]:
    keys = sort_keys(x)
    # with indices it sorts in a stable way, which takes five times as long: of several NaN the first comes first
    stable = keys.dtype.kind in "fc" and (bool(np.isnan(keys).any()) or keys.dtype.kind == "c" or has_both_zeros(keys))
    unique: Any = np.unique
    values, *_, inverse = unique(keys, return_index=stable, return_inverse=True, equal_nan=False)
    return values.astype(x.dtype, copy=False), inverse.reshape(x.shape)


def unique_values(x: np.ndarray, /) -> np.ndarray:
    return np.unique(sort_keys(x), equal_nan=False).astype(x.dtype, copy=False)
