"""Functions that are broken on purpose, one fault each: a check must find it. Only with ``--aikit-mutants``."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_aikit.session import items

__all__ = ["test_mutant"]


def test_mutant(aikit_mutant: Any, request: pytest.FixtureRequest) -> None:
    """The checks on the cells that can see a mutant, until one kills it."""
    items.check_mutant(aikit_mutant, request)


test_mutant.__test__ = True  # type: ignore[attr-defined]  # whatever the user's `python_functions` says
