"""Values that are not sampled, because no rule says what the result is."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pytest_aikit.numerics import wide


class LeftOut(NamedTuple):
    """Where arguments, brought to their common dtype, are replaced by 1, and why."""

    where: Callable[..., Any]
    why: str


def any_of(*masks: Any) -> Any:
    return functools.reduce(np.logical_or, masks)


def not_finite(*arrays: np.ndarray) -> Any:
    return any_of(*(~np.isfinite(array.astype(np.complex128)) for array in arrays))


def extreme(*arrays: np.ndarray) -> Any:
    """Not finite, or so large or small that an intermediate square leaves the range."""
    sizes = [np.abs(array.astype(wide.complex_())) for array in arrays]
    return any_of(*(~(size < 1e9) | ((size < 1e-9) & (size > 0)) for size in sizes))


def by_the_table(*poles: complex) -> LeftOut:
    """Complex numbers that are not finite, and poles: the standard has a table of them."""
    return LeftOut(
        lambda x: any_of(not_finite(x), *(x == pole for pole in poles)),
        "the standard's own table of complex special cases is the business of the check `special`",
    )
