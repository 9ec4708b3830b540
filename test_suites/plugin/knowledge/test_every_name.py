"""Every public function has cells, or a reason for none: those of aikit, and the methods of Array and Container."""

from __future__ import annotations

import types

import pytest

import aikit
from aikit.array.operators import BINARY, COMPARISON, UNARY
from aikit.core.records import REGISTRY
from pytest_aikit.cases import cells, protocols
from pytest_aikit.knowledge.without_cells import REASONS

OPERATORS = {f"__{form}{name}__" for name in BINARY for form in ("", "r", "i")} | {
    f"__{name}__" for name in (*COMPARISON, *UNARY)
}
"""Special methods that the check `operator` calls for the functions for which they stand."""
OF_CLASSES = frozenset({
    "__annotations__", "__array_priority__", "__class_getitem__", "__doc__", "__getattribute__", "__init_subclass__",
    "__module__", "__new__", "__orig_bases__", "__sizeof__", "__slots__", "__subclasshook__", "__weakref__",
})  # fmt: skip
"""What Python gives a class, and the priority, which is a number."""


def _methods(cls: type) -> set[str]:
    """What a class has that not every object has."""
    names = {name for name in dir(cls) if not name.startswith("_") or name.startswith("__")}
    inherited = {name for name in names if getattr(cls, name, None) is getattr(object, name, cls)}
    return {f"{cls.__name__}.{name}" for name in names - inherited - OF_CLASSES}


def _public() -> set[str]:
    functions = {name for name in aikit.__all__ if isinstance(getattr(aikit, name), types.FunctionType)}
    return {*REGISTRY, *functions} | _methods(aikit.Array) | _methods(aikit.Container)


PUBLIC = _public()
"""What there is before a test declares functions of its own."""


def _with_cells() -> set[str]:
    """The names of what is called by some cell, under whatever check."""
    functions = cells.checked_functions()
    declared = [function.name for name, function in functions.items() if name not in protocols.known()]
    methods = {form for name in declared for form in (name, f"static_{name}")}
    own = {f"{cls}.{name}" for cls in ("Array", "Container") for name in methods | OPERATORS}
    return {*functions, *protocols.called()} | own


def test_every_name_has_cells_or_a_reason() -> None:
    assert PUBLIC - _with_cells() - set(REASONS) == set()


def test_no_reason_is_stale() -> None:
    assert set(REASONS) & _with_cells() == set(), "it has cells"
    assert set(REASONS) - PUBLIC == set(), "there is no such name"


@pytest.mark.parametrize("reason", sorted(set(REASONS.values())))
def test_reasons_are_sentences(reason: str) -> None:
    assert reason[0].isupper() and reason.endswith(".") and len(reason.split()) > 5
