"""Activation functions on NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from aikit.functional.backends.by_dtype import ByDtype, through_wider

from ._axes import check_axis
from ._dtypes import HALF
from .elementwise import erf


def _rounded_once(function: Callable[..., np.ndarray]) -> ByDtype:
    """`function`, for 16 bits through float32, so that there is one rounding."""
    return through_wider(function, HALF, np.dtype("float32"), lambda x, dtype: x.astype(dtype))


def _gelu(x: np.ndarray, /, *, approximate: bool = False) -> np.ndarray:
    if not approximate:
        return np.multiply(x / 2, 1 + erf(x * math.sqrt(0.5)), out=...)
    # the hyperbolic tangent is 1 to the last digit there, and the cube does not overflow
    bounded = np.clip(x, -20, 20)
    inner = math.sqrt(2 / math.pi) * (bounded + 0.044715 * bounded * bounded * bounded)
    return np.multiply(x / 2, 1 + np.tanh(inner), out=...)


def _hardswish(x: np.ndarray, /) -> np.ndarray:
    return np.multiply(x, np.clip(x + 3, 0, 6) / 6, out=...)


def _leaky_relu(x: np.ndarray, /, *, alpha: float = 0.2) -> np.ndarray:
    return np.where(x > 0, x, x * alpha)


def _log_softmax(x: np.ndarray, /, *, axis: int | None = None) -> np.ndarray:
    axis = -1 if axis is None else axis
    check_axis(x, axis)
    with np.errstate(invalid="ignore", under="ignore", divide="ignore"):  # as in `_softmax`
        below = x - np.max(x, axis=axis, keepdims=True, initial=-np.inf)
        return below - np.log(np.sum(np.exp(below), axis=axis, keepdims=True))


def _mish(x: np.ndarray, /) -> np.ndarray:
    # tanh(log(1 + e)) is a quotient of polynomials in e; beyond 20 it is 1 to the last digit
    power = np.exp(np.minimum(x, 20))
    rising = power * (power + 2)
    return np.multiply(x, rising / (rising + 2), out=...)


def _sigmoid(x: np.ndarray, /) -> np.ndarray:
    power = np.exp(-np.abs(x))  # which does not overflow
    return np.divide(np.where(x < 0, power, 1), 1 + power, out=...)


def _softmax(x: np.ndarray, /, *, axis: int | None = None) -> np.ndarray:
    axis = -1 if axis is None else axis
    check_axis(x, axis)
    with np.errstate(invalid="ignore", under="ignore"):  # the difference of infinities is the NaN that is asked for
        powers = np.exp(x - np.max(x, axis=axis, keepdims=True, initial=-np.inf))
        return powers / np.sum(powers, axis=axis, keepdims=True)


def _softplus(x: np.ndarray, /, *, beta: float | None = None, threshold: float | None = None) -> np.ndarray:
    inner = x if beta is None else x * beta
    result = np.maximum(inner, 0) + np.log1p(np.exp(-np.abs(inner)))
    result = result if beta is None else np.divide(result, beta)
    return np.where(inner > (math.inf if threshold is None else threshold), x, result)


def _softsign(x: np.ndarray, /) -> np.ndarray:
    return np.divide(x, 1 + np.abs(x), out=...)


gelu = _rounded_once(_gelu)
hardswish = _rounded_once(_hardswish)
leaky_relu = _rounded_once(_leaky_relu)
log_softmax = _rounded_once(_log_softmax)
mish = _rounded_once(_mish)
sigmoid = _rounded_once(_sigmoid)
softmax = _rounded_once(_softmax)
softplus = _rounded_once(_softplus)
softsign = _rounded_once(_softsign)


def relu(x: np.ndarray, /) -> np.ndarray:
    return np.maximum(x, x.dtype.type(0), out=...)
