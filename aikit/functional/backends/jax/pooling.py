"""Pooling on JAX: the elements of windows one after the other, which XLA makes one loop of.

Its own windows have no derivative where their elements are apart, and take half as long again.
"""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from aikit.functional.backends import pooling
from aikit.functional.rules import pooling as rules

from ._dtypes import HALF

__all__ = ["avg_pool1d", "avg_pool2d", "avg_pool3d", "max_pool1d", "max_pool2d", "max_pool3d"]


def _max_pool(name: str, x: jax.Array, kernel: Any, strides: Any, padding: Any, /, **options: Any) -> jax.Array:
    one, _ = rules.pooling(name, x, kernel, strides, padding, **options)
    return _greatest(x, one)


def _avg_pool(name: str, x: jax.Array, kernel: Any, strides: Any, padding: Any, /, **options: Any) -> jax.Array:
    one, by = rules.averaging(name, x, kernel, strides, padding, **options)
    return _means(x, one, by)


max_pool1d, max_pool2d, max_pool3d = (functools.partial(_max_pool, f"max_pool{dims}d") for dims in (1, 2, 3))
avg_pool1d, avg_pool2d, avg_pool3d = (functools.partial(_avg_pool, f"avg_pool{dims}d") for dims in (1, 2, 3))


@functools.partial(jax.jit, static_argnums=1)
def _greatest(x: jax.Array, one: rules.Pooling) -> jax.Array:
    nothing = jnp.iinfo(x.dtype).min if jnp.issubdtype(x.dtype, jnp.integer) else -np.inf
    return pooling.reduced(jnp, _greater, nothing, *_padded(x, one, nothing))


def _greater(x1: jax.Array, x2: jax.Array) -> jax.Array:
    """`lax.max`, whose gradient would be half for each of two equal elements, and not all for the first."""
    return jnp.where((x1 >= x2) | (x1 != x1), x1, x2)


@functools.partial(jax.jit, static_argnums=(1, 2))
def _means(x: jax.Array, one: rules.Pooling, by: rules.Divisor) -> jax.Array:
    dtype = x.dtype
    wide = x.astype(jnp.float32) if dtype in HALF else x
    sums = pooling.reduced(jnp, lax.add, 0, *_padded(wide, one, 0))
    divisors = pooling.divisors(lambda numbers, shape: np.asarray(numbers, wide.dtype).reshape(shape), by, one)
    return (sums / divisors).astype(dtype)


def _padded(x: jax.Array, one: rules.Pooling, value: Any) -> tuple[jax.Array, rules.Pooling]:
    before, after = one.first, x.ndim - one.first - len(one.pads)
    widths = [(0, 0, 0)] * before + [(*pair, 0) for pair in one.pads] + [(0, 0, 0)] * after
    return lax.pad(x, jnp.asarray(value, x.dtype), widths), one._replace(pads=((0, 0),) * len(one.pads))
