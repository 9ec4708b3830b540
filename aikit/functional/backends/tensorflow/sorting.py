"""Sorting functions, by integer keys: they are stable, and NaN is the largest value."""

from __future__ import annotations

import tensorflow as tf

from ._axes import one_axis, rank_of, size_of, swap_to_last
from ._bits import sort_keys
from .indexing import take_along_axis


def argsort(x: tf.Tensor, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> tf.Tensor:
    axis = one_axis(axis, rank_of(x))
    key = swap_to_last(sort_keys(x), axis)
    if not descending:
        # reverses the order of all integers, signed or not, and never overflows
        key = tf.bitwise.invert(key)
    # of equal elements top_k gives the one of lower index first, in both directions
    order = tf.raw_ops.TopKV2(input=key, k=size_of(x, axis), sorted=True, index_type=tf.int64).indices
    return swap_to_last(order, axis)


def sort(x: tf.Tensor, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> tf.Tensor:
    return take_along_axis(x, argsort(x, axis=axis, descending=descending), axis=axis)


__all__ = ["argsort", "sort"]
