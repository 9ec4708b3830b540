"""The backend of one file of docs/backend.md goes through the conformance suite, with what it lacks in plain sight."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from helpers.frameworks import registered_for_the_test_alone

pytest_plugins = ["pytester"]

DOCS = Path(__file__).parents[3] / "docs"
WRITTEN = "add,sqrt,less,where,reshape,concat,sum,zeros,asarray,astype"


@pytest.fixture
def judged(run, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    """Run the suite on the minimal backend, which a conftest registers; nothing of it stays behind."""
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.delitem(sys.modules, "minimal_backend", raising=False)
    registered_for_the_test_alone(monkeypatch)
    pytester.makeconftest("import aikit\nimport minimal_backend\naikit.register_backend('minimal', minimal_backend)\n")
    suite = ("--pyargs", "pytest_aikit.suites", "--aikit-backends=minimal", "--aikit-profile=smoke")
    return lambda *args: run(*suite, *args)


def test_what_is_written_passes(judged):
    result = judged(f"--aikit-functions={WRITTEN}")
    assert result.ret == 0
    passed, expected, failed = _total(result)
    assert passed > 300 and expected == failed == 0


def test_what_is_not_written_fails(judged):
    result = judged("--aikit-functions=add,matmul", "--aikit-dtypes=float32")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*AikitNotImplementedException: matmul: the backend 'minimal' has no matmul; bring*"])
    assert _total(result)[2] > 0


def test_what_is_not_written_may_be_expected(judged):
    result = judged("--aikit-functions=add,matmul,prod", f"--aikit-expect={DOCS / 'minimal_backend.toml'}")
    assert result.ret == 0
    passed, expected, failed = _total(result)
    assert passed and expected > 50 and not failed


def test_an_entry_about_what_is_written_fails(judged, pytester: pytest.Pytester):
    text = (DOCS / "minimal_backend.toml").read_text(encoding="utf-8")
    stale = pytester.path / "stale.toml"
    stale.write_text(text.replace('"prod"', '"add"'), encoding="utf-8")
    selected = ("--aikit-functions=add,matmul", "--aikit-dtypes=float32", "--aikit-profile=default")
    result = judged(*selected, f"--aikit-expect={stale}")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*of `add`, expected to fail, and passes: stale.toml, entry 1*"])


def _total(result: pytest.RunResult) -> tuple[int, ...]:
    """How many cells passed, were expected to fail, and failed."""
    line = next(line for line in result.outlines if line.startswith("total"))
    return tuple(map(int, re.findall(r"\d+", line)[:3]))
