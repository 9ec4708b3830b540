"""The protocol's members on JAX: its arrays, dtypes and devices; see `aikit.functional.backends.protocol`.

JAX's dtypes are NumPy's (with bfloat16 from ml_dtypes). While its x64 switch is off, which is its default and the
user's to change, it replaces a 64-bit dtype by the 32-bit one; here such a dtype is an error instead.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from aikit.dtypes import DTYPES
from aikit.exceptions import AikitDeviceError, AikitTypeError, AikitValueError
from aikit.functional.backends.native_classes import and_subclasses

from ._items import get_item, set_item

__all__ = [
    "NativeArray",
    "accept_native",
    "as_aikit_dev",
    "as_native_dev",
    "as_native_dtype",
    "as_scalar",
    "copy_array",
    "dev",
    "devices",
    "from_numpy",
    "get_item",
    "in_one_program",
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
    "takes_host_scalars",
    "to_list",
    "to_numpy",
    "to_scalar",
    "version",
]

name = "jax"
version = jax.__version__
NativeArray = jax.Array
native_classes = and_subclasses(jax.Array, jax.core.Tracer)
max_dimensions = 64
"""That of the NumPy arrays by which values come in and out; XLA itself has no limit."""
takes_host_scalars = True
"""Whether functions of two arrays take a 0-d host array for one of them, on the device of the other."""
_LEAST_MAXIMUM = 65504.0
"""The greatest number of float16: no floating dtype makes one up to it infinite."""


# ------------------------------------------------------------------------------------------------ arrays


def is_untranslated(error: Exception) -> bool:
    """Whether an error of the framework leaves as it is: a tracer's, or out of memory."""
    return isinstance(error, (jax.errors.JAXTypeError, jax.errors.JAXIndexError)) or (
        isinstance(error, jax.errors.JaxRuntimeError) and "RESOURCE_EXHAUSTED" in str(error)
    )


def is_native_array(x: Any) -> bool:
    """Whether `x` is an array of JAX, a tracer included."""
    return isinstance(x, jax.Array)


def is_traced(x: Any) -> bool:
    """Whether the values of `x` are not known yet: it stands for them while JAX traces a function."""
    return isinstance(x, jax.core.Tracer)


def require_alive(x: Any) -> None:
    """Raise where the memory of an array is gone."""
    if not isinstance(x, jax.core.Tracer) and x.is_deleted():
        raise AikitValueError(
            "it has been deleted: by its method `delete`, or by a function of JAX that it was donated to "
            "(donate_argnums); pass a copy there, or another array here"
        )


def is_compiling() -> bool:
    """Whether `jax.jit` traces, or what does so to call a function many times; `jax.vmap` and `jax.grad` call it at once."""
    return isinstance(lax.full((), 0), jax.core.Tracer)


def accept_native(x: jax.Array) -> jax.Array:
    """An array that a user handed in, never weakly typed: its dtype counts like any other's."""
    require_alive(x)
    return converted(x, new_dtype=x.dtype) if x.aval.weak_type else x


# ------------------------------------------------------------------------------------------------ ways in and out


def to_numpy(x: jax.Array) -> np.ndarray[Any, Any]:
    """The values as an ndarray, which may share the memory of `x`."""
    require_alive(x)
    return np.asarray(x)


def from_numpy(x: np.ndarray[Any, Any], dtype: np.dtype[Any], device: Any) -> jax.Array:
    """A new array with the values of `x`, in `dtype`.

    A 0-d array, which stands for a Python number beside an array, stays uncommitted on the default device: JAX moves
    it to where the other operands are, also where these are spread over several devices.
    """
    require_available(dtype)
    # `array` may keep the memory of its argument on the CPU, so it gets a copy that nobody else can write to.
    fresh = np.array(x, dtype=dtype, order="C", copy=True)
    if device is None or (fresh.ndim == 0 and device == default_device()):
        return jnp.asarray(fresh)
    return jax.device_put(fresh, device)


def as_scalar(value: complex, dtype: np.dtype[Any], device: Any = None) -> jax.Array:
    """A 0-d array of a Python scalar; infinite where that is too large. As of `from_numpy`, it may be uncommitted."""
    if abs(value) <= _LEAST_MAXIMUM:
        host = np.array(value, dtype)
    else:
        with np.errstate(over="ignore"):
            host = np.array(value, dtype)
    if device is None or device == default_device():
        return jnp.asarray(host)  # in two thirds of the time
    return jax.device_put(host, device)


def to_list(x: jax.Array) -> Any:
    """The values as nested lists of Python scalars."""
    require_alive(x)
    return x.tolist()


def to_scalar(x: jax.Array) -> Any:
    """The Python scalar in an array of one element."""
    require_alive(x)
    return x.item()


copied = jax.jit(jnp.copy)
"""A copy in a buffer of its own, also inside a larger compiled function."""

converted = jax.jit(lax.convert_element_type, static_argnames="new_dtype")
"""`x` in another dtype, never weakly typed; `x` itself where nothing changes."""

copy_array = copied


def sole_owner(holder: Any) -> bool:
    """False: the arrays of JAX are immutable, there is nothing to write to in place."""
    return False


# ------------------------------------------------------------------------------------------------ dtypes


native_dtypes: dict[str, np.dtype[Any]] = {name: np.dtype(getattr(jnp, name)) for name in DTYPES}

_NEED_X64 = frozenset(native_dtypes[name] for name in ("int64", "uint64", "float64", "complex128"))


def require_available(dtype: np.dtype[Any]) -> None:
    """Raise where `dtype` needs 64 bits and JAX's x64 switch is off."""
    if dtype in _NEED_X64 and not jax.config.jax_enable_x64:  # type: ignore[attr-defined]
        raise AikitTypeError(
            f"{dtype} is not available: JAX's 64-bit dtypes are off, which is its default; call "
            'jax.config.update("jax_enable_x64", True) at the start of the program (or set JAX_ENABLE_X64=1), '
            "or use a 32-bit dtype"
        )


def as_native_dtype(name: str) -> np.dtype[Any]:
    """The native dtype called `name`; an `AikitTypeError` where it needs x64 and x64 is off."""
    dtype = native_dtypes[name]
    require_available(dtype)
    return dtype


def index_dtype() -> np.dtype[Any]:
    """int64, or int32 while x64 is off."""
    return native_dtypes["int64" if jax.config.jax_enable_x64 else "int32"]  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------ devices


def _platforms() -> dict[str, list[Any]]:
    """Platform ("cpu", "gpu", "tpu") -> its devices in this process; that which JAX takes of itself first."""
    default = jax.local_devices()
    found = {default[0].platform: default}
    with contextlib.suppress(RuntimeError):  # JAX_PLATFORMS may leave the CPU out
        found.setdefault("cpu", jax.local_devices(backend="cpu"))
    return found


@functools.cache
def as_aikit_dev(native: Any) -> str:
    """The canonical name of a native device: "cpu", "cpu:1", "gpu:0"."""
    peers = _platforms().get(native.platform) or [native]
    index = peers.index(native) if native in peers else native.id
    return "cpu" if native.platform == "cpu" and index == 0 else f"{native.platform}:{index}"


def devices() -> list[str]:
    """The names of all devices of this process; that on which JAX makes an array of itself first."""
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
def is_on_cpu() -> bool:
    """Whether JAX runs on the processor, unless it is told otherwise."""
    return jax.default_backend() == "cpu"


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


def dev(x: jax.Array) -> Any:
    """The device of `x`: the first one of an array spread over several, the default one under a trace."""
    if isinstance(x, jax.core.Tracer):
        return default_device()
    require_alive(x)
    placed = x.devices()
    return next(iter(placed)) if len(placed) == 1 else min(placed, key=lambda device: device.id)


def is_native_device(device: object) -> bool:
    """Whether `device` is a device of JAX."""
    return isinstance(device, jax.Device)


@functools.cache
def in_one_program(function: Callable[..., Any], /, *constants: str) -> Callable[..., Any]:
    """`function` compiled: made by itself, each of its operations would be, for each new shape."""
    # a result that does not depend on the values of an array is on its device all the same
    compiled: Callable[..., Any] = jax.jit(function, static_argnames=constants, keep_unused=True)
    return compiled


def beside(x: jax.Array, result: jax.Array) -> jax.Array:
    """`result`, which does not depend on the values of `x`, on the device that `x` was explicitly put on."""
    if isinstance(x, jax.core.Tracer) or not x.committed:
        return result
    return jax.device_put(result, x.sharding if x.shape == result.shape else dev(x))
