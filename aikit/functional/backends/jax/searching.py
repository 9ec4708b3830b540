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
    if x.ndim == 0:
        raise ValueError("nonzero: a 0-d array has no axis to index")
    return tuple(beside(x, indices) for indices in _nonzero(x, size=int(_count(x))))


_count = jax.jit(jnp.count_nonzero)


@functools.partial(jax.jit, static_argnames="size")
def _nonzero(x: jax.Array, *, size: int) -> tuple[jax.Array, ...]:
    return tuple(indices.astype(index_dtype()) for indices in jnp.nonzero(x, size=size))


def argwhere(x: jax.Array, /) -> jax.Array:
    return jnp.stack(nonzero(x), axis=1)


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
