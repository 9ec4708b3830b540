"""What becomes of a mutant: the checks run on the cells that can see it, those that are meant to kill it first.

What another check finds, and none that is meant to, is said, but it is no kill: it may find it by chance.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import NamedTuple

from pytest_aikit.cases.cells import Group
from pytest_aikit.engine import verdicts
from pytest_aikit.engine.run import Engine
from pytest_aikit.model import Case, Cell, Check, CheckFailure
from pytest_aikit.mutants.proofs import proof
from pytest_aikit.mutants.records import Mutant, Watch
from pytest_aikit.record import ELSEWHERE, EQUIVALENT, ERROR, KILLED, SURVIVED, Finding, Record, Verdict

SURVIVES = "mutant"
"""What findings about mutants have in the place of a check."""


class _Place(NamedTuple):
    """A cell, whether the checks that run once run on it, and its checks."""

    group: Group
    cell: Cell
    once: bool
    checks: tuple[Check, ...]


_PASSES: weakref.WeakKeyDictionary[Engine, dict[tuple[str, ...], bool]] = weakref.WeakKeyDictionary()
"""Which checks pass on which cells where what is planted breaks nothing."""


def judge(engine: Engine, mutant: Mutant) -> Record:
    """Run the checks on a mutant until one kills it; one that is not killed is a finding."""
    target = mutant.target
    record = Record(target.function.qualified_name, target.function.category, target.backend)
    verdict = Verdict(
        mutant.kind.name, ", ".join(mutant.kind.checks), record.function, record.backend, mutant.broken.said
    )
    with engine.watching(record):
        _look(engine, mutant, verdict, record)
        if verdict.outcome == SURVIVED:
            verdict.proof = proof(mutant)
            verdict.outcome = EQUIVALENT if verdict.proof else SURVIVED
    record.mutants.append(verdict)
    if verdict.outcome in (ELSEWHERE, SURVIVED, ERROR):
        record.findings.append(_finding(mutant, verdict))
    return record


def _look(engine: Engine, mutant: Mutant, verdict: Verdict, record: Record) -> None:
    """Run the checks until one kills the mutant, and say in the verdict what became of it."""
    watch = Watch()
    for place, check in _in_order(mutant, list(_places(engine, mutant))):
        if verdict.outcome == ELSEWHERE and not mutant.kind.causes:
            break  # those that are meant have looked
        if not _passes(engine, mutant, place, check, record):
            continue
        verdict.looked += 1
        failure = _run_broken(engine, mutant, place, check, watch)
        if watch.errors:
            verdict.outcome, verdict.cause = ERROR, _in_words(watch.errors[0])
            return
        if isinstance(failure, CheckFailure):
            if mutant.kind.is_killed_by(check.name, failure.cause):
                return _found(verdict, KILLED, check, place, failure)
            if verdict.outcome == SURVIVED:
                _found(verdict, ELSEWHERE, check, place, failure)
        elif failure is not None:
            verdict.raised = f"{check.name} of {place.cell.id}: {_in_words(failure)}"
    verdict.reached = watch.reached


def _in_order(mutant: Mutant, places: list[_Place]) -> Iterator[tuple[_Place, Check]]:
    """The checks that are meant to kill a mutant, on all cells, and then the others."""
    for meant in (True, False):
        for place in places:
            yield from ((place, check) for check in place.checks if (check.name in mutant.kind.checks) is meant)


def _found(verdict: Verdict, outcome: str, check: Check, place: _Place, failure: CheckFailure) -> None:
    verdict.outcome, verdict.by, verdict.cause, verdict.cell = outcome, check.name, failure.cause, place.cell.id


def _places(engine: Engine, mutant: Mutant) -> Iterator[_Place]:
    """The cells that can see a mutant, with their checks; those of the pass without 64-bit dtypes are left out."""
    target = mutant.target
    functions = [target.function, *filter(mutant.broken.seen_by, engine.checked())]
    groups = [one for function in dict.fromkeys(functions) for one in engine.groups_of(function, target.backend)]
    seen = [group for group in groups if not mutant.broken.dtypes or group.dtype in mutant.broken.dtypes]
    # what runs once for each function is on one cell, whatever its dtype
    seen += [group for group in groups if group.representative and group not in seen]
    for group in seen:
        for cell, once in engine.cells_of(group):
            checks = engine.checks_for(cell, once)
            if checks:
                yield _Place(group, cell, once, checks)


def _case(engine: Engine, place: _Place) -> Case:
    """With calls by themselves: what is planted looks at values, which a call that is compiled with others does not know."""
    return engine.case_of(place.cell, place.group, place.once)


def _passes(engine: Engine, mutant: Mutant, place: _Place, check: Check, record: Record) -> bool:
    """Whether a check passes on a cell, and looks at something, where nothing is broken by what is planted.

    That it fails where nothing is planted either is a finding about the function.
    """
    known, plant = _PASSES.setdefault(engine, {}), mutant.broken.plant
    key = place.cell.id, str(place.group.representative), check.name, plant.way
    if key not in known:
        case = _case(engine, place)
        try:
            with plant.nothing():
                evidence, failure = verdicts.of(check, case)
            known[key] = failure is None and evidence.calls > 0
            if failure is not None:
                _look_at_the_unbroken(engine, place, check, record)
        except Exception:
            known[key] = False  # the check itself goes wrong, and can say nothing of a mutant
    return known[key]


def _look_at_the_unbroken(engine: Engine, place: _Place, check: Check, record: Record) -> None:
    """Run a check on a function as it is: its calls are made by themselves, where a run may compile them together."""
    case = _case(engine, place)
    _, failure = verdicts.of(check, case)
    if failure is not None and not engine.expects(check, place.cell):
        record.findings.append(engine.finding(check, case, failure))


def _run_broken(engine: Engine, mutant: Mutant, place: _Place, check: Check, watch: Watch) -> Exception | None:
    """What a check raises on a cell while the mutant is planted."""
    case = _case(engine, place)
    with mutant.broken.plant.mutant(watch):
        try:
            return verdicts.of(check, case)[1]
        except Exception as error:
            return error  # the check trips over the mutant, which is no finding


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"


def _finding(mutant: Mutant, verdict: Verdict) -> Finding:
    target = mutant.target
    if verdict.outcome == ERROR:
        cause = f"{mutant.kind.name}: the mutant itself raised: {verdict.cause}"
    elif verdict.outcome == ELSEWHERE:
        cause = f"{mutant.kind.name} is found by {verdict.by} alone, not by {verdict.check}: {mutant.broken.said}"
    else:
        cause = f"{mutant.kind.name} survives: {mutant.broken.said}"
    reached = (
        f"it gave something else {verdict.reached} times" if verdict.reached else "no call comes where it is broken"
    )
    details = [
        f"{mutant.kind.name}: {mutant.kind.does}",
        f"broken:   {verdict.function} on {verdict.backend}: {verdict.said}",
        f"meant to find it: {verdict.check}; {verdict.looked} checks of cells looked, {reached}",
        *([f"found by: {verdict.by} of {verdict.cell}: {verdict.cause}"] if verdict.outcome == ELSEWHERE else []),
        *([f"raised by a check: {verdict.raised}"] if verdict.raised else []),
    ]
    found = Finding(SURVIVES, cause, verdict.function, verdict.backend, "cpu", tuple(mutant.broken.dtypes))
    found.details = "\n".join(details)
    found.again = (
        f"pytest --aikit-backends={target.backend} --aikit-functions={verdict.function} "
        f"--aikit-mutants={mutant.kind.name} --aikit-seed={mutant.seed}"
    )
    return found
