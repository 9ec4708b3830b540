"""Functions of functions: derivatives, of functions whose derivatives are known in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("grad", calls_functions=True, dtypes="real floating-point")
def grad(x: Array | NativeArray, /) -> tuple[Array, ...]:
    def loss(a: Array, b: Array) -> Array:
        return aikit.sum(a * a * b)

    def of_keywords(a: Array, *, others: dict[str, Array]) -> Array:
        # x is a constant here, though it is what is differentiated by
        return aikit.sum(a * x * others["y"])

    y = x[..., ::-1]
    several = *aikit.grad(loss, [-1, -2])(x, y), *aikit.grad(loss, [1])(x, y)
    return aikit.grad(loss)(x, y), *several, aikit.grad(of_keywords)(x, others={"y": y})


@protocol("grad.second", calls_functions=True, dtypes="real floating-point")
def second(x: Array | NativeArray, /) -> Array:
    def slope(a: Array) -> Array:
        value, gradient = aikit.value_and_grad(lambda b, *, c: aikit.sum(b * b * c))(a, c=a)
        return value + aikit.sum(gradient)

    return aikit.grad(slope)(x)


@protocol("value_and_grad", calls_functions=True, dtypes="real floating-point")
def value_and_grad(x: Array | NativeArray, /) -> tuple[Array, Array, Array, Array]:
    def loss(v: Any, b: Array, *, times: int) -> tuple[Array, Array, Array]:
        return aikit.sum(v["a"] * v["a"] * b) * times, v["a"] * b, b

    given = {"number": 2, "a": x, "nothing": None, "name": "a", "host": np.int64(2), "flag": np.bool_(True)}
    (value, product, other), gradient = aikit.value_and_grad(loss)(given, x[..., ::-1], times=given["number"])
    own = gradient.pop("a")
    (only,), _ = aikit.value_and_grad(lambda a: (aikit.sum(a),))(x)
    return value + (only - only), product, other, own if {*gradient.values()} == {None} else gradient


@protocol("jac", calls_functions=True, dtypes="real floating-point")
def jac(x: Array | NativeArray, /) -> tuple[Array, Array, Array]:
    squares, others = aikit.jac(lambda v: (v["a"] * v["a"], {"product": v["a"] * v["b"]}))({"a": x, "b": x[..., ::-1]})
    return squares["a"], others["product"]["a"], others["product"]["b"]


@protocol("execute_with_gradients", calls_functions=True, dtypes="real floating-point")
def execute_with_gradients(
    x: Array | NativeArray, /, *, retain_grads: bool = False
) -> tuple[Array, Array, Array, Array, Array]:
    def slope(a: Array) -> Array:
        own = aikit.Container(a=a)
        value, gradients, cubes = aikit.execute_with_gradients(
            lambda v: (aikit.sum(v.a * v.a), (v.a * v.a * v.a).data), own, retain_grads
        )
        return value + aikit.sum(gradients.a) + aikit.sum(cubes)

    variables = aikit.Container(w=x, b={"c": x[..., ::-1]})
    value, gradients, product = aikit.execute_with_gradients(
        lambda v: (aikit.sum(v.w * v.w * v.b.c), v.w * v.b.c), variables, retain_grads
    )
    return value, gradients.w, gradients.b.c, product, aikit.grad(slope)(x)
