"""Reductions and cumulations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def reduction(reduce: Callable[..., Any]) -> Callable[..., Any]:
    """A sum or product; the argument was cast to the dtype of the result before it came here."""
    return lambda x, *, axis, dtype, keepdims: reduce(x, axis=axis, keepdims=keepdims)


def cumulative(accumulate: Any, first: int) -> Callable[..., Any]:
    """A cumulation, `first` before the others where it is to include its initial value."""

    def cumulated(x: Any, *, axis: int | None, dtype: Any, include_initial: bool) -> Any:
        axis = 0 if axis is None else axis
        result = accumulate(x, axis=axis)
        if include_initial:
            shape = list(result.shape)
            shape[axis] = 1
            result = np.concat([np.full(shape, first, dtype=result.dtype), result], axis=axis)
        return result

    return cumulated
