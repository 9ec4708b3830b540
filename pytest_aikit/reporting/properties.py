"""What the Array API standard leaves open and the machine decides: it is measured, reported, and fails nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pytest_aikit.record import Record, merged


def tabulated(records: Iterable[Record]) -> dict[tuple[str, str, str, str], str]:
    """(backend, property, function, dtype) -> what was measured, in order."""
    found: dict[tuple[str, str, str, str], str] = {}
    for record in records:
        for name, by_dtype in record.properties.items():
            for dtype, measured in by_dtype.items():
                key = record.backend, name, record.function, dtype
                found[key] = merged(found.get(key), measured)
    return dict(sorted(found.items()))


def rendered(records: Iterable[Record], backends: Iterable[str]) -> Iterator[str]:
    """One line for each backend: how many pairs of function and dtype show what."""
    table = tabulated(records)
    for backend in backends:
        counts: dict[str, Counter[str]] = {}
        for (where, name, _, _), measured in table.items():
            if where == backend:
                counts.setdefault(name, Counter())[measured] += 1
        if counts:
            parts = [f"{name} {_counted(values)}" for name, values in counts.items()]
            yield f"{backend}: {'; '.join(parts)}"


def _counted(values: Counter[str]) -> str:
    return ", ".join(f"{values[measured]} {measured}" for measured in sorted(values))
