"""The hooks by which another plugin, or a ``conftest.py``, extends this one; ``docs/hooks.md`` has an example of each.

All but the last are called once, when a run asks for something of aikit for the first time: what needs aikit or a framework
is best imported in their bodies. What is wrong with what they give is a usage error that names the plugin.

This module is imported by every run of pytest, so it imports nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pytest_aikit.frameworks.records import Framework
    from pytest_aikit.model import Check, Sample
    from pytest_aikit.record import Record


def pytest_aikit_functions() -> Iterable[Callable[..., Any]]:  # type: ignore[empty-body]
    """Functions that the suite is to check beside aikit's own.

    Each is declared with a decorator of `aikit.declare`, and what is known about it stands in a record
    (`pytest_aikit.know`), which has a reference.
    """


def pytest_aikit_backends() -> Iterable[Framework]:  # type: ignore[empty-body]
    """Backends beside those that are there, and what the plugin must know about their frameworks.

    One that comes with its `backend` is registered with `aikit.register_backend`; without, it says something about a backend
    that is announced elsewhere.
    """


def pytest_aikit_checks() -> Iterable[Check]:  # type: ignore[empty-body]
    """Checks that run beside aikit's own, on the same cells."""


def pytest_aikit_samples() -> Mapping[str, Iterable[Sample]]:  # type: ignore[empty-body]
    """Qualified name of a function -> calls of it that are sampled beside those that are there.

    A sample belongs to the cells of the dtypes of its arrays; what is no array has that of the first one.
    """


def pytest_aikit_references() -> Mapping[str, Callable[..., Any]]:  # type: ignore[empty-body]
    """Qualified name of a function that has none -> its reference, see `pytest_aikit.Knowledge`."""


def pytest_aikit_record(record: Record) -> None:
    """See the record of an item of the suite as soon as the process that reports has it.

    Under xdist this is the process without items; an item that several workers run has as many records.
    """
