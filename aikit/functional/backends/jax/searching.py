"""Searching functions. Indices are int64, or int32 while x64 is off."""

from __future__ import annotations

import functools
from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax import lax

from ._items import check_bounds
from .core import beside, index_dtype, is_on_cpu

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
    return _place(jnp.argmax, x, axis, keepdims)


@functools.partial(jax.jit, static_argnames=("axis", "keepdims"))
def argmin(x: jax.Array, /, *, axis: int | None = None, keepdims: bool = False) -> jax.Array:
    return _place(jnp.argmin, x, axis, keepdims)


def _place(find: Callable[..., jax.Array], x: jax.Array, axis: int | None, keepdims: bool) -> jax.Array:
    found = find(x, axis, keepdims=keepdims)
    if not is_on_cpu() and jnp.issubdtype(x.dtype, jnp.floating):
        # of several NaN it is any one there, where parts are searched side by side
        unordered = jnp.isnan(x)
        first = jnp.argmax(unordered, axis, keepdims=keepdims)
        found = jnp.where(unordered.any(axis, keepdims=keepdims), first, found)
    return found.astype(index_dtype())


@functools.partial(jax.jit, static_argnames=("axis", "keepdims"))
def count_nonzero(x: jax.Array, /, *, axis: Axes = None, keepdims: bool = False) -> jax.Array:
    return jnp.sum(x != 0, axis, index_dtype(), keepdims=keepdims)


def nonzero(x: jax.Array, /) -> tuple[jax.Array, ...]:
    places, count = _in_front(x)
    return tuple(beside(x, indices) for indices in _indices(places, size=int(count), shape=x.shape))


_FEW = 4096
"""Up to so many places are sorted, which is compiled in a fifth of the time that running sums take; these grow more slowly."""


@jax.jit
def _in_front(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The places of all that is something other than 0 before what is none, and how many these are.

    As long as `x`, for it is compiled once for each shape; `jnp.nonzero` is for each number of places.
    """
    if not x.ndim:
        raise ValueError("an array of no dimension has no axis with indices")
    chosen, length = (x != 0).reshape(-1), x.size
    numbers = lax.iota(index_dtype(), length)
    if length <= _FEW:
        return lax.sort(jnp.where(chosen, numbers, length)), jnp.sum(chosen)
    found = jnp.cumsum(chosen, dtype=numbers.dtype)
    targets = jnp.where(chosen, found - 1, length)
    return jnp.zeros_like(numbers).at[targets].set(numbers, mode="drop"), found[-1]


@functools.partial(jax.jit, static_argnames=("size", "shape"))
def _indices(places: jax.Array, *, size: int, shape: tuple[int, ...]) -> tuple[jax.Array, ...]:
    """The indices along each axis of the first places, which are not negative: `jnp.unravel_index` asks, and takes longer."""
    rest, found = places[:size], []
    for length in map(rest.dtype.type, reversed(shape)):
        found.append(lax.rem(rest, lax.full_like(rest, length)))
        rest = lax.div(rest, lax.full_like(rest, length))
    return tuple(reversed(found))


@functools.partial(jax.jit, static_argnames=("size", "shape"))
def _rows(places: jax.Array, *, size: int, shape: tuple[int, ...]) -> jax.Array:
    return jnp.stack(_indices(places, size=size, shape=shape), axis=1)


def argwhere(x: jax.Array, /) -> jax.Array:
    places, count = _in_front(x)
    return beside(x, _rows(places, size=int(count), shape=x.shape))


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
