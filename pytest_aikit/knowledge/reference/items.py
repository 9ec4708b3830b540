"""Parts of arrays, by NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def read(x: np.ndarray, /, *key: Any) -> np.ndarray:
    return np.asarray(x[key])


def write_itself(x: np.ndarray, to: Any, of: Any, /) -> tuple[np.ndarray, np.ndarray]:
    changed = x.copy()
    changed[to] = x[of]
    return changed, changed


def write(x: np.ndarray, value: Any, /, *key: Any) -> tuple[np.ndarray, np.ndarray]:
    """The write; the value may have more dimensions of length 1 in front, which NumPy does not let masks select."""
    changed = x.copy()
    selected = changed[key].shape
    value = np.asarray(value)
    changed[key] = np.broadcast_to(value.reshape(value.shape[max(value.ndim - len(selected), 0) :]), selected)
    return changed, changed
