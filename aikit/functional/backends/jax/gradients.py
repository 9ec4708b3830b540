"""Gradients, by JAX's transformations of functions."""

from __future__ import annotations

import functools

import jax

from aikit.functional.backends.autograd import derived, of_some

__all__ = ["execute_with_gradients", "grad", "jac", "stop_gradient", "value_and_grad", "vmap"]

stop_gradient = jax.lax.stop_gradient
value_and_grad = functools.partial(jax.value_and_grad, has_aux=True)
grad, execute_with_gradients = derived(value_and_grad, stop_gradient)
jac = of_some(jax.jacrev)
vmap = jax.vmap
