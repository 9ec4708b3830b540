"""Gradients: NumPy has no autograd, so there are none; `stop_gradient` and `vmap` need none."""

from __future__ import annotations

import numpy as np

from aikit.functional.backends.autograd import Refusing, looping

__all__ = ["execute_with_gradients", "grad", "jac", "stop_gradient", "value_and_grad", "vmap"]

execute_with_gradients = Refusing("execute_with_gradients", "numpy")
grad = Refusing("grad", "numpy")
jac = Refusing("jac", "numpy")
value_and_grad = Refusing("value_and_grad", "numpy")

stop_gradient = np.ndarray.copy
vmap = looping(np.stack)
