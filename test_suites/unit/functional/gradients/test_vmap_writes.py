"""Functions that are mapped over may write to arrays that they make, and to their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit

X = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]


def _zeros(x: Any, dtype: str = "float32") -> Any:
    return x.__array_namespace__().zeros(3, dtype=dtype)


def _element(x: Any) -> Any:
    y = _zeros(x)
    y[0] = x[0]
    return y


def _slices(x: Any) -> Any:
    y = _zeros(x)
    y[1:] = x[1:]
    y[::-2] = x[0]
    y[1] += x[1]
    return y


def _index_array(x: Any) -> Any:
    y = _zeros(x)
    y[[0, 2]] = x[:2]
    return y


def _at_argmax(x: Any) -> Any:
    y = _zeros(x)
    y[aikit.argmax(x)] = 1.0
    return y


def _mask(x: Any) -> Any:
    y = _zeros(x)
    y[x > 2] = 9.0
    return y


def _unsigned(x: Any) -> Any:
    y = _zeros(x, "uint16")
    y[1] = aikit.astype(x[1] > 2, "uint16")
    return aikit.astype(y, "float32")


def _argument(x: Any) -> Any:
    x[0] = 7.0
    return x


@pytest.mark.parametrize("function", [_element, _slices, _index_array, _at_argmax, _mask, _unsigned, _argument])
def test_a_mapped_function_writes(function: Callable[[Any], Any], xp: Any) -> None:
    x = xp.asarray(X)
    expected = [aikit.to_list(function(xp.asarray(row))) for row in X]
    assert aikit.to_list(aikit.vmap(function)(x)) == expected
    assert aikit.to_list(x) == X


def test_writes_in_nested_maps_and_gradients(backend: str, xp: Any) -> None:
    def outer(x: Any) -> Any:
        def inner(u: Any) -> Any:
            z = _zeros(x)
            z[0], z[1] = x[0], u
            return z

        return aikit.vmap(inner)(x)

    rows = np.asarray(aikit.vmap(outer)(xp.asarray(X)))
    assert rows.tolist() == [[[row[0], u, 0.0] for u in row] for row in X]
    if backend != "numpy":
        gradient = aikit.vmap(aikit.grad(lambda x: aikit.sum(_slices(x) ** 2)))(xp.asarray(X))
        assert aikit.to_list(gradient) == [[4 * x[0], 8 * x[1], 0.0] for x in X]


@pytest.mark.needs("torch")
def test_what_vmap_cannot_do_is_said_by_pytorch() -> None:
    xp = aikit.get_backend(require("torch"))
    with pytest.raises(RuntimeError, match=r"^vmap: "):
        aikit.vmap(lambda x: x[x > 2])(xp.asarray(X))
