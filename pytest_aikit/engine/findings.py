"""Findings in words."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

from pytest_aikit.model import Cell, CheckFailure
from pytest_aikit.record import ERROR, Finding, Record
from pytest_aikit.reporting import snippet


def at(cell: Cell, check: str, cause: str, x64: bool = True) -> Finding:
    """A finding of a check on a cell."""
    return Finding(
        check,
        cause,
        cell.function.qualified_name,
        cell.backend,
        cell.device,
        cell.dtypes,
        cell.id if x64 else f"{cell.id} without x64",
        x64,
    )


def of_failure(
    check: Any, trial: Any, failure: CheckFailure, record: Record, source: Callable[[CheckFailure], str]
) -> Finding:
    """A failure of what others wrote; the first of its kind in a record with source that shows it.

    Parameters
    ----------
    check, trial : what has failed: a check with a `name` and `run`, and what it ran on.
    source : writes the source of the failure, or of the same on fewer elements.
    """
    finding = at(trial.cell, check.name, failure.cause)
    if not any((one.check, one.cause) == (check.name, failure.cause) for one in record.findings):
        show(finding, check.run, trial, failure, source)
    return finding


def show(
    finding: Finding, run: Callable[[Any], Any], case: Any, failure: CheckFailure, source: Callable[[CheckFailure], str]
) -> None:
    """Let a finding show its failure, on as few elements as fail for the same cause."""
    smallest = snippet.reduced(run, case, failure)
    finding.details = snippet.details(smallest)
    finding.snippet = snippet.or_why_not(source, smallest)
    finding.traceback = snippet.traceback_of(failure.error)


def count_error(record: Record, check: str, cell: Cell, error: BaseException) -> str:
    """Count what went wrong in the harness itself among the checks of a record; the outcome."""
    record.findings.append(of_error(check, cell, error))
    record.findings[-1].details = place_of(error)
    record.checks[ERROR] += 1
    return ERROR


def of_error(check: str, cell: Cell, error: BaseException, x64: bool = True) -> Finding:
    """That a check, or what it is run on, went wrong itself."""
    said = str(error).strip().partition("\n")[0]
    finding = at(cell, check, f"{type(error).__name__}: {said}" if said else type(error).__name__, x64)
    finding.outcome = ERROR
    return finding


def place_of(error: BaseException) -> str:
    """The innermost line that was running: ``in value.py:42, in run``."""
    frames = traceback.extract_tb(error.__traceback__)
    return "" if not frames else f"raised:   {frames[-1].filename}:{frames[-1].lineno}, in {frames[-1].name}"
