"""What a backend knows about its arrays: recognising them, and the ways in and out."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from aikit.functional.backends.jax._item import get_item, set_item
from aikit.functional.backends.jax.data_type import converted, copied, require_available
from aikit.functional.backends.jax.device import default_device, dev, require_alive

__all__ = [
    "accept_native",
    "as_scalar",
    "copy_array",
    "from_dlpack",
    "from_numpy",
    "get_item",
    "is_native_array",
    "is_traced",
    "is_untranslated",
    "require_alive",
    "set_item",
    "sole_owner",
    "to_list",
    "to_numpy",
    "to_scalar",
]

copy_array = copied


def to_numpy(x: jax.Array) -> np.ndarray[Any, Any]:
    """The values as an ndarray, which may share the memory of `x`."""
    require_alive(x)
    return np.asarray(x)


def is_native_array(x: Any) -> bool:
    """Whether `x` is an array of JAX, a tracer included."""
    return isinstance(x, jax.Array)


def is_traced(x: Any) -> bool:
    """Whether the values of `x` are not known yet: it stands for them while JAX traces a function."""
    return isinstance(x, jax.core.Tracer)


def sole_owner(holder: Any) -> bool:
    """False: the arrays of JAX are immutable, there is nothing to write to in place."""
    return False


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


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> jax.Array:
    if device is None and isinstance(x, jax.Array):
        device = dev(x)  # DLPack does not tell one CPU device from another
    # with its 64-bit dtypes off JAX would narrow the values without a word; what has such a dtype is refused instead
    with jax.enable_x64(True):
        array = _imported(x, device, copy)
    require_available(array.dtype)
    if array.weak_type:
        array = converted(array, new_dtype=array.dtype)
    return copied(array) if copy else array  # JAX itself shares memory on the CPU in spite of copy=True


def _imported(x: Any, device: Any, copy: bool | None) -> jax.Array:
    try:
        return jnp.from_dlpack(x, device=device, copy=copy)
    except (BufferError, jax.errors.JaxRuntimeError):
        if copy is False or x.__dlpack_device__()[0] != 1:
            raise
        # JAX takes only dense arrays that may be written to; this is one, in host memory as x is
        return jnp.from_dlpack(np.from_dlpack(x).copy(), device=device)


def is_untranslated(error: Exception) -> bool:
    """Whether an error of the framework leaves as it is: a tracer's, or out of memory."""
    return isinstance(error, (jax.errors.JAXTypeError, jax.errors.JAXIndexError)) or (
        isinstance(error, jax.errors.JaxRuntimeError) and "RESOURCE_EXHAUSTED" in str(error)
    )


def accept_native(x: jax.Array) -> jax.Array:
    """An array that a user handed in, never weakly typed: its dtype counts like any other's."""
    require_alive(x)
    return converted(x, new_dtype=x.dtype) if x.aval.weak_type else x


def as_scalar(value: complex, dtype: np.dtype[Any], device: Any = None) -> jax.Array:
    """A 0-d array of a Python scalar; infinite where that is too large."""
    with np.errstate(over="ignore"):
        host = np.array(value, dtype)
    return jax.device_put(host, device)


def to_list(x: jax.Array) -> Any:
    """The values as nested lists of Python scalars."""
    require_alive(x)
    return x.tolist()


def to_scalar(x: jax.Array) -> Any:
    """The Python scalar in an array of one element."""
    require_alive(x)
    return x.item()
