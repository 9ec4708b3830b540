"""Searching functions. Indices are int64."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from ._axes import Axes, in_three, max_dimensions, of_rank, one_axis, rank_of, reduced, shape_tensor
from ._bits import sort_keys
from ._dtypes import FLOATS, except_for
from ._values import values_at_hand

where = tf.where

_MOST = 7
"""The dimensions that the kernels of TensorFlow take."""


def _index_of(find, key_of):
    """An argmax or argmin of the integers that `key_of` makes of the array; the first of equal ones."""

    def call(x: tf.Tensor, /, *, axis: int | None = None, keepdims: bool = False) -> tf.Tensor:
        rank = rank_of(x)
        key = key_of(x)
        if axis is None:
            result = find(tf.reshape(key, [-1]), axis=0, output_type=tf.int64)
            return tf.reshape(result, tf.ones([rank], tf.int32)) if keepdims else result
        axis = one_axis(axis, rank)
        flat = in_three(key, axis, _MOST)
        if flat is None:
            result = find(key, axis=axis, output_type=tf.int64)
        else:
            shape = tf.shape(x)
            result = tf.reshape(
                find(flat, axis=1, output_type=tf.int64), tf.concat([shape[:axis], shape[axis + 1 :]], 0)
            )
        return tf.expand_dims(result, axis) if keepdims else result

    return call


def _least_if_nan(x: tf.Tensor) -> tf.Tensor:
    key = sort_keys(x)
    return tf.where(tf.math.is_nan(x), tf.constant(key.dtype.min, key.dtype), key)


_NORMAL = 2.0**-14
"""A normal number of every floating dtype."""


def _of_floats(find, extreme, extreme_at_hand, key_of):
    """TensorFlow's own skip NaN, and take subnormal numbers for zeros: where the extreme is neither, they are right.

    `extreme`, `extreme_at_hand` : the extreme of a tensor, and of values that are at hand.
    """
    plain, by_keys = _index_of(find, tf.identity), _index_of(find, key_of)

    def call(x: tf.Tensor, /, *, axis: int | None = None, keepdims: bool = False) -> tf.Tensor:
        values = values_at_hand(x)
        if values is not None:
            found = plain if (abs(extreme_at_hand(values, axis)) >= _NORMAL).all() else by_keys
            return found(x, axis=axis, keepdims=keepdims)
        if tf.executing_eagerly() and not tf.math.is_nan(tf.reduce_sum(x)):  # of infinities it may be NaN, too
            result = plain(x, axis=axis, keepdims=keepdims)
            found = tf.gather(tf.reshape(x, [-1]), result) if axis is None else extreme(x, axis)
            if tf.reduce_all(tf.abs(found) >= tf.constant(_NORMAL, x.dtype)):
                return result
        return by_keys(x, axis=axis, keepdims=keepdims)

    return call


argmax = except_for(
    _index_of(tf.argmax, tf.identity), (FLOATS, _of_floats(tf.argmax, tf.reduce_max, np.max, sort_keys))
)
argmin = except_for(
    _index_of(tf.argmin, tf.identity), (FLOATS, _of_floats(tf.argmin, tf.reduce_min, np.min, _least_if_nan))
)


def is_nonzero(x: tf.Tensor) -> tf.Tensor:
    """Truth values: NaN is true."""
    return x if x.dtype == tf.bool else tf.not_equal(x, tf.zeros((), x.dtype))


def count_nonzero(x: tf.Tensor, /, *, axis: Axes = None, keepdims: bool = False) -> tf.Tensor:
    return tf.reduce_sum(tf.cast(is_nonzero(x), tf.int64), reduced(axis), keepdims)


def places_of(mask: tf.Tensor) -> tf.Tensor:
    """Where a mask is True, a row of places for each."""
    if mask.shape.rank is None or mask.shape.rank <= max_dimensions:
        return tf.where(mask)
    places, found = tf.where(tf.reshape(mask, [-1]))[:, 0], []
    # `tf.unravel_index` refuses to do so where there are none
    for length in reversed(tf.unstack(tf.shape(mask, tf.int64), num=mask.shape.rank)):
        found.append(places % length)
        places //= length
    return tf.stack(found[::-1], axis=1)


def nonzero(x: tf.Tensor, /) -> tuple[tf.Tensor, ...]:
    if x.shape.rank == 0:
        raise ValueError("nonzero needs at least one dimension")
    return tuple(tf.unstack(places_of(is_nonzero(x)), num=x.shape.rank, axis=1))


def argwhere(x: tf.Tensor, /) -> tf.Tensor:
    if x.shape.rank == 0:
        raise ValueError("argwhere needs at least one dimension")
    return places_of(is_nonzero(x))


def searchsorted(x1: tf.Tensor, x2: tf.Tensor, /, *, side: str = "left", sorter: tf.Tensor | None = None) -> tf.Tensor:
    x1 = of_rank(x1, 1)
    if side not in ("left", "right"):
        raise ValueError(f"side={side!r} must be 'left' or 'right'")
    if sorter is not None:
        x1 = tf.gather(x1, tf.cast(sorter, tf.int64))
    # by integer keys, in which NaN has its place
    values = tf.reshape(sort_keys(x2), [-1])
    found = tf.searchsorted(sort_keys(x1), values, side=side, out_type=tf.int64)
    return tf.reshape(found, shape_tensor(x2))


__all__ = ["argmax", "argmin", "argwhere", "count_nonzero", "nonzero", "searchsorted", "where"]
