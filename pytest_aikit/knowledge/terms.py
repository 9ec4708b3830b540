"""How many terms an element of a result has: what rounding errors add up over."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def reduced(x: np.ndarray, *, axis: Any = None, **options: Any) -> int:
    """The elements along the axes of a reduction; all of them without any."""
    if axis is None:
        return x.size
    return math.prod(x.shape[place] for place in np.atleast_1d(np.asarray(axis, int)))


def cumulated(x: np.ndarray, *, axis: int | None = None, **options: Any) -> int:
    """The elements along the axis of a cumulation, which may be left out where there is one."""
    return x.shape[0 if axis is None else axis]


def of_product(x1: np.ndarray, x2: np.ndarray) -> int:
    """The length of the axis that a product of matrices sums over."""
    return x1.shape[-1]


def of_vectors(x1: np.ndarray, x2: np.ndarray, *, axis: int) -> int:
    return x1.shape[axis]


def contracted(x1: np.ndarray, x2: np.ndarray, *, axes: Any) -> int:
    """The elements along the axes of the first array that a tensor product sums over."""
    if isinstance(axes, int):
        return math.prod(x1.shape[x1.ndim - axes :])
    return math.prod(x1.shape[place] for place in axes[0])


def of_diagonal(x: np.ndarray, **options: Any) -> int:
    return min(x.shape[-2:])


def of_order(x: np.ndarray, *args: Any, **options: Any) -> int:
    """Four for each row or column of a matrix, whichever are more: a decomposition goes over each a few times."""
    return 4 * max(x.shape[-2:], default=1)


def of_elements(x: np.ndarray, **options: Any) -> int:
    """The elements of one matrix."""
    return math.prod(x.shape[-2:])


def last_or(x: np.ndarray, *, axis: int | None = None) -> int:
    """The length of an axis, the last one where none is named."""
    return x.shape[-1 if axis is None else axis]
