"""Projects of other people, run by pytest as their authors would: what is right passes, and each planted fault is named."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

pytest_plugins = ["pytester"]

FAULTS = {
    "masked": [
        ("dtype", "sum", "wrong dtype"),
        ("value", "prod", "wrong shape"),
        ("return_type", "mean", "gives an object of Array"),
        ("unchanged", "flip", "changed its input"),
        ("out", "negative", "out is not returned"),
        ("mixed", "subtract", "beside an Array: refused in one order alone"),
        ("precedence", "add", "answers for a class that it does not know"),
        ("value", "concat", ""),
    ],
    "labelled": [
        ("value", "sort", "wrong value"),
        ("dtype", "cumulative_sum", "wrong dtype: int64 for int32"),
        ("out", "exp", "out is not returned"),
        ("return_type", "concat", "gives an object of Array"),
        ("unchanged", "roll", "changed its input"),
        ("errors", "mean", "axis=99: accepted"),
        ("value", "linalg.svd", "wrong shape"),
        ("dtype", "where", "wrong dtype: float32 for int32"),
    ],
    "quantities": [
        ("mixed", "maximum", "beside an Array: refused in one order alone"),
        ("unchanged", "square", "changed its input"),
        ("value", "std", "error above the bound"),
        ("dtype", "hypot", "wrong dtype: float64 for float32"),
        ("declared", "sin", "declared unsupported, and gives a result"),
        ("mixed", "stack", "beside an Array: wrong shape"),
    ],
}
"""Project -> the planted faults: check, function, cause."""


@pytest.mark.parametrize("name", FAULTS)
def test_project(name: str, project: Callable[[str], None], pytester: pytest.Pytester, plugin: list[str]) -> None:
    project(name)
    result = pytester.runpytest_subprocess(*plugin)
    assert result.ret == 0, result.stdout.str()
    result.stdout.fnmatch_lines(["total*"])

    result = pytester.runpytest_subprocess(*plugin, "-rN", "tests/faulty.py", "-k", "TestFaulty")
    text = result.stdout.str()
    for check, function, cause in FAULTS[name]:
        assert re.search(rf"{check} of (`[\w.]+`, )*`{function}`.*{cause}", text), f"{check} of {function}\n{text}"
    assert result.parseoutcomes()["failed"] == len(FAULTS[name]), text
