"""A backend of other people, announced by an entry point, and run by pytest as its author would."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytest_plugins = ["pytester"]
SUITE = ("--pyargs", "pytest_aikit.suites")

FAULTS = [
    ("return_type", "abs", "raised AikitBackendException", "uint8"),
    ("dtype", "add", "wrong dtype: float32 for float64", "bool,float64"),
    ("dtype", "cumulative_sum", "wrong shape", "bool"),
    ("return_type", "floor", "raised AikitBackendException", ""),
    ("value", "maximum", "a number for NaN", "bool,float32"),
    ("value", "negative", "changed its input", "float32"),
    ("value", "sqrt", "wrong sign of zero", "float32"),
]
"""The planted faults: check, function, cause, and the dtypes of the command that repeats it; with another function, none."""


@pytest.fixture
def wire(
    project: Callable[[str], None], pytester: pytest.Pytester, plugin: list[str]
) -> Callable[..., pytest.RunResult]:
    project("wire")
    return lambda *args: pytester.runpytest_subprocess(*plugin, "-p", "no:cacheprovider", *args)


def test_the_authors_tests_pass(wire: Any) -> None:
    result = wire()
    assert result.ret == 0, result.stdout.str()
    assert wire(*SUITE).ret == 0


def test_each_planted_fault_is_named(wire: Any) -> None:
    text = wire("-p", "wire.faults", "-rN", *SUITE).stdout.str()
    for check, function, cause, dtype in FAULTS:
        assert re.search(rf"{check} of (`[\w.]+`, )*`{function}`.*{cause}", text), f"{check} of {function}\n{text}"
        again = f"--aikit-functions={function} --aikit-dtypes={dtype} --aikit-checks={check}"
        assert not dtype or again in text, f"{again}\n{text}"
    found = {
        name
        for line in re.findall(r"^\d+\. \w+ of ((?:`[\w.]+`, )+)", text, re.M)
        for name in re.findall(r"`([\w.]+)`", line)
    }
    assert found == {function for _, function, *_ in FAULTS}, "in no other function"


def test_backend_that_lacks_members_stops_no_other(wire: Any) -> None:
    result = wire("--aikit-backends=wire,wire_broken", "--aikit-missing=skip", "--aikit-functions=sqrt", *SUITE)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["aikit: wire_broken skipped: *lacks what every backend has*"])
    result = wire("--aikit-backends=wire_broken", *SUITE)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    line = next(line for line in result.stderr.lines if line.startswith("ERROR"))
    assert "wire_broken" in line
    assert "lacks what every backend has" in line
