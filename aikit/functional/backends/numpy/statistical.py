"""Reductions and cumulative functions on NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from aikit import dtypes
from aikit.functional.backends.by_dtype import ByDtype

from ._axes import check_axis
from ._dtypes import COMPLEX, FLOATS, HALF
from .core import native_dtypes

_WIDE = (*(dtype for dtype in FLOATS if dtype not in HALF), *COMPLEX)


def _wide(x: np.ndarray) -> np.ndarray:
    """16-bit floats as float32: their own loops add up in 16 bits, and lose all but the first few terms."""
    return x.astype(np.float32) if x.dtype in HALF else x


def _accumulated(x: np.ndarray, dtype: np.dtype | None) -> np.dtype:
    return native_dtypes[dtypes.accumulation_dtype(dtypes.as_dtype(x.dtype).name).name] if dtype is None else dtype


def _accumulate(function: Callable[..., Any], x: np.ndarray, dtype: np.dtype | None, **options: Any) -> np.ndarray:
    target = _accumulated(x, dtype)
    if target in HALF:
        elements = _wide(x.astype(target, copy=False))
        return np.asarray(function(elements, dtype=np.float32, **options)).astype(target)
    return np.asarray(function(x, dtype=target, **options))


def _reduction(ufunc: np.ufunc) -> ByDtype:
    """The reduction of a ufunc; floats of 32 bits and more keep their dtype, and need no look at the default dtypes.

    Given a `dtype` of 16 bits, they do not.
    """

    def floats(x: np.ndarray, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> np.ndarray:
        if dtype is not None:
            return others(x, axis=axis, dtype=dtype, keepdims=keepdims)
        check_axis(x, axis)
        return ufunc.reduce(x, axis=axis, keepdims=keepdims, out=...)

    def others(x: np.ndarray, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> np.ndarray:
        check_axis(x, axis)
        return _accumulate(ufunc.reduce, x, dtype, axis=axis, keepdims=keepdims)

    return ByDtype(others, dict.fromkeys(_WIDE, floats))


sum = _reduction(np.add)
prod = _reduction(np.multiply)


def _check_cumulative(x: np.ndarray, axis: int | None) -> None:
    check_axis(x, axis)
    if not x.ndim:
        raise ValueError("no dimension to go along")  # NumPy takes it for a vector of one element


def cumulative_sum(
    x: np.ndarray, /, *, axis: int | None = None, dtype: np.dtype | None = None, include_initial: bool = False
) -> np.ndarray:
    _check_cumulative(x, axis)
    return _accumulate(np.cumulative_sum, x, dtype, axis=axis, include_initial=include_initial)


def cumulative_prod(
    x: np.ndarray, /, *, axis: int | None = None, dtype: np.dtype | None = None, include_initial: bool = False
) -> np.ndarray:
    _check_cumulative(x, axis)
    return _accumulate(np.cumulative_prod, x, dtype, axis=axis, include_initial=include_initial)


def max(x: np.ndarray, /, *, axis: Any = None, keepdims: bool = False) -> np.ndarray:
    check_axis(x, axis)
    return np.asarray(np.max(x, axis=axis, keepdims=keepdims))


def min(x: np.ndarray, /, *, axis: Any = None, keepdims: bool = False) -> np.ndarray:
    check_axis(x, axis)
    return np.asarray(np.min(x, axis=axis, keepdims=keepdims))


def _count(x: np.ndarray, axis: Any) -> int:
    """Of how many elements each element of a result is made."""
    axes = range(x.ndim) if axis is None else normalize_axis_tuple(axis, x.ndim)
    return math.prod(x.shape[one] for one in axes)


def _no_numbers(x: np.ndarray, axis: Any, keepdims: bool, dtype: np.dtype) -> np.ndarray:
    """What a reduction of no elements gives, without the warning that NumPy has for it."""
    value = complex(np.nan, np.nan) if dtype.kind == "c" else np.nan
    return np.full(np.sum(x, axis=axis, keepdims=keepdims).shape, value, dtype)


def _averaged(x: np.ndarray) -> np.dtype:
    """The dtype of an average of `x`."""
    return native_dtypes[dtypes.default_float().name] if x.dtype.kind in "biu" else x.dtype


def mean(x: np.ndarray, /, *, axis: Any = None, keepdims: bool = False) -> np.ndarray:
    check_axis(x, axis)
    target = _averaged(x)
    if not x.size and not _count(x, axis):
        return _no_numbers(x, axis, keepdims, target)
    result = np.mean(_wide(x), axis=axis, keepdims=keepdims)
    return np.asarray(result).astype(target, copy=False)


def _spread(function: Callable[..., Any]) -> Callable[..., np.ndarray]:
    """The variance or the standard deviation; without degrees of freedom NumPy warns, and gives a quotient by 0."""

    def spread(x: np.ndarray, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> np.ndarray:
        check_axis(x, axis)
        count, target = _count(x, axis), _averaged(x)
        if not count or count <= correction:
            return _no_numbers(x, axis, keepdims, target)
        result = function(_wide(x), axis=axis, correction=correction, keepdims=keepdims)
        return np.asarray(result).astype(target, copy=False)

    return spread


std = _spread(np.std)
var = _spread(np.var)
