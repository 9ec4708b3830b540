"""Discrete Fourier transforms on JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from aikit.core import shapes
from aikit.functional.rules import fft as rules

from .creation import arange

Axes = tuple[int, ...] | int | None


def _in_precision(x: jax.Array) -> jax.Array:
    """`x`, or its float32 form, because XLA has no transform of 16-bit floats."""
    return x.astype(np.float32) if x.dtype.itemsize == 2 else x


def _along_one(function: Callable[..., Any]) -> Callable[..., jax.Array]:
    name = f"fft.{function.__name__}"
    compiled = jax.jit(lambda x, n, axis, norm: function(_in_precision(x), n, axis, norm), static_argnums=(1, 2, 3))

    def transform(x: jax.Array, /, *, n: int | None = None, axis: int = -1, norm: Any = "backward") -> jax.Array:
        # a transform of no elements gives nothing in JAX, or an error of the compiler, and one of too many ends the process
        if n is None or n > shapes.MOST_ELEMENTS:
            rules.transform(name, x.shape, n, axis, rules.OF_ONE)
        return compiled(x, n, axis, norm)

    return transform


fft = _along_one(jnp.fft.fft)
ifft = _along_one(jnp.fft.ifft)
rfft = _along_one(jnp.fft.rfft)
irfft = _along_one(jnp.fft.irfft)
hfft = _along_one(jnp.fft.hfft)
ihfft = _along_one(jnp.fft.ihfft)


def _along_several(function: Callable[..., Any]) -> Callable[..., jax.Array]:
    name = f"fft.{function.__name__}"
    compiled = jax.jit(lambda x, s, axes, norm: function(_in_precision(x), s, axes, norm), static_argnums=(1, 2, 3))

    def transform(x: jax.Array, /, *, s: Axes = None, axes: Axes = None, norm: Any = "backward") -> jax.Array:
        along, lengths = rules.transform(name, x.shape, s, axes)
        return compiled(x, lengths or None, along, norm)  # JAX takes no empty tuple of lengths

    return transform


fftn = _along_several(jnp.fft.fftn)
ifftn = _along_several(jnp.fft.ifftn)
rfftn = _along_several(jnp.fft.rfftn)
irfftn = _along_several(jnp.fft.irfftn)


def fftfreq(n: int, /, *, d: float = 1.0, dtype: np.dtype[Any], device: Any = None) -> jax.Array:
    return _frequencies(
        jnp.fft.ifftshift(arange(-(n // 2), (n + 1) // 2, dtype=_wide(dtype), device=device)), n, d, dtype
    )


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: np.dtype[Any], device: Any = None) -> jax.Array:
    return _frequencies(arange(n // 2 + 1, dtype=_wide(dtype), device=device), n, d, dtype)


def _wide(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype(np.float32) if dtype.itemsize == 2 else dtype


def _frequencies(counts: jax.Array, n: int, d: float, dtype: np.dtype[Any]) -> jax.Array:
    if n < 1 or d == 0:
        raise ValueError(f"no frequencies for n={n} and d={d}")
    return (counts / (n * d)).astype(dtype)


_fftshift = jax.jit(jnp.fft.fftshift, static_argnames="axes")
_ifftshift = jax.jit(jnp.fft.ifftshift, static_argnames="axes")


def fftshift(x: jax.Array, /, *, axes: Axes = None) -> jax.Array:
    return _fftshift(x, axes=shapes.axes_from_front("fft.fftshift", axes, x.ndim))


def ifftshift(x: jax.Array, /, *, axes: Axes = None) -> jax.Array:
    return _ifftshift(x, axes=shapes.axes_from_front("fft.ifftshift", axes, x.ndim))
