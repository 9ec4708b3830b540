"""Norms of layers, written with NumPy after their definitions, and by what their errors are measured."""

from __future__ import annotations

from typing import Any

import numpy as np


def _over_axes(x: Any, axes: Any, parameter: Any) -> Any:
    """A scale or an offset of some axes, with as many dimensions as `x`."""
    axes = sorted(np.arange(x.ndim)[np.atleast_1d(axes)])
    full = np.broadcast_to(parameter, [x.shape[axis] for axis in axes])
    return np.expand_dims(full, [axis for axis in range(x.ndim) if axis not in axes])


def layer_norm(x: Any, axes: Any, *, scale: Any, offset: Any, eps: float, new_std: float) -> Any:
    deviation = x - np.mean(x, axis=tuple(np.atleast_1d(axes)), keepdims=True)
    return _normalised(deviation, x, axes, scale, eps, new_std) + (0 if offset is None else _over_axes(x, axes, offset))


def _normalised(deviation: Any, x: Any, axes: Any, scale: Any, eps: float, new_std: float) -> Any:
    variance = np.var(x, axis=tuple(np.atleast_1d(axes)), keepdims=True)
    return deviation / np.sqrt(variance + eps) * new_std * (1 if scale is None else _over_axes(x, axes, scale))


def scale_of_layer_norm(x: Any, axes: Any, *, scale: Any, offset: Any, eps: float, new_std: float) -> Any:
    """A mean is rounded in proportion to the greatest element, and so is the difference from it."""
    greatest = np.max(np.abs(x), axis=tuple(np.atleast_1d(axes)), keepdims=True, initial=0)
    terms = np.abs(_normalised(greatest, x, axes, scale, eps, new_std))
    return np.broadcast_to(terms, x.shape) + (0 if offset is None else np.abs(_over_axes(x, axes, offset)))
