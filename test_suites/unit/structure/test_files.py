"""Test files are modules of no package: no two have one name, or they could not be collected together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parents[2]


def test_names_of_test_files() -> None:
    files = [path for path in TESTS.rglob("test_*.py") if "downstream" not in path.parts]
    assert [name for name, number in Counter(path.name for path in files).items() if number > 1] == []
