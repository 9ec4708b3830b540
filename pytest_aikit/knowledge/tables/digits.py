"""Functions of mpmath's numbers, for the digits that NumPy's references have not where nothing is wider than float64."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from pytest_aikit.knowledge.tables import fourier_references
from pytest_aikit.numerics import wide


def of_numbers(name: str, compute: Callable[..., Any], count: int) -> Callable[..., Any]:
    """The reference of a function for arrays of mpmath's numbers; `count`: how many arguments it has."""
    if name in _scalar_functions():
        return wide.elementwise(_scalar_functions()[name], count)
    return _transforms().get(name, compute)


@functools.cache
def _transforms() -> Mapping[str, Callable[..., Any]]:
    return fourier_references.of_objects(wide.context())


@functools.cache
def _scalar_functions() -> Mapping[str, Callable[..., Any]]:
    """The elementwise functions that are rounded, by name, for numbers of mpmath."""
    mp = wide.context()
    same = (
        "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "expm1", "hypot", "log", "log10",
        "log1p", "sin", "sinh", "sqrt", "tan", "tanh",
    )  # fmt: skip
    return {
        **{name: getattr(mp, name) for name in same},
        "abs": abs,
        # mpmath knows no negative zero, which makes 0 of pi
        "atan2": lambda y, x: mp.atan2(y, x) or None,
        "divide": lambda x, y: x / y,
        "floor_divide": lambda x, y: mp.floor(x / y),
        "log2": lambda x: mp.log(x, 2),
        "logaddexp": lambda x, y: max(x, y) + mp.log1p(mp.exp(-abs(x - y))),
        "multiply": lambda x, y: x * y,
        "pow": lambda x, y: x**y,
        "reciprocal": lambda x: 1 / x,
        "sign": lambda x: x / abs(x),
        "square": lambda x: x * x,
    }
