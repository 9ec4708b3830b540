"""Values that are not sampled, because no rule says what the result is."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pytest_aikit.numerics import wide
from pytest_aikit.numerics.comparing import Format

IMPLEMENTATION = "left to the implementation by the standard"


class LeftOut(NamedTuple):
    """Where arguments, brought to their common dtype, are replaced by 1, and why.

    `of_format` : whether `where` takes the format of that dtype before them.
    """

    where: Callable[..., Any]
    why: str
    of_format: bool = False


def any_of(*masks: Any) -> Any:
    return functools.reduce(np.logical_or, masks)


def not_finite(*arrays: np.ndarray) -> Any:
    return any_of(*(~np.isfinite(array.astype(np.complex128)) for array in arrays))


def extreme(*arrays: np.ndarray) -> Any:
    """Not finite, or so large or small that an intermediate square leaves the range."""
    sizes = [np.abs(array.astype(wide.complex_())) for array in arrays]
    return any_of(*(~(size < 1e9) | ((size < 1e-9) & (size > 0)) for size in sizes))


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
