"""What the plugin must know about the frameworks, beside what aikit's backends tell: one record for each.

The record of a backend that aikit brings is `FRAMEWORK` in the module of its name; others' are added. One about which nobody has
said anything is taken for a namespace of the Array API standard.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

from aikit.backend_handler import SOURCES
from pytest_aikit.frameworks.records import Framework

_RECORDS: dict[str, Framework] = {
    name: importlib.import_module(f"{__name__}.{name}").FRAMEWORK for name in sorted(SOURCES)
}
_OF_UNKNOWN: dict[str, Framework] = {}

HOST = next(name for name, framework in _RECORDS.items() if framework.is_host)
"""The backend whose arrays are those of the host."""


def known() -> tuple[Framework, ...]:
    """The records that there are, by name."""
    return tuple(_RECORDS[name] for name in sorted(_RECORDS))


def of(backend: str) -> Framework:
    """What is known about the framework of a backend."""
    found = _RECORDS.get(backend)
    return found if found is not None else _OF_UNKNOWN.setdefault(backend, Framework(backend))


def add(framework: Framework) -> Callable[[], None]:
    """Make a record known; returns what takes it away.

    Raises
    ------
    ValueError : there is one of this name.
    """
    if framework.name in _RECORDS:
        raise ValueError(f"there is a record of the framework {framework.name!r} already")
    _RECORDS[framework.name] = framework

    def remove() -> None:
        del _RECORDS[framework.name]

    return remove
