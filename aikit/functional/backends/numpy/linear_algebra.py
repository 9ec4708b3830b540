"""Linear algebra on NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from aikit import dtypes
from aikit.core.shapes import require_size
from aikit.functional.backends.by_dtype import ByDtype, through_wider
from aikit.functional.backends.linear_algebra import cross_product
from aikit.functional.rules.linear_algebra import (
    BY_SINGULAR_VALUES,
    NotFinite,
    NotPositiveDefinite,
    SingularMatrix,
    check_norm,
    check_square,
    check_vectors,
    clamped_diagonal,
)

from ._axes import check_axis
from ._dtypes import HALF
from ._ufunc import Ufunc
from .core import native_dtypes
from .elementwise import multiply, subtract
from .statistical import sum

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


def einsum(equation: str, /, *operands: np.ndarray) -> np.ndarray:
    dtype = operands[0].dtype
    if dtype in HALF:  # each product and each sum would be rounded to 16 bits
        operands = tuple(x.astype(np.float32) for x in operands)
    # one array after the other, by products of matrices where there are some
    return np.asarray(np.einsum(equation, *operands, optimize=len(operands) > 1)).astype(dtype, copy=False)


def diagonal(x: np.ndarray, /, *, offset: int = 0) -> np.ndarray:
    return np.linalg.diagonal(x, offset=clamped_diagonal(offset, x.shape))


def diag(x: np.ndarray, /, *, k: int = 0) -> np.ndarray:
    if x.ndim == 2:
        return diagonal(x, offset=k).copy()
    if x.ndim == 1:
        require_size(len(x) + abs(k), len(x) + abs(k))
    return np.diag(x, k)


def inner(x1: np.ndarray, x2: np.ndarray, /) -> np.ndarray:
    if x1.dtype == _BFLOAT16:
        return np.asarray(np.inner(x1.astype(np.float32), x2.astype(np.float32))).astype(_BFLOAT16)
    return np.asarray(np.inner(x1, x2))


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


cross = ByDtype(_cross, dict.fromkeys(HALF, _cross_half))


def _for_floats(function: Callable[..., Any]) -> ByDtype:
    """`function`, computed in float32 for the 16-bit floats, which LAPACK does not have."""
    return through_wider(function, HALF, np.dtype("float32"), lambda x, dtype: x.astype(dtype))


def _check_finite(x: np.ndarray) -> None:
    if not np.isfinite(x).all():
        raise NotFinite


def _complex(x: np.ndarray) -> np.ndarray:
    """NumPy gives real eigenvalues where all of them are."""
    return x if x.dtype.kind == "c" else x.astype(np.result_type(x, np.complex64))


@_for_floats
def cholesky(x: np.ndarray, /, *, upper: bool = False) -> np.ndarray:
    try:
        result = np.linalg.cholesky(x, upper=upper)
    except np.linalg.LinAlgError:
        check_square(x.shape)
        raise NotPositiveDefinite from None
    if np.isnan(result).any():
        raise NotPositiveDefinite
    return result


@_for_floats
def det(x: np.ndarray, /) -> np.ndarray:
    return np.asarray(np.linalg.det(x))


@_for_floats
def eig(x: np.ndarray, /) -> tuple[np.ndarray, ...]:
    _check_finite(x)
    return tuple(map(_complex, np.linalg.eig(x)))


@_for_floats
def eigh(x: np.ndarray, /) -> tuple[np.ndarray, ...]:
    _check_finite(x)
    return tuple(np.linalg.eigh(x))


@_for_floats
def eigvals(x: np.ndarray, /) -> np.ndarray:
    _check_finite(x)
    return _complex(np.linalg.eigvals(x))


@_for_floats
def eigvalsh(x: np.ndarray, /) -> np.ndarray:
    _check_finite(x)
    return np.linalg.eigvalsh(x)


def _inverted(function: Callable[..., Any]) -> Callable[..., Any]:
    def checked(x: np.ndarray, /, *others: Any) -> np.ndarray:
        try:
            return function(x, *others)
        except np.linalg.LinAlgError:
            check_square(x.shape)
            raise SingularMatrix from None

    return checked


inv = _for_floats(_inverted(np.linalg.inv))
matrix_power = _for_floats(_inverted(np.linalg.matrix_power))
solve = _for_floats(_inverted(np.linalg.solve))


@_for_floats
def matrix_norm(x: np.ndarray, /, *, keepdims: bool = False, ord: Any = "fro") -> np.ndarray:
    check_norm(x.shape, ord)
    if ord in BY_SINGULAR_VALUES:
        _check_finite(x)
    return np.asarray(np.linalg.matrix_norm(x, keepdims=keepdims, ord=ord))


def matrix_rank(x: np.ndarray, /, *, rtol: Any) -> np.ndarray:
    singular = svdvals(x)
    above = singular > singular[..., :1] * _tolerance(rtol, singular.dtype)
    return np.count_nonzero(above, axis=-1, keepdims=True).astype(native_dtypes[dtypes.default_int().name])[..., 0]


def _tolerance(rtol: Any, dtype: np.dtype) -> Any:
    """A number as it is, and an array with an axis for the singular values."""
    return rtol.astype(dtype)[..., None] if isinstance(rtol, np.ndarray) else rtol


@_for_floats
def pinv(x: np.ndarray, /, *, rtol: Any) -> np.ndarray:
    _check_finite(x)
    return np.linalg.pinv(x, rtol=rtol)


@_for_floats
def lu_factor(x: np.ndarray, /, *, pivot: bool = True) -> tuple[np.ndarray, ...]:
    # NumPy has none: the elimination of `eliminated`, in place
    *stack, rows, columns = x.shape
    factors = x.copy().reshape(math.prod(stack), rows, columns)
    pivots = np.tile(np.arange(min(rows, columns)), (len(factors), 1))
    matrices = np.arange(len(factors))
    with np.errstate(all="ignore"):
        for k in range(min(rows, columns)):
            if pivot:
                found = pivots[:, k] = np.argmax(np.abs(factors[:, k:, k]), axis=1) + k
                chosen = factors[matrices, found]
                factors[matrices, found] = factors[:, k]
                factors[:, k] = chosen
            top, column = factors[:, k, None], factors[:, k + 1 :, k]
            of_pivot = top[..., k]
            np.divide(column, of_pivot, out=column, where=(column != 0) | (of_pivot != 0))
            factors[:, k + 1 :, k + 1 :] -= column[..., None] * top[..., k + 1 :]
    return factors.reshape(x.shape), pivots.reshape(*stack, min(rows, columns))


@_for_floats
def qr(x: np.ndarray, /, *, mode: Any = "reduced") -> tuple[np.ndarray, ...]:
    return tuple(np.linalg.qr(x, mode))


@_for_floats
def slogdet(x: np.ndarray, /) -> tuple[np.ndarray, ...]:
    return tuple(map(np.asarray, np.linalg.slogdet(x)))


@_for_floats
def svd(x: np.ndarray, /, *, full_matrices: bool = True) -> tuple[np.ndarray, ...]:
    _check_finite(x)
    return tuple(np.linalg.svd(x, full_matrices=full_matrices))


@_for_floats
def svdvals(x: np.ndarray, /) -> np.ndarray:
    _check_finite(x)
    return np.linalg.svdvals(x)


@_for_floats
def vector_norm(x: np.ndarray, /, *, axis: Any = None, keepdims: bool = False, ord: float = 2) -> np.ndarray:
    check_axis(x, axis)
    if abs(ord) == np.inf:  # NumPy has none of no elements
        extreme = (
            np.max(np.abs(x), axis=axis, keepdims=keepdims, initial=0)
            if ord > 0
            else np.min(np.abs(x), axis=axis, keepdims=keepdims, initial=np.inf)
        )
        return np.asarray(extreme)
    return np.asarray(np.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord))


__all__ = ["diag", "einsum", "inner", "lu_factor", "matmul", "matrix_transpose", "tensordot", "vecdot"]
