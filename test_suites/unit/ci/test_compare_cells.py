"""``python -m ci.compare_cells``: two reports of the suite are held against each other, item by item."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest

from ci import compare_cells

Write = Callable[..., str]
NAME = "test_function[tan-numpy-cpu-int8]"


def record(check: str | None = None, **cells: int) -> dict[str, Any]:
    findings = [{"cell": "tan-numpy-cpu-int8", "check": check}] if check else []
    return {"cells": cells or {"passed": 2}, "checks": {"passed": 4}, "findings": findings, "properties": {}}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(file: str, **items: dict[str, Any]) -> str:
        """A report with an item of that name for each record; one of None is skipped."""
        cases = "".join(
            f'<testcase classname="suite" name="{name}">'
            + (
                "<skipped/>"
                if one is None
                else f'<properties><property name="aikit" value={quoteattr(json.dumps(one))}/></properties>'
            )
            + ("<failure/>" if one and one["findings"] else "")
            + "</testcase>"
            for name, one in items.items()
        )
        path = tmp_path / file
        path.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
        return str(path)

    return write


def test_the_same(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    items: dict[str, Any] = {NAME: record(), "nothing": None}
    assert compare_cells.main([write("before.xml", **items), write("after.xml", **items)]) == 0
    assert capsys.readouterr().out == "2 items with 2 cells before, 2 with 2 after: 0 differ\n"


def test_renamed_checks_are_the_same(write: Write) -> None:
    for old, new in (("errors", "dtype_errors"), ("arguments", "errors"), ("value", "value")):
        before, after = write("before.xml", **{NAME: record(old)}), write("after.xml", **{NAME: record(new)})
        assert compare_cells.main([before, after]) == 0, old


@pytest.mark.parametrize(
    ("after", "line"),
    [
        ({"other": record()}, f"suite::{NAME}: is gone\nsuite::other: is new"),
        ({NAME: record(passed=1)}, "cells {'passed': 2} before, {'passed': 1} after"),
        ({NAME: record(passed=1, expected=1)}, "'expected': 1} after"),
        ({NAME: record("value")}, "failed [] before, [['tan-numpy-cpu-int8', 'value']] after"),
        ({NAME: record("value")}, "outcome ['passed'] before, ['failure'] after"),
        ({NAME: None, "other": record()}, "outcome ['passed'] before, ['skipped'] after"),
        ({NAME: record() | {"checks": {"passed": 3}}}, "checks {'passed': 4} before, {'passed': 3} after"),
    ],
)
def test_what_differs(write: Write, capsys: pytest.CaptureFixture[str], after: dict[str, Any], line: str) -> None:
    assert compare_cells.main([write("before.xml", **{NAME: record()}), write("after.xml", **after)]) == 1
    assert line in capsys.readouterr().out


def test_a_failure_of_another_check_differs(write: Write) -> None:
    before, after = write("before.xml", **{NAME: record("errors")}), write("after.xml", **{NAME: record("errors")})
    assert compare_cells.main([before, after]) == 1


def test_a_long_list_is_cut(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    many = {f"item{number}": record() for number in range(30)}
    assert compare_cells.main([write("before.xml", **many), write("after.xml", **{NAME: record()})]) == 1
    assert "and 11 more" in capsys.readouterr().out


def test_what_cannot_be_compared(write: Write) -> None:
    full, empty = write("full.xml", **{NAME: record()}), write("empty.xml")
    assert "give two reports" in str(compare_cells.main([full]))
    assert "there is no report" in str(compare_cells.main([full, "nowhere.xml"]))
    assert "no item of the conformance suite" in str(compare_cells.main([full, empty]))
    assert "no item of the conformance suite" in str(compare_cells.main([empty, full]))
