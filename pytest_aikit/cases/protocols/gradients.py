"""Functions of functions: derivatives, of functions whose derivatives are known in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("grad", calls_functions=True, dtypes="real floating-point")
def grad(x: Array | NativeArray, /) -> tuple[Array, Array, Array]:
    def loss(a: Array, b: Array) -> Array:
        return aikit.sum(a * a * b)

    y = x[..., ::-1]
    return aikit.grad(loss)(x, y), *aikit.grad(loss, [-1, -2])(x, y)


@protocol("grad.second", calls_functions=True, dtypes="real floating-point")
def second(x: Array | NativeArray, /) -> Array:
    def slope(a: Array) -> Array:
        value, gradient = aikit.value_and_grad(lambda b: aikit.sum(b * b * b))(a)
        return value + aikit.sum(gradient)

    return aikit.grad(slope)(x)


@protocol("value_and_grad", calls_functions=True, dtypes="real floating-point")
def value_and_grad(x: Array | NativeArray, /) -> tuple[Array, Array, Array, Array]:
    def loss(v: Any, b: Array, *, times: int) -> tuple[Array, Array, Array]:
        return aikit.sum(v["a"] * v["a"] * b) * times, v["a"] * b, b

    given = {"number": 2, "a": x, "nothing": None}
    (value, product, other), gradient = aikit.value_and_grad(loss)(given, x[..., ::-1], times=given["number"])
    return value, product, other, gradient.pop("a") if gradient.pop("number") is None else gradient


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
        return aikit.sum(aikit.execute_with_gradients(lambda v: aikit.sum(v.a * v.a), own, retain_grads)[1].a)

    variables = aikit.Container(w=x, b={"c": x[..., ::-1]})
    value, gradients, product = aikit.execute_with_gradients(
        lambda v: (aikit.sum(v.w * v.w * v.b.c), v.w * v.b.c), variables, retain_grads
    )
    return value, gradients.w, gradients.b.c, product, aikit.grad(slope)(x)
