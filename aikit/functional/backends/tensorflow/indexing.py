"""Indexing functions."""

from __future__ import annotations

import tensorflow as tf

from aikit.core.shapes import require_size

from ._axes import are_from_front, from_front, gathered, of_rank, one_axis, places, rank_of, size_of, swap_to_last
from ._dtypes import HALF
from .core import is_traced


def take(x: tf.Tensor, indices: tf.Tensor, /, *, axis: int | None = None) -> tf.Tensor:
    if axis is None:
        x, axis = of_rank(x, 1), 0
    axis = one_axis(axis, rank_of(x))
    if indices.dtype != tf.int32 or not are_from_front(indices):  # the kernel takes int32 and int64
        indices = from_front(indices, size_of(x, axis))
    if not (is_traced(x) or is_traced(indices)) and 0 in x.shape.as_list():
        # where there is nothing to take the kernel does not look
        tf.debugging.assert_non_negative(indices)
        tf.debugging.assert_less(indices, tf.constant(x.shape[axis], indices.dtype))
    return gathered(x, indices, axis)


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


def gather_nd(params: tf.Tensor, indices: tf.Tensor, /, *, batch_dims: int) -> tf.Tensor:
    indices, lengths = places(indices), tf.shape(params, tf.int64)
    number = batch_dims + indices.shape[-1]
    ends = lengths[batch_dims:number]
    indices = tf.where(indices < 0, indices + ends, indices)
    if 0 in params.shape.as_list():  # the kernel refuses to take anything of no elements
        tf.debugging.assert_non_negative(indices)
        tf.debugging.assert_less(indices, ends)
        return tf.zeros(tf.concat([tf.shape(indices, tf.int64)[:-1], lengths[number:]], 0), params.dtype)
    if indices.shape.rank == 1:  # of one place the kernel has no gradient
        return tf.gather_nd(params, indices[None])[0]
    return tf.gather_nd(params, indices, batch_dims=batch_dims)


def scatter_flat(indices: tf.Tensor, updates: tf.Tensor, /, *, size: int, reduction: str) -> tf.Tensor:
    if updates.shape.is_fully_defined():
        require_size(size, *updates.shape.as_list()[1:])
    indices = from_front(indices, size)
    if not is_traced(indices):
        tf.debugging.assert_non_negative(indices)  # the kernels leave out what belongs to a negative one
        tf.debugging.assert_less(indices, tf.constant(size, tf.int64))
    shape = tf.concat([[size], tf.shape(updates)[1:]], 0)
    if updates.shape.rank is not None and 0 in updates.shape.as_list():
        return tf.zeros(shape, updates.dtype)  # the kernel refuses to update anything of no elements
    if reduction == "replace":
        return tf.tensor_scatter_nd_update(tf.zeros(shape, updates.dtype), indices[:, None], updates)
    if reduction == "sum":
        wide = tf.cast(updates, tf.float32) if updates.dtype in HALF else updates
        return tf.cast(tf.math.unsorted_segment_sum(wide, indices, size), updates.dtype)
    extreme = tf.math.unsorted_segment_min if reduction == "min" else tf.math.unsorted_segment_max
    found = extreme(updates, indices, size)
    if updates.dtype.is_floating:
        # the kernels lose a NaN that comes before a number, and begin with the greatest number, or the least

        def has(condition: tf.Tensor) -> tf.Tensor:
            return tf.math.unsorted_segment_max(tf.cast(condition, tf.int32), indices, size) > 0

        beyond = tf.constant(float("inf" if reduction == "min" else "-inf"), updates.dtype)
        found = tf.where(
            has(tf.not_equal(updates, beyond)), found, tf.math.unsorted_segment_mean(updates, indices, size)
        )
        found = tf.where(has(tf.math.is_nan(updates)), tf.constant(float("nan"), updates.dtype), found)
    touched = tf.tensor_scatter_nd_update(tf.zeros([size], tf.bool), indices[:, None], tf.ones_like(indices, tf.bool))
    touched = tf.reshape(touched, tf.concat([[size], tf.ones([tf.rank(updates) - 1], tf.int32)], 0))
    return tf.where(touched, found, tf.zeros((), updates.dtype))


__all__ = ["gather_nd", "scatter_flat", "take", "take_along_axis"]
