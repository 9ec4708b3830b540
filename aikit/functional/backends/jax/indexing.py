"""Indexing functions.

In eager calls on the CPU an index out of bounds is an `IndexError`; see `_items.check_bounds`.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp

from ._items import check_bounds, wide

__all__ = [
    "take",
    "take_along_axis",
]

_take = jax.jit(jnp.take, static_argnames="axis")


def take(x: jax.Array, indices: jax.Array, /, *, axis: int | None = None) -> jax.Array:
    if axis is None:
        if x.ndim != 1:
            raise ValueError(f"take: axis=None needs a 1-d array, got one of shape {x.shape}")
        axis = 0
    check_bounds(indices, x.shape[axis])
    return _take(x, wide(indices), axis=axis)


def take_along_axis(x: jax.Array, indices: jax.Array, /, *, axis: int = -1) -> jax.Array:
    check_bounds(indices, x.shape[axis])
    return jnp.take_along_axis(x, wide(indices), axis=axis)
