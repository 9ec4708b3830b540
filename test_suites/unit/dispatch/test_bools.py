"""Bools where people type them: counted, averaged, and beside numbers, whose dtype they join."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import AikitTypeError

VALUES = np.array([[1.0, -2.0, 3.0], [0.0, 5.0, -1.0]], "float32")
DEFAULTS = {"int64": "int32", "uint64": "uint32", "float64": "float32"}
"""NumPy's default dtypes, and aikit's."""


def same(got: Any, expected: Any) -> None:
    expected = np.asarray(expected)
    assert got.dtype == DEFAULTS.get(expected.dtype.name, expected.dtype.name)
    np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-6)


@pytest.fixture
def x(xp: Any) -> Any:
    return xp.asarray(VALUES)


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "var", "std", "min", "max"])
@pytest.mark.parametrize("options", [{}, {"axis": 0}, {"axis": (0, 1), "keepdims": True}, {"axis": -1}])
def test_reductions(name: str, options: dict[str, Any], xp: Any, x: Any) -> None:
    same(getattr(xp, name)(x > 0, **options), getattr(np, name)(VALUES > 0, **options))
    same(getattr(x > 0, name)(**options), getattr(np, name)(VALUES > 0, **options))


@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
def test_cumulative_forms(name: str, xp: Any, x: Any) -> None:
    for options in ({"axis": 0}, {"axis": 1, "include_initial": True}):
        same(getattr(xp, name)(x > 0, **options), getattr(np, name)(VALUES > 0, **options))


@pytest.mark.parametrize("name", ["var", "std"])
@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "uint64", "bool"])
def test_spread_of_integers(name: str, dtype: str, xp: Any) -> None:
    host = np.abs(VALUES).astype(dtype)
    for options in ({}, {"correction": 1}, {"axis": 0, "correction": 0.5}):
        same(getattr(xp, name)(xp.asarray(host), **options), getattr(np, name)(host, **options))
    assert np.isnan(float(getattr(xp, name)(xp.asarray(host[:0]))))


def test_default_dtypes_decide(xp: Any, x: Any) -> None:
    aikit.set_default_int_dtype("int64")
    aikit.set_default_float_dtype("float64")
    assert [f(x > 0).dtype for f in (xp.sum, xp.prod)] == ["int64", "int64"]
    assert [f(x > 0).dtype for f in (xp.mean, xp.var, xp.std)] == ["float64"] * 3
    assert xp.var(xp.astype(x, "int8")).dtype == "float64"
    assert (1 - (x > 0)).dtype == "int64"
    assert ((x > 0) * 0.5).dtype == "float64"


@pytest.mark.parametrize("dtype", ["int8", "float32", "float16", "complex64"])
def test_sum_in_a_dtype(dtype: str, xp: Any, x: Any) -> None:
    got = xp.sum(x > 0, dtype=dtype)
    assert got.dtype == dtype
    assert complex(got) == complex(np.sum(VALUES > 0, dtype=dtype))


BESIDE: dict[str, Callable[[Any, Any], Any]] = {
    "mask * x": lambda m, x: m * x,
    "x * mask": lambda m, x: x * m,
    "mask + x": lambda m, x: m + x,
    "x - mask": lambda m, x: x - m,
    "mask // x": lambda m, x: m // (x + 1),
    "x % mask": lambda m, x: x % (x * 0 + 1 + m),
    "x ** mask": lambda m, x: x**m,
    "x @ mask": lambda m, x: x @ m.mT,
    "x + True": lambda m, x: x + True,
    "True - x": lambda m, x: True - x,
    "NumPy's bool": lambda m, x: np.True_ * x,
}
"""What has the dtype of `x`."""
COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "x < mask": lambda m, x: x < m,
    "mask >= x": lambda m, x: m >= x,
    "mask == x": lambda m, x: m == x,
    "x != True": lambda m, x: x != True,  # noqa: E712
    "mask > 0": lambda m, x: m > 0,
}
DEFAULT: dict[str, Callable[[Any, Any], Any]] = {
    "1 - mask": lambda m, x: 1 - m,
    "mask * 2": lambda m, x: m * 2,
    "mask * 2.5": lambda m, x: m * 2.5,
    "mask / 2": lambda m, x: m / 2,
}
"""What has the default dtype of its kind."""


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8", "float32", "float64"])
@pytest.mark.parametrize("name", [*BESIDE, *COMPARED, *DEFAULT])
def test_beside_numbers(name: str, dtype: str, xp: Any) -> None:
    host, mask = np.abs(VALUES).astype(dtype), VALUES > 0
    function = {**BESIDE, **COMPARED, **DEFAULT}[name]
    got, expected = function(xp.asarray(mask), xp.asarray(host)), function(mask, host)
    own = DEFAULTS.get(expected.dtype.name, expected.dtype.name)
    assert got.dtype == (dtype if name in BESIDE else "bool" if name in COMPARED else own)
    np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-6)


def test_quotients_of_integers_and_bools(xp: Any, x: Any) -> None:
    got = xp.astype(xp.abs(x), "int8") / (1 + (x > 0))
    assert got.dtype == "float32"
    np.testing.assert_allclose(np.asarray(got), np.abs(VALUES) / (1 + (VALUES > 0)))


def test_every_dtype_is_joined(xp: Any) -> None:
    mask = xp.asarray([True, False])
    for dtype in aikit.dtypes.DTYPES:
        if dtype != "bool":
            x = xp.asarray([2, 3], dtype=dtype)
            for result in (mask * x, x * mask):
                assert result.dtype == dtype == aikit.result_type(mask, x)
                assert aikit.to_list(result) == [2, 0]


def test_in_place(xp: Any) -> None:
    mask, counts = xp.asarray([True, False]), xp.asarray([2, 3])
    counts += mask
    assert (counts.dtype, aikit.to_list(counts)) == ("int32", [3, 3])
    counts *= mask
    assert aikit.to_list(counts) == [3, 0]
    for change in (operator.iadd, operator.isub, operator.imul):
        with pytest.raises(AikitTypeError, match=r"out has dtype bool.*int32"):
            change(mask, counts)
        with pytest.raises(AikitTypeError, match="logical_or"):
            change(mask, mask)
    assert aikit.to_list(mask) == [True, False]


def test_containers_and_native_arrays(xp: Any, x: Any) -> None:
    container = aikit.Container(a=x > 0, b={"c": x < 0})
    same((container * x).a, (VALUES > 0) * VALUES)
    same((1 - container).b.c, 1 - (VALUES < 0).astype(int))
    same(container.sum().b.c, np.sum(VALUES < 0))
    same(aikit.multiply((x > 0).data, x.data), (VALUES > 0) * VALUES)
    same(xp.sum((x > 0).data), np.sum(VALUES > 0))


def test_two_bools_stay_an_error(xp: Any, x: Any) -> None:
    mask = x > 0
    for name in ("add", "subtract", "multiply", "divide", "pow", "maximum", "greater", "matmul", "remainder"):
        function = getattr(xp, name)
        cases = [(mask, mask.mT if name == "matmul" else mask)]
        cases += [(mask, True), (True, mask), (True, True)] if name != "matmul" else []
        for one, two in cases:
            with pytest.raises(AikitTypeError, match=r"bool.*logical_or.*logical_xor.*aikit\.astype\(x1, '"):
                function(one, two)
    with pytest.raises(AikitTypeError, match=r"negative.*bool.*astype"):
        xp.negative(mask)
    for name in ("sum", "prod"):
        with pytest.raises(AikitTypeError, match=f"{name}: dtype=bool is not among the numeric dtypes"):
            getattr(xp, name)(mask, dtype="bool")


def test_what_only_floats_have_stays_an_error(xp: Any, x: Any) -> None:
    integers = xp.astype(x, "int32")
    for call, words in (
        (lambda: xp.exp(integers), r"exp: x has dtype int32.*aikit\.astype\(x, 'float32'\)"),
        (lambda: xp.exp(x > 0), r"exp: x has dtype bool.*aikit\.astype\(x, 'float32'\)"),
        (lambda: xp.atan2(x > 0, x), r"atan2: x1 has dtype bool.*aikit\.astype\(x1, 'float32'\)"),
        (lambda: xp.linspace(0, 5, 6, dtype="int32"), r"linspace: dtype=int32.*cast its result with aikit\.astype"),
        (lambda: xp.max(xp.astype(x, "complex64")), r"max: x has dtype complex64.*aikit\.real\(x\)"),
    ):
        with pytest.raises(AikitTypeError, match=words):
            call()
    for values in ([], [[]]):
        with pytest.raises(aikit.AikitValueError, match="no elements"):
            xp.max(xp.asarray(values, dtype="bool"))


@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"])
def test_under_a_trace_and_differentiated(backend: str) -> None:
    xp = aikit.get_backend(require(backend))
    x = xp.asarray(VALUES)

    def function(v: Any) -> Any:
        return aikit.sum((v > 0) * v) + aikit.mean(v > 0) + (1 - (v > 0)).sum()

    expected = float(np.sum((VALUES > 0) * VALUES) + np.mean(VALUES > 0) + np.sum(VALUES <= 0))
    if backend == "torch":
        import torch

        traced = torch.compile(function, backend="eager", fullgraph=True)
    elif backend == "jax":
        import jax

        traced = jax.jit(function)
    else:
        import tensorflow as tf

        traced = tf.function(function)
    assert float(traced(x)) == pytest.approx(expected)
    gradient = aikit.grad(lambda v: aikit.sum((v > 0) * v))(x)
    assert aikit.to_list(gradient) == (VALUES > 0).astype(float).tolist()


def test_on_a_namespace_of_the_standard() -> None:
    xp = aikit.get_backend(require("array_api_strict"))
    x = xp.asarray(VALUES)
    for name in ("sum", "prod", "mean", "var", "std", "min", "max"):
        same(getattr(xp, name)(x > 0, axis=0), getattr(np, name)(VALUES > 0, axis=0))
    same((x > 0) * x, (VALUES > 0) * VALUES)
    same(1 - (x > 0), 1 - (VALUES > 0).astype(int))
