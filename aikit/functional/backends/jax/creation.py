"""Creation functions.

Sizes are compiled in, values are arguments of the compiled code, so a new value costs no compilation.
"""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from aikit.core.shapes import require_size
from aikit.dtypes import as_dtype
from aikit.functional.backends.creation import as_int64, upper_triangle
from aikit.functional.rules.creation import are_whole, checked_range_length, is_exact
from aikit.functional.rules.linear_algebra import clamped_diagonal

from .core import beside, converted, copied, dev, from_numpy, index_dtype, require_available
from .data_type import astype

__all__ = [
    "arange",
    "array",
    "asarray",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "native_array",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "triu_indices",
    "zeros",
    "zeros_like",
]

Shape = int | tuple[int, ...]


def _placed(x: jax.Array, device: Any) -> jax.Array:
    return x if device is None else jax.device_put(x, device)


def _value(value: Any, dtype: np.dtype[Any]) -> Any:
    """A Python number as a constant of `dtype`, an array as it is; an `OverflowError` for an int that does not fit."""
    return value if isinstance(value, jax.Array) else np.asarray(value, dtype=dtype)


def asarray(obj: jax.Array, /, *, dtype: np.dtype[Any], device: Any = None, copy: bool | None = None) -> jax.Array:
    require_available(dtype)
    moves = device is not None and not isinstance(obj, jax.core.Tracer) and obj.devices() != {device}
    if copy is False and (moves or obj.dtype != dtype):
        raise ValueError("asarray: another dtype or device needs a copy; use copy=None")
    x = astype(obj, dtype, copy=bool(copy))
    return jax.device_put(x, device) if moves else x


# ------------------------------------------------------------------------------------------------ constant arrays


@functools.partial(jax.jit, static_argnames=("shape", "dtype"))
def _filled(value: Any, *, shape: Shape, dtype: np.dtype[Any]) -> jax.Array:
    return jnp.full(shape, value, dtype)


@functools.partial(jax.jit, static_argnames="dtype")
def _filled_like(x: jax.Array, value: Any, *, dtype: np.dtype[Any]) -> jax.Array:
    return jnp.full_like(x, value, dtype)


def _as_array(result: Any) -> jax.Array:
    # within a trace JAX hands a constant that is not broadcast back as it is, which is no array
    return result if isinstance(result, jax.Array) else jnp.asarray(result)


def full(shape: Shape, fill_value: Any, *, dtype: np.dtype[Any], device: Any = None) -> jax.Array:
    require_available(dtype)
    require_size(*(shape if isinstance(shape, tuple) else (shape,)))
    return _placed(_as_array(_filled(_value(fill_value, dtype), shape=shape, dtype=dtype)), device)


def full_like(x: jax.Array, /, fill_value: Any, *, dtype: np.dtype[Any], device: Any = None) -> jax.Array:
    require_available(dtype)
    result = _as_array(_filled_like(x, _value(fill_value, dtype), dtype=dtype))
    return beside(x, result) if device is None else jax.device_put(result, device)


def zeros(shape: Shape, *, dtype: np.dtype[Any], device: Any = None) -> jax.Array:
    return full(shape, False, dtype=dtype, device=device)


def ones(shape: Shape, *, dtype: np.dtype[Any], device: Any = None) -> jax.Array:
    return full(shape, True, dtype=dtype, device=device)


def zeros_like(x: jax.Array, /, *, dtype: np.dtype[Any], device: Any = None) -> jax.Array:
    return full_like(x, False, dtype=dtype, device=device)


def ones_like(x: jax.Array, /, *, dtype: np.dtype[Any], device: Any = None) -> jax.Array:
    return full_like(x, True, dtype=dtype, device=device)


# JAX has no memory that is not initialised.
empty = zeros
empty_like = zeros_like


# ------------------------------------------------------------------------------------------------ ranges


_LONG = 4096
"""From so many numbers on it pays to compile a range of floats."""


def arange(
    start: float, /, stop: float | None = None, step: float = 1, *, dtype: np.dtype[Any], device: Any = None
) -> jax.Array:
    require_available(dtype)
    if stop is None:
        start, stop = 0, start
    name = as_dtype(dtype).name  # NumPy's own takes two microseconds
    length = checked_range_length(start, stop, step, name)
    real = np.dtype(f"f{dtype.itemsize // 2}") if dtype.kind == "c" else dtype
    if length > _LONG and is_exact(start, step, length, real.name):
        found = _integer_range(np.array(start, real), np.array(step, real), length=length, dtype=dtype)
        return _placed(found, device)
    if dtype.kind not in "iu" or not are_whole(start, stop, step):
        # On the host, as JAX itself does: float64 is there also while x64 is off, and the sum is rounded only once.
        return from_numpy((float(start) + np.arange(length) * float(step)).astype(dtype), dtype, device)
    first, stride = (np.array(as_int64(number)).astype(dtype) for number in (start, step))
    return _placed(_integer_range(first, stride, length=length, dtype=dtype), device)


@functools.partial(jax.jit, static_argnames=("length", "dtype"))
def _integer_range(first: Any, step: Any, *, length: int, dtype: np.dtype[Any]) -> jax.Array:
    """In the dtype of `first`, and of another one at the end."""
    return (lax.iota(first.dtype, length) * step + first).astype(dtype)


def linspace(
    start: complex,
    stop: complex,
    /,
    num: int,
    *,
    dtype: np.dtype[Any],
    device: Any = None,
    endpoint: bool = True,
) -> jax.Array:
    require_available(dtype)
    # On the host for the reason given in `arange`.
    wide = np.complex128 if dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        values = np.linspace(start, stop, num, endpoint=endpoint, dtype=wide)
        return from_numpy(values, dtype, device)


@functools.partial(jax.jit, static_argnames=("n_rows", "n_cols", "k", "dtype"))
def _eye(*, n_rows: int, n_cols: int | None, k: int, dtype: np.dtype[Any]) -> jax.Array:
    return jnp.eye(n_rows, n_cols, k, dtype=dtype)


def eye(
    n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: np.dtype[Any], device: Any = None
) -> jax.Array:
    require_available(dtype)
    shape = n_rows, n_rows if n_cols is None else n_cols
    require_size(*shape)
    return _placed(_eye(n_rows=n_rows, n_cols=n_cols, k=clamped_diagonal(k, shape), dtype=dtype), device)


# ------------------------------------------------------------------------------------------------ from arrays


def tril(x: jax.Array, /, *, k: int = 0) -> jax.Array:
    return jnp.tril(x, clamped_diagonal(k, x.shape))


def triu(x: jax.Array, /, *, k: int = 0) -> jax.Array:
    return jnp.triu(x, clamped_diagonal(k, x.shape))


def triu_indices(n_rows: int, n_cols: int | None = None, k: int = 0, /, *, device: Any = None) -> tuple[jax.Array, ...]:
    # on the host, for nothing else knows the number of elements
    return tuple(from_numpy(places, index_dtype(), device) for places in upper_triangle(n_rows, n_cols, k))


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> jax.Array:
    if device is None and isinstance(x, jax.Array) and not isinstance(x, jax.core.Tracer):
        device = dev(x)  # DLPack does not tell one CPU device from another
    # with its 64-bit dtypes off JAX would narrow the values without a word; what has such a dtype is refused instead
    with jax.enable_x64(True):
        array = _imported(x, device, None if copy else copy)  # JAX has no copy=True on a GPU
    require_available(array.dtype)
    if array.weak_type:
        array = converted(array, new_dtype=array.dtype)
    return copied(array) if copy else array  # JAX itself shares memory on the CPU in spite of copy=True


def _imported(x: Any, device: Any, copy: bool | None) -> jax.Array:
    if isinstance(x, jax.core.Tracer):
        return x  # a value that is differentiated; it has no memory to be shared
    if isinstance(x, jax.Array) and not copy and device in (None, dev(x)):
        return x  # which DLPack would bring to the first device of the CPU
    try:
        return jnp.from_dlpack(x, device=device, copy=copy)
    except (BufferError, jax.errors.JaxRuntimeError):
        if copy is False or x.__dlpack_device__()[0] != 1:
            raise
        # JAX takes only dense arrays that may be written to; this is one, in host memory as x is
        return jnp.from_dlpack(np.from_dlpack(x).copy(), device=device)


def meshgrid(*arrays: jax.Array, indexing: str = "xy") -> tuple[jax.Array, ...]:
    require_size(*(x.size for x in arrays))
    # of a 0-d array JAX makes no vector
    arrays = tuple(x.reshape(1) if x.ndim == 0 else x for x in arrays)
    return tuple(jnp.meshgrid(*arrays, indexing=indexing))


array = native_array = asarray
