"""The functions of a namespace of the Array API standard. Only with ``--aikit-backends=array_api:MODULE``."""

from __future__ import annotations

from typing import Any

import pytest

__all__ = ["test_namespace"]


def test_namespace(aikit_namespace: Any, request: pytest.FixtureRequest) -> None:
    """The checks on one function of a namespace, or on its pieces that are no functions."""
    from pytest_aikit.session import namespaces

    namespaces.check(aikit_namespace, request)


test_namespace.__test__ = True  # type: ignore[attr-defined]  # whatever the user's `python_functions` says
