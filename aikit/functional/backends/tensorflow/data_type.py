"""Data types of TensorFlow and casting."""

from __future__ import annotations

import tensorflow as tf

from aikit.dtypes import DTYPES
from aikit.functional.rules.data_type import can_cast, dtype, finfo, iinfo, result_type

native_dtypes: dict[str, tf.DType] = {str(name): tf.dtypes.as_dtype(str(name)) for name in DTYPES}


def as_native_dtype(name: str) -> tf.DType:
    """The native dtype of a canonical name."""
    return native_dtypes[name]


def index_dtype() -> tf.DType:
    """The dtype of indices that functions return."""
    return tf.int64


def astype(x: tf.Tensor, dtype: tf.DType, /, *, copy: bool = True, device: str | None = None) -> tf.Tensor:
    """Cast; with copy=False `x` itself where nothing changes."""
    from .general import copy_array

    if dtype != x.dtype:
        # TensorFlow's own cast of complex to bool warns and drops the imaginary part
        result = tf.not_equal(x, tf.zeros((), x.dtype)) if dtype == tf.bool else tf.cast(x, dtype)
    else:
        result = copy_array(x) if copy else x
    if device is None:
        return result
    with tf.device(device):
        return tf.identity(result)


__all__ = [
    "as_native_dtype", "astype", "can_cast", "dtype", "finfo", "iinfo", "index_dtype", "native_dtypes", "result_type",
]  # fmt: skip
