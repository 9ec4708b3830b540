"""A training step over a Container of weights, compiled by each framework that can, gives the same losses on all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container

STEPS, RATE = 8, 0.1
COMPILERS: dict[str, Callable[[Any], Any]] = {
    "jax": lambda f: __import__("jax").jit(f),
    "torch": lambda f: __import__("torch").compile(f, backend="aot_eager", fullgraph=True),
    "tensorflow": lambda f: __import__("tensorflow").function(f),
}


def data() -> tuple[dict[str, Any], np.ndarray, np.ndarray]:
    """Weights of two layers, inputs, and what the network is to give for them, in float32."""
    random = np.random.default_rng(0)

    def normal(*shape: int) -> np.ndarray:
        return random.standard_normal(shape).astype("float32")

    first, second = {"w": normal(8, 4) / 2, "b": normal(8)}, {"w": normal(2, 8) / 3, "b": normal(2)}
    return {"first": first, "second": second}, normal(16, 4), normal(16, 2)


def loss(v: Container, x: Any, y: Any) -> Any:
    hidden = aikit.tanh(aikit.linear(x, v.first.w, bias=v.first.b))
    return aikit.mean(aikit.square(aikit.linear(hidden, v.second.w, bias=v.second.b) - y))


def descent(v: Container, x: Any, y: Any) -> tuple[Any, Container]:
    cost, gradients = aikit.execute_with_gradients(lambda v: loss(v, x, y), v)
    return cost, aikit.gradient_descent_update(v, gradients, RATE)


def reference() -> list[float]:
    """The losses by the chain rule written out, in float64."""
    v, x, y = data()
    (w1, b1), (w2, b2) = ((layer["w"].astype("f8"), layer["b"].astype("f8")) for layer in v.values())
    losses = []
    for _ in range(STEPS):
        hidden = np.tanh(x @ w1.T + b1)
        error = hidden @ w2.T + b2 - y
        losses.append(float(np.mean(error**2)))
        of_error = 2 * error / error.size
        of_hidden = of_error @ w2 * (1 - hidden**2)
        w2, b2 = w2 - RATE * of_error.T @ hidden, b2 - RATE * of_error.sum(0)
        w1, b1 = w1 - RATE * of_hidden.T @ x, b1 - RATE * of_hidden.sum(0)
    return losses


def trained(backend: str, wrap: Callable[[Any], Any]) -> list[float]:
    xp = aikit.get_backend(backend)
    weights, x, y = data()
    v, x, y = Container(weights).cont_map(lambda leaf, chain: xp.asarray(leaf)), xp.asarray(x), xp.asarray(y)
    keys, step, losses = list(v.cont_to_iterator_keys()), wrap(descent), []
    for _ in range(STEPS):
        cost, v = step(v, x, y)
        assert type(v) is Container and list(v.cont_to_iterator_keys()) == keys
        losses.append(float(cost))
    return losses


@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
@pytest.mark.parametrize("name", sorted(COMPILERS))
@pytest.mark.parametrize("set_first", [False, True], ids=["composed", "own linear"])
def test_training_step(name: str, compiled: bool, set_first: bool) -> None:
    if set_first:
        aikit.set_backend(name)
    losses = trained(name, COMPILERS[name] if compiled else lambda f: f)
    np.testing.assert_allclose(losses, reference(), rtol=1e-5)
    assert losses[-1] < losses[0] / 2


def block(v: Container, x: Any) -> Any:
    """A small block of a transformer: attention over two heads, and two layers, each beside what goes in."""
    projections = dict.fromkeys(("to_q_fn", "to_kv_fn", "to_out_fn"), lambda x, v: aikit.linear(x, v.w))
    normal = aikit.layer_norm(x, -1)
    x = x + aikit.multi_head_attention(normal, 0.5, 2, **projections, to_q_v=v.q, to_kv_v=v.kv, to_out_v=v.out)
    hidden = aikit.maximum(aikit.linear(aikit.layer_norm(x, -1), v.up, bias=v.bias), 0.0)
    return x + aikit.linear(hidden, v.down)


def blocks_weights() -> tuple[Container, np.ndarray]:
    random = np.random.default_rng(1)
    shapes = {"q/w": (8, 8), "kv/w": (16, 8), "out/w": (8, 8), "up": (16, 8), "bias": (16,), "down": (8, 16)}
    v = Container({name: random.standard_normal(shape).astype("float32") / 4 for name, shape in shapes.items()})
    return v, random.standard_normal((3, 5, 8)).astype("float32")


@pytest.mark.parametrize("name", sorted(COMPILERS))
def test_a_step_of_a_transformer_block_is_one_graph(name: str) -> None:
    """PyTorch is asked for one graph (`fullgraph`), and the others know nothing else."""
    xp = aikit.get_backend(name)
    weights, values = blocks_weights()
    v, x = weights.cont_map(lambda leaf, chain: xp.asarray(leaf)), xp.asarray(values)

    def step(v: Container, x: Any) -> tuple[Any, Container]:
        cost, gradients = aikit.execute_with_gradients(lambda v: aikit.mean(aikit.square(block(v, x))), v)
        return cost, aikit.gradient_descent_update(v, gradients, RATE)

    cost, new = step(v, x)
    compiled_cost, compiled_new = COMPILERS[name](step)(v, x)
    np.testing.assert_allclose(float(compiled_cost), float(cost), rtol=1e-5)
    assert Container.cont_all_true(
        Container.cont_multi_map(
            lambda leaves, chain: bool(aikit.max(aikit.abs(leaves[0] - leaves[1])) < 1e-5), [new, compiled_new]
        )
    )


def test_numpy_has_no_gradients() -> None:
    with pytest.raises(aikit.AikitNotImplementedException, match="no autograd"):
        trained("numpy", lambda f: f)
