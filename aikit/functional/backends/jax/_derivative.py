"""The derivative of a function that is computed here in another way than by JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax

Function = Callable[..., Any]


def with_derivative_of(native: Function) -> Callable[[Function], Function]:
    """Compile the decorated function; it is differentiated by the rule of `native`, which has the same meaning.

    Differentiating the cases of a `where` one by one would give NaN where a case that is not taken overflows.
    """

    def decorate(function: Function) -> Function:
        differentiable = jax.custom_jvp(function)

        @differentiable.defjvp
        def jvp(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, Any]:
            return differentiable(*primals), jax.jvp(native, primals, tangents)[1]

        return jax.jit(differentiable)

    return decorate
