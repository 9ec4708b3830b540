"""Set functions. How many elements the result has depends on the values, so they do not work under a trace."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from aikit.functional.backends.jax.data_type import index_dtype

__all__ = [
    "isin",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]

isin = jax.jit(jnp.isin, static_argnames="invert")
unique_values = jnp.unique_values


def unique_all(x: jax.Array, /) -> tuple[jax.Array, jax.Array, jax.Array, jax.Array]:
    values, indices, inverse, counts = jnp.unique_all(x)
    dtype = index_dtype()
    return values, indices.astype(dtype), inverse.astype(dtype), counts.astype(dtype)


def unique_counts(x: jax.Array, /) -> tuple[jax.Array, jax.Array]:
    values, counts = jnp.unique_counts(x)
    return values, counts.astype(index_dtype())


def unique_inverse(x: jax.Array, /) -> tuple[jax.Array, jax.Array]:
    values, inverse = jnp.unique_inverse(x)
    return values, inverse.astype(index_dtype())
