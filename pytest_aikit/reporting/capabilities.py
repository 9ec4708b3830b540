"""The tables of functions, as one table in Markdown for the documentation of a project."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from aikit.functional.backends import BUILT_IN
from pytest_aikit import frameworks
from pytest_aikit.capabilities import Capabilities, Lack, capabilities_of


def table(functions: Iterable[Callable[..., Any]], backends: Sequence[str] = ()) -> str:
    """What functions serve, with the reasons below.

    Parameters
    ----------
    backends : the columns; the built-in ones and those that the tables name, by default.
    """
    tables = {function.__name__: capabilities_of(function) for function in functions}
    notes: dict[str, int] = {}
    columns = list(backends) or [*BUILT_IN, *_named(tables.values())]
    lines = [f"| function | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for name, capabilities in tables.items():
        cells = [_cell(capabilities, backend, notes) for backend in columns]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join([*lines, *([""] if notes else []), *(f"{number}. {text}" for text, number in notes.items())])


def _named(tables: Iterable[Capabilities]) -> list[str]:
    """The backends beside the built-in ones that tables name by a name, and no pattern."""
    patterns = [lack.pattern if lack.of_backends else lack.on for table in tables for lack in table.lacks]
    names = [part.strip().removeprefix("-") for pattern in patterns for part in pattern.split(",")]
    return [name for name in dict.fromkeys(names) if name not in BUILT_IN and not set(name) & set("*?[")]


def _cell(capabilities: Capabilities, backend: str, notes: dict[str, int]) -> str:
    """``yes`` or ``no``, and the numbers of the notes that say more."""
    lacks = [lack for lack in capabilities.lacks if lack.concerns([backend])]
    if backend in BUILT_IN and not frameworks.of(backend).traces:
        lacks = [lack for lack in lacks if lack.kind != "lazy"]
    wholly = [lack.reason for lack in lacks if lack.kind == "backends"]
    numbers = [notes.setdefault(text, len(notes) + 1) for text in wholly or map(_said, lacks)]
    return ("no" if wholly else "yes") + (f" ({', '.join(map(str, numbers))})" if numbers else "")


def _said(lack: Lack) -> str:
    if lack.kind == "lazy":
        return f"not lazily: {lack.reason}"
    parts = [part.strip() for part in lack.pattern.split(",")]
    only = all(part.startswith("-") for part in parts)
    names = ", ".join(f"`{part.removeprefix('-') if only else part}`" for part in parts)
    return f"{'only' if only else 'not'} {'on' if lack.kind == 'devices' else 'of'} {names}: {lack.reason}"


def functions_of(module: Any) -> Iterator[Callable[..., Any]]:
    """The public functions of a module: those of its ``__all__``, or those that it defines."""
    names = getattr(module, "__all__", None)
    for name in sorted(vars(module) if names is None else names):
        value = getattr(module, name, None)
        own = names is not None or getattr(value, "__module__", None) == module.__name__
        if own and not name.startswith("_") and not inspect.isclass(value) and callable(value):
            yield value
