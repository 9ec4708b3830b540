"""Failures grouped by cause, each with the source that shows it and the command that repeats it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pytest_aikit.model import Check
from pytest_aikit.options import Given
from pytest_aikit.record import CRASHED, ERROR, Finding

NAMED = 6
"""How many functions a title names."""
SHOWN = 20
"""How many groups are printed in full."""
COMMON = 10
"""In more functions than this a wrong value has a common cause."""


@dataclass(slots=True)
class FailureGroup:
    """The findings of one check with one cause.

    Attributes
    ----------
    outcome : that of the findings.
    also : groups whose cells are all among the cells of this one: most likely further effects of the same fault.
    """

    check: str
    cause: str
    outcome: str = "failed"
    findings: list[Finding] = field(default_factory=list)
    also: list[FailureGroup] = field(default_factory=list)

    @property
    def cells(self) -> set[str]:
        return {finding.cell for finding in self.findings if finding.cell}

    @property
    def places(self) -> set[tuple[str, str]]:
        """The functions and backends concerned."""
        return {(finding.function, finding.backend) for finding in self.findings}

    @property
    def title(self) -> str:
        """``value of `remainder`, negative zero: torch, jax; 14 cells``."""
        functions = list(dict.fromkeys(f"`{finding.function}`" for finding in self.findings))
        named = ", ".join(functions[:NAMED])
        if len(functions) > NAMED:
            named += f" and {len(functions) - NAMED} more"
        backends = ", ".join(dict.fromkeys(finding.backend for finding in self.findings))
        count = len(self.cells)
        where = [f"{count} cell{'s' * (count != 1)}"] if count else []
        where += ["the tail"] if any(not finding.cell for finding in self.findings) else []
        what = "crash" if self.check == CRASHED else self.check
        if self.outcome == ERROR:
            what = f"an error of the harness in {self.check}"
        return f"{what} of {named}, {self.cause}: {backends}; {' and '.join(where)}"


def grouped(findings: Iterable[Finding], checks: Sequence[Check]) -> list[FailureGroup]:
    """The findings by check and cause, the errors of the harness first, then the causes with the most cells.

    A wrong value is the fault of one function, so it is filed by function too, unless so many functions have it that
    the fault must be elsewhere. A group all of whose cells fail for an earlier cause as well is filed there: a native
    result, say, fails most checks.
    """
    by_cause: dict[tuple[str, str, str], FailureGroup] = {}
    for finding in findings:
        key = (finding.check, finding.cause, finding.outcome)
        by_cause.setdefault(key, FailureGroup(*key)).findings.append(finding)
    by_function = {check.name for check in checks if check.by_function}
    ranked = [check.name for check in sorted(checks, key=lambda check: -check.explains)]
    groups = [
        group
        for cause in by_cause.values()
        for group in (_by_function(cause) if cause.check in by_function and cause.outcome != ERROR else [cause])
    ]
    groups.sort(key=lambda group: (group.outcome != ERROR, -len(group.cells), _rank(group.check, ranked)))
    leading: list[FailureGroup] = []
    for group in groups:
        covering = next((other for other in leading if _explains(other, group)), None)
        if covering is None:
            leading.append(group)
        else:
            covering.also.append(group)
    return leading


def _by_function(group: FailureGroup) -> list[FailureGroup]:
    """A group of findings about values as one group for each function, where these are few."""
    functions = dict.fromkeys(finding.function for finding in group.findings)
    if len(functions) > COMMON:
        return [group]
    return [
        FailureGroup(
            group.check, group.cause, group.outcome, [finding for finding in group.findings if finding.function == name]
        )
        for name in functions
    ]


def _rank(check: str, ranked: Sequence[str]) -> int:
    return ranked.index(check) if check in ranked else len(ranked)


def _explains(first: FailureGroup, second: FailureGroup) -> bool:
    if ERROR in (first.outcome, second.outcome):
        return False
    if second.cells:
        return second.cells <= first.cells
    return second.places <= first.places


def rendered(groups: Sequence[FailureGroup], given: Given, suite: str = "", *, verbose: bool = False) -> Iterator[str]:
    """The lines of the report.

    Parameters
    ----------
    suite : what names the suite on the command line, where it would not run without.
    verbose : whether to show the tracebacks of what was raised.
    """
    for number, group in enumerate(groups, 1):
        yield f"{number}. {group.title}"
        for other in group.also:
            yield f"   also: {other.title}"
        if number > SHOWN:
            continue
        shown = next((finding for finding in group.findings if finding.snippet), group.findings[0])
        yield from (f"   {line}" for line in shown.details.splitlines())
        if (verbose or group.outcome == ERROR) and shown.traceback:
            yield ""
            yield from (f"   {line}" for line in shown.traceback.splitlines())
        if shown.sample:
            yield f"   as a core sample: {shown.sample}"
        if shown.snippet:
            yield ""
            yield from (f"    {line}".rstrip() for line in shown.snippet.splitlines())
        yield ""
        yield f"   again: {command(shown, given, suite)}"
        yield ""


def command(finding: Finding, given: Given, suite: str = "") -> str:
    """The command that repeats the cell of a finding, or for one of the tail what was drawn."""
    if finding.item:
        return f"pytest {shlex.quote(finding.item)}"
    if finding.again:
        return " ".join([finding.again, *suite.split()])
    parts = ["pytest", *suite.split(), f"--aikit-backends={finding.backend}", f"--aikit-functions={finding.function}"]
    if finding.cell:
        parts.append(f"--aikit-dtypes={','.join(dict.fromkeys(finding.dtypes))}")
    elif given.dtypes:
        # what is drawn depends on what the dtypes are drawn from
        parts.append(f"--aikit-dtypes={shlex.quote(given.dtypes)}")
    if finding.check != CRASHED:
        parts.append(f"--aikit-checks={finding.check}")
    if finding.device != "cpu":
        parts.append(f"--aikit-devices={finding.device}")
    parts += given.words("profile", *(() if finding.cell else ("seed",)))
    parts += map(shlex.quote, given.words("expect"))
    return " ".join(parts)
