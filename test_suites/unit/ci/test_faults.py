"""The faults that `ci.faults` plants in a source, and the functions that it runs to find them."""

from __future__ import annotations

import pytest

from ci import faults

SOURCE = '''\
"""What stands here, as 1 < 2, is left alone."""
from x import y
__all__ = ["a"]
LEAST: Mapping[int, str] = f(8)


@cached(maxsize=3)
def _inner(x: A | B, *, end: int = 1) -> A | B:
    """It adds 1."""
    if not x.size:
        raise ValueError(f"{x.size + 1} of 2")
    é = -x
    return é + end


outer = made(_inner, {"a": 1, "b": 2}, strict=True, half=False)
'''


def planted(of: str) -> set[tuple[str, str]]:
    return {(one.before, one.after) for one in faults.faults(SOURCE) if one.name == of}


def test_each_place_in_its_own_code_is_another() -> None:
    assert planted("LEAST") == {("8", "(9)"), ("f(8)", "(8)")}
    assert planted("_inner") == {
        ("1", "(2)"),
        ("not x.size", "(True)"),
        ("not x.size", "(False)"),
        ("not x.size", "(x.size)"),
        ("-x", "(x)"),
        ("é + end", "(é - end)"),
    }
    assert ('{"a": 1, "b": 2}', "({'a': 1})") in planted("outer")
    whole = 'made(_inner, {"a": 1, "b": 2}, strict=True, half=False)'
    assert {after for before, after in planted("outer") if before == whole} == {
        "(made(_inner, {'a': 1, 'b': 2}, strict=True))",
        "(made({'a': 1, 'b': 2}, _inner, strict=True, half=False))",
    }


def test_a_fault_changes_nothing_beside_its_place() -> None:
    for one in faults.faults(SOURCE):
        assert one.before in SOURCE.splitlines()[one.line - 1]
        differing = [
            pair for pair in zip(SOURCE.splitlines(), one.source.splitlines(), strict=True) if len({*pair}) > 1
        ]
        assert len(differing) == 1


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("a < b", ["(a <= b)"]),
        ("a is None", ["(a is not None)"]),
        ("a and b and c", ["(a or b or c)", "(b and c)", "(a and c)", "(a and b)"]),
        ("a if b else c", ["(True)", "(False)"]),
        ("2.0", ["(2.02)"]),
        ("0.0", ["(0.01)"]),
        ("True", ["(False)"]),
        ("g(x, axis=y)", ["(g(x))"]),
    ],
)
def test_kinds_of_faults(code: str, after: list[str]) -> None:
    assert [one.after for one in faults.faults(f"name = {code}\n")] == after


def test_the_functions_that_lead_to_a_place() -> None:
    public = ["add", "linalg.det", "get_item"]
    by = faults.users(["def _a(): ...\ndef _b(): return _a()\n", "add = made(_b)\ndet = _b\n_c = _c\nget_item = 1\n"])
    assert faults.functions_of("_a", by, public) == ["add", "linalg.det"]
    assert faults.functions_of("det", by, public) == ["linalg.det"]
    assert faults.functions_of("get_item", by, public) == ["get_item", "Array.__getitem__*"]
    assert faults.functions_of("_c", by, public) == []


def test_a_place_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        faults.main(["aikit/nowhere"])
    assert "aikit/nowhere is no file or folder with source" in capsys.readouterr().err
