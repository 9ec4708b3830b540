"""The kill table: which check found the mutants of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pytest_aikit.record import EQUIVALENT, ERROR, KILLED, SURVIVED, Record, Verdict


def rendered(records: Iterable[Record]) -> Iterator[str]:
    """The lines of the table: for each kind the check that is meant to find it, and what became of its mutants."""
    verdicts = [one for record in records for one in record.mutants]
    if not verdicts:
        return
    names = sorted({one.kind for one in verdicts})
    width = max(map(len, (*names, "kind")))
    yield f"{'kind':<{width}}  {'meant':<12} {'by it':>5} {'other':>5} {'alive':>5}  killed by others, equivalent"
    for name in names:
        found = [one for one in verdicts if one.kind == name]
        by_it, others, alive = (sum(map(holds, found)) for holds in (_by_meant, _by_other, _is_alive))
        said = Counter(one.by for one in found if _by_other(one))
        notes = [f"{check} {count}" for check, count in said.most_common()]
        notes += [f"equivalent {count}" for count in [sum(one.outcome == EQUIVALENT for one in found)] if count]
        yield f"{name:<{width}}  {found[0].check:<12} {by_it:>5} {others:>5} {alive:>5}  {', '.join(notes)}".rstrip()
    counts = Counter(one.outcome for one in verdicts)
    yield (
        f"{len(verdicts)} mutants: {counts[KILLED]} killed, {sum(map(_by_meant, verdicts))} of them by the check that is meant to; "
        f"{counts[EQUIVALENT]} equivalent, {counts[SURVIVED]} survived, {counts[ERROR]} errors"
    )


def _by_meant(one: Verdict) -> bool:
    return one.outcome == KILLED and one.by == one.check


def _by_other(one: Verdict) -> bool:
    return one.outcome == KILLED and one.by != one.check


def _is_alive(one: Verdict) -> bool:
    return one.outcome in (SURVIVED, ERROR)
