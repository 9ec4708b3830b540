"""The operators that stand for a function, as functions of its arguments."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

from aikit.core.records import Function
from pytest_aikit import knowledge

NORMAL, IN_PLACE = "operator", "in place"
"""The ways of calling a function by its operator."""


def of(function: Function) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The way and the operator, where there is one, and where it has a form in place."""
    symbol = knowledge.of(function).operator
    if symbol:
        yield NORMAL, getattr(operator, symbol)
        in_place = getattr(operator, f"i{symbol.rstrip('_')}", None)
        if in_place is not None:
            yield IN_PLACE, in_place
