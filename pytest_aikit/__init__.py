"""The pytest plugin of aikit: assertions on arrays that need no pytest, and the classes by which other plugins extend ours."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_aikit.capabilities import aikit_capabilities, capabilities_of
    from pytest_aikit.frameworks.records import Framework
    from pytest_aikit.kit import (
        Adapter,
        AdapterError,
        NewerCheckWarning,
        Report,
        check_conformance,
        reference_of,
        samples_of,
    )
    from pytest_aikit.knowledge import Knowledge, know
    from pytest_aikit.knowledge.bounds import Bounds
    from pytest_aikit.knowledge.calls import ArraySpec, row
    from pytest_aikit.model import Case, Cell, Check, CheckFailure, Evidence, Sample
    from pytest_aikit.namespaces import NamespaceAdapter, NamespaceError
    from pytest_aikit.record import Finding, Record
    from pytest_aikit.session.array_classes import ConformanceSuite, parametrize_conformance
    from pytest_aikit.session.assertions import assert_close, assert_equal, assert_less
    from pytest_aikit.session.lazy import LazyError

__all__ = [
    "Adapter",
    "AdapterError",
    "ArraySpec",
    "Bounds",
    "Case",
    "Cell",
    "Check",
    "CheckFailure",
    "ConformanceSuite",
    "Evidence",
    "Finding",
    "Framework",
    "Knowledge",
    "LazyError",
    "NamespaceAdapter",
    "NamespaceError",
    "NewerCheckWarning",
    "Record",
    "Report",
    "Sample",
    "aikit_capabilities",
    "assert_close",
    "assert_equal",
    "assert_less",
    "capabilities_of",
    "check_conformance",
    "know",
    "parametrize_conformance",
    "reference_of",
    "row",
    "samples_of",
]

_PLACES = {
    "capabilities": ("aikit_capabilities", "capabilities_of"),
    "session.lazy": ("LazyError",),
    "session.assertions": ("assert_close", "assert_equal", "assert_less"),
    "model": ("Case", "Cell", "Check", "CheckFailure", "Evidence", "Sample"),
    "record": ("Finding", "Record"),
    "kit": (
        "Adapter",
        "AdapterError",
        "NewerCheckWarning",
        "Report",
        "check_conformance",
        "reference_of",
        "samples_of",
    ),
    "namespaces": ("NamespaceAdapter", "NamespaceError"),
    "session.array_classes": ("ConformanceSuite", "parametrize_conformance"),
    "knowledge": ("Knowledge", "know"),
    "knowledge.bounds": ("Bounds",),
    "knowledge.calls": ("ArraySpec", "row"),
    "frameworks.records": ("Framework",),
}


def __getattr__(name: str) -> Any:
    # every run of pytest imports this package; what needs aikit is imported when it is asked for
    for place, names in _PLACES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{place}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
