"""The tail: drawn samples, and how what they find is told."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import strategies as st

from aikit.exceptions import AikitAxisError
from pytest_aikit import checks
from pytest_aikit.cases import cells
from pytest_aikit.cases.samples.dtypes import dtypes_of
from pytest_aikit.engine import tail
from pytest_aikit.knowledge.calls import Bad
from pytest_aikit.model import CheckFailure, Sample
from pytest_aikit.strategies import filling

pytest_plugins = ["pytester"]


@pytest.fixture
def drawn(run, faults, monkeypatch):
    """Run the tail of tan on one drawn float64."""

    def filled(form):
        return st.floats(0, 100).map(lambda value: Sample((np.array([value]),)))

    monkeypatch.setattr(filling, "filled_or_refused", filled)
    return lambda *args: run("--aikit-backends=numpy", "--aikit-functions=tan", "-k", "tail", *args)


def test_each_profile_draws_its_number_of_samples(drawn, faults, monkeypatch):
    numbered = itertools.count()
    monkeypatch.setattr(filling, "filled_or_refused", lambda form: st.builds(_of_number(numbered)))
    for profile, examples in (("default", 4), ("ci", 25)):
        faults.ran.clear()
        assert drawn(f"--aikit-profile={profile}", "--aikit-checks=value").ret == 0
        assert len(faults.ran) == examples


def _of_number(numbered):
    return lambda: Sample((np.array([float(next(numbered))]),))


def test_a_call_that_is_drawn_twice_is_made_once(drawn, faults, monkeypatch):
    arrays = [np.array([1.5, 2.5]), np.array([1.5, 9.0, 2.5])[::2], np.array([1.5, 2.0])]
    monkeypatch.setattr(filling, "filled_or_refused", lambda form: st.sampled_from([Sample((x,)) for x in arrays]))
    assert drawn("--aikit-profile=ci", "--aikit-checks=value").ret == 0
    assert len(faults.ran) == len(arrays)


def test_nothing_is_drawn_for_checks_that_do_not_look_at_it(run):
    for check, are_drawn in (("gradient", False), ("value", True), ("errors", True)):
        listed = run(
            "--aikit-backends=numpy", "--aikit-functions=tan", f"--aikit-checks={check}", "--collect-only", "-q"
        )
        assert ("tail" in listed.stdout.str()) == are_drawn


@pytest.mark.parametrize("profile", ["default", "ci"])
def test_the_same_samples_are_drawn_each_time(drawn, faults, profile):
    seen = []
    faults.fault = lambda name, case: seen.append(case.samples[0].args[0].tolist())
    drawn(f"--aikit-profile={profile}", "--aikit-checks=value")
    half = len(seen)
    drawn(f"--aikit-profile={profile}", "--aikit-checks=value")
    assert half and seen[:half] == seen[half:]


def _above_ten(name, case):
    sample = case.samples[0]
    return (
        CheckFailure("too large", sample=sample)
        if name == "value" and sample.args[0].size == 1 and sample.args[0][0] > 10
        else None
    )


def test_a_failure_is_shrunk_and_printed_as_a_core_sample(drawn, faults):
    faults.fault = _above_ten
    result = drawn("--aikit-profile=nightly")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "1. value of `tan`, too large: numpy; the tail",
            "   as a core sample: Sample((np.array([[]11.0[]], 'float64'),), {}, 'found by the tail')",
            "   again: pytest --aikit-backends=numpy --aikit-functions=tan --aikit-checks=value * --aikit-seed=*",
        ]
    )
    assert "Falsifying example" not in result.stdout.str()


def test_a_call_that_must_be_refused_is_judged_by_its_error(drawn, monkeypatch):
    accepted = Bad(AikitAxisError, (np.ones(2, "float32"),), {}, "axis=9")
    monkeypatch.setattr(filling, "filled_or_refused", lambda form: st.just(accepted))
    result = drawn()
    assert result.ret == 1
    result.stdout.fnmatch_lines(["1. errors of `tan`, axis=9: accepted: numpy; the tail", "*--aikit-checks=errors*"])
    assert drawn("--aikit-checks=value").ret == 0


def test_where_each_shape_costs_few_are_drawn(run, faults, monkeypatch):
    shapes = set()
    faults.fault = lambda name, case: shapes.add(tuple(x.shape for x in case.samples[0].args if np.ndim(x)))
    monkeypatch.setattr(tail, "frameworks", SimpleNamespace(of=lambda backend: SimpleNamespace(shapes_cost=True)))
    arguments = ("--aikit-backends=numpy", "--aikit-functions=add", "--aikit-checks=value", "-k", "tail")
    assert run(*arguments, "--aikit-profile=ci").ret == 0
    assert 2 < len(shapes) <= 8


def test_an_expected_failure_is_none_of_the_tails_business(drawn, faults, pytester):
    path = pytester.path / "expected.toml"
    path.write_text("[[expect]]\nfunction = 'tan'\ndtype = 'float64'\nreason = 'r'\n")
    faults.fault = _above_ten
    assert drawn(f"--aikit-expect={path}").ret == 0


def test_another_failure_than_the_expected_one_is_found(drawn, faults, pytester):
    path = pytester.path / "expected.toml"
    path.write_text("[[expect]]\nfunction = 'tan'\ndtype = 'float64'\nmatch = 'too small'\nreason = 'r'\n")
    faults.fault = _above_ten
    result = drawn(f"--aikit-expect={path}")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["1. value of `tan`, too large: numpy; the tail"])


def test_a_call_that_is_expected_to_raise_is_so_for_every_check(drawn, faults, pytester):
    path = pytester.path / "expected.toml"
    path.write_text("[[expect]]\nfunction = 'tan'\ncheck = 'value'\nraises = 'ValueError'\nreason = 'r'\n")
    faults.fault = lambda check, case: CheckFailure("raised ValueError", error=ValueError())
    assert drawn(f"--aikit-expect={path}", "--aikit-checks=value").ret == 0
    assert drawn(f"--aikit-expect={path}", "--aikit-checks=dtype").ret == 0


def test_what_is_expected_of_the_common_dtype_is_expected_of_dtypes_that_differ(run, faults, pytester, monkeypatch):
    mixed = Sample((np.ones(2, np.float32), np.ones(2, np.float64)))
    monkeypatch.setattr(filling, "filled_or_refused", lambda form: st.just(mixed))
    faults.fail("value")
    arguments = ("--aikit-backends=numpy", "--aikit-functions=add", "--aikit-checks=value", "-k", "tail")
    path = pytester.path / "expected.toml"
    for dtypes, status in (("float64,float64", 0), ("float32,float32", 1)):
        path.write_text(f"[[expect]]\nfunction = 'add'\ndtype = '{dtypes}'\nreason = 'r'\n")
        assert run(*arguments, f"--aikit-expect={path}").ret == status


def test_only_cheap_checks_run(drawn, faults):
    drawn()
    assert {name for name, _ in faults.ran} == {check.name for check in checks.known() if check.drawn}


@pytest.mark.parametrize(
    ("name", "sample", "dtypes"),
    [
        ("tan", Sample((np.ones(2, np.float32),)), ("float32",)),
        ("add", Sample((np.ones(2, np.int8), 3)), ("int8", "int8")),
        ("add", Sample((2.0, np.ones(2, np.int8))), ("int8", "int8")),
        ("concat", Sample(([np.ones(2, np.int8), np.ones(2, np.int16)],)), ("int8",)),
        ("zeros", Sample((3,), {"dtype": "int16"}), ("int16",)),
        ("zeros", Sample((3,)), ("float32",)),
    ],
)
def test_the_cell_of_a_sample(name, sample, dtypes):
    assert dtypes_of(cells.checked_functions()[name], sample) == dtypes


@pytest.mark.needs("jax")
def test_what_is_found_where_calls_are_compiled_together_is_found_again_by_itself(run, faults, monkeypatch):
    monkeypatch.setattr(
        filling,
        "filled_or_refused",
        lambda form: st.floats(0, 100).map(lambda value: Sample((np.array([value]),), part="drawn")),
    )
    arguments = ("--aikit-backends=jax", "--aikit-functions=tan", "--aikit-checks=value", "-k", "tail")
    ways = []
    faults.fault = lambda name, case: ways.append(bool(case.kept.together))
    assert run(*arguments).ret == 0
    assert ways == [True] * 4
    faults.fault = lambda name, case: _above_ten(name, case) if case.kept.together else None
    assert run(*arguments).ret == 0
    faults.fault = _above_ten
    result = run(*arguments)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["*as a core sample: Sample((np.array([[]11.0[]], 'float64'),), {}, 'found by the tail')"]
    )
