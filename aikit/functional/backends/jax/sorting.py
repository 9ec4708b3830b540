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


@functools.partial(jax.jit, static_argnames=("axis", "descending", "stable"))
def sort(x: jax.Array, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> jax.Array:
    if not descending:
        return jnp.sort(x, axis, stable=stable)
    # JAX reverses the ascending order, and that of equal zeros with it
    return jnp.flip(jnp.sort(jnp.flip(x, axis), axis, stable=stable), axis)


@functools.partial(jax.jit, static_argnames=("axis", "descending", "stable"))
def argsort(x: jax.Array, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> jax.Array:
    return jnp.argsort(x, axis, descending=descending, stable=stable).astype(index_dtype())
