"""Indexing functions."""

from __future__ import annotations

import tensorflow as tf

from .axes import from_front, one_axis, size_of, swap_to_last


def take(x: tf.Tensor, indices: tf.Tensor, /, *, axis: int | None = None) -> tf.Tensor:
    if axis is None:
        if x.shape.rank != 1:
            raise ValueError(f"axis is needed for an array of {x.shape.rank} dimensions")
        axis = 0
    axis = one_axis(axis, x.shape.rank)
    return tf.gather(x, from_front(indices, size_of(x, axis)), axis=axis)


def take_along_axis(x: tf.Tensor, indices: tf.Tensor, /, *, axis: int = -1) -> tf.Tensor:
    rank = x.shape.rank
    axis = one_axis(axis, rank)
    if indices.shape.rank != rank:
        raise ValueError(f"x and indices need as many dimensions; got {rank} and {indices.shape.rank}")
    values = swap_to_last(x, axis)
    places = swap_to_last(from_front(indices, size_of(x, axis)), axis)
    if values.shape[:-1] != places.shape[:-1] or not values.shape[:-1].is_fully_defined():
        batch = tf.broadcast_dynamic_shape(tf.shape(values)[:-1], tf.shape(places)[:-1])
        values = tf.broadcast_to(values, tf.concat([batch, tf.shape(values)[-1:]], 0))
        places = tf.broadcast_to(places, tf.concat([batch, tf.shape(places)[-1:]], 0))
    return swap_to_last(tf.gather(values, places, axis=rank - 1, batch_dims=rank - 1), axis)


__all__ = ["take", "take_along_axis"]
