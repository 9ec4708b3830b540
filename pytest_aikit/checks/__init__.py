"""The checks, one module each.

A module ``checks/<name>.py`` has a docstring whose first line says what must hold, and a `CHECK`, which is its `Check`:
everything that the plugin knows about it. A module that is there is found, so that a new check is a new file. Other plugins
add theirs by the hook `pytest_aikit_checks`.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import replace

from pytest_aikit.cases import calling
from pytest_aikit.model import Check

_ADDED: dict[str, Check] = {}


@functools.cache
def built_in() -> tuple[Check, ...]:
    """The checks of this folder."""
    modules = (one.name for one in pkgutil.iter_modules(__path__, f"{__name__}."))
    return tuple(importlib.import_module(name).CHECK for name in modules)


def known() -> tuple[Check, ...]:
    """The checks in the order in which they run."""
    return tuple(sorted((*built_in(), *_ADDED.values()), key=lambda check: (check.order, check.name)))


def names() -> tuple[str, ...]:
    """Their names, in the same order."""
    return tuple(check.name for check in known())


def add(check: Check) -> Callable[[], None]:
    """Make a check known; returns what takes it away.

    Raises
    ------
    ValueError : there is one of this name.
    """
    if check.name in names():
        raise ValueError(f"there is a check {check.name!r} already; choose another name")
    _ADDED[check.name] = check

    def remove() -> None:
        del _ADDED[check.name]

    return remove


def load(name: str) -> Check:
    """The check of that name, which fails also where a call changes its arguments."""
    check = next(check for check in known() if check.name == name)
    return replace(check, run=calling.watched(check.run))
