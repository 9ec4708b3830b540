"""Random numbers on JAX: the key of a draw is that of JAX's own generator.

What is drawn has one dimension first: the same numbers as in a shape of three, compiled in a third of the time.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .core import converted, dev, index_dtype, require_available
from .elementwise import nextafter
from .indexing import take

__all__ = ["multinomial", "randint", "random_normal", "random_uniform", "shuffle"]

Shape = tuple[int, ...] | None


def _words(key: int) -> np.ndarray[Any, Any]:
    """The two words of a key."""
    return np.array([key >> 32, key & (2**32 - 1)], np.uint32)


def _key(words: Any) -> jax.Array:
    # by name, because the user may choose another generator for their own keys
    return jax.random.wrap_key_data(jnp.asarray(words), impl="threefry2x32")


def _home(shape: Shape, device: Any, *parameters: Any) -> tuple[tuple[int, ...], Any]:
    """The shape and the device of a draw: those of the arrays among its parameters where none are given."""
    arrays = [x for x in parameters if isinstance(x, jax.Array)]
    shape = jnp.broadcast_shapes(*(x.shape for x in arrays)) if shape is None else shape
    known = [x for x in arrays if not isinstance(x, jax.core.Tracer) and x.committed]
    return shape, dev(known[0]) if device is None and known else device


def _placed(x: jax.Array, device: Any) -> jax.Array:
    return x if device is None or isinstance(x, jax.core.Tracer) else jax.device_put(x, device)


def _computed(dtype: Any) -> np.dtype[Any]:
    """The dtype that floats are drawn in: in 16 bits JAX has few different ones."""
    return np.dtype(np.float32) if dtype.itemsize == 2 else dtype


def _parameter(x: Any, dtype: Any) -> Any:
    return x if isinstance(x, jax.Array) else np.asarray(x, dtype)


def random_uniform(*, low: Any, high: Any, shape: Shape, device: Any = None, dtype: Any, seed: int) -> jax.Array:
    require_available(dtype)
    shape, device = _home(shape, device, low, high)
    are_numbers = not isinstance(low, jax.Array) and not isinstance(high, jax.Array)
    if are_numbers and (low, high) == (0, 1) and _computed(dtype) == dtype:
        return _placed(_unit(_words(seed), shape=shape, dtype=dtype), device)
    ends = (_parameter(x, dtype) for x in (low, high))
    return _placed(_uniform(_words(seed), *ends, shape=shape, dtype=dtype), device)


@functools.partial(jax.jit, static_argnames=("shape", "dtype"))
def _unit(words: Any, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    return jax.random.uniform(_key(words), (math.prod(shape),), dtype).reshape(shape)


@functools.partial(jax.jit, static_argnames=("shape", "dtype"))
def _uniform(words: Any, low: Any, high: Any, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    wide = _computed(dtype)
    unit = _unit(words, shape=shape, dtype=wide)
    low, high = (lax.convert_element_type(x, dtype) for x in (low, high))
    found = (low.astype(wide) * (1 - unit) + high.astype(wide) * unit).astype(dtype)
    # rounding may reach the upper end
    below = nextafter(lax.stop_gradient(high), lax.stop_gradient(low))
    found = jnp.where(found >= high, below, found)
    return jnp.where(found < low, low, found)


def random_normal(*, mean: Any, std: Any, shape: Shape, dtype: Any, seed: int, device: Any = None) -> jax.Array:
    require_available(dtype)
    shape, device = _home(shape, device, mean, std)
    moments = (_parameter(x, _computed(dtype)) for x in (mean, std))
    return _placed(_normal(_words(seed), *moments, shape=shape, dtype=dtype), device)


@functools.partial(jax.jit, static_argnames=("shape", "dtype"))
def _normal(words: Any, mean: Any, std: Any, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    wide = _computed(dtype)
    standard = jax.random.normal(_key(words), (math.prod(shape),), wide).reshape(shape)
    mean, std = (lax.convert_element_type(x, wide) for x in (mean, std))
    return (mean + std * standard).astype(dtype)


# ------------------------------------------------------------------------------------------------ integers


def randint(low: Any, high: Any, /, *, shape: Shape, device: Any = None, dtype: Any, seed: int) -> jax.Array:
    require_available(dtype)
    shape, device = _home(shape, device, low, high)
    bits = np.dtype(np.uint64 if dtype.itemsize == 8 else np.uint32)
    # what draws takes eight times as long to be compiled as a cast, and is the same for all dtypes of so many bits
    ends = (_as_bits(x, bits) for x in (low, high))
    found = _integers(_words(seed), *ends, shape=shape, bits=bits)
    return _placed(found if dtype == bits else converted(found, new_dtype=dtype), device)


def _as_bits(x: Any, bits: np.dtype[Any]) -> Any:
    """An integer, or those of an array, modulo 2 to the power of so many."""
    if isinstance(x, jax.Array):
        return x if x.dtype == bits else converted(x, new_dtype=bits)
    return np.asarray(x % 2 ** (8 * bits.itemsize), bits)


@functools.partial(jax.jit, static_argnames=("shape", "bits"))
def _integers(words: Any, low: Any, high: Any, *, shape: tuple[int, ...], bits: np.dtype[Any]) -> jax.Array:
    """By rejection, in unsigned integers: `jax.random.randint` takes random bits modulo the range."""
    count = high - low  # 0 where each number of so many bits can be drawn
    divisor = jnp.where(count == 0, 1, count)
    # those are taken that are below the greatest multiple of the count
    most = ~((~count + 1) % divisor)

    def draw(state: Any) -> Any:
        number, found, pending = state
        drawn = jax.random.bits(jax.random.fold_in(_key(words), number), (math.prod(shape),), bits).reshape(shape)
        offset = jnp.where(count == 0, drawn, drawn % divisor)
        found = jnp.where(pending & (drawn <= most), low + offset, found)
        return number + 1, found, pending & (drawn > most)

    start = np.uint32(0), jnp.zeros(shape, bits), jnp.ones(shape, bool)
    return lax.while_loop(lambda state: jnp.any(state[2]), draw, start)[1]


def multinomial(
    population_size: int,
    num_samples: int,
    /,
    *,
    batch_size: int = 1,
    probs: jax.Array | None = None,
    replace: bool = True,
    device: Any = None,
    seed: int,
) -> jax.Array:
    _, device = _home((), device, probs)
    wide = np.dtype(np.float64 if jax.config.jax_enable_x64 else np.float32)  # type: ignore[attr-defined]
    weights = np.ones(population_size, wide) if probs is None else probs
    if weights.dtype != wide:  # what draws takes ten times as long to be compiled as a cast
        weights = converted(weights, new_dtype=wide)
    found = _members(_words(seed), weights, shape=(batch_size, num_samples), replace=replace, dtype=index_dtype())
    return _placed(found, device)


@functools.partial(jax.jit, static_argnames=("shape", "replace", "dtype"))
def _members(words: Any, weights: Any, *, shape: tuple[int, int], replace: bool, dtype: Any) -> jax.Array:
    wide = weights.dtype
    weights = jnp.broadcast_to(weights, (shape[0], weights.shape[-1]))
    if not replace:
        # the first of clocks that ring at the rates of the weights are a draw without replacement
        rings = jax.random.exponential(_key(words), (weights.size,), wide).reshape(weights.shape) / weights
        return jnp.argsort(rings, axis=1)[:, : shape[1]].astype(dtype)
    sums = jnp.cumsum(weights, axis=1)
    places = _unit(words, shape=shape, dtype=wide) * sums[:, -1:]
    found = jax.vmap(functools.partial(jnp.searchsorted, side="right"))(sums, places)
    # a place that rounding has brought to the end
    last = weights.shape[1] - 1 - jnp.argmax(weights[:, ::-1] > 0, axis=1, keepdims=True)
    return jnp.minimum(found, last).astype(dtype)


def shuffle(x: jax.Array, axis: int = 0, /, *, seed: int) -> jax.Array:
    return take(x, _order(_words(seed), length=x.shape[axis]), axis=axis)


@functools.partial(jax.jit, static_argnames="length")
def _order(words: Any, *, length: int) -> jax.Array:
    return jax.random.permutation(_key(words), length)
