"""Indexing functions."""

from __future__ import annotations

import tensorflow as tf

from ._axes import from_front, of_rank, one_axis, rank_of, size_of, swap_to_last
from .core import is_traced


def take(x: tf.Tensor, indices: tf.Tensor, /, *, axis: int | None = None) -> tf.Tensor:
    if axis is None:
        x, axis = of_rank(x, 1), 0
    axis = one_axis(axis, rank_of(x))
    indices = from_front(indices, size_of(x, axis))
    if not (is_traced(x) or is_traced(indices)) and 0 in x.shape.as_list():
        # where there is nothing to take the kernel does not look
        tf.debugging.assert_non_negative(indices)
        tf.debugging.assert_less(indices, tf.constant(x.shape[axis], tf.int64))
    return tf.gather(x, indices, axis=axis)


def take_along_axis(x: tf.Tensor, indices: tf.Tensor, /, *, axis: int = -1) -> tf.Tensor:
    rank = rank_of(x)
    axis = one_axis(axis, rank)
    if None not in (x.shape.rank, indices.shape.rank) and indices.shape.rank != rank:
        raise ValueError(f"x and indices need as many dimensions; got {rank} and {indices.shape.rank}")
    values = swap_to_last(x, axis)
    places = swap_to_last(from_front(indices, size_of(x, axis)), axis)
    if values.shape[:-1] != places.shape[:-1] or not values.shape[:-1].is_fully_defined():
        batch = tf.broadcast_dynamic_shape(tf.shape(values)[:-1], tf.shape(places)[:-1])
        values = tf.broadcast_to(values, tf.concat([batch, tf.shape(values)[-1:]], 0))
        places = tf.broadcast_to(places, tf.concat([batch, tf.shape(places)[-1:]], 0))
    if not isinstance(rank, int):
        return swap_to_last(_along_last(values, places), axis)
    return swap_to_last(tf.gather(values, places, axis=rank - 1, batch_dims=rank - 1), axis)


def _along_last(values: tf.Tensor, places: tf.Tensor) -> tf.Tensor:
    """Elements along the last axis of arrays of unknown rank, which `tf.gather` does not take, by way of matrices."""
    shape = tf.shape(places)
    rows = tf.reduce_prod(shape[:-1])
    values, places = (tf.reshape(x, [rows, tf.shape(x)[-1]]) for x in (values, places))
    return tf.reshape(tf.gather(values, places, batch_dims=1), shape)


__all__ = ["take", "take_along_axis"]
