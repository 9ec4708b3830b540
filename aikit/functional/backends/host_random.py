"""Random numbers on the host, by NumPy's generators: for NumPy, and for namespaces of the standard, which has none.

A draw has a generator of its own, which is made of its key; see `aikit.core.random_state`.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.random.bit_generator import ISeedSequence

Shape = tuple[int, ...] | None
_BLOCK = 2**14
"""So many numbers stay in the cache of a processor."""


class _Words(ISeedSequence):
    """The words of which a generator is made, a hash of the key; NumPy's own hash takes four times as long."""

    def __init__(self, key: int) -> None:
        self.key = key.to_bytes(8, "little")

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> np.ndarray:
        """So many words."""
        size = n_words * (8 if dtype is np.uint64 else 4)
        return np.frombuffer(hashlib.shake_128(self.key).digest(size), dtype)


def _generator(key: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(_Words(key)))  # type: ignore[arg-type]


def _shape(shape: Shape, *parameters: Any) -> tuple[int, ...]:
    return np.broadcast_shapes(*map(np.shape, parameters)) if shape is None else shape


def _computed(dtype: np.dtype) -> np.dtype:
    """The dtype that floats are drawn in: NumPy has no generator for 16 bits."""
    return dtype if dtype.itemsize == 8 else np.dtype(np.float32)


def random_uniform(*, low: Any, high: Any, shape: Shape, device: Any = None, dtype: np.dtype, seed: int) -> np.ndarray:
    wide = _computed(dtype)
    unit = np.asarray(_generator(seed).random(_shape(shape, low, high), wide))
    if isinstance(low, (int, float)) and isinstance(high, (int, float)) and (low, high) == (0, 1) and dtype == wide:
        return unit
    low, high = (np.asarray(x, dtype) for x in (low, high))
    if low.ndim or high.ndim or dtype != wide:
        return _between(unit, low, high, dtype)
    for block in np.split(unit.reshape(-1), range(_BLOCK, unit.size, _BLOCK)):
        block[:] = _between(block, low, high, dtype)
    return unit


def _between(unit: np.ndarray, low: np.ndarray, high: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Numbers between two ends from numbers between 0 and 1, which are overwritten."""
    found = np.asarray(1 - unit)
    found *= low.astype(unit.dtype)
    unit *= high.astype(unit.dtype)
    found += unit
    found = found.astype(dtype, copy=False)
    # rounding may reach the upper end
    np.maximum(found, low, out=found)
    return np.minimum(found, np.nextafter(high, low), out=found)


def random_normal(*, mean: Any, std: Any, shape: Shape, dtype: np.dtype, seed: int, device: Any = None) -> np.ndarray:
    wide = _computed(dtype)
    standard = np.asarray(_generator(seed).standard_normal(_shape(shape, mean, std), wide))
    with np.errstate(over="ignore"):
        return np.asarray(np.asarray(mean, wide) + np.asarray(std, wide) * standard).astype(dtype)


def randint(low: Any, high: Any, /, *, shape: Shape, device: Any = None, dtype: np.dtype, seed: int) -> np.ndarray:
    # the last one in place of the end, which the dtype may not hold
    last = high - 1
    shape = _shape(shape, low, high)
    low, last = (np.asarray(x).astype(dtype) for x in (low, last))
    return np.asarray(_generator(seed).integers(low, last, shape, dtype, endpoint=True))


def multinomial(
    population_size: int,
    num_samples: int,
    /,
    *,
    batch_size: int = 1,
    probs: np.ndarray | None = None,
    replace: bool = True,
    device: Any = None,
    seed: int,
) -> np.ndarray:
    generator = _generator(seed)
    weights = np.ones(population_size) if probs is None else probs.astype(np.float64)
    weights = np.broadcast_to(weights, (batch_size, population_size))
    if not replace:
        # the first of clocks that ring at the rates of the weights are a draw without replacement; a quotient might overflow
        with np.errstate(divide="ignore"):
            rings = np.log(generator.standard_exponential(weights.shape)) - np.log(weights)
        return np.argsort(rings, axis=1, kind="stable")[:, :num_samples]
    # great ones are halved until no sum overflows
    halved = np.where(weights.max(axis=1, keepdims=True) > 1, 2.0 ** -population_size.bit_length(), 1.0)
    sums = np.cumsum(weights * halved, axis=1)
    places = generator.random((batch_size, num_samples)) * sums[:, -1:]
    found = np.empty(places.shape, np.int64)
    for row in range(batch_size):
        found[row] = np.searchsorted(sums[row], places[row], side="right")
    # a place that rounding has brought to the end
    return np.minimum(found, _last(weights))


def _last(weights: np.ndarray) -> np.ndarray:
    """The last member of each row with a weight above 0."""
    return weights.shape[1] - 1 - np.argmax(weights[:, ::-1] > 0, axis=1, keepdims=True)


def shuffle(x: np.ndarray, axis: int = 0, /, *, seed: int) -> np.ndarray:
    return np.take(x, permutation(x.shape[axis], seed), axis)


def permutation(length: int, key: int) -> np.ndarray:
    """The integers up to a length, in a random order."""
    return _generator(key).permutation(length)
