"""Activation functions."""

from __future__ import annotations

import math

import tensorflow as tf

from ._dtypes import HALF, UNSIGNED, ByDtype, detoured, except_for
from .elementwise import erf, may_be_differentiated


def _gelu(x: tf.Tensor, /, *, approximate: bool = False) -> tf.Tensor:
    if not approximate:
        # the root in tf.nn.gelu has the digits of float32
        return x / 2 * (1 + erf(x * math.sqrt(0.5)))
    # the hyperbolic tangent is 1 to the last digit there, and the cube does not overflow
    bounded = tf.clip_by_value(x, -20, 20)
    inner = math.sqrt(2 / math.pi) * (bounded + 0.044715 * bounded * bounded * bounded)
    return x / 2 * (1 + tf.math.tanh(inner))


def _hardswish(x: tf.Tensor, /) -> tf.Tensor:
    # of the pieces, so that the derivative is that of the straight ones at the ends
    zero, one = tf.zeros((), x.dtype), tf.ones((), x.dtype)
    return x * tf.where(x > -3, tf.where(x < 3, (x + 3) / 6, one), zero)


def _leaky_relu(x: tf.Tensor, /, *, alpha: float = 0.2) -> tf.Tensor:
    return tf.nn.leaky_relu(x, alpha)


def _leaky_relu_of_float64(x: tf.Tensor, /, *, alpha: float = 0.2) -> tf.Tensor:
    return tf.where(x > 0, x, x * alpha)  # the attribute of TensorFlow's kernel is a float32


def _log_softmax(x: tf.Tensor, /, *, axis: int | None = None) -> tf.Tensor:
    # as in `_softmax`
    axis = -1 if axis is None else axis
    if tf.executing_eagerly() and tf.reduce_all(tf.math.is_finite(x)):
        return tf.nn.log_softmax(x, axis)
    below = x - tf.stop_gradient(tf.reduce_max(x, axis, keepdims=True))
    return below - tf.math.log(tf.reduce_sum(tf.math.exp(below), axis, keepdims=True))


def _mish(x: tf.Tensor, /) -> tf.Tensor:
    # x * exp(x) far below 0, in two steps: the exponential is 0 where it is subnormal, and the product is not
    half = tf.math.exp(tf.math.minimum(x, -40) / 2)
    # tanh(log(1 + e)) as a quotient of polynomials in e, 1 to the last digit beyond 20: for the hyperbolic tangent itself a
    # graph takes a kernel of oneDNN that is off by 25 ULP
    power = tf.math.exp(tf.math.minimum(x, 20))
    rising = power * (power + 2)
    return tf.where(x < -40, x * half * half, x * (rising / (rising + 2)))


def _softmax(x: tf.Tensor, /, *, axis: int | None = None) -> tf.Tensor:
    # tf.nn.softmax, by oneDNN, has numbers beside NaN, zeros beside infinities, and takes five dimensions
    axis = -1 if axis is None else axis
    if tf.executing_eagerly() and x.shape.rank <= 5 and tf.reduce_all(tf.math.is_finite(x)):
        return tf.nn.softmax(x, axis)
    powers = tf.math.exp(x - tf.stop_gradient(tf.reduce_max(x, axis, keepdims=True)))
    return powers / tf.reduce_sum(powers, axis, keepdims=True)


def _softplus(x: tf.Tensor, /, *, beta: float | None = None, threshold: float | None = None) -> tf.Tensor:
    inner = x if beta is None else x * beta
    result = tf.math.softplus(inner)
    if threshold is None:
        return result if beta is None else result / beta
    is_linear = inner > threshold
    if beta is not None:
        # not by 0 where the quotient is not used: its gradient would be NaN
        result = result / tf.where(is_linear, tf.ones_like(inner), tf.cast(beta, inner.dtype))
    return tf.where(is_linear, x, result)


def _softsign(x: tf.Tensor, /) -> tf.Tensor:
    size = tf.math.abs(x)
    quotient = x / (1 + size)  # that of TensorFlow has no second derivative
    if not may_be_differentiated():
        return quotient
    # far from 0 the derivative of the quotient is a difference, of which nothing is left
    return tf.where((size > 1) & tf.math.is_finite(x), tf.math.sign(x) * (1 - tf.math.reciprocal(1 + size)), quotient)


gelu = detoured(_gelu, HALF)
hardswish = detoured(_hardswish, HALF)
leaky_relu = ByDtype(_leaky_relu, {**detoured(_leaky_relu, HALF).cases, tf.float64: _leaky_relu_of_float64})
log_softmax = detoured(_log_softmax, HALF)
mish = detoured(_mish, HALF)
relu = except_for(tf.nn.relu, (UNSIGNED, tf.identity))
sigmoid = detoured(tf.math.sigmoid, HALF)
softmax = detoured(_softmax, HALF)
softplus = detoured(_softplus, HALF)
softsign = detoured(_softsign, HALF)

__all__ = [
    "gelu",
    "hardswish",
    "leaky_relu",
    "log_softmax",
    "mish",
    "relu",
    "sigmoid",
    "softmax",
    "softplus",
    "softsign",
]
