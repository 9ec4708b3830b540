"""The operators of `Array`, each of which stands for a function of the standard.

A special method is compiled from the function's signature like the public function itself (see `aikit.dispatch`), so
that ``x + y`` costs no more than ``aikit.add(x, y)``; for a class that is neither ours nor one with the protocol it
returns NotImplemented.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING, Any

from aikit.array.chained import LONE_IN_PLACE
from aikit.array.in_place import written_into
from aikit.core import view_writes
from aikit.core.records import REGISTRY, Function
from aikit.dispatch import make_operator

OPERATOR: Any = None
"""Stands in the templates of the reflected and in-place forms for the operator itself."""
FUNCTION: Any = None
"""Stands there for the function of the operator."""

BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "pow",
    "matmul": "matmul",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
}
"""Operators with a reflected (``__radd__``) and an in-place form (``__iadd__``)."""

COMPARISON = {
    "eq": "equal",
    "ne": "not_equal",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
}
UNARY = {"neg": "negative", "pos": "positive", "invert": "bitwise_invert", "abs": "abs"}


class ArrayWithOperators:
    """The special methods that are operators; `install` gives them their code."""

    __slots__ = ()

    if TYPE_CHECKING:

        def _operator(self, other: Any, /) -> Any: ...

        __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = __matmul__ = _operator
        __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = __rmatmul__ = _operator
        __iadd__ = __isub__ = __imul__ = __itruediv__ = __ifloordiv__ = __imod__ = __ipow__ = __imatmul__ = _operator
        __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = _operator
        __rand__ = __ror__ = __rxor__ = __rlshift__ = __rrshift__ = _operator
        __iand__ = __ior__ = __ixor__ = __ilshift__ = __irshift__ = _operator
        __lt__ = __le__ = __gt__ = __ge__ = _operator

        def __neg__(self) -> Any: ...
        def __pos__(self) -> Any: ...
        def __invert__(self) -> Any: ...
        def __abs__(self) -> Any: ...


_OPERATORS = {name: operator for table in (BINARY, COMPARISON, UNARY) for operator, name in table.items()}
"""Function -> the operator that stands for it."""


def install(cls: type) -> None:
    """Give `cls` its operators: each has its code once its function is declared, and lets it be declared when first used."""
    for name, operator in _OPERATORS.items():
        for form in ("", "r", "i") if name == BINARY.get(operator) else ("",):
            special = f"__{form}{operator}__"
            _set(cls, special, _first_use(cls, special, name), name)

    def on_declare(function: Function) -> None:
        if function.qualified_name in _OPERATORS:
            _install_one(cls, function)

    def on_switch(watched: bool) -> None:
        for name in BINARY.values():
            _install_one(cls, REGISTRY[name])

    REGISTRY.on_declare.append(on_declare)
    view_writes.on_switch.append(on_switch)


def _first_use(cls: type, special: str, name: str) -> Any:
    """What an operator is until its function is declared."""

    def first_use(self: Any, /, *others: Any) -> Any:
        function = REGISTRY[name]  # its declaration puts the operator in the place of this
        if vars(cls)[special] is first_use:  # but has not come to that yet, in another thread
            _install_one(cls, function)
        return getattr(cls, special)(self, *others)

    return first_use


def _install_one(cls: type, function: Function) -> None:
    """Give `cls` the operator that stands for a function, and its reflected and in-place forms where it has them."""
    name = function.qualified_name
    operator = _OPERATORS[name]
    method = make_operator(function)
    _set(cls, f"__{operator}__", method, name)
    if name == BINARY.get(operator):
        _set(cls, f"__r{operator}__", _with_operator(_reflected, method, function), name)
        in_place = _in_place_watched(method) if view_writes.watching else _with_operator(_in_place, method, function)
        _set(cls, f"__i{operator}__", in_place, name)


def _set(cls: type, special: str, method: Any, name: str) -> None:
    method.__name__ = special
    method.__qualname__ = f"{cls.__name__}.{special}"
    method.__doc__ = f"See `aikit.{name}`."
    setattr(cls, special, method)


def _reflected(self: Any, other: Any, /) -> Any:
    return OPERATOR(other, self)


def _in_place(self: Any, other: Any, /) -> Any:
    return self if written_into(FUNCTION, self, other) else OPERATOR(self, other, out=self)


def _in_place_watched(operator: Any) -> Any:
    """The in-place form of an operator while views are watched, see `aikit.core.view_writes`."""

    def in_place(self: Any, other: Any, /) -> Any:
        if self._backend.is_traced(self._data) or sys.getrefcount(self) != LONE_IN_PLACE:
            return operator(self, other, out=self)
        with view_writes.written_back(self):  # what x[0:2] made in x[0:2] += 1
            return operator(self, other, out=self)

    return in_place


def _with_operator(template: Any, operator: Any, function: Function) -> Any:
    """`template` with an operator and its function in its globals.

    A closure would do, but torch.compile cannot look into one that is a method of an object made inside the trace.
    """
    scope = {"OPERATOR": operator, "FUNCTION": function, "written_into": written_into, "__builtins__": __builtins__}
    return types.FunctionType(template.__code__, scope)
