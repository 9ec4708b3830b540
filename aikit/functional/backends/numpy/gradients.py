"""Gradients: NumPy has no autograd, so there are none; `stop_gradient` and `vmap` need none."""

from __future__ import annotations

import numpy as np

from aikit.functional.backends.autograd import looping, refusing

__all__ = ["execute_with_gradients", "grad", "jac", "stop_gradient", "value_and_grad", "vmap"]

execute_with_gradients = refusing("execute_with_gradients", "numpy")
grad = refusing("grad", "numpy")
jac = refusing("jac", "numpy")
value_and_grad = refusing("value_and_grad", "numpy")

stop_gradient = np.ndarray.copy
vmap = looping(np.stack)
