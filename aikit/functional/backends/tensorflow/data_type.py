"""Data types: casting, and what is known of them without a framework."""

from __future__ import annotations

import tensorflow as tf

from aikit.functional.rules.data_type import can_cast, dtype, finfo, iinfo, result_type

from .core import copy_array

__all__ = ["astype", "can_cast", "dtype", "finfo", "iinfo", "result_type"]


def astype(x: tf.Tensor, dtype: tf.DType, /, *, copy: bool = True, device: str | None = None) -> tf.Tensor:
    """Cast; with copy=False `x` itself where nothing changes."""
    if dtype != x.dtype:
        # TensorFlow's own cast of complex to bool warns and drops the imaginary part; and half of tf.cast is its look at x
        to_bool = dtype == tf.bool
        result = tf.not_equal(x, tf.zeros((), x.dtype)) if to_bool else tf.raw_ops.Cast(x=x, DstT=dtype)
    else:
        result = copy_array(x) if copy else x
    if device is None:
        return result
    with tf.device(device):
        return tf.identity(result)
