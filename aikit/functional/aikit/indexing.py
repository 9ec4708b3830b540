"""Indexing by arrays of integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import primary
from aikit.functional.rules import indexing as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(dtypes={"x": "any", "indices": "integer"}, promote=("x",), differentiable=("x",), check=rules.take)
def take(
    x: Array | NativeArray, indices: Array | NativeArray | int, /, *, axis: int | None = None, out: Array | None = None
) -> Array:
    """Elements, or slices along an axis, at given indices.

    Parameters
    ----------
    x : array of any dtype, with at least one dimension.
    indices : integer array of at most one dimension; negative ones count from the end.
    axis : the axis; None only for an array of one dimension.

    Returns
    -------
    Array of the dtype of `x`, with the shape of `indices` in place of the axis.

    Raises
    ------
    AikitTypeError : indices that are not integer.
    AikitAxisError : an axis out of range, or named twice.
    AikitIndexError : an index out of range (told in eager calls on the CPU; elsewhere it is the framework's).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.take([5, 6, 7], [2, 0]))
    [7, 5]
    """
    return aikit.current_backend(x).take(x, indices, axis=axis)


@primary(dtypes={"x": "any", "indices": "integer"}, promote=("x",), differentiable=("x",), check=rules.take_along_axis)
def take_along_axis(
    x: Array | NativeArray, indices: Array | NativeArray, /, *, axis: int = -1, out: Array | None = None
) -> Array:
    """Elements along an axis, at indices that are given for each position.

    Parameters
    ----------
    x : array of any dtype.
    indices : integer array with as many dimensions as `x`, which broadcasts against it but along the axis.
    axis : the axis.

    Returns
    -------
    Array of the dtype of `x` and the shape of `indices` broadcast against `x`.

    Raises
    ------
    AikitTypeError : indices that are not integer.
    AikitAxisError : an axis out of range, or named twice.
    AikitBroadcastShapeError : shapes that do not broadcast.
    AikitIndexError : an index out of range (told in eager calls on the CPU; elsewhere it is the framework's).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.take_along_axis([5, 6, 7], [2, 0]))
    [7, 5]
    """
    return aikit.current_backend(x).take_along_axis(x, indices, axis=axis)
