"""aikit.compile: what it hands on, what it compiles again for, and what it refuses."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.exceptions import AikitBackendException, AikitTypeError

COMPILERS = [pytest.param(name, marks=pytest.mark.needs(name)) for name in ("torch", "jax", "tensorflow")]


@pytest.fixture(autouse=True)
def without_the_compiler_of_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes seconds, and traces the same."""
    try:
        import torch
    except ImportError:
        return
    monkeypatch.setattr(torch, "compile", functools.partial(torch.compile, backend="eager", fullgraph=True))


def test_nests_go_in_and_out(xp: Any) -> None:
    @aikit.compile
    def step(batch: Any, *, weights: Any, scale: Any = 2) -> Any:
        """A step."""
        assert type(weights) is Container and type(batch[0]) is aikit.Array
        y = batch[0] * weights.w * scale + batch[1]["b"]
        return Container(y=y, scale=scale), [aikit.sum(y), ("a", None, True)]

    x, w = xp.asarray([1.0, 2.0]), Container(w=xp.asarray([3.0, 4.0]))
    for scale in (2, 5, 2.5):
        c, (total, others) = step((x, {"b": x}), weights=w, scale=scale)
        y = np.array([1.0, 2.0]) * [3, 4] * scale + [1, 2]
        assert type(c) is Container and type(c.y) is type(total) is aikit.Array and c.y.backend == x.backend
        assert np.allclose(aikit.to_numpy(c.y), y) and math.isclose(float(total), y.sum(), rel_tol=1e-6)
        assert type(c.scale) is type(scale) and c.scale == scale and tuple(others) == ("a", None, True)
    assert step.__name__ == "step" and step.__doc__ == "A step."


def test_native_arrays_go_in(xp: Any) -> None:
    x = xp.asarray([1.0, 2.0])
    assert aikit.to_list(aikit.compile(lambda x: aikit.add(x, x))(x.data)) == [2.0, 4.0]


@pytest.mark.parametrize("backend", COMPILERS)
def test_it_is_traced_once_for_many_calls(backend: str) -> None:
    xp, calls = aikit.get_backend(backend), []

    @aikit.compile
    def double(x: Any, k: Any = 1) -> Any:
        calls.append(k)
        return x * k

    if backend == "torch":
        pass  # it writes to the list in each call, as the function says
    for value in (1.0, 2.0, 3.0):
        assert aikit.to_list(double(xp.asarray([value]))) == [value]
    assert len(calls) == (3 if backend == "torch" else 1)


@pytest.mark.parametrize("backend", COMPILERS)
def test_constants_are_told_apart(backend: str) -> None:
    xp = aikit.get_backend(backend)
    copied = aikit.compile(lambda x, k: (x * k, k))
    for k in (1, True, 1.0, 0.0, -0.0, 0, False, -0.0, 1):
        y, given = copied(xp.asarray([2.0]), k)
        assert type(given) is type(k) and repr(given) == repr(k)
        assert math.copysign(1, float(y[0])) == math.copysign(1, k) and float(y[0]) == 2 * k


@pytest.mark.parametrize("backend", [*COMPILERS[1:]])
def test_complex_zeros_of_either_sign_are_told_apart(backend: str) -> None:
    """Not by PyTorch's compiler, which takes equal complex numbers for the same."""
    xp = aikit.get_backend(backend)

    @aikit.compile
    def step(x: Any, c: Any) -> Any:
        return x + math.copysign(1, c.imag)

    x = xp.asarray([1.0])
    assert [aikit.to_list(step(x, complex(-1, zero))) for zero in (0.0, -0.0, 0.0)] == [[2.0], [0.0], [2.0]]
    assert [aikit.to_list(step(x, complex(zero, -1))) for zero in (0.0, -0.0)] == [[0.0], [0.0]]


@pytest.mark.parametrize("backend", [*COMPILERS[1:]])
def test_what_cannot_be_hashed(backend: str) -> None:
    x = aikit.get_backend(backend).asarray(1.0)
    with pytest.raises(AikitTypeError, match=r"compile: \{1\}, among the arguments or results, is a set"):
        aikit.compile(lambda x, k: x)(x, {1})
    with pytest.raises(AikitTypeError, match=r"compile: \{1\}, among the arguments or results, is a set"):
        aikit.compile(lambda x: (x, {1}))(x)


def test_errors(xp: Any, other_backend: str) -> None:
    x, other = xp.asarray(1.0), aikit.get_backend(other_backend).asarray(1.0)
    with pytest.raises(AikitTypeError, match="compile: fn="):
        aikit.compile(3)  # type: ignore[arg-type]
    if x.backend != other.backend:
        with pytest.raises(AikitBackendException, match=r"compile: args\[0\] is an array of .* and y one of"):
            aikit.compile(lambda x, y: x)(x, y=other)
        with pytest.raises(AikitBackendException, match="bound to"):
            xp.compile(lambda x: x)(other)


def test_one_function_on_several_backends(xp: Any, other_backend: str) -> None:
    double = aikit.compile(lambda x: x * 2 + aikit.ones(2))
    for namespace in (xp, aikit.get_backend(other_backend), xp):
        x = namespace.asarray([1.0, 2.0])
        assert aikit.to_list(double(x)) == [3.0, 5.0] and double(x).backend == x.backend


def test_compiled_within_compiled(xp: Any) -> None:
    inner = aikit.compile(lambda x: x * 2)
    assert float(aikit.compile(lambda x: inner(x) + inner(x))(xp.asarray(1.5))) == 6.0


@pytest.mark.needs("torch")
def test_pytorchs_compiler() -> None:
    import torch

    assert isinstance(torch.compile, functools.partial)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch, "compile", torch.compile.func)
        x = aikit.get_backend("torch").asarray([1.0, 2.0])
        assert aikit.to_list(aikit.compile(lambda x: aikit.sin(x) * 0 + x)(x)) == [1.0, 2.0]


@pytest.mark.needs("tensorflow")
def test_it_is_a_function_of_tensorflow() -> None:
    import tensorflow as tf

    eager = []
    aikit.compile(lambda x: eager.append(tf.executing_eagerly()) or x)(aikit.get_backend("tensorflow").zeros(1))
    assert eager == [False]


@pytest.mark.needs("jax")
def test_it_is_a_function_of_jax() -> None:
    import jax

    traced = []
    aikit.compile(lambda x: traced.append(isinstance(x.data, jax.core.Tracer)) or x)(aikit.get_backend("jax").zeros(1))
    assert traced == [True]
