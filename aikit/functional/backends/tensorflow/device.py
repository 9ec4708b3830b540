"""Devices: TensorFlow's full device strings, and aikit's canonical names."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable
from typing import Any

import tensorflow as tf

from aikit.exceptions import AikitDeviceError

_PREFIX = "/job:localhost/replica:0/task:0/device:"


def devices() -> list[str]:
    """The canonical names of the devices there are; the CPU first."""
    return [as_aikit_dev(device.name) for device in tf.config.list_logical_devices()]


def dev(x: tf.Tensor) -> str:
    """The native device of `x`; of a symbolic tensor that is not pinned, where TensorFlow places by default."""
    return x.device or as_native_dev(devices()[-1] if tf.config.list_logical_devices("GPU") else "cpu")


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


def to_device(x: tf.Tensor, device: str, /) -> tf.Tensor:
    """`x` on `device`."""
    with tf.device(device):
        return tf.identity(x)


def placed(device: str | None) -> contextlib.AbstractContextManager[Any]:
    """A context that creates on `device`; None leaves the placement to TensorFlow and the user's own tf.device."""
    return contextlib.nullcontext() if device is None else tf.device(device)


@functools.cache
def _has_several() -> bool:
    return len(tf.config.list_logical_devices()) > 1


def on_device_of_inputs(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, run on the device of its first array where there are several.

    TensorFlow would run it on an accelerator, or on the first CPU, wherever its arrays are.
    """
    if not _has_several():
        return function

    @functools.wraps(function)
    def on_device_of_inputs(*args: Any, **kwargs: Any) -> Any:
        with placed(_device_of(args)):
            return function(*args, **kwargs)

    return on_device_of_inputs


def _device_of(args: Iterable[Any]) -> str | None:
    """The device of the first tensor; None where there is none, or it is symbolic and not pinned."""
    for value in args:
        found = _device_of(value) if isinstance(value, (list, tuple)) else getattr(value, "device", None)
        if found:
            return found
    return None


__all__ = ["as_aikit_dev", "as_native_dev", "dev", "devices", "is_native_device", "on_device_of_inputs", "to_device"]


def is_native_device(device: object) -> bool:
    """Whether `device` is TensorFlow's name of a device, or an object that has one."""
    return isinstance(device, tf.config.LogicalDevice)
