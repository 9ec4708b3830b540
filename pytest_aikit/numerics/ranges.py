"""Values over the whole range of a dtype: every binade, powers of two, and all values of the narrow dtypes."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from pytest_aikit.numerics import wide
from pytest_aikit.numerics.comparing import format_of
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of

MANTISSAS = (1.0, 1.3, 1.9)
"""What stands before each power of two: the power itself, and a value in either half of the binade."""
EVERY_NTH = 32
"""Of the binades of the parts of complex numbers, which are taken in pairs, one in so many."""


def frozen(values: Any, dtype: str) -> np.ndarray:
    """Values as a read-only array of a dtype."""
    array = np.asarray(values).astype(numpy_dtype(dtype))
    array.flags.writeable = False
    return array


@functools.cache
def every_value(dtype: str) -> np.ndarray:
    """All values of a dtype of 8 or 16 bits; of the many NaN of a floating one, each once, too."""
    width = numpy_dtype(dtype).itemsize
    values = np.arange(1 << (8 * width), dtype=np.uint32).astype(f"uint{8 * width}").view(numpy_dtype(dtype))
    values.flags.writeable = False
    return values


@functools.cache
def binades(dtype: str) -> np.ndarray:
    """Every binade of a real floating dtype with both signs, those of the subnormal numbers, too."""
    form = format_of(dtype)
    exponents = np.arange(form.least - form.digits + 1, int(np.frexp(form.greatest)[1]))
    sizes = np.ldexp(np.asarray(MANTISSAS)[:, None], exponents).ravel()
    found = frozen(np.concatenate([sizes, -sizes]), dtype)
    return frozen(np.unique(found[np.isfinite(found) & (found != 0)]), dtype)


@functools.cache
def within_binades(dtype: str) -> np.ndarray:
    """Many values in each binade about 1 of a floating dtype, with both signs, where formulae go over to others.

    Those of a complex one have such parts, in no order.
    """
    random, exponents = np.random.default_rng(11), np.arange(-_ABOUT_ONE, _ABOUT_ONE)
    sizes = np.ldexp(1 + random.random((_WITHIN, exponents.size)), exponents).ravel()
    real = np.concatenate([sizes, -sizes])
    return frozen(random.permutation(real) + 1j * random.permutation(real) if kind_of(dtype) == "c" else real, dtype)


_ABOUT_ONE, _WITHIN = 8, 32
"""Of so many binades to either side of 1, so many values each."""


@functools.cache
def complex_binades(dtype: str) -> np.ndarray:
    """Every `EVERY_NTH` binade of one part, with both signs and zero, beside each such of the other; and the last in both."""
    form = format_of(dtype)
    least, greatest = form.least, int(np.frexp(form.greatest)[1])
    if not wide.EXTENDED and form.digits > 50:
        # at the extremes formulae need more digits than the numbers of mpmath have
        least, greatest = -64, 64
    exponents = np.arange(least + EVERY_NTH // 2, greatest, EVERY_NTH)
    sizes = np.ldexp(np.resize(MANTISSAS, exponents.size), exponents)
    parts = np.concatenate([-sizes, [0.0], sizes])
    # of which the absolute value may overflow
    largest = np.ldexp([1.0, 1.75, -1.0, -1.75], greatest - 1)
    pairs = (parts[:, None] + 1j * parts).ravel(), (largest[:, None] + 1j * largest).ravel()
    return frozen(np.concatenate(pairs), dtype)


@functools.cache
def near_powers(dtype: str) -> np.ndarray:
    """Every power of two that an integer dtype has, with both signs, and the integers beside it."""
    limits = np.iinfo(dtype)
    found = {sign * (1 << bit) + step for bit in range(limits.bits) for sign in (1, -1) for step in (-1, 0, 1)}
    return np.asarray(sorted(one for one in found if limits.min <= one <= limits.max), dtype=dtype)


def beside(points: Iterable[Any], dtype: str) -> np.ndarray:
    """Points of either sign, rounded to a real floating dtype, and the values next to each on both sides."""
    with np.errstate(all="ignore"):
        near = np.asarray(list(points)).astype(numpy_dtype(dtype))
        up, down = (np.nextafter(near, near.dtype.type(end)) for end in (np.inf, -np.inf))
        found = np.concatenate([near, up, down])
        found = np.concatenate([found, -found])
    return frozen(np.unique(found[np.isfinite(found)]), dtype)


def parts_of(dtype: str) -> str:
    """The dtype of the parts of a complex dtype, else the dtype."""
    return real_of(dtype) if kind_of(dtype) == "c" else dtype
