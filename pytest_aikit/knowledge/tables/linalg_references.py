"""What the functions of linear algebra compute, by mpmath with 100 bits, one matrix after the other.

Where a decomposition is not unique (signs and phases of vectors, the order of eigenvalues), its arrays are not compared
with others: `PROPERTIES` says what must hold of them. Errors are measured by norms, see `SCALES`: those of a backward
stable algorithm are a small multiple of the norm of the matrix, times its condition number where the result depends on
it (Higham, Accuracy and Stability of Numerical Algorithms, chapters 9, 10, 14, 19; Golub and Van Loan, Matrix
Computations, chapters 7 and 8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from pytest_aikit.knowledge.records import Property
from pytest_aikit.numerics import wide

_BITS = 100


# ------------------------------------------------------------------------------------------------ one matrix


def _to_mpmath(matrix: np.ndarray) -> Any:
    import mpmath

    def exact(value: Any) -> Any:
        high = float(value)
        return mpmath.mpf(high) + mpmath.mpf(float(value - high))

    number = (lambda v: mpmath.mpc(exact(v.real), exact(v.imag))) if np.iscomplexobj(matrix) else exact
    return mpmath.matrix([[number(value) for value in line] for line in matrix])


def _from_mpmath(value: Any) -> Any:
    def widest(part: Any) -> Any:
        high = float(part)
        return wide.real()(high) + wide.real()(float(part - high)) if np.isfinite(high) else wide.real()(high)

    if hasattr(value, "rows"):
        return np.array([[_from_mpmath(value[i, j]) for j in range(value.cols)] for i in range(value.rows)])
    return widest(value.real) + 1j * widest(value.imag) if hasattr(value, "_mpc_") else widest(value)


def _each(function: Callable[..., Any], x: np.ndarray, shape: tuple[int, ...], dtype: Any = None) -> np.ndarray:
    """`function` of each matrix of a stack, as a matrix of mpmath; `shape`: of one result."""
    import mpmath

    result = np.zeros((*x.shape[:-2], *shape), dtype or (wide.complex_() if np.iscomplexobj(x) else wide.real()))
    if result.size:
        with mpmath.workprec(_BITS):
            for place in np.ndindex(x.shape[:-2]):
                result[place] = np.reshape(_from_mpmath(function(_to_mpmath(x[place]))), shape)
    return result


def _cholesky(x: np.ndarray, *, upper: bool) -> np.ndarray:
    import mpmath

    lower = _each(mpmath.cholesky, x, x.shape[-2:])
    return np.conj(np.swapaxes(lower, -1, -2)) if upper else lower


def _det(x: np.ndarray) -> np.ndarray:
    import mpmath

    return _each(mpmath.det, x, ()) if x.shape[-1] else np.ones(x.shape[:-2], np.result_type(x, wide.real()))


def _eigenvalues(x: np.ndarray) -> np.ndarray:
    import mpmath

    def values(matrix: Any) -> Any:
        # of a matrix of one element mpmath gives the matrix
        found = [matrix[0]] if matrix.rows == 1 else mpmath.eig(matrix, left=False, right=False)
        return mpmath.matrix([mpmath.mpc(v) for v in found])

    return _each(values, x, x.shape[-1:], wide.complex_())


def _hermitian_eigenvalues(x: np.ndarray) -> np.ndarray:
    import mpmath

    return _each(lambda matrix: mpmath.eighe(matrix, eigvals_only=True), x, x.shape[-1:], wide.real())


def _inv(x: np.ndarray) -> np.ndarray:
    import mpmath

    return _each(mpmath.inverse, x, x.shape[-2:])


def _matrix_power(x: np.ndarray, n: int) -> np.ndarray:
    return _each(lambda matrix: matrix**n, x, x.shape[-2:])


def _singular_values(x: np.ndarray) -> np.ndarray:
    import mpmath

    def values(matrix: Any) -> Any:
        # mpmath takes no more columns than rows
        return mpmath.svd(matrix if matrix.rows >= matrix.cols else matrix.H, compute_uv=False)

    return _each(values, x, (min(x.shape[-2:]),), wide.real())


def _matrix_norm(x: np.ndarray, *, keepdims: bool, ord: Any) -> np.ndarray:
    if ord in ("nuc", 2, -2):
        singular = _singular_values(x)
        result = np.sum(singular, -1) if ord == "nuc" else singular[..., 0 if ord > 0 else -1]
    elif ord in ("fro", None):
        result = np.sqrt(np.sum(np.abs(x) ** 2, axis=(-2, -1)))
    else:
        sums = np.sum(np.abs(x), axis=-2 if abs(ord) == 1 else -1)
        result = np.max(sums, axis=-1) if ord > 0 else np.min(sums, axis=-1)
    return result[..., None, None] if keepdims else result


def _cutoff(x: np.ndarray, rtol: Any, singular: np.ndarray) -> Any:
    return singular[..., :1] * (rtol[..., None] if isinstance(rtol, np.ndarray) else rtol)


def _matrix_rank(x: np.ndarray, *, rtol: Any) -> np.ndarray:
    # the samples have singular values that are exactly 0, or far above what any dtype takes for 0
    rtol = 1e-6 if rtol is None or isinstance(rtol, int) else rtol
    singular = _singular_values(x)
    return np.count_nonzero(singular > _cutoff(x, rtol, singular), axis=-1)


def _pinv(x: np.ndarray, *, rtol: Any) -> np.ndarray:
    import mpmath

    def inverse(matrix: Any) -> Any:
        if matrix.rows < matrix.cols:
            return inverse(matrix.H).H
        left, singular, right = mpmath.svd(matrix)
        kept = [1 / s if s > singular[0] * 1e-6 else mpmath.mpf(0) for s in singular]
        return right.H * mpmath.diag(kept) * left.H

    return _each(inverse, x, x.shape[:-3:-1])


def _slogdet(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    values = _det(x)
    size = np.abs(values)
    with np.errstate(all="ignore"):
        return np.where(size == 0, 0, values / np.where(size == 0, 1, size)), np.log(size)


def _solve(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
    columns = x2[:, None] if x2.ndim == 1 else x2
    result = _inv(x1) @ columns
    return result[..., 0] if x2.ndim == 1 else result


def _vector_norm(x: np.ndarray, *, axis: Any, keepdims: bool, ord: float) -> np.ndarray:
    axis = tuple(axis) if isinstance(axis, list) else axis
    size = np.abs(x)
    if abs(ord) == np.inf:
        reduce, initial = (np.max, 0) if ord > 0 else (np.min, np.inf)
        return np.asarray(reduce(size, axis=axis, keepdims=keepdims, initial=initial))
    if ord == 0:
        return np.sum(size != 0, axis=axis, keepdims=keepdims)
    with np.errstate(all="ignore"):
        return np.sum(size**ord, axis=axis, keepdims=keepdims) ** (1 / size.dtype.type(ord))


# ------------------------------------------------------------------------------------------------ shapes only


def _eig(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return _eigenvalues(x), np.zeros_like(x)


def _eigh(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return _hermitian_eigenvalues(x), np.zeros_like(x)


def _qr(x: np.ndarray, *, mode: str) -> tuple[np.ndarray, np.ndarray]:
    *stack, rows, columns = x.shape
    inner = rows if mode == "complete" else min(rows, columns)
    return np.zeros((*stack, rows, inner)), np.zeros((*stack, inner, columns))


def _svd(x: np.ndarray, *, full_matrices: bool) -> tuple[np.ndarray, ...]:
    *stack, rows, columns = x.shape
    inner = min(rows, columns)
    left, right = (rows, columns) if full_matrices else (inner, inner)
    return np.zeros((*stack, rows, left)), _singular_values(x), np.zeros((*stack, right, columns))


REFERENCES: Mapping[str, Callable[..., Any]] = {
    "cholesky": _cholesky,
    "det": _det,
    "eig": _eig,
    "eigh": _eigh,
    "eigvals": _eigenvalues,
    "eigvalsh": _hermitian_eigenvalues,
    "inv": _inv,
    "matrix_norm": _matrix_norm,
    "matrix_power": _matrix_power,
    "matrix_rank": _matrix_rank,
    "pinv": _pinv,
    "qr": _qr,
    "slogdet": _slogdet,
    "solve": _solve,
    "svd": _svd,
    "svdvals": _singular_values,
    "vector_norm": _vector_norm,
}

NOT_UNIQUE: Mapping[str, tuple[int, ...]] = {"eig": (0, 1), "eigh": (1,), "eigvals": (0,), "qr": (0, 1), "svd": (0, 2)}
"""Function -> which of its arrays any two correct implementations may give differently: see `PROPERTIES`."""


# ------------------------------------------------------------------------------------------------ properties


def _adjoint(x: np.ndarray) -> np.ndarray:
    return np.conj(np.swapaxes(x, -1, -2))


def _product(*factors: np.ndarray) -> np.ndarray:
    """A product in the wide type, for which BLAS has none."""
    result = factors[0]
    for factor in factors[1:]:
        result = np.einsum("...ij,...jk->...ik", result, factor)
    return result


def _norm(x: np.ndarray) -> np.ndarray:
    """The Frobenius norm, with two dimensions to broadcast."""
    return np.sqrt(np.sum(np.abs(x) ** 2, axis=(-2, -1), keepdims=True))


def _orthonormal(name: str, columns: np.ndarray, source: str) -> Property:
    gram = _product(_adjoint(columns), columns)
    identity = np.eye(gram.shape[-1], dtype=gram.dtype)
    both = f"np.conj(np.swapaxes({source}, -1, -2)) @ {source}, np.eye({gram.shape[-1]})"
    return Property(f"{name} is not orthonormal", gram, np.broadcast_to(identity, gram.shape), 1, both)


def _matched(found: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """The found eigenvalues, each in the place of the exact one that is nearest and not yet taken."""
    result = np.empty_like(found)
    for place in np.ndindex(found.shape[:-1]):
        left = list(found[place])
        for index, value in enumerate(exact[place]):
            result[(*place, index)] = left.pop(int(np.argmin([abs(one - value) for one in left])))
    return result


def _of_eigenvalues(x: np.ndarray, values: np.ndarray) -> Iterator[Property]:
    exact = _eigenvalues(x)
    both = "np.sort_complex(values), np.sort_complex(np.linalg.eigvals(x))"
    yield Property("wrong eigenvalues", _matched(values, exact), exact, _norm(x)[..., 0], both)


_EIGENVECTORS = "x @ vectors, vectors * values[..., None, :]"


def _of_eig(x: np.ndarray, values: np.ndarray, vectors: np.ndarray) -> Iterator[Property]:
    yield from _of_eigenvalues(x, values)
    yield Property("x @ v is not w v", _product(x, vectors), vectors * values[..., None, :], _norm(x), _EIGENVECTORS)
    lengths = np.sum(np.abs(vectors) ** 2, axis=-2)
    both = "np.sum(np.abs(vectors) ** 2, axis=-2), np.ones(values.shape)"
    yield Property("an eigenvector is not of norm 1", lengths, np.ones_like(lengths), 1, both)


def _of_eigh(x: np.ndarray, values: np.ndarray, vectors: np.ndarray) -> Iterator[Property]:
    yield Property("x @ v is not w v", _product(x, vectors), vectors * values[..., None, :], _norm(x), _EIGENVECTORS)
    yield _orthonormal("v", vectors, "vectors")


def _of_qr(x: np.ndarray, q: np.ndarray, r: np.ndarray, *, mode: str) -> Iterator[Property]:
    yield Property("Q @ R is not x", _product(q, r), x, _norm(x), "q @ r, x")
    yield _orthonormal("Q", q, "q")
    below = np.tril(r, -1)
    yield Property("R is not upper triangular", below, np.zeros_like(below), 0, "np.tril(r, -1), np.zeros(r.shape)")


def _of_svd(x: np.ndarray, u: np.ndarray, s: np.ndarray, vh: np.ndarray, *, full_matrices: bool) -> Iterator[Property]:
    inner = s.shape[-1]
    product = _product(u[..., :, :inner] * s[..., None, :], vh[..., :inner, :])
    both = "(u[..., :, : s.shape[-1]] * s[..., None, :]) @ vh[..., : s.shape[-1], :], x"
    yield Property("U diag(S) Vh is not x", product, x, _norm(x), both)
    yield _orthonormal("U", u, "u")
    yield _orthonormal("Vh", _adjoint(vh), "np.conj(np.swapaxes(vh, -1, -2))")


PROPERTIES: Mapping[str, Callable[..., Iterator[Property]]] = {
    "eig": _of_eig,
    "eigh": _of_eigh,
    "eigvals": _of_eigenvalues,
    "qr": _of_qr,
    "svd": _of_svd,
}
"""Function -> what must hold of its results, from the argument, the results in a wide type, and the keywords."""


# ------------------------------------------------------------------------------------------------ scales


def _condition(x: np.ndarray) -> np.ndarray:
    """The condition number, with two dimensions to broadcast."""
    return (_norm(x) * _norm(_inv(x)))[..., :, :] if x.size else np.ones((*x.shape[:-2], 1, 1))


def _of_norm(x: np.ndarray, **options: Any) -> np.ndarray:
    return _norm(x)[..., 0]


def _scale_of_norm(x: np.ndarray, *, keepdims: bool, ord: Any) -> np.ndarray:
    norm = _norm(x)
    return norm if keepdims else norm[..., 0, 0]


def _scale_of_pinv(x: np.ndarray, *, rtol: Any) -> np.ndarray:
    inverse = _pinv(x, rtol=rtol)
    return np.broadcast_to(_norm(x) * _norm(inverse) ** 2, inverse.shape)


def _scale_of_power(x: np.ndarray, n: int) -> np.ndarray:
    base = _norm(x) if n >= 0 else _condition(x) * _norm(_inv(x))
    return np.broadcast_to(base ** max(abs(n), 1), x.shape)


def _scale_of_solve(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
    result = _solve(x1, x2)
    columns = result[..., None] if x2.ndim == 1 else result
    scale = np.broadcast_to(_condition(x1) * _norm(columns), columns.shape)
    return scale[..., 0] if x2.ndim == 1 else scale


def _scale_of_inv(x: np.ndarray) -> np.ndarray:
    return np.broadcast_to(_condition(x) * _norm(_inv(x)), x.shape) if x.size else np.ones(x.shape)


def _scale_of_cholesky(x: np.ndarray, *, upper: bool) -> np.ndarray:
    return np.broadcast_to(_condition(x) * np.sqrt(_norm(x)), x.shape)


def _scale_of_det(x: np.ndarray) -> np.ndarray:
    """Hadamard's bound of the determinant: the product of the lengths of the rows."""
    return np.prod(np.sqrt(np.sum(np.abs(x) ** 2, axis=-1)), axis=-1)


def _scale_of_slogdet(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The error of the determinant, relative to it: of the sign where it is complex, and of the logarithm."""
    values = np.abs(_det(x))
    relative = np.where(values == 0, 1, _scale_of_det(x) / np.where(values == 0, 1, values))
    return relative, np.maximum(relative, np.abs(np.log(np.where(values == 0, 1, values))))


def _scale_of_vector_norm(x: np.ndarray, *, axis: Any, keepdims: bool, ord: float) -> np.ndarray:
    """The norm, by so much more as the terms are many.

    PyTorch adds them up one after the other in each of four or more lanes: n/4 roundings of half a ULP, all of one sign
    where the terms are alike, of which the root leaves half. The bound, 12 ULP, is that of 192 terms.
    """
    norm = _vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)
    terms = x.size // max(norm.size, 1)
    return norm * max(1, terms / 192)


def _scale_of_vectors(x: np.ndarray, **options: Any) -> tuple[Any, ...]:
    return _norm(x)[..., 0], 1


SCALES: Mapping[str, Callable[..., Any]] = {
    "cholesky": _scale_of_cholesky,
    "det": _scale_of_det,
    "eig": _scale_of_vectors,
    "eigh": _scale_of_vectors,
    "eigvals": _of_norm,
    "eigvalsh": _of_norm,
    "inv": _scale_of_inv,
    "matrix_norm": _scale_of_norm,
    "matrix_power": _scale_of_power,
    "pinv": _scale_of_pinv,
    "qr": lambda x, *, mode: (1, _norm(x)),
    "slogdet": _scale_of_slogdet,
    "solve": _scale_of_solve,
    "svd": lambda x, *, full_matrices: (1, _norm(x)[..., 0], 1),
    "svdvals": _of_norm,
    "vector_norm": _scale_of_vector_norm,
}
"""The magnitude by which an error is measured, for each array of the result."""
