"""Set functions, all by sorting; distinct values come out sorted, and each NaN counts as distinct."""

from __future__ import annotations

from typing import NamedTuple

import tensorflow as tf

from ._axes import shape_tensor
from ._bits import sort_keys
from .sorting import argsort


def isin(x1: tf.Tensor, x2: tf.Tensor, /, *, invert: bool = False) -> tf.Tensor:
    found = _isin_complex(x1, x2) if x1.dtype.is_complex else _isin_real(x1, x2)
    return ~found if invert else found


def _isin_complex(x1: tf.Tensor, x2: tf.Tensor) -> tf.Tensor:
    return tf.reduce_any(tf.equal(x1[..., tf.newaxis], tf.reshape(x2, [-1])), axis=-1)


def _isin_real(x1: tf.Tensor, x2: tf.Tensor) -> tf.Tensor:
    keys, candidates = sort_keys(x1), tf.reshape(sort_keys(x2), [-1])
    candidates = tf.gather(candidates, argsort(candidates))
    flat = tf.reshape(keys, [-1])
    first = tf.searchsorted(candidates, flat, side="left", out_type=tf.int64)
    behind = tf.searchsorted(candidates, flat, side="right", out_type=tf.int64)
    found = tf.reshape(behind > first, shape_tensor(x1))
    return found & ~tf.math.is_nan(x1) if x1.dtype.is_floating else found


class _Unique(NamedTuple):
    """The sorted elements, where each stood, whether it is the first of its value, and where those are."""

    elements: tf.Tensor
    order: tf.Tensor
    is_first: tf.Tensor
    starts: tf.Tensor


def _unique(x: tf.Tensor) -> _Unique:
    flat = tf.reshape(x, [-1])
    parts = [flat]
    if x.dtype.is_complex:
        parts = [tf.math.imag(flat), tf.math.real(flat)]
    order = tf.range(tf.size(flat, tf.int64), dtype=tf.int64)
    for part in [*parts, _nans(flat)] if x.dtype.is_complex else parts:
        order = tf.gather(order, argsort(tf.gather(part, order)))
    differs = tf.reduce_any(tf.stack([_differs(tf.gather(part, order)) for part in parts]), axis=0)
    # the first element of all, where there is one
    is_first = tf.concat([tf.ones_like(order[:1], tf.bool), differs], 0)
    return _Unique(tf.gather(flat, order), order, is_first, tf.where(is_first)[:, 0])


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
    found = _unique(x)
    return tf.gather(found.elements, found.starts)


def _counts(found: _Unique) -> tf.Tensor:
    ends = tf.concat([found.starts[1:], tf.shape(found.order, tf.int64)], 0)
    # of no elements there is no start, but an end
    return ends[: tf.size(found.starts)] - found.starts


def _inverse(found: _Unique, x: tf.Tensor) -> tf.Tensor:
    number = tf.cumsum(tf.cast(found.is_first, tf.int64)) - 1
    inverse = tf.scatter_nd(found.order[:, tf.newaxis], number, tf.shape(found.order, tf.int64))
    return tf.reshape(inverse, shape_tensor(x))


def unique_counts(x: tf.Tensor, /) -> tuple[tf.Tensor, tf.Tensor]:
    found = _unique(x)
    return tf.gather(found.elements, found.starts), _counts(found)


def unique_inverse(x: tf.Tensor, /) -> tuple[tf.Tensor, tf.Tensor]:
    found = _unique(x)
    return tf.gather(found.elements, found.starts), _inverse(found, x)


def unique_all(x: tf.Tensor, /) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor, tf.Tensor]:
    found = _unique(x)
    values, indices = tf.gather(found.elements, found.starts), tf.gather(found.order, found.starts)
    return values, indices, _inverse(found, x), _counts(found)


__all__ = ["isin", "unique_all", "unique_counts", "unique_inverse", "unique_values"]
