"""The named tuples that functions of several results return."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from aikit import Array


class EigResult(NamedTuple):
    """Eigenvalues, and eigenvectors as columns."""

    eigenvalues: Array
    eigenvectors: Array


class EighResult(NamedTuple):
    """Eigenvalues of Hermitian matrices, and eigenvectors as columns."""

    eigenvalues: Array
    eigenvectors: Array


class LUFactorResult(NamedTuple):
    """The factors of matrices in one array, and the interchanges of rows."""

    LU: Array
    pivots: Array


class QRResult(NamedTuple):
    """An orthonormal and an upper triangular factor."""

    Q: Array
    R: Array


class SlogdetResult(NamedTuple):
    """The sign of a determinant, and the logarithm of its magnitude."""

    sign: Array
    logabsdet: Array


class SVDResult(NamedTuple):
    """Left singular vectors as columns, singular values, and right singular vectors as rows."""

    U: Array
    S: Array
    Vh: Array


class UniqueAllResult(NamedTuple):
    """Unique values, the index of the first of each, the inverse and the counts."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCountsResult(NamedTuple):
    """Unique values and how often each occurs."""

    values: Array
    counts: Array


class UniqueInverseResult(NamedTuple):
    """Unique values and, for each element, the index of its value among them."""

    values: Array
    inverse_indices: Array
