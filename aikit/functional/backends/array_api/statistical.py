"""Reductions, and what is added up or subtracted along an axis."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from aikit import dtypes

from ._axes import check_axis, reduction
from ._rules import rule

rule("max", "mean", "min")(reduction)


def _numeric(backend: Any, x: Any, dtype: Any) -> Any:
    """`x`, bools as numbers of a dtype: the standard adds no bools up."""
    return backend.cast(x, dtype) if backend.dtype_of(x) == "bool" else x


@rule("max", "min", dtypes="boolean")
def extreme_of_bools(
    backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: int | tuple[int, ...] | None = None, **options: Any
) -> Any:
    """The standard has no order of bools."""
    check_axis(x, axis)
    return backend.cast(standard(backend.cast(x, backend.native_dtypes["uint8"]), axis=axis, **options), x.dtype)


@rule("sum", "prod")
def accumulation(
    backend: Any,
    standard: Callable[..., Any],
    x: Any,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    dtype: Any = None,
    keepdims: bool = False,
) -> Any:
    """Narrow integers give aikit's default integer dtype, not the namespace's."""
    check_axis(x, axis)
    dtype = backend.accumulated(x, dtype)
    return standard(_numeric(backend, x, dtype), axis=axis, dtype=dtype, keepdims=keepdims)


@rule("cumulative_sum", "cumulative_prod")
def cumulative(
    backend: Any,
    standard: Callable[..., Any],
    x: Any,
    /,
    *,
    axis: int | None = None,
    dtype: Any = None,
    include_initial: bool = False,
) -> Any:
    if axis is None and x.ndim != 1:
        raise ValueError("no axis for an array that has not one dimension")
    check_axis(x, axis)
    dtype = backend.accumulated(x, dtype)
    return standard(_numeric(backend, x, dtype), axis=axis, dtype=dtype, include_initial=include_initial)


@rule("std", "var")
def spread(
    backend: Any,
    standard: Callable[..., Any],
    x: Any,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    correction: float = 0.0,
    keepdims: bool = False,
) -> Any:
    """NaN without degrees of freedom, of which a namespace made of NumPy gives the quotient by 0, with a warning."""
    check_axis(x, axis)
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    lengths = [x.shape[one] for one in axes]
    if None in lengths or math.prod(lengths) > max(correction, 0):
        return standard(x, axis=axis, correction=correction, keepdims=keepdims)
    return backend.namespace.sum(x, axis=axis, keepdims=keepdims) * math.nan


@rule("mean", "std", "var", dtypes="integer or boolean")
def average_of_integers(
    backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: Any = None, **options: Any
) -> Any:
    """The standard averages no integers; the result has the default float dtype."""
    check_axis(x, axis)
    wide = backend.cast(x, backend.widest("float64"))
    average = spread if "correction" in options else reduction
    result = average(backend, standard, wide, axis=axis, **options)
    return backend.cast(result, backend.as_native_dtype(dtypes.default_float().name))
