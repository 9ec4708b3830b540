"""Findings in words."""

from __future__ import annotations

import traceback

from pytest_aikit.model import Cell
from pytest_aikit.record import ERROR, Finding


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
