"""How many checked calls a second the conformance suite makes, beside the public suite of the Array API standard.

Both run in this run, one after the other, on the functions that both test, counted by the same proxy (`ci.counting`). A
second is one of the processor, in which an item runs: the start and the collection of neither suite count. So that it takes
minutes, aikit's suite runs on an even choice: every so many of the functions, in the order of their names.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ci.array_api.run import REPOSITORY, SET_THE_VARIABLE, VARIABLE
from ci.counting import FILE
from pytest_aikit.cases import cells

STRICT = "array_api_strict"


class Rate(NamedTuple):
    """The checked calls of some functions, and the seconds of the items that made them."""

    calls: int
    seconds: float
    functions: int

    @property
    def per_second(self) -> float:
        return self.calls / self.seconds if self.seconds else 0.0

    def __str__(self) -> str:
        return f"{self.calls:>9,} calls of {self.functions:>3} functions in {self.seconds:>7.1f} s: {self.per_second:>8,.0f} a second"


def judge(backends: Iterable[str], examples: int, share: int) -> int | str:
    """Print the rates over one in `share` of the functions; the exit status, or a line that says what is missing."""
    folder = os.environ.get(VARIABLE)
    known = sorted(cells.checked_functions())
    for backend in backends:
        if backend == STRICT:
            if not folder:
                return SET_THE_VARIABLE
            arguments = ["array_api_tests", f"--max-examples={examples}", "--disable-deadline"]
            theirs = items_of(arguments, pathlib.Path(folder))
            ours = of_ours(backend, sorted(names_in(theirs).intersection(known))[::share])
            both = names_in(ours) & names_in(theirs)
            one, two = rate(ours, both), rate(theirs, both)
            print(f"{backend:<18}aikit's suite    {one}\n{'':<18}array-api-tests  {two}")
            print(f"{'':<18}times as many checked calls a second: {one.per_second / two.per_second:.1f}")
        else:
            ours = of_ours(backend, known[::share])
            print(f"{backend:<18}aikit's suite    {rate(ours, names_in(ours))}", flush=True)
    return 0


def of_ours(backend: str, functions: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The items of aikit's suite for some functions on a backend, without traces: in those torch.compile meets the proxy."""
    selected = (f"--aikit-backends={backend}", f"--aikit-functions={','.join(functions)}")
    return items_of([*selected, "-k", "not tail", "--aikit-checks=*,-trace*"], REPOSITORY)


def items_of(arguments: list[str], folder: pathlib.Path) -> dict[str, dict[str, Any]]:
    """The seconds and the calls of each item of a run of pytest."""
    with tempfile.TemporaryDirectory() as temporary:
        counts = pathlib.Path(temporary) / "counts.json"
        path = os.pathsep.join(filter(None, (str(REPOSITORY), os.environ.get("PYTHONPATH"))))
        wanted = {
            FILE: str(counts),
            "PYTHONPATH": path,
            "ARRAY_API_TESTS_MODULE": f"exec('from ci.counting import counted; xp = counted(\"{STRICT}\")')",
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "ci.counting", "-p", "no:cacheprovider", *arguments]
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **wanted}, capture_output=True, text=True, check=False
        )
        if not counts.exists():
            raise RuntimeError(f"pytest did not come to its end: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return json.loads(counts.read_text())


def names_in(items: Mapping[str, Any]) -> set[str]:
    """The functions of which there are checked calls."""
    return {name for item in items.values() for name in item["calls"]}


def rate(items: Mapping[str, Any], functions: set[str]) -> Rate:
    """The calls of some functions, and of the seconds of the items as much as these are of their calls."""
    calls: Counter[str] = Counter()
    seconds = 0.0
    for item in items.values():
        found = {name: count for name, count in item["calls"].items() if name in functions}
        calls.update(found)
        seconds += item["seconds"] * sum(found.values()) / sum(item["calls"].values()) if found else 0
    return Rate(calls.total(), seconds, len(calls))
