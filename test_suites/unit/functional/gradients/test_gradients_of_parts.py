"""Gradients through reading and writing parts, and of functions whose derivative the frameworks lack or get wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require
from helpers.index_keys import HOST, KEYS, on_backend

import aikit

WEIGHTS = np.random.default_rng(3).uniform(0.5, 1.5, (60,)).astype(np.float32)


@pytest.fixture(params=["torch", "jax", "tensorflow"])
def ad(request: pytest.FixtureRequest) -> Any:
    """The namespaces that have gradients."""
    return aikit.get_backend(require(request.param))


def weights_like(selected: Any) -> np.ndarray:
    return np.resize(WEIGHTS, np.shape(selected))


def close(x: Any, expected: Any) -> None:
    np.testing.assert_allclose(np.asarray(x), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", KEYS)
def test_of_what_is_read(name: str, ad: Any) -> None:
    key = KEYS[name]
    weights = weights_like(HOST[key])
    expected = np.zeros_like(HOST)
    np.add.at(expected, key, weights)
    close(ad.grad(lambda v: ad.sum(v[on_backend(key, ad)] * ad.asarray(weights)))(ad.asarray(HOST)), expected)


@pytest.mark.parametrize("name", [name for name in KEYS if name not in ("array", "list with negative")])
def test_of_what_is_written_to_and_of_what_is_written(name: str, ad: Any) -> None:
    key = KEYS[name]
    value = np.array(HOST[key]) + 0.5
    weights = weights_like(HOST)

    def loss(x: Any, y: Any) -> Any:
        changed = x * 1
        changed[on_backend(key, ad)] = y
        return ad.sum(changed * ad.asarray(weights))

    kept = weights.copy()
    kept[key] = 0
    of_x, of_y = ad.grad(loss, [0, 1])(ad.asarray(HOST), ad.asarray(value))
    close(of_x, kept)
    close(of_y, weights[key])


@pytest.mark.parametrize("name", ["int", "slice", "negative step", "list", "mask", "arrays apart", "mask of first"])
def test_of_a_value_that_broadcasts(name: str, ad: Any) -> None:
    key, weights = KEYS[name], weights_like(HOST)

    def loss(y: Any) -> Any:
        changed = ad.asarray(HOST)
        changed[on_backend(key, ad)] = y
        return ad.sum(changed * ad.asarray(weights))

    close(ad.grad(loss)(ad.asarray(2.0)), weights[key].sum())


@pytest.mark.needs("torch")
@pytest.mark.parametrize("key", [[0, 2], slice(None, None, -1), np.asarray([True, False, True])])
def test_native_backward(key: Any) -> None:
    require("torch")
    import torch

    x = torch.tensor([2.0, 1.0, 4.0], requires_grad=True)
    xp = aikit.get_backend("torch")
    aikit.sum(xp.asarray(x)[key]).data.backward()
    expected = np.zeros(3)
    expected[key] = 1
    close(x.grad.numpy(), expected)


@pytest.mark.needs("torch")
@pytest.mark.filterwarnings("ignore:.torch.jit.script:DeprecationWarning")  # PyTorch's own, at its first jvp
def test_unique_values_carry_tangents() -> None:
    require("torch")
    import torch

    xp = aikit.get_backend("torch")
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(torch.tensor([3.0, 1.0, 2.0]), torch.tensor([5.0, 6.0, 7.0]))
        tangent = torch.autograd.forward_ad.unpack_dual(xp.unique_values(xp.asarray(dual)).data).tangent
    assert tangent.tolist() == [6.0, 7.0, 5.0]


@pytest.mark.needs("torch")
@pytest.mark.filterwarnings("ignore:.torch.jit.script:DeprecationWarning")  # PyTorch's own, at its first jvp
def test_a_floor_has_the_gradient_zero_natively() -> None:
    require("torch")
    import torch

    xp = aikit.get_backend("torch")
    pair = torch.tensor([5.0, -3.0]), torch.tensor([1.0, 1.0])
    value, tangent = torch.func.jvp(lambda x: xp.floor_divide(x, xp.asarray([2.0, 2.0])).data, pair[:1], pair[1:])
    close(value, [2.0, -2.0])
    close(tangent, [0.0, 0.0])
    x = torch.tensor([5.0, -3.0], requires_grad=True)
    aikit.sum(xp.floor_divide(x, 2.0)).data.backward()
    close(x.grad, [0.0, 0.0])


MATRICES = {
    "singular": np.arange(1.0, 10.0).reshape(3, 3),
    "rank 1": np.ones((3, 3)),
    "zero": np.zeros((2, 2)),
    "some singular": np.stack([np.eye(2), np.ones((2, 2)), [[2.0, 1.0], [4.0, 3.0]]]),
    "next to singular": np.array([[3.0, 3, 0], [-5, -5, -5 * 2.0**-20], [0, 7 * 2.0**-20, 7]]),
    "one element": np.zeros((1, 1)),
    "complex": np.array([[1 + 2j, 3 - 1j], [2 + 1j, 1 + 1j]]),
    "complex, singular": np.outer([1 + 2j, 3 - 1j, 1j], [2 + 1j, 1 + 1j, 3]) + np.outer([1, 1j, 2], [2, 0, 1 - 1j]),
}


def _cofactors(matrix: np.ndarray) -> np.ndarray:
    def minor(i: int, j: int) -> Any:
        return np.linalg.det(np.delete(np.delete(matrix, i, -2), j, -1)) * (-1) ** (i + j)

    n = matrix.shape[-1]
    return np.stack([np.stack([minor(i, j) for j in range(n)], -1) for i in range(n)], -2)


@pytest.mark.parametrize("name", MATRICES)
def test_of_det(name: str, ad: Any) -> None:
    matrix = MATRICES[name].astype(complex)
    cofactors = _cofactors(matrix)

    def real_part(real: Any, imaginary: Any) -> Any:
        return ad.sum(ad.real(ad.linalg.det(real + 1j * imaginary)))

    of_real, of_imaginary = ad.grad(real_part, [0, 1])(ad.asarray(matrix.real), ad.asarray(matrix.imag))
    np.testing.assert_allclose(np.asarray(of_real), cofactors.real, atol=1e-9)
    np.testing.assert_allclose(np.asarray(of_imaginary), -cofactors.imag, atol=1e-9)


@pytest.mark.filterwarnings("ignore:.*should not be instantiated")  # by PyTorch's own tracing of any Function
@pytest.mark.parametrize("name", MATRICES)
def test_of_det_that_is_compiled(name: str) -> None:
    """Of a function that torch.compile has made, in which nobody may look whether a matrix is singular."""
    require("torch")
    import torch

    x = torch.tensor(MATRICES[name], requires_grad=True)
    compiled = torch.compile(lambda x: aikit.real(aikit.linalg.det(x)).sum().data, backend="aot_eager", fullgraph=True)
    (found,) = torch.autograd.grad(compiled(x), x)
    np.testing.assert_allclose(found.numpy(), _cofactors(MATRICES[name]).conj(), atol=1e-9)


def _of_rank(n: int, rank: int) -> np.ndarray:
    rng = np.random.default_rng(n + rank)
    return rng.integers(-2, 3, (n, rank)).astype(float) @ rng.integers(-2, 3, (rank, n))


def _second_of_det(matrix: np.ndarray, directions: np.ndarray) -> Any:
    """The sum of the determinants with two other rows, for the determinant is linear in each of them."""
    n = len(matrix)

    def with_rows(i: int, j: int) -> np.ndarray:
        changed = matrix.copy()
        changed[i], changed[j] = directions[0, i], directions[1, j]
        return changed

    return sum(np.linalg.det(with_rows(i, j)) for i in range(n) for j in range(n) if i != j)


@pytest.mark.parametrize(("n", "rank"), [(1, 0), (2, 1), (3, 1), (4, 1), (4, 2), (4, 3), (5, 3), (5, 5)])
def test_second_of_det(n: int, rank: int, ad: Any) -> None:
    matrix, directions = _of_rank(n, rank), np.random.default_rng(7).normal(size=(2, n, n))
    expected = _second_of_det(matrix, directions)
    along, beside = map(ad.asarray, directions)
    of_first = ad.grad(lambda x: ad.sum(ad.grad(ad.linalg.det)(x) * along))
    np.testing.assert_allclose(float(ad.sum(of_first(ad.asarray(matrix)) * beside)), expected, atol=1e-9)


def test_second_of_det_next_to_singular(ad: Any) -> None:
    matrix, directions = MATRICES["next to singular"], np.random.default_rng(7).normal(size=(2, 3, 3))
    expected = _second_of_det(matrix, directions)
    along, beside = map(ad.asarray, directions)
    of_first = ad.grad(lambda x: ad.sum(ad.grad(ad.linalg.det)(x) * along))
    np.testing.assert_allclose(float(ad.sum(of_first(ad.asarray(matrix)) * beside)), expected, rtol=1e-6)
    if ad.current_backend_str() == "torch":  # of what autograd records of its own gradient
        import torch

        hessian = torch.autograd.functional.hessian(lambda x: aikit.linalg.det(x).data, torch.tensor(matrix))
        found = np.einsum("ijkl,ij,kl", hessian.numpy(), *directions)
        np.testing.assert_allclose(found, expected, rtol=1e-6)


@pytest.mark.filterwarnings("ignore:.torch.jit.script:DeprecationWarning")  # PyTorch's own, at its first jvp
def test_forward_of_det() -> None:
    require("torch")
    import torch

    matrix = torch.tensor(_of_rank(3, 1))
    hessian = torch.func.hessian(lambda x: aikit.linalg.det(x).data)(matrix)
    backward = torch.autograd.functional.hessian(lambda x: aikit.linalg.det(x).data, matrix)
    np.testing.assert_allclose(hessian, backward, atol=1e-9)
    value, tangent = torch.func.jvp(
        lambda x: aikit.linalg.det(x).data, (torch.tensor([[1.0, 2], [2, 4]]),), (torch.eye(2),)
    )
    close(value, 0.0)
    close(tangent, 5.0)


@pytest.mark.parametrize("zeros", [(), (1,), (0, 2), (0, 1, 2)])
def test_second_of_prod(zeros: tuple[int, ...], ad: Any) -> None:
    x = np.array([2.0, -3.0, 0.5, 4.0], np.float32)
    x[list(zeros)] = 0
    pairs = [[np.prod(np.delete(x, [i, j])) * (i != j) for j in range(4)] for i in range(4)]
    close(ad.jac(ad.grad(ad.prod))(ad.asarray(x)), pairs)
    close(
        ad.jac(ad.grad(lambda v: ad.sum(ad.prod(v, axis=(0, 2)))))(ad.asarray(x.reshape(4, 1, 1)))[:, 0, 0, :, 0, 0],
        pairs,
    )


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 1), ()])
def test_of_prod_compiled_by_xla(axis: Any) -> None:
    require("tensorflow")
    import tensorflow as tf

    def gradient(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = aikit.sum(aikit.prod(x, axis=axis)).data
        return tape.gradient(total, x)

    x = tf.constant([[1.0, 2, 0], [3, 4, 5]])
    close(tf.function(gradient, jit_compile=True)(x), gradient(x))


def test_second_of_a_norm_beside_a_zero(ad: Any) -> None:
    x = np.array([0.0, 3.0, 4.0], np.float32)
    expected = (np.eye(3) - np.outer(x, x) / 25) / 5
    close(ad.jac(ad.grad(ad.linalg.vector_norm))(ad.asarray(x)), expected)


@pytest.mark.parametrize("zeros", [(), (0,), (1,), (0, 2), (3,)])
def test_of_cumulative_prod(zeros: tuple[int, ...], ad: Any) -> None:
    x = np.array([2.0, -3.0, 0.5, 4.0, 1.5], np.float32)
    x[list(zeros)] = 0
    weights = WEIGHTS[:5]
    expected = [sum(weights[k] * np.prod(np.delete(x[: k + 1], i)) for k in range(i, 5)) for i in range(5)]
    close(ad.grad(lambda v: ad.sum(ad.cumulative_prod(v) * ad.asarray(weights)))(ad.asarray(x)), expected)
    stacked = ad.asarray(np.stack([x, x[::-1]], 1))
    twice = ad.grad(lambda v: ad.sum(ad.cumulative_prod(v, axis=0)[:, 0] * ad.asarray(weights)))(stacked)
    close(twice[:, 0], expected)
    close(twice[:, 1], np.zeros(5))


def test_of_std_where_nothing_deviates(ad: Any) -> None:
    for x in (ad.asarray(3.0), ad.ones((4,)), ad.ones((2, 3))):
        close(ad.grad(lambda v: ad.sum(ad.std(v, axis=()) if v.ndim == 0 else ad.std(v)))(x), np.zeros(x.shape))
