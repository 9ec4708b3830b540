"""Pooling on TensorFlow."""

from __future__ import annotations

import functools
import math
from typing import Any

import tensorflow as tf

from aikit.functional.backends import pooling
from aikit.functional.rules import pooling as rules

from ._dtypes import HALF
from .elementwise import may_be_differentiated

__all__ = ["avg_pool1d", "avg_pool2d", "avg_pool3d", "max_pool1d", "max_pool2d", "max_pool3d"]


def _max_pool(name: str, x: tf.Tensor, kernel: Any, strides: Any, padding: Any, /, **options: Any) -> tf.Tensor:
    # the kernel loses NaN, makes negative infinity the least finite number, and has no dilations
    one, _ = rules.pooling(name, x, kernel, strides, padding, **options)
    nothing = x.dtype.min if x.dtype.is_integer else -math.inf
    return tf.identity(pooling.reduced(tf, _greater, nothing, *_padded(x, one, nothing)))


def _greater(x1: tf.Tensor, x2: tf.Tensor) -> tf.Tensor:
    """The maximum, with all of the gradient for the first of two equal elements, also where it is mapped."""
    if not may_be_differentiated():
        return tf.math.maximum(x1, x2)
    return tf.where((x1 >= x2) | (x1 != x1), x1, x2)


def _avg_pool(name: str, x: tf.Tensor, kernel: Any, strides: Any, padding: Any, /, **options: Any) -> tf.Tensor:
    one, by = rules.averaging(name, x, kernel, strides, padding, **options)
    wide = HALF.get(x.dtype, x.dtype)
    sums = pooling.reduced(tf, tf.math.add, 0, *_padded(tf.cast(x, wide), one, 0))
    divisors = pooling.divisors(lambda numbers, shape: tf.constant(numbers, wide, shape), by, one)
    return tf.cast(sums / divisors, x.dtype)


max_pool1d, max_pool2d, max_pool3d = (functools.partial(_max_pool, f"max_pool{dims}d") for dims in (1, 2, 3))
avg_pool1d, avg_pool2d, avg_pool3d = (functools.partial(_avg_pool, f"avg_pool{dims}d") for dims in (1, 2, 3))


def _padded(x: tf.Tensor, one: rules.Pooling, value: Any) -> tuple[tf.Tensor, rules.Pooling]:
    # not by `tf.pad`, which pads with zeros where it is mapped
    for axis, (before, after) in enumerate(one.pads, start=one.first):
        shape = list(tf.unstack(tf.shape(x))) if None in tuple(x.shape) else list(x.shape)
        around = [
            tf.fill([*shape[:axis], length, *shape[axis + 1 :]], tf.constant(value, x.dtype))
            for length in (before, after)
        ]
        x = tf.concat([around[0], x, around[1]], axis) if before or after else x
    return x, one._replace(pads=((0, 0),) * len(one.pads))
