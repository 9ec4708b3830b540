"""The names that expectations and marks may use: one that matches nothing is misspelt, and never comes true."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable

import pytest

from aikit.backend_handler import GENERIC, source_of
from aikit.core.records import REGISTRY
from aikit.dtypes import DTYPES
from pytest_aikit import checks, options
from pytest_aikit.cases import cells
from pytest_aikit.frameworks import backends
from pytest_aikit.knowledge import standard


def require_known(where: str, kind: str, patterns: Iterable[str]) -> None:
    """Raise a usage error where a pattern matches no function, check, backend or dtype that there is.

    Parameters
    ----------
    where : what the pattern stands in.
    kind : ``"function"``, ``"check"``, ``"backend"`` or ``"dtype"``; anything else is not known beforehand.
    """
    for pattern in patterns:
        # the dtypes of several arrays are written with commas
        for part in pattern.split(",") if kind == "dtype" else [pattern]:
            if kind == "backend" and part.strip().startswith(GENERIC):
                continue
            problem = _problem(part.strip(), _allowed(kind))
            if problem:
                raise pytest.UsageError(f"{where}: {kind} = {pattern!r}: {problem}")


@functools.lru_cache(maxsize=1024)
def _problem(pattern: str, allowed: tuple[str, ...] | None) -> str | None:
    if allowed is None:
        return None
    return None if any(options.matches(name, [pattern]) for name in allowed) else options.unknown(pattern, allowed)


def _allowed(kind: str) -> tuple[str, ...] | None:
    match kind:
        case "function":
            return _functions(len(REGISTRY.declared))
        case "check":
            return checks.names()
        case "backend":
            return backends.names()
        case "dtype":
            return tuple(DTYPES)
    return None


@functools.lru_cache(maxsize=1)
def _functions(count: int) -> tuple[str, ...]:
    """The functions that have cells, and those that a namespace may have; `count` is that of all functions, for others may be
    declared later."""
    return tuple(dict.fromkeys((*cells.checked_functions(), *standard.SINCE)))


def require_no_misspelt_framework(where: str, distribution: str) -> None:
    """Raise a usage error where a distribution that is not installed has nearly the name of a framework."""
    sources = (source_of(name) for name in backends.names())
    known = [source.framework.replace("_", "-") for source in sources if source is not None]
    close = difflib.get_close_matches(distribution.replace("_", "-"), known, 1, cutoff=0.75)
    if close and close[0] != distribution.replace("_", "-"):
        raise pytest.UsageError(f"{where}: when = {distribution!r}: no such distribution; did you mean {close[0]}?")
