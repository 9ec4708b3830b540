"""What the functions of linear algebra compute, by numbers of mpmath with 100 bits, one matrix after the other; what is of a
narrow dtype in the wide type.

Where a decomposition is not unique (signs and phases of vectors, the order of eigenvalues), its arrays are not compared
with others: properties say what must hold of them. Errors are measured by norms, see the scales: those of a backward
stable algorithm are a small multiple of the norm of the matrix, times its condition number where the result depends on
it (Higham, Accuracy and Stability of Numerical Algorithms, chapters 9, 10, 14, 19; Golub and Van Loan, Matrix
Computations, chapters 7 and 8).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import ml_dtypes
import numpy as np

from pytest_aikit.knowledge.records import Property
from pytest_aikit.knowledge.reference import _dense
from pytest_aikit.knowledge.reference._matrices import (
    adjoint,
    as_int,
    each,
    each_in_digits,
    each_in_wide,
    frobenius_norm,
    matrix_product,
    remembered,
)
from pytest_aikit.numerics import wide

# ------------------------------------------------------------------------------------------------ one matrix


def _by_elimination(x: np.ndarray) -> Callable[..., np.ndarray]:
    """What makes something of each matrix of a stack by elimination, of numbers with as many digits as it takes."""
    return each_in_wide if _dense.is_enough(x) else each_in_digits


def _of_lower(x: np.ndarray) -> np.ndarray:
    """The Hermitian matrices that have these lower triangles, for no other is read."""
    below = np.tril(x, -1)
    diagonal = np.tril(x) - below
    return below + np.conj(np.swapaxes(below, -1, -2)) + diagonal


def cholesky(x: np.ndarray, *, upper: bool) -> np.ndarray:
    x = np.conj(np.swapaxes(x, -1, -2)) if upper else x
    lower = _by_elimination(x)(_dense.cholesky, x, x.shape[-2:])
    return np.conj(np.swapaxes(lower, -1, -2)) if upper else lower


@remembered
def det(x: np.ndarray) -> np.ndarray:
    if not x.shape[-1]:
        return np.ones(x.shape[:-2], np.result_type(x, wide.real()))
    return _by_elimination(x)(lambda matrix: _dense.eliminated(matrix, matrix[:, :0])[0], x, ())


@remembered
def eigenvalues(x: np.ndarray) -> np.ndarray:
    import mpmath

    if _dense.is_enough(x):
        try:
            return each_in_wide(_dense.eigenvalues, x, x.shape[-1:], wide.complex_())
        except ArithmeticError:
            if _dense.is_large(x):
                raise

    def values(matrix: Any) -> Any:
        # of a matrix of one element mpmath gives the matrix
        found = [matrix[0]] if matrix.rows == 1 else mpmath.eig(matrix, left=False, right=False)
        return mpmath.matrix([mpmath.mpc(v) for v in found])

    return each(values, x, x.shape[-1:], wide.complex_())


@remembered
def hermitian_eigenvalues(x: np.ndarray) -> np.ndarray:
    import mpmath

    x = _of_lower(x)
    if _dense.is_enough(x):
        return each_in_wide(_dense.hermitian_eigenvalues, x, x.shape[-1:], wide.real())
    return each(lambda matrix: mpmath.eighe(matrix, eigvals_only=True), x, x.shape[-1:], wide.real())


@remembered
def inv(x: np.ndarray) -> np.ndarray:
    def inverse(matrix: np.ndarray) -> np.ndarray:
        return _dense.eliminated(matrix, np.eye(len(matrix), dtype=matrix.dtype))[1]

    return _by_elimination(x)(inverse, x, x.shape[-2:])


def matrix_power(x: np.ndarray, n: int) -> np.ndarray:
    if n and _dense.is_enough(x):
        base = inv(x) if n < 0 else _dense.in_wide(x)
        return matrix_product(*[base] * abs(n))
    return each(lambda matrix: matrix**n, x, x.shape[-2:])


@remembered
def singular_values(x: np.ndarray) -> np.ndarray:
    import mpmath

    if _dense.is_enough(x):
        return each_in_wide(_dense.singular_values, x, (min(x.shape[-2:]),), wide.real())

    def values(matrix: Any) -> Any:
        # mpmath takes no more columns than rows
        return mpmath.svd(matrix if matrix.rows >= matrix.cols else matrix.H, compute_uv=False)

    return each(values, x, (min(x.shape[-2:]),), wide.real())


def matrix_norm(x: np.ndarray, *, keepdims: bool, ord: Any) -> np.ndarray:
    if ord in ("nuc", 2, -2):
        singular = singular_values(x)
        result = np.sum(singular, -1) if ord == "nuc" else singular[..., 0 if ord > 0 else -1]
    elif ord in ("fro", None):
        result = np.sqrt(np.sum(np.abs(x) ** 2, axis=(-2, -1)))
    else:
        sums = np.sum(np.abs(x), axis=-2 if abs(ord) == 1 else -1)
        result = np.max(sums, axis=-1) if ord > 0 else np.min(sums, axis=-1)
    return result[..., None, None] if keepdims else result


def matrix_rank(x: np.ndarray, *, rtol: Any) -> np.ndarray:
    """Of arrays as they are in the call, whose dtype says what is taken for 0 where `rtol` does not."""
    singular = singular_values(_widened(x))
    return np.count_nonzero(singular > _tolerance(x, rtol)[..., None] * singular[..., :1], axis=-1)


def _tolerance(x: np.ndarray, rtol: Any) -> np.ndarray:
    if rtol is None:
        rtol = max(x.shape[-2:]) * float(ml_dtypes.finfo(x.dtype).eps)
    return np.asarray(rtol).astype(wide.real())


def _widened(x: np.ndarray) -> np.ndarray:
    return x.astype(wide.complex_() if x.dtype.kind == "c" else wide.real())


def pinv(x: np.ndarray, *, rtol: Any) -> np.ndarray:
    """Of arrays as they are in the call, as `matrix_rank`."""
    tolerances = np.broadcast_to(_tolerance(x, rtol), x.shape[:-2])
    result = np.zeros((*x.shape[:-2], *x.shape[:-3:-1]))
    for tolerance in np.unique(tolerances):
        result = np.where((tolerances == tolerance)[..., None, None], _pinv(_widened(x), float(tolerance)), result)
    return result


def leaves_out_values(x: np.ndarray, *, rtol: Any = None) -> bool:
    """Whether singular values that are not 0 are left out of a pseudo-inverse."""
    exact = x.astype(np.complex128 if np.iscomplexobj(x) else np.float64)
    relative = (found := np.linalg.svd(exact, compute_uv=False)) / found[..., :1]
    tolerance = _tolerance(x, rtol)[..., None]
    # by default no more than a few roundings, of which a zero may have some, too
    return bool(np.any((relative > (tolerance / 2 if rtol is None else 1e-6)) & (relative <= tolerance)))


@remembered
def _pinv(x: np.ndarray, rtol: float) -> np.ndarray:
    import mpmath

    def inverse(matrix: Any) -> Any:
        if matrix.rows < matrix.cols:
            return inverse(matrix.H).H
        left, singular, right = mpmath.svd(matrix)
        kept = [1 / s if s > singular[0] * rtol else mpmath.mpf(0) for s in singular]
        return right.H * mpmath.diag(kept) * left.H

    return each(inverse, x, x.shape[:-3:-1])


def slogdet(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    x, logarithm = _levelled(x)
    values = det(x)
    size = np.abs(values)
    with np.errstate(all="ignore"):
        return np.where(size == 0, 0, values / np.where(size == 0, 1, size)), np.log(size) + logarithm


def _levelled(x: np.ndarray) -> tuple[np.ndarray, Any]:
    """The matrices, and 0; where a determinant is beyond float64, each divided by a power of two near its greatest magnitude,
    and the logarithm of what that is to be multiplied by."""
    size = np.max(np.abs(x), (-2, -1), initial=0)
    power = np.frexp(np.where(np.isfinite(size) & (size > 0), size, 1))[1]
    if np.max(np.abs(power), initial=0) * x.shape[-1] < _FAR:
        return x, 0
    return x / np.ldexp(np.ones_like(size), power)[..., None, None], power * x.shape[-1] * np.log(wide.real()(2))


_FAR = 800
"""The exponent of a product of elements that may be beyond float64."""


def solve(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
    columns = x2[:, None] if x2.ndim == 1 else x2
    result = inv(x1) @ columns
    return result[..., 0] if x2.ndim == 1 else result


def _as_matrix(x1: np.ndarray, x2: np.ndarray, axes: Any) -> tuple[np.ndarray, tuple[int, ...]]:
    """The matrix of a system of equations, and the shape of the unknowns."""
    moved = [axis % x1.ndim for axis in ((axes,) if isinstance(axes, int) else axes or ())]
    ordered = np.transpose(x1, [*(axis for axis in range(x1.ndim) if axis not in moved), *moved])
    if ordered.shape[: x2.ndim] != x2.shape:
        raise ValueError(f"equations of shape {ordered.shape[: x2.ndim]} with right sides of shape {x2.shape}")
    return ordered.reshape(x2.size, x2.size), ordered.shape[x2.ndim :]


def tensorsolve(x1: np.ndarray, x2: np.ndarray, *, axes: Any) -> np.ndarray:
    matrix, unknowns = _as_matrix(x1, x2, axes)
    result = solve(matrix, x2.ravel()).reshape(unknowns)
    if np.isfinite(x1).all() and np.isnan(result).any():  # what LAPACK finds singular depends on its roundings
        raise ValueError("a singular matrix")
    return result


def scale_of_tensorsolve(x1: np.ndarray, x2: np.ndarray, *, axes: Any) -> np.ndarray:
    matrix, unknowns = _as_matrix(x1, x2, axes)
    return scale_of_solve(matrix, x2.ravel()).reshape(unknowns)


def vander(x: np.ndarray, *, N: int | None, increasing: bool) -> np.ndarray:
    number = x.shape[-1] if N is None else N
    powers = [np.ones_like(x)]
    for _ in range(number - 1):
        powers.append(powers[-1] * x)
    found = np.stack(powers[:number] if increasing else powers[:number][::-1], -1) if number else x[..., None][..., :0]
    return found


def skew_symmetric(vector: np.ndarray) -> np.ndarray:
    """By the sign of each permutation: in row i and column j stands the element k with the sign of (i, k, j)."""
    found = np.zeros((*vector.shape, 3), vector.dtype)
    for i, k, j in itertools.permutations(range(3)):
        found[..., i, j] = vector[..., k] if (k - i) % 3 == 1 else -vector[..., k]
    return found


def vector_norm(x: np.ndarray, *, axis: Any, keepdims: bool, ord: float) -> np.ndarray:
    axis = tuple(axis) if isinstance(axis, list) else axis
    size = np.abs(x)
    if abs(ord) == np.inf:
        reduce, initial = (np.max, 0) if ord > 0 else (np.min, np.inf)
        return np.asarray(reduce(size, axis=axis, keepdims=keepdims, initial=initial))
    if ord == 0:
        return np.sum(size != 0, axis=axis, keepdims=keepdims)
    with np.errstate(all="ignore"):
        return np.sum(size**ord, axis=axis, keepdims=keepdims) ** (1 / size.dtype.type(ord))


# ------------------------------------------------------------------------------------------------ products


def _crossed(x1: Any, x2: Any, axis: int, minus: Callable[..., Any]) -> list[Any]:
    """The elements of cross products; with a sum for `minus`, and magnitudes, what their errors are measured by."""
    a, b = np.moveaxis(x1, axis, 0), np.moveaxis(x2, axis, 0)
    return [minus(a[1] * b[2], a[2] * b[1]), minus(a[2] * b[0], a[0] * b[2]), minus(a[0] * b[1], a[1] * b[0])]


def cross(x1: Any, x2: Any, *, axis: int) -> Any:
    return np.stack(_crossed(x1, x2, axis, np.subtract), axis)


def scale_of_cross(x1: Any, x2: Any, *, axis: int) -> Any:
    return np.stack(_crossed(np.abs(x1), np.abs(x2), axis, np.add), axis)


def trace(x: Any, *, offset: int, dtype: Any) -> Any:
    return np.sum(np.linalg.diagonal(x, offset=as_int(offset)), axis=-1)


def vecdot(x1: Any, x2: Any, *, axis: int) -> Any:
    x1, x2 = np.moveaxis(x1, axis, -1), np.moveaxis(x2, axis, -1)
    return np.sum(np.conj(x1) * x2, axis=-1)


# ------------------------------------------------------------------------------------------------ shapes only


def eig(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return eigenvalues(x), np.zeros_like(x)


def eigh(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return hermitian_eigenvalues(x), np.zeros_like(x)


def lu_factor(x: np.ndarray, *, pivot: bool) -> tuple[np.ndarray, np.ndarray]:
    inner = min(x.shape[-2:])
    return np.zeros(x.shape), np.zeros((*x.shape[:-2], inner))


def qr(x: np.ndarray, *, mode: str) -> tuple[np.ndarray, np.ndarray]:
    *stack, rows, columns = x.shape
    inner = rows if mode == "complete" else min(rows, columns)
    return np.zeros((*stack, rows, inner)), np.zeros((*stack, inner, columns))


def svd(x: np.ndarray, *, full_matrices: bool) -> tuple[np.ndarray, ...]:
    *stack, rows, columns = x.shape
    inner = min(rows, columns)
    left, right = (rows, columns) if full_matrices else (inner, inner)
    return np.zeros((*stack, rows, left)), singular_values(x), np.zeros((*stack, right, columns))


# ------------------------------------------------------------------------------------------------ properties


def _orthonormal(name: str, columns: np.ndarray, source: str) -> Property:
    gram = matrix_product(adjoint(columns), columns)
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


def of_eigenvalues(x: np.ndarray, values: np.ndarray) -> Iterator[Property]:
    exact = eigenvalues(x)
    both = "np.sort_complex(values), np.sort_complex(np.linalg.eigvals(x))"
    yield Property("wrong eigenvalues", _matched(values, exact), exact, frobenius_norm(x)[..., 0], both)


_EIGENVECTORS = "x @ vectors, vectors * values[..., None, :]"


def of_eig(x: np.ndarray, values: np.ndarray, vectors: np.ndarray) -> Iterator[Property]:
    yield from of_eigenvalues(x, values)
    yield Property(
        "x @ v is not w v", matrix_product(x, vectors), vectors * values[..., None, :], frobenius_norm(x), _EIGENVECTORS
    )
    lengths = np.sum(np.abs(vectors) ** 2, axis=-2)
    both = "np.sum(np.abs(vectors) ** 2, axis=-2), np.ones(values.shape)"
    yield Property("an eigenvector is not of norm 1", lengths, np.ones_like(lengths), 1, both)


def of_eigh(x: np.ndarray, values: np.ndarray, vectors: np.ndarray) -> Iterator[Property]:
    x = _of_lower(x)
    yield Property(
        "x @ v is not w v", matrix_product(x, vectors), vectors * values[..., None, :], frobenius_norm(x), _EIGENVECTORS
    )
    yield _orthonormal("v", vectors, "vectors")


def of_qr(x: np.ndarray, q: np.ndarray, r: np.ndarray, *, mode: str) -> Iterator[Property]:
    yield Property("Q @ R is not x", matrix_product(q, r), x, frobenius_norm(x), "q @ r, x")
    yield _orthonormal("Q", q, "q")
    below = np.tril(r, -1)
    yield Property("R is not upper triangular", below, np.zeros_like(below), 0, "np.tril(r, -1), np.zeros(r.shape)")


def of_lu(x: np.ndarray, factors: np.ndarray, pivots: np.ndarray, *, pivot: bool) -> Iterator[Property]:
    inner = min(x.shape[-2:])
    rows = x.copy()
    for place in np.ndindex(x.shape[:-2]):
        for i, j in enumerate(int(one.real) for one in pivots[place]):
            if not i <= j < x.shape[-2] or (j != i and not pivot):
                found = np.asarray(float(j))
                yield Property(
                    "a pivot is above its row, or none is in order", found, np.asarray(float(i)), 0, "pivots, 0"
                )
                return
            rows[place][[i, j]] = rows[place][[j, i]]
    lower = np.tril(factors[..., :inner], -1)
    unit = lower + np.eye(x.shape[-2], inner, dtype=factors.dtype)
    upper = np.triu(factors[..., :inner, :])
    scale = frobenius_norm(np.abs(unit)) * frobenius_norm(np.abs(upper))
    yield Property(
        "L @ U is not P @ x",
        matrix_product(unit, upper),
        rows,
        scale,
        "(np.tril(factors[..., : pivots.shape[-1]], -1) + np.eye(*x.shape[-2:])[:, : pivots.shape[-1]]) @ np.triu(factors[..., : pivots.shape[-1], :]), x",
    )
    if pivot:  # complex numbers may be compared by the sum of the magnitudes of their parts
        most = np.sqrt(2) if np.iscomplexobj(factors) else 1
        beyond = np.maximum(np.abs(lower), most)
        yield Property(
            "a pivot was not the largest", beyond, np.full_like(beyond, most), most, "np.tril(factors, -1), 1"
        )


def of_svd(x: np.ndarray, u: np.ndarray, s: np.ndarray, vh: np.ndarray, *, full_matrices: bool) -> Iterator[Property]:
    inner = s.shape[-1]
    product = matrix_product(u[..., :, :inner] * s[..., None, :], vh[..., :inner, :])
    both = "(u[..., :, : s.shape[-1]] * s[..., None, :]) @ vh[..., : s.shape[-1], :], x"
    yield Property("U diag(S) Vh is not x", product, x, frobenius_norm(x), both)
    yield _orthonormal("U", u, "u")
    yield _orthonormal("Vh", adjoint(vh), "np.conj(np.swapaxes(vh, -1, -2))")


# ------------------------------------------------------------------------------------------------ scales


def _condition(x: np.ndarray) -> np.ndarray:
    """The condition number, with two dimensions to broadcast."""
    return (frobenius_norm(x) * frobenius_norm(inv(x)))[..., :, :] if x.size else np.ones((*x.shape[:-2], 1, 1))


def of_norm(x: np.ndarray, **options: Any) -> np.ndarray:
    return frobenius_norm(x)[..., 0]


def scale_of_norm(x: np.ndarray, *, keepdims: bool, ord: Any) -> np.ndarray:
    norm = frobenius_norm(x)
    return norm if keepdims else norm[..., 0, 0]


def scale_of_pinv(x: np.ndarray, *, rtol: Any) -> np.ndarray:
    inverse = pinv(x, rtol=rtol)
    return np.broadcast_to(frobenius_norm(_widened(x)) * frobenius_norm(inverse) ** 2, inverse.shape)


def scale_of_power(x: np.ndarray, n: int) -> np.ndarray:
    base = frobenius_norm(x) if n >= 0 else _condition(x) * frobenius_norm(inv(x))
    return np.broadcast_to(base ** max(abs(n), 1), x.shape)


def scale_of_solve(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
    result = solve(x1, x2)
    columns = result[..., None] if x2.ndim == 1 else result
    scale = np.broadcast_to(_condition(x1) * frobenius_norm(columns), columns.shape)
    return scale[..., 0] if x2.ndim == 1 else scale


def scale_of_inv(x: np.ndarray) -> np.ndarray:
    return np.broadcast_to(_condition(x) * frobenius_norm(inv(x)), x.shape) if x.size else np.ones(x.shape)


def scale_of_cholesky(x: np.ndarray, *, upper: bool) -> np.ndarray:
    return np.broadcast_to(_condition(x) * np.sqrt(frobenius_norm(x)), x.shape)


def scale_of_det(x: np.ndarray) -> np.ndarray:
    """Hadamard's bound of the determinant: the product of the lengths of the rows."""
    return np.prod(np.sqrt(np.sum(np.abs(x) ** 2, axis=-1)), axis=-1)


def scale_of_slogdet(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The error of the determinant, relative to it: of the sign where it is complex, and of the logarithm."""
    x, logarithm = _levelled(x)
    values = np.abs(det(x))
    relative = np.where(values == 0, 1, scale_of_det(x) / np.where(values == 0, 1, values))
    return relative, np.maximum(relative, np.abs(np.log(np.where(values == 0, 1, values)) + logarithm))


def scale_of_vectors(x: np.ndarray, **options: Any) -> tuple[Any, ...]:
    return frobenius_norm(x)[..., 0], 1


def scale_of_qr(x: np.ndarray, *, mode: str) -> tuple[Any, ...]:
    return 1, frobenius_norm(x)


def scale_of_lu(x: np.ndarray, *, pivot: bool) -> tuple[Any, ...]:
    return frobenius_norm(x), 1


def scale_of_svd(x: np.ndarray, *, full_matrices: bool) -> tuple[Any, ...]:
    return 1, frobenius_norm(x)[..., 0], 1
