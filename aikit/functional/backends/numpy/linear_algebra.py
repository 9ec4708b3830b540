"""Linear algebra on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.functional.backends.by_dtype import ByDtype
from aikit.functional.backends.cross import check_vectors, cross_product
from aikit.functional.backends.diagonals import clamped
from aikit.functional.backends.numpy.data_type import native_dtypes
from aikit.functional.backends.numpy.elementwise import multiply, subtract
from aikit.functional.backends.numpy.statistical import sum
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
    return np.linalg.diagonal(x, offset=clamped(offset, x.shape))


def outer(x1: np.ndarray, x2: np.ndarray, /) -> np.ndarray:
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"outer: two vectors are needed; got arrays of {x1.ndim} and {x2.ndim} dimensions")
    return multiply(x1[:, None], x2[None, :])


def trace(x: np.ndarray, /, *, offset: int = 0, dtype: np.dtype | None = None) -> np.ndarray:
    return sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


def _cross(x1: np.ndarray, x2: np.ndarray, /, *, axis: int = -1) -> np.ndarray:
    check_vectors(x1.shape, x2.shape, axis)
    vectors = np.moveaxis(x1, axis, 0), np.moveaxis(x2, axis, 0)
    return np.stack(cross_product(*vectors, multiply, subtract), axis=axis)


def _cross_half(x1: np.ndarray, x2: np.ndarray, /, *, axis: int = -1) -> np.ndarray:
    # each product would be rounded to a few digits before the subtraction
    return _cross(x1.astype(np.float32), x2.astype(np.float32), axis=axis).astype(x1.dtype)


cross = ByDtype(_cross, dict.fromkeys((_BFLOAT16, np.dtype(np.float16)), _cross_half))

__all__ = ["matmul", "matrix_transpose", "tensordot", "vecdot"]
