"""The verdicts on a namespace: function by function, dtype by dtype."""

from __future__ import annotations

import dataclasses
import functools
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import frameworks
from pytest_aikit.cases import cells
from pytest_aikit.cases.samples import all_samples, core_samples
from pytest_aikit.cases.samples.others import for_others
from pytest_aikit.engine import findings
from pytest_aikit.knowledge import standard
from pytest_aikit.model import Cell, CheckFailure, Sample
from pytest_aikit.namespaces import comparing, domain, objects, showing
from pytest_aikit.namespaces.checks import CHECKS, NamespaceCheck, value
from pytest_aikit.namespaces.inquiries import INQUIRIES
from pytest_aikit.namespaces.subject import Namespace
from pytest_aikit.namespaces.trial import Trial
from pytest_aikit.record import MISSING, PIECES, UNDECIDED, WORST_FIRST, Finding, Record

CHECK_NAMES = tuple(dict.fromkeys(check.name for check in CHECKS))
Hold = Callable[[Any, Cell, CheckFailure | None, Record], tuple[str, CheckFailure | None]]
"""Holds what a check found against the expectations, as the engine does."""


def _as_found(
    check: NamespaceCheck, cell: Cell, failure: CheckFailure | None, record: Record
) -> tuple[str, CheckFailure | None]:
    return ("passed" if failure is None else "failed"), failure


def judge(
    space: Namespace,
    function: Function,
    dtypes: Sequence[str] = standard.DTYPES,
    *,
    checks: Sequence[str] = CHECK_NAMES,
    thorough: bool = False,
    hold: Hold = _as_found,
) -> Record:
    """The verdict on a function of a namespace.

    Parameters
    ----------
    dtypes, checks : the selected ones.
    hold : holds a failure against what is expected.
    thorough : whether all calls are made; else those of the core, and of keywords in one dtype of each kind.
    """
    name = function.qualified_name
    record = Record(name, function.category, space.name)
    if space.function(name) is None:
        record.cells[MISSING] += 1
        return record
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name in INQUIRIES:
            _inquire(space, function, record, checks, hold)
            trials: Iterator[Trial] = iter(())
        else:
            trials = _trials(space, function, dtypes, thorough)
        chosen = [check for check in CHECKS if check.name in checks and check.applies(function)]
        for trial in trials:
            outcomes = {_run(check, trial, record, hold) for check in chosen}
            worst = next((one for one in WORST_FIRST if one in outcomes), None)
            if worst is not None:
                record.cells[worst] += 1
    if not record.cells:
        record.cells[UNDECIDED] += 1
    return record


def _run(check: NamespaceCheck, trial: Trial, record: Record, hold: Hold) -> str:
    """Run a check; the outcome."""
    calls, failure = 0, None
    try:
        calls = check.run(trial)
    except CheckFailure as found:
        failure = found
    except Exception as error:
        return findings.count_error(record, check.name, trial.cell, error)
    outcome, failure = hold(check, trial.cell, failure, record)
    if outcome == "passed" and not calls:
        outcome = "unseen"
    record.checks[outcome] += 1
    if failure is not None and outcome == "failed":
        source = functools.partial(showing.source, check.name, trial)
        record.findings.append(findings.of_failure(check, trial, failure, record, source))
    return outcome


def _trials(space: Namespace, function: Function, dtypes: Sequence[str], thorough: bool) -> Iterator[Trial]:
    """The function with each tuple of dtypes of which the standard says something."""
    own = tuple(name for name in dtypes if name in space.dtypes)
    lacking = frozenset(standard.DTYPES) - set(space.dtypes)
    whole_ones = tuple(name for name in own if thorough or name in cells.FOR_KINDS)
    leading: set[str] = set()
    for group in cells.groups(function, frameworks.HOST, "cpu", own, False):
        for cell in group.cells:
            if not cell.accepted or not domain.takes(function, cell.dtypes):
                continue
            whole = thorough or (cells.stands_for_kinds(cell) and not cells.is_mixed(cell))
            lead = cells.leading_dtype(function, cell.dtypes)
            if whole and (thorough or lead not in leading):
                in_turn = space.in_turn and not thorough
                samples = all_samples(cell, lacking, in_turn=in_turn, long=False, selected=whole_ones)
                leading.add(lead)  # beside indices of another dtype the core has to do
            else:
                samples = core_samples(cell, lacking)
            judged = [
                one
                for one in (domain.defined_part(function, one) for one in _chosen(function, samples, thorough))
                if one
                and not domain.is_open(function, one, space.version, space.dtypes)
                and comparing.has_dtype(space, function, one)
            ]
            if judged:
                yield Trial(dataclasses.replace(cell, backend=space.name), space, tuple(judged))


def _chosen(function: Function, samples: Sequence[Sample], thorough: bool) -> Sequence[Sample]:
    again = (_in_reverse(one) for one in samples[:1] if function.elementwise)
    return for_others((*samples, *again), long=thorough)


def _in_reverse(sample: Sample) -> Sample:
    """Another call with arrays of the same shapes: a result that is remembered by shape is wrong there."""
    args = tuple(np.flip(one) if isinstance(one, np.ndarray) else one for one in sample.args)
    return dataclasses.replace(sample, args=args, label=f"{sample.label} in reverse")


def _inquire(space: Namespace, function: Function, record: Record, checks: Sequence[str], hold: Hold) -> None:
    """Judge a function that is not of arrays."""
    check = next(one for one in CHECKS if one.run is value)
    if check.name not in checks:
        return
    cell = Cell(function, space.name, "cpu", ())
    answers = list(INQUIRIES[function.qualified_name](space))
    faults = [(said, fault) for said, fault in answers if fault]
    outcome, failure = hold(check, cell, CheckFailure(faults[0][1]) if faults else None, record)
    record.cells[outcome] += 1
    record.checks["passed"] += len(answers) - len(faults)
    record.checks[outcome] += len(faults) or failure is not None
    if failure is None or outcome != "failed":
        return
    for said, fault in faults if faults and failure.cause == faults[0][1] else [("", failure.cause)]:
        finding = findings.at(cell, check.name, fault)
        if said:
            finding.details = f"call:     {said}"
            finding.snippet = showing.expression(space, said)
        record.findings.append(finding)


def judge_pieces(space: Namespace) -> Record:
    """The verdict on what is no function: the inspection, the dtypes, the constants, the attributes of arrays."""
    record = Record(PIECES, PIECES, space.name)
    for one in space.missing:
        finding = Finding("pieces", f"{one.piece}: {one.said}", PIECES, space.name, "", (), f"{PIECES}-{space.name}")
        finding.details = f"section:  {showing.SPECIFICATION}{one.section}\ninstead:  {one.instead}"
        record.findings.append(finding)
        record.checks["failed"] += 1
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        faults: dict[tuple[str, ...], list[tuple[str, str]]] = {}
        for said, fault in objects.answers(space):
            record.checks["failed" if fault else "passed"] += 1
            if fault:
                faults.setdefault(_kind_of_fault(said, fault), []).append((said, fault))
        for alike in faults.values():
            said, fault = alike[0]
            more = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
            cause = f"{_expression(said)}{more}: {re.sub(r'0x[0-9a-f]{6,}', '0x...', fault)}"
            finding = Finding("array", cause, PIECES, space.name, "", (), f"{PIECES}-{space.name}")
            finding.details = "\n".join(f"call:     {said}: {fault}" for said, fault in alike[:_SHOWN])
            record.findings.append(finding)
    record.cells["failed" if record.findings else "passed"] += 1
    return record


_SHOWN = 8
"""How many expressions with a like fault are shown."""
_ALIKE = 40
"""How much of what was raised they have in common: its end may be the very expression."""


def _kind_of_fault(said: str, fault: str) -> tuple[str, ...]:
    """What faults have in common that are found together: what is asked, read or written, and what comes of it."""
    head = re.split(r"[\[(]", _expression(said), maxsplit=1)[0]
    return head, "=" if "] = " in said else "", "gives" if fault.startswith("gives ") else fault[:_ALIKE]


def _expression(said: str) -> str:
    """What is asked, without what `x` is."""
    return said.partition(", x of")[0]
