"""What an item of the suite does: run its checks, report those that fail as subtests, leave its record behind."""

from __future__ import annotations

import contextlib
import os
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from pytest_aikit import engine, frameworks
from pytest_aikit.cases.cells import Group
from pytest_aikit.engine import exhaustive, tail
from pytest_aikit.record import ERROR, PROPERTY, Finding, Record


def check_group(group: Group, request: pytest.FixtureRequest) -> None:
    """Run the checks on the cells of a group."""
    with _device_at_hand(group.backend, request) as records:
        records.append(engine.of(request.config).run(group))
        report(records[0], request)


def check_tail(target: tuple[Any, str, str], request: pytest.FixtureRequest) -> None:
    """Run the cheap checks on drawn samples."""
    with _device_at_hand(target[1], request) as records:
        records.append(tail.run(engine.of(request.config), *target))
        report(records[0], request)


def check_all_values(target: tuple[Any, str, str], request: pytest.FixtureRequest) -> None:
    """Call a function of one variable with all values of float32."""
    report(exhaustive.run(engine.of(request.config), *target), request)


def check_mutant(mutant: Any, request: pytest.FixtureRequest) -> None:
    """See whether a check finds a mutant."""
    from pytest_aikit import mutants

    report(mutants.judge(engine.of(request.config), mutant), request)


def report(record: Record, request: pytest.FixtureRequest) -> None:
    """Report each check that failed as a subtest; the record itself travels as a user property."""
    request.node.user_properties.append((PROPERTY, record.dump()))
    if record.findings:
        subtests = request.getfixturevalue("subtests")
        # a subtest lets its failure out where it ends the run, as under -x: the item has failed by it, and not again
        with contextlib.suppress(pytest.fail.Exception):
            for check in dict.fromkeys(finding.check for finding in record.findings):
                with subtests.test(msg=check):
                    pytest.fail(_text([f for f in record.findings if f.check == check]), pytrace=False)


@contextlib.contextmanager
def _device_at_hand(backend: str, request: pytest.FixtureRequest) -> Iterator[list[Record]]:
    """End the process where an accelerator does nothing for it any more: what comes after it would fail, whatever it is.

    To xdist it has crashed by this item, and another worker goes on; without it the run ends. What failed first is told, by the
    record that is appended to what this gives.
    """
    records: list[Record] = []
    raised = ""
    try:
        yield records
    except Exception as error:
        raised = f"; raised {type(error).__name__}: {error}"
        raise
    finally:
        lost = frameworks.of(backend).lost
        if lost is not None and lost():
            said = f"{request.node.nodeid}: the accelerator is lost to this process, as after a fault in one of its kernels{raised}"
            for finding in [found for record in records for found in record.findings][:1]:
                said += f"; first, in the check {finding.check}: {finding.cause}\n{finding.details}"
            if hasattr(request.config, "workerinput"):
                with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
                    print(said, file=sys.stderr, flush=True)
                os._exit(1)
            pytest.exit(said, returncode=pytest.ExitCode.TESTS_FAILED)


def _text(findings: list[Finding]) -> str:
    """The causes with the number of cells of each, and the details of the first."""
    counts = Counter(finding.cause for finding in findings)
    said = "an error of the harness: " if findings[0].outcome == ERROR else ""
    lines = [f"{said}{cause} ({count} cell{'s' * (count != 1)})" for cause, count in counts.items()]
    return "\n".join([*lines, findings[0].details])
