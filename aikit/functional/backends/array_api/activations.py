"""Activation functions, of which the standard has none."""

from __future__ import annotations

import math
from typing import Any

from aikit.functional.backends.error_function import erf

from ._axes import check_axis
from ._rules import rule


@rule("gelu")
def gelu(backend: Any, standard: Any, x: Any, /, *, approximate: bool = False) -> Any:
    xp = backend.namespace
    if not approximate:
        return x / 2 * (1 + erf(xp, x * math.sqrt(0.5)))
    # the hyperbolic tangent is 1 to the last digit there, and the cube does not overflow
    bounded = _between(backend, x, -20, 20)
    return x / 2 * (1 + xp.tanh(math.sqrt(2 / math.pi) * (bounded + 0.044715 * bounded * bounded * bounded)))


@rule("hardswish")
def hardswish(backend: Any, standard: Any, x: Any, /) -> Any:
    return x * (_between(backend, x + 3, 0, 6) / 6)


def _between(backend: Any, x: Any, low: float, high: float) -> Any:
    xp = backend.namespace
    return xp.minimum(xp.maximum(x, backend.like(x, low)), backend.like(x, high))


@rule("leaky_relu")
def leaky_relu(backend: Any, standard: Any, x: Any, /, *, alpha: float = 0.2) -> Any:
    return backend.namespace.where(x > 0, x, x * alpha)


@rule("log_softmax")
def log_softmax(backend: Any, standard: Any, x: Any, /, *, axis: int | None = None) -> Any:
    axis = -1 if axis is None else axis
    check_axis(x, axis)
    if not x.size:  # as in `softmax`
        return backend.copy_array(x)
    xp = backend.namespace
    below = x - xp.max(x, axis=axis, keepdims=True)
    return below - xp.log(xp.sum(xp.exp(below), axis=axis, keepdims=True))


@rule("mish")
def mish(backend: Any, standard: Any, x: Any, /) -> Any:
    # tanh(log(1 + e)) is a quotient of polynomials in e; beyond 20 it is 1 to the last digit
    power = backend.namespace.exp(backend.namespace.minimum(x, backend.like(x, 20)))
    rising = power * (power + 2)
    return x * (rising / (rising + 2))


@rule("relu")
def relu(backend: Any, standard: Any, x: Any, /) -> Any:
    return backend.namespace.maximum(x, backend.like(x, 0))


@rule("sigmoid")
def sigmoid(backend: Any, standard: Any, x: Any, /) -> Any:
    xp = backend.namespace
    power = xp.exp(-xp.abs(x))  # which does not overflow
    return xp.where(x < 0, power, xp.ones_like(x)) / (1 + power)


@rule("softmax")
def softmax(backend: Any, standard: Any, x: Any, /, *, axis: int | None = None) -> Any:
    axis = -1 if axis is None else axis
    check_axis(x, axis)
    if not x.size:  # whose maximum the standard does not define
        return backend.copy_array(x)
    xp = backend.namespace
    powers = xp.exp(x - xp.max(x, axis=axis, keepdims=True))
    return powers / xp.sum(powers, axis=axis, keepdims=True)


@rule("softplus")
def softplus(
    backend: Any, standard: Any, x: Any, /, *, beta: float | None = None, threshold: float | None = None
) -> Any:
    xp = backend.namespace
    inner = x if beta is None else x * beta
    result = xp.maximum(inner, backend.like(x, 0)) + xp.log1p(xp.exp(-xp.abs(inner)))
    result = result if beta is None else result / beta
    return result if threshold is None else xp.where(inner > threshold, x, result)


@rule("softsign")
def softsign(backend: Any, standard: Any, x: Any, /) -> Any:
    return x / (1 + backend.namespace.abs(x))
