"""A standalone function refers to no primary, compositional or mixed function, itself or by way of helpers.

What a function refers to is read from its code: the globals, their attributes where they are modules, the variables of
the functions around it, and what it imports when it runs.
"""

from __future__ import annotations

import dis
import functools
import importlib
import re
import types
from collections.abc import Iterator
from typing import Any

import pytest

import aikit
from aikit.core.records import REGISTRY
from aikit.functional.aikit import general

_UNKNOWN = object()
_GLOBAL = frozenset({"LOAD_GLOBAL", "LOAD_NAME"})
_CLOSURE = frozenset({"LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"})
_ATTRIBUTE = frozenset({"LOAD_ATTR", "LOAD_METHOD"})


def referred_to(function: types.FunctionType) -> Iterator[Any]:
    """The objects that the code of a function names, that of the functions within it included."""
    nonlocals = _closure_of(function)
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        codes += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
        yield from _named(code, function.__globals__, nonlocals)
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()


def _closure_of(function: types.FunctionType) -> dict[str, Any]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    found = {}
    for name, cell in cells:
        try:
            found[name] = cell.cell_contents
        except ValueError:  # a variable that has no value yet
            continue
    return found


def _named(code: types.CodeType, scope: dict[str, Any], nonlocals: dict[str, Any]) -> Iterator[Any]:
    local: dict[str, Any] = {}  # the variables that hold what was imported
    imported: Any = _UNKNOWN
    value: Any = _UNKNOWN  # what the step before left
    for step in dis.get_instructions(code):
        if step.opname in _GLOBAL:
            value = scope.get(step.argval, _UNKNOWN)
        elif step.opname in _CLOSURE:
            value = nonlocals.get(step.argval, _UNKNOWN)
        elif "_FAST" in step.opname:
            # Later Pythons do two in one step, such as STORE_FAST_LOAD_FAST.
            names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            for action, name in zip(re.findall(r"(LOAD|STORE|DELETE)_FAST", step.opname), names, strict=False):
                if action == "LOAD":
                    value = local.get(name, _UNKNOWN)
                else:
                    local[name], value = value, _UNKNOWN
        elif step.opname == "IMPORT_NAME":
            own = step.argval.partition(".")[0] == "aikit"
            value = imported = importlib.import_module(step.argval) if own else _UNKNOWN
        elif step.opname in _ATTRIBUTE or step.opname == "IMPORT_FROM":
            owner = imported if step.opname == "IMPORT_FROM" else value
            value = getattr(owner, step.argval, _UNKNOWN) if isinstance(owner, types.ModuleType) else _UNKNOWN
        else:
            value = _UNKNOWN
        if value is not _UNKNOWN:
            yield value


def plain_function(value: Any) -> types.FunctionType | None:
    """The Python function behind a value, if it is one of aikit's own helpers.

    Dispatch is none: `get_backend` makes the bound form of every function with it and calls none of them.
    """
    while isinstance(value, functools.partial) or hasattr(value, "__wrapped__"):
        value = value.func if isinstance(value, functools.partial) else value.__wrapped__
    module = getattr(value, "__module__", None) or ""
    own = module.partition(".")[0] in ("aikit", __name__) and module != "aikit.dispatch"
    return value if own and isinstance(value, types.FunctionType) else None


def forbidden(function: Any) -> set[str]:
    """The primary, compositional and mixed functions that `function` refers to, through helpers too."""
    seen: set[Any] = set()
    found: set[str] = set()
    waiting = [plain_function(function)]
    while waiting:
        helper = waiting.pop()
        if helper is None or helper in seen:
            continue
        seen.add(helper)
        for value in referred_to(helper):
            try:
                record = getattr(value, "__aikit_function__", None)
            except Exception:  # an object that refuses to be asked is no function
                continue
            if record is not None and record.kind != "standalone":
                found.add(record.qualified_name)
            else:
                waiting.append(plain_function(value))
    return found


STANDALONE = sorted(name for name, record in REGISTRY.items() if record.kind == "standalone")


@pytest.mark.parametrize("name", STANDALONE)
def test_refers_to_standalone_functions_only(name: str) -> None:
    assert forbidden(REGISTRY[name].body) == set()


def test_every_nest_function_is_standalone() -> None:
    nest = [record for record in REGISTRY.values() if record.category == "nest"]
    assert len(nest) == 19
    assert {record.kind for record in nest} == {"standalone"}


# ------------------------------------------------------------------------------------------------ the finder finds


def _helper(x: Any) -> Any:
    return aikit.linalg.det(x)


def _within(x: Any) -> Any:
    return [aikit.tan(item) for item in x]


def _imports(x: Any) -> Any:
    from aikit.functional.aikit.trigonometric import cos, sin

    return sin(cos(x))


def _imports_the_module(x: Any) -> Any:
    import aikit as library

    return library.exp(x)


def _by_its_module(x: Any) -> Any:
    return general.to_list(x)


def _through_a_helper(x: Any) -> Any:
    return aikit.nested_map(_helper, x)


def _in_a_closure() -> Any:
    function = aikit.sqrt
    return lambda x: function(x)


def _as_a_default(x: Any, function: Any = aikit.log) -> Any:
    return function(x)


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (_helper, {"linalg.det"}),
        (_through_a_helper, {"linalg.det"}),
        (_within, {"tan"}),
        (_imports, {"sin", "cos"}),
        (_imports_the_module, {"exp"}),
        (_by_its_module, {"to_list"}),
        (_in_a_closure(), {"sqrt"}),
        (_as_a_default, {"log"}),
        (functools.partial(_helper, 1), {"linalg.det"}),
        (lambda x: aikit.to_native(x), set()),
    ],
)
def test_finder(function: Any, names: set[str]) -> None:
    assert forbidden(function) == names
