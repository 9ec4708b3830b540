"""Sorting functions."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp

from .core import index_dtype

__all__ = [
    "argsort",
    "sort",
]

sort = jnp.sort


@functools.partial(jax.jit, static_argnames=("axis", "descending", "stable"))
def argsort(x: jax.Array, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> jax.Array:
    return jnp.argsort(x, axis, descending=descending, stable=stable).astype(index_dtype())
