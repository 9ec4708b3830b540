"""The values of a dtype at which functions go wrong, and ordinary values beside them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np

from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of

COUNT = 24
"""How many special values there are in every dtype: one number, so that all cells of a function share one shape."""
ORDINARY = 40
"""How many ordinary values stand beside the special ones in the samples of elementwise functions."""


@functools.cache
def special_values(dtype: str) -> np.ndarray:
    """The `COUNT` special values of a dtype, read-only."""
    kind = kind_of(dtype)
    if kind == "b":
        values: Any = [False, True, True, False] * (COUNT // 4)
    elif kind in "iu":
        values = _integers(dtype)
    elif kind == "f":
        values = _reals(dtype)
    else:
        values = _complexes(dtype)
    return _frozen(values, dtype)


@functools.cache
def subnormal_values(dtype: str) -> np.ndarray:
    """Subnormal numbers of a real floating dtype, and a few others to meet them; read-only."""
    limits = ml_dtypes.finfo(numpy_dtype(dtype))
    least, tiny = float(limits.smallest_subnormal), float(limits.smallest_normal)
    values = np.array(
        [least, -3 * least, tiny / 2, 1.0, tiny - least, -tiny / 4, 0.0, -0.5, 5 * least, 2.0, -tiny, -least]
    )
    return _frozen(values, dtype)


def _frozen(values: Any, dtype: str) -> np.ndarray:
    array = np.asarray(values).astype(numpy_dtype(dtype))
    array.flags.writeable = False
    return array


def between_special(values: np.ndarray, special: np.ndarray) -> np.ndarray:
    """Values with special ones before them, in the middle and behind them, for a kernel of many may lose some of those."""
    half = values.size // 2
    return np.concatenate([special, values[:half], special, values[half:], special])


def _integers(dtype: str) -> Sequence[int]:
    limits = np.iinfo(dtype)
    near = [
        0,
        1,
        2,
        3,
        4,
        5,
        7,
        8,
        10,
        13,
        31,
        64,
        100,
        limits.max,
        limits.max - 1,
        limits.max // 2,
        limits.max // 2 + 1,
    ]
    if limits.min < 0:
        near += [-1, -2, -3, -7, -100, limits.min, limits.min + 1]
    else:
        near += [15, 16, 17, 32, 63, 127, limits.max - 2]
    # an array of Python ints larger than int64 needs its dtype at once
    return np.asarray(near[:COUNT], dtype=dtype)  # type: ignore[return-value]


def _reals(dtype: str) -> Sequence[float]:
    limits = ml_dtypes.finfo(numpy_dtype(dtype))
    eps, tiny, largest = (float(x) for x in (limits.eps, limits.smallest_normal, limits.max))
    values = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.0, -2.5, 3.0, -3.0, 10.0]
    return [*values, 1 + eps, 1 - eps / 2, tiny, -tiny, 2 * tiny, -3 * tiny, largest, -largest, 8 * np.pi]


def _complexes(dtype: str) -> Sequence[complex]:
    parts = [
        (0.0, 0.0), (-0.0, 0.0), (0.0, -0.0), (-0.0, -0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0),
        (1.5, -2.5), (-1.5, 2.5), (3.0, 4.0), (-3.0, -4.0), (0.5, 0.5), (-0.5, 0.25), (1e-4, 1.0), (1.0, 1e-4),
        (np.inf, 1.0), (-np.inf, 0.0), (1.0, np.inf), (0.0, -np.inf), (np.inf, np.nan), (np.nan, 1.0), (1.0, np.nan),
        (np.nan, np.nan),
    ]  # fmt: skip
    return [complex(*pair) for pair in parts]


@functools.cache
def ordinary_values(dtype: str, count: int, domain: tuple[float, float] | None = None, seed: int = 0) -> np.ndarray:
    """Values of a dtype without NaN, infinities and extremes, within `domain`, the same at each call; read-only."""
    random = np.random.default_rng([seed, count])
    kind = kind_of(dtype)
    if kind == "b":
        return _frozen(random.integers(0, 2, count), dtype)
    if kind in "iu":
        low, high = (0, 60) if kind == "u" else (-60, 60)
        return _frozen(random.integers(low, high, count), dtype)
    if kind == "c":
        parts = [ordinary_values(real_of(dtype), count, None, seed + k).astype(float) for k in (1, 2)]
        return _frozen(parts[0] + 1j * parts[1], dtype)
    return _frozen(_reals_in(domain, count, random), dtype)


def _reals_in(domain: tuple[float, float] | None, count: int, random: np.random.Generator) -> np.ndarray:
    low, high = domain or (-np.inf, np.inf)
    if np.isfinite(low) and np.isfinite(high):
        return random.uniform(low, high, count)
    # magnitudes over several powers of two, which float16 holds too
    spread = 2.0 ** random.uniform(-6, 4, count)
    if np.isfinite(low):
        return low + spread
    return spread * random.choice([-1.0, 1.0], count)
