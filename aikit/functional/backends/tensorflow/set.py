"""Set functions, by sorting; distinct values come out sorted, and each NaN counts as distinct."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import tensorflow as tf

from ._axes import shape_tensor
from ._bits import sort_keys
from ._dtypes import AS_UNSIGNED
from .sorting import argsort


def isin(x1: tf.Tensor, x2: tf.Tensor, /, *, invert: bool = False) -> tf.Tensor:
    flat, candidates = tf.reshape(x1, [-1]), tf.reshape(x2, [-1])
    candidates = tf.gather(candidates, argsort(candidates))
    first = tf.searchsorted(candidates, flat, side="left", out_type=tf.int64)
    behind = tf.searchsorted(candidates, flat, side="right", out_type=tf.int64)
    found = tf.reshape(behind > first, shape_tensor(x1))
    return ~found if invert else found


class _Unique(NamedTuple):
    """The distinct values in order, where each stands first, the number of each element's value, and how often each is there.

    All but the values are made where they are asked for.
    """

    values: tf.Tensor
    indices: Callable[[], tf.Tensor]
    inverse: Callable[[], tf.Tensor]
    counts: Callable[[], tf.Tensor]


def _unique(x: tf.Tensor) -> _Unique:
    flat = tf.reshape(x, [-1])
    if flat.dtype.is_integer and tf.executing_eagerly() and 0 < flat.shape[0] <= _MOST_COUNTED:
        least, greatest = tf.reduce_min(flat), tf.reduce_max(flat)
        span = int(greatest) - int(least) + 1
        if span <= _WIDEST * flat.shape[0]:
            return _unique_by_counting(flat, least, span)
    return _unique_by_order(flat)


_WIDEST = 4
"""Integers are counted where there are no more between the least and the greatest than so many for each element."""
_MOST_COUNTED = 2**31 // (_WIDEST + 1)


def _unique_by_counting(flat: tf.Tensor, least: tf.Tensor, span: int) -> _Unique:
    unsigned = AS_UNSIGNED.get(flat.dtype, flat.dtype)  # in which no difference is too large
    above = tf.cast(tf.bitcast(flat - least, unsigned), tf.int32)
    counts = tf.raw_ops.Bincount(arr=above, size=span, weights=tf.constant([], tf.int64))
    present = counts > 0
    found = tf.where(present)[:, 0]

    def indices() -> tf.Tensor:
        places = tf.range(flat.shape[0], dtype=tf.int64)
        return tf.gather(tf.math.unsorted_segment_min(places, above, span), found)

    def inverse() -> tf.Tensor:
        return tf.gather(tf.cumsum(tf.cast(present, tf.int64)) - 1, above)

    values = tf.bitcast(tf.cast(found, unsigned), flat.dtype) + least
    return _Unique(values, indices, inverse, lambda: tf.gather(counts, found))


def _unique_by_order(flat: tf.Tensor) -> _Unique:
    parts = [flat]
    if flat.dtype.is_complex:
        parts = [tf.math.imag(flat), tf.math.real(flat)]
    order = tf.range(tf.size(flat, tf.int64), dtype=tf.int64)
    for part in [*parts, _nans(flat)] if flat.dtype.is_complex else parts:
        order = tf.gather(order, argsort(tf.gather(part, order)))
    differs = tf.reduce_any(tf.stack([_differs(tf.gather(part, order)) for part in parts]), axis=0)
    # the first element of all, where there is one
    is_first = tf.concat([tf.ones_like(order[:1], tf.bool), differs], 0)
    starts = tf.where(is_first)[:, 0]

    def inverse() -> tf.Tensor:
        number = tf.cumsum(tf.cast(is_first, tf.int64)) - 1
        return tf.scatter_nd(order[:, tf.newaxis], number, tf.shape(order, tf.int64))

    def counts() -> tf.Tensor:
        ends = tf.concat([starts[1:], tf.shape(order, tf.int64)], 0)
        # of no elements there is no start, but an end
        return ends[: tf.size(starts)] - starts

    return _Unique(tf.gather(flat, tf.gather(order, starts)), lambda: tf.gather(order, starts), inverse, counts)


def _nans(x: tf.Tensor) -> tf.Tensor:
    """What orders complex numbers with a NaN behind the others: first those whose imaginary part is one alone, as in NumPy."""
    imaginary = tf.cast(tf.math.is_nan(tf.math.imag(x)), tf.int8)
    return tf.where(tf.math.is_nan(tf.math.real(x)), tf.constant(2, tf.int8), imaginary)


def _differs(values: tf.Tensor) -> tf.Tensor:
    """Whether an element is another value than the one before it; NaN always is."""
    key = sort_keys(values)
    differs = tf.not_equal(key[1:], key[:-1])
    return differs | tf.math.is_nan(values[1:]) if values.dtype.is_floating else differs


def unique_values(x: tf.Tensor, /) -> tf.Tensor:
    return _unique(x).values


def unique_counts(x: tf.Tensor, /) -> tuple[tf.Tensor, tf.Tensor]:
    found = _unique(x)
    return found.values, found.counts()


def unique_inverse(x: tf.Tensor, /) -> tuple[tf.Tensor, tf.Tensor]:
    found = _unique(x)
    return found.values, tf.reshape(found.inverse(), shape_tensor(x))


def unique_all(x: tf.Tensor, /) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor, tf.Tensor]:
    found = _unique(x)
    return found.values, found.indices(), tf.reshape(found.inverse(), shape_tensor(x)), found.counts()


__all__ = ["isin", "unique_all", "unique_counts", "unique_inverse", "unique_values"]
