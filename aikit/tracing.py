"""The operators of Array and Container that torch.compile does not trace by itself.

Its tracer knows ``@``, ``@=`` and ``~`` as operators of tensors alone, whatever a class defines, where it asks the class
for all others. A method ``call_<name>`` of what stands for a function of Python's is the tracer's own way to handle one; it
gets those that are missing, for these two, when it is imported.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from aikit.core.arrays import ArrayBase
from aikit.core.nodes import Node
from aikit.core.on_import import on_import

TRACER = "torch._dynamo.variables.builtin"
OPERATORS = {"matmul": "__matmul__", "imatmul": "__imatmul__", "invert": "__invert__"}
"""The function of the module `operator` -> the special method."""


def _enter(tracer: ModuleType) -> None:
    function_of_python = getattr(tracer, "BuiltinVariable", None)
    for name, special in OPERATORS.items():
        if function_of_python is not None and not hasattr(function_of_python, f"call_{name}"):
            setattr(function_of_python, f"call_{name}", _calling(special))


def _calling(special: str) -> Any:
    """What calls a special method of an Array or a Container under a trace; it leaves all other objects to the tracer."""

    def call(self: Any, trace: Any, operand: Any, *others: Any) -> Any:
        cls = getattr(operand, "value_type", None)
        if isinstance(cls, type) and issubclass(cls, (ArrayBase, Node)):
            return operand.call_method(trace, special, list(others), {})
        return None

    return call


def register() -> None:
    """Teach the tracer these operators, now or once it is imported."""
    on_import(TRACER, _enter)
