"""Elements at indices brought together, and brought to indices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import aikit
from aikit import dtypes
from aikit.declare import compositional, primary
from aikit.functional.rules import gathering as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@compositional(
    category="general",
    dtypes={"params": "any", "indices": "integer"},
    promote=("params",),
    differentiable=("params",),
    check=rules.gather,
)
def gather(
    params: Array | NativeArray,
    indices: Array | NativeArray | int,
    /,
    *,
    axis: int = -1,
    batch_dims: int = 0,
    out: Array | None = None,
) -> Array:
    """Slices along an axis at given indices, as ``tensorflow.gather`` has it.

    Parameters
    ----------
    params : array of any dtype, with at least one dimension.
    indices : integer array of any shape; negative ones count from the end.
    axis : the axis, not among the first `batch_dims`.
    batch_dims : how many first dimensions, of the same lengths, `params` and `indices` share; the indices of one element of
        this batch are for the elements of `params` in it.

    Returns
    -------
    Array of the dtype of `params`, with the shape of `indices`, without the batch, in place of the axis.

    Raises
    ------
    AikitTypeError : indices that are not integer.
    AikitAxisError : an axis out of range.
    AikitValueError : dimensions of a batch that are not there, differ, or hold the axis.
    AikitIndexError : an index out of range (told in eager calls on the CPU; elsewhere it is the framework's).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.gather([[1, 2], [3, 4]], [1, 1, 0], axis=0))
    [[3, 4], [3, 4], [1, 2]]
    >>> aikit.to_list(aikit.gather([[1, 2], [3, 4]], [[1], [0]], batch_dims=1))
    [[2], [3]]
    """
    if batch_dims == 0:
        return aikit.take(params, indices, axis=axis)
    axis, shared = rules.places_of_batch("gather", params, indices, axis, batch_dims)
    before, after = tuple(params.shape[:axis]), tuple(params.shape[axis + 1 :])
    batch, rest = _cut(indices, shared)
    places = aikit.reshape(indices, (*batch, *(1,) * (axis - shared), math.prod(rest), *(1,) * len(after)))
    found = aikit.take_along_axis(params, places, axis=axis)
    return aikit.reshape(found, (*before, *rest, *after))


def _cut(x: Any, place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lengths of an Array before a dimension, and from it on."""
    shape = tuple(x.shape)
    return shape[:place], shape[place:]


@primary(
    category="general",
    dtypes={"params": "any", "indices": "integer"},
    promote=("params",),
    differentiable=("params",),
    check=rules.gather_nd,
)
def gather_nd(
    params: Array | NativeArray, indices: Array | NativeArray, /, *, batch_dims: int = 0, out: Array | None = None
) -> Array:
    """Elements, or slices, at given indices of the first dimensions, as ``tensorflow.gather_nd`` has it.

    Parameters
    ----------
    params : array of any dtype.
    indices : integer array of shape ``(..., K)``, of which each row has an index for each of the first K dimensions after the
        batch; negative ones count from the end.
    batch_dims : how many first dimensions, of the same lengths, `params` and `indices` share.

    Returns
    -------
    Array of the dtype of `params`, of the shape of `indices` without its last axis, and of the dimensions of `params` that
    have no index.

    Raises
    ------
    AikitTypeError : indices that are not integer.
    AikitValueError : no index, or more of them than dimensions; dimensions of a batch that are not there, or differ.
    AikitIndexError : an index out of range (told in eager calls on the CPU; elsewhere it is the framework's).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.gather_nd([[1, 2], [3, 4]], [[1, 0], [0, -1]]))
    [3, 2]
    """
    batch = rules.batch_of_rows("gather_nd", params, indices, batch_dims)
    return aikit.current_backend(params, indices).gather_nd(params, indices, batch_dims=batch)


@primary(
    category="general",
    dtypes={"indices": "integer", "updates": "numeric"},
    promote=("updates",),
    differentiable=("updates",),
    check=rules.scatter_flat,
    result_lengths=rules.length_of_scattered,
)
def scatter_flat(
    indices: Array | NativeArray,
    updates: Array | NativeArray,
    /,
    *,
    size: int | None = None,
    reduction: Literal["sum", "min", "max", "replace"] = "sum",
    out: Array | None = None,
) -> Array:
    """Elements, or slices, brought to given places of an array that is 0 elsewhere, as ``jax.ops.segment_sum`` does.

    Parameters
    ----------
    indices : integer array of one dimension; negative ones count from the end.
    updates : array of a numeric dtype, of shape ``(len(indices), ...)``.
    size : the length of the result; None for one more than the greatest index, which must not be traced.
    reduction : what becomes of several updates of one place: their sum, or the least or greatest of them; with
        ``"replace"`` one of them is there, and it is left open which.

    Returns
    -------
    Array of the dtype of `updates`, of shape ``(size, *updates.shape[1:])``; 0 where no index leads. Sums of float16 and
    bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : indices that are not integer, or the least or greatest of complex numbers.
    AikitValueError : a negative size, not as many updates as indices, or indices of more dimensions.
    AikitIndexError : an index out of range (told in eager calls on the CPU; elsewhere it is the framework's).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.scatter_flat([0, 2, 0], [1.0, 2.0, 3.0], size=4))
    [4.0, 0.0, 2.0, 0.0]
    """
    rules.check_reduction("scatter_flat", updates, reduction)
    rules.check_updates("scatter_flat", indices, updates)
    size = rules.size_for(aikit.current_backend(indices, updates), indices) if size is None else size
    if size < 0:
        raise ValueError("a negative length")
    return aikit.current_backend(indices, updates).scatter_flat(indices, updates, size=size, reduction=reduction)


@compositional(
    category="general",
    dtypes={"indices": "integer", "updates": "numeric"},
    promote=("updates",),
    differentiable=("updates",),
)
def scatter_nd(
    indices: Array | NativeArray,
    updates: Array | NativeArray,
    /,
    shape: int | Sequence[int] | None = None,
    *,
    reduction: Literal["sum", "min", "max", "replace"] = "sum",
    out: Array | None = None,
) -> Array:
    """Elements, or slices, brought to given places of the first dimensions of an array that is 0 elsewhere.

    It is what ``tensorflow.scatter_nd`` does, and the reverse of `gather_nd`.

    Parameters
    ----------
    indices : integer array of shape ``(..., K)``, of which each row has an index for each of the first K dimensions of the
        result; negative ones count from the end.
    updates : array of a numeric dtype, of the shape of `indices` without its last axis, and of the other dimensions of the
        result.
    shape : the shape of the result; None for lengths of one more than the greatest index, which must not be traced.
    reduction : what becomes of several updates of one place, as in `scatter_flat`.

    Returns
    -------
    Array of the dtype of `updates` and that shape; 0 where no index leads.

    Raises
    ------
    AikitTypeError : indices that are not integer, or the least or greatest of complex numbers.
    AikitValueError : no index, or more of them than dimensions; updates of another shape.
    AikitIndexError : an index out of range (told in eager calls on the CPU; elsewhere it is the framework's).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.scatter_nd([[0, 1], [1, 0], [0, 1]], [5, 6, 7], (2, 2)))
    [[0, 12], [6, 0]]
    """
    rules.check_reduction("scatter_nd", updates, reduction)
    lengths, slices = rules.lengths_of_rows("scatter_nd", indices, updates, shape)
    place = aikit.current_backend(indices).in_one_program(_flat, "lengths")(indices, lengths=lengths)
    flat = aikit.reshape(updates, (math.prod(_cut(indices, -1)[0]), *slices))
    found = aikit.scatter_flat(place, flat, size=math.prod(lengths), reduction=reduction)
    return aikit.reshape(found, (*lengths, *slices))


def _flat(indices: Array, *, lengths: tuple[int, ...]) -> Array:
    """The place, where all dimensions are one, to which each row of indices leads."""
    number = math.prod(_cut(indices, -1)[0])
    rows = aikit.reshape(_from_front(indices, lengths), (number, len(lengths)))
    place, *others = aikit.unstack(rows, axis=-1)
    for column, length in zip(others, lengths[1:], strict=True):
        place = place * length + column
    return place


def _from_front(indices: Array, lengths: tuple[int, ...]) -> Array:
    """Indices in the index dtype, those that count from the end counted from the front; one in each row for each length."""
    index_dtype = dtypes.as_dtype(indices._backend.index_dtype())
    found = aikit.astype(indices, index_dtype, copy=False)
    ends = aikit.asarray(list(lengths), dtype=index_dtype, device=indices.device)
    return aikit.where(found < 0, found + ends, found)
