"""The kill table: which check found the mutants of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pytest_aikit.record import ELSEWHERE, EQUIVALENT, ERROR, KILLED, SURVIVED, Record, Verdict


def rendered(records: Iterable[Record]) -> Iterator[str]:
    """The lines of the table: for each kind the checks that are meant to find it, and what became of its mutants."""
    verdicts = [one for record in records for one in record.mutants]
    if not verdicts:
        return
    names = sorted({one.kind for one in verdicts})
    width = max(map(len, (*names, "kind")))
    meant = max(len(one.check) for one in verdicts)
    yield f"{'kind':<{width}}  {'meant':<{meant}} {'killed':>6} {'else':>5} {'alive':>5}  by, found elsewhere by, equivalent"
    for name in names:
        found = [one for one in verdicts if one.kind == name]
        counts = Counter(one.outcome for one in found)
        alive = counts[SURVIVED] + counts[ERROR]
        yield (
            f"{name:<{width}}  {found[0].check:<{meant}} {counts[KILLED]:>6} {counts[ELSEWHERE]:>5} {alive:>5}  "
            f"{', '.join(_notes(found))}"
        ).rstrip()
    counts = Counter(one.outcome for one in verdicts)
    yield (
        f"{len(verdicts)} mutants: {counts[KILLED]} killed by a check that is meant to, {counts[ELSEWHERE]} found by others "
        f"alone; {counts[EQUIVALENT]} equivalent, {counts[SURVIVED]} survived, {counts[ERROR]} errors"
    )


def _notes(found: list[Verdict]) -> Iterator[str]:
    """What is to be said of the mutants of a kind, where it is not that the first check that is meant to killed all."""
    by = Counter(one.by for one in found if one.outcome == KILLED)
    if set(by) - {found[0].check}:
        yield from (f"{check} {count}" for check, count in by.most_common())
    others = Counter(one.by for one in found if one.outcome == ELSEWHERE)
    yield from (f"elsewhere by {check} {count}" for check, count in others.most_common())
    equivalent = sum(one.outcome == EQUIVALENT for one in found)
    if equivalent:
        yield f"equivalent {equivalent}"
