"""The verdict on a class without pytest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from pytest_aikit import options
from pytest_aikit.kit import checks
from pytest_aikit.kit.adapter import Adapter, AdapterError, required
from pytest_aikit.kit.declared import IGNORED, declared, judged
from pytest_aikit.kit.judging import SEE, Subject
from pytest_aikit.record import UNDECIDED, Finding, Record
from pytest_aikit.reporting import failures, table


@dataclass(frozen=True)
class Report:
    """What was found; ``print(report)`` shows the failures by cause, what is undecided, and the matrix.

    Attributes
    ----------
    name : of the class.
    records : one for each function.
    """

    name: str
    records: tuple[Record, ...]

    @property
    def failures(self) -> list[Finding]:
        """What failed, with function, check, dtypes and cause."""
        return [finding for record in self.records for finding in record.findings]

    @property
    def undecided(self) -> list[str]:
        """The functions that the class does not take over, and of which it does not say so."""
        return [record.function for record in self.records if record.cells[UNDECIDED]]

    def require(self) -> None:
        """Do nothing if something was judged, and nothing failed.

        Raises
        ------
        AssertionError : with the report.
        """
        if self.failures:
            raise AssertionError(f"{self.name} does not conform\n{self}")
        if not any(record.is_decided for record in self.records):
            raise AssertionError(f"{self.name} is judged by no function\n{self}")

    def __str__(self) -> str:
        lines = []
        for number, group in enumerate(failures.grouped(self.failures, ()), 1):
            lines.append(f"{number}. {group.title}")
            lines += [f"   also: {other.title}" for other in group.also]
            shown = next((one for one in group.findings if one.snippet), group.findings[0])
            lines += [f"   {line}" for line in shown.details.splitlines()]
            lines += ["", *(f"    {line}".rstrip() for line in shown.snippet.splitlines()), ""]
        if self.undecided:
            lines.append(undecided_line(self.undecided))
        lines += table.rendered(table.tabulated(self.records, [self.name]))
        return "\n".join(lines)


def undecided_line(names: Iterable[str]) -> str:
    """What is to be said of functions that are neither handled nor declared."""
    names = list(names)
    some = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    return (
        f"undecided: {len(names)} functions that the class refuses, and does not declare unsupported or ignored: {some}"
    )


def check_conformance(
    adapter: Adapter,
    *,
    supported: Iterable[Any] = (),
    unsupported: Iterable[Any] = (),
    ignored: Iterable[Any] = (),
    checks: str = checks.LATEST,
    expected_failures: Mapping[str, str] | None = None,
    functions: str = "",
) -> Report:
    """Judge an array class; needs no pytest.

    Parameters
    ----------
    adapter : makes and reads its objects.
    supported, unsupported, ignored : functions, their names, or patterns such as ``"linalg.*"`` for those that no list
        names. A function in none of them is judged if the class takes it over, and is *undecided* if not.
    checks : the pinned set of checks; newer ones only warn.
    expected_failures : ``"function"`` or ``"function:check"`` -> the reason why it fails.
    functions : patterns of the functions to look at; all by default.

    Raises
    ------
    AdapterError : nothing can be judged by this.

    Examples
    --------
    >>> import numpy as np
    >>> import aikit
    >>> from pytest_aikit import Adapter, check_conformance
    >>> class Wrapped:
    ...     def __init__(self, values):
    ...         self.values = values
    ...     def __aikit_array_function__(self, func, types, args, kwargs):
    ...         if func is not aikit.negative:
    ...             return NotImplemented
    ...         return Wrapped(-args[0].values)
    >>> report = check_conformance(Adapter(Wrapped, to_numpy=lambda x: x.values, dtypes=["float32"]), functions="negative, abs")
    >>> report.failures, report.undecided
    ([], ['abs'])
    """
    subject = Subject(
        required(adapter, "check_conformance"),
        declared(supported, unsupported, ignored),
        checks,
        {} if expected_failures is None else expected_failures,
    )
    assert subject.verified
    known = judged()
    try:
        chosen = options.select(functions, tuple(known), "functions", hint=SEE)
    except pytest.UsageError as error:
        raise AdapterError(str(error).removeprefix("--aikit-")) from None
    if all(subject.declared.of(known[name]) == IGNORED for name in chosen):
        raise AdapterError(f"functions={functions!r} leaves nothing to judge: what it selects is ignored")
    return Report(adapter.name, tuple(subject.judge(known[name]) for name in chosen))
