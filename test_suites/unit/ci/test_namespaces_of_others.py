"""The table of the namespaces of others: what is said of each, and that the committed one is whole."""

from __future__ import annotations

import json
import re
import signal

import pytest

from ci.namespaces import __main__ as command
from ci.namespaces import rows, table
from ci.namespaces.rows import Row
from ci.namespaces.table import Verdict
from pytest_aikit.knowledge import standard
from pytest_aikit.record import MISSING, PIECES, Finding, Record

ROW = Row("shelf", "array_api:shelf", "no-such-distribution")


def verdict() -> Verdict:
    found = Verdict(ROW, "1.0")
    found.take({"version": "2024.12", "dtypes": ["float32"]})
    pieces = Record(PIECES, PIECES, ROW.namespace)
    pieces.findings.append(Finding("pieces", "pi: missing", PIECES, ROW.namespace, "", ()))
    failed = Record("sum", "statistical", ROW.namespace)
    failed.cells["failed"] += 1
    failed.findings.append(
        Finding("value", "raised KeyError", "sum", ROW.namespace, "cpu", (), details="error:    KeyError: 'a|b'")
    )
    passed, missing = (Record(name, "elementwise", ROW.namespace) for name in ("sin", "cos"))
    passed.cells["passed"] += 1
    missing.cells[MISSING] += 1
    found.records += [pieces, failed, passed, missing]
    return found


def test_what_is_said_of_a_namespace() -> None:
    found = verdict()
    words = {name: found.word(name) for name in ("sum", "sin", "cos", "tan")}
    assert words == {"sum": "deviates", "sin": "passes", "cos": "missing", "tan": "not judged"}
    assert table.summary(found).startswith("shelf 1.0: 1 passes, 1 deviates, 1 missing, ")
    text = table.rendered([found])
    assert "| `sum` | deviates |" in text
    assert r"- value, raised KeyError: 'a\|b': `sum`" in text
    assert "Pieces: pi: missing." in text


def test_verdict_that_is_kept() -> None:
    found = verdict()
    assert Verdict.load(ROW, found.dump()) == found


def test_what_is_not_installed_is_a_row() -> None:
    found = command.judged(ROW)
    assert found.refused == "no-such-distribution is not installed"
    assert "| no-such-distribution is not installed |" in table.rendered([found])


class Child:
    """Stands for what judges: a process that comes to an end in its second function, and another at the very end."""

    runs = 0

    def __call__(self, row: Row, found: Verdict, seconds: float) -> tuple[int, list[str]]:
        self.runs += 1
        if self.runs == 1:
            found.take({"version": "2024.12", "dtypes": ["float32"]})
            for name in (PIECES, "cos"):
                found.take({"begins": name, "category": "elementwise"})
                found.take(json.loads(Record(name, "elementwise", row.namespace).dump()))
            found.take({"begins": "sin", "category": "elementwise"})
            return -signal.SIGFPE, []
        assert [one.function for one in found.records] == [PIECES, "cos", "sin"], "goes on behind it"
        return -signal.SIGSEGV, ["Fatal Python error\n"]


def test_a_process_that_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_run", Child())
    found = command.judged(Row("strict", "array_api:array_api_strict", "array-api-strict"))
    assert found.by_function["sin"].findings[0].cause == "ends the process: SIGFPE"
    assert not found.refused
    assert found.ended == "the process ended with SIGSEGV: Fatal Python error"


def test_unknown_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["shelf"])
    assert "'shelf' is no namespace of the table; choose from array_api_strict" in capsys.readouterr().err


def test_the_page_has_every_namespace_and_function() -> None:
    text = command.PAGE.read_text()
    for row in rows.known():
        assert f"### {row.name}\n" in text
    assert set(re.findall(r"^\| `([\w.]+)` \|", text, re.MULTILINE)) == standard.SINCE.keys()
    assert "| error |" not in text
