"""What the values of matrices may forbid, as errors that say which; `aikit.explain` puts them in words.

The backends raise them in eager calls on a CPU, where looking at a result costs next to nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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


def check_vectors(shape1: Sequence[int | None], shape2: Sequence[int | None], axis: int) -> None:
    """Raise where an axis is not negative or out of range, or has another length than 3; None is an unknown length."""
    if not -min(len(shape1), len(shape2)) <= axis < 0:
        raise ValueError(f"axis={axis} is not negative, or out of range for the shapes {shape1} and {shape2}")
    if any(shape[axis] not in (3, None) for shape in (shape1, shape2)):
        raise ValueError(f"the shapes {shape1} and {shape2} must have length 3 along axis={axis}")


_LONGEST = 2**62


def clamped_diagonal(k: int, shape: Sequence[int | None]) -> int:
    """`k`, or the diagonal next to the matrix where `k` lies beyond: frameworks take ints of 32 or of 64 bits only.

    The last two lengths of `shape` are those of the matrix; None is one that is not known.
    """
    if len(shape) < 2:
        return k  # no matrix, which the caller refuses
    rows, columns = (_LONGEST if length is None else length for length in (shape[-2], shape[-1]))
    return max(-rows, min(k, columns))
