"""Values that are not sampled, because no rule says what the result is."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pytest_aikit.numerics.comparing import Format

IMPLEMENTATION = "left to the implementation by the standard"


class LeftOut(NamedTuple):
    """Where arguments, brought to their common dtype, are replaced by 1, and why.

    `of_format` : whether `where` takes the format of that dtype before them.
    """

    where: Callable[..., Any]
    why: str
    of_format: bool = False


class NotAlone(NamedTuple):
    """Which special values are not put alone among the ordinary ones of an argument, and why.

    `words` : of ``NaN``, ``infinity`` and ``-infinity``, and ``complex NaN``.
    """

    words: tuple[str, ...]
    why: str


INFINITIES = ("infinity", "-infinity")
EACH = (*INFINITIES, "NaN", "complex NaN")


def any_of(*masks: Any) -> Any:
    return functools.reduce(np.logical_or, masks)


def not_finite(*arrays: np.ndarray) -> Any:
    return any_of(*(~np.isfinite(array.astype(np.complex128)) for array in arrays))


def product_at_the_ends(form: Format, z: np.ndarray, w: np.ndarray) -> Any:
    """Where complex numbers are not finite, or their product is next to overflow or to vanishing."""
    with np.errstate(all="ignore"):
        return not_finite(z, w) | ((z != 0) & (w != 0) & _is_at_the_ends(form, np.abs(z) * np.abs(w)))


def quotient_at_the_ends(form: Format, z: np.ndarray, w: np.ndarray) -> Any:
    """Where complex numbers are not finite, or as large as that, the divisor is 0, or the quotient overflows or vanishes nearly."""
    with np.errstate(all="ignore"):
        large = ~(np.maximum(np.abs(z), np.abs(w)) < form.greatest / 2)
        at_the_ends = _is_at_the_ends(form, np.abs(z) / np.abs(w))
        return not_finite(z, w) | large | (w == 0) | ((z != 0) & at_the_ends)


def power_at_the_ends(form: Format, z: np.ndarray, w: np.ndarray) -> Any:
    """Where complex numbers are not finite, or z to the power w is next to overflow or to vanishing.

    So is what its error is a fraction of: the logarithm's is multiplied by w.
    """
    with np.errstate(all="ignore"):
        logarithm = w * np.log(np.where(z == 0, 1, z))
        size = np.exp(logarithm.real)
        return not_finite(z, w) | _is_at_the_ends(form, size) | ~(size * np.abs(logarithm) < form.greatest / 8)


def _is_at_the_ends(form: Format, size: np.ndarray) -> Any:
    """Whether a sum of so large products overflows, or digits of such a number are subnormal, as rounding errors then are."""
    return ~((size >= form.smallest_normal * 2.0**form.digits) & (size < form.greatest / 8))


def subnormal_remainder(form: Format, x1: np.ndarray, x2: np.ndarray) -> Any:
    """Where truncated division leaves a remainder that is subnormal, and more than zero."""
    left = np.abs(np.fmod(x1, x2))
    return (left > 0) & (left < form.smallest_normal)


def subnormal_difference(form: Format, x1: np.ndarray, x2: np.ndarray) -> Any:
    """Where numbers that are not subnormal have a difference that is, which may be taken as zero."""
    normal = np.minimum(np.abs(x1), np.abs(x2)) >= form.smallest_normal
    return normal & (x1 != x2) & (np.abs(x1 - x2) < form.smallest_normal)


def by_the_table(*poles: complex) -> LeftOut:
    """Complex numbers that are not finite, and poles: the standard has a table of them."""
    return LeftOut(
        lambda x: any_of(not_finite(x), *(x == pole for pole in poles)),
        "the standard's own table of complex special cases is the business of the check `special`",
    )
