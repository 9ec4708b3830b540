"""Native arrays as such: what they are, to and from NumPy and DLPack, copies, indexing."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from .device import placed
from .subscript import get_item, set_item

_ALIGNMENT = 64


def is_native_array(x: Any) -> bool:
    """Whether `x` is a tensor or a variable of TensorFlow, eager or symbolic."""
    return isinstance(x, (tf.Tensor, tf.Variable))


def is_traced(x: Any) -> bool:
    """Whether the value of `x` is not known yet."""
    return tf.is_symbolic_tensor(x) or (isinstance(x, tf.Variable) and not tf.executing_eagerly())


def to_numpy(x: tf.Tensor) -> np.ndarray:
    """The values as an ndarray, also where `x` is 0-d."""
    if is_traced(x):
        raise tf.errors.OperatorNotAllowedInGraphError(
            "the values of a symbolic tf.Tensor are not known while tf.function traces; use aikit.where, or tf.cond"
        )
    return np.asarray(x.numpy())


def from_numpy(x: np.ndarray, dtype: tf.DType, device: str | None = None) -> tf.Tensor:
    """A fresh tensor with the values of host data."""
    # tf.constant copies an ndarray; given a Python scalar or a NumPy scalar it would look it up in a cache, where
    # 0.0 and -0.0 are the same key
    host = np.asarray(x, dtype=dtype.as_numpy_dtype)
    with placed(device):
        return tf.constant(host, dtype)


def copy_array(x: tf.Tensor) -> tf.Tensor:
    """A tensor with memory of its own (tf.identity shares it, which DLPack makes visible)."""
    return _deep_copy(tf.convert_to_tensor(x))


@tf.custom_gradient
def _deep_copy(x: tf.Tensor) -> tuple[tf.Tensor, Any]:
    # the operation has no gradient of its own
    return tf.raw_ops.DeepCopy(x=x), lambda upstream: upstream


def from_dlpack(x: Any, /, *, device: str | None = None, copy: bool | None = None) -> tf.Tensor:
    """A tensor with the values of an array of any library; it has memory of its own unless copy=False.

    Memory is shared on request only: its owner could write to it, and TensorFlow aborts the process when a kernel
    meets memory that is not aligned to 64 bytes.
    """
    if is_native_array(x):
        result = copy_array(x) if copy else tf.convert_to_tensor(x)
    elif copy is False:
        result = _shared(x)
    else:
        result = _imported(x)
    if device is None or result.device == device:
        return result
    if copy is False:
        raise BufferError(f"from_dlpack: copy=False, and the array is on {result.device}, not on {device}")
    with tf.device(device):
        return tf.identity(result)


def to_dlpack(x: tf.Tensor, /, *, stream: Any, max_version: Any, dl_device: Any, copy: bool | None) -> Any:
    """What `x.__dlpack__` gives, with the options that TensorFlow itself refuses."""
    if dl_device is not None and tuple(dl_device) != tuple(x.__dlpack_device__()):
        raise BufferError(f"a tensor on {x.device} cannot be given away on the device {dl_device}")
    return (copy_array(x) if copy else x).__dlpack__(stream=stream, max_version=max_version)


def _imported(x: Any) -> tf.Tensor:
    """A copy; on the CPU through host memory, which may be strided, read-only or not aligned."""
    if x.__dlpack_device__()[0] != 1:
        # a copy made by its owner is contiguous and aligned
        return copy_array(tf.experimental.dlpack.from_dlpack(x.__dlpack__(copy=True)))
    try:
        host = np.from_dlpack(x)
    except (BufferError, RuntimeError):  # bfloat16, which NumPy itself does not know
        host = tf.experimental.dlpack.from_dlpack(x.__dlpack__()).numpy()
    return from_numpy(host, tf.dtypes.as_dtype(host.dtype))


def _shared(x: Any) -> tf.Tensor:
    """The memory of `x` itself; BufferError where TensorFlow cannot work on it."""
    if x.__dlpack_device__()[0] == 1:
        host = np.from_dlpack(x)
        if host.ctypes.data % _ALIGNMENT or not host.flags.c_contiguous:
            raise BufferError("from_dlpack: copy=False needs memory that is contiguous and aligned to 64 bytes")
    return tf.experimental.dlpack.from_dlpack(x.__dlpack__())


def sole_owner(holder: Any) -> bool:
    """Always False: tensors cannot be written to."""
    return False


def check_written(array: Any, what: str) -> None:
    """Refuse a write to an argument of a function that is traced; see `aikit.array.tf_tracing`."""
    if not tf.executing_eagerly():
        from aikit.array.tf_tracing import check_written

        check_written(array, what)


def is_untranslated(error: Exception) -> bool:
    """Whether an error of the framework leaves as it is: a tracer's, or out of memory."""
    return isinstance(error, (tf.errors.OperatorNotAllowedInGraphError, tf.errors.ResourceExhaustedError))


def accept_native(x: Any) -> tf.Tensor:
    """A tensor that a user handed in, as it is; the value of a variable, which the user may change later."""
    return tf.convert_to_tensor(x) if isinstance(x, tf.Variable) else x


def as_scalar(value: complex, dtype: tf.DType, device: str | None = None) -> tf.Tensor:
    """A 0-d tensor of a Python scalar; infinite where that is too large."""
    # not of the Python scalar itself, which tf.constant looks up in a cache where 0.0 and -0.0 are the same key
    with placed(device), np.errstate(over="ignore"):
        return tf.constant(np.array(value, dtype.as_numpy_dtype))


def to_list(x: tf.Tensor) -> Any:
    """The values as nested lists of Python scalars."""
    return to_numpy(x).tolist()


def to_scalar(x: tf.Tensor) -> Any:
    """The Python scalar in a tensor of one element."""
    return to_numpy(x).item()


__all__ = [
    "accept_native",
    "as_scalar",
    "check_written",
    "copy_array",
    "from_dlpack",
    "from_numpy",
    "get_item",
    "is_native_array",
    "is_traced",
    "is_untranslated",
    "set_item",
    "sole_owner",
    "to_dlpack",
    "to_list",
    "to_numpy",
    "to_scalar",
]
