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
from aikit.core import view_writes
from aikit.core.records import REGISTRY
from aikit.dispatch import make_operator

OPERATOR: Any = None
"""Stands in the templates of the reflected and in-place forms for the operator itself."""

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


def install(cls: type) -> None:
    """Give `cls` its operators, once the functions are declared."""
    for table in (BINARY, COMPARISON, UNARY):
        for operator, name in table.items():
            _set(cls, f"__{operator}__", make_operator(REGISTRY[name]), name)
    for operator, name in BINARY.items():
        _set(cls, f"__r{operator}__", _with_operator(_reflected, getattr(cls, f"__{operator}__")), name)

    def install_in_place(watched: bool) -> None:
        for operator, name in BINARY.items():
            method = getattr(cls, f"__{operator}__")
            in_place = _in_place_watched(method) if watched else _with_operator(_in_place, method)
            _set(cls, f"__i{operator}__", in_place, name)

    install_in_place(view_writes.watching)
    view_writes.on_switch.append(install_in_place)


def _set(cls: type, special: str, method: Any, name: str) -> None:
    method.__name__ = special
    method.__qualname__ = f"{cls.__name__}.{special}"
    method.__doc__ = f"See `aikit.{name}`."
    setattr(cls, special, method)


def _reflected(self: Any, other: Any, /) -> Any:
    return OPERATOR(other, self)


def _in_place(self: Any, other: Any, /) -> Any:
    return OPERATOR(self, other, out=self)


def _in_place_watched(operator: Any) -> Any:
    """The in-place form of an operator while views are watched, see `aikit.core.view_writes`."""

    def in_place(self: Any, other: Any, /) -> Any:
        if self._backend.is_traced(self._data) or sys.getrefcount(self) != LONE_IN_PLACE:
            return operator(self, other, out=self)
        with view_writes.written_back(self):  # what x[0:2] made in x[0:2] += 1
            return operator(self, other, out=self)

    return in_place


def _with_operator(template: Any, operator: Any) -> Any:
    """`template` with an operator in its globals.

    A closure would do, but torch.compile cannot look into one that is a method of an object made inside the trace.
    """
    return types.FunctionType(template.__code__, {"OPERATOR": operator, "__builtins__": __builtins__})
