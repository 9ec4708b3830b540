"""split_func_call: calls in parts give what the whole call gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Container
from aikit.exceptions import AikitAxisError, AikitDeviceError, AikitTypeError, AikitValueError

X = np.arange(42, dtype="float32").reshape(7, 2, 3)


@pytest.fixture(autouse=True)
def factors_put_back() -> Iterator[None]:
    yield
    aikit.set_split_factor(0)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("axis", [0, -1, 1])
def test_the_parts_are_the_whole(xp: Any, size: int, axis: int) -> None:
    x, lengths = xp.asarray(X), []

    def double(x: Any) -> Any:
        lengths.append(x.shape[axis])
        return x * 2

    found = aikit.split_func_call(double, [x], "concat", chunk_size=size, input_axes=axis)
    assert aikit.to_list(found) == (X * 2).tolist()
    assert sum(lengths) == X.shape[axis] and max(lengths) <= size and len(lengths) == -(-X.shape[axis] // size)
    total = aikit.split_func_call(lambda x: aikit.sum(x, axis=axis), [x], "sum", chunk_size=size, input_axes=axis)
    assert aikit.to_list(total) == X.sum(axis).tolist()
    mean = aikit.split_func_call(lambda x: aikit.mean(x, axis=axis), [x], "mean", chunk_size=size, input_axes=axis)
    assert np.allclose(aikit.to_numpy(mean), X.mean(axis))


def test_the_first_axis_of_results_of_parts_along_another(xp: Any) -> None:
    x = xp.asarray(X)
    found = aikit.split_func_call(
        lambda x: aikit.swapaxes(x, 0, 1), [x], "concat", chunk_size=2, input_axes=1, output_axes=0
    )
    assert aikit.to_list(found) == np.swapaxes(X, 0, 1).tolist()


def test_several_inputs_and_results(xp: Any) -> None:
    x, y = xp.asarray(X), xp.asarray(np.swapaxes(X, 0, 1))

    def both(x: Any, c: Any) -> Any:
        return Container(s=x + aikit.swapaxes(c.y, 0, 1)), aikit.sum(x, axis=(1, 2))

    for inputs in ([x, Container(y=y)], (x.data, Container(y=y))):
        found = aikit.split_func_call(both, inputs, "concat", chunk_size=3, input_axes=[0, 1], output_axes=(0, -1))
        assert type(found) is tuple and type(found[0]) is Container
        assert aikit.to_list(found[0].s) == (2 * X).tolist() and aikit.to_list(found[1]) == X.sum((1, 2)).tolist()


@pytest.mark.parametrize(
    ("factor", "longest", "expected"), [(0, None, 1), (0.5, None, 4), (1, None, 7), (0.5, 3, 2), (1, 3, 3)]
)
def test_the_factor_of_a_device(xp: Any, factor: float, longest: int | None, expected: int) -> None:
    aikit.set_split_factor(factor, device="cpu")
    assert aikit.split_factor() == aikit.split_factor("cpu") == factor and type(aikit.split_factor()) is float
    assert aikit.split_factor("gpu:5") == 0.0
    lengths = []
    aikit.split_func_call(
        lambda x: (lengths.append(x.shape[0]), x)[1], [xp.asarray(X)], "concat", max_chunk_size=longest
    )
    assert lengths[0] == expected


@pytest.mark.needs("torch")
def test_gradients() -> None:
    x = aikit.get_backend("torch").asarray([1.0, 2.0, 3.0])

    def loss(x: Any, **options: Any) -> Any:
        return aikit.sum(aikit.split_func_call(lambda x: x * x, [x], "concat", **options) * x)

    assert aikit.to_list(aikit.grad(loss)(x)) == [3.0, 12.0, 27.0]
    assert aikit.to_list(aikit.grad(lambda x: loss(x, stop_gradients=True))(x)) == [1.0, 4.0, 9.0]

    def of_several(x: Any) -> Any:
        both = aikit.split_func_call(lambda x: (x * x, x * 3), [x], "concat", chunk_size=1, stop_gradients=True)
        return aikit.sum(both[0]) + aikit.sum(both[1])

    assert aikit.to_list(aikit.grad(of_several)(x)) == [0.0, 0.0, 0.0]


def test_errors(xp: Any) -> None:
    x, same = xp.asarray(X), lambda *xs: xs[0]
    for call, error, words in (
        (lambda: aikit.split_func_call(same, x, "concat"), AikitTypeError, "inputs=.* must be a list"),
        (lambda: aikit.split_func_call(same, [], "concat"), AikitValueError, r"inputs=\[\] must be a list"),
        (lambda: aikit.split_func_call(same, [x, "a"], "concat"), AikitTypeError, r"inputs\[1\]='a' is a str"),
        (lambda: aikit.split_func_call(same, [x], "max"), AikitValueError, "mode='max' is not one of 'concat', 'sum', 'mean'"),
        (lambda: aikit.split_func_call(same, [x], "sum", chunk_size=0), AikitValueError, "chunk_size=0 must be at least 1"),
        (lambda: aikit.split_func_call(same, [x], "sum", max_chunk_size=-1), AikitValueError, "max_chunk_size=-1"),
        (lambda: aikit.split_func_call(same, [x], "sum", input_axes=3), AikitAxisError, r"inputs\[0\] has shape \(7, 2, 3\)"),
        (lambda: aikit.split_func_call(same, [x, x], "sum", input_axes=[0]), AikitValueError, r"input_axes=\[0\] has 1 axes for 2"),
        (lambda: aikit.split_func_call(same, [x], "sum", output_axes=[0, 1]), AikitValueError, r"output_axes=\[0, 1\] has 2"),
        (lambda: aikit.split_func_call(same, [x, x[:3]], "sum"), AikitValueError, r"inputs\[0\]: 7, inputs\[1\]: 3"),
        (lambda: aikit.split_func_call(same, [x[:0]], "sum"), AikitValueError, r"inputs\[0\]: 0"),
        (lambda: aikit.split_func_call(lambda x: 3, [x], "sum"), AikitTypeError, "what func returned=3 is a int"),
        (lambda: aikit.set_split_factor(1.5), AikitValueError, "factor=1.5 must be a number from 0 to 1"),
        (lambda: aikit.set_split_factor("1"), AikitTypeError, "factor='1' is a str"),
        (lambda: aikit.set_split_factor(float("nan")), AikitValueError, "factor=nan"),
        (lambda: aikit.set_split_factor(1, device="nowhere"), AikitDeviceError, "nowhere"),
    ):  # fmt: skip
        with pytest.raises(error, match=words):
            call()
    assert aikit.split_factor() == 0.0
