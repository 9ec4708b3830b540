"""What ``--aikit-list`` prints: what can be selected."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aikit.dtypes import DTYPES
from pytest_aikit import checks
from pytest_aikit.cases import cells
from pytest_aikit.engine import extensions
from pytest_aikit.frameworks import backends
from pytest_aikit.session import enumerated


def lines(what: str, config: pytest.Config) -> Iterator[str]:
    """The names, one to a line, with what there is to say about each."""
    extensions.of(config)  # what other plugins add is there, too
    if what == "cells":
        return enumerated.lines(config)
    return {"functions": _functions, "backends": _backends, "checks": _checks, "dtypes": _dtypes}[what]()


def _functions() -> Iterator[str]:
    for name, function in cells.checked_functions().items():
        yield f"{name:<24} {function.category}"


def _backends() -> Iterator[str]:
    for name in backends.names():
        yield f"{name:<24} {backends.missing(name) or backends.version(name)}"


def _checks() -> Iterator[str]:
    for check in checks.known():
        yield f"{check.name:<24} {check.summary}"


def _dtypes() -> Iterator[str]:
    yield from DTYPES
