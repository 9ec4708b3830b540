"""Axes and shapes: the checks that TensorFlow leaves out, and shapes that may be unknown under a trace."""

from __future__ import annotations

import math
from typing import Any

import tensorflow as tf

from ._dtypes import in_dtype
from ._values import values_at_hand

max_dimensions = 8
"""That of selecting and reversing elements; tensors themselves may have 254."""

Axes = int | tuple[int, ...] | None
"""What a reduction takes as its axis."""


def rank_of(x: tf.Tensor) -> Any:
    """The number of dimensions: an int where it is known, otherwise a 0-d tensor."""
    return tf.rank(x) if x.shape.rank is None else x.shape.rank


def of_rank(x: tf.Tensor, rank: int) -> tf.Tensor:
    """`x` as an array of that many dimensions; ValueError where it has others, at run time where they are unknown."""
    if x.shape.rank is None:
        return tf.ensure_shape(x, [None] * rank)
    if x.shape.rank != rank:
        raise ValueError(f"an array of {rank} dimensions is needed; got one of {x.shape.rank}")
    return x


def matrix_shape(x: tf.Tensor) -> tuple[int | None, int | None]:
    """The lengths of matrices; ValueError where an array holds none. None is an unknown one."""
    if x.shape.rank is not None and x.shape.rank < 2:
        raise ValueError(f"a matrix, or a stack of them, is needed; got an array of {x.shape.rank} dimensions")
    return x.shape[-2], x.shape[-1]


def one_axis(axis: int, rank: Any) -> Any:
    """`axis` counted from the front; ValueError where the array has no such axis.

    Where `rank` is a tensor, a negative one becomes a tensor, and the kernels find out whether the array has it.
    """
    if not isinstance(rank, int):
        return axis if axis >= 0 else rank + axis
    if not -rank <= axis < rank:
        raise ValueError(f"axis={axis} is out of range for an array of {rank} dimensions")
    return axis % rank


def several_axes(axes: int | tuple[int, ...], rank: Any) -> list[Any]:
    """`axes` counted from the front, as by `one_axis`; ValueError where one is named twice."""
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    found = [one_axis(axis, rank) for axis in axes]
    names = found if isinstance(rank, int) else axes
    if len(set(names)) != len(names):
        raise ValueError(f"axes={axes} name an axis twice")
    return found


def other_axes(axes: tf.Tensor, rank: tf.Tensor) -> tf.Tensor:
    """The axes of an array of unknown rank that are not among `axes`, in order."""
    every = tf.range(rank)
    return tf.boolean_mask(every, tf.reduce_all(every[:, None] != axes[None, :], 1))


def shape_of(x: tf.Tensor) -> Any:
    """The shape as a list of ints where it is known, otherwise as a tensor."""
    return x.shape.as_list() if x.shape.is_fully_defined() else tf.shape(x)


def shape_tensor(x: tf.Tensor) -> tf.Tensor:
    """The shape as a tensor; TensorFlow would take the empty list of a 0-d array for floats."""
    return tf.convert_to_tensor(shape_of(x), tf.int32)


def size_of(x: tf.Tensor, axis: int) -> Any:
    """The size along `axis`: an int where it is known, otherwise a 0-d tensor."""
    size = x.shape[axis]
    return tf.shape(x)[axis] if size is None else size


def reduced(axis: Axes) -> int | tf.Tensor | None:
    """An axis as TensorFlow's reductions take it, to which an empty tuple would be one of floats."""
    return tf.constant(axis, tf.int32) if isinstance(axis, tuple) else axis


def count_along(x: tf.Tensor, axis: Axes) -> Any:
    """How many elements a reduction over `axis` joins: an int where it is known, otherwise a 0-d tensor."""
    if axis is None and not x.shape.is_fully_defined():
        return tf.size(x)
    rank = rank_of(x)
    sizes = [size_of(x, one) for one in (range(rank) if axis is None else several_axes(axis, rank))]
    if all(isinstance(size, int) for size in sizes):
        return math.prod(sizes)
    return tf.reduce_prod(tf.stack(sizes))


def swap_to_last(x: tf.Tensor, axis: Any) -> tf.Tensor:
    """`x` with the non-negative `axis` and the last one swapped; its own inverse."""
    last = rank_of(x) - 1
    if x.shape.rank is None:
        return tf.transpose(x, tf.tensor_scatter_nd_update(tf.range(last + 1), [[axis], [last]], [last, axis]))
    if axis == last:
        return x
    order = list(range(last + 1))
    order[axis], order[last] = last, axis
    return tf.transpose(x, order)


def gathered(x: tf.Tensor, indices: tf.Tensor, axis: Any) -> tf.Tensor:
    """The elements at non-negative indices along an axis, in its place the dimensions of the indices."""
    known = x.shape.rank is not None and indices.shape.rank is not None
    if not (known and axis and 0 in (*x.shape, *indices.shape)):
        # `tf.gather` looks for a way to read rows of a variable first
        return tf.raw_ops.GatherV2(params=x, indices=indices, axis=axis)
    # of no elements at no indices TensorFlow has a gradient along the first axis alone
    rank, among = x.shape.rank, indices.shape.rank
    found = tf.gather(tf.transpose(x, [axis, *range(axis), *range(axis + 1, rank)]), indices, axis=0)
    places = list(range(among + rank - 1))
    return tf.transpose(found, places[among : among + axis] + places[:among] + places[among + axis :])


def in_three(x: tf.Tensor, axis: int, most: int) -> tf.Tensor | None:
    """`x` in three dimensions, of which `axis` is the middle one; None where a kernel that takes `most` takes it as it is."""
    if x.shape.rank is None or x.shape.rank <= most:
        return None
    shape = tf.shape(x)
    return tf.reshape(x, [tf.reduce_prod(shape[:axis]), shape[axis], tf.reduce_prod(shape[axis + 1 :])])


def are_from_front(indices: tf.Tensor) -> bool:
    """Whether it is at hand that no index is negative."""
    values = values_at_hand(indices)
    return values is not None and values.min() >= 0


def places(indices: tf.Tensor) -> tf.Tensor:
    """int64 indices; of one that is greater than all of these the greatest, which is out of range too."""
    if indices.dtype != tf.uint64:
        return in_dtype(indices, tf.int64)
    indices = tf.bitcast(indices, tf.int64)
    return tf.where(indices < 0, tf.constant(tf.int64.max, tf.int64), indices)


def from_front(indices: tf.Tensor, size: Any) -> tf.Tensor:
    """int64 indices, negative ones counted from the front. What is out of range stays so: CPU kernels report it."""
    indices = places(indices)
    if are_from_front(indices):
        return indices
    return tf.where(indices < 0, indices + tf.cast(size, tf.int64), indices)
