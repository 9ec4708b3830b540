"""Do two runs of the suite have the same cells with the same verdicts: ``python -m ci.compare_cells BEFORE.xml AFTER.xml``.

Both are reports in JUnit's format, as ``pytest --aikit-backends=all --aikit-profile=smoke --junit-xml=AFTER.xml`` writes
them. Compared are, item by item, how it ended, how many cells and checks passed, failed as expected and failed, and which
checks failed on which cells. The checks of the first report may have the old names of `renamed_checks.toml`.
"""

from __future__ import annotations

import pathlib
import sys
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from ci.reports import found_in, outcomes_in

RENAMED = pathlib.Path(__file__).with_name("renamed_checks.toml")
SHOWN = 20
"""How many differences are printed."""


def main(arguments: list[str]) -> int | str:
    """Compare two reports; the exit status, or a line that says what stops it."""
    if len(arguments) != 2:
        return "give two reports: python -m ci.compare_cells BEFORE.xml AFTER.xml"
    before, after = map(pathlib.Path, arguments)
    missing = next((path for path in (before, after) if not path.exists()), None)
    if missing is not None:
        return f"there is no report {missing}"
    one, two = items_in(before, tomllib.loads(RENAMED.read_text())), items_in(after, {})
    for path, items in ((before, one), (after, two)):
        if not any("cells" in item for item in items.values()):
            return f"{path}: no item of the conformance suite is in this report"
    found = list(differences(one, two))
    for line in found[:SHOWN]:
        print(line)
    if len(found) > SHOWN:
        print(f"and {len(found) - SHOWN} more")
    print(f"{len(one)} items with {_cells(one)} cells before, {len(two)} with {_cells(two)} after: {len(found)} differ")
    return 1 if found else 0


def items_in(path: pathlib.Path, renamed: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """All that is compared of the items of a report, by name."""
    verdicts, _ = found_in(path, renamed)
    return {name: {"outcome": ended, **verdicts.get(name, {})} for name, ended in outcomes_in(path).items()}


def differences(before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """A line for each item that is not the same."""
    for name in {**before, **after}:
        if name not in after:
            yield f"{name}: is gone"
        elif name not in before:
            yield f"{name}: is new"
        elif before[name] != after[name]:
            yield f"{name}: {'; '.join(_parts(before[name], after[name]))}"


def _parts(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for part in {**before, **after}:
        if before.get(part) != after.get(part):
            yield f"{part} {before.get(part)} before, {after.get(part)} after"


def _cells(items: Mapping[str, Mapping[str, Any]]) -> int:
    return sum(sum(item.get("cells", {}).values()) for item in items.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
