"""Activations, written with NumPy after their definitions, and by what their errors are measured."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.knowledge.reference.elementwise import erf
from pytest_aikit.numerics import wide
from pytest_aikit.numerics.comparing import Format


def gelu(x: Any, *, approximate: bool) -> Any:
    """Hendrycks and Gimpel, Gaussian Error Linear Units, 2016: the definition, and the approximation of section 2."""
    half = wide.number(0.5)
    if not approximate:
        root = np.sqrt(half if x.dtype == object else x.dtype.type(0.5))
        return half * x * (1 + erf(x * root))
    quarter_turn = 2 * np.arctan(wide.number(1.0)) if x.dtype != object else wide.context().pi / 2
    return half * x * (1 + np.tanh(np.sqrt(1 / quarter_turn) * (x + wide.number(44715) / 1000000 * x * x * x)))


def hardswish(x: Any) -> Any:
    """Howard et al., Searching for MobileNetV3, 2019, section 5.2."""
    return x * np.minimum(np.maximum(x + 3, 0), 6) / 6


def ends_of_hardswish(form: Format) -> Any:
    """Where it becomes straight."""
    return [3.0]


def leaky_relu(x: Any, *, alpha: float) -> Any:
    return np.where(x > 0, x, x * wide.number(alpha))


def mish(x: Any) -> Any:
    """Misra, Mish: A Self Regularized Non-Monotonic Activation Function, 2019, equation 1."""
    return x * np.tanh(np.log1p(np.exp(x)))


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def softplus(x: Any, *, beta: float | None, threshold: float | None) -> Any:
    """log(1 + exp(beta x)) / beta, by the greater of the two terms."""
    slope = wide.number(1.0 if beta is None else beta)
    inner = x * slope
    bent = (np.maximum(inner, 0) + np.log1p(np.exp(-np.abs(inner)))) / slope
    return bent if threshold is None else np.where(inner > threshold, x, bent)


def scale_of_softplus(x: Any, *, beta: float | None, threshold: float | None) -> Any:
    """The rounding of beta * x is an error of the exponent."""
    exact = np.abs(softplus(x, beta=beta, threshold=threshold))
    return exact if beta is None else exact + np.abs(x) * sigmoid(x * beta)


def log_softmax(x: Any, axis: int) -> Any:
    below = _below_maximum(x, axis)
    return below - np.log(np.sum(np.exp(below), axis=axis, keepdims=True))


def scale_of_log_softmax(x: Any, *, axis: int | None) -> Any:
    """What is added up, as in `scale_of_softmax`; a relative error of the sum, at least 1, is one of its logarithm by itself."""
    axis = -1 if axis is None else axis
    values, below = softmax(x, axis), np.abs(_below_maximum(x, axis))
    lost = np.where(values > 0, values * below, 0)
    return below + np.log(x.shape[axis] + 1) + np.sum(lost, axis=axis, keepdims=True)


def softmax(x: Any, axis: int) -> Any:
    powers = np.exp(_below_maximum(x, axis))
    return powers / np.sum(powers, axis=axis, keepdims=True)


def _below_maximum(x: Any, axis: int) -> Any:
    return x - np.max(x, axis=axis, keepdims=True, initial=-np.inf)


def scale_of_softmax(x: Any, *, axis: int | None) -> Any:
    """The rounding of a difference from the maximum is an error of the exponent, and of the terms of the sum."""
    axis = -1 if axis is None else axis
    values, differences = softmax(x, axis), np.abs(_below_maximum(x, axis))
    lost = np.where(values > 0, values * differences, 0)
    return values + lost + values * np.sum(lost, axis=axis, keepdims=True)
