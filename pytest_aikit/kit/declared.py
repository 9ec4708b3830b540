"""What a class says of the functions: supported, unsupported, ignored; of the others it has said nothing."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from aikit.core.records import REGISTRY, Function
from pytest_aikit.cases import cells
from pytest_aikit.kit.adapter import AdapterError
from pytest_aikit.options import matches

SUPPORTED, UNSUPPORTED, IGNORED, UNDECLARED = "supported", "unsupported", "ignored", "undeclared"


@functools.cache
def overridable() -> dict[str, Function]:
    """The functions that a class can take over, by qualified name."""
    import aikit

    public = {id(one) for one in aikit.overridable_functions()}
    return {name: one for name, one in sorted(REGISTRY.items()) if id(one.public) in public}


@functools.cache
def judged() -> dict[str, Function]:
    """Those of them that a class is judged by; what asks for facts about dtypes, such as `finfo`, or makes values of
    Python, as `to_list`, gives no array to judge."""
    checked = cells.checked_functions()
    return {name: function for name, function in overridable().items() if checked.get(name) is function}


@dataclass(frozen=True)
class Declared:
    """The names of the functions that a class declares; a pattern stands for those that no list names."""

    by_name: Mapping[str, str]
    by_pattern: tuple[tuple[str, str], ...]

    @functools.cached_property
    def leaves_something(self) -> bool:
        """Whether some function is not ignored."""
        return any(self.of(one) != IGNORED for one in judged().values())

    def of(self, function: Function) -> str:
        """What a function is declared to be."""
        name = function.qualified_name
        if name in self.by_name:
            return self.by_name[name]
        return next((status for pattern, status in self.by_pattern if matches(name, [pattern])), UNDECLARED)


def declared(supported: Iterable[Any] = (), unsupported: Iterable[Any] = (), ignored: Iterable[Any] = ()) -> Declared:
    """What is declared by lists of functions, of their names, and of patterns such as ``"linalg.*"``.

    Raises
    ------
    AdapterError : something in a list is no function that can be taken over, or stands in two of them; or nothing is left.
    """
    by_name: dict[str, str] = {}
    by_pattern: dict[str, str] = {}
    lists = {SUPPORTED: supported, UNSUPPORTED: unsupported, IGNORED: ignored}
    for status, given in lists.items():
        for one in _listed(given, status):
            name = _name(one, status)
            known = by_name if name in overridable() else by_pattern
            if known.setdefault(name, status) != status:
                raise AdapterError(f"{name} is declared {known[name]} and {status}; leave it in one of them")
    found = Declared(by_name, tuple(by_pattern.items()))
    if not found.leaves_something:
        names = [name for name, status in (*by_name.items(), *by_pattern.items()) if status == IGNORED]
        raise AdapterError(f"ignored={names} leaves nothing to judge; take out of it what the class is to be judged by")
    return found


def _listed(given: Any, status: str) -> Iterable[Any]:
    if isinstance(given, str):
        return [given]
    if not isinstance(given, Iterable):
        raise AdapterError(f"{status}={given!r} is no list; give it functions, their names, or patterns")
    return given


def _name(one: Any, status: str) -> str:
    """The qualified name of a function, or a pattern."""
    known = overridable()
    if not isinstance(one, str):
        found = next((name for name, function in known.items() if function.public == one), None)
        if found is None:
            said = getattr(one, "__qualname__", repr(one))
            raise AdapterError(f"{status}: {said} is no function that a class can take over; {_WHERE}")
        return found
    if one not in known and not any(matches(name, [one]) for name in known):
        close = difflib.get_close_matches(one, known)
        hint = f"did you mean {', '.join(close)}? " if close else ""
        raise AdapterError(f"{status}: {one!r} is no function that a class can take over; {hint}{_WHERE}")
    return one


_WHERE = "aikit.overridable_functions() has them all"
