"""Data types on NumPy; bfloat16 comes from ml_dtypes."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from aikit.dtypes import DTYPES
from aikit.functional.rules.data_type import can_cast, dtype, finfo, iinfo, result_type

__all__ = [
    "as_native_dtype", "astype", "can_cast", "dtype", "finfo", "iinfo", "index_dtype", "native_dtypes", "result_type",
]  # fmt: skip

native_dtypes: dict[str, np.dtype] = {
    name: np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name) for name in DTYPES
}
_INT64 = np.dtype("int64")


def as_native_dtype(name: str) -> np.dtype:
    return native_dtypes[name]


def index_dtype() -> np.dtype:
    return _INT64


def astype(x: np.ndarray, dtype: np.dtype, /, *, copy: bool = True, device: Any = None) -> np.ndarray:
    return x.astype(dtype, copy=copy)
