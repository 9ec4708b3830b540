"""Linear algebra."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aikit
from aikit.declare import primary

if TYPE_CHECKING:
    from aikit import Array, Dtype, NativeArray


@primary(dtypes="numeric", differentiable=("x1", "x2"), namespace="aikit.linalg")
def cross(x1: Array | NativeArray, x2: Array | NativeArray, /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Cross products of vectors of 3 elements; the other dimensions broadcast.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype, of length 3 along the axis.
    axis : the axis of the vectors, negative: it counts from the end in both arrays and in the result.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitTypeError : a dtype that is not numeric.
    AikitAxisError : an axis that is not negative, or out of range.
    AikitValueError : a length other than 3 along the axis.
    AikitBroadcastShapeError : other dimensions that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.cross([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]))
    [0.0, 0.0, 1.0]
    """
    return aikit.current_backend(x1, x2).linalg.cross(x1, x2, axis=axis)


@primary(differentiable=("x",), namespace="aikit.linalg")
def diagonal(x: Array | NativeArray, /, *, offset: int = 0, out: Array | None = None) -> Array:
    """The diagonals of matrices.

    Parameters
    ----------
    x : array of any dtype, of shape ``(..., M, N)``.
    offset : which diagonal: 0 the main one, above it positive, below it negative.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the dtype of `x`, with the diagonals along its last axis; an offset outside the matrix gives none.

    Raises
    ------
    AikitValueError : fewer than two dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.diagonal([[1, 2], [3, 4]]))
    [1, 4]
    """
    return aikit.current_backend(x).linalg.diagonal(x, offset=offset)


@primary(dtypes="numeric", differentiable=("x1", "x2"))
def matmul(x1: Array | NativeArray, x2: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Matrix product over the last two dimensions; the others broadcast.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype with at least one dimension; a vector stands for a row on the left, a column on the
        right.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitTypeError : a dtype that is not numeric.
    AikitValueError : dimensions that do not match.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.matmul([[1.0, 2.0]], [[3.0], [4.0]]))
    [[11.0]]
    """
    return aikit.current_backend(x1, x2).matmul(x1, x2)


@primary(differentiable=("x",))
def matrix_transpose(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """The last two dimensions exchanged.

    Parameters
    ----------
    x : array of any dtype with at least two dimensions.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitValueError : fewer than two dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.matrix_transpose([[1, 2]]))
    [[1], [2]]
    """
    return aikit.current_backend(x).matrix_transpose(x)


@primary(dtypes="numeric", differentiable=("x1", "x2"), namespace="aikit.linalg")
def outer(x1: Array | NativeArray, x2: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Product of each element of one vector with each of another.

    Parameters
    ----------
    x1, x2 : vectors of a numeric dtype, of shapes ``(N,)`` and ``(M,)``.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the common dtype, of shape ``(N, M)``.

    Raises
    ------
    AikitTypeError : a dtype that is not numeric.
    AikitValueError : an array that is no vector.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.outer([1, 2], [3, 4]))
    [[3, 4], [6, 8]]
    """
    return aikit.current_backend(x1, x2).linalg.outer(x1, x2)


@primary(dtypes="numeric", differentiable=("x1", "x2"))
def tensordot(x1: Array | NativeArray, x2: Array | NativeArray, /, *, axes: Any = 2, out: Array | None = None) -> Array:
    """Sum of products over pairs of axes.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype.
    axes : how many of the last axes of `x1` and the first of `x2` to pair, or two sequences of axes.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the common dtype, with the axes of `x1` that are left and then those of `x2`.

    Raises
    ------
    AikitTypeError : a dtype that is not numeric.
    AikitValueError : dimensions that do not match.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.tensordot([1.0, 2.0], [3.0, 4.0], axes=1))
    11.0
    """
    return aikit.current_backend(x1, x2).tensordot(x1, x2, axes=axes)


@primary(dtypes="numeric", result="accumulation", differentiable=("x",), namespace="aikit.linalg")
def trace(x: Array | NativeArray, /, *, offset: int = 0, dtype: Dtype | None = None, out: Array | None = None) -> Array:
    """Sums of the diagonals of matrices.

    Parameters
    ----------
    x : array of a numeric dtype, of shape ``(..., M, N)``.
    offset : which diagonal: 0 the main one, above it positive, below it negative.
    dtype : dtype of the result and of the sum; None as for `aikit.sum`.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the shape of `x` without its last two dimensions; 0 where the offset is outside the matrix.

    Raises
    ------
    AikitTypeError : a dtype that is not numeric.
    AikitValueError : fewer than two dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linalg.trace([[1.0, 2.0], [3.0, 4.0]]))
    5.0
    """
    return aikit.current_backend(x).linalg.trace(x, offset=offset, dtype=dtype)


@primary(dtypes="numeric", differentiable=("x1", "x2"))
def vecdot(x1: Array | NativeArray, x2: Array | NativeArray, /, *, axis: int = -1, out: Array | None = None) -> Array:
    """Sum of conj(x1) * x2 along an axis; the other dimensions broadcast.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype.
    axis : the axis, negative: it counts from the end in both arrays.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitTypeError : a dtype that is not numeric.
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : dimensions that do not match.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.vecdot([1.0, 2.0], [3.0, 4.0]))
    11.0
    """
    return aikit.current_backend(x1, x2).vecdot(x1, x2, axis=axis)
