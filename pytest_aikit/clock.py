"""Where the time of a run goes: in references, in calls of the framework, in what it compiles; the rest is the engine's."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

ENGINE, REFERENCE, FRAMEWORK, COMPILATION = PARTS = ("engine", "reference", "framework", "compilation")

SPENT: dict[str, float] = dict.fromkeys(PARTS, 0.0)
"""The seconds of this process by part, those of the engine as the rest of an item's."""

COMPILED, FROM_CACHE = "compiled", "from the cache"
COMPILATIONS: Counter[str] = Counter()
"""How often a framework has compiled something in this process, and how often it had it in its persistent cache."""


@contextmanager
def running(part: str) -> Iterator[None]:
    """Count the time of the body, without that of a compilation in it, as that of a part."""
    before, compiling = time.perf_counter(), SPENT[COMPILATION]
    try:
        yield
    finally:
        SPENT[part] += time.perf_counter() - before - (SPENT[COMPILATION] - compiling)


@contextmanager
def item(seconds: dict[str, float], compilations: Counter[str]) -> Iterator[None]:
    """Add to `seconds` where the time of the body goes, and to `compilations` what is compiled in it."""
    start, spent, compiled = time.perf_counter(), SPENT.copy(), COMPILATIONS.copy()
    try:
        yield
    finally:
        found = {part: SPENT[part] - spent[part] for part in PARTS if SPENT[part] != spent[part]}
        found[ENGINE] = time.perf_counter() - start - sum(found.values())
        for part, more in found.items():
            seconds[part] = seconds.get(part, 0.0) + more
        compilations.update(COMPILATIONS - compiled)
