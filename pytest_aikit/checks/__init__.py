"""The checks, one module each.

A module ``checks/<name>.py`` has a docstring whose first line says what must hold, and a `CHECK`, which is its `Check`:
everything that the plugin knows about it. A module that is there is found, so that a new check is a new file.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from dataclasses import replace

from pytest_aikit.cases import calling
from pytest_aikit.model import Check


@functools.cache
def known() -> tuple[Check, ...]:
    """The checks in the order in which they run."""
    modules = (one.name for one in pkgutil.iter_modules(__path__, f"{__name__}."))
    return tuple(sorted((importlib.import_module(name).CHECK for name in modules), key=lambda check: check.order))


def names() -> tuple[str, ...]:
    """Their names, in the same order."""
    return tuple(check.name for check in known())


def load(name: str) -> Check:
    """The check of that name, which fails also where a call changes its arguments."""
    check = next(check for check in known() if check.name == name)
    return replace(check, run=calling.watched(check.run))
