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
def _in_order(x: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The places of the elements from the least to the greatest, the number of the value of each, and of all values."""
    flat = lax.stop_gradient(x).reshape(-1)
    places = _sorting(flat)
    values = flat[places]
    first = jnp.concatenate([jnp.zeros(min(x.size, 1), bool), values[1:] != values[:-1]])
    numbers = jnp.cumsum(first, dtype=index_dtype())
    return places, numbers, numbers[-1] + 1 if x.size else jnp.zeros((), index_dtype())


@functools.partial(jax.jit, static_argnames=("size", "inverse", "counts"))
def _places(places: jax.Array, numbers: jax.Array, *, size: int, inverse: bool, counts: bool) -> tuple[jax.Array, ...]:
    """The first place of each value, and what is asked for beside; of indices alone, for it is compiled for each size."""
    dtype, length = numbers.dtype, places.size
    starts = jnp.full(size, length, dtype).at[numbers].min(jnp.arange(length, dtype=dtype))
    found = [places[starts].astype(dtype)]
    if inverse:
        found.append(jnp.zeros(length, dtype).at[places].set(numbers))
    if counts:
        found.append(jnp.diff(starts, append=length).astype(dtype))
    return tuple(found)


@jax.jit
def _at(x: jax.Array, places: jax.Array) -> jax.Array:
    return x.reshape(-1)[places]


def _unique(x: jax.Array, *, inverse: bool = False, counts: bool = False) -> tuple[jax.Array, ...]:
    """In several compiled functions: only after the first it is known how many values there are."""
    places, numbers, count = _in_order(x)
    indices, *others = _places(places, numbers, size=int(count), inverse=inverse, counts=counts)
    if inverse:
        others[0] = others[0].reshape(x.shape)
    # the values by way of their places, because a sort that knows of derivatives takes longer
    return _at(x, indices), indices, *others


def unique_values(x: jax.Array, /) -> jax.Array:
    return _unique(x)[0]


def unique_all(x: jax.Array, /) -> tuple[jax.Array, ...]:
    return _unique(x, inverse=True, counts=True)


def unique_counts(x: jax.Array, /) -> tuple[jax.Array, ...]:
    return _unique(x, counts=True)[::2]


def unique_inverse(x: jax.Array, /) -> tuple[jax.Array, ...]:
    return _unique(x, inverse=True)[::2]
