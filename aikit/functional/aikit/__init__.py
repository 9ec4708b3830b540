"""The declarations of the public functions, by category; a category is loaded when one of its names is first used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from aikit.core.records import REGISTRY
from aikit.functional.aikit._index import NAMES

NAMESPACES = tuple(NAMES)
"""The modules that have public functions."""


def load(category: str) -> ModuleType:
    """Load a category, a module of this package, and enter its names in the namespaces."""
    module = importlib.import_module(f"{__name__}.{category}")
    for namespace, places in NAMES.items():
        public = vars(sys.modules[namespace])
        for name, place in places.items():
            if place == category:
                public.setdefault(name, getattr(module, name))
    return module


REGISTRY.places = {
    f"{namespace}.{name}".removeprefix("aikit."): place
    for namespace, places in NAMES.items()
    for name, place in places.items()
}
REGISTRY.load = load


def names_of(namespace: str) -> list[str]:
    """The names of the functions of a namespace, in order."""
    return list(NAMES[namespace])


def getter_of(namespace: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a namespace: it loads the category of a name that is not there yet.

    Raises
    ------
    AttributeError : no function has that name.
    """
    places = NAMES[namespace]

    def __getattr__(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {namespace!r} has no attribute {name!r}")
        load(places[name])
        return getattr(sys.modules[namespace], name)

    return __getattr__
