"""The formula of the cross product, which is the same on every backend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def check_vectors(shape1: Sequence[int | None], shape2: Sequence[int | None], axis: int) -> None:
    """Raise where an axis is not negative or out of range, or has another length than 3; None is an unknown length."""
    if not -min(len(shape1), len(shape2)) <= axis < 0:
        raise ValueError(f"axis={axis} is not negative, or out of range for the shapes {shape1} and {shape2}")
    if any(shape[axis] not in (3, None) for shape in (shape1, shape2)):
        raise ValueError(f"the shapes {shape1} and {shape2} must have length 3 along axis={axis}")


def cross_product(a: Any, b: Any, multiply: Callable[..., Any], subtract: Callable[..., Any]) -> Any:
    """The three elements of the cross products of vectors that are given by their elements."""
    return [subtract(multiply(a[i], b[j]), multiply(a[j], b[i])) for i, j in ((1, 2), (2, 0), (0, 1))]
