"""The failures of one's own tests by function, check and cause, each with where it is seen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

TARGET = "aikit_target"
"""The user property of a report that says where the test ran, ``torch-cpu-float32-lazy``."""
FUNCTIONS = "aikit_functions"
"""The user property that says of which functions the test is."""

MOST = 4
"""So many places are named."""


class Failure(NamedTuple):
    """A test that failed."""

    function: str
    check: str
    cause: str
    target: str


_FORMS = (
    re.compile(r"aikit_check: (?P<function>[^:\n]+): (?P<cause>.+)"),
    re.compile(r"LazyError: (?P<function>\S+) (?P<cause>under .+)"),
    re.compile(r"\[XPASS\(strict\)\] (?P<function>[^:\s]+): (?P<cause>.+)"),
)
_CHANGED = "changed its input"
_CHECKS = {
    "wrong namespace": "namespace",
    "wrong class": "class",
    "wrong device": "device",
    "wrong dtype": "dtype",
    "wrong shape": "shape",
    _CHANGED: "unchanged",
    "under": "lazy",
}


def failures_in(report: Any) -> Iterator[Failure]:
    """The failure of a test with our fixtures that a report is about, if it is."""
    said = dict(report.user_properties)
    if TARGET in said:
        crash = getattr(report.longrepr, "reprcrash", None)
        text = str(report.longrepr) if crash is None else crash.message
        yield failure(text, str(said[TARGET]), str(said[FUNCTIONS]))


def failure(text: str, target: str, functions: str) -> Failure:
    """What the text of a failure says.

    Parameters
    ----------
    text : the message of the exception, its class before it, or why a test fails that passed.
    functions : of which functions the test is, for what says nothing of them.
    """
    found = next((match for form in _FORMS if (match := form.search(text))), None)
    if found is None:
        return Failure(functions, "raised", text.partition("\n")[0].rstrip("."), target)
    function, cause = found["function"], found["cause"]
    if "XPASS" in found[0]:
        return Failure(function, "capabilities", f"works, and it is said: {cause}", target)
    start = next((start for start in _CHECKS if cause.startswith(start)), "")
    if not start or start == _CHANGED:  # what follows is of this test alone
        cause = cause.partition(": ")[0]
    return Failure(function, _CHECKS.get(start, "value"), cause, target)


def rendered(failures: Sequence[Failure]) -> Iterator[str]:
    """A line for each cause, with where it is seen."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for one in failures:
        groups.setdefault(one[:3], []).append(one.target)
    for (function, check, cause), targets in groups.items():
        count = f"{len(targets)} test{'s' * (len(targets) != 1)}"
        yield f"{check} of `{function}`, {cause}: {_listed(targets)}; {count}"


def _listed(targets: Iterable[str]) -> str:
    different = list(dict.fromkeys(targets))
    more = len(different) - MOST
    return ", ".join(different[:MOST]) + (f" and {more} more" if more > 0 else "")
