"""What a run says: a header line for each backend, and at its end the failures by cause and the matrix.

The records of the items arrive as user properties of their reports, so that all of this works the same in one process
and under xdist, where this plugin object lives in the process that reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator

import pytest

from pytest_aikit import backends, checks, engine, failures, marks, matrix, properties
from pytest_aikit.record import PROPERTY, Record

SUITE_ONLY = pytest.StashKey[bool]()
"""Whether the run is the conformance suite and nothing else."""

NAME = "aikit-session"


def register(config: pytest.Config) -> None:
    """Let a run collect and print what its items find."""
    if not config.pluginmanager.has_plugin(NAME):
        config.pluginmanager.register(Session(config), NAME)


class Session:
    """The records of a run, and how they are printed."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.engine = engine.of(config)
        self.records: list[Record] = []
        self.problems: list[str] = []

    # -------------------------------------------------------------------------------------------- hooks

    def pytest_report_header(self) -> list[str]:
        given = self.engine.given.backends
        if not given:
            return []
        lines = [f"aikit: {self.described(name, devices=not self.distributed)}" for name in self.engine.backends]
        return lines + [f"aikit: {name} skipped: {reason}" for name, reason in self.engine.missing.items()]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        from pytest_aikit.parametrization import without_empty

        items[:] = without_empty(items)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.config.stash[marks.CURRENT] = item

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and not isinstance(report, pytest.SubtestReport):
            self.records += [Record.load(str(value)) for name, value in report.user_properties if name == PROPERTY]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(self.config, "workerinput"):
            return  # a worker of xdist; the process that reports does this
        self.problems = list(self.found_problems())
        if self.problems and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> Generator[None]:
        """Print failures by cause instead of one traceback for each item, and the matrix last of all."""
        failed = terminalreporter.stats.get("failed", [])
        kept = [report for report in failed if not _is_ours(report)]
        if len(kept) < len(failed) and terminalreporter.verbosity < 1:
            terminalreporter.stats["failed"] = kept
        try:
            return (yield)
        finally:
            if failed:
                terminalreporter.stats["failed"] = failed
            self.print(terminalreporter)

    # -------------------------------------------------------------------------------------------- verdicts on the run

    @property
    def distributed(self) -> bool:
        """Whether other processes run the tests."""
        return bool(self.config.getoption("dist", "no") != "no")

    @property
    def complete(self) -> bool:
        """Whether every selected item had its chance to run."""
        option = self.config.option
        narrowed = option.keyword or option.markexpr or option.collectonly or getattr(option, "deselect", None)
        cached = getattr(option, "lf", False) or getattr(option, "stepwise", False)
        return not (narrowed or cached or option.maxfail) and not any("::" in arg for arg in self.config.args)

    def found_problems(self) -> Iterator[str]:
        """What is wrong with the run as a whole."""
        if not self.complete or (not self.records and not self.config.stash.get(SUITE_ONLY, False)):
            return
        for name in self.engine.backends:
            if not any(record.backend == name and record.cells.total() for record in self.records):
                yield f"{name} is selected and installed, but not one cell was executed on it"
        applied = {number for record in self.records for number in record.entries}
        idle = [entry for number, entry in enumerate(self.engine.expectations) if number not in applied]
        selected = self.engine.selected() if idle else {}  # the devices need the frameworks
        for entry in idle:
            if entry.in_scope(selected):
                yield f"an expected failure matches nothing: {entry}"

    # -------------------------------------------------------------------------------------------- printing

    def described(self, name: str, *, devices: bool = True) -> str:
        """``torch 2.13.0 on cpu``."""
        text = " ".join(part for part in (name, backends.version(name)) if part)
        if not devices:
            return text
        self.engine.load(name)
        x64 = " with x64 off" if not backends.has_x64(name) else " with x64 on" if name == "jax" else ""
        return f"{text} on {', '.join(self.engine.devices(name))}{x64}"

    def print(self, reporter: pytest.TerminalReporter) -> None:
        """Print what the items found."""
        if not self.records and not self.problems:
            return
        groups = failures.grouped((f for record in self.records for f in record.findings), checks.NAMES)
        if groups:
            reporter.write_sep("=", "failures by cause", red=True, bold=True)
            for line in failures.rendered(groups, self.engine.given):
                reporter.write_line(line)
        reporter.write_sep("=", "conformance")
        for line in self.notes():
            reporter.write_line(line)
        for problem in self.problems:
            reporter.write_line(f"error: {problem}", red=True)
        titles = {name: self.described(name, devices=False) for name in self.engine.backends}
        for line in matrix.rendered(matrix.tabulated(self.records, self.engine.backends), titles):
            reporter.write_line(line)

    def notes(self) -> Iterator[str]:
        """Lines about backends that are missing, warnings that were held back, and properties that were measured."""
        for name, reason in self.engine.missing.items():
            yield f"{name} skipped: {reason}"
        held = sum((record.warnings for record in self.records), Counter())
        if held:
            most = "; ".join(f"{text} ({count})" for text, count in held.most_common(3))
            yield f"{held.total()} warnings of the frameworks held back: {most}"
        yield from properties.rendered(self.records, self.engine.backends)


def _is_ours(report: pytest.TestReport) -> bool:
    """Whether a failed report is that of an item of the suite, or a subtest of one."""
    return any(name in (PROPERTY, f"{PROPERTY}-item") for name, _ in report.user_properties)
