"""What is checked of an array class, one module for each check.

A module ``kit/checks/<name>.py`` has a docstring whose first line says what must hold, and a `CHECK`. A module that is there
is found. Which checks are in a pinned set follows from `KitCheck.since`.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass

from aikit.core.records import Function
from pytest_aikit.kit.adapter import AdapterError
from pytest_aikit.kit.trial import Trial

LATEST = "2026.1"


@dataclass(frozen=True)
class KitCheck:
    """One check of an array class.

    Attributes
    ----------
    name : what reports and `expected_failures` call it.
    applies : whether it says anything about a function.
    run : raises `CheckFailure` where what must hold does not; returns the number of calls that it made.
    about : what must hold; its first line is a sentence.
    order : a check runs before those of a higher order.
    once : whether it runs for one dtype of a function, not for all.
    of_makers : whether it also runs for functions that take no array, which a class sees by `out` alone.
    since : the first pinned set that has it.
    """

    name: str
    applies: Callable[[Function], bool]
    run: Callable[[Trial], int]
    about: str
    _: KW_ONLY
    order: int
    once: bool = True
    of_makers: bool = False
    since: str = LATEST


@functools.cache
def known() -> tuple[KitCheck, ...]:
    """All checks, in the order in which they run."""
    modules = (one.name for one in pkgutil.iter_modules(__path__, f"{__name__}."))
    return tuple(sorted((importlib.import_module(name).CHECK for name in modules), key=lambda one: one.order))


def sets() -> tuple[str, ...]:
    """The names of the pinned sets, the oldest first: ``"2026.1"`` has what was there in that version."""
    return tuple(sorted({one.since for one in known()}, key=_key))


def newer_than(pinned: str, checks: Iterable[KitCheck]) -> frozenset[str]:
    """The names of the checks that a pinned set does not have.

    Raises
    ------
    AdapterError : there is no such set.
    """
    if pinned not in sets():
        raise AdapterError(f"checks={pinned!r} is no set of checks; choose from {', '.join(sets())}")
    return frozenset(one.name for one in checks if _key(one.since) > _key(pinned))


def _key(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split("."))


def always(function: Function) -> bool:
    """Whether a check applies that says something about every function."""
    return True
