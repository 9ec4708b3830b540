"""The operators of `Container`: Python's own, leaf by leaf, so that plain numbers stay plain numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from aikit.container.items import operate

BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift")
"""Operators with a reflected form; an in-place form rebinds the name to the result, as for numbers."""
COMPARISON = ("eq", "ne", "lt", "le", "gt", "ge")
UNARY = ("neg", "pos", "invert", "abs")


def _binary(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, other: Any, /) -> Any:
        return operate(name, function, self, other)

    return method


def _reflected(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, other: Any, /) -> Any:
        return operate(name, function, other, self)

    return method


def _unary(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, /) -> Any:
        return operate(name, function, self)

    return method


class ContainerWithOperators:
    """The special methods that are operators; see `aikit.container.items` for what they do with leaves."""

    __slots__ = ()

    for _name in BINARY:
        _function = getattr(operator, f"__{_name}__")
        locals()[f"__{_name}__"] = locals()[f"__i{_name}__"] = _binary(f"__{_name}__", _function)
        locals()[f"__r{_name}__"] = _reflected(f"__r{_name}__", _function)
    for _name in COMPARISON:
        locals()[f"__{_name}__"] = _binary(f"__{_name}__", getattr(operator, f"__{_name}__"))
    for _name in UNARY:
        locals()[f"__{_name}__"] = _unary(f"__{_name}__", getattr(operator, f"__{_name}__"))
    del _name, _function

    def __pow__(self, other: Any, modulo: Any = None, /) -> Any:
        modulos = () if modulo is None else (modulo,)  # an Array says itself that it takes none
        return operate("__pow__", pow, self, other, *modulos)

    __hash__ = None  # type: ignore[assignment]
