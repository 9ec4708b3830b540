"""Pooling on TensorFlow."""

from __future__ import annotations

import functools
import math
from typing import Any

import tensorflow as tf

from aikit.functional.backends import pooling
from aikit.functional.rules import pooling as rules
from aikit.functional.rules.convolutions import same_pads

from ._dtypes import HALF, in_dtype
from .elementwise import may_be_differentiated

__all__ = ["avg_pool1d", "avg_pool2d", "avg_pool3d", "max_pool1d", "max_pool2d", "max_pool3d"]


def _max_pool(name: str, x: tf.Tensor, kernel: Any, strides: Any, padding: Any, /, **options: Any) -> tf.Tensor:
    one, _ = rules.pooling(name, x, kernel, strides, padding, **options)
    if _is_for_the_kernel(x, one):
        return _greatest(x, one)
    nothing = x.dtype.min if x.dtype.is_integer else -math.inf
    return tf.identity(pooling.reduced(tf, _greater, nothing, *_padded(x, one, nothing), _part))


def _is_for_the_kernel(x: tf.Tensor, one: rules.Pooling) -> bool:
    """Whether TensorFlow's kernel is right: it loses NaN, makes negative infinity the least finite number, and has no dilations.

    Of equal elements it gives the gradient to another one.
    """
    return (
        x.dtype in (tf.float32, tf.float64)
        and one.first == 1
        and len(x.shape) in (3, 4)
        and not may_be_differentiated()
        and max(one.dilations) == 1
        and all(
            max(pair) < length for pair, length in zip(one.pads, one.kernel, strict=True)
        )  # some of x in each window
        and 0 not in x.shape
        and math.isfinite(tf.reduce_sum(x))  # with two threads in a third of the time of a least element by NumPy
    )


def _greatest(x: tf.Tensor, one: rules.Pooling) -> tf.Tensor:
    """The maxima of windows by the kernel."""
    if len(x.shape) == 3:
        wide = one._replace(kernel=(1, *one.kernel), strides=(1, *one.strides), pads=((0, 0), *one.pads))
        return tf.squeeze(_greatest(x[:, None], wide), 1)
    same = tuple(map(same_pads, x.shape[1:-1], one.kernel, one.strides))
    # padding that is counted takes the kernel up to twice as long as its own word for the same
    around: Any = "SAME" if one.pads == same else [(0, 0), *one.pads, (0, 0)] if any(map(any, one.pads)) else "VALID"
    return tf.nn.max_pool2d(x, one.kernel, one.strides, around)


def _part(x: tf.Tensor, axis: int, places: slice) -> tf.Tensor:
    """As of `pooling.part_of`; a slice in steps takes TensorFlow twenty times as long."""
    if places.step == 1:
        return pooling.part_of(x, axis, places)
    return tf.gather(x, list(range(places.start, places.stop, places.step)), axis=axis)


def _greater(x1: tf.Tensor, x2: tf.Tensor) -> tf.Tensor:
    """The maximum, with all of the gradient for the first of two equal elements, also where it is mapped."""
    if not may_be_differentiated():
        return tf.math.maximum(x1, x2)
    return tf.where((x1 >= x2) | (x1 != x1), x1, x2)


def _avg_pool(name: str, x: tf.Tensor, kernel: Any, strides: Any, padding: Any, /, **options: Any) -> tf.Tensor:
    one, by = rules.averaging(name, x, kernel, strides, padding, **options)
    wide = HALF.get(x.dtype, x.dtype)
    padded, whole = _padded(in_dtype(x, wide), one, 0)
    size = math.prod(one.kernel)
    # of no batch the kernel fails
    means = pooling.reduced(tf, tf.math.add, 0, padded, whole) / size if x.shape[0] == 0 else _means(padded, one)
    if by != size:
        means = means * size / pooling.divisors(lambda numbers, shape: tf.constant(numbers, wide, shape), by, one)
    return in_dtype(means, x.dtype)


def _means(x: tf.Tensor, one: rules.Pooling) -> tf.Tensor:
    """The means of windows by the kernel, whose channels are last."""
    ndim = len(x.shape)
    if one.first == 2:
        means = _means(tf.transpose(x, (0, *range(2, ndim), 1)), one._replace(first=1))
        return tf.transpose(means, (0, ndim - 1, *range(1, ndim - 1)))
    if ndim == 3:
        return tf.squeeze(tf.nn.avg_pool2d(x[:, None], (1, *one.kernel), (1, *one.strides), "VALID"), 1)
    if ndim == 4:
        return tf.nn.avg_pool2d(x, one.kernel, one.strides, "VALID")
    # the kernel of three dimensions has no float64
    depth, height, width, channels = x.shape[1:]
    images = tf.reshape(x, (-1, height, width, channels))
    images = tf.nn.avg_pool2d(images, one.kernel[1:], one.strides[1:], "VALID")
    height, width = images.shape[1:3]
    columns = tf.reshape(images, (-1, depth, height * width, channels))
    means = tf.nn.avg_pool2d(columns, (one.kernel[0], 1), (one.strides[0], 1), "VALID")
    return tf.reshape(means, (-1, means.shape[1], height, width, channels))


max_pool1d, max_pool2d, max_pool3d = (functools.partial(_max_pool, f"max_pool{dims}d") for dims in (1, 2, 3))
avg_pool1d, avg_pool2d, avg_pool3d = (functools.partial(_avg_pool, f"avg_pool{dims}d") for dims in (1, 2, 3))


def _padded(x: tf.Tensor, one: rules.Pooling, value: Any) -> tuple[tf.Tensor, rules.Pooling]:
    # not by `tf.pad`, which pads with zeros where it is mapped
    for axis, lengths in enumerate(one.pads, start=one.first):
        if any(lengths):
            shape = list(tf.unstack(tf.shape(x))) if None in tuple(x.shape) else list(x.shape)
            before, after = (
                tf.fill([*shape[:axis], length, *shape[axis + 1 :]], tf.constant(value, x.dtype)) for length in lengths
            )
            x = tf.concat([before, x, after], axis)
    return x, one._replace(pads=((0, 0),) * len(one.pads))
