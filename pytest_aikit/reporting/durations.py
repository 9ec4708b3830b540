"""Where the time of a run went, by backend: what ``--aikit-durations`` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pytest_aikit.clock import COMPILED, FROM_CACHE, PARTS
from pytest_aikit.record import Record


def rendered(records: Iterable[Record], backends: Iterable[str]) -> Iterator[str]:
    """A line for each backend with the seconds of each part, and how often it compiled something."""
    seconds = {name: dict.fromkeys(PARTS, 0.0) for name in backends}
    compilations: dict[str, Counter[str]] = {name: Counter() for name in seconds}
    for record in records:
        if record.backend in seconds:
            for part, more in record.seconds.items():
                seconds[record.backend][part] += more
            compilations[record.backend].update(record.compilations)
    width = max(map(len, (*seconds, "seconds")))
    yield "  ".join(["seconds".ljust(width), *(part.rjust(11) for part in PARTS), "total".rjust(8)])
    for name, parts in seconds.items():
        columns = [name.ljust(width), *(f"{parts[part]:11.1f}" for part in PARTS), f"{sum(parts.values()):8.1f}"]
        yield "  ".join(columns) + _compiled(compilations[name])


def _compiled(found: Counter[str]) -> str:
    if not found:
        return ""
    return f"  {found[COMPILED]} compilations, {found[FROM_CACHE]} of them {FROM_CACHE}"
