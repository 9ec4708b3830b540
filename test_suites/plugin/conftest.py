"""Helpers: runs of pytest inside pytest, with checks that fail where a test says so."""

from __future__ import annotations

import contextlib
import gc
import importlib.metadata
import os
from collections.abc import Callable
from typing import Any

import hypothesis.strategies  # noqa: F401
import numpy as np
import pytest
from helpers import projects
from helpers.frameworks import needed, require

# What the inner runs import is forgotten after each of them, unless it is imported already. A framework that aikit has
# loaded must not be imported a second time.
with contextlib.suppress(ImportError):
    import array_api_strict  # noqa: F401
with contextlib.suppress(ImportError):
    import torch._dynamo  # noqa: F401 - which PyTorch loads when it first needs it, and registers operators once
import pytest_aikit.cases.samples
import pytest_aikit.kit
import pytest_aikit.namespaces.adapter
import pytest_aikit.session.array_classes
import pytest_aikit.session.assertions.checker
import pytest_aikit.session.collect
import pytest_aikit.session.items
import pytest_aikit.session.listing
import pytest_aikit.session.marks
import pytest_aikit.session.session
import pytest_aikit.strategies  # noqa: F401
from aikit.core.records import REGISTRY
from pytest_aikit import checks
from pytest_aikit.model import Case, Check, CheckFailure, Evidence

checks.known()
REGISTRY.load_all()

INSTALLED = any(point.value == "pytest_aikit.plugin" for point in importlib.metadata.entry_points(group="pytest11"))
PLUGIN = [] if INSTALLED else ["-p", "pytest_aikit.plugin"]
SCOPES = {"dtype_errors": "rejected", "trace": "item"}

Fault = Callable[[str, Case], "CheckFailure | None"]


class Faults:
    """Stand-ins for the checks: each passes, unless `fault` returns what it is to fail with."""

    def __init__(self) -> None:
        self.fault: Fault = lambda check, case: None
        self.ran: list[tuple[str, str]] = []

    def load(self, name: str) -> Check:
        def run(case: Case) -> Evidence:
            self.ran.append((name, case.cell.id))
            failure = self.fault(name, case)
            if failure is not None:
                raise failure
            return Evidence(1, 0.5 if name == "value" else None)

        drawn = next(check.drawn for check in checks.known() if check.name == name)
        return Check(name, SCOPES.get(name, "cell"), lambda function: True, run, f"What {name} says.", drawn=drawn)

    def fail(self, check: str, cause: str = "wrong sign of zero", **where: str) -> None:
        """Let a check fail in some cells: those whose function, leading dtype or backend is given."""

        def fault(name: str, case: Case) -> CheckFailure | None:
            cell = case.cell
            place = {"function": cell.function.qualified_name, "dtype": cell.dtypes[0], "backend": cell.backend}
            if name != check or any(place[key] != value for key, value in where.items()):
                return None
            return CheckFailure(cause, sample=case.samples[0], expected=np.array([-0.0]), got=np.array([0.0]))

        self.fault = fault


@pytest.fixture(autouse=True)
def loaded(request: pytest.FixtureRequest) -> None:
    """Load the frameworks that a test needs for good: what is loaded first beside `pytester` is forgotten after the test."""
    for name in needed(request.node):
        require(name)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    """The stand-ins, in force for the inner runs of the test."""
    found = Faults()
    monkeypatch.setattr(checks, "load", found.load)
    return found


@pytest.fixture
def plugin() -> list[str]:
    """The arguments that load the plugin where it is not installed."""
    return PLUGIN


@pytest.fixture
def project(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], None]:
    """Install a project of `test_suites/downstream` for the runs of pytest in this folder, which gets its tests."""

    def installed(name: str) -> None:
        site = tmp_path_factory.mktemp(name) / "site"
        projects.install(name, site, pytester.path)
        monkeypatch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)

    return installed


@pytest.fixture
def run(pytester: pytest.Pytester) -> Callable[..., pytest.RunResult]:
    """Run pytest with the plugin in this process: ``run("--aikit-backends=numpy")``."""

    def in_process(*args: str) -> pytest.RunResult:
        # what looks for objects that are left by calls looks at all that was made since the last time
        gc.collect()
        gc.freeze()
        return pytester.runpytest_inprocess(*PLUGIN, "-p", "no:cacheprovider", *args)

    return in_process


@pytest.fixture
def suite(run: Any) -> Callable[..., pytest.RunResult]:
    """Run the conformance suite on numpy, without the tail."""
    return lambda *args: run("--aikit-backends=numpy", "--aikit-profile=smoke", *args)
