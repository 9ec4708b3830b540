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


diff = jnp.diff
