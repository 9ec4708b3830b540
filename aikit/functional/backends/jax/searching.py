"""Searching functions. Indices are int64, or int32 while x64 is off."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp

from ._items import check_bounds
from .core import beside, index_dtype

__all__ = [
    "argmax",
    "argmin",
    "argwhere",
    "count_nonzero",
    "nonzero",
    "searchsorted",
    "where",
]

Axes = int | tuple[int, ...] | None


@functools.partial(jax.jit, static_argnames=("axis", "keepdims"))
def argmax(x: jax.Array, /, *, axis: int | None = None, keepdims: bool = False) -> jax.Array:
    return jnp.argmax(x, axis, keepdims=keepdims).astype(index_dtype())


@functools.partial(jax.jit, static_argnames=("axis", "keepdims"))
def argmin(x: jax.Array, /, *, axis: int | None = None, keepdims: bool = False) -> jax.Array:
    return jnp.argmin(x, axis, keepdims=keepdims).astype(index_dtype())


@functools.partial(jax.jit, static_argnames=("axis", "keepdims"))
def count_nonzero(x: jax.Array, /, *, axis: Axes = None, keepdims: bool = False) -> jax.Array:
    return jnp.sum(x != 0, axis, index_dtype(), keepdims=keepdims)


def nonzero(x: jax.Array, /) -> tuple[jax.Array, ...]:
    chosen, count = _chosen(x)
    return tuple(beside(x, indices) for indices in _places(chosen, size=int(count)))


@jax.jit
def _chosen(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Where there is something other than 0, and in how many places."""
    chosen = x if x.dtype == bool else x != 0  # of bools a comparison would be of another type to what is compiled next
    return chosen, jnp.sum(chosen)


@functools.partial(jax.jit, static_argnames="size")
def _places(chosen: jax.Array, *, size: int) -> tuple[jax.Array, ...]:
    """The indices of the places; of bools alone, for it is compiled for each size."""
    return tuple(indices.astype(index_dtype()) for indices in jnp.nonzero(chosen, size=size))


@functools.partial(jax.jit, static_argnames="size")
def _rows(chosen: jax.Array, *, size: int) -> jax.Array:
    return jnp.stack(_places(chosen, size=size), axis=1)


def argwhere(x: jax.Array, /) -> jax.Array:
    chosen, count = _chosen(x)
    return beside(x, _rows(chosen, size=int(count)))


def searchsorted(x1: jax.Array, x2: jax.Array, /, *, side: str = "left", sorter: jax.Array | None = None) -> jax.Array:
    if sorter is not None:
        if sorter.shape != x1.shape:
            raise ValueError(f"searchsorted: sorter has shape {sorter.shape} and x1 {x1.shape}")
        check_bounds(sorter, x1.size, 0)
    return _searchsorted(x1, x2, side=side, sorter=sorter)


@functools.partial(jax.jit, static_argnames="side")
def _searchsorted(x1: jax.Array, x2: jax.Array, *, side: str, sorter: jax.Array | None) -> jax.Array:
    return jnp.searchsorted(x1, x2, side, sorter).astype(index_dtype())


where = jax.jit(jnp.where)
