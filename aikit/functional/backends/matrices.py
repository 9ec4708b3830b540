"""What the values of matrices may forbid, as errors that say which; `aikit.explain` puts them in words.

The backends raise them in eager calls on a CPU, where looking at a result costs next to nothing.
"""

from __future__ import annotations

import math
from typing import Any


class SingularMatrix(ValueError):
    """There is no inverse."""


class NotPositiveDefinite(ValueError):
    """There is no Cholesky factor."""


class NotFinite(ValueError):
    """There are NaN or infinities, of which LAPACK makes errors, NaN or an endless loop."""


def is_square(shape: Any) -> bool:
    """Whether a shape ends in two lengths that are equal, or may be; None is an unknown one."""
    return len(shape) > 1 and (shape[-1] == shape[-2] or None in (shape[-1], shape[-2]))


def check_square(shape: Any) -> None:
    """Raise where an array holds no square matrices."""
    if not is_square(shape):
        raise ValueError(f"square matrices are needed; got the shape {tuple(shape)}")


def check_matrix(shape: Any) -> None:
    """Raise where an array holds no matrices."""
    if len(shape) < 2:
        raise ValueError(f"matrices are needed; got the shape {tuple(shape)}")


MATRIX_NORMS = frozenset({"fro", "nuc", None, 1, -1, 2, -2, math.inf, -math.inf})
"""The orders of a matrix norm."""


BY_SINGULAR_VALUES = frozenset({"nuc", 2, -2})
"""The orders of a matrix norm that are made of singular values."""


def check_norm(shape: Any, ord: Any) -> None:
    """Raise where there is no matrix norm of an order, or none of matrices without elements."""
    check_matrix(shape)
    if ord not in MATRIX_NORMS:
        raise ValueError(f"there is no matrix norm of the order {ord!r}")
    if not isinstance(ord, str | None) and 0 in shape[-2:]:
        raise ValueError(f"matrices of shape {tuple(shape)} have no elements")
