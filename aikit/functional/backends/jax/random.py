"""Random numbers on JAX: the key of a draw is that of JAX's own generator.

What is drawn has one dimension first, as in a shape of three it takes three times as long to be compiled. That is still five
times as long as what is made of it, so it is drawn by a function of its own, which is compiled once for all dtypes that are
made of the same bits, and a least number, once for all small shapes. One function of all is no faster when it runs.
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

_LEAST = 1024
"""So many numbers are drawn at least, which takes some microseconds."""


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


def _length(count: Any) -> Any:
    """How many numbers are drawn where so many are asked for; a symbolic number as it is."""
    return max(count, _LEAST) if type(count) is int else count


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
    if (
        not isinstance(low, jax.Array)
        and not isinstance(high, jax.Array)
        and (low, high) == (0, 1)
        and _computed(dtype) == dtype
    ):
        return _placed(_unit(_words(seed), shape=shape, dtype=dtype), device)
    ends = (_parameter(x, dtype) for x in (low, high))
    return _placed(_uniform(_words(seed), *ends, shape=shape, dtype=dtype), device)


@functools.partial(jax.jit, static_argnames=("length", "dtype"))
def _units(words: Any, *, length: int, dtype: Any) -> jax.Array:
    return jax.random.uniform(_key(words), (length,), dtype)


@functools.partial(jax.jit, static_argnames=("shape", "dtype"))
def _laid_out(drawn: jax.Array, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    return drawn[: math.prod(shape)].reshape(shape).astype(dtype)


def _unit(words: Any, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    return _laid_out(_units(words, length=_length(math.prod(shape)), dtype=dtype), shape=shape, dtype=dtype)


def _uniform(words: Any, low: Any, high: Any, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    units = _units(words, length=_length(math.prod(shape)), dtype=_computed(dtype))
    return _between(low, high, units, shape=shape, dtype=dtype)


@functools.partial(jax.jit, static_argnames=("shape", "dtype"))
def _between(low: Any, high: Any, units: jax.Array, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    wide = units.dtype
    unit = _laid_out(units, shape=shape, dtype=wide)
    low, high = (lax.convert_element_type(x, dtype) for x in (low, high))
    found = (low.astype(wide) * (1 - unit) + high.astype(wide) * unit).astype(dtype)
    # rounding may reach the upper end, with which such a number moves all the same
    below = nextafter(lax.stop_gradient(high), lax.stop_gradient(low))
    found = jnp.where(found >= high, below + (found - lax.stop_gradient(found)), found)
    return jnp.where(found < low, low, found)


def random_normal(*, mean: Any, std: Any, shape: Shape, dtype: Any, seed: int, device: Any = None) -> jax.Array:
    require_available(dtype)
    shape, device = _home(shape, device, mean, std)
    moments = (_parameter(x, _computed(dtype)) for x in (mean, std))
    return _placed(_normal(_words(seed), *moments, shape=shape, dtype=dtype), device)


@functools.partial(jax.jit, static_argnames=("length", "dtype"))
def _standard(words: Any, *, length: int, dtype: Any) -> jax.Array:
    return jax.random.normal(_key(words), (length,), dtype)


def _normal(words: Any, mean: Any, std: Any, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    standard = _standard(words, length=_length(math.prod(shape)), dtype=_computed(dtype))
    return _spread(mean, std, standard, shape=shape, dtype=dtype)


@functools.partial(jax.jit, static_argnames=("shape", "dtype"))
def _spread(mean: Any, std: Any, standard: jax.Array, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    wide = standard.dtype
    mean, std = (lax.convert_element_type(x, wide) for x in (mean, std))
    return (mean + std * _laid_out(standard, shape=shape, dtype=wide)).astype(dtype)


# ------------------------------------------------------------------------------------------------ integers


def randint(low: Any, high: Any, /, *, shape: Shape, device: Any = None, dtype: Any, seed: int) -> jax.Array:
    require_available(dtype)
    shape, device = _home(shape, device, low, high)
    bits = np.dtype(np.uint64 if dtype.itemsize == 8 else np.uint32)
    ends = (_as_bits(x, bits) for x in (low, high))
    return _placed(_integers(_words(seed), *ends, shape=shape, dtype=dtype), device)


def _as_bits(x: Any, bits: np.dtype[Any]) -> Any:
    """An integer, or those of an array, modulo 2 to the power of so many."""
    if isinstance(x, jax.Array):
        return x if x.dtype == bits else converted(x, new_dtype=bits)
    return np.asarray(x % 2 ** (8 * bits.itemsize), bits)


def _integers(words: Any, low: Any, high: Any, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    count = math.prod(shape)
    length = _length(count)
    if low.ndim or high.ndim:
        low, high = _in_a_row(low, high, shape=shape, length=length)
    found = _accepted(words, low, high, None if length == count else count, length=length)
    return _laid_out(found, shape=shape, dtype=dtype)


@functools.partial(jax.jit, static_argnames=("shape", "length"))
def _in_a_row(low: Any, high: Any, *, shape: tuple[int, ...], length: int) -> list[jax.Array]:
    """The ends of each of so many numbers."""
    flat = (jnp.broadcast_to(x, shape).reshape(-1) for x in (low, high))
    return [jnp.pad(x, (0, length - x.size)) for x in flat]


@functools.partial(jax.jit, static_argnames="length")
def _accepted(words: Any, low: Any, high: Any, asked: Any, *, length: int) -> jax.Array:
    """By rejection, in unsigned integers: `jax.random.randint` takes random bits modulo the range.

    Only the first so many that are `asked` for are waited for, None for all.
    """
    bits = low.dtype
    count = high - low  # 0 where each number of so many bits can be drawn
    divisor = jnp.where(count == 0, 1, count)
    # those are taken that are below the greatest multiple of the count
    most = ~((~count + 1) % divisor)

    def draw(state: Any) -> Any:
        number, found, pending = state
        drawn = jax.random.bits(jax.random.fold_in(_key(words), number), (length,), bits)
        offset = jnp.where(count == 0, drawn, drawn % divisor)
        found = jnp.where(pending & (drawn <= most), low + offset, found)
        return number + 1, found, pending & (drawn > most)

    pending = jnp.ones(length, bool) if asked is None else jnp.arange(length) < asked
    start = np.uint32(0), jnp.zeros(length, bits), pending
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
    draw = _with_replacement if replace else _without_replacement
    found = draw(_words(seed), weights, shape=(batch_size, num_samples), dtype=index_dtype())
    return _placed(found, device)


def _with_replacement(words: Any, weights: Any, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    units = _units(words, length=_length(math.prod(shape)), dtype=weights.dtype)
    return _members(weights, units, shape=shape, dtype=dtype)


@functools.partial(jax.jit, static_argnames=("shape", "dtype"))
def _members(weights: Any, units: jax.Array, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    # great ones are halved until no sum overflows; XLA would make a quotient a product by an inverse, which may underflow
    great = jnp.max(weights, axis=-1, keepdims=True) > 1
    halved = jnp.where(great, weights * 2.0 ** -weights.shape[-1].bit_length(), weights)
    sums = jnp.cumsum(jnp.broadcast_to(halved, (shape[0], weights.shape[-1])), axis=1)
    places = _laid_out(units, shape=shape, dtype=units.dtype) * sums[:, -1:]
    found = jax.vmap(functools.partial(jnp.searchsorted, side="right"))(sums, places)
    # a place that rounding has brought to the end
    last = weights.shape[-1] - 1 - jnp.argmax(weights[..., ::-1] > 0, axis=-1, keepdims=True)
    return jnp.minimum(found, last).astype(dtype)


def _without_replacement(words: Any, weights: Any, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    units = _units(words, length=_length(shape[0] * weights.shape[-1]), dtype=weights.dtype)
    return _first_to_ring(weights, units, shape=shape, dtype=dtype)


@functools.partial(jax.jit, static_argnames=("shape", "dtype"))
def _first_to_ring(weights: Any, units: jax.Array, *, shape: tuple[int, ...], dtype: Any) -> jax.Array:
    """The first of clocks that ring at the rates of the weights are a draw without replacement."""
    units = _laid_out(units, shape=(shape[0], weights.shape[-1]), dtype=units.dtype)
    rings = jnp.log(-jnp.log1p(-units)) - jnp.log(weights)  # exponentially distributed; a quotient might overflow
    return jnp.argsort(rings, axis=1)[:, : shape[1]].astype(dtype)


def shuffle(x: jax.Array, axis: int = 0, /, *, seed: int) -> jax.Array:
    return take(x, _order(_words(seed), length=x.shape[axis]), axis=axis)


def _order(words: Any, *, length: Any) -> jax.Array:
    return _ascending(_pairs(words, length=_length(length)), length=length)


@functools.partial(jax.jit, static_argnames="length")
def _pairs(words: Any, *, length: int) -> jax.Array:
    return jax.random.bits(_key(words), (2, length), np.uint32)


@functools.partial(jax.jit, static_argnames="length")
def _ascending(pairs: jax.Array, *, length: Any) -> jax.Array:
    """The order of the first so many numbers of 64 bits, of which two are hardly ever equal."""
    high, low = (half[:length] for half in pairs)
    return lax.sort((high, low, jnp.arange(length)), num_keys=2)[2]
