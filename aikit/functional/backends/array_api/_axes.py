"""Axes: the standard leaves open what happens where they are out of range or named twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def check_axis(x: Any, axis: int | tuple[int, ...] | None) -> None:
    """Raise where an axis is out of range or named twice."""
    if axis is None:
        return
    axes = axis if isinstance(axis, tuple) else (axis,)
    if not all(-x.ndim <= one < x.ndim for one in axes) or len({one % x.ndim for one in axes}) < len(axes):
        raise ValueError(f"axis {axis} is out of range for an array of {x.ndim} dimensions, or names one twice")


def reduction(
    backend: Any, standard: Callable[..., Any], x: Any, /, *, axis: int | tuple[int, ...] | None = None, **options: Any
) -> Any:
    """The rule of reductions that take axes as the standard has them."""
    check_axis(x, axis)
    return standard(x, axis=axis, **options)
