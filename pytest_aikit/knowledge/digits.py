"""Functions of mpmath's numbers, for the digits that a reference has not where no type of NumPy is wider than float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest_aikit.numerics import wide


def each(make: Callable[[Any], Callable[..., Any]]) -> Callable[[Any], Callable[..., Any]]:
    """As `Knowledge.digits`: a function of single numbers, which `make` makes of a context of mpmath, of each element."""
    return lambda context: wide.elementwise(make(context))
