"""Gradients, by PyTorch's transformations of functions.

Those of `torch.func` nest in each other and in `torch.compile`, which `torch.autograd.grad` on leaves does not.
"""

from __future__ import annotations

from typing import Any

import torch

from aikit.functional.backends.autograd import Differentiated, LossFunction, Natives, derived, of_some

__all__ = ["execute_with_gradients", "grad", "jac", "stop_gradient", "value_and_grad", "vmap"]

stop_gradient = torch.Tensor.detach


def value_and_grad(func: LossFunction) -> Differentiated:
    def differentiated(xs: Natives) -> tuple[tuple[Any, Natives], Natives]:
        if not xs:  # PyTorch wants an argument
            return func(xs), []
        gradients, result = torch.func.grad_and_value(func, has_aux=True)(xs)
        return result, gradients

    return differentiated


grad, execute_with_gradients = derived(value_and_grad, stop_gradient)
jac = of_some(torch.func.jacrev)
vmap = torch.func.vmap
