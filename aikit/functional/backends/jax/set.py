"""Set functions. How many elements the result has depends on the values, so they do not work under a trace."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from .core import index_dtype

__all__ = [
    "isin",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]

isin = jax.jit(jnp.isin, static_argnames="invert")


def _chosen(x: jax.Array, indices: jax.Array) -> jax.Array:
    """The values, of which JAX's own have no gradient."""
    return x.reshape(-1)[indices]


def unique_values(x: jax.Array, /) -> jax.Array:
    return _chosen(x, jnp.unique(x, return_index=True, equal_nan=False)[1])


def unique_all(x: jax.Array, /) -> tuple[jax.Array, jax.Array, jax.Array, jax.Array]:
    _, indices, inverse, counts = jnp.unique_all(x)
    dtype = index_dtype()
    return _chosen(x, indices), indices.astype(dtype), inverse.astype(dtype), counts.astype(dtype)


def unique_counts(x: jax.Array, /) -> tuple[jax.Array, jax.Array]:
    _, indices, _, counts = jnp.unique_all(x)
    return _chosen(x, indices), counts.astype(index_dtype())


def unique_inverse(x: jax.Array, /) -> tuple[jax.Array, jax.Array]:
    _, indices, inverse, _ = jnp.unique_all(x)
    return _chosen(x, indices), inverse.astype(index_dtype())
