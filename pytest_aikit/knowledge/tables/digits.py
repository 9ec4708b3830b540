"""References that compute with mpmath's numbers, where those for NumPy do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pytest_aikit.knowledge.digits import each

DIGITS: Mapping[str, Callable[[Any], Callable[..., Any]]] = {
    "acos": each(lambda mp: mp.acos),
    "acosh": each(lambda mp: mp.acosh),
    "asin": each(lambda mp: mp.asin),
    "asinh": each(lambda mp: mp.asinh),
    "atan": each(lambda mp: mp.atan),
    "atanh": each(lambda mp: mp.atanh),
    "cos": each(lambda mp: mp.cos),
    "cosh": each(lambda mp: mp.cosh),
    "exp": each(lambda mp: mp.exp),
    "expm1": each(lambda mp: mp.expm1),
    "hypot": each(lambda mp: mp.hypot),
    "log": each(lambda mp: mp.log),
    "log10": each(lambda mp: mp.log10),
    "log1p": each(lambda mp: mp.log1p),
    "sin": each(lambda mp: mp.sin),
    "sinh": each(lambda mp: mp.sinh),
    "sqrt": each(lambda mp: mp.sqrt),
    "tan": each(lambda mp: mp.tan),
    "tanh": each(lambda mp: mp.tanh),
    "abs": each(lambda mp: abs),
    # mpmath knows no negative zero, which makes 0 of pi
    "atan2": each(lambda mp: lambda y, x: mp.atan2(y, x) or None),
    "divide": each(lambda mp: lambda x, y: x / y),
    "floor_divide": each(lambda mp: lambda x, y: mp.floor(x / y)),
    "log2": each(lambda mp: lambda x: mp.log(x, 2)),
    "logaddexp": each(lambda mp: lambda x, y: max(x, y) + mp.log1p(mp.exp(-abs(x - y)))),
    "multiply": each(lambda mp: lambda x, y: x * y),
    "pow": each(lambda mp: lambda x, y: x**y),
    "reciprocal": each(lambda mp: lambda x: 1 / x),
    "sign": each(lambda mp: lambda x: x / abs(x)),
    "square": each(lambda mp: lambda x: x * x),
}
"""Function -> of a context of mpmath, what computes with its numbers."""
