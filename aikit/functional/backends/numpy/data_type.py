"""Data types on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.functional.rules.data_type import can_cast, dtype, finfo, iinfo, result_type

__all__ = ["astype", "can_cast", "dtype", "finfo", "iinfo", "result_type"]


def astype(x: np.ndarray, dtype: np.dtype, /, *, copy: bool = True, device: Any = None) -> np.ndarray:
    return x.astype(dtype, copy=copy)
