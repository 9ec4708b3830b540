"""Utility functions."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp

__all__ = [
    "all",
    "any",
    "diff",
]


@functools.partial(jax.jit, static_argnames=("axis", "keepdims"))
def all(x: jax.Array, /, *, axis: Any = None, keepdims: bool = False) -> jax.Array:
    # of complex numbers JAX looks at the real part only
    return jnp.all(x != 0, axis=axis, keepdims=keepdims)


@functools.partial(jax.jit, static_argnames=("axis", "keepdims"))
def any(x: jax.Array, /, *, axis: Any = None, keepdims: bool = False) -> jax.Array:
    return jnp.any(x != 0, axis=axis, keepdims=keepdims)


@functools.partial(jax.jit, static_argnames=("axis", "n"))
def diff(
    x: jax.Array,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: jax.Array | None = None,
    append: jax.Array | None = None,
) -> jax.Array:
    parts = [part for part in (prepend, x, append) if part is not None]
    if len(parts) > 1:
        x = jnp.concatenate(parts, axis=axis)  # JAX's own would broadcast a 0-d prepend, and leave it out where n is 0
    return jnp.diff(x, n=n, axis=axis)
