"""Functions of functions: derivatives, of functions whose derivatives are known in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("grad", calls_functions=True, dtypes="real floating-point")
def grad(x: Array | NativeArray, /) -> tuple[Array, Array, Array]:
    def loss(a: Array, b: Array) -> Array:
        return aikit.sum(a * a * b)

    y = x[..., ::-1]
    return aikit.grad(loss)(x, y), *aikit.grad(loss, [1, 0])(x, y)


@protocol("grad.second", calls_functions=True, dtypes="real floating-point")
def second(x: Array | NativeArray, /) -> Array:
    def slope(a: Array) -> Array:
        return aikit.sum(aikit.grad(lambda b: aikit.sum(b * b * b))(a))

    return aikit.grad(slope)(x)


@protocol("value_and_grad", calls_functions=True, dtypes="real floating-point")
def value_and_grad(x: Array | NativeArray, /) -> tuple[Array, Array]:
    return aikit.value_and_grad(lambda a, b: aikit.sum(a * a * b))(x, x[..., ::-1])


@protocol("jac", calls_functions=True, dtypes="real floating-point")
def jac(x: Array | NativeArray, /) -> Array:
    return aikit.jac(lambda a: a * a)(x)


@protocol("execute_with_gradients", calls_functions=True, dtypes="real floating-point")
def execute_with_gradients(x: Array | NativeArray, /) -> tuple[Array, Array, Array, Array]:
    variables = aikit.Container(w=x, b={"c": x[..., ::-1]})
    value, gradients, product = aikit.execute_with_gradients(
        lambda v: (aikit.sum(v.w * v.w * v.b.c), v.w * v.b.c), variables
    )
    return value, gradients.w, gradients.b.c, product
