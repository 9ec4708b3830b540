"""Numbers that are the same on every backend."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.core.shapes import require_size
from aikit.functional.rules.linear_algebra import clamped_diagonal


def as_int64(number: Any) -> Any:
    """The int64 whose bits are those of `number` modulo 2**64: sums and products wrap to what fits another dtype."""
    return (number + 2**63) % 2**64 - 2**63


def upper_triangle(n_rows: int, n_cols: int | None, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The indices of the upper triangle of a matrix, on the host."""
    shape = n_rows, n_rows if n_cols is None else n_cols
    if min(shape) < 0:
        raise ValueError("a negative length")  # NumPy takes it for 0
    require_size(*shape)
    return np.triu_indices(n_rows, clamped_diagonal(k, shape), shape[1])
