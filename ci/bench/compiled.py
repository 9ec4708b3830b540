"""A compiled training step beside the same step written for the framework, and what each leaf costs at the border.

The step is one of gradient descent for a network of layers 64-256-256-10, with the hyperbolic tangent, and a batch of 256. The slope is that of what aikit
takes over the framework, by the number of small arrays that go in and come out, in a Container and in a dict.
"""

from __future__ import annotations

import itertools
import shutil
import statistics
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import aikit
from ci.bench.timing import Timer, for_a_while, over

WIDTHS = (64, 256, 256, 10)
BATCH = 256
RATE = 0.01
LEAVES = (4, 64, 256)
MOST = {"jax": 1.0, "torch": 3.0, "tensorflow": 2.0}
"""Microseconds of a leaf, in and out."""


class Framework(NamedTuple):
    """What compiles a function, the step written for it, the same for a function of leaves, and what waits for the work."""

    compile: Callable[..., Any]
    compile_border: Callable[..., Any]
    step: Callable[..., Any]
    wait: Callable[[Any], Any]


def our_step(weights: Any, x: Any, y: Any) -> Any:
    """The loss, and the weights after a step."""

    def loss(v: Any) -> Any:
        h = aikit.tanh(x @ v.w0 + v.b0)
        h = aikit.tanh(h @ v.w1 + v.b1)
        difference = h @ v.w2 + v.b2 - y
        return aikit.mean(difference * difference)

    cost, gradients = aikit.execute_with_gradients(loss, weights)
    return cost, aikit.gradient_descent_update(weights, gradients, RATE)


def _native_loss(tanh: Callable[[Any], Any], mean: Callable[[Any], Any]) -> Callable[..., Any]:
    def loss(v: Mapping[str, Any], x: Any, y: Any) -> Any:
        h = tanh(x @ v["w0"] + v["b0"])
        h = tanh(h @ v["w1"] + v["b1"])
        difference = h @ v["w2"] + v["b2"] - y
        return mean(difference * difference)

    return loss


def _updated(weights: Mapping[str, Any], gradients: Mapping[str, Any]) -> dict[str, Any]:
    return {name: weight - RATE * gradients[name] for name, weight in weights.items()}


def _jax() -> Framework:
    import jax
    import jax.numpy as jnp

    loss = _native_loss(jnp.tanh, jnp.mean)

    def step(weights: Any, x: Any, y: Any) -> Any:
        cost, gradients = jax.value_and_grad(loss)(weights, x, y)
        return cost, _updated(weights, gradients)

    return Framework(jax.jit, jax.jit, step, jax.block_until_ready)


def _torch() -> Framework:
    import torch

    backend = "inductor" if shutil.which("c++") or shutil.which("g++") else "aot_eager"
    print(f"torch.compile by {backend}; at the border by eager, which leaves nothing but that")
    loss = _native_loss(torch.tanh, torch.mean)

    def step(weights: Any, x: Any, y: Any) -> Any:
        gradients, cost = torch.func.grad_and_value(loss)(weights, x, y)
        return cost, _updated(weights, gradients)

    def compile(function: Any, backend: str = backend) -> Any:
        torch._dynamo.reset()
        return torch.compile(function, backend=backend, fullgraph=True, dynamic=False)

    return Framework(compile, lambda function: compile(function, "eager"), step, lambda result: None)


def _tensorflow() -> Framework:
    import tensorflow as tf

    loss = _native_loss(tf.tanh, tf.reduce_mean)

    def step(weights: Any, x: Any, y: Any) -> Any:
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(weights)
            cost = loss(weights, x, y)
        return cost, _updated(weights, tape.gradient(cost, weights))

    return Framework(tf.function, tf.function, step, lambda result: None)


FRAMEWORKS = {"jax": _jax, "torch": _torch, "tensorflow": _tensorflow}


def compiled(backends: Iterable[str]) -> None:
    """Print the table."""
    for backend in backends:
        if backend not in FRAMEWORKS:
            continue
        framework = FRAMEWORKS[backend]()
        native, ratio = _of_the_step(backend, framework)
        print(f"{backend}: a step takes {1e3 * native:.2f} ms, and {ratio:.3f} times that with aikit")
        border = {count: _over(backend, framework, count) for count in LEAVES}
        found = _slope({count: more for count, (_, more) in border.items()})
        for count, (native, more) in border.items():
            print(f"  {count} leaves: native {1e6 * native:.1f} µs, and {1e6 * more:.1f} more with aikit")
        print(
            f"  a leaf takes {1e6 * found:.2f} µs over the native one (at most {MOST[backend]}){' *' * (1e6 * found > MOST[backend])}"
        )


def _timer(function: Callable[..., Any], wait: Callable[[Any], Any], *args: Any) -> Timer:
    def times(number: int) -> float:
        start = perf_counter()
        for _ in range(number):
            wait(function(*args))
        return perf_counter() - start

    return times


def _of_the_step(backend: str, framework: Framework) -> tuple[float, float]:
    """The seconds of the native step, and of how many of these ours takes."""
    xp = aikit.get_backend(backend)
    random = np.random.default_rng(0)
    shapes = {f"w{i}": pair for i, pair in enumerate(itertools.pairwise(WIDTHS))}
    shapes |= {f"b{i}": (width,) for i, width in enumerate(WIDTHS[1:])}
    weights = {name: xp.asarray(random.normal(0, 0.1, shape).astype("float32")) for name, shape in shapes.items()}
    x, y = (xp.asarray(random.normal(size=(BATCH, width)).astype("float32")) for width in (WIDTHS[0], WIDTHS[-1]))
    natives = {name: array.data for name, array in weights.items()}
    sides = [
        _timer(framework.compile(framework.step), framework.wait, natives, x.data, y.data),
        _timer(framework.compile(our_step), framework.wait, aikit.Container(weights), x, y),
    ]
    before, after = for_a_while(sides, 4)
    return statistics.median(before), statistics.median(b / a for a, b in zip(before, after, strict=True))


def _over(backend: str, framework: Framework, count: int) -> tuple[float, float]:
    """The seconds of a function of so many leaves, and how many more it takes with aikit."""
    xp = aikit.get_backend(backend)
    arrays = {f"leaf{place}": xp.asarray([0.5] * 8, dtype="float32") for place in range(count)}
    natives = {name: array.data for name, array in arrays.items()}
    sides = [
        _timer(
            framework.compile_border(lambda d: {name: one * 2.0 for name, one in d.items()}), framework.wait, natives
        ),
        _timer(framework.compile_border(lambda c: c * 2.0), framework.wait, aikit.Container(arrays)),
    ]
    before, after = for_a_while(sides, 2)
    return statistics.median(before), over(before, after)[0]


def _slope(seconds: Mapping[int, float]) -> float:
    """That of the line through what is over, by least squares."""
    return statistics.linear_regression(list(seconds), list(seconds.values())).slope
