"""Where functions go wrong: rules that make of a floating format the points that are critical for a function.

What is sampled are the values of the dtype next to each, on both sides, with both signs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from pytest_aikit.numerics import wide
from pytest_aikit.numerics.comparing import Format

Points = Callable[[Format], Iterable[Any]]
"""Of the format of a dtype, or of the parts of a complex one, the critical points that are not negative."""


def limits(form: Format) -> np.ndarray:
    """Overflow, underflow to subnormal numbers and to zero, and the rounding beside 1."""
    real = wide.real()
    least = np.ldexp(real(1), form.least - form.digits + 1)
    unit = np.ldexp(real(1), 1 - form.digits)
    return np.array([form.greatest, form.smallest_normal, least, unit, 1 - unit / 2, 1, 1 + unit], real)


def reaching(inverse: Callable[[np.ndarray], Any]) -> Points:
    """Where a function reaches one of the limits: by its inverse, where that is real."""

    def points(form: Format) -> Any:
        with np.errstate(all="ignore"):
            found = np.abs(np.asarray(inverse(limits(form)), wide.real()))
        return found[np.isfinite(found)]

    return points


def quarter_turns(form: Format) -> Any:
    """Multiples of pi / 2, small ones and some of each size."""
    half_pi = 2 * np.arctan(wide.real()(1))
    greatest = np.frexp(form.greatest)[1]
    counts = np.concatenate([np.arange(1, 17), 2.0 ** np.arange(5, min(greatest - 2, 40), 5) + 1])
    return counts.astype(wide.real()) * half_pi


def whole(form: Format) -> Any:
    """Whole numbers and halves of them, small ones and where the format has no more fractions, and no more odd numbers."""
    small = np.arange(0, 8.5, 0.5)
    large = [2.0 ** (form.digits + step) for step in (-3, -2, -1, 0, 1)]
    between = [2.0 ** (form.digits - 2) + 0.5, 2.0 ** (form.digits - 2) + 1.5, 2.0 ** (form.digits - 1) + 1]
    # what integers hold, for where floating numbers become such in between
    integers = [2.0**bits for bits in (31, 32, 63, 64)]
    return [value for value in (*small, *large, *between, *integers) if value <= form.greatest]


def one(form: Format) -> Any:
    """1, and values that come near it as powers of two do."""
    steps = np.ldexp(wide.real()(1), -np.arange(1, form.digits))
    return np.concatenate([[1], 1 + steps, 1 - steps])


def squares(form: Format) -> Any:
    """Whose squares, and products with each other, reach the limits."""
    return np.sqrt(limits(form))


def powers(base: int) -> Points:
    """The powers of a base."""

    def points(form: Format) -> Any:
        largest = int(np.log(form.greatest) / np.log(base))
        with np.errstate(all="ignore"):
            found = wide.real()(base) ** np.arange(-largest, largest + 1)
        return found[found <= form.greatest]

    return points


def exponents(form: Format) -> Any:
    """The exponents of the format, in which the last digits of an argument matter most."""
    return np.arange(max(abs(form.least), int(np.frexp(form.greatest)[1])) + 1)
