"""Linear algebra functions of the main namespace."""

from __future__ import annotations

import math
from collections.abc import Sequence

import tensorflow as tf

from aikit.functional.backends.cross import check_vectors, cross_product

from .axes import several_axes, shape_of
from .detours import HALF, NARROW_UNSIGNED, ByDtype, detoured, through, through_bits
from .elementwise import multiply, subtract
from .statistical import sum

_THROUGH = {tf.int8: tf.int32, tf.int16: tf.int32, **NARROW_UNSIGNED}
"""What tf.matmul has no kernel for, and a dtype that wraps alike."""


def _matmul(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    # tf.matmul takes no vectors
    vector1, vector2 = x1.shape.rank == 1, x2.shape.rank == 1
    if vector1:
        x1 = tf.expand_dims(x1, 0)
    if vector2:
        x2 = tf.expand_dims(x2, 1)
    result = tf.linalg.matmul(x1, x2)
    dropped = [-2] * vector1 + [-1] * vector2
    return tf.squeeze(result, dropped) if dropped else result


matmul = ByDtype(
    _matmul,
    {
        **{dtype: through(_matmul, other) for dtype, other in (_THROUGH | HALF).items()},
        tf.uint64: through_bits(_matmul, tf.int64),
    },
)


def matrix_transpose(x: tf.Tensor, /) -> tf.Tensor:
    if x.shape.rank < 2:
        raise ValueError(f"a matrix, or a stack of them, is needed; got an array of {x.shape.rank} dimensions")
    return tf.linalg.matrix_transpose(x)


def tensordot(x1: tf.Tensor, x2: tf.Tensor, /, *, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> tf.Tensor:
    # tf.tensordot compares the number of contracted elements only: (2, 6) with (3, 4) would do
    rank1, rank2 = x1.shape.rank, x2.shape.rank
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


def _vecdot(x1: tf.Tensor, x2: tf.Tensor, /, *, axis: int = -1) -> tf.Tensor:
    rank = min(x1.shape.rank, x2.shape.rank)
    if not -rank <= axis < rank:
        raise ValueError(f"axis={axis} is out of range for arrays of {x1.shape.rank} and {x2.shape.rank} dimensions")
    if not x1.shape[axis : axis + 1 or None].is_compatible_with(x2.shape[axis : axis + 1 or None]):
        raise ValueError(f"the shapes {x1.shape} and {x2.shape} differ along axis={axis}, which is not broadcast")
    return tf.reduce_sum(tf.math.conj(x1) * x2, axis=axis)


vecdot = detoured(_vecdot, HALF)


def diagonal(x: tf.Tensor, /, *, offset: int = 0) -> tf.Tensor:
    if x.shape.rank < 2:
        raise ValueError(f"a matrix, or a stack of them, is needed; got an array of {x.shape.rank} dimensions")
    rows, columns = x.shape[-2:]
    if rows is not None and columns is not None and not -rows < offset < columns:
        # TensorFlow refuses an offset outside of the matrix
        return tf.zeros(tf.concat([tf.shape(x)[:-2], [0]], axis=0), x.dtype)
    return tf.linalg.diag_part(x, k=offset)


def outer(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    if x1.shape.rank != 1 or x2.shape.rank != 1:
        raise ValueError(f"outer: two vectors are needed; got arrays of {x1.shape.rank} and {x2.shape.rank} dimensions")
    return multiply(x1[:, None], x2[None, :])


def trace(x: tf.Tensor, /, *, offset: int = 0, dtype: tf.DType | None = None) -> tf.Tensor:
    return sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


def _cross(x1: tf.Tensor, x2: tf.Tensor, /, *, axis: int = -1) -> tf.Tensor:
    # `tf.linalg.cross` takes real arrays of one shape
    check_vectors(x1.shape.as_list(), x2.shape.as_list(), axis)
    vectors = tf.unstack(x1, 3, axis=axis), tf.unstack(x2, 3, axis=axis)
    return tf.stack(cross_product(*vectors, multiply, subtract), axis=axis)


cross = detoured(_cross, HALF)

__all__ = ["matmul", "matrix_transpose", "tensordot", "vecdot"]
