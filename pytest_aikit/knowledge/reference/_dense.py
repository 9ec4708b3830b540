"""Matrices in the wide type: elimination, and rotations by Jacobi, for all pairs of columns at once.

It has digits enough for what a narrower one is held against. mpmath, which the references take for the others, would take
minutes for matrices of many rows. Elimination is done of numbers of mpmath, too: its own takes ten times as long.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.numerics import wide

MOST_ROWS = 9
"""How many rows a matrix of numbers of mpmath may have."""


def is_enough(x: np.ndarray) -> bool:
    """Whether the wide type does for the matrices of a stack; those of a narrow dtype come in a type that is narrower."""
    if x.dtype.kind not in "fc" or not x.size:
        return False
    return is_large(x) or bool(np.finfo(x.dtype).eps > np.finfo(wide.real()).eps)


def is_large(x: np.ndarray) -> bool:
    return max(x.shape[-2:]) > MOST_ROWS


def in_wide(x: np.ndarray) -> np.ndarray:
    """The same in the wide type; numbers of mpmath remain what they are."""
    return x if x.dtype == object else x.astype(wide.complex_() if np.iscomplexobj(x) else wide.real())


def eliminated(x: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The determinant of one matrix, and the solution for each column of `right`, by elimination with pivots."""
    n = len(x)
    both = np.concat([in_wide(x), in_wide(right).astype(in_wide(x).dtype)], axis=1)
    determinant = both.dtype.type(1)
    for step in range(n):
        pivot = step + int(np.argmax(np.abs(both[step:, step])))
        if pivot != step:
            both[[step, pivot]] = both[[pivot, step]]
            determinant = -determinant
        determinant = determinant * both[step, step]
        if both[step, step] == 0:
            return determinant, np.full(right.shape, np.nan, both.dtype)
        both[step] = both[step] / both[step, step]
        factors = both[:, step].copy()
        factors[step] = 0
        both -= factors[:, None] * both[step]
    return determinant, both[:, n:]


def cholesky(x: np.ndarray) -> np.ndarray:
    """The lower factor of one matrix, column after column; a ValueError where it is not positive definite."""
    lower = np.zeros_like(in_wide(x))
    for column in range(len(x)):
        known = np.sum(lower[column:, :column] * np.conj(lower[column, :column]), axis=-1)
        rest = x[column:, column] - known
        if rest[0].real <= 0:
            raise ValueError("the matrix is not positive definite")
        lower[column:, column] = rest / rest[0].real ** 0.5
    return lower


def singular_values(x: np.ndarray) -> np.ndarray:
    """Those of one matrix, in descending order, by one-sided rotations of pairs of columns."""
    columns = in_wide(x if x.shape[0] >= x.shape[1] else np.conj(x.T))
    count = columns.shape[1]
    if count % 2:
        columns = np.concat([columns, np.zeros_like(columns[:, :1])], axis=1)
    eps = np.finfo(columns.dtype).eps
    # what is left of a column that depends on others is rounding, and turns with each rotation
    nothing = np.sum(np.abs(columns) ** 2) * eps**2
    for _ in range(_MOST_SWEEPS):
        if _sweep(columns, nothing) < eps * 8:
            break
    return np.sort(np.sqrt(np.sum(np.abs(columns) ** 2, axis=0)))[::-1][:count]


_MOST_SWEEPS = 30


def _sweep(columns: np.ndarray, nothing: Any) -> Any:
    """Rotate each pair of columns once, so many at once as there are pairs; the greatest cosine that was found.

    A column whose square is not above `nothing` is orthogonal to all.
    """
    places = np.arange(columns.shape[1])
    worst = 0.0
    for _ in range(len(places) - 1):
        half = len(places) // 2
        worst = max(worst, _rotate(columns, places[:half], places[: half - 1 : -1], nothing))
        # all but the first go round: each meets each other one once
        places[1:] = np.roll(places[1:], 1)
    return worst


def _rotate(columns: np.ndarray, first: np.ndarray, second: np.ndarray, nothing: Any) -> Any:
    a, b = columns[:, first], columns[:, second]
    sizes = np.sum(np.abs(a) ** 2, axis=0), np.sum(np.abs(b) ** 2, axis=0)
    product = np.sum(np.conj(a) * b, axis=0)
    size = np.where(np.minimum(*sizes) <= nothing, 0, np.abs(product))
    cosine = np.max(np.where(size == 0, 0, size / np.sqrt(np.where(size == 0, 1, sizes[0] * sizes[1]))))
    phase = np.where(size == 0, 1, product / np.where(size == 0, 1, size))
    ratio = (sizes[1] - sizes[0]) / (2 * np.where(size == 0, 1, size))
    tangent = np.where(size == 0, 0, np.copysign(1, ratio) / (np.abs(ratio) + np.sqrt(1 + ratio**2)))
    c = 1 / np.sqrt(1 + tangent**2)
    columns[:, first] = c * a - c * tangent * b * np.conj(phase)
    columns[:, second] = c * tangent * a * phase + c * b
    return cosine


def hermitian_eigenvalues(x: np.ndarray) -> np.ndarray:
    """Those of one matrix, in ascending order: moved above 0 they are its singular values."""
    shift = np.sqrt(np.sum(np.abs(in_wide(x)) ** 2)) * 2
    return (singular_values(in_wide(x) + shift * np.eye(len(x), dtype=in_wide(x).dtype)) - shift)[::-1]


def eigenvalues(x: np.ndarray) -> np.ndarray:
    """Those of one matrix; an ArithmeticError where they are not apart, for then no similar matrix is all but diagonal."""
    vectors = in_wide(np.linalg.eig(x.astype(np.complex128))[1])
    similar = eliminated(vectors, in_wide(x).astype(vectors.dtype) @ vectors)[1]
    values = np.diagonal(similar).copy()
    rest = np.abs(similar - np.diag(values)).sum()
    if not rest <= 1e-8 * np.abs(values).max():
        raise ArithmeticError(f"no eigenvalues: what is not on the diagonal comes to {rest}")
    return values
