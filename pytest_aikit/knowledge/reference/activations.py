"""Activations, written with NumPy after their definitions, and by what their errors are measured."""

from __future__ import annotations

from typing import Any

import numpy as np


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
