"""The functions that an array class takes over. Only with ``--aikit-array-class``."""

from __future__ import annotations

from typing import Any

import pytest

__all__ = ["test_array_class"]


def test_array_class(aikit_array_class: Any, request: pytest.FixtureRequest) -> None:
    """The checks of the kit on one function."""
    from pytest_aikit.session import array_classes

    array_classes.check(aikit_array_class, request)


test_array_class.__test__ = True  # type: ignore[attr-defined]  # whatever the user's `python_functions` says
