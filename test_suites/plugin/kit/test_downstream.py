"""Projects of other people, run by pytest as their authors would: what is right passes, and each planted fault is named."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

PROJECTS = Path(__file__).parents[2] / "downstream"


@pytest.fixture
def masked(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    shutil.copytree(PROJECTS / "masked", pytester.path, dirs_exist_ok=True)
    monkeypatch.setenv("PYTHONPATH", str(pytester.path), prepend=":")
    return pytester


def test_masked(masked: pytest.Pytester, plugin: list[str]) -> None:
    result = masked.runpytest_subprocess(*plugin, "-p", "no:cacheprovider")
    assert result.ret == 0, result.stdout.str()
    result.stdout.fnmatch_lines(["total*Masked*"])


def test_faults_of_masked(masked: pytest.Pytester, plugin: list[str]) -> None:
    result = masked.runpytest_subprocess(
        *plugin, "-p", "no:cacheprovider", "-rN", "tests/faulty.py", "-k", "TestFaulty"
    )
    text = result.stdout.str()
    for check, function, cause in (
        ("dtype", "sum", "wrong dtype"),
        ("value", "prod", "wrong shape"),
        ("return_type", "mean", "gives an object of Array"),
        ("unchanged", "flip", "changed its input"),
        ("out", "negative", "out is not returned"),
        ("mixed", "subtract", "beside an Array: refused in one order alone"),
        ("precedence", "add", "answers for a class that it does not know"),
        ("value", "concat", ""),
    ):
        assert re.search(rf"{check} of (`\w+`, )*`{function}`.*{cause}", text), f"{check} of {function}\n{text}"
    assert result.parseoutcomes()["failed"] == 8
