"""Linear algebra: errors for what has no result, of which namespaces make errors of their own, NaN, or anything else."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from aikit import dtypes
from aikit.core.shapes import require_size
from aikit.functional.backends.einsum import Steps, contract
from aikit.functional.backends.linear_algebra import Elimination, eliminated
from aikit.functional.rules.linear_algebra import (
    BY_SINGULAR_VALUES,
    NotFinite,
    NotPositiveDefinite,
    SingularMatrix,
    check_matrix,
    check_norm,
    check_square,
    check_vectors,
    clamped_diagonal,
)

from ._axes import check_axis
from ._rules import rule


@rule("linalg.cross")
def cross(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    check_vectors(x1.shape, x2.shape, axis)
    return standard(x1, x2, axis=axis)


@rule("vecdot")
def vecdot(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """The standard's counts from the end alone."""
    if axis >= 0:
        x1, x2, axis = *(backend.namespace.moveaxis(x, axis, -1) for x in (x1, x2)), -1
    return standard(x1, x2, axis=axis)


@rule("linalg.outer")
def outer(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /) -> Any:
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"two vectors are needed; got arrays of {x1.ndim} and {x2.ndim} dimensions")
    return standard(x1, x2)


@rule("linalg.trace")
def trace(backend: Any, standard: Callable[..., Any], x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    return standard(x, offset=clamped_diagonal(offset, x.shape), dtype=backend.accumulated(x, dtype))


@rule("linalg.diagonal")
def diagonal(backend: Any, standard: Callable[..., Any], x: Any, /, *, offset: int = 0) -> Any:
    return standard(x, offset=clamped_diagonal(offset, x.shape))


@rule("diag")
def diag(backend: Any, standard: Any, x: Any, /, *, k: int = 0) -> Any:
    """The standard has none: a vector beside as many zeros as there are columns before or after it, where an eye is 1."""
    if x.ndim == 2:
        return backend.copy_array(backend.linalg.diagonal(x, offset=k))
    if x.ndim != 1:
        raise ValueError("neither a vector nor a matrix")
    xp, length = backend.namespace, x.shape[0] + abs(k)
    require_size(length, length)
    others = xp.zeros((abs(k),), dtype=x.dtype, device=x.device)
    row = xp.concat([others, x] if k > 0 else [x, others])
    there = backend.cast(xp.eye(length, k=k, device=x.device), backend.native_dtypes["bool"])
    return xp.where(there, row, backend.like(x, 0))


@rule("inner")
def inner(backend: Any, standard: Any, x1: Any, x2: Any, /) -> Any:
    """The standard has none."""
    if not x1.ndim or not x2.ndim:
        return x1 * x2
    return backend.tensordot(x1, x2, axes=((x1.ndim - 1,), (x2.ndim - 1,)))


@rule("einsum")
def einsum(backend: Any, standard: Any, equation: str, /, *operands: Any) -> Any:
    """The standard has none: products of stacks of matrices, one array after the other."""
    xp = backend.namespace
    steps = Steps(
        permute=xp.permute_dims,
        reshape=xp.reshape,
        matmul=backend.matmul,
        sum=lambda x, axes: xp.sum(x, axis=axes, dtype=x.dtype),
        every=lambda x, step: backend.get_item(x, (..., slice(None, None, step))),
    )
    return contract(equation, operands, steps)


@rule("lu_factor")
def lu_factor(backend: Any, standard: Any, x: Any, /, *, pivot: bool = True) -> Any:
    """The standard has none."""
    check_matrix(x.shape)
    xp = backend.namespace
    of = Elimination(
        abs=xp.abs,
        argmax=xp.argmax,
        where=xp.where,
        take_along_axis=xp.take_along_axis,
        concat=xp.concat,
        numbers=lambda length, x: xp.arange(length, dtype=backend.index_dtype(), device=x.device),
        spread=lambda numbers, x: xp.broadcast_to(numbers, (*x.shape[:-2], *numbers.shape)),
    )
    return eliminated(x, pivot, of)


# ------------------------------------------------------------------------------------------------ Fourier transforms


def _check_finite(backend: Any, x: Any) -> None:
    if not backend.namespace.all(backend.namespace.isfinite(x)):
        raise NotFinite


def _is_singular(backend: Any, x: Any) -> bool:
    """Whether a determinant is 0; by its sign, for a small determinant may underflow."""
    sign, _ = backend.linalg.slogdet(x)
    return bool(backend.namespace.any(sign == backend.like(sign, 0)))


@rule("linalg.det", "linalg.slogdet")
def of_square(backend: Any, standard: Callable[..., Any], x: Any, /) -> Any:
    check_square(x.shape)
    return standard(x)


@rule("linalg.eig", "linalg.eigvals")
def of_finite_square(backend: Any, standard: Callable[..., Any], x: Any, /) -> Any:
    check_square(x.shape)
    _check_finite(backend, x)
    return standard(x)


@rule("linalg.eigh", "linalg.eigvalsh")
def of_finite_hermitian(backend: Any, standard: Callable[..., Any], x: Any, /) -> Any:
    check_square(x.shape)
    _check_finite(backend, x)
    return standard(_of_triangle(backend, x, upper=False))


def _of_triangle(backend: Any, x: Any, *, upper: bool) -> Any:
    """The Hermitian matrices of which a triangle is given: which one a namespace reads is left open."""
    space = backend.namespace
    kept, beside = (space.triu(x), space.triu(x, k=1)) if upper else (space.tril(x), space.tril(x, k=-1))
    rest = space.matrix_transpose(beside)
    return kept + (space.conj(rest) if backend.kind_of(x.dtype) == "c" else rest)


@rule("linalg.pinv", "linalg.svd", "linalg.svdvals")
def of_finite(backend: Any, standard: Callable[..., Any], x: Any, /, **options: Any) -> Any:
    check_matrix(x.shape)
    _check_finite(backend, x)
    return standard(x, **options)


@rule("linalg.inv", "linalg.matrix_power", "linalg.solve")
def of_regular(backend: Any, standard: Callable[..., Any], x: Any, /, *others: Any) -> Any:
    check_square(x.shape)
    try:
        result = standard(x, *others)
    except NotImplementedError:
        raise
    except Exception:
        if _is_singular(backend, x):
            raise SingularMatrix from None
        raise
    if not backend.namespace.all(backend.namespace.isfinite(result)) and _is_singular(backend, x):
        raise SingularMatrix
    return result


@rule("linalg.cholesky")
def cholesky(backend: Any, standard: Callable[..., Any], x: Any, /, *, upper: bool = False) -> Any:
    check_square(x.shape)
    x = _of_triangle(backend, x, upper=upper)
    try:
        result = standard(x, upper=upper)
    except NotImplementedError:
        raise
    except Exception as error:
        raise NotPositiveDefinite from error
    if backend.namespace.any(backend.namespace.isnan(result)):
        raise NotPositiveDefinite
    return result


@rule("linalg.qr")
def qr(backend: Any, standard: Callable[..., Any], x: Any, /, *, mode: str = "reduced") -> Any:
    check_matrix(x.shape)
    return standard(x, mode=mode)


@rule("linalg.matrix_rank")
def matrix_rank(backend: Any, standard: Any, x: Any, /, *, rtol: Any) -> Any:
    """Counted in the default integer dtype, by a tolerance of the precision of the singular values."""
    xp = backend.namespace
    singular = backend.linalg.svdvals(x)
    if backend.is_native_array(rtol):
        tolerance = backend.cast(xp.expand_dims(rtol, axis=-1), singular.dtype)
    else:
        tolerance = backend.like(singular, rtol)
    above = singular > backend.get_item(singular, (..., slice(0, 1))) * tolerance
    dtype = backend.as_native_dtype(dtypes.default_int().name)
    return xp.sum(backend.cast(above, dtype), axis=-1, dtype=dtype)


@rule("linalg.matrix_norm")
def matrix_norm(
    backend: Any, standard: Callable[..., Any], x: Any, /, *, keepdims: bool = False, ord: Any = "fro"
) -> Any:
    check_norm(x.shape, ord)
    if ord in BY_SINGULAR_VALUES:
        _check_finite(backend, x)
    return standard(x, keepdims=keepdims, ord=ord)


@rule("linalg.vector_norm")
def vector_norm(
    backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: float = 2
) -> Any:
    """The greatest magnitude of no elements is 0, the smallest infinite; the standard leaves both open."""
    check_axis(x, axis)
    if 0 not in x.shape or abs(ord) != math.inf:
        return standard(x, axis=axis, keepdims=keepdims, ord=ord)
    sums = backend.namespace.sum(backend.namespace.abs(x), axis=axis, keepdims=keepdims)
    return sums if ord > 0 else sums + backend.like(sums, math.inf)
