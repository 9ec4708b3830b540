"""One run: what is selected, and the checks run on it.

Hooks and fixtures hold an `Engine`; it is made when the first of them needs it, so that a run that uses nothing of
the plugin pays for nothing.
"""

from __future__ import annotations

import functools
import gc
import itertools
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

import aikit
from aikit.core.records import Function
from pytest_aikit import clock, expectations, frameworks, options
from pytest_aikit.cases import cells, kept, together
from pytest_aikit.cases.turns import first_turn
from pytest_aikit.checks import value
from pytest_aikit.engine import findings, verdicts
from pytest_aikit.engine.extensions import Samples
from pytest_aikit.engine.selection import Selection
from pytest_aikit.frameworks import backends
from pytest_aikit.model import Case, Cell, Check, CheckFailure, Sample
from pytest_aikit.record import ERROR, UNSEEN, WORST_FIRST, Finding, Record
from pytest_aikit.reporting import snippet

_COMPILATIONS_UNTIL_CLEARED = 2_000
_OBJECTS_UNTIL_COLLECTED = 20_000


class Engine(Selection):
    """What is selected in this run, and how a cell of it is checked."""

    def __init__(
        self,
        given: options.Given,
        cache: Callable[[str], Path | None] = lambda name: None,
        at_end: Callable[[Callable[[], None]], None] = lambda restore: None,
        samples: Samples = MappingProxyType({}),
        runs_suite: bool = False,
        distributes: bool = False,
    ) -> None:
        super().__init__(given, cache, at_end, runs_suite, distributes)
        self.expectations = expectations.load(given.expect, self.backends)
        self.added_samples = samples
        self.shown: set[tuple[str, ...]] = set()
        self.cleared_at = 0

    def take_over(self, missing: Mapping[str, str], devices: Mapping[str, Sequence[str]]) -> None:
        """Learn of the backends, as `Selection` does, and know the expectations by the numbers that they have there."""
        super().take_over(missing, devices)
        self.expectations = expectations.load(self.given.expect, self.backends)

    def run(self, group: cells.Group) -> Record:
        """Run the checks of an item, each with a verdict of its own."""
        record = Record(group.function.qualified_name, group.function.category, group.backend)
        self.keep_results()
        with self.watching(record), nullcontext() if group.x64 else backends.x64(False):
            made = self.cases_of(group, record)
            if self.makes_calls_together(group.backend):
                made = list(made)
                together.prepare([case for case, _ in made])
            for case, checks in made:
                self.run_cell(case, checks, record)
        return record

    def makes_calls_together(self, backend: str) -> bool:
        """Whether calls are compiled together: not where all is combined with all."""
        return frameworks.of(backend).compiled is not None and self.profile.in_turn is not False

    @functools.cache  # noqa: B019 - an engine lives as long as the process
    def keep_results(self) -> None:
        """Let what references give stay in pytest's cache."""
        self.at_end(kept.open_in(self.cache("references")))

    def cases_of(self, group: cells.Group, record: Record) -> Iterable[tuple[Case, tuple[Check, ...]]]:
        """The cells of an item with what their checks need; that one cannot be sampled is counted."""
        for cell, once in self.cells_of(group):
            checks = self.checks_for(cell, once)
            if checks:
                try:
                    yield self.case_of(cell, group, once), checks
                except Exception as error:
                    record.cells[self.take_error("samples", cell, error, record, group.x64)] += 1

    def case_of(self, cell: Cell, group: cells.Group, once: bool) -> Case:
        """A cell of an item with what a check needs; `once` as `cells_of` says."""
        xp = aikit.get_backend(group.backend)
        return Case(cell, xp, self.samples_of(cell, group), group.x64, once, self.profile.thorough, self.profile.brief)

    def cells_of(self, group: cells.Group) -> Iterator[tuple[Cell, bool]]:
        """The cells of an item, and whether the checks that run once run on it."""
        if group.x64:
            for number, cell in enumerate(group.cells):
                yield cell, group.representative and number == 0
            return
        accepted = [name for name in group.selected if name in cells.accepted_dtypes(group.function)]
        once = cells.representative_dtype(accepted)
        for dtype in self.of_the_smaller_pass(group.function, accepted, once):
            dtypes, valid = cells.tuples(group.function, dtype, (dtype,), False)[0]
            # an index beside the arrays is int64 elsewhere
            narrow = tuple("int32" if name == "int64" else name for name in dtypes)
            yield Cell(group.function, group.backend, group.device, narrow, valid), dtype == once

    def of_the_smaller_pass(self, function: Function, accepted: Sequence[str], once: str | None) -> Sequence[str]:
        """One dtype of each kind, because everything is compiled anew; in turn that on which checks run once, and another."""
        kinds = [name for name in accepted if name in cells.ONE_PER_KIND] or accepted[:1]
        others = [name for name in kinds if name != once]
        if self.profile.in_turn is False or not others:
            return kinds
        turn = others[first_turn(function) % len(others)]
        return [name for name in kinds if name in (once, turn)]

    def samples_of(self, cell: Cell, group: cells.Group) -> tuple[Sample, ...]:
        """The core samples of a cell, and those that were added to it; in the smaller pass the first."""
        from pytest_aikit.cases.samples import all_samples
        from pytest_aikit.cases.samples.dtypes import asks_for

        lacking = self.lacking(group.backend, group.x64)
        samples = all_samples(
            cell, lacking, in_turn=self.profile.in_turn, brief=self.profile.brief, selected=group.selected
        )
        added = self.added_samples.get((cell.function.qualified_name, cell.dtypes), ()) if cell.accepted else ()
        return (*samples, *(one for one in added if not asks_for(one, lacking))) if group.x64 else samples[:1]

    def checks_for(self, cell: Cell, once: bool) -> tuple[Check, ...]:
        """The checks that run on a cell, in their order."""
        if not cell.accepted:
            return self.checks_of(cell.function, "rejected")
        found = self.checks_of(cell.function, "cell")
        if not once:
            framework = frameworks.of(cell.backend)
            of_kind = cells.stands_for_kinds(cell) and not (framework.in_turn or self.profile.brief)
            found = tuple(
                check
                for check in found
                if not (check.of_writes and framework.immutable) and (of_kind or not check.of_kinds)
            )
        if len(cell.dtypes) > 1 and cells.is_mixed(cell):
            return tuple(check for check in found if check.mixed)
        return (*found, *self.checks_of(cell.function, "item")) if once else found

    def run_cell(self, case: Case, checks: Sequence[Check], record: Record) -> None:
        """Run checks on a cell and count it once, as the worst of what they found."""
        said = verdicts.of_each(checks, case)
        outcomes = {self.take(check, case, one, record) for check, one in zip(checks, said, strict=True)}
        record.cells[next((one for one in WORST_FIRST if one in outcomes), UNSEEN)] += 1

    def take(self, check: Check, case: Case, said: verdicts.Verdict | Exception, record: Record) -> str:
        """Count what a check says of a case, held against the expectations.

        An error of the check itself is none of the function's, so that no expectation covers it.
        """
        if isinstance(said, Exception):
            return self.take_error(check.name, case.cell, said, record, case.x64)
        evidence, failure = said
        if failure is None and (evidence.worst_ulp is not None or evidence.properties):
            record.measured(evidence, cells.computed_dtype(case.cell))
        if failure is None and evidence.calls == 0:
            outcome = UNSEEN  # nothing was called that an expectation could be held against
        else:
            outcome, failure = self.judge(check, case.cell, failure, record)
        if outcome == "expected" and failure is not None:
            try:
                other = self.unexpected(check, case, failure)
            except Exception as error:
                return self.take_error(check.name, case.cell, error, record, case.x64)
            outcome, failure = ("expected", failure) if other is None else ("failed", other)
        record.checks[outcome] += 1
        if failure is not None and outcome == "failed":
            record.findings.append(self.finding(check, case, failure))
        return outcome

    def take_error(self, check: str, cell: Cell, error: Exception, record: Record, x64: bool) -> str:
        """Count what went wrong in the harness itself; the first of a kind with its traceback."""
        finding = findings.of_error(check, cell, error, x64)
        kind = (check, finding.cause)
        if kind not in self.shown:
            self.shown.add(kind)
            finding.details = findings.place_of(error)
            finding.traceback = "".join(traceback.format_exception(error))
        record.findings.append(finding)
        record.checks[ERROR] += 1
        # the expectations that were to be held against it are none that match nothing
        covering = self.entries_of(cell.function.qualified_name, cell.backend, cell.device)
        record.entries.extend(n for n, entry in covering if entry.covers(check, cell) and n not in record.entries)
        return ERROR

    def judge(
        self, check: Check, cell: Cell, failure: CheckFailure | None, record: Record
    ) -> tuple[str, CheckFailure | None]:
        """The outcome under the expectations, which are strict: one that does not come true is a failure.

        In a brief run the call that shows it may be missing in some cells, so that there it must come true in one of them.
        """
        relevant = self.entries_of(cell.function.qualified_name, cell.backend, cell.device)
        covering = [(number, entry) for number, entry in relevant if entry.covers(check.name, cell)]
        if not covering:
            return ("passed" if failure is None else "failed"), failure
        if failure is None and self.profile.brief:
            return "passed", failure
        record.entries.extend(number for number, _ in covering if number not in record.entries)
        if failure is None:
            return "failed", CheckFailure(f"expected to fail, and passes: {covering[0][1]}")
        problems = [entry.mismatch(failure) for _, entry in covering]
        if None in problems:
            return "expected", failure
        return "failed", CheckFailure(
            f"not the expected failure: {problems[0]}", sample=failure.sample, error=failure.error
        )

    def unexpected(self, check: Check, case: Case, failure: CheckFailure) -> CheckFailure | None:
        """What is wrong beside an expected failure, at which the check has stopped: of the samples behind it, each by itself."""
        relevant = self.entries_of(case.function.qualified_name, case.cell.backend, case.cell.device)
        covering = [entry for _, entry in relevant if entry.covers(check.name, case.cell)]
        behind = itertools.dropwhile(lambda one: one is not failure.sample, case.samples)
        for sample in itertools.islice(behind, 1, None):
            _, other = verdicts.of(check, replace(case, samples=(sample,)))
            if other is not None and all(entry.mismatch(other) is not None for entry in covering):
                return other
        return None

    @functools.cache  # noqa: B019
    def entries_of(self, function: str, backend: str, device: str) -> tuple[tuple[int, expectations.Entry], ...]:
        """The expectations, by number, that say something about a function on a backend and device."""
        return tuple(
            (number, entry)
            for number, entry in enumerate(self.expectations)
            if options.matches(function, entry.function)
            and options.matches(backend, entry.backend)
            and options.matches(device, entry.device)
        )

    def expects(self, check: Check, cell: Cell) -> bool:
        """Whether something is expected of a check on a cell, where none of the core samples is judged."""
        relevant = self.entries_of(cell.function.qualified_name, cell.backend, cell.device)
        return any(entry.covers(check.name, cell) for _, entry in relevant)

    def expects_failure(self, check: Check, cell: Cell, failure: CheckFailure) -> bool:
        """Whether a failure on a drawn call is one that is expected there, or where all arrays have the common dtype.

        What a call raises it raises in every check, so that it is expected where its value is, which is looked at first.
        """
        function = cell.function
        promoted = tuple(
            cells.computed_dtype(cell) if name in function.promote else dtype
            for name, dtype in zip(function.array_parameters, cell.dtypes, strict=False)
        )
        relevant = self.entries_of(function.qualified_name, cell.backend, cell.device)
        places = cell, replace(cell, dtypes=promoted or cell.dtypes)
        names = (check.name,) if failure.error is None else (check.name, value.CHECK.name)
        covering = [
            entry for _, entry in relevant if any(entry.covers(*one) for one in itertools.product(names, places))
        ]
        return any(entry.mismatch(failure) is None for entry in covering)

    def finding(self, check: Check, case: Case, failure: CheckFailure) -> Finding:
        """A failure in words; the first of its kind with source that shows it."""
        cell = case.cell
        finding = findings.at(cell, check.name, failure.cause, case.x64)
        kind = (check.name, failure.cause, cell.function.qualified_name, cell.backend)
        if kind not in self.shown:
            self.shown.add(kind)
            findings.show(finding, check.run, case, failure, functools.partial(snippet.source, check.name, case))
        return finding

    @contextmanager
    def watching(self, record: Record) -> Iterator[None]:
        """Run an item without NumPy's floating-point warnings, and count all others instead of letting them out.

        A framework's warning says nothing about the function, and would end the run under ``-W error``.
        """
        self.collect_seldom()
        clear = frameworks.of(record.backend).clear_compiled
        if clear is not None and clock.COMPILATIONS[clock.COMPILED] - self.cleared_at > _COMPILATIONS_UNTIL_CLEARED:
            clear()
            self.cleared_at = clock.COMPILATIONS[clock.COMPILED]
        with (
            clock.item(record.seconds, record.compilations),
            np.errstate(all="ignore"),
            warnings.catch_warnings(record=True) as caught,
        ):
            warnings.simplefilter("always")
            yield
        for one in caught:
            record.warnings[f"{one.category.__name__}: {str(one.message).strip().splitlines()[0][:90]}"] += 1

    def collect_seldom(self) -> None:
        """Let Python look for cycles after more objects than by default, from the first item to the end of the run: with several
        frameworks it spends a tenth of a run on it."""
        young, *older = before = gc.get_threshold()
        if 0 < young < _OBJECTS_UNTIL_COLLECTED:
            gc.set_threshold(_OBJECTS_UNTIL_COLLECTED, *older)
            self.at_end(functools.partial(gc.set_threshold, *before))
