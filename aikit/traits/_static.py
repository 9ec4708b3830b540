"""Values that a class, a spec or a trace fixes, told apart from those that are found at run time."""

from __future__ import annotations

import numbers
import operator
from collections.abc import Callable
from typing import Any

from aikit.core.on_import import on_import
from aikit.exceptions import AikitTypeError


def _folded(function: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    """An operator of `StaticInt` and its reflected form: static of two static ones, else what ints give."""

    def forward(self: StaticInt, other: Any) -> Any:
        result = function(int(self), int(other) if type(other) is StaticInt else other)
        return StaticInt(result) if type(other) is StaticInt else result

    def backward(self: StaticInt, other: Any) -> Any:
        return function(other, int(self))  # a length that a trace leaves open knows no subclass of int

    return forward, backward


def as_int(value: Any) -> int:
    """An int of an integer of any kind."""
    if isinstance(value, bool):
        raise AikitTypeError(f"StaticInt: {value!r} is a bool, which is a constant by itself")
    return int(operator.index(value))


class StaticInt(int):
    """An int that is known before the values are: equal to and hashed as that int, accepted wherever one is.

    Arithmetic of two gives a third; with any other int it gives an int.

    Examples
    --------
    >>> from aikit.traits import static
    >>> static(2) * static(3), static(2) * 3
    (static(6), 6)
    """

    __slots__ = ()

    def __new__(cls, value: Any, /) -> StaticInt:
        return super().__new__(cls, as_int(value))

    def __repr__(self) -> str:
        return f"static({int(self)})"

    __add__, __radd__ = _folded(operator.add)
    __sub__, __rsub__ = _folded(operator.sub)
    __mul__, __rmul__ = _folded(operator.mul)
    __floordiv__, __rfloordiv__ = _folded(operator.floordiv)
    __mod__, __rmod__ = _folded(operator.mod)

    def __neg__(self) -> StaticInt:
        return StaticInt(-int(self))


def fixed(value: Any, /) -> Any:
    """The static form of an int. Under torch.compile, whose tracer knows no subclass of int, it is the int."""
    return StaticInt(value)


def _as_it_is(value: Any, /) -> Any:
    return value


on_import("torch._dynamo", lambda tracer: tracer.substitute_in_graph(fixed)(_as_it_is))


class StaticStr(str):
    """A str that is known before the values are, such as the name of a dimension."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"static({str.__repr__(self)})"


def static(x: Any, /) -> Any:
    """The static form of an int or a str, or of each in a tuple; a bool is a constant by itself.

    Raises
    ------
    AikitTypeError : there is no static form of it, as of a float.

    Examples
    --------
    >>> from aikit.traits import static
    >>> static((1, "time"))
    (static(1), static('time'))
    """
    if isinstance(x, (bool, StaticInt, StaticStr)):
        return x
    if isinstance(x, numbers.Integral):
        return fixed(x)
    if isinstance(x, str):
        return StaticStr(x)
    if isinstance(x, tuple):
        return tuple(map(static, x))
    raise AikitTypeError(
        f"static: there is no static form for {type(x).__name__}: {x!r}; pass an int, a str or a tuple"
    )


def is_static(x: Any, /) -> bool:
    """Whether a value is static; of a tuple, whether all in it are."""
    return all(map(is_static, x)) if isinstance(x, tuple) else isinstance(x, (bool, StaticInt, StaticStr))


def known(x: Any, /) -> Any:
    """The plain value of a static one, None of any other; of a tuple, that of each."""
    if isinstance(x, tuple):
        return tuple(map(known, x))
    return dynamic(x) if is_static(x) else None


def dynamic(x: Any, /) -> Any:
    """The plain value of a static one, and any other value as it is; of a tuple, that of each."""
    if isinstance(x, tuple):
        return tuple(map(dynamic, x))
    if isinstance(x, StaticInt):
        return int(x)
    return str(x) if isinstance(x, StaticStr) else x
