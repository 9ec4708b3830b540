"""Indexing functions.

In eager calls on the CPU an index out of bounds is an `IndexError`; see `_items.check_bounds`.
"""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
from jax import lax

from aikit.core.shapes import require_size

from ._items import check_bounds, wide

__all__ = [
    "gather_nd",
    "scatter_flat",
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


def gather_nd(params: jax.Array, indices: jax.Array, /, *, batch_dims: int) -> jax.Array:
    for place in range(indices.shape[-1]):
        check_bounds(indices[..., place], params.shape[batch_dims + place])
    return _gather_nd(params, wide(indices), batch_dims=batch_dims)


@functools.partial(jax.jit, static_argnames="batch_dims")
def _gather_nd(params: jax.Array, indices: jax.Array, *, batch_dims: int) -> jax.Array:
    rows = indices.shape[:-1]
    batch = [lax.broadcasted_iota(indices.dtype, rows, axis) for axis in range(batch_dims)]
    return params[(*batch, *(indices[..., place] for place in range(indices.shape[-1])))]


def scatter_flat(indices: jax.Array, updates: jax.Array, /, *, size: int, reduction: str) -> jax.Array:
    require_size(size, *updates.shape[1:])
    check_bounds(indices, size)
    return _scatter_flat(wide(indices), updates, size=size, reduction=reduction)


@functools.partial(jax.jit, static_argnames=("size", "reduction"))
def _scatter_flat(indices: jax.Array, updates: jax.Array, *, size: int, reduction: str) -> jax.Array:
    shape, dtype = (size, *updates.shape[1:]), updates.dtype
    if reduction == "replace":
        return jnp.zeros(shape, dtype).at[indices].set(updates)
    if reduction == "sum":
        half = dtype.itemsize == 2 and jnp.issubdtype(dtype, jnp.floating)
        updates = updates.astype(jnp.float32) if half else updates
        return jnp.zeros(shape, updates.dtype).at[indices].add(updates).astype(dtype)
    touched = jnp.zeros(size, bool).at[indices].set(True).reshape(size, *[1] * (updates.ndim - 1))
    if jnp.issubdtype(dtype, jnp.floating):
        greatest, least = jnp.inf, -jnp.inf
    else:
        greatest, least = jnp.iinfo(dtype).max, jnp.iinfo(dtype).min
    if reduction == "min":
        found = jnp.full(shape, greatest, dtype).at[indices].min(updates)
    else:
        found = jnp.full(shape, least, dtype).at[indices].max(updates)
    return jnp.where(touched, found, 0)
