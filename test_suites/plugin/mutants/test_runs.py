"""Runs with mutants: which are drawn, what is a kill, and what is said of the others."""

from __future__ import annotations

import re
import shlex
from random import Random
from typing import Any

import numpy as np
import pytest

from pytest_aikit.model import CheckFailure
from pytest_aikit.mutants import KINDS
from pytest_aikit.mutants.kinds._wrong import changed
from pytest_aikit.mutants.records import Broken, Kind, Target

pytest_plugins = ["pytester"]


@pytest.fixture
def killed(run: Any) -> Any:
    """Run mutants of a few functions on numpy."""
    return lambda *args: run("--aikit-backends=numpy", "--aikit-profile=smoke", "-v", *args)


def _ids(result: pytest.RunResult) -> list[str]:
    return sorted(set(re.findall(r"test_mutant\[(.+?)\]", result.stdout.str())))


def _only(monkeypatch: pytest.MonkeyPatch, name: str, make: Any, check: str = "value") -> None:
    """Let there be one kind of mutants."""
    monkeypatch.setattr(
        "pytest_aikit.mutants.drawing.KINDS", {name: Kind(name, "it is made up", (check,), _always, make)}
    )


def _always(target: Target) -> bool:
    return True


def test_drawn_by_the_seed(killed: Any) -> None:
    args = ("--aikit-functions=sin,add", "--collect-only", "--aikit-mutants=20")
    first, again, other = killed(*args), killed(*args), killed(*args, "--aikit-seed=5")
    assert len(_ids(first)) == 20
    assert _ids(first) == _ids(again) != _ids(other)


def test_two_of_each_kind(killed: Any) -> None:
    found = _ids(killed("--collect-only", "--aikit-mutants", "--aikit-profile=default"))
    assert len(found) >= 100
    functions: dict[str, set[str]] = {}
    for one in found:
        kind = next(name for name in sorted(KINDS, key=len, reverse=True) if one.startswith(name))
        functions.setdefault(kind, set()).add(one)
    # on numpy there are no gradients, no traces and no second device
    words = ("gradient", "trace", "mapped", "unknown", "device", "through-numpy")
    lacking = {name for name in KINDS if any(word in name for word in words)}
    assert functions.keys() == KINDS.keys() - lacking
    # that of which there is one function has one
    alone = {name for name in KINDS if name.startswith("container-") and KINDS[name].checks == ("value",)}
    assert {name for name, found in functions.items() if len(found) < 2} <= alone


def test_a_brief_run_has_no_faults_that_pairs_of_values_show(killed: Any) -> None:
    found = _ids(killed("--collect-only", "--aikit-mutants=*keyword*"))
    assert any(one.startswith("keyword-ignored") for one in found)
    assert not any(one.startswith("pair-of-keywords") for one in found)


def test_the_cells_do_not_run(killed: Any) -> None:
    result = killed("--aikit-functions=tan", "--aikit-mutants=value-beyond-the-bound")
    result.assert_outcomes(passed=1)
    assert _ids(result) == ["value-beyond-the-bound-tan-numpy"]
    killed("--aikit-functions=tan").stdout.no_fnmatch_line("*test_mutant*")


def test_kill_table(killed: Any) -> None:
    result = killed("--aikit-functions=sin,add", "--aikit-mutants=value-beyond-the-bound,out-ignored,native-returned")
    result.assert_outcomes(passed=6)
    result.stdout.re_match_lines_random([
        r"kind +meant +killed +else alive +by, found elsewhere by, equivalent",
        r"native-returned +return_type +2 +0 +0$",
        r"out-ignored +out +2 +0 +0$",
        r"value-beyond-the-bound +value +2 +0 +0$",
        r"6 mutants: 6 killed by a check that is meant to, 0 found by others alone; 0 equivalent, 0 survived, 0 errors",
    ])  # fmt: skip


def test_found_by_another(killed: Any) -> None:
    """It is no kill, for the check that is meant to find it does not look there."""
    result = killed("--aikit-functions=sin", "--aikit-mutants=value-beyond-the-bound", "--aikit-checks=dtype")
    result.stdout.re_match_lines([r"value-beyond-the-bound +value +0 +0 +1"])
    result = killed("--aikit-functions=sin", "--aikit-mutants=dtype-refused", "--aikit-checks=dtype")
    result.stdout.re_match_lines([r"dtype-refused +value +0 +1 +0  elsewhere by dtype 1"])
    result.stdout.fnmatch_lines(["*dtype-refused is found by dtype alone, not by value: *"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_by_what_is_looked_at_after_every_check(killed: Any) -> None:
    """That arguments are unchanged is looked at whatever a check is about."""
    result = killed("--aikit-functions=add", "--aikit-mutants=input-sorted", "--aikit-checks=value")
    result.stdout.re_match_lines([r"input-sorted +aliasing +1 +0 +0  value 1"])
    result.assert_outcomes(passed=1)


def test_a_survivor_fails_the_run(killed: Any) -> None:
    result = killed("--aikit-functions=sin", "--aikit-mutants=value-of-one-dtype", "--aikit-checks=dtype")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([
        "*mutant of `sin`, value-of-one-dtype survives: the values for * are wrong: numpy*",
        "*meant to find it: value; * checks of cells looked, it gave something else * times",
        "*again: pytest --aikit-backends=numpy --aikit-functions=sin --aikit-mutants=value-of-one-dtype --aikit-seed=0*",
        "*0 equivalent, 1 survived, 0 errors",
    ])  # fmt: skip
    said = re.search(r"the values for \w+ are wrong", result.stdout.str())
    again = re.search(r"again: pytest (.*)", result.stdout.str())
    assert said and again
    repeated = killed(*shlex.split(again[1]), "--aikit-checks=dtype")
    repeated.stdout.fnmatch_lines([f"*{said[0]}*"])


def test_one_that_no_call_reaches(killed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(target: Target, random: Random) -> Broken:
        return changed(target, "nothing is wrong", lambda call, values, place: None)

    _only(monkeypatch, "nothing", make)
    result = killed("--aikit-functions=sin", "--aikit-mutants=nothing")
    result.stdout.fnmatch_lines(
        ["*meant to find it: value; * checks of cells looked, no call comes where it is broken"]
    )
    assert result.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize(
    ("function", "dtype", "proof"), [("abs", "int8", True), ("sin", "float16", True), ("sin", "float32", False)]
)
def test_equivalent(killed: Any, monkeypatch: pytest.MonkeyPatch, function: str, dtype: str, proof: bool) -> None:
    """That it differs on no input is seen by trying all of them, or it is not said."""

    def make(target: Target, random: Random) -> Broken:
        return changed(target, "2 is 2", lambda call, values, place: np.where(values == 2, 2, values), (dtype,))

    _only(monkeypatch, "nothing", make)
    result = killed(f"--aikit-functions={function}", f"--aikit-dtypes={dtype}", "--aikit-mutants=nothing")
    if proof:
        result.assert_outcomes(passed=1)
        result.stdout.re_match_lines([r"nothing +value +0 +0 +0  equivalent 1"])
    else:
        result.stdout.re_match_lines([r"nothing +value +0 +0 +1"])
        assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_one_input_of_65536(killed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(target: Target, random: Random) -> Broken:
        def change(call: Any, values: np.ndarray, place: int) -> Any:
            return np.where(call.host(call.first()) == np.float16(1.2345), np.float16(9), values)

        return changed(target, "one input is wrong", change, ("float16",))

    _only(monkeypatch, "rare", make)
    result = killed("--aikit-functions=sin", "--aikit-mutants=rare")
    result.stdout.no_re_match_line(r"rare .*equivalent")


def test_an_error_of_the_mutant_is_no_kill(killed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(target: Target, random: Random) -> Broken:
        return changed(target, "it raises", lambda call, values, place: 1 / 0)

    _only(monkeypatch, "raising", make)
    result = killed("--aikit-functions=sin", "--aikit-mutants=raising")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["*raising: the mutant itself raised: ZeroDivisionError: division by zero*", "*1 errors"]
    )


def test_a_check_that_fails_by_itself_fails_the_run(killed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says nothing of a mutant, so that it is no kill; other runs may compile calls together, and not see it."""

    def compare(function: Any, sample: Any, *args: Any) -> float:
        raise CheckFailure("made up", sample=sample)

    monkeypatch.setattr("pytest_aikit.checks.value.compare", compare)
    args = ("--aikit-functions=sin", "--aikit-mutants=value-of-one-element", "--aikit-checks=value")
    result = killed(*args)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.re_match_lines_random([
        r"\d\. value of `sin`, made up: numpy; \d+ cells?",
        r"1 mutants: 0 killed by a check that is meant to, .*",
    ])  # fmt: skip


def test_under_xdist(killed: Any) -> None:
    pytest.importorskip("xdist")
    result = killed("--aikit-functions=tan,add", "--aikit-mutants=value-beyond-the-bound", "-n", "2", "-p", "xdist")
    result.stdout.re_match_lines([r"value-beyond-the-bound +value +2 +0 +0$"])


@pytest.mark.parametrize(
    ("given", "said"),
    [("nosuch", "--aikit-mutants: 'nosuch' matches nothing"), ("out-ignord", "did you mean out-ignored")],
)
def test_wrong_kind(killed: Any, given: str, said: str) -> None:
    result = killed(f"--aikit-mutants={given}")
    assert said in result.stdout.str() + result.stderr.str()
    assert result.ret != pytest.ExitCode.OK
