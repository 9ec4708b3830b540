"""The last lines of a run: function category by backend, with the cells passed, expected to fail, failed, worst ULP."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pytest_aikit.record import OUTCOMES, Record

COLUMNS = (*OUTCOMES, "ULP")
TOTAL = "total"


@dataclass(slots=True)
class Entry:
    """One category on one backend."""

    cells: Counter[str] = field(default_factory=Counter)
    worst_ulp: float | None = None

    def add(self, record: Record) -> None:
        self.cells.update(record.cells)
        if record.worst_ulp is not None:
            self.worst_ulp = max(record.worst_ulp, self.worst_ulp or 0.0)

    def texts(self) -> list[str]:
        """What stands in the four columns."""
        ulp = "" if self.worst_ulp is None else f"{self.worst_ulp:.3g}"
        return [*(str(self.cells[outcome]) for outcome in OUTCOMES), ulp]


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


def rendered(table: Mapping[str, Mapping[str, Entry]], titles: Mapping[str, str]) -> list[str]:
    """The lines of the matrix.

    Parameters
    ----------
    titles : backend -> what stands above its columns.
    """
    first = max(map(len, ("category", *table)))
    blocks: list[list[str]] = []
    for backend, title in titles.items():
        rows = [list(COLUMNS), *(row[backend].texts() for row in table.values())]
        widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
        lines = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
        width = max(len(title), len(lines[0]))
        blocks.append([title.ljust(width), *(line.rjust(width) for line in lines)])
    left = [" " * first, "category".ljust(first), *(name.ljust(first) for name in table)]
    return [" | ".join(parts).rstrip() for parts in zip(left, *blocks, strict=True)]
