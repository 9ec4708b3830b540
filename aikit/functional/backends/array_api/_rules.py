"""Where aikit promises more than the Array API standard: the functions to run in place of a namespace's own.

A rule is written with functions of the standard alone, so it holds for any namespace. It is called as
``rule(backend, standard, *arguments)``: `standard` is the namespace's own function of that name, which raises
NotImplementedError where there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from aikit.dtypes import CATEGORIES

_F = Callable[..., Any]

RULES: dict[str, dict[str, _F]] = {}
"""Qualified name -> dtype category of the first array -> rule."""


def rule(*names: str, dtypes: str = "any") -> Callable[[_F], _F]:
    """Run the decorated function in place of the standard's of these names.

    Parameters
    ----------
    dtypes : the category of the dtypes of the first array for which it does; those with other dtypes run as they are.
    """

    def register(function: _F) -> _F:
        for name in names:
            RULES.setdefault(name, {})[dtypes] = function
        return function

    return register


def cases(name: str) -> Iterator[tuple[_F, frozenset[str]]]:
    """The rules of a function for some dtypes only, with those dtypes."""
    for category, function in RULES.get(name, {}).items():
        if category != "any":
            yield function, CATEGORIES[category]
