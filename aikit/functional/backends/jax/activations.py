"""Activation functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ._derivative import with_slope
from ._dtypes import HALF

__all__ = [
    "gelu",
    "hardswish",
    "leaky_relu",
    "log_softmax",
    "mish",
    "relu",
    "sigmoid",
    "softmax",
    "softplus",
    "softsign",
]


_KEYWORDS = ("alpha", "approximate", "axis", "beta", "threshold")


def _rounded_once(function: Callable[..., jax.Array]) -> Callable[..., jax.Array]:
    """`function` compiled, its keywords static; XLA would round each of its steps to half precision."""

    def rounded(x: jax.Array, /, **options: Any) -> jax.Array:
        wide = x.astype(np.float32) if x.dtype in HALF else x
        return function(wide, **options).astype(x.dtype)

    return jax.jit(rounded, static_argnames=_KEYWORDS)


relu = jax.jit(jax.nn.relu)


@_rounded_once
def gelu(x: jax.Array, /, *, approximate: bool = False) -> jax.Array:
    if not approximate:
        return jax.nn.gelu(x, approximate=False)
    # half of 1 + tanh as one function, of which digits are left below 0, for the derivative too; the cube does not overflow
    bounded = jnp.clip(x, -20, 20)
    return x * jax.nn.sigmoid(math.sqrt(8 / math.pi) * (bounded + 0.044715 * bounded * bounded * bounded))


hardswish = _rounded_once(jax.nn.hard_swish)


@_rounded_once
def leaky_relu(x: jax.Array, /, *, alpha: float = 0.2) -> jax.Array:
    return jnp.where(x > 0, x, x * alpha)  # `jax.nn.leaky_relu` has the derivative 1 at 0


@_rounded_once
def log_softmax(x: jax.Array, /, *, axis: int | None = None) -> jax.Array:
    return jax.nn.log_softmax(x, -1 if axis is None else axis)


@_rounded_once
def mish(x: jax.Array, /) -> jax.Array:
    # x * exp(x) far below 0, in two steps: the exponential is 0 where it is subnormal, and the product is not
    half = jnp.exp(jnp.minimum(x, -40) / 2)
    return jnp.where(x < -40, x * half * half, jax.nn.mish(x))


sigmoid = _rounded_once(jax.nn.sigmoid)


@_rounded_once
def softmax(x: jax.Array, /, *, axis: int | None = None) -> jax.Array:
    return jax.nn.softmax(x, -1 if axis is None else axis)


@_rounded_once
def softplus(x: jax.Array, /, *, beta: float | None = None, threshold: float | None = None) -> jax.Array:
    inner = x if beta is None else x * beta
    result = jax.nn.softplus(inner)
    if threshold is None:
        return result if beta is None else result / beta
    is_linear = inner > threshold
    if beta is not None:
        # not by 0 where the quotient is not used: its gradient would be NaN
        result = result / jnp.where(is_linear, jnp.ones_like(inner), beta)
    return jnp.where(is_linear, x, result)


# far from 0 the derivative of the quotient is a difference, of which nothing is left; that of JAX's magnitude is 1 at 0
@with_slope(lambda x: jnp.square(1 / (1 + x * jnp.sign(x))))
def _softsign(x: jax.Array, /) -> jax.Array:
    return jax.nn.soft_sign(x)


softsign = _rounded_once(_softsign)
