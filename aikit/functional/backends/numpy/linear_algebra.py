"""Linear algebra on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.functional.backends.by_dtype import ByDtype
from aikit.functional.backends.numpy.data_type import native_dtypes
from aikit.functional.backends.numpy.ufunc import Ufunc

_BFLOAT16 = native_dtypes["bfloat16"]


def _matmul_bfloat16(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
    # bfloat16's own loop adds up in bfloat16.
    return np.matmul(x1.astype(np.float32), x2.astype(np.float32), out=...).astype(_BFLOAT16)


matmul = ByDtype(Ufunc(np.matmul), {_BFLOAT16: _matmul_bfloat16})


def matrix_transpose(x: np.ndarray, /) -> np.ndarray:
    return np.matrix_transpose(x)


def tensordot(x1: np.ndarray, x2: np.ndarray, /, *, axes: Any = 2) -> np.ndarray:
    if x1.dtype == _BFLOAT16:
        return np.asarray(np.tensordot(x1.astype(np.float32), x2.astype(np.float32), axes=axes)).astype(_BFLOAT16)
    return np.asarray(np.tensordot(x1, x2, axes=axes))


def vecdot(x1: np.ndarray, x2: np.ndarray, /, *, axis: int = -1) -> np.ndarray:
    product: Any = np.linalg.vecdot
    if x1.dtype == _BFLOAT16:
        return np.asarray(product(x1.astype(np.float32), x2.astype(np.float32), axis=axis)).astype(_BFLOAT16)
    return np.asarray(product(x1, x2, axis=axis))


def diagonal(x: np.ndarray, /, *, offset: int = 0) -> np.ndarray:
    return np.linalg.diagonal(x, offset=offset)


__all__ = ["matmul", "matrix_transpose", "tensordot", "vecdot"]
