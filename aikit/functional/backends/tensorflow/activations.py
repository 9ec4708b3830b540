"""Activation functions."""

from __future__ import annotations

import tensorflow as tf

from ._dtypes import HALF, detoured


def _softmax(x: tf.Tensor, /, *, axis: int | None = None) -> tf.Tensor:
    # tf.nn.softmax, by oneDNN, has numbers beside NaN, and zeros beside infinities
    axis = -1 if axis is None else axis
    if tf.executing_eagerly() and tf.reduce_all(tf.math.is_finite(x)):
        return tf.nn.softmax(x, axis)
    powers = tf.math.exp(x - tf.stop_gradient(tf.reduce_max(x, axis, keepdims=True)))
    return powers / tf.reduce_sum(powers, axis, keepdims=True)


softmax = detoured(_softmax, HALF)

__all__ = ["softmax"]
