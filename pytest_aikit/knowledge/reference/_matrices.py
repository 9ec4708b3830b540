"""Matrices for references: one of mpmath after the other, products in a wide type, and norms."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from pytest_aikit.numerics import wide

_BITS = 100


def _to_mpmath(matrix: np.ndarray) -> np.ndarray:
    """A matrix of numbers of mpmath."""
    import mpmath

    def exact(value: Any) -> Any:
        high = float(value)
        return mpmath.mpf(high) + mpmath.mpf(float(value - high))

    number = (lambda v: mpmath.mpc(exact(v.real), exact(v.imag))) if np.iscomplexobj(matrix) else exact
    result = np.empty(matrix.shape, object)
    for place in np.ndindex(matrix.shape):
        result[place] = number(matrix[place])
    return result


def _from_mpmath(value: Any) -> Any:
    if hasattr(value, "rows"):
        return np.array([[_from_mpmath(value[i, j]) for j in range(value.cols)] for i in range(value.rows)])
    if isinstance(value, np.ndarray):
        return np.array([_from_mpmath(one) for one in value.flat])
    if hasattr(value, "_mpc_"):
        return wide.of_mpmath(value.real) + 1j * wide.of_mpmath(value.imag)
    return wide.of_mpmath(value)


def each(function: Callable[..., Any], x: np.ndarray, shape: tuple[int, ...], dtype: Any = None) -> np.ndarray:
    """`function` of each matrix of a stack, as a matrix of mpmath; `shape`: of one result.

    Where one has NaN, all of its result is NaN: mpmath finds no pivots among such.
    """
    import mpmath

    def of_one(matrix: np.ndarray) -> Any:
        if any(map(mpmath.isnan, matrix.flat)):
            return np.full(shape, mpmath.mpc(mpmath.nan, mpmath.nan) if np.iscomplexobj(x) else mpmath.nan, object)
        return function(mpmath.matrix(matrix.tolist()))

    return each_in_digits(of_one, x, shape, dtype)


def each_in_digits(
    function: Callable[..., Any], x: np.ndarray, shape: tuple[int, ...], dtype: Any = None
) -> np.ndarray:
    """`function` of each matrix of a stack, as an array of numbers of mpmath; `shape`: of one result."""
    import mpmath

    result = np.zeros((*x.shape[:-2], *shape), dtype or (wide.complex_() if np.iscomplexobj(x) else wide.real()))
    if result.size:
        with mpmath.workprec(_BITS):
            _fill(result, lambda matrix: np.reshape(_from_mpmath(function(_to_mpmath(matrix))), shape), x)
    return result


def _fill(result: np.ndarray, function: Callable[[np.ndarray], Any], x: np.ndarray) -> None:
    """Put what is made of each matrix of a stack in its place; in a long one there are few that differ."""
    known: dict[bytes, Any] = {}
    for place in np.ndindex(x.shape[:-2]):
        key = wide.content(x[place])
        if key not in known:
            known[key] = function(x[place])
        result[place] = known[key]


def remembered(compute: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """`compute`, once for the same matrices and numbers: values, scales and properties ask for it, on every backend."""

    @functools.lru_cache(maxsize=_REMEMBERED)
    def of_content(
        content: bytes, dtype: np.dtype, shape: tuple[int, ...], in_type: type, *numbers: float
    ) -> np.ndarray:
        result = np.asarray(compute(np.frombuffer(content, dtype).reshape(shape), *numbers))
        result.flags.writeable = False
        return result

    @functools.wraps(compute)
    def of_matrices(x: np.ndarray, *numbers: float) -> np.ndarray:
        return of_content(wide.content(x), x.dtype, x.shape, wide.real(), *numbers)

    return of_matrices


_REMEMBERED = 128
"""More than the calls of a function in one dtype, which the backends make one after the other."""


def each_in_wide(function: Callable[..., Any], x: np.ndarray, shape: tuple[int, ...], dtype: Any = None) -> np.ndarray:
    """`function` of each matrix of a stack, as an array in the wide type; `shape`: of one result."""
    result = np.zeros((*x.shape[:-2], *shape), dtype or (wide.complex_() if np.iscomplexobj(x) else wide.real()))
    _fill(result, function, x)
    return result


def adjoint(x: np.ndarray) -> np.ndarray:
    return np.conj(np.swapaxes(x, -1, -2))


def matrix_product(*factors: np.ndarray) -> np.ndarray:
    """A product in the wide type, for which BLAS has none."""
    result = factors[0]
    for factor in factors[1:]:
        result = np.einsum("...ij,...jk->...ik", result, factor)
    return result


def frobenius_norm(x: np.ndarray) -> np.ndarray:
    """The Frobenius norm, with two dimensions to broadcast."""
    return np.sqrt(np.sum(np.abs(x) ** 2, axis=(-2, -1), keepdims=True))


def as_int(k: int) -> int:
    """`k`, or the nearest number that NumPy can take."""
    return max(-(2**31) + 1, min(k, 2**31 - 1))
