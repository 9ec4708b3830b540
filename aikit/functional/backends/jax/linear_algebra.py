"""Linear algebra on the last axes.

Products are computed in full precision: by default JAX takes bfloat16 on a TPU and TF32 on a GPU for float32. A
precision that the user sets (`jax_default_matmul_precision`) holds.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from aikit.core.shapes import require_size
from aikit.dtypes import default_int
from aikit.functional.backends.by_dtype import ByDtype, through_wider
from aikit.functional.backends.linear_algebra import Elimination, cross_product, eliminated
from aikit.functional.rules.einsum import is_one_product
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

from ._determinant import determinant
from ._dtypes import HALF
from .core import as_native_dtype, index_dtype, is_on_cpu
from .elementwise import abs as magnitude
from .elementwise import multiply
from .statistical import max as greatest
from .statistical import min as least
from .statistical import sum

__all__ = [
    "diag",
    "einsum",
    "inner",
    "lu_factor",
    "matmul",
    "matrix_transpose",
    "tensordot",
    "vecdot",
]


def _precision() -> str | None:
    return "highest" if jax.config.jax_default_matmul_precision is None else None  # type: ignore[attr-defined]


def _product(function: Callable[..., jax.Array], x: jax.Array, *others: jax.Array, **options: Any) -> jax.Array:
    """A product of JAX's, of arrays of one dtype.

    For a GPU XLA multiplies some of 16-bit floats element by element, and rounds each term unless their sum is to be wider.
    """
    wide = None if is_on_cpu() or x.dtype not in HALF else jnp.float32
    found = function(x, *others, precision=_precision(), preferred_element_type=wide, **options)
    return found if wide is None else found.astype(x.dtype)


@jax.jit
def matmul(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    return _product(jnp.matmul, x1, x2)


matrix_transpose = jax.jit(jnp.matrix_transpose)


def tensordot(x1: jax.Array, x2: jax.Array, /, *, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> jax.Array:
    if isinstance(axes, int) and axes < 0:
        raise ValueError(f"tensordot: axes={axes} is negative")  # JAX takes it for 0
    return _tensordot(x1, x2, axes=axes if isinstance(axes, int) else tuple(map(tuple, axes)))


@functools.partial(jax.jit, static_argnames="axes")
def _tensordot(x1: jax.Array, x2: jax.Array, /, *, axes: Any) -> jax.Array:
    return _product(jnp.tensordot, x1, x2, axes=axes)


@functools.partial(jax.jit, static_argnums=0)
def einsum(equation: str, /, *operands: jax.Array) -> jax.Array:
    dtype = operands[0].dtype
    if dtype in HALF and not is_one_product(equation):  # each step would be rounded to 16 bits
        operands = tuple(x.astype(jnp.float32) for x in operands)
    return _product(functools.partial(jnp.einsum, equation), *operands).astype(dtype)


@functools.partial(jax.jit, static_argnames="axis")
def vecdot(x1: jax.Array, x2: jax.Array, /, *, axis: int = -1) -> jax.Array:
    return _product(jnp.vecdot, x1, x2, axis=axis)


def diagonal(x: jax.Array, /, *, offset: int = 0) -> jax.Array:
    return jnp.linalg.diagonal(x, offset=clamped_diagonal(offset, x.shape))


_diag = jax.jit(jnp.diag, static_argnames="k")


def diag(x: jax.Array, /, *, k: int = 0) -> jax.Array:
    if x.ndim == 1:
        require_size(x.size + abs(k), x.size + abs(k))
    return _diag(x, k=clamped_diagonal(k, x.shape))


@jax.jit
def inner(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    return _product(jnp.inner, x1, x2)


def outer(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"outer: two vectors are needed; got arrays of {x1.ndim} and {x2.ndim} dimensions")
    return multiply(x1[:, None], x2[None, :])


def trace(x: jax.Array, /, *, offset: int = 0, dtype: jnp.dtype | None = None) -> jax.Array:
    return sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


@functools.partial(jax.jit, static_argnames="axis")
def cross(x1: jax.Array, x2: jax.Array, /, *, axis: int = -1) -> jax.Array:
    check_vectors(x1.shape, x2.shape, axis)
    # in half precision each product would be rounded to a few digits before the subtraction
    half = x1.dtype.itemsize == 2 and jnp.issubdtype(x1.dtype, jnp.floating)
    a, b = (jnp.moveaxis(x.astype(jnp.float32) if half else x, axis, 0) for x in (x1, x2))
    # in front, and then moved: to put numbers side by side takes XLA 1.7 times as long
    return jnp.moveaxis(jnp.stack(cross_product(a, b, jnp.multiply, jnp.subtract)), 0, axis).astype(x1.dtype)


def _in_full_precision(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, whose products, and those of its derivatives, JAX takes in a precision that it is not told by an argument."""

    @functools.wraps(function)
    def precise(*args: Any, **kwargs: Any) -> Any:
        if is_on_cpu() or _precision() is None:
            return function(*args, **kwargs)
        with jax.default_matmul_precision("highest"):
            return function(*args, **kwargs)

    return precise


def _for_floats(function: Callable[..., Any]) -> ByDtype:
    """`function`, computed in float32 for the 16-bit floats, which LAPACK does not have."""
    return through_wider(_in_full_precision(function), HALF, jnp.float32, lambda x, dtype: x.astype(dtype))


def _may_look(x: jax.Array) -> bool:
    """Whether a call may look at the values: they are known, and on the host already."""
    return not isinstance(x, jax.core.Tracer) and all(device.platform == "cpu" for device in x.devices())


_all_finite = jax.jit(lambda x: jnp.isfinite(x).all())


def _of_finite(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` with an error for NaN and infinities, where JAX gives NaN, or may never return."""

    def of_finite(x: jax.Array, /, **options: Any) -> Any:
        if _may_look(x) and not _all_finite(x):
            raise NotFinite
        result = function(x, **options)
        return result if isinstance(result, jax.Array) else tuple(result)

    return of_finite


@jax.jit
def _is_singular(x: jax.Array) -> jax.Array:
    return (jnp.diagonal(jax.lax.linalg.lu(x)[0], axis1=-2, axis2=-1) == 0).any()


def _of_regular(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` with an error for singular matrices, where JAX gives infinities and NaN."""

    def of_regular(x: jax.Array, /, *others: Any) -> jax.Array:
        check_square(x.shape)
        result = function(x, *others)
        if _may_look(result) and not _all_finite(result) and _is_singular(x):
            raise SingularMatrix
        return result

    return of_regular


@_for_floats
def cholesky(x: jax.Array, /, *, upper: bool = False) -> jax.Array:
    # JAX reads the lower triangle for the upper factor, too
    result = jnp.linalg.cholesky(x.mT.conj() if upper else x, symmetrize_input=False)
    if _may_look(result) and not _all_finite(result):
        raise NotPositiveDefinite
    return result.mT.conj() if upper else result


@_for_floats
def det(x: jax.Array, /) -> jax.Array:
    check_square(x.shape)
    return determinant(x)


@jax.jit
def _scaled(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Each matrix divided by a power of two near its greatest magnitude, which is exact, and that power.

    LAPACK scales matrices whose squares are out of range by itself, but here its eigenvalues stay scaled.
    """
    size = jnp.max(jnp.abs(x), axis=(-2, -1), keepdims=True, initial=0)
    power = jnp.ldexp(jnp.ones_like(size), jnp.frexp(size)[1] - 1)
    power = jnp.where(size > 0, power, 1)
    return x / power, power[..., 0]


def _eig(x: jax.Array, /) -> tuple[jax.Array, jax.Array]:
    scaled, power = _scaled(x)
    # JAX must be told that the eigenvalues differ, as those must of which any framework differentiates the vectors
    values, vectors = jax.lax.linalg.eig(
        scaled if scaled.shape[-1] else lax.stop_gradient(scaled),
        compute_left_eigenvectors=False,
        enable_eigvec_derivs=True,
    )
    return values * power, vectors


def _eigvals(x: jax.Array, /) -> jax.Array:
    scaled, power = _scaled(x)
    return jnp.linalg.eigvals(scaled) * power


eig = _for_floats(_of_finite(_eig))
eigh = _for_floats(_of_finite(functools.partial(jnp.linalg.eigh, UPLO="L", symmetrize_input=False)))
eigvals = _for_floats(_of_finite(_eigvals))
eigvalsh = _for_floats(_of_finite(functools.partial(jnp.linalg.eigvalsh, symmetrize_input=False)))
inv = _for_floats(_of_regular(jnp.linalg.inv))
solve = _for_floats(_of_regular(jnp.linalg.solve))


@_for_floats
def matrix_power(x: jax.Array, n: int, /) -> jax.Array:
    check_square(x.shape)
    return jnp.linalg.matrix_power(inv(x) if n < 0 else x, abs(n))


@_for_floats
def matrix_norm(x: jax.Array, /, *, keepdims: bool = False, ord: Any = "fro") -> jax.Array:
    check_norm(x.shape, ord)
    if ord in BY_SINGULAR_VALUES:
        return _matrix_norm_by_singular_values(x, keepdims=keepdims, ord=ord)
    if ord in ("fro", None):
        return vector_norm(x, axis=(-2, -1), keepdims=keepdims)
    return _matrix_norm_by_sums(x, keepdims=keepdims, ord=ord)


@functools.partial(jax.jit, static_argnames=("keepdims", "ord"))
def _matrix_norm_by_sums(x: jax.Array, *, keepdims: bool, ord: Any) -> jax.Array:
    sums = jnp.sum(magnitude(x), axis=-2 if abs(ord) == 1 else -1, keepdims=True)
    return (greatest if ord > 0 else least)(sums, axis=(-2, -1), keepdims=keepdims)


_matrix_norm_by_singular_values = _of_finite(jnp.linalg.matrix_norm)


def matrix_rank(x: jax.Array, /, *, rtol: Any) -> jax.Array:
    return _count_above(svdvals(x), rtol, dtype=as_native_dtype(default_int().name))


@functools.partial(jax.jit, static_argnames="dtype")
def _count_above(singular: jax.Array, rtol: Any, *, dtype: Any) -> jax.Array:
    """How many of the singular values are above the tolerance, which is relative to the largest."""
    above = singular > singular[..., :1] * _tolerance(rtol, singular.dtype)
    return jnp.sum(above, axis=-1, dtype=dtype)


def _tolerance(rtol: Any, dtype: Any) -> Any:
    """A number as it is, and an array with an axis for the singular values."""
    return rtol.astype(dtype)[..., None] if isinstance(rtol, jax.Array) else rtol


pinv = _for_floats(_of_finite(jnp.linalg.pinv))


_ELIMINATION = Elimination(
    abs=jnp.abs,
    argmax=jnp.argmax,
    where=jnp.where,
    take_along_axis=jnp.take_along_axis,
    concat=jnp.concatenate,
    numbers=lambda length, x: jnp.arange(length, dtype=index_dtype()),
    spread=lambda numbers, x: jnp.broadcast_to(numbers, (*x.shape[:-2], len(numbers))),
)


@_for_floats
@functools.partial(jax.jit, static_argnames="pivot")
def lu_factor(x: jax.Array, /, *, pivot: bool = True) -> tuple[jax.Array, ...]:
    if not pivot:  # JAX has none
        return eliminated(x, False, _ELIMINATION)
    factors, pivots, _ = lax.linalg.lu(x)
    return factors, pivots.astype(index_dtype())


@_for_floats
def qr(x: jax.Array, /, *, mode: str = "reduced") -> tuple[jax.Array, ...]:
    return tuple(jnp.linalg.qr(x, mode))


@_for_floats
def slogdet(x: jax.Array, /) -> tuple[jax.Array, ...]:
    return tuple(jnp.linalg.slogdet(x))


@jax.custom_jvp
def _full_svd(x: jax.Array) -> tuple[jax.Array, ...]:
    return tuple(jnp.linalg.svd(x, full_matrices=True))


@_full_svd.defjvp
def _derivative_of_full_svd(primals: tuple[jax.Array], tangents: tuple[jax.Array]) -> tuple[Any, Any]:
    """That of the vectors which belong to singular values; those that are added are arbitrary, and have none."""
    thin = functools.partial(jnp.linalg.svd, full_matrices=False)
    (u, s, vh), (du, ds, dvh) = jax.jvp(thin, primals, tangents)
    left, _, right = _full_svd(*primals)
    left, right = left[..., u.shape[-1] :], right[..., vh.shape[-2] :, :]

    def joined(u: jax.Array, s: jax.Array, vh: jax.Array, left: jax.Array, right: jax.Array) -> tuple[jax.Array, ...]:
        return jnp.concatenate([u, left], axis=-1), s, jnp.concatenate([vh, right], axis=-2)

    return joined(u, s, vh, left, right), joined(du, ds, dvh, jnp.zeros_like(left), jnp.zeros_like(right))


def _svd(x: jax.Array, /, *, full_matrices: bool = True) -> tuple[jax.Array, ...]:
    if full_matrices and x.shape[-2] != x.shape[-1]:
        return _full_svd(x)  # type: ignore[no-any-return]
    return tuple(jnp.linalg.svd(x, full_matrices=full_matrices))


svd = _for_floats(_of_finite(_svd))
svdvals = _for_floats(_of_finite(jnp.linalg.svdvals))


@_for_floats
@functools.partial(jax.jit, static_argnames=("axis", "keepdims", "ord"))
def vector_norm(x: jax.Array, /, *, axis: Any = None, keepdims: bool = False, ord: float = 2) -> jax.Array:
    over = {"axis": axis, "keepdims": keepdims}
    if ord == 2:
        return _root(jnp.sum(jnp.real(x * jnp.conj(x)), **over), jnp.sqrt, 0.0)
    size = magnitude(x)
    if ord in (math.inf, -math.inf):  # JAX has none of no elements
        return greatest(size, initial=0, **over) if ord > 0 else least(size, initial=math.inf, **over)
    if ord == 0:
        return jnp.sum(x != 0, dtype=size.dtype, **over)
    if ord == 1:
        return jnp.sum(size, **over)
    # at 0 the derivative of a power may be infinite, which even a factor of 0 makes NaN
    powers = _root(size, lambda size: size**ord, 0.0 if ord > 0 else math.inf)
    return _root(jnp.sum(powers, **over), lambda total: total ** (1 / ord), 0.0 if ord > 0 else math.inf)


def _root(x: jax.Array, function: Callable[[jax.Array], jax.Array], of_zero: float) -> jax.Array:
    """`function` of what is positive; of 0 it is a constant, where the derivative would be infinite."""
    return jnp.where(x == 0, of_zero, function(jnp.where(x == 0, 1, x)))
