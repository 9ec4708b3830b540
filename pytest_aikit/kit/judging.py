"""The verdicts on a class: function by function, dtype by dtype, check by check."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from aikit.core.records import Function
from aikit.dtypes import DTYPES
from pytest_aikit import frameworks, options
from pytest_aikit.cases import cells
from pytest_aikit.cases.samples import all_samples, core_samples
from pytest_aikit.cases.samples.others import for_others, longest_of
from pytest_aikit.engine import findings
from pytest_aikit.kit import checks as kit_checks
from pytest_aikit.kit import showing
from pytest_aikit.kit.adapter import Adapter, AdapterError
from pytest_aikit.kit.checks import KitCheck
from pytest_aikit.kit.declared import (
    IGNORED,
    SUPPORTED,
    UNDECLARED,
    UNSUPPORTED,
    Declared,
    declared,
    judged,
    overridable,
)
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import Cell, CheckFailure, Sample
from pytest_aikit.record import UNDECIDED, WORST_FIRST, Finding, Record


class NewerCheckWarning(UserWarning):
    """A check fails that is newer than the set that is pinned."""


@dataclass(frozen=True)
class Subject:
    """A class, with what is said of it.

    Parameters
    ----------
    adapter : makes and reads its objects.
    declared : which functions it supports.
    checks : the pinned set; newer checks only warn.
    expected_failures : ``"function"`` or ``"function:check"``, which may be patterns -> the reason. One that does not come
        true is a failure, and so is one of a function, by its name, that is not judged. An error of the harness is none.
    """

    adapter: Adapter
    declared: Declared = field(default_factory=declared)
    checks: str = kit_checks.LATEST
    expected_failures: Mapping[str, str] = field(default_factory=dict)

    @functools.cached_property
    def verified(self) -> bool:
        """True; raises `AdapterError` with the first thing that is wrong."""
        kit_checks.newer_than(self.checks, ())
        names = [check.name for check in kit_checks.known()]
        if not isinstance(self.expected_failures, Mapping):
            raise AdapterError(
                f"expected_failures={self.expected_failures!r} is no mapping; give it the reason by function, "
                "such as {'sort': 'no stable sort yet'}"
            )
        for key, reason in self.expected_failures.items():
            if not (isinstance(key, str) and isinstance(reason, str) and reason.strip()):
                raise AdapterError(
                    f"expected_failures: {key!r}: {reason!r} is no reason for the name of a function; write why it fails, "
                    "such as {'sort': 'no stable sort yet'}"
                )
            function, _, check = key.partition(":")
            if not any(options.matches(name, [function]) for name in overridable()):
                raise AdapterError(f"expected_failures: {options.unknown(function, tuple(overridable()), SEE)}")
            if function in overridable():
                self._check_is_judged(overridable()[function])
            if check and not any(options.matches(name, [check]) for name in names):
                raise AdapterError(f"expected_failures: {key!r}: {options.unknown(check, names)}")
        return self.adapter.verified

    def _check_is_judged(self, function: Function) -> None:
        """Raise for one that is expected to fail, and never called."""
        name, status = function.qualified_name, self.declared.of(function)
        if status in (UNSUPPORTED, IGNORED):
            raise AdapterError(
                f"expected_failures: {name} is declared {status}, and cannot fail; leave it in one of them"
            )
        if name not in judged():
            raise AdapterError(f"expected_failures: {name} gives no array to judge, and cannot fail; leave it out")

    def judge(self, function: Function) -> Record:
        """The verdict on a function."""
        assert self.verified
        record = Record(function.qualified_name, function.category, self.adapter.name)
        status = self.declared.of(function)
        if status == IGNORED:
            return record
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                newer = self._judge(function, status, record)
            except Exception as error:
                record.cells[findings.count_error(record, "samples", self._cell(function, ()), error)] += 1
                return record
        for one in newer:
            warnings.warn(
                f"{one.check} of {one.function} by {one.backend}: {one.cause}; the check is newer than {self.checks}",
                NewerCheckWarning,
                stacklevel=2,
            )
        return record

    def _judge(self, function: Function, status: str, record: Record) -> list[Finding]:
        """Judge a function; what newer checks find is returned, and counts nothing."""
        probes = list(self._trials(function, core_samples))
        if not probes:
            # the class has no dtype that the function takes: nothing can be seen of what is claimed
            record.cells[UNDECIDED] += status != UNSUPPORTED
            self._miss_expected(function, record, "not called: the class has no dtype that it takes")
            return []
        refusing = [probe for probe in probes if probe.is_refused()]
        if status == UNSUPPORTED:
            return self._judge_unsupported(probes, refusing, record)
        if status == UNDECLARED and len(refusing) == len(probes):
            record.cells[UNDECIDED] += 1
            self._miss_expected(function, record, "refused by the class")
            return []
        assert status in (SUPPORTED, UNDECLARED)
        once = cells.representative_dtype(probe.cell.dtypes[0] for probe in probes)
        chosen = next((probe for probe in probes if probe.cell.dtypes[0] == once), probes[0]).cell
        newer = kit_checks.newer_than(self.checks, kit_checks.known())
        warned: list[Finding] = []
        for trial in self._trials(function, functools.partial(_judged_samples, chosen.dtypes)):
            outcomes = {
                self._run(check, trial, record, warned if check.name in newer else record.findings)
                for check in kit_checks.known()
                if check.applies(function)
                and (trial.cell == chosen or not check.once)
                and (function.array_parameters or check.of_makers)
            }
            worst = next((one for one in WORST_FIRST if one in outcomes), None)
            if worst is not None:
                record.cells[worst] += 1
        self._hold_against_expected(function, record)
        return warned

    def _judge_unsupported(self, trials: list[Trial], refusing: list[Trial], record: Record) -> list[Finding]:
        for trial in trials:
            fails = trial not in refusing
            record.cells["failed" if fails else "passed"] += 1
            record.checks["failed" if fails else "passed"] += 1
            if fails:
                record.findings.append(findings.at(trial.cell, "declared", "declared unsupported, and gives a result"))
        return []

    def _run(self, check: KitCheck, trial: Trial, record: Record, into: list[Finding]) -> str:
        """Run a check; the outcome."""
        try:
            calls = check.run(trial)
        except CheckFailure as failure:
            if into is not record.findings:
                into.append(findings.at(trial.cell, check.name, failure.cause))
                return "unseen"
            source = functools.partial(showing.source, check.name, trial)
            into.append(findings.of_failure(check, trial, failure, record, source))
            record.checks["failed"] += 1
            return "failed"
        except Exception as error:
            return findings.count_error(record, check.name, trial.cell, error)
        outcome = "passed" if calls else "unseen"
        record.checks[outcome] += 1
        return outcome

    def _hold_against_expected(self, function: Function, record: Record) -> None:
        """Turn what is expected to fail into that; an expectation that does not come true is a finding."""
        for key, reason in self.expected_failures.items():
            name, _, check = key.partition(":")
            if not options.matches(function.qualified_name, [name]):
                continue
            failed = [one for one in record.findings if one.outcome == "failed"]
            covered = [one for one in failed if options.matches(one.check, [check or "*"])]
            if not covered:
                cell = self._cell(function, ())
                record.findings.append(findings.at(cell, "expected", f"expected to fail, and passes: {reason}"))
                record.cells["failed"] += 1
                continue
            record.findings = [one for one in record.findings if one not in covered]
            record.checks["failed"] -= len(covered)
            record.checks["expected"] += len(covered)
            still = {one.cell for one in record.findings}
            turned = {one.cell for one in covered} - still
            record.cells["failed"] -= len(turned)
            record.cells["expected"] += len(turned)

    def _miss_expected(self, function: Function, record: Record, why: str) -> None:
        """Count what is expected of a function, by its name, that is not judged."""
        for key, reason in self.expected_failures.items():
            if key.partition(":")[0] == function.qualified_name:
                cause = f"expected to fail, and {why}: {reason}"
                record.findings.append(findings.at(self._cell(function, ()), "expected", cause))
                record.cells["failed"] += 1

    def _trials(
        self, function: Function, samples: Callable[[Cell, frozenset[str]], Sequence[Sample]]
    ) -> Iterator[Trial]:
        """The function with each tuple of the dtypes of the class, with the calls that have an object of the class."""
        dtypes = tuple(self.adapter.dtypes)
        lacking = frozenset(DTYPES) - {*dtypes}
        for group in cells.groups(function, frameworks.HOST, "cpu", dtypes, False):
            for cell in group.cells:
                if cell.accepted:
                    own = self._cell(function, cell.dtypes)
                    trial = Trial(own, self.adapter, ())
                    by_out = not function.array_parameters
                    meant = [one for one in samples(cell, lacking) if by_out or trial.reaches(one)]
                    if meant:
                        yield Trial(own, self.adapter, tuple(meant))

    def _cell(self, function: Function, dtypes: tuple[str, ...]) -> Cell:
        return Cell(function, self.adapter.name, "cpu", dtypes)


SEE = "aikit.overridable_functions() has them all"


def _judged_samples(once: tuple[str, ...], cell: Cell, lacking: frozenset[str]) -> list[Sample]:
    """The calls of a cell that say something about a class: in no dtype that it does not have; `once`, in some dtypes, a long one."""
    found = all_samples(cell, lacking, in_turn=False, long=False)
    long = longest_of(found) if cell.dtypes == once else []
    return [one for one in (*for_others(found), *long) if not _is_laid_out(one)]


def _is_laid_out(sample: Sample) -> bool:
    return any(
        not array.flags.c_contiguous
        for array in (*sample.args, *sample.kwargs.values())
        if isinstance(array, np.ndarray)
    )
