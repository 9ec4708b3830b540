"""Searching, sorting, sets: where NaN stands, which the standard leaves open. It is greater than every number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aikit.functional.backends.array_api.rules import check_axis, rule


@rule("argmax", "argmin")
def extreme(
    backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: int | None = None, keepdims: bool = False
) -> Any:
    check_axis(x, axis)
    return standard(x, axis=axis, keepdims=keepdims)


@rule("argmax", "argmin", dtypes="real floating-point")
def extreme_with_nan(
    backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: int | None = None, keepdims: bool = False
) -> Any:
    """The first NaN, where there is one."""
    check_axis(x, axis)
    xp = backend.namespace
    nan = xp.isnan(x)
    if not xp.any(nan):
        return standard(x, axis=axis, keepdims=keepdims)
    first = xp.argmax(backend.cast(nan, xp.uint8), axis=axis, keepdims=keepdims)
    others = standard(xp.where(nan, backend.like(x, 0), x), axis=axis, keepdims=keepdims)
    return xp.where(xp.any(nan, axis=axis, keepdims=keepdims), first, others)


@rule("argsort", "sort")
def ordered(
    backend: Any,
    standard: Callable[..., Any],
    x: Any,
    /,
    *,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
) -> Any:
    check_axis(x, axis)
    return standard(x, axis=axis, descending=descending, stable=stable)


@rule("argsort", dtypes="real floating-point")
def order_with_nan(
    backend: Any,
    standard: Callable[..., Any],
    x: Any,
    /,
    *,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
) -> Any:
    check_axis(x, axis)
    xp = backend.namespace
    nan = xp.isnan(x)
    if not xp.any(nan):
        return standard(x, axis=axis, descending=descending, stable=stable)
    order = standard(xp.where(nan, backend.like(x, 0), x), axis=axis, descending=descending)
    nan = xp.take_along_axis(backend.cast(nan, xp.uint8), order, axis=axis)
    return xp.take_along_axis(order, standard(nan, axis=axis, descending=descending), axis=axis)


@rule("sort", dtypes="real floating-point")
def sorted_with_nan(
    backend: Any,
    standard: Callable[..., Any],
    x: Any,
    /,
    *,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
) -> Any:
    check_axis(x, axis)
    if not backend.namespace.any(backend.namespace.isnan(x)):
        return standard(x, axis=axis, descending=descending, stable=stable)
    order = backend.argsort(x, axis=axis, descending=descending)
    return backend.namespace.take_along_axis(x, order, axis=axis)


@rule("nonzero")
def nonzero(backend: Any, standard: Callable[..., Any], x: Any, /) -> tuple[Any, ...]:
    if x.ndim == 0:
        raise ValueError("a 0-d array has no axis")
    return tuple(standard(x))


@rule("isin")
def isin(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /, *, invert: bool = False) -> Any:
    # array_api_strict 2.6.1 does not hand `invert` on to NumPy, so that it would do nothing.
    found = standard(x1, x2)
    return backend.namespace.logical_not(found) if invert else found


@rule("searchsorted")
def searchsorted(
    backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /, *, side: str = "left", sorter: Any = None
) -> Any:
    if sorter is not None and x1.ndim == 1 and sorter.shape == x1.shape:
        places = backend.to_numpy(sorter)
        if places.size and not (places.min() >= 0 and places.max() < x1.shape[0]):
            raise IndexError("an index of the sorter is out of range")
    return standard(x1, x2, side=side, sorter=sorter)
