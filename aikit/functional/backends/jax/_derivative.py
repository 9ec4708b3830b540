"""The derivative of a function that is computed here in another way than by JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

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


def with_slope(slope: Function) -> Callable[[Function], Function]:
    """Compile the decorated function of one argument; its derivative is `slope` of it."""

    def decorate(function: Function) -> Function:
        differentiable = jax.custom_jvp(function)
        differentiable.defjvps(lambda tangent, result, z: tangent * slope(z))
        return jax.jit(differentiable)

    return decorate


def far_from_0(native: Function, primitive: Function) -> Function:
    """What has the derivative of `native`, or, where JAX's squares z too far, that of `primitive`."""

    def function(z: jax.Array) -> jax.Array:
        far = jnp.maximum(jnp.abs(jnp.real(z)), jnp.abs(jnp.imag(z))) > 2.0**30
        return jnp.where(far, primitive(jnp.where(far, z, 1)), native(jnp.where(far, 2, z)))

    return function


def signed_log(part: jax.Array, z: jax.Array) -> jax.Array:
    """The logarithm, or its opposite where a part of z has a sign."""
    return jax.lax.stop_gradient(jnp.copysign(1, part)) * jnp.log(z)
