"""What is the same for all decompositions of a matrix that are right, whatever the signs, phases and order of their vectors.

Each is a polynomial in what is decomposed, or made of the one factor whose diagonal is positive, so that differences of
it are as exact as the arithmetic. The first of a pair is written for a namespace of the standard, and shown in failures.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.knowledge.records import Unique
from pytest_aikit.knowledge.reference._matrices import adjoint, matrix_product
from pytest_aikit.knowledge.reference.linear_algebra import hermitian_eigenvalues, singular_values


def _of_eigvals(xp: Any, values: Any) -> list[Any]:
    squares = values * values
    return [xp.sum(one, axis=-1) for one in (values, squares, squares * values)]


def _eigvals(x: np.ndarray) -> list[np.ndarray]:
    powers = (x, matrix_product(x, x), matrix_product(x, x, x))
    return [np.asarray(np.trace(one, axis1=-2, axis2=-1) + 0j) for one in powers]


def _of_eig(xp: Any, values: Any, vectors: Any) -> list[Any]:
    squares = values * values
    square = xp.matmul(vectors * xp.expand_dims(squares, axis=-2), xp.linalg.inv(vectors))
    lengths = xp.sum(xp.real(vectors * xp.conj(vectors)), axis=-2)
    return [*(xp.sum(one, axis=-1) for one in (values, squares, squares * values)), square, lengths]


def _eig(x: np.ndarray) -> list[np.ndarray]:
    return [*_eigvals(x), matrix_product(x, x) + 0j, np.ones(x.shape[:-1])]


def _of_eigh(xp: Any, values: Any, vectors: Any) -> list[Any]:
    adjoint = xp.conj(xp.matrix_transpose(vectors))
    squares = xp.astype(xp.expand_dims(values * values, axis=-2), vectors.dtype)
    return [values, xp.matmul(vectors * squares, adjoint), xp.matmul(adjoint, vectors)]


def _eigh(x: np.ndarray) -> list[np.ndarray]:
    return [hermitian_eigenvalues(x), matrix_product(x, x), _identity(x, x.shape[-1])]


def _identity(x: np.ndarray, size: int) -> np.ndarray:
    return np.broadcast_to(np.eye(size, dtype=x.dtype), (*x.shape[:-2], size, size))


def _of_svd(xp: Any, u: Any, s: Any, vh: Any) -> list[Any]:
    inner = s.shape[-1]
    u, vh = u[..., :inner], vh[..., :inner, :]
    cubes = xp.astype(xp.expand_dims(s * s * s, axis=-2), u.dtype)
    products = [(u * cubes, vh), (xp.conj(xp.matrix_transpose(u)), u), (vh, xp.conj(xp.matrix_transpose(vh)))]
    return [s, *(xp.matmul(one, other) for one, other in products)]


def _svd(x: np.ndarray, *, full_matrices: bool) -> list[np.ndarray]:
    identity = _identity(x, min(x.shape[-2:]))
    return [singular_values(x), matrix_product(x, adjoint(x), x), identity, identity]


def _of_qr(xp: Any, q: Any, r: Any) -> list[Any]:
    inner = min(q.shape[-2], r.shape[-1])
    q, r = q[..., :inner], r[..., :inner, :]
    numbers = xp.astype(xp.arange(1, inner + 1, device=q.device), q.dtype)
    products = [(q * numbers, xp.conj(xp.matrix_transpose(q))), (xp.conj(xp.matrix_transpose(r)) * numbers, r)]
    return [xp.matmul(one, other) for one, other in products]


def _qr(x: np.ndarray, *, mode: str) -> list[np.ndarray]:
    q = _orthogonalized(x[..., : min(x.shape[-2:])])
    r = matrix_product(adjoint(q), x)
    numbers = np.arange(1, q.shape[-1] + 1)
    return [matrix_product(q * numbers, adjoint(q)), matrix_product(adjoint(r) * numbers, r)]


def _orthogonalized(x: np.ndarray) -> np.ndarray:
    """The columns made orthonormal, one after the other."""
    found: list[np.ndarray] = []
    for column in np.moveaxis(x, -1, 0):
        for other in found:
            column = column - other * np.sum(np.conj(other) * column, axis=-1, keepdims=True)
        found.append(column / np.sqrt(np.sum(np.abs(column) ** 2, axis=-1, keepdims=True)))
    return np.stack(found, axis=-1) if found else x


def _of_lu(xp: Any, factors: Any, pivots: Any) -> list[Any]:
    inner = pivots.shape[-1]
    lower = xp.tril(factors[..., :inner], k=-1) + xp.eye(
        factors.shape[-2], inner, dtype=factors.dtype, device=factors.device
    )
    product = xp.matmul(lower, xp.triu(factors[..., :inner, :]))
    return [xp.matmul(xp.conj(xp.matrix_transpose(product)), product)]


def _lu(x: np.ndarray, *, pivot: bool) -> list[np.ndarray]:
    return [matrix_product(adjoint(x), x)]


EIG, EIGVALS = Unique(_of_eig, _eig), Unique(_of_eigvals, _eigvals)
EIGH, LU, QR, SVD = Unique(_of_eigh, _eigh), Unique(_of_lu, _lu), Unique(_of_qr, _qr), Unique(_of_svd, _svd)
