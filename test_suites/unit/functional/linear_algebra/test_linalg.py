"""What the conformance checks of linear algebra leave out: gradients, values that are refused, unknown shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aikit
from aikit.exceptions import AikitValueError

_FACTOR = np.random.default_rng(3).normal(size=(3, 3))
X = _FACTOR @ _FACTOR.T / 3 + np.diag([1.0, 2.0, 4.0])
"""Symmetric and positive definite, with separated eigenvalues and singular values."""
RECTANGLE = np.random.default_rng(5).normal(size=(4, 3))

Case = tuple[np.ndarray, Callable[[Any], Any], Callable[[np.ndarray], Any]]


def _lower(x: Any, xp: Any) -> Any:
    """A symmetric matrix by its lower triangle, so that a disturbance of one element keeps it one."""
    return xp.tril(x) + xp.tril(x, k=-1).mT if xp is aikit else np.tril(x) + np.tril(x, -1).T


CASES: dict[str, Case] = {
    "cholesky": (X, lambda x: aikit.linalg.cholesky(_lower(x, aikit)), lambda x: np.linalg.cholesky(_lower(x, np))),
    "det": (X, aikit.linalg.det, np.linalg.det),
    "eigh": (X, lambda x: aikit.linalg.eigh(_lower(x, aikit))[0], lambda x: np.linalg.eigh(_lower(x, np))[0]),
    "eigvalsh": (X, lambda x: aikit.linalg.eigvalsh(_lower(x, aikit)), lambda x: np.linalg.eigvalsh(_lower(x, np))),
    "inv": (X, aikit.linalg.inv, np.linalg.inv),
    "matrix_norm": (RECTANGLE, lambda x: aikit.linalg.matrix_norm(x, ord="nuc"), lambda x: np.linalg.norm(x, "nuc")),
    "matrix_power": (X, lambda x: aikit.linalg.matrix_power(x, -2), lambda x: np.linalg.matrix_power(x, -2)),
    "pinv": (RECTANGLE, aikit.linalg.pinv, np.linalg.pinv),
    "qr": (RECTANGLE, lambda x: aikit.abs(aikit.linalg.qr(x)[1]), lambda x: np.abs(np.linalg.qr(x)[1])),
    "slogdet": (X, lambda x: aikit.linalg.slogdet(x)[1], lambda x: np.linalg.slogdet(x)[1]),
    "solve": (X, lambda x: aikit.linalg.solve(x, x[0]), lambda x: np.linalg.solve(x, x[0])),
    "svd": (RECTANGLE, lambda x: aikit.linalg.svd(x, full_matrices=False)[1], lambda x: np.linalg.svd(x)[1]),
    "svdvals": (RECTANGLE, aikit.linalg.svdvals, np.linalg.svdvals),
    "vector_norm": (RECTANGLE, lambda x: aikit.linalg.vector_norm(x, axis=0, ord=3), lambda x: np.linalg.norm(x, 3, 0)),
}
"""Function -> the argument, the result that is summed up, and the same by NumPy."""


def energy(name: str, native: Any) -> Any:
    """The sum of the squares of a result, as a native array."""
    return aikit.sum(aikit.square(CASES[name][1](aikit.asarray(native)))).data


def numerical_gradient(name: str) -> np.ndarray:
    """By central differences in float64."""
    x, _, function = CASES[name]
    gradient = np.zeros(x.shape)
    for place in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[place] = 1e-5
        more, less = (np.sum(function(x + sign * step) ** 2) for sign in (1, -1))
        gradient[place] = (more - less) / 2e-5
    return gradient


@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"], indirect=True)
@pytest.mark.parametrize("name", CASES)
def test_gradient(name: str, backend: str) -> None:
    np.testing.assert_allclose(GRADIENTS[backend](name), numerical_gradient(name), rtol=1e-6, atol=1e-7)


def _torch_gradient(name: str) -> Any:
    import torch

    x = torch.tensor(CASES[name][0], requires_grad=True)
    energy(name, x).backward()
    return x.grad


def _jax_gradient(name: str) -> Any:
    import jax

    return jax.grad(lambda x: energy(name, x))(jax.numpy.asarray(CASES[name][0]))


def _tensorflow_gradient(name: str) -> Any:
    import tensorflow as tf

    x = tf.constant(CASES[name][0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        result = energy(name, x)
    return tape.gradient(result, x)


GRADIENTS = {"torch": _torch_gradient, "jax": _jax_gradient, "tensorflow": _tensorflow_gradient}


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("name", CASES)
def test_shapes_unknown_to_tensorflow(name: str) -> None:
    import tensorflow as tf

    x, function, by_numpy = CASES[name]

    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.float64)])
    def traced(x: Any) -> Any:
        return function(aikit.asarray(x)).data

    np.testing.assert_allclose(traced(tf.constant(x)), by_numpy(x), rtol=1e-8, atol=1e-10)


def test_named_tuples(xp: Any) -> None:
    x = xp.asarray(X)
    assert type(xp.linalg.eig(x)).__name__ == "EigResult"
    assert xp.linalg.eigh(x)._fields == xp.linalg.eig(x)._fields == ("eigenvalues", "eigenvectors")
    assert xp.linalg.qr(x)._fields == ("Q", "R")
    assert xp.linalg.slogdet(x)._fields == ("sign", "logabsdet")
    assert xp.linalg.svd(x)._fields == ("U", "S", "Vh")


def test_refused_values_by_words(xp: Any) -> None:
    with pytest.raises(AikitValueError, match=r"^linalg.inv: x has a singular matrix, .*aikit.linalg.pinv"):
        xp.linalg.inv(xp.zeros((2, 2)))
    with pytest.raises(AikitValueError, match=r"^linalg.solve: x1 has a singular matrix"):
        xp.linalg.solve(xp.zeros((2, 2)), xp.ones(2))
    with pytest.raises(AikitValueError, match=r"^linalg.cholesky: x has a matrix that is not positive definite"):
        xp.linalg.cholesky(xp.asarray([[1.0, 2.0], [2.0, 1.0]]))
    with pytest.raises(AikitValueError, match=r"^linalg.svd: x has NaN or infinities, .*aikit.isfinite"):
        xp.linalg.svd(xp.asarray([[1.0, float("nan")], [0.0, 1.0]]))


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
@pytest.mark.parametrize("name", ["eig", "eigh", "eigvals", "eigvalsh", "pinv", "matrix_rank", "svd", "svdvals"])
def test_not_finite(name: str, value: str, xp: Any) -> None:
    """LAPACK never returns from some of these."""
    x = xp.asarray([[1.0, 2.0], [float(value), 1.0]])
    with pytest.raises(AikitValueError, match=f"linalg.{name}: x has NaN or infinities"):
        getattr(xp.linalg, name)(x)


def test_inverse_of_a_stack_with_nan(xp: Any) -> None:
    stack = xp.asarray([[[float("nan"), 0.0], [0.0, 1.0]], [[2.0, 0.0], [0.0, 4.0]]])
    result = np.asarray(xp.linalg.inv(stack))
    assert np.isnan(result[0, 0, 0])
    np.testing.assert_array_equal(result[1], [[0.5, 0.0], [0.0, 0.25]])


def test_only_one_triangle_is_read(xp: Any) -> None:
    lower = xp.asarray(np.tril(X) + np.triu(np.full((3, 3), 99.0), 1))
    upper = xp.matrix_transpose(lower)
    np.testing.assert_allclose(np.asarray(xp.linalg.eigvalsh(lower)), np.linalg.eigvalsh(X), rtol=1e-12)
    np.testing.assert_allclose(np.asarray(xp.linalg.cholesky(lower)), np.linalg.cholesky(X), rtol=1e-12)
    np.testing.assert_allclose(np.asarray(xp.linalg.cholesky(upper, upper=True)), np.linalg.cholesky(X).T, rtol=1e-12)


def test_rank_has_the_default_integer_dtype(xp: Any) -> None:
    assert xp.linalg.matrix_rank(xp.ones((2, 2))).dtype == "int32"
    aikit.set_default_int_dtype("int64")
    assert xp.linalg.matrix_rank(xp.ones((2, 2))).dtype == "int64"


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
@pytest.mark.parametrize("size", [1e-30, 1e30])
def test_squares_out_of_range(size: float, dtype: str, xp: Any) -> None:
    """Decompositions square elements on the way, which must not overflow or vanish."""
    host = (np.array([[2.0, 1.0, 0.5], [-1.0, 3.0, 0.25], [0.5, 0.0, 5.0]]) * size).astype(dtype)
    x = xp.asarray(host)
    exact = sorted(np.linalg.eigvals(host.astype(np.complex128)) / size, key=lambda value: value.imag)
    for values in (xp.linalg.eigvals(x), xp.linalg.eig(x)[0]):
        found = sorted(np.asarray(values).astype(np.complex128) / size, key=lambda value: value.imag)
        np.testing.assert_allclose(found, exact, rtol=1e-5, atol=1e-6)
    q, r = (np.asarray(part).astype(np.complex128) for part in xp.linalg.qr(x))
    np.testing.assert_allclose(q @ r / size, host.astype(np.complex128) / size, atol=1e-5)
    singular = np.linalg.svd(host.astype(np.complex128), compute_uv=False)
    np.testing.assert_allclose(np.asarray(xp.linalg.svdvals(x)).astype(np.float64) / size, singular / size, rtol=1e-5)
