"""Linear algebra on TensorFlow."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from aikit import dtypes
from aikit.core.shapes import require_size
from aikit.functional.backends.by_dtype import ByDtype, through_wider
from aikit.functional.backends.linear_algebra import Elimination, cross_product, eliminated
from aikit.functional.rules.data_type import finfo
from aikit.functional.rules.linear_algebra import (
    BY_SINGULAR_VALUES,
    NotPositiveDefinite,
    SingularMatrix,
    check_norm,
    check_square,
    check_vectors,
    clamped_diagonal,
)

from ._axes import matrix_shape, of_rank, other_axes, rank_of, reduced, several_axes, shape_of
from ._dtypes import HALF, NARROW_UNSIGNED, detoured, through, through_bits
from ._matrices import are_finite, check_finite, determinant, may_look, nan, scaled_by_power
from .core import is_traced, native_dtypes
from .elementwise import may_be_differentiated, multiply, real, subtract
from .manipulation import moveaxis
from .statistical import sum

_THROUGH = {tf.int8: tf.int32, tf.int16: tf.int32, **NARROW_UNSIGNED}
"""What tf.matmul has no kernel for, and a dtype that wraps alike."""


def _matmul(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    # tf.matmul takes no vectors
    if None in (x1.shape.rank, x2.shape.rank):
        return _matmul_of_unknown_rank(x1, x2)
    vector1, vector2 = x1.shape.rank == 1, x2.shape.rank == 1
    if vector1:
        x1 = tf.expand_dims(x1, 0)
    if vector2:
        x2 = tf.expand_dims(x2, 1)
    result = tf.linalg.matmul(x1, x2)
    dropped = [-2] * vector1 + [-1] * vector2
    return tf.squeeze(result, dropped) if dropped else result


def _matmul_of_unknown_rank(x1: tf.Tensor, x2: tf.Tensor) -> tf.Tensor:
    shape1, shape2 = tf.shape(x1), tf.shape(x2)
    one1, one2 = (tf.ones([tf.maximum(2 - tf.rank(x), 0)], tf.int32) for x in (x1, x2))
    result = tf.linalg.matmul(
        tf.reshape(x1, tf.concat([one1, shape1], 0)), tf.reshape(x2, tf.concat([shape2, one2], 0))
    )
    shape = tf.shape(result)
    rows, columns = shape[-2:-1][tf.size(one1) :], shape[-1:][tf.size(one2) :]
    return tf.reshape(result, tf.concat([shape[:-2], rows, columns], 0))


matmul = ByDtype(
    _matmul,
    {
        **{dtype: through(_matmul, other) for dtype, other in (_THROUGH | HALF).items()},
        tf.uint64: through_bits(_matmul, tf.int64),
    },
)


def matrix_transpose(x: tf.Tensor, /) -> tf.Tensor:
    matrix_shape(x)
    rank = x.shape.rank
    if rank is None:
        return tf.linalg.matrix_transpose(x)
    # a third of the time of tf.linalg.matrix_transpose
    return tf.raw_ops.Transpose(x=x, perm=np.array([*range(rank - 2), rank - 1, rank - 2], np.int32))


def tensordot(x1: tf.Tensor, x2: tf.Tensor, /, *, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> tf.Tensor:
    # tf.tensordot compares the number of contracted elements only: (2, 6) with (3, 4) would do
    rank1, rank2 = x1.shape.rank, x2.shape.rank
    if None in (rank1, rank2):
        return _tensordot_of_unknown_rank(x1, x2, axes)
    if isinstance(axes, int):
        if not 0 <= axes <= min(rank1, rank2):
            raise ValueError(f"axes={axes} is out of range for arrays of {rank1} and {rank2} dimensions")
        axes1, axes2 = list(range(rank1 - axes, rank1)), list(range(axes))
    else:
        axes1, axes2 = several_axes(tuple(axes[0]), rank1), several_axes(tuple(axes[1]), rank2)
    sizes1, sizes2 = shape_of(x1), shape_of(x2)
    if len(axes1) != len(axes2) or any(
        x1.shape[i] is not None and x2.shape[j] is not None and x1.shape[i] != x2.shape[j]
        for i, j in zip(axes1, axes2, strict=True)
    ):
        raise ValueError(f"axes={axes} contract different sizes of the shapes {x1.shape} and {x2.shape}")
    free1 = [axis for axis in range(rank1) if axis not in axes1]
    free2 = [axis for axis in range(rank2) if axis not in axes2]
    contracted = math.prod([sizes1[axis] for axis in axes1])
    left = tf.reshape(tf.transpose(x1, free1 + axes1), [math.prod([sizes1[axis] for axis in free1]), contracted])
    right = tf.reshape(tf.transpose(x2, axes2 + free2), [contracted, math.prod([sizes2[axis] for axis in free2])])
    shape = [sizes1[axis] for axis in free1] + [sizes2[axis] for axis in free2]
    return tf.reshape(matmul(left, right), tf.convert_to_tensor(shape, tf.int32))


def _tensordot_of_unknown_rank(x1: tf.Tensor, x2: tf.Tensor, axes: Any) -> tf.Tensor:
    rank1, rank2 = tf.rank(x1), tf.rank(x2)
    if isinstance(axes, int):
        axes1, axes2 = tf.range(rank1 - axes, rank1), tf.range(axes)
    else:
        axes1, axes2 = (
            tf.convert_to_tensor(several_axes(tuple(one), rank), tf.int32)
            for one, rank in zip(axes, (rank1, rank2), strict=True)
        )
    free1, free2 = other_axes(axes1, rank1), other_axes(axes2, rank2)
    (rows, inner1), (columns, inner2) = (
        (tf.gather(tf.shape(x), free), tf.gather(tf.shape(x), axes))
        for x, free, axes in ((x1, free1, axes1), (x2, free2, axes2))
    )
    tf.debugging.assert_equal(inner1, inner2, "tensordot: the lengths of the axes that are contracted differ")
    left = tf.reshape(tf.transpose(x1, tf.concat([free1, axes1], 0)), [tf.reduce_prod(rows), tf.reduce_prod(inner1)])
    right = tf.reshape(
        tf.transpose(x2, tf.concat([axes2, free2], 0)), [tf.reduce_prod(inner2), tf.reduce_prod(columns)]
    )
    return tf.reshape(matmul(left, right), tf.concat([rows, columns], 0))


def einsum(equation: str, /, *operands: tf.Tensor) -> tf.Tensor:
    dtype = operands[0].dtype
    if dtype == tf.uint64:
        return tf.bitcast(einsum(equation, *(tf.bitcast(x, tf.int64) for x in operands)), dtype)
    through = (_THROUGH | HALF).get(dtype)
    if through is not None:
        return tf.cast(tf.einsum(equation, *(tf.cast(x, through) for x in operands)), dtype)
    return tf.einsum(equation, *operands)


def _vecdot(x1: tf.Tensor, x2: tf.Tensor, /, *, axis: int = -1) -> tf.Tensor:
    rank = min((x.shape.rank for x in (x1, x2) if x.shape.rank is not None), default=None)
    if rank is not None and not -rank <= axis < rank:
        raise ValueError(f"axis={axis} is out of range for arrays of {x1.shape.rank} and {x2.shape.rank} dimensions")
    if not x1.shape[axis : axis + 1 or None].is_compatible_with(x2.shape[axis : axis + 1 or None]):
        raise ValueError(f"the shapes {x1.shape} and {x2.shape} differ along axis={axis}, which is not broadcast")
    if axis >= 0 and (x1.shape.rank is None or x1.shape.rank != x2.shape.rank):
        # counted from the front it is another one once they are broadcast, as they may be where a rank is not known
        x1, x2, axis = moveaxis(x1, axis, -1), moveaxis(x2, axis, -1), -1
    return tf.reduce_sum(tf.math.conj(x1) * x2, axis=axis)


vecdot = detoured(_vecdot, HALF)


def diagonal(x: tf.Tensor, /, *, offset: int = 0) -> tf.Tensor:
    rows, columns = matrix_shape(x)

    def outside() -> tf.Tensor:
        # TensorFlow refuses an offset outside of the matrix
        return tf.zeros(tf.concat([tf.shape(x)[:-2], [0]], axis=0), x.dtype)

    if rows is not None and columns is not None:
        return tf.linalg.diag_part(x, k=offset) if -rows < offset < columns else outside()
    offset = clamped_diagonal(offset, (rows, columns))
    sizes = tf.shape(x, tf.int64)
    inside = (-sizes[-2] < offset) & (offset < sizes[-1])
    k = tf.cast(tf.where(inside, tf.constant(offset, tf.int64), 0), tf.int32)
    return tf.cond(inside, lambda: tf.linalg.diag_part(x, k=k), outside)


def diag(x: tf.Tensor, /, *, k: int = 0) -> tf.Tensor:
    if x.shape.rank == 2:
        return diagonal(x, offset=k)
    if x.shape.rank != 1:
        raise ValueError(f"a vector or a matrix is needed; got an array of rank {x.shape.rank}")
    around = [[max(-k, 0), max(k, 0)], [max(k, 0), max(-k, 0)]]
    if x.shape[0] is None:  # with k, TensorFlow takes an unknown length for -1, and has a wrong shape
        return tf.pad(tf.linalg.diag(x), around)
    require_size(x.shape[0] + abs(k), x.shape[0] + abs(k))
    if x.shape[0] == 0:  # of which the kernel has no derivative
        return tf.pad(tf.reshape(x, [0, 0]), around)
    return tf.linalg.diag(x, k=k)


def inner(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    if 0 in (x1.shape.rank, x2.shape.rank):
        return multiply(x1, x2)

    def summed() -> tf.Tensor:
        return tensordot(x1, x2, axes=((-1,), (-1,)))

    if None not in (x1.shape.rank, x2.shape.rank):
        return summed()
    return tf.cond(tf.minimum(tf.rank(x1), tf.rank(x2)) == 0, lambda: multiply(x1, x2), summed)


def outer(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    return multiply(of_rank(x1, 1)[:, None], of_rank(x2, 1)[None, :])


def trace(x: tf.Tensor, /, *, offset: int = 0, dtype: tf.DType | None = None) -> tf.Tensor:
    return sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


def _cross(x1: tf.Tensor, x2: tf.Tensor, /, *, axis: int = -1) -> tf.Tensor:
    # `tf.linalg.cross` takes real arrays of one shape
    shape1, shape2 = ([None] * -axis if x.shape.rank is None else x.shape.as_list() for x in (x1, x2))
    check_vectors(shape1, shape2, axis)
    vectors = tf.unstack(x1, 3, axis=axis), tf.unstack(x2, 3, axis=axis)
    return tf.stack(cross_product(*vectors, multiply, subtract), axis=axis)


cross = detoured(_cross, HALF)


def _for_floats(function: Callable[..., Any]) -> ByDtype:
    """`function`, computed in float32 for the 16-bit floats, of which TensorFlow has no decompositions."""
    return through_wider(function, HALF, tf.float32, tf.cast)


@_for_floats
def cholesky(x: tf.Tensor, /, *, upper: bool = False) -> tf.Tensor:
    check_square(matrix_shape(x))
    try:
        result = tf.linalg.cholesky(tf.linalg.adjoint(x) if upper else x)
    except tf.errors.InvalidArgumentError:
        raise NotPositiveDefinite from None
    if x.dtype.is_complex:
        # where there is no factor the kernel leaves zeros on and below the diagonal, and above it what memory holds
        found = tf.reduce_all(tf.math.real(tf.linalg.diag_part(result)) > 0, -1)[..., None, None]
        result = tf.where(found, result, nan(x.dtype))
    if may_look(result) and not tf.reduce_all(are_finite(result)):
        raise NotPositiveDefinite
    return tf.linalg.adjoint(result) if upper else result


@_for_floats
def det(x: tf.Tensor, /) -> tf.Tensor:
    check_square(matrix_shape(x))
    return determinant(x)


@_for_floats
def eig(x: tf.Tensor, /) -> tuple[tf.Tensor, ...]:
    check_finite(x)
    scaled, power = scaled_by_power(x)
    values, vectors = tf.linalg.eig(scaled)
    return values * tf.cast(power[..., 0], values.dtype), vectors


@_for_floats
def eigh(x: tf.Tensor, /) -> tuple[tf.Tensor, ...]:
    check_finite(x)
    values, vectors = tf.linalg.eigh(x)
    return real(values), vectors


@_for_floats
def eigvals(x: tf.Tensor, /) -> tf.Tensor:
    check_finite(x)
    scaled, power = scaled_by_power(x)
    values = tf.linalg.eigvals(scaled)
    return values * tf.cast(power[..., 0], values.dtype)


@_for_floats
def eigvalsh(x: tf.Tensor, /) -> tf.Tensor:
    check_finite(x)
    return real(tf.linalg.eigvalsh(x))


def _of_regular(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` with an error of its own for singular matrices."""

    def of_regular(x: tf.Tensor, /, *others: Any) -> tf.Tensor:
        check_square(matrix_shape(x))
        if is_traced(x):  # an error shows when the graph is run
            return of_finite(x, *others)
        try:
            return function(x, *others)
        except tf.errors.InvalidArgumentError as error:
            if "not invertible" not in str(error):
                raise
        if tf.reduce_all(are_finite(x)):
            raise SingularMatrix
        return of_finite(x, *others, of=of_regular)

    def of_finite(x: tf.Tensor, /, *others: Any, of: Callable[..., Any] = function) -> tf.Tensor:
        # of matrices with NaN, of which the result is NaN, TensorFlow says that they are not invertible
        finite = are_finite(x)[..., None, None]
        identity = tf.eye(shape_of(x)[-1], dtype=x.dtype)
        return tf.where(finite, of(tf.where(finite, x, identity), *others), nan(x.dtype))

    return of_regular


inv = _for_floats(_of_regular(tf.linalg.inv))


_solve = _of_regular(tf.linalg.solve)


@_for_floats
def solve(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    # tf.linalg.solve takes matrices of equal leading dimensions
    one = tf.ones([tf.maximum(2 - rank_of(x2), 0)], tf.int32)
    x2 = tf.reshape(x2, tf.concat([tf.shape(x2), one], 0))
    if x1.shape[:-2] != x2.shape[:-2] or not x1.shape.is_fully_defined():
        leading = tf.broadcast_dynamic_shape(tf.shape(x1)[:-2], tf.shape(x2)[:-2])
        x1, x2 = (tf.broadcast_to(x, tf.concat([leading, tf.shape(x)[-2:]], 0)) for x in (x1, x2))
    result = _solve(x1, x2)
    return tf.reshape(result, tf.shape(result)[: tf.rank(result) - tf.size(one)])


@_for_floats
def matrix_power(x: tf.Tensor, n: int, /) -> tf.Tensor:
    check_square(matrix_shape(x))
    base = inv(x) if n < 0 else x
    result, n = None, abs(n)
    while n:  # by the binary digits of the exponent
        if n % 2:
            result = base if result is None else matmul(result, base)
        n //= 2
        base = matmul(base, base) if n else base
    return tf.linalg.set_diag(tf.zeros_like(x), tf.ones_like(x[..., 0])) if result is None else result


@_for_floats
def matrix_norm(x: tf.Tensor, /, *, keepdims: bool = False, ord: Any = "fro") -> tf.Tensor:
    check_norm(matrix_shape(x), ord)
    if ord in ("fro", None):
        return vector_norm(x, axis=(-2, -1), keepdims=keepdims)
    if ord in BY_SINGULAR_VALUES:
        singular = svdvals(x)
        result = tf.reduce_sum(singular, -1) if ord == "nuc" else singular[..., 0 if ord > 0 else -1]
    else:
        sums = tf.reduce_sum(tf.abs(x), -2 if abs(ord) == 1 else -1)
        result = (tf.reduce_max if ord > 0 else tf.reduce_min)(sums, -1)
    return result[..., None, None] if keepdims else result


def matrix_rank(x: tf.Tensor, /, *, rtol: Any) -> tf.Tensor:
    singular = svdvals(x)
    above = singular > singular[..., :1] * _tolerance(_given(x, rtol), singular.dtype)
    return tf.reduce_sum(tf.cast(above, native_dtypes[dtypes.default_int().name]), -1)


def _tolerance(rtol: Any, dtype: tf.DType) -> Any:
    """A number as it is, and an array with an axis for the singular values."""
    return rtol if isinstance(rtol, (int, float)) else tf.cast(rtol, dtype)[..., None]


def _given(x: tf.Tensor, rtol: Any) -> Any:
    """The tolerance, that of the lengths and the dtype of `x` where it is None."""
    if rtol is not None:
        return rtol
    return tf.cast(tf.reduce_max(tf.shape(x)[-2:]), tf.float64) * finfo(x).eps


def pinv(x: tf.Tensor, /, *, rtol: Any) -> tf.Tensor:
    return _pinv(x, rtol=_given(x, rtol))


@_for_floats
def _pinv(x: tf.Tensor, /, *, rtol: Any) -> tf.Tensor:
    @tf.custom_gradient
    def differentiable(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
        # that of the singular vectors is lost where several singular values are 0
        return _by_singular_values(x, rtol), lambda upstream: _gradient_of_pinv(x, _pinv(x, rtol=rtol), upstream)

    return differentiable(x)


def _gradient_of_pinv(x: tf.Tensor, inverse: tf.Tensor, upstream: tf.Tensor) -> tf.Tensor:
    """By the differential of Golub and Pereyra, which holds where the rank does not change."""
    adjoint, upstream = tf.linalg.adjoint(inverse), tf.linalg.adjoint(upstream)
    rows = upstream - x @ (inverse @ upstream)  # what the columns of x do not span
    columns = upstream - (upstream @ inverse) @ x
    return rows @ (inverse @ adjoint) + (adjoint @ inverse) @ columns - adjoint @ tf.linalg.adjoint(upstream) @ adjoint


def _by_singular_values(x: tf.Tensor, rtol: Any) -> tf.Tensor:
    # tf.linalg.pinv takes no complex numbers
    left, singular, right = svd(x, full_matrices=False)
    kept = singular > singular[..., :1] * _tolerance(rtol, singular.dtype)
    inverse = tf.where(kept, 1 / tf.where(kept, singular, tf.ones_like(singular)), tf.zeros_like(singular))
    scaled = tf.linalg.adjoint(right) * tf.cast(inverse, x.dtype)[..., None, :]
    return tf.matmul(scaled, left, adjoint_b=True)


_ELIMINATION = Elimination(
    abs=tf.abs,
    argmax=lambda x, *, axis, keepdims: tf.expand_dims(tf.argmax(x, axis), -1),
    where=tf.where,
    take_along_axis=lambda x, indices, *, axis: tf.gather(x, indices[..., 0], axis=-2, batch_dims=x.shape.rank - 2),
    concat=tf.concat,
    numbers=lambda length, x: tf.range(length, dtype=tf.int64),
    spread=lambda numbers, x: tf.broadcast_to(numbers, tf.concat([tf.shape(x)[:-2], tf.shape(numbers)], 0)),
)


@_for_floats
def lu_factor(x: tf.Tensor, /, *, pivot: bool = True) -> tuple[tf.Tensor, ...]:
    # tf.linalg.lu is of square matrices that are not singular, and has no gradient
    rows, columns = matrix_shape(x)
    if pivot and rows == columns and rows and may_look(x) and not may_be_differentiated():
        try:
            factors, order = tf.linalg.lu(x, output_idx_type=tf.int64)
        except tf.errors.InvalidArgumentError:  # singular
            pass
        else:
            return factors, tf.constant(_interchanges(order.numpy()), tf.int64)
    return eliminated(x, pivot, _ELIMINATION)


def _interchanges(orders: np.ndarray) -> np.ndarray:
    """With which row each row is interchanged, one after the other, so that the rows come into an order."""
    found = []
    for order in orders.reshape(-1, orders.shape[-1]).tolist():
        pivots: list[int] = []
        for place, row in enumerate(order):
            while row < place:  # it is where an earlier interchange brought it
                row = pivots[row]
            pivots.append(row)
        found.append(pivots)
    return np.array(found, np.int64).reshape(orders.shape)


@_for_floats
def qr(x: tf.Tensor, /, *, mode: str = "reduced") -> tuple[tf.Tensor, ...]:
    matrix_shape(x)
    scaled, power = scaled_by_power(x)
    q, r = tf.linalg.qr(scaled, full_matrices=mode == "complete")
    return q, r * power


@_for_floats
def slogdet(x: tf.Tensor, /) -> tuple[tf.Tensor, ...]:
    check_square(matrix_shape(x))
    sign, logarithm = tf.linalg.slogdet(x)
    if x.dtype.is_complex:
        # TensorFlow differentiates the logarithm alone, as if the sign were constant
        angle = _turn(x)
        sign = sign * tf.complex(tf.cos(angle), tf.sin(angle))
    return sign, real(logarithm)


@tf.custom_gradient
def _turn(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
    """Zeros with the gradient of the angle of the determinant, the imaginary part of its logarithm."""

    def gradient(upstream: tf.Tensor) -> tf.Tensor:
        scale = tf.complex(tf.zeros_like(upstream), upstream)[..., None, None]
        return scale * tf.linalg.inv(x, adjoint=True)

    return tf.zeros_like(tf.math.real(tf.reduce_sum(x, [-2, -1]))), gradient


@_for_floats
def svd(x: tf.Tensor, /, *, full_matrices: bool = True) -> tuple[tf.Tensor, ...]:
    check_finite(x)
    if x.shape.rank is not None and 0 in x.shape:
        x = tf.stop_gradient(x)  # TensorFlow has none of matrices so far from square ones; here it has no elements
    singular, left, right = tf.linalg.svd(x, full_matrices=full_matrices)
    return left, singular, tf.linalg.adjoint(right)


@_for_floats
def svdvals(x: tf.Tensor, /) -> tf.Tensor:
    check_finite(x)
    return tf.linalg.svd(x, compute_uv=False)


@_for_floats
def vector_norm(x: tf.Tensor, /, *, axis: Any = None, keepdims: bool = False, ord: float = 2) -> tf.Tensor:
    if axis is not None:
        several_axes(axis, rank_of(x))
    axis, size = reduced(axis), tf.abs(x)
    if abs(ord) == math.inf:
        # of no elements the greatest is -inf in TensorFlow
        extreme = (tf.reduce_max if ord > 0 else tf.reduce_min)(size, axis, keepdims)
        return extreme if ord < 0 else tf.maximum(extreme, tf.zeros((), size.dtype))
    if ord == 0:
        return tf.reduce_sum(tf.cast(size != 0, size.dtype), axis, keepdims)
    if ord == 1:
        return tf.reduce_sum(size, axis, keepdims)
    if ord == 2:
        # not of the magnitude, which has no second derivative at 0
        squares = tf.square(tf.math.real(x)) + tf.square(tf.math.imag(x)) if x.dtype.is_complex else tf.square(x)
        return _root(tf.reduce_sum(squares, axis, keepdims), tf.sqrt, 0.0)
    # at 0 the derivative of a power may be infinite, which even a factor of 0 makes NaN
    powers = _root(size, lambda size: size**ord, 0.0 if ord > 0 else math.inf)
    return _root(tf.reduce_sum(powers, axis, keepdims), lambda total: total ** (1 / ord), 0.0 if ord > 0 else math.inf)


def _root(x: tf.Tensor, function: Callable[[tf.Tensor], tf.Tensor], of_zero: float) -> tf.Tensor:
    """`function` of what is positive; of 0 it is a constant, where the derivative would be infinite."""
    is_zero = x == 0
    return tf.where(is_zero, tf.constant(of_zero, x.dtype), function(tf.where(is_zero, tf.ones((), x.dtype), x)))


__all__ = ["diag", "einsum", "inner", "lu_factor", "matmul", "matrix_transpose", "tensordot", "vecdot"]
