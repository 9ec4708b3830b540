"""Searching: where NaN stands, which the standard leaves open. It is greater than every number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._axes import check_axis, reduction
from ._rules import rule

rule("count_nonzero")(reduction)


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


@rule("nonzero")
def nonzero(backend: Any, standard: Callable[..., Any], x: Any, /) -> tuple[Any, ...]:
    if x.ndim == 0:
        raise ValueError("a 0-d array has no axis")
    return tuple(standard(x))


@rule("argwhere")
def argwhere(backend: Any, standard: Any, x: Any, /) -> Any:
    """The standard has none."""
    return backend.namespace.stack(backend.nonzero(x), axis=1)


@rule("searchsorted")
def searchsorted(
    backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /, *, side: str = "left", sorter: Any = None
) -> Any:
    if sorter is not None and x1.ndim == 1 and sorter.shape == x1.shape:
        places = backend.to_numpy(sorter)
        if places.size and not (places.min() >= 0 and places.max() < x1.shape[0]):
            raise IndexError("an index of the sorter is out of range")
    return standard(x1, x2, side=side, sorter=sorter)
