"""What the backends' gradients have in common; `aikit.functional.backends.protocol` says what each function is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Natives = list[Any]
LossFunction = Callable[[Natives], tuple[Any, Natives]]
Differentiated = Callable[[Natives], tuple[tuple[Any, Natives], Natives]]


def derived(
    value_and_grad: Callable[[LossFunction], Differentiated], stop_gradient: Callable[[Any], Any]
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """`grad` and `execute_with_gradients` of a backend, made of its `value_and_grad`."""

    def grad(func: LossFunction) -> Callable[[Natives], Natives]:
        differentiated = value_and_grad(func)
        return lambda xs: differentiated(xs)[1]

    def execute_with_gradients(func: LossFunction, xs: Natives, retain_grads: bool = False) -> tuple[Any, ...]:
        (y, further), gradients = value_and_grad(func)(xs)
        return y, gradients if retain_grads else [stop_gradient(g) for g in gradients], further

    return grad, execute_with_gradients


def of_some(jac: Callable[..., Any]) -> Callable[[Callable[[Natives], Natives]], Callable[[Natives], list[Natives]]]:
    """`jac` of a framework that wants something to differentiate with respect to, for nothing, too."""

    def jacobians(func: Callable[[Natives], Natives]) -> Callable[[Natives], list[Natives]]:
        return lambda xs: jac(func)(xs) if xs else [[] for _ in func(xs)]

    return jacobians


def looping(get_item: Callable[..., Any], stack: Callable[[Natives], Any]) -> Callable[..., Any]:
    """`vmap` where the framework has none: a loop over the first axis, whose results are stacked."""

    def vmap(func: Callable[[Natives], Natives]) -> Callable[[Natives], Natives]:
        def mapped(xs: Natives) -> Natives:
            rows = [func([get_item(x, (place,)) for x in xs]) for place in range(xs[0].shape[0])]
            return [stack(list(column)) for column in zip(*rows, strict=True)]

        return mapped

    return vmap
