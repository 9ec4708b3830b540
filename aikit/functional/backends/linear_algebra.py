"""Formulas of linear algebra that are the same on every backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def cross_product(a: Any, b: Any, multiply: Callable[..., Any], subtract: Callable[..., Any]) -> Any:
    """The three elements of the cross products of vectors that are given by their elements."""
    return [subtract(multiply(a[i], b[j]), multiply(a[j], b[i])) for i, j in ((1, 2), (2, 0), (0, 1))]
