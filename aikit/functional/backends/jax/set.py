"""Set functions. How many elements the result has depends on the values, so they do not work under a trace."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
from jax import lax

from .core import index_dtype

__all__ = [
    "isin",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]

_PAIRS = 2**20
"""Up to this many pairs are compared each with each, which is compiled in half of the time; the memory grows with them."""
_isin = jax.jit(jnp.isin, static_argnames=("invert", "method"))


def isin(x1: jax.Array, x2: jax.Array, /, *, invert: bool = False) -> jax.Array:
    pairs = x1.size * x2.size
    few = type(pairs) is int and pairs <= _PAIRS  # a symbolic number is none
    return _isin(x1, x2, invert=invert, method="compare_all" if few else "binary_search")


def _sorting(flat: jax.Array) -> jax.Array:
    """Indices that sort, stably; complex numbers with a NaN come last, those first whose imaginary part is one alone.

    JAX has these in no order, NumPy in this one.
    """
    if not jnp.iscomplexobj(flat):
        return jnp.argsort(flat, stable=True)
    nans = jnp.where(jnp.isnan(flat.real), 2, jnp.isnan(flat.imag))
    return jnp.lexsort((flat.imag, flat.real, nans))


@jax.jit
def _in_order(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The places of the elements from the least to the greatest, and whether the value of each is another than before."""
    flat = lax.stop_gradient(x).reshape(-1)
    places = _sorting(flat)
    values = flat[places]
    is_new = jnp.concatenate([jnp.zeros(min(x.size, 1), bool), values[1:] != values[:-1]])
    return places.astype(index_dtype()), is_new


@functools.partial(jax.jit, static_argnames="inverse")
def _numbered(places: jax.Array, is_new: jax.Array, *, inverse: bool) -> tuple[jax.Array, ...]:
    """How many values there are; the first place of each and how often it is there, as long as all elements; the inverse.

    Of indices alone, for that is compiled once for all dtypes, and a running sum takes twice as long as a sort.
    """
    dtype, length = places.dtype, places.size
    numbers = jnp.cumsum(is_new, dtype=dtype)
    count = numbers[-1] + 1 if length else jnp.zeros((), dtype)
    starts = jnp.full(length, length, dtype).at[numbers].min(jnp.arange(length, dtype=dtype))
    counts = jnp.diff(starts, append=length).astype(dtype)
    found = count, places.at[starts].get(mode="fill", fill_value=0), counts
    return (*found, jnp.zeros(length, dtype).at[places].set(numbers)) if inverse else found


@functools.partial(jax.jit, static_argnames="size")
def _first(x: jax.Array, indices: jax.Array, counts: jax.Array, *, size: int) -> tuple[jax.Array, ...]:
    """The values by way of their places, because a sort that knows of derivatives takes longer."""
    return x.reshape(-1)[indices[:size]], indices[:size], counts[:size]


def _unique(x: jax.Array, *, inverse: bool = False) -> tuple[jax.Array, ...]:
    """In several compiled functions: only after the second it is known how many values there are."""
    count, indices, counts, *others = _numbered(*_in_order(x), inverse=inverse)
    values, indices, counts = _first(x, indices, counts, size=int(count))
    return values, indices, *(one.reshape(x.shape) for one in others), counts


def unique_values(x: jax.Array, /) -> jax.Array:
    return _unique(x)[0]


def unique_all(x: jax.Array, /) -> tuple[jax.Array, ...]:
    return _unique(x, inverse=True)


def unique_counts(x: jax.Array, /) -> tuple[jax.Array, ...]:
    return _unique(x)[::2]


def unique_inverse(x: jax.Array, /) -> tuple[jax.Array, ...]:
    return _unique(x, inverse=True)[:3:2]
