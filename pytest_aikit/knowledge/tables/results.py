"""What results are, and what a check or a strategy must know of some functions."""

from __future__ import annotations

IN_PLACE = frozenset({"clip", "maximum", "minimum"})
"""The functions that compare and return one of what they compared in the same place."""


OF_POSITIVE = frozenset({"pow"})
"""The functions of two arrays that are not numbers where an argument is negative."""


FIXED = frozenset(
    {
        "clip",
    }
)
"""The functions whose arrays must fit each other in more than shape."""


OPERATORS: dict[str, str] = {
    "abs": "abs",
    "add": "add",
    "bitwise_and": "and_",
    "bitwise_invert": "invert",
    "bitwise_left_shift": "lshift",
    "bitwise_or": "or_",
    "bitwise_right_shift": "rshift",
    "bitwise_xor": "xor",
    "divide": "truediv",
    "equal": "eq",
    "floor_divide": "floordiv",
    "greater": "gt",
    "greater_equal": "ge",
    "less": "lt",
    "less_equal": "le",
    "multiply": "mul",
    "negative": "neg",
    "not_equal": "ne",
    "positive": "pos",
    "pow": "pow",
    "remainder": "mod",
    "subtract": "sub",
}
"""Function -> the function of the module `operator` that is its operator."""
