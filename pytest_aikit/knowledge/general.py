"""General functions: between backends, and to Python."""

from __future__ import annotations

from aikit.exceptions import AikitTypeError, AikitValueError
from pytest_aikit.knowledge.calls import ArraySpec, bad
from pytest_aikit.knowledge.records import know

know(
    "to_backend",
    bad=(bad(AikitTypeError, "of a list", [1.0], "numpy", words=("x=[1.0]", "list")),),
)

know("to_scalar", bad=(bad(AikitValueError, "of two", ArraySpec((2,), dtype="float32"), words=("(2,)", "to_list")),))
