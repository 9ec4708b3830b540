"""Floating values as integers.

TensorFlow's CPU kernels read subnormals as zero, so whatever must tell them apart compares integers.
"""

from __future__ import annotations

import tensorflow as tf

INTEGER_OF = {tf.bfloat16: tf.int16, tf.float16: tf.int16, tf.float32: tf.int32, tf.float64: tf.int64}


def as_bits(x: tf.Tensor) -> tf.Tensor:
    """The bits of real floating values as a signed integer of the same width: negative where the sign bit is set."""
    return tf.bitcast(x, INTEGER_OF[x.dtype])


def from_bits(bits: tf.Tensor, dtype: tf.DType) -> tf.Tensor:
    """The inverse of `as_bits`."""
    return tf.bitcast(bits, dtype)


def fold_sign(bits: tf.Tensor) -> tf.Tensor:
    """Bits to integers in the order of the values, both zeros to 0; its own inverse but for the negative zero."""
    return tf.where(bits < 0, bits.dtype.min - bits, bits)


def sort_keys(x: tf.Tensor) -> tf.Tensor:
    """Integers in NumPy's sorting order of real or bool `x`: equal where the values are, NaN the largest."""
    if x.dtype == tf.bool:
        return tf.cast(x, tf.uint8)
    if x.dtype.is_integer:
        return x
    bits = as_bits(x)
    return tf.where(tf.math.is_nan(x), tf.constant(bits.dtype.max, bits.dtype), fold_sign(bits))
