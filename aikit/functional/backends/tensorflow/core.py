"""The protocol's members on TensorFlow: its tensors, dtypes and devices; see `aikit.functional.backends.protocol`."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import tensorflow as tf

from aikit.dtypes import DTYPES
from aikit.exceptions import AikitDeviceError
from aikit.functional.backends.native_classes import and_subclasses

from . import _tracing
from ._axes import max_dimensions
from ._items import get_item, set_item

__all__ = [
    "NativeArray",
    "accept_native",
    "as_aikit_dev",
    "as_native_dev",
    "as_native_dtype",
    "as_scalar",
    "check_written",
    "copy_array",
    "dev",
    "devices",
    "from_numpy",
    "get_item",
    "index_dtype",
    "is_compiling",
    "is_native_array",
    "is_native_device",
    "is_traced",
    "is_untranslated",
    "max_dimensions",
    "name",
    "native_classes",
    "native_dtypes",
    "on_device_of_inputs",
    "set_item",
    "sole_owner",
    "to_dlpack",
    "to_list",
    "to_numpy",
    "to_scalar",
    "version",
]

name = "tensorflow"
version: str = tf.__version__
NativeArray = tf.Tensor
native_classes = and_subclasses(tf.Tensor)
LEAST_MAXIMUM = 65504.0
"""The greatest number of float16: no floating dtype makes one up to it infinite."""


# ------------------------------------------------------------------------------------------------ arrays


def is_untranslated(error: Exception) -> bool:
    """Whether an error of the framework leaves as it is: a tracer's, or out of memory."""
    return isinstance(error, (tf.errors.OperatorNotAllowedInGraphError, tf.errors.ResourceExhaustedError))


def is_native_array(x: Any) -> bool:
    """Whether `x` is a tensor or a variable of TensorFlow, eager or symbolic."""
    return isinstance(x, (tf.Tensor, tf.Variable))


def is_traced(x: Any) -> bool:
    """Whether the value of `x` is not known yet."""
    return tf.is_symbolic_tensor(x) or (isinstance(x, tf.Variable) and not tf.executing_eagerly())


def is_compiling() -> bool:
    """Whether `tf.function` traces."""
    return not tf.executing_eagerly()


def accept_native(x: Any) -> tf.Tensor:
    """A tensor that a user handed in, as it is; the value of a variable, which the user may change later."""
    return tf.convert_to_tensor(x) if isinstance(x, tf.Variable) else x


# ------------------------------------------------------------------------------------------------ ways in and out


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


def as_scalar(value: complex, dtype: tf.DType, device: str | None = None) -> tf.Tensor:
    """A 0-d tensor of a Python scalar; infinite where that is too large."""
    silently = contextlib.nullcontext() if abs(value) <= LEAST_MAXIMUM else np.errstate(over="ignore")
    # not of the Python scalar itself, which tf.constant looks up in a cache where 0.0 and -0.0 are the same key
    with placed(device), silently:
        return tf.constant(np.array(value, dtype.as_numpy_dtype))


def to_list(x: tf.Tensor) -> Any:
    """The values as nested lists of Python scalars."""
    return to_numpy(x).tolist()


def to_scalar(x: tf.Tensor) -> Any:
    """The Python scalar in a tensor of one element."""
    return to_numpy(x).item()


def copy_array(x: tf.Tensor) -> tf.Tensor:
    """A tensor with memory of its own (tf.identity shares it, which DLPack makes visible)."""
    return _deep_copy(tf.convert_to_tensor(x))


@tf.custom_gradient
def _deep_copy(x: tf.Tensor) -> tuple[tf.Tensor, Any]:
    # that operation has no gradient of its own, and XLA, which may compile a graph, does not have it
    copied = tf.raw_ops.DeepCopy(x=x) if tf.executing_eagerly() else tf.where(tf.equal(x, x), x, x)
    return copied, lambda upstream: upstream


def to_dlpack(x: tf.Tensor, /, *, stream: Any, max_version: Any, dl_device: Any, copy: bool | None) -> Any:
    """What `x.__dlpack__` gives, with the options that TensorFlow itself refuses."""
    if dl_device is not None and tuple(dl_device) != tuple(x.__dlpack_device__()):
        raise BufferError(f"a tensor on {x.device} cannot be given away on the device {dl_device}")
    return (copy_array(x) if copy else x).__dlpack__(stream=stream, max_version=max_version)


def sole_owner(holder: Any) -> bool:
    """Always False: tensors cannot be written to."""
    return False


def check_written(array: Any, what: str) -> None:
    """Refuse a write to an argument of a function that is traced."""
    if not tf.executing_eagerly():
        _tracing.check_written(array, what)


# ------------------------------------------------------------------------------------------------ dtypes


native_dtypes: dict[str, tf.DType] = {str(name): tf.dtypes.as_dtype(str(name)) for name in DTYPES}


def as_native_dtype(name: str) -> tf.DType:
    """The native dtype of a canonical name."""
    return native_dtypes[name]


def index_dtype() -> tf.DType:
    """The dtype of indices that functions return."""
    return tf.int64


# ------------------------------------------------------------------------------------------------ devices


_PREFIX = "/job:localhost/replica:0/task:0/device:"


def devices() -> list[str]:
    """The canonical names of the devices there are; those first on which TensorFlow makes an array of itself: the GPUs, if any."""
    found = sorted(tf.config.list_logical_devices(), key=lambda device: device.device_type != "GPU")
    return [as_aikit_dev(device.name) for device in found]


def dev(x: tf.Tensor) -> str:
    """The native device of `x`; of a symbolic tensor that is not pinned, where TensorFlow places by default."""
    return x.device or as_native_dev(devices()[0])


def as_native_dev(name: str) -> str:
    """The device string of TensorFlow for a canonical name."""
    available = devices()
    if name not in available:
        raise AikitDeviceError(f"TensorFlow has no device {name!r}; it has {', '.join(map(repr, available))}")
    kind, _, number = name.partition(":")
    return f"{_PREFIX}{kind.upper()}:{number or 0}"


def as_aikit_dev(native: str) -> str:
    """The canonical name of a device string."""
    kind, _, number = native.rpartition("device:")[2].lower().partition(":")
    return kind if kind == "cpu" and number in ("", "0") else f"{kind}:{number or 0}"


def placed(device: str | None) -> contextlib.AbstractContextManager[Any]:
    """A context that creates on `device`; None leaves the placement to TensorFlow and the user's own tf.device."""
    return tf.device(device) if device is not None and has_several_devices() else contextlib.nullcontext()


@functools.cache
def has_several_devices() -> bool:
    return len(tf.config.list_logical_devices()) > 1


def on_device_of_inputs(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, run on the device of its first array where there are several.

    TensorFlow would run it on an accelerator, or on the first CPU, wherever its arrays are.
    """
    if not has_several_devices():
        return function

    @functools.wraps(function)
    def on_device_of_inputs(*args: Any, **kwargs: Any) -> Any:
        with placed(_device_of(args)):
            return function(*args, **kwargs)

    return on_device_of_inputs


def _device_of(args: Iterable[Any]) -> str | None:
    """The device of the first tensor; None where there is none, or it is symbolic and not pinned."""
    for value in args:
        # of another framework's array the device is no name
        found = _device_of(value) if isinstance(value, (list, tuple)) else getattr(value, "device", None)
        if found and isinstance(found, str):
            return found
    return None


def is_native_device(device: object) -> bool:
    """Whether `device` is TensorFlow's name of a device, or an object that has one."""
    return isinstance(device, tf.config.LogicalDevice)
