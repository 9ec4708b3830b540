"""Steps of meta-learning, of costs for which the inner loop and its derivatives are known in closed form.

Each function has all that it needs in itself, for a failure prints it as source that runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("maml_step", calls_functions=True, dtypes="real floating-point")
def maml_step(
    x: Array | NativeArray, /, *, steps: int = 1, average: bool = False, form: str = "plain"
) -> tuple[Array, ...]:
    def cost(batch: aikit.Container, v: aikit.Container) -> Array:
        return sum(aikit.sum((one - batch.target) ** 2) / 2 for one in v.values())

    def step(w: Array, **options: Any) -> tuple[Any, ...]:
        variables = aikit.Container(w=w, b=x[1]) if form == "some variables" else aikit.Container(w=w)
        batch = aikit.Container(target=x)
        return aikit.maml_step(batch, cost, cost, variables, steps, 0.5, average_across_steps=average, **options)

    def after(w: Array) -> Array:
        value, gradients = step(w, stop_gradients=False)
        # through which nothing is differentiated
        stopped, others, adapted = step(w, return_inner_v="first")
        alone, of_alone = step(w, batched=False)
        return (
            value + aikit.sum(gradients.w) + stopped + aikit.sum(others.w + adapted.w) + alone + aikit.sum(of_alone.w)
        )

    forms: dict[str, dict[str, Any]] = {
        "two tasks": {"return_inner_v": "all", "num_tasks": 2},
        "batches of its own": {
            "return_inner_v": True,
            "inner_batch_fn": lambda batch: aikit.Container(target=aikit.roll(batch.target, 1, axis=-1)),
            "outer_batch_fn": lambda batch: aikit.Container(target=batch.target[..., ::-1]),
        },
        "some variables": {
            "return_inner_v": True,
            "inner_v": "b",
            "keep_inner_v": False,
            "outer_v": ["b"],
            "keep_outer_v": False,
        },
        "the first alone": {"return_inner_v": "first"},
        "more tasks than there are": {"num_tasks": 4},
        "no task": {"num_tasks": 0},
        "fewer than none": {"num_tasks": -1},
        "nothing adapted": {},
    }
    value, gradients, *adapted = step(x[0], **forms.get(form, {"return_inner_v": True}))
    last = [one[-1] if isinstance(one, list) else one for one in adapted]
    slopes = [aikit.grad(after)(x[0])] if form == "differentiated" else []
    return value, *gradients.values(), *(leaf for one in last for leaf in one.values()), *slopes


@protocol("fomaml_step", calls_functions=True, dtypes="real floating-point")
def fomaml_step(
    x: Array | NativeArray, /, *, steps: int = 1, average: bool = False, form: str = "plain"
) -> tuple[Array, ...]:
    def cost(batch: aikit.Container, v: aikit.Container) -> Array:
        return sum(aikit.sum((one - batch.target) ** 2) / 2 for one in v.values())

    def step(w: Array, **options: Any) -> tuple[Any, ...]:
        variables = aikit.Container(w=w, b=x[1]) if "inner_v" in options else aikit.Container(w=w)
        batch = aikit.Container(target=x)
        return aikit.fomaml_step(batch, cost, cost, variables, steps, 0.5, average_across_steps=average, **options)

    def after(w: Array) -> Array:
        value, gradients = step(w, stop_gradients=False)
        # through which nothing is differentiated
        stopped, others, adapted = step(w, return_inner_v="first", inner_v="b", outer_v="w")
        alone, of_alone = step(w, batched=False)
        return (
            value + aikit.sum(gradients.w) + stopped + aikit.sum(others.w + adapted.b) + alone + aikit.sum(of_alone.w)
        )

    forms: dict[str, dict[str, Any]] = {
        "two tasks": {"return_inner_v": "all", "num_tasks": 2},
        "batches of its own": {
            "return_inner_v": True,
            "inner_batch_fn": lambda batch: aikit.Container(target=aikit.roll(batch.target, 1, axis=-1)),
            "outer_batch_fn": lambda batch: aikit.Container(target=batch.target[..., ::-1]),
        },
        "some variables": {
            "return_inner_v": True,
            "inner_v": "b",
            "keep_inner_v": False,
            "outer_v": ["b"],
            "keep_outer_v": False,
        },
        "the first alone": {"return_inner_v": "first"},
        "more tasks than there are": {"num_tasks": 4},
        "no task": {"num_tasks": 0},
        "fewer than none": {"num_tasks": -1},
        "nothing adapted": {},
    }
    value, gradients, *adapted = step(x[0], **forms.get(form, {"return_inner_v": "all"}))
    last = [one[-1] if isinstance(one, list) else one for one in adapted]
    slopes = [aikit.grad(after)(x[0])] if form == "differentiated" else []
    return value, *gradients.values(), *(leaf for one in last for leaf in one.values()), *slopes


@protocol("reptile_step", calls_functions=True, dtypes="real floating-point")
def reptile_step(x: Array | NativeArray, /, *, steps: int = 1, form: str = "plain") -> tuple[Array, ...]:
    def cost(batch: aikit.Container, v: aikit.Container) -> Array:
        return aikit.sum((v.w - batch.target) ** 2) / 2

    batch, variables = aikit.Container(target=x), aikit.Container(w=x[0])

    def marking(batch: aikit.Container, v: aikit.Container) -> Array:
        """The cost, and a change of the batch that no other task is to see."""
        found = cost(batch, v)
        batch.target[...] = 0
        return found

    forms: dict[str, dict[str, Any]] = {
        "two tasks": {"return_inner_v": True, "num_tasks": 2},
        "the first alone": {"return_inner_v": "first"},
        "more tasks than there are": {"num_tasks": 4},
        "no task": {"num_tasks": 0},
        "fewer than none": {"num_tasks": -1},
        "nothing adapted": {},
    }
    given = forms.get(form, {"return_inner_v": "all"})
    value, gradients, *adapted = aikit.reptile_step(batch, cost, variables, steps, 0.5, **given)
    last = [one[-1] if isinstance(one, list) else one for one in adapted]
    one, two = (
        aikit.reptile_step(batch, marking, variables, 1, 0.5, batched=False, num_tasks=number)[0] for number in (1, 2)
    )

    def after(w: Array) -> Array:
        variables = aikit.Container(w=w)
        value, gradients = aikit.reptile_step(batch, cost, variables, steps, 0.5, stop_gradients=False)
        # through which nothing is differentiated
        stopped, others, adapted = aikit.reptile_step(batch, cost, variables, steps, 0.5, return_inner_v="first")
        alone, of_alone = aikit.reptile_step(batch, cost, variables, steps, 0.5, batched=False)
        return (
            value + aikit.sum(gradients.w) + stopped + aikit.sum(others.w + adapted.w) + alone + aikit.sum(of_alone.w)
        )

    slopes = [aikit.grad(after)(x[0])] if form == "differentiated" else []
    return value + (two - one), gradients.w, *(one.w for one in last), *slopes
