"""Axes and shapes: the checks that TensorFlow leaves out, and shapes that may be unknown under a trace."""

from __future__ import annotations

import math
from typing import Any

import tensorflow as tf

Axes = int | tuple[int, ...] | None
"""What a reduction takes as its axis."""


def one_axis(axis: int, rank: int) -> int:
    """`axis` counted from the front; ValueError where the array has no such axis."""
    if not -rank <= axis < rank:
        raise ValueError(f"axis={axis} is out of range for an array of {rank} dimensions")
    return axis % rank


def several_axes(axes: int | tuple[int, ...], rank: int) -> list[int]:
    """`axes` counted from the front; ValueError where one is out of range or named twice."""
    found = [one_axis(axis, rank) for axis in ((axes,) if isinstance(axes, int) else axes)]
    if len(set(found)) != len(found):
        raise ValueError(f"axes={axes} name an axis twice")
    return found


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
    rank = x.shape.rank
    sizes = [size_of(x, one) for one in (range(rank) if axis is None else several_axes(axis, rank))]
    if all(isinstance(size, int) for size in sizes):
        return math.prod(sizes)
    return tf.reduce_prod(tf.stack(sizes))


def swap_to_last(x: tf.Tensor, axis: int) -> tf.Tensor:
    """`x` with the non-negative `axis` and the last one swapped; its own inverse."""
    last = x.shape.rank - 1
    if axis == last:
        return x
    order = list(range(last + 1))
    order[axis], order[last] = last, axis
    return tf.transpose(x, order)


def from_front(indices: tf.Tensor, size: Any) -> tf.Tensor:
    """int64 indices, negative ones counted from the front. What is out of range stays so: CPU kernels report it."""
    indices = tf.cast(indices, tf.int64)
    return tf.where(indices < 0, indices + tf.cast(size, tf.int64), indices)
