"""The operators of `Container`: Python's own, leaf by leaf, so that plain numbers stay plain numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from aikit.array.operators import BINARY, COMPARISON, UNARY
from aikit.container.items import operate


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

    def __pow__(self, other: Any, modulo: Any = None, /) -> Any:
        modulos = () if modulo is None else (modulo,)  # an Array says itself that it takes none
        return operate("__pow__", pow, self, other, *modulos)

    __hash__ = None  # type: ignore[assignment]


def _install() -> None:
    """Give the class the operators of `Array` that it has no source for; in place, a name is bound anew, as for numbers."""
    forms: dict[str, Any] = {}
    for name in BINARY:
        function = getattr(operator, f"__{name}__")
        forms[f"__{name}__"] = forms[f"__i{name}__"] = _binary(f"__{name}__", function)
        forms[f"__r{name}__"] = _reflected(f"__r{name}__", function)
    forms |= {f"__{name}__": _binary(f"__{name}__", getattr(operator, f"__{name}__")) for name in COMPARISON}
    forms |= {f"__{name}__": _unary(f"__{name}__", getattr(operator, f"__{name}__")) for name in UNARY}
    for name, form in forms.items():
        if name not in vars(ContainerWithOperators):
            setattr(ContainerWithOperators, name, form)


_install()
