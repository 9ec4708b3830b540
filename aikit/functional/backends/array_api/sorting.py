"""Sorting: where NaN stands, which the standard leaves open. It is greater than every number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._axes import check_axis
from ._rules import rule


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
