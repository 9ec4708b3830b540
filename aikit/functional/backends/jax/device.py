"""The devices of JAX and their canonical names."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable
from typing import Any

import jax

from aikit.exceptions import AikitDeviceError, AikitValueError

__all__ = ["as_aikit_dev", "as_native_dev", "dev", "devices", "is_native_device", "on_device_of_inputs", "to_device"]


def _platforms() -> dict[str, list[Any]]:
    """Platform ("cpu", "gpu", "tpu") -> its devices in this process; the CPU first."""
    found = {}
    with contextlib.suppress(RuntimeError):  # JAX_PLATFORMS may leave the CPU out
        found["cpu"] = jax.local_devices(backend="cpu")
    default = jax.local_devices()
    found.setdefault(default[0].platform, default)
    return found


@functools.cache
def as_aikit_dev(native: Any) -> str:
    """The canonical name of a native device: "cpu", "cpu:1", "gpu:0"."""
    peers = _platforms().get(native.platform) or [native]
    index = peers.index(native) if native in peers else native.id
    return "cpu" if native.platform == "cpu" and index == 0 else f"{native.platform}:{index}"


def devices() -> list[str]:
    """The names of all devices of this process."""
    return [as_aikit_dev(native) for peers in _platforms().values() for native in peers]


def as_native_dev(name: str) -> Any:
    """The native device called `name`; an `AikitDeviceError` where there is none."""
    platform, _, index = name.partition(":")
    peers = _platforms().get(platform, [])
    position = int(index) if index.isdecimal() else 0 if not index else len(peers)
    if position >= len(peers):
        raise AikitDeviceError(f"device {name!r} does not exist on the jax backend; there are {', '.join(devices())}")
    return peers[position]


def default_device() -> Any:
    """The device on which JAX places an array unless told otherwise."""
    chosen = jax.config.jax_default_device  # type: ignore[attr-defined]
    if chosen is None:
        return jax.local_devices()[0]
    return jax.local_devices(backend=chosen)[0] if isinstance(chosen, str) else chosen


@functools.cache
def _has_several() -> bool:
    return len(devices()) > 1


def on_device_of_inputs(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, run on the device of its first array where there are several.

    JAX drops the arguments of a compiled function that its result does not depend on (`isfinite` of integers), and then
    puts the result on the default device.
    """
    if not _has_several():
        return function

    @functools.wraps(function)
    def on_device_of_inputs(*args: Any, **kwargs: Any) -> Any:
        device = _device_of(args)
        if device is None or device is default_device():
            return function(*args, **kwargs)
        with jax.default_device(device):
            return function(*args, **kwargs)

    return on_device_of_inputs


def _device_of(args: Iterable[Any]) -> Any:
    """The device of the first array; None where there is none, it is traced, or spread over several."""
    for value in args:
        if isinstance(value, (list, tuple)):
            found = _device_of(value)
        elif isinstance(value, jax.Array) and not isinstance(value, jax.core.Tracer):
            found = value.device if isinstance(value.device, jax.Device) else None
        else:
            found = None
        if found is not None:
            return found
    return None


def require_alive(x: Any) -> None:
    """Raise where the memory of an array is gone."""
    if not isinstance(x, jax.core.Tracer) and x.is_deleted():
        raise AikitValueError(
            "it has been deleted: by its method `delete`, or by a function of JAX that it was donated to "
            "(donate_argnums); pass a copy there, or another array here"
        )


def dev(x: jax.Array) -> Any:
    """The device of `x`: the first one of an array spread over several, the default one under a trace."""
    if isinstance(x, jax.core.Tracer):
        return default_device()
    require_alive(x)
    placed = x.devices()
    return next(iter(placed)) if len(placed) == 1 else min(placed, key=lambda device: device.id)


def to_device(x: jax.Array, device: Any, /) -> jax.Array:
    """`x` on `device`; `x` itself where it is there already."""
    return jax.device_put(x, device)


def is_native_device(device: object) -> bool:
    """Whether `device` is a device of JAX."""
    return isinstance(device, jax.Device)


def beside(x: jax.Array, result: jax.Array) -> jax.Array:
    """`result`, which does not depend on the values of `x`, on the device that `x` was explicitly put on."""
    if isinstance(x, jax.core.Tracer) or not x.committed:
        return result
    return jax.device_put(result, x.sharding if x.shape == result.shape else dev(x))
