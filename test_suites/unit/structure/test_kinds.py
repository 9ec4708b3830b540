"""The kind of a function says where its implementations are and what its body sees."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from helpers import sample_calls
from helpers.frameworks import is_installed

import aikit
from aikit import Array
from aikit.core.records import REGISTRY, Function
from aikit.functional.backends import BUILT_IN, protocol

INSTALLED = [name for name in BUILT_IN if is_installed(name)]
KINDS = ("primary", "compositional", "mixed", "standalone")


def implementations(function: Function) -> list[str]:
    """The backends whose module holds something under the qualified name of the function."""
    found = []
    for name in INSTALLED:
        value: Any = importlib.import_module(f"aikit.functional.backends.{name}")
        for part in function.qualified_name.split("."):
            value = getattr(value, part, None)
        if value is not None:
            found.append(name)
    return found


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_kind_and_implementations(name: str) -> None:
    function = REGISTRY[name]
    assert function.kind in KINDS and aikit.describe(function.public) is function
    if function.kind == "primary":
        without_autograd = {"numpy"} if name in protocol.members(protocol.Backend) else set()
        assert implementations(function) == [name for name in INSTALLED if name not in without_autograd]
    if function.kind == "compositional":
        assert implementations(function) == []
    if function.kind == "mixed" and len(INSTALLED) == len(BUILT_IN):
        assert 0 < len(implementations(function)) < len(BUILT_IN)


def test_container_dependent_functions_are_not_nestable() -> None:
    for function in REGISTRY.values():
        depends = any("Container" in str(p.annotation) for p in function.signature.parameters.values())
        assert not (depends and function.nestable), function.qualified_name


@pytest.mark.filterwarnings("ignore:.*encountered in:RuntimeWarning")  # of NumPy, for a quotient by 0
@pytest.mark.parametrize(
    "name", [name for name in sample_calls.functions() if REGISTRY[name].kind in ("compositional", "mixed")]
)
def test_composition_sees_arrays_alone(name: str, xp: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Native arrays, of which several operators differ from ours, reach no composition."""
    function, seen = REGISTRY[name], []
    args, kwargs = sample_calls.call_of(function, xp)
    body = function.body

    def spy(*args: Any, **kwargs: Any) -> Any:
        seen.extend(leaf for leaf in sample_calls.leaves([*args, *kwargs.values()]) if aikit.is_array(leaf))
        return body(*args, **kwargs)

    monkeypatch.setattr(function, "body", spy)
    function.public(*(aikit.to_native(arg, nested=True) for arg in args), **kwargs)
    assert all(type(leaf) is Array for leaf in seen)
    assert bool(seen) == any(aikit.is_array(leaf) for leaf in sample_calls.leaves([*args, *kwargs.values()]))
