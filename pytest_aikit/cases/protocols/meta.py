"""Steps of meta-learning, of costs for which the inner loop and its derivatives are known in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("maml_step", calls_functions=True, dtypes="real floating-point")
def maml_step(x: Array | NativeArray, /, *, steps: int = 1, average: bool = False) -> tuple[Array, Array, Array]:
    def cost(batch: aikit.Container, v: aikit.Container) -> Array:
        return aikit.sum((v.w - batch.target) ** 2) / 2

    batch, variables = aikit.Container(target=x), aikit.Container(w=x[0])
    value, gradients, adapted = aikit.maml_step(
        batch, cost, cost, variables, steps, 0.5, average_across_steps=average, return_inner_v=True
    )
    return value, gradients.w, adapted[-1].w


@protocol("fomaml_step", calls_functions=True, dtypes="real floating-point")
def fomaml_step(x: Array | NativeArray, /, *, steps: int = 1, average: bool = False) -> tuple[Array, Array, Array]:
    def cost(batch: aikit.Container, v: aikit.Container) -> Array:
        return aikit.sum((v.w - batch.target) ** 2) / 2

    batch, variables = aikit.Container(target=x), aikit.Container(w=x[0])
    value, gradients, adapted = aikit.fomaml_step(
        batch, cost, cost, variables, steps, 0.5, average_across_steps=average, return_inner_v="all"
    )
    return value, gradients.w, adapted[-1].w


@protocol("reptile_step", calls_functions=True, dtypes="real floating-point")
def reptile_step(x: Array | NativeArray, /, *, steps: int = 1) -> tuple[Array, Array, Array]:
    def cost(batch: aikit.Container, v: aikit.Container) -> Array:
        return aikit.sum((v.w - batch.target) ** 2) / 2

    batch, variables = aikit.Container(target=x), aikit.Container(w=x[0])

    def marking(batch: aikit.Container, v: aikit.Container) -> Array:
        """The cost, and a change of the batch that no other task is to see."""
        found = cost(batch, v)
        batch.target[...] = 0
        return found

    value, gradients, adapted = aikit.reptile_step(batch, cost, variables, steps, 0.5, return_inner_v="all")
    one, two = (
        aikit.reptile_step(batch, marking, variables, 1, 0.5, batched=False, num_tasks=number)[0] for number in (1, 2)
    )
    return value + (two - one), gradients.w, adapted[-1].w
