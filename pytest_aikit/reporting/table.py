"""The last lines of a run: category and backend, with the cells passed, expected to fail, failed, and the worst ULP."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pytest_aikit.record import CRASHED, ERROR, MISSING, OUTCOMES, UNDECIDED, Record

TOTAL = "total"
GAP = "  "


@dataclass(slots=True)
class Entry:
    """One category on one backend."""

    cells: Counter[str] = field(default_factory=Counter)
    worst_ulp: float | None = None

    def add(self, record: Record) -> None:
        self.cells.update(record.cells)
        if record.worst_ulp is not None:
            self.worst_ulp = max(record.worst_ulp, self.worst_ulp or 0.0)

    def texts(self, outcomes: Iterable[str]) -> list[str]:
        """What stands in the columns: the number of cells of each outcome, and the worst ULP."""
        ulp = "" if self.worst_ulp is None else f"{self.worst_ulp:.3g}"
        return [*(str(self.cells[outcome]) for outcome in outcomes), ulp]


def tabulated(records: Iterable[Record], backends: Iterable[str]) -> dict[str, dict[str, Entry]]:
    """Category -> backend -> entry, the totals last."""
    names = tuple(backends)
    table: dict[str, dict[str, Entry]] = {}
    total = {name: Entry() for name in names}
    for record in records:
        if record.backend in total:
            row = table.setdefault(record.category, {name: Entry() for name in names})
            row[record.backend].add(record)
            total[record.backend].add(record)
    return {category: table[category] for category in sorted(table)} | {TOTAL: total}


RARE = (UNDECIDED, MISSING, ERROR, CRASHED)
"""The outcomes that have a column only where there are some."""

Paint = Callable[[str, str], str]


def plain(text: str, outcome: str) -> str:
    """A number of an outcome without a colour."""
    return text


def rendered(table: Mapping[str, Mapping[str, Entry]], width: int = 80, paint: Paint = plain) -> list[str]:
    """The lines of the matrix, one for each category and backend, so that its width depends on neither.

    Parameters
    ----------
    width : of the terminal; long names of backends are cut to fit.
    paint : gives the text of a number that is not 0 the colour of its outcome.
    """
    entries = [(category, backend, entry) for category, row in table.items() for backend, entry in row.items()]
    outcomes = [one for one in OUTCOMES if one not in RARE or any(entry.cells[one] for _, _, entry in entries)]
    rows = [["category", "backend", *outcomes, "ULP"]]
    rows += [[category, backend, *entry.texts(outcomes)] for category, backend, entry in entries]
    for earlier, later in reversed(list(itertools.pairwise(rows))):
        if earlier[0] == later[0]:
            later[0] = ""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    others = sum(widths) - widths[1] + len(GAP) * (len(widths) - 1)
    widths[1] = min(widths[1], max(width - others, len("backend")))
    lines = [_line(rows[0], widths, dict.fromkeys(outcomes, False), paint)]
    for row, (_, _, entry) in zip(rows[1:], entries, strict=True):
        lines.append(_line(row, widths, {outcome: bool(entry.cells[outcome]) for outcome in outcomes}, paint))
    return lines


def _line(row: list[str], widths: list[int], painted: Mapping[str, bool], paint: Paint) -> str:
    """One line; `painted`: the outcomes whose numbers follow, and whether each has its colour."""
    category, backend, *numbers = row
    if len(backend) > widths[1]:
        backend = f"...{backend[3 - widths[1] :]}"
    texts = [category.ljust(widths[0]), backend.ljust(widths[1])]
    numbers = [number.rjust(width) for number, width in zip(numbers, widths[2:], strict=True)]
    texts += [
        paint(number, outcome) if has_colour else number
        for number, (outcome, has_colour) in zip(numbers, painted.items(), strict=False)
    ]
    texts += numbers[len(painted) :]
    return GAP.join(texts).rstrip()
