"""What a run says: a header line for each backend, and at its end the failures by cause and the matrix.

The records of the items arrive as user properties of their reports, so that all of this works the same in one process
and under xdist, where this plugin object lives in the process that reports.
"""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

import pytest

from pytest_aikit import checks, clock, engine, frameworks, options
from pytest_aikit.frameworks import backends
from pytest_aikit.record import (
    CRASHED,
    ERROR,
    JUDGED_CLASS,
    OUTCOMES,
    PIECES,
    PROPERTY,
    UNDECIDED_CLASS,
    Record,
)
from pytest_aikit.reporting import durations, failures, kills, largest, own, properties, table
from pytest_aikit.session import capabilities, choice, collect, namespaces

NAME = "aikit-session"
DESELECTED = "aikit_deselected"
"""Where a worker of xdist tells how many items of the suite were deselected."""
BACKENDS = "aikit_backends"
"""Where a worker of xdist tells what it knows of the backends once they are loaded."""
UNPROVEN = "aikit_unproven"
"""Where a worker of xdist tells what the tables of the user's functions say and no test looks at."""

COLOURS: Mapping[str, dict[str, bool]] = {
    "passed": {"green": True},
    "expected": {"yellow": True},
    "failed": {"red": True},
    ERROR: {"purple": True, "bold": True},
    CRASHED: {"red": True, "bold": True},
}

_RAN_TO_THE_END = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)


def register(config: pytest.Config) -> Session:
    """Let a run collect and print what its items find."""
    found: Session | None = config.pluginmanager.get_plugin(NAME)
    if found is None:
        found = Session(config)
        config.pluginmanager.register(found, NAME)
    return found


class Session:
    """The records of a run, and how they are printed."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.engine = engine.of(config)
        self.by_item: dict[str, Record] = {}
        self.classes: dict[str, bool] = {}
        self.crashed: set[str] = set()
        self.with_failed_checks: set[str] = set()
        self.deselected = 0
        self.was_stopped = False
        self.problems: list[str] = []
        self.unproven_in_workers: list[str] = []
        self.described_in_workers: list[str] = []
        self.own_failures: list[own.Failure] = []

    @property
    def records(self) -> list[Record]:
        """What the items found."""
        return list(self.by_item.values())

    @property
    def judged(self) -> tuple[str, ...]:
        """The backends, but in a run that judges array classes alone, and the array classes."""
        backends = () if self.judges_classes_alone else self.engine.backends
        return (*backends, *dict.fromkeys(one.backend for one in self.records if one.backend not in backends))

    @property
    def judges_classes_alone(self) -> bool:
        """Whether there is no verdict on a backend, but some on array classes."""
        if not self.engine.given.judges_cells:
            return True
        found = {record.backend for record in self.records}
        return bool(found) and found.isdisjoint(self.engine.backends) and not choice.runs_suite(self.config)

    @property
    def judges_cells(self) -> bool:
        """Whether the run is the suite, and judges backends with it."""
        return choice.runs_suite(self.config) and self.engine.given.judges_cells

    @property
    def is_about_backends(self) -> bool:
        """Whether backends are named, or judged."""
        return bool(self.engine.given.backends) or self.judges_cells

    @property
    def errors(self) -> int:
        """How many checks went wrong themselves."""
        return sum(record.checks[ERROR] for record in self.records)

    # -------------------------------------------------------------------------------------------- hooks

    def pytest_report_header(self) -> list[str]:
        lines: list[str] = []
        if self.judges_cells:
            self.engine.try_backends()
        if self.is_about_backends:
            lines += map(self.described, self.engine.backends)
            lines += [f"{name} skipped: {reason}" for name, reason in self.engine.missing.items()]
        lines += namespaces.described(self.config)
        running = choice.described(self.config, self.engine.given)
        return [f"aikit: {line}" for line in (*lines, *([running] if running else []))]

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.deselected += sum(map(collect.of_suite, items))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Generator[None]:
        if isinstance(report, pytest.SubtestReport):
            if report.failed and _is_ours(report):
                self.count_once(report.nodeid)
        elif report.when == "call":
            for name, value in report.user_properties:
                if name == PROPERTY:
                    self.take(report.nodeid, Record.load(str(value)))
                if name in (JUDGED_CLASS, UNDECIDED_CLASS):
                    self.take_classes({str(value): name == JUDGED_CLASS})
            if report.failed:
                self.own_failures += own.failures_in(report)
        elif (crashed := collect.crashed(self.engine, report)) is not None:
            self.crashed.add(report.nodeid)
            self.take(report.nodeid, crashed)
        return (yield)

    def count_once(self, nodeid: str) -> None:
        """Let an item fail once for --maxfail, however many checks of it do; each is about to be counted."""
        session: Any = self.config.pluginmanager.get_plugin("session")
        session.testsfailed -= nodeid in self.with_failed_checks
        self.with_failed_checks.add(nodeid)
        distributing: Any = self.config.pluginmanager.get_plugin("dsession")
        if distributing is not None:
            distributing.countfailures -= 1  # it counts the item itself, too

    def take(self, nodeid: str, record: Record) -> None:
        """Keep what an item found; several processes may run the same item, of which one may find more."""
        if not hasattr(self.config, "workerinput"):  # a worker of xdist sends it to the process that reports
            self.config.hook.pytest_aikit_record(record=record)
        before = self.by_item.get(nodeid)
        if before is None or len(record.findings) > len(before.findings):
            self.by_item[nodeid] = record

    def take_classes(self, judged: Mapping[str, bool]) -> None:
        """Keep by which array classes there were tests, and whether one came to a verdict."""
        for name, one in judged.items():
            self.classes[name] = one or self.classes.get(name, False)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        """Let one worker run all items of a function: it works the exact values out once for all backends."""
        if config.getoption("dist") != "load" or not choice.runs_suite(config):
            return None
        from pytest_aikit.session import distribution

        return distribution.ByFunction(config, log)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self, specs: Sequence[Any]) -> None:
        """Let the workers share the processors, where the user has not said how many threads there are.

        Before they start, for a number that is set once NumPy is imported comes too late.
        """
        names = [name for framework in frameworks.known() for name in framework.threads]
        if os.environ.keys().isdisjoint(names):
            share = str(max(1, (os.cpu_count() or 1) // len(specs)))
            for spec in specs:
                spec.env.update(dict.fromkeys(names, share) | spec.env)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker of xdist left out: each of them collects the same."""
        output = getattr(node, "workeroutput", {})
        self.deselected = max(self.deselected, output.get(DESELECTED, 0))
        self.unproven_in_workers = output.get(UNPROVEN, [])
        if BACKENDS in output:
            self.described_in_workers = output[BACKENDS].pop("described")
            self.engine.take_over(**output[BACKENDS])

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if hasattr(self.config, "workerinput"):
            # a worker of xdist; the process that reports does the rest
            output = self.config.workeroutput  # type: ignore[attr-defined]
            output[DESELECTED], output[UNPROVEN] = self.deselected, capabilities.unproven(self.config, self.engine)
            output[options.CLASSES] = self.classes
            if self.is_about_backends:
                output[BACKENDS] = {
                    "missing": self.engine.missing,
                    "devices": {name: self.engine.devices(name) for name in self.engine.backends},
                    "described": [self.described(name) for name in self.engine.backends],
                }
            if choice.runs_suite(self.config):
                gc.freeze()  # or Python looks for cycles in all that the frameworks hold, some seconds, before the process ends
            return
        self.was_stopped = bool(session.shouldfail or session.shouldstop) or exitstatus not in _RAN_TO_THE_END
        self.problems = list(self.found_problems())
        if self.errors:
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR
        if self.problems and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> Generator[None]:
        """Print failures by cause instead of one traceback for each item, and the matrix last of all."""
        failed = terminalreporter.stats.get("failed", [])
        # an item fails because checks of it do, each a subtest with a text of its own: the item is what counts
        hidden = _is_ours if terminalreporter.verbosity < 1 else _is_our_item
        shown = [report for report in failed if not hidden(report) and report.nodeid not in self.crashed]
        counted = [report for report in failed if _is_our_item(report) or not _is_ours(report)]
        if failed:
            terminalreporter.stats["failed"] = shown
        try:
            return (yield)
        finally:
            if failed:
                terminalreporter.stats["failed"] = [one for one in counted if not self.is_error(one)]
                errors = [one for one in counted if self.is_error(one)]
                terminalreporter.stats.setdefault("error", []).extend(errors)
            self.print(terminalreporter)

    def is_error(self, report: pytest.TestReport) -> bool:
        """Whether an item of the suite failed by errors of the harness."""
        record = self.by_item.get(report.nodeid)
        return record is not None and record.checks[ERROR] > 0

    # -------------------------------------------------------------------------------------------- verdicts on the run

    @property
    def complete(self) -> bool:
        """Whether every selected item had its chance to run."""
        return not self.cut_short and not self.narrowed_by

    @property
    def cut_short(self) -> bool:
        """Whether the run was stopped, or runs the items that somebody named one by one, if any."""
        option = self.config.option
        cached = getattr(option, "lf", False) or getattr(option, "stepwise", False)
        return bool(option.collectonly or cached or self.was_stopped or any("::" in arg for arg in self.config.args))

    @property
    def narrowed_by(self) -> str:
        """The options of pytest that leave out some of what is selected, if any."""
        option = self.config.option
        given = {"-k": [option.keyword], "-m": [option.markexpr], "--deselect": getattr(option, "deselect", None) or []}
        return ", ".join(f"{name} {value}" for name, values in given.items() for value in values if value)

    def found_problems(self) -> Iterator[str]:
        """What is wrong with the run as a whole."""
        runs_suite = bool(self.records) or choice.runs_suite(self.config)
        if runs_suite and not self.records and self.deselected and not self.was_stopped:
            hiding = choice.narrowed_by_ini(self.config)
            if hiding:
                yield f"nothing is left of the conformance suite: {hiding}"
        if runs_suite and not self.cut_short:
            yield from self.idle_namespaces()
        if self.complete:
            yield from self.idle_classes()
        if runs_suite and self.judges_classes_alone:
            if self.complete and not self.engine.given.namespaces:
                yield from self.idle_options("checks", "expect")
            return
        if runs_suite and not self.cut_short and not self.engine.given.mutants:
            yield from self.idle_backends()
        if not self.complete:
            return
        if not runs_suite:
            yield from self.idle_options("functions", "checks", "expect", "mutants")
            yield from self.unproven()
            return
        if self.engine.given.mutants:
            if not any(record.mutants for record in self.records):
                yield "--aikit-mutants: there is no mutant of what is selected"
            return
        applied = {number for record in self.records for number in record.entries}
        idle = [entry for number, entry in enumerate(self.engine.expectations) if number not in applied]
        selected = self.engine.selected() if idle else {}  # the devices need the frameworks
        for entry in idle:
            if entry.in_scope(selected, self.engine.left_out()):
                yield f"an expected failure {'comes true nowhere' if self.engine.profile.brief else 'matches nothing'}: {entry}"

    def idle_backends(self) -> Iterator[str]:
        """The selected backends on which nothing was looked at: a run that leaves one out must not name it."""
        by_us = ", ".join(
            f"--aikit-{name}={value}"
            for name in ("functions", "dtypes", "devices", "checks")
            if (value := getattr(self.engine.given, name))
        )
        why = ", ".join(part for part in (self.narrowed_by, by_us) if part)
        # whoever narrows a run by hand selects a backend only where they name it
        for name in self.engine.backends if self.engine.given.backends or not self.narrowed_by else ():
            records = [record for record in self.records if record.backend == name]
            looked_at = [record.checks if self.narrowed_by else record.cells for record in records]
            tried = any(record.largest is not None for record in records)
            if not tried and not any(counts[outcome] for counts in looked_at for outcome in OUTCOMES):
                yield (
                    f"{name} is selected and installed, but not one cell was executed on it"
                    f"{f'; nothing is left there by {why}' if why else ''}"
                )

    def unproven(self) -> Iterator[str]:
        """What the tables of the user's functions say and no test looks at, where all tests were collected."""
        if self.config.args_source is not self.config.ArgsSource.ARGS:
            yield from self.unproven_in_workers or capabilities.unproven(self.config, self.engine)

    def idle_namespaces(self) -> Iterator[str]:
        """The selected namespaces on which nothing was called."""
        for name in self.engine.given.namespaces:
            records = [record for record in self.records if record.backend == name]
            called = any(record.checks.total() for record in records if record.function != PIECES)
            if not called and name not in namespaces.skipped(self.config) and not self.narrowed_by:
                yield f"{name} is selected, but not one function of it was called"

    def idle_classes(self) -> Iterator[str]:
        """The array classes that refuse all that they are asked, where that is not what was selected of one among several."""
        idle = [name for name, judged in self.classes.items() if not judged]
        given = self.engine.given
        if len(idle) == len(self.classes) or not (given.functions or given.dtypes):
            for name in idle:
                yield f"{name}: not one function is judged: it refuses all that is selected, or has none of the dtypes"

    def idle_options(self, *names: str) -> Iterator[str]:
        """The options that select from the suite, where nothing of it was collected."""
        for name in names:
            if name in self.engine.given.on_command_line:
                yield (
                    f"--aikit-{name} is about the conformance suite, of which nothing was collected; "
                    f"add {choice.BY_NAME}"
                )

    # -------------------------------------------------------------------------------------------- printing

    def described(self, name: str) -> str:
        """``torch 2.13.0 on cpu``; the devices are left out where this process does not load it."""
        text = " ".join(part for part in (name, backends.version(name)) if part)
        if self.engine.distributes:
            return text
        self.engine.load(name)
        switched = frameworks.of(name).x64 is not None
        x64 = " with x64 off" if not backends.has_x64(name) else " with x64 on" if switched else ""
        return f"{text} on {', '.join(self.engine.devices(name))}{x64}"

    def print(self, reporter: pytest.TerminalReporter) -> None:
        """Print what the items found."""
        if self.own_failures:
            reporter.write_sep("=", "failures by cause", red=True, bold=True)
            for line in own.rendered(self.own_failures):
                reporter.write_line(line)
        if not self.records and not self.problems and not self.deselected:
            return
        groups = failures.grouped((f for record in self.records for f in record.findings), checks.known())
        if groups:
            reporter.write_sep("=", "failures by cause", red=True, bold=True)
            suite = "" if self.config.stash.get(choice.BY_DEFAULT, False) else choice.BY_NAME
            for line in failures.rendered(groups, self.engine.given, suite, verbose=reporter.verbosity > 0):
                reporter.write_line(line)
        reporter.write_sep("=", "conformance")
        if self.errors:
            text = f"{self.errors} error{'s' * (self.errors != 1)} of the harness: no verdict on the functions there"
            reporter.write_line(text, **COLOURS[ERROR])
        for line in self.notes():
            reporter.write_line(line)
        for problem in self.problems:
            reporter.write_line(f"error: {problem}", red=True)
        for line in kills.rendered(self.records):
            reporter.write_line(line)
        if self.records and not self.engine.given.mutants:
            entries = table.tabulated(self.records, self.judged)
            writer = self.config.get_terminal_writer()

            def paint(text: str, outcome: str) -> str:
                return writer.markup(text, **COLOURS.get(outcome, {}))

            for line in table.rendered(entries, writer.fullwidth, paint):
                reporter.write_line(line)
            for line in largest.rendered(self.records):
                reporter.write_line(line)
            if self.engine.given.durations == "yes":
                for line in durations.rendered(self.records, self.engine.backends):
                    reporter.write_line(line)

    def notes(self) -> Iterator[str]:
        """Lines about backends that are missing, warnings that were held back, and properties that were measured."""
        yield from self.described_in_workers
        for name, reason in self.engine.missing.items():
            yield f"{name} skipped: {reason}"
        if self.deselected:
            hiding = choice.narrowed_by_ini(self.config)
            count = f"{self.deselected} item{'s' * (self.deselected != 1)} of the suite"
            yield f"{count} left out{f': {hiding}' if hiding else ''}"
        held = sum((record.warnings for record in self.records), Counter())
        if held:
            most = "; ".join(f"{text} ({count})" for text, count in held.most_common(3))
            yield f"{held.total()} warnings of the frameworks held back: {most}"
        if self.engine.given.seed and self.engine.profile.examples:
            yield f"the tail was drawn with --aikit-seed={self.engine.given.seed}"
        yield from properties.rendered(self.records, self.engine.backends)
        compiled: Counter[str] = Counter()
        for record in self.records:
            compiled.update(record.compilations)
        if compiled:
            yield f"{compiled[clock.COMPILED]} compilations, {compiled[clock.FROM_CACHE]} of them {clock.FROM_CACHE}"


def _is_ours(report: pytest.TestReport) -> bool:
    """Whether a failed report is that of an item of the suite, or a subtest of one."""
    return any(name == PROPERTY for name, _ in report.user_properties)


def _is_our_item(report: pytest.TestReport) -> bool:
    return _is_ours(report) and not isinstance(report, pytest.SubtestReport)
