"""Random numbers on TensorFlow: the key of a draw is that of the stream of Philox which it takes from the beginning."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from aikit.functional.backends.creation import as_int64

from ._axes import size_of
from .core import is_native_array, placed
from .data_type import astype
from .elementwise import nextafter
from .indexing import take

__all__ = ["multinomial", "randint", "random_normal", "random_uniform", "shuffle"]

Shape = tuple[int, ...] | None
_PHILOX = 1
"""The algorithm of all draws, because the one that TensorFlow chooses depends on the device."""
_uniform, _normal = tf.raw_ops.StatelessRandomUniformV2, tf.raw_ops.StatelessRandomNormalV2
_full_integers = tf.raw_ops.StatelessRandomUniformFullIntV2
_LEAST, _MOST = -(2**63), 2**63 - 1


def _stream(key: int, number: Any = 0) -> dict[str, Any]:
    """Where the numbers of a draw begin; `number`, the upper half of the counter, tells the draws of one key apart."""
    if isinstance(number, int):
        counter = tf.constant([0, number], tf.uint64)
    else:
        counter = tf.stack([tf.constant(0, tf.uint64), tf.cast(number, tf.uint64)])
    return {"key": tf.constant([key], tf.uint64), "counter": counter, "alg": _PHILOX}


def _shape(shape: Shape, *parameters: Any) -> Any:
    if shape is not None:
        return tf.constant(shape, tf.int32)
    found = tf.constant((), tf.int32)
    for x in parameters:
        if is_native_array(x):
            found = tf.broadcast_dynamic_shape(found, tf.shape(x))
    return found


def _device(device: str | None, *parameters: Any) -> str | None:
    """The device of a draw: that of the arrays among its parameters where none is given."""
    return device or next((x.device for x in parameters if is_native_array(x) and x.device), None)


def _computed(dtype: tf.DType) -> tf.DType:
    """The dtype that floats are drawn in: in 16 bits TensorFlow has few different ones."""
    return dtype if dtype.size == 8 else tf.float32


def _as_tensor(x: Any, dtype: tf.DType) -> tf.Tensor:
    if is_native_array(x):
        return astype(x, dtype, copy=False)
    with np.errstate(over="ignore"):
        return tf.constant(np.asarray(x, dtype.as_numpy_dtype))


def random_uniform(
    *, low: Any, high: Any, shape: Shape, device: str | None = None, dtype: tf.DType, seed: int
) -> tf.Tensor:
    wide = _computed(dtype)
    with placed(_device(device, low, high)):
        unit = _uniform(shape=_shape(shape, low, high), dtype=wide, **_stream(seed))
        if not is_native_array(low) and not is_native_array(high) and (low, high) == (0, 1) and dtype == wide:
            return unit
        low, high = (_as_tensor(x, dtype) for x in (low, high))
        found = tf.cast(tf.cast(low, wide) * (1 - unit) + tf.cast(high, wide) * unit, dtype)
        # rounding may reach the upper end, with which such a number moves all the same
        below = nextafter(tf.stop_gradient(high), tf.stop_gradient(low))
        found = tf.where(found >= high, below + (found - tf.stop_gradient(found)), found)
        return tf.where(found < low, low, found)


def random_normal(
    *, mean: Any, std: Any, shape: Shape, dtype: tf.DType, seed: int, device: str | None = None
) -> tf.Tensor:
    wide = _computed(dtype)
    with placed(_device(device, mean, std)):
        standard = _normal(shape=_shape(shape, mean, std), dtype=wide, **_stream(seed))
        mean, std = (_as_tensor(x, wide) for x in (mean, std))
        return tf.cast(mean + std * standard, dtype)


# ------------------------------------------------------------------------------------------------ integers


def randint(
    low: Any, high: Any, /, *, shape: Shape, device: str | None = None, dtype: tf.DType, seed: int
) -> tf.Tensor:
    """By rejection, in int64 modulo 2**64: `stateless_uniform` takes random bits modulo the range."""
    with placed(_device(device, low, high)):
        lengths = _shape(shape, low, high)
        if isinstance(low, int) and isinstance(high, int) and high - low < 2**63 and tf.executing_eagerly():
            narrow = tf.bitwise.bitwise_and(_full_range(lengths, seed, 0), tf.constant(_MOST, tf.int64))
            if int(tf.reduce_max(narrow)) <= _MOST - 2**63 % (
                high - low
            ):  # as the first round of the loop, which is the last
                return tf.cast(_bits(low) + tf.math.floormod(narrow, tf.constant(high - low, tf.int64)), dtype)
        low, last = _bits(low), _bits(high) - 1
        span = last - low  # one less than there are integers; negative where these are more than 2**63
        most_of_all = tf.constant(_MOST, tf.int64)
        is_wide, is_half = span < 0, span == most_of_all
        count = tf.where(is_wide | is_half, tf.ones_like(span), span + 1)
        # of 63 bits, those are taken that are below the greatest multiple of the count
        most = most_of_all - tf.math.floormod(most_of_all - count + 1, count)

        def draw(number: tf.Tensor, found: tf.Tensor, pending: tf.Tensor) -> tuple[tf.Tensor, ...]:
            drawn = _full_range(lengths, seed, number)
            drawn.set_shape(found.shape)  # a graph does not see that the lengths are those from outside of the loop
            narrow = tf.bitwise.bitwise_and(drawn, most_of_all)
            offset = tf.where(is_wide, drawn, tf.where(is_half, narrow, tf.math.floormod(narrow, count)))
            unsigned = (tf.bitwise.bitwise_xor(one, tf.constant(_LEAST, tf.int64)) for one in (drawn, span))
            taken = tf.where(is_wide, tf.less_equal(*unsigned), narrow <= most)
            return number + 1, tf.where(pending & taken, low + offset, found), pending & ~taken

        start = (tf.constant(0, tf.int64), tf.zeros(lengths, tf.int64), tf.ones(lengths, tf.bool))
        found = tf.while_loop(lambda number, found, pending: tf.reduce_any(pending), draw, start)[1]
        return tf.cast(found, dtype)


def _full_range(shape: tf.Tensor, key: int, number: Any) -> tf.Tensor:
    """int64 of which each bit is random."""
    return _full_integers(shape=shape, dtype=tf.int64, **_stream(key, number))


def _bits(x: Any) -> tf.Tensor:
    """Integers modulo 2**64, as int64."""
    if is_native_array(x):
        return tf.cast(x, tf.int64)
    return tf.constant(as_int64(x), tf.int64)


def multinomial(
    population_size: int,
    num_samples: int,
    /,
    *,
    batch_size: int = 1,
    probs: tf.Tensor | None = None,
    replace: bool = True,
    device: str | None = None,
    seed: int,
) -> tf.Tensor:
    with placed(_device(device, probs)):
        if not batch_size or not num_samples:  # `tf.searchsorted` does not take what is empty
            return tf.zeros((batch_size, num_samples), tf.int64)
        weights = tf.ones(population_size, tf.float64) if probs is None else tf.cast(probs, tf.float64)
        weights = tf.broadcast_to(weights, (batch_size, population_size))
        if not replace:
            # the first of clocks that ring at the rates of the weights are a draw without replacement; a quotient might overflow
            unit = _uniform(shape=weights.shape, dtype=tf.float64, **_stream(seed))
            rings = tf.math.log(-tf.math.log1p(-unit)) - tf.math.log(weights)
            return tf.cast(tf.argsort(rings, axis=1, stable=True)[:, :num_samples], tf.int64)
        # great ones are halved until no sum overflows
        great = tf.reduce_max(weights, axis=1, keepdims=True) > 1
        sums = tf.cumsum(tf.where(great, weights * 2.0 ** -population_size.bit_length(), weights), axis=1)
        places = _uniform(shape=(batch_size, num_samples), dtype=tf.float64, **_stream(seed))
        found = tf.searchsorted(sums, places * sums[:, -1:], side="right", out_type=tf.int64)
        # a place that rounding has brought to the end
        last = population_size - 1 - tf.argmax(tf.cast(weights[:, ::-1] > 0, tf.int32), axis=1)
        return tf.minimum(found, last[:, None])


def shuffle(x: tf.Tensor, axis: int = 0, /, *, seed: int) -> tf.Tensor:
    with placed(_device(None, x)):
        # the order of random integers, of which two are hardly ever equal
        return take(x, tf.argsort(_full_range(tf.reshape(size_of(x, axis), (1,)), seed, 0)), axis=axis)
