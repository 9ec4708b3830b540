"""Reductions, and what is added up or subtracted along an axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aikit import dtypes
from aikit.functional.backends.array_api.rules import check_axis, rule


@rule("all", "any", "count_nonzero", "max", "mean", "min", "std", "var")
def reduction(
    backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: int | tuple[int, ...] | None = None, **options: Any
) -> Any:
    check_axis(x, axis)
    return standard(x, axis=axis, **options)


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


@rule("mean", "std", "var", dtypes="integer or boolean")
def average_of_integers(
    backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: Any = None, **options: Any
) -> Any:
    """The standard averages no integers; the result has the default float dtype."""
    check_axis(x, axis)
    result = standard(backend.cast(x, backend.widest("float64")), axis=axis, **options)
    return backend.cast(result, backend.as_native_dtype(dtypes.default_float().name))


@rule("diff")
def diff(
    backend: Any,
    standard: Callable[..., Any],
    x: Any,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: Any = None,
    append: Any = None,
) -> Any:
    """With what stands before and after put on here, for NumPy's own diff takes no None for it, and broadcasts."""
    check_axis(x, axis)
    parts = [part for part in (prepend, x, append) if part is not None]
    return standard(x if len(parts) == 1 else backend.namespace.concat(parts, axis=axis), axis=axis, n=n)
