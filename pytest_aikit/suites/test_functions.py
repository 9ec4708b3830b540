"""The conformance of aikit's functions: cells that are enumerated, and samples that are drawn."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_aikit.session import items

__all__ = ["test_function", "test_function_all_values", "test_function_tail", "test_function_without_x64"]


def _collected(test: Any) -> Any:
    """Let pytest collect a test whatever the user's `python_functions` says."""
    test.__test__ = True
    return test


@_collected
def test_function(aikit_group: Any, request: pytest.FixtureRequest) -> None:
    """Every check on every cell of a function with one leading dtype."""
    items.check_group(aikit_group, request)


@_collected
def test_function_without_x64(aikit_group_without_x64: Any, request: pytest.FixtureRequest) -> None:
    """The same on JAX as its users find it, without 64-bit dtypes: one item for each function."""
    items.check_group(aikit_group_without_x64, request)


@_collected
def test_function_tail(aikit_tail: Any, request: pytest.FixtureRequest) -> None:
    """Drawn samples of calls of a function."""
    items.check_tail(aikit_tail, request)


@_collected
def test_function_all_values(aikit_all_values: Any, request: pytest.FixtureRequest) -> None:
    """A function of one variable, called with every value of float32: in the profile `exhaustive`."""
    items.check_all_values(aikit_all_values, request)
