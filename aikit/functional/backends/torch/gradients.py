"""Gradients, by PyTorch's transformations of functions.

Those of `torch.func` nest in each other and in `torch.compile`, which `torch.autograd.grad` on leaves does not.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import torch

from aikit.functional.backends.autograd import Differentiated, LossFunction, Natives, derived, of_some

__all__ = ["execute_with_gradients", "grad", "jac", "stop_gradient", "value_and_grad", "vmap"]

stop_gradient = torch.Tensor.detach


class Transforming(threading.local):
    """Whether a function of the caller's is being transformed, which a trace cannot ask PyTorch for."""

    def __init__(self) -> None:
        self.on = False


transforming = Transforming()


def _noted(transformed: Callable[..., Any]) -> Callable[..., Any]:
    """A transformed function, which is noted while it runs."""

    def noted(xs: Natives) -> Any:
        outer = transforming.on
        transforming.on = True
        try:
            return transformed(xs)
        finally:
            transforming.on = outer

    return noted


def value_and_grad(func: LossFunction) -> Differentiated:
    def differentiated(xs: Natives) -> tuple[tuple[Any, Natives], Natives]:
        if not xs:  # PyTorch wants an argument
            return func(xs), []
        gradients, result = _noted(torch.func.grad_and_value(func, has_aux=True))(xs)
        return result, gradients

    return differentiated


grad, execute_with_gradients = derived(value_and_grad, stop_gradient)
jac = of_some(lambda func: _noted(torch.func.jacrev(func)))


def vmap(func: Callable[[Natives], Natives]) -> Callable[[Natives], Natives]:
    return _noted(torch.func.vmap(func))
