"""The table of functions is read right, and what it lists of the standard is there without a difference."""

from __future__ import annotations

import dataclasses

import pytest

from ci import api

ROWS = {row.qualified_name: row for row in api.table()}
ARGMAX = ROWS["argmax"]


def test_what_is_there_is_as_in_the_table():
    held = [row for row in ROWS.values() if row.tier in api.HELD]
    assert [line for row in held for line in api.differences(row)] == []
    assert [row.name for row in held if row.tier == "standard" and api.found(row) is None] == []


def test_every_function_is_in_the_table():
    assert list(api.not_listed(ROWS.values())) == []
    assert list(api.not_listed([row for row in ROWS.values() if row is not ARGMAX])) == ["argmax is not in the table"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"signature": "(x, /, *, axis=None)"}, "has other parameters than (x, /, *, axis=None)"),
        ({"signature": "(x, axis=None, keepdims=False)"}, "has other parameters"),
        ({"signature": "(x, /, *, axis=None, keepdims=0)"}, "has other parameters"),
        ({"kind": "compositional"}, "is primary, and compositional in the table"),
        ({"our_kind": "mixed", "correction": "why"}, "is primary, and mixed in the table"),
        ({"our_kind": "primary", "kind": "mixed"}, "with the reason ''"),
        ({"our_kind": "primary", "correction": "why"}, "our_kind='primary' of kind='primary'"),
        ({"out": "no"}, "has the parameter out, and lacks it in the table"),
        ({"nestable": "no"}, "has the method Container.static_argmax, and lacks it"),
        ({"array_method": "no"}, "has the method Array.argmax, and lacks it"),
        ({"name": "take_along_axis"}, "has other parameters"),
        ({"name": "dtype", "signature": "(x, /, *, as_native=False)"}, "lacks the method Array.dtype, and has it"),
    ],
)
def test_a_difference_is_said(changes, words):
    assert words in "; ".join(api.differences(dataclasses.replace(ARGMAX, **changes)))


def test_what_is_missing_is_listed_by_tier_and_category(capsys, monkeypatch):
    gone = dataclasses.replace(ARGMAX, name="argmost", tier="core", category="searching")
    monkeypatch.setattr(api, "table", lambda: [*(row for row in ROWS.values() if row.tier == "standard"), gone])
    monkeypatch.setattr(api, "not_listed", lambda rows: iter(()))
    assert api.main() == 1
    printed = capsys.readouterr().out
    assert "standard: 0 of" in printed
    assert "core: 1 of 1 are missing\n  searching: argmost\n" in printed
    assert "broadcast_shapes is standalone, and not primary: " in printed
    monkeypatch.setattr(api, "table", lambda: [ARGMAX])
    assert api.main() == 0
