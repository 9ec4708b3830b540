"""The driver of the Array API standard's public suite, `ci.array_api.run`, without the suite."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

from aikit.functional.backends import BUILT_IN

ROOT = pathlib.Path(__file__).parents[3]
sys.path.insert(0, str(ROOT))
run = pytest.importorskip("ci.array_api.run", reason="the driver is in the repository, not in the package")

REPORT = """<?xml version="1.0" encoding="utf-8"?>
<testsuites name="pytest tests"><testsuite name="pytest">
<testcase classname="a" name="passes" time="0.1"/>
<testcase classname="a" name="passes too" time="0.1"><system-out>said</system-out></testcase>
<testcase classname="a" name="fails" time="0.1"><failure message="no">no</failure></testcase>
<testcase classname="a" name="breaks in its set-up" time="0.1"><error message="no">no</error></testcase>
<testcase classname="a" name="fails as expected" time="0.1"><skipped type="pytest.xfail" message=""/></testcase>
<testcase classname="a" name="is skipped" time="0.1"><skipped type="pytest.skip" message="no">no</skipped></testcase>
</testsuite></testsuites>
"""


@pytest.mark.parametrize("value", [None, "", "no/such/folder", str(ROOT)])
def test_one_line_says_what_to_set(value: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARRAY_API_TESTS_DIR", raising=False)
    if value is not None:
        monkeypatch.setenv("ARRAY_API_TESTS_DIR", value)
    command = [sys.executable, "-m", "ci.array_api.run", "numpy"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert "set ARRAY_API_TESTS_DIR" in line
    assert "https://github.com/data-apis/array-api-tests" in line


def test_an_unknown_backend_is_refused() -> None:
    assert "unknown backend 'cupy'" in run.main(["numpy", "cupy", "--", "-x"])


def test_outcomes_are_counted(tmp_path: pathlib.Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT, encoding="utf-8")
    assert run.count_outcomes(report) == {"passed": 2, "failed": 2, "xfailed": 1, "skipped": 1}


@pytest.mark.parametrize("backend", BUILT_IN)
def test_each_expected_failure_has_a_reason(backend: str) -> None:
    """Entries follow a comment, or another entry under the same comment; a blank line ends what a comment covers."""
    covered = False
    for line in (ROOT / "ci" / "array_api" / f"{backend}-xfails.txt").read_text(encoding="utf-8").splitlines():
        assert line == line.strip()
        covered = line.startswith("#") or (bool(line) and covered)
        assert covered or not line, f"{line} has no reason above it"
