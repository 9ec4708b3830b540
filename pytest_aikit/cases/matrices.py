"""Matrices of a stated condition, for the samples of linear algebra.

Each recipe holds for any seed, size and stack, and up to the rounding to a floating dtype of 8 bits or more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

Shape = tuple[int, ...]


def _random(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Numbers whose parts are between -1 and 1."""
    values = random.uniform(-1, 1, shape)
    return values + 1j * random.uniform(-1, 1, shape) if of_complex else values


def _disturbance(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Matrices of a norm below 1/2."""
    return _random(random, shape, of_complex) / (3 * max(shape[-1], 1))


def _adjoint(x: np.ndarray) -> np.ndarray:
    return np.conj(np.swapaxes(x, -1, -2))


def _symmetrized(x: np.ndarray) -> np.ndarray:
    return (x + _adjoint(x)) / 2


def _well_conditioned(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Condition number below 3; its greatest elements are not on the diagonal, so that rows must be exchanged."""
    identity = np.roll(np.eye(shape[-1]), 1, axis=0)
    return identity + _disturbance(random, shape, of_complex)


def _positive_definite(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Hermitian, with eigenvalues of 1 and above, and a condition number below 1 + 2 n."""
    factor = _random(random, shape, of_complex)
    # BLAS leaves traces of an imaginary part on the diagonal
    return _symmetrized(factor @ _adjoint(factor)) / max(shape[-1], 1) + np.eye(shape[-1])


def _hermitian(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Hermitian, with eigenvalues of either sign that are at least 1 apart."""
    return np.diag(2.0 * np.arange(-1, shape[-1] - 1)) + _symmetrized(_disturbance(random, shape, of_complex))


def _separated(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Eigenvalues that are at least 1 apart, two of which are complex; eigenvectors that are nearly orthogonal."""
    n = shape[-1]
    blocks = np.diag(4.0 * np.arange(n))
    if n > 1:
        blocks[:2, :2] = [[0, 2], [-2, 0]]
    return blocks + _disturbance(random, shape, of_complex)


def _negative_determinant(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Well conditioned, with a determinant that is below 0, or whose real part is."""
    found = _well_conditioned(random, shape, of_complex)
    if found.size:
        found[..., 0, :] *= np.where(np.linalg.det(found).real > 0, -1, 1)[..., None]
    return found


def _directions(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Orthonormal columns, as many as there are rows."""
    square = (*shape[:-2], shape[-2], shape[-2])
    return np.linalg.qr(_random(random, square, of_complex) + 2 * np.eye(shape[-2]))[0]


def _beside(
    made: Callable[..., np.ndarray], *, upper: bool
) -> Callable[[np.random.Generator, Shape, bool], np.ndarray]:
    """Hermitian ones of which one triangle is overwritten, as where nothing reads it."""

    def spoiled(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
        found, rest = made(random, shape, of_complex), np.full(shape, 9 - 5j if of_complex else 9)
        return np.triu(found) + np.tril(rest, -1) if upper else np.tril(found) + np.triu(rest, 1)

    return spoiled


_CLUSTER = (1.0, 1.0, 1.0, 1 + 2.0**-9, 3.0, 3.0)
"""Values of which some are equal, and one is next to them."""


def _clustered_hermitian(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Hermitian, with eigenvalues that are repeated or next to each other, every fourth below 0."""
    n = shape[-1]
    values = np.resize(_CLUSTER, n) * np.where(np.arange(n) % 4 == 3, -1, 1)
    vectors = _directions(random, shape, of_complex)
    return _symmetrized(vectors * values @ _adjoint(vectors))


def _clustered(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Singular values that are repeated or next to each other."""
    rows, columns = shape[-2:]
    inner = min(rows, columns)
    left = _directions(random, shape, of_complex)[..., :inner]
    right = _directions(random, (*shape[:-2], columns, rows), of_complex)[..., :inner]
    return left * np.resize(_CLUSTER, inner) @ _adjoint(right)


def _low_rank(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
    """Small integers; one less than the full rank; singular values that are 0, or 1 and above."""
    rows, columns = shape[-2:]
    rank = max(min(rows, columns) - 1, 0)

    def integers(*size: int) -> np.ndarray:
        found = random.integers(-1, 2, (*shape[:-2], *size)).astype(float)
        return found + 1j * random.integers(-1, 2, found.shape) if of_complex else found

    identity = np.broadcast_to(np.eye(rank), (*shape[:-2], rank, rank))
    tall = np.concatenate([integers(rows - rank, rank), identity], axis=-2)
    return tall @ np.concatenate([identity, integers(rank, columns - rank)], axis=-1)


def _with_one(spoiled: Callable[[np.ndarray], None]) -> Callable[[np.random.Generator, Shape, bool], np.ndarray]:
    """Positive definite ones, but for the one in the middle of a stack, which `spoiled` fills."""

    def made(random: np.random.Generator, shape: Shape, of_complex: bool) -> np.ndarray:
        found = _positive_definite(random, shape, of_complex)
        stack = found.reshape(-1, *shape[-2:])
        for matrix in stack[len(stack) // 2 :][:1]:
            spoiled(matrix)
        return found

    return made


def _filled(value: float) -> Callable[[np.ndarray], None]:
    return lambda matrix: matrix.fill(complex(value, value) if value != value and np.iscomplexobj(matrix) else value)


def _nan_above(matrix: np.ndarray) -> None:
    matrix[0, -1] = np.nan


def _infinity_below(matrix: np.ndarray) -> None:
    matrix[-1, 0] = complex(1, -np.inf) if np.iscomplexobj(matrix) else -np.inf


MATRICES: Mapping[str, Callable[[np.random.Generator, Shape, bool], np.ndarray]] = {
    "matrix": _random,
    "well conditioned": _well_conditioned,
    "positive definite": _positive_definite,
    "hermitian": _hermitian,
    "lower triangle of hermitian": _beside(_hermitian, upper=False),
    "lower triangle of positive definite": _beside(_positive_definite, upper=False),
    "upper triangle of positive definite": _beside(_positive_definite, upper=True),
    "separated": _separated,
    "low rank": _low_rank,
    "negative determinant": _negative_determinant,
    "clustered hermitian": _clustered_hermitian,
    "clustered": _clustered,
    # what must be refused, or shows in its own place alone
    "singular": _with_one(_filled(1)),
    "negative": _with_one(_filled(-1)),
    "a NaN": _with_one(_nan_above),
    "an infinity": _with_one(_infinity_below),
    "all NaN": _with_one(_filled(np.nan)),
}
"""What the values of an array of a row are said to be -> the recipe, of a seeded generator, the shape, and whether the
dtype is complex."""
