"""Failures: grouped by cause, with a snippet that runs, and the command that repeats the cell."""

from __future__ import annotations

import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest

from pytest_aikit import checks
from pytest_aikit.cases import cells, literals
from pytest_aikit.model import Case, Cell, CheckFailure, Evidence, Sample
from pytest_aikit.options import Given
from pytest_aikit.record import Finding, Record
from pytest_aikit.reporting import failures, snippet

pytest_plugins = ["pytester"]


def finding(check="value", cause="negative zero", function="remainder", backend="torch", dtype="float32"):
    cell = f"{function}-{backend}-cpu-{dtype}" if dtype else ""
    return Finding(check, cause, function, backend, "cpu", (dtype,) if dtype else (), cell)


def titles(*findings):
    return [group.title for group in failures.grouped(findings, checks.known())]


def test_one_cause_is_one_group():
    found = titles(finding(), finding(backend="jax"), finding(dtype="float64"), finding(dtype=""))
    assert found == ["value of `remainder`, negative zero: torch, jax; 3 cells and the tail"]


def test_a_wrong_value_belongs_to_a_function_and_everything_else_does_not():
    assert len(titles(finding(), finding(function="add"))) == 2
    assert titles(finding("out"), finding("out", function="add")) == [
        "out of `remainder`, `add`, negative zero: torch; 2 cells"
    ]


def test_a_value_that_is_wrong_in_many_functions_is_one_group():
    (title,) = titles(*(finding(function=f"f{n}") for n in range(11)))
    assert title.startswith("value of `f0`, `f1`, `f2`, `f3`, `f4`, `f5` and 5 more, negative zero")


def test_further_effects_of_a_fault_are_filed_with_it():
    (group,) = failures.grouped([finding(), finding(dtype="float64"), finding("dtype", "wrong dtype")], checks.known())
    assert [other.title for other in group.also] == ["dtype of `remainder`, wrong dtype: torch; 1 cell"]
    (group,) = failures.grouped([finding(), finding("dtype", "wrong dtype")], checks.known())
    assert group.check == "dtype"


def test_a_record_travels_as_text():
    record = Record("tan", "elementwise", "numpy", findings=[finding()])
    record.cells["passed"] += 2
    record.measured(Evidence(1, 0.5, {"subnormal inputs": "kept"}), "float32")
    assert Record.load(record.dump()) == record


@pytest.mark.parametrize(
    "array",
    [
        np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, 0.1]),
        np.array([0.1, -0.0, 3.4e38], np.float32),
        np.array([0x7FC00001, 0xFFC00000], np.uint32).view(np.float32),
        np.array([[1, 2]], ml_dtypes.bfloat16),
        np.array([complex(-0.0, np.inf), complex(np.nan, -0.0)], np.complex64),
        np.array(3, np.uint64),
        np.empty((0, 3), np.int8),
        np.array([True, False]),
        np.resize(np.array([1.0, -0.0, np.nan], np.float32), (7, 100)),
        np.arange(100, dtype=np.int16),
    ],
    ids=lambda array: f"{array.dtype}-{array.size}",
)
def test_a_literal_has_exactly_the_bits(array):
    found = eval(literals.literal(array), {"np": np, "ml_dtypes": ml_dtypes, "inf": np.inf, "nan": np.nan})
    assert (found.dtype, found.shape, found.tobytes()) == (array.dtype, array.shape, array.tobytes())


def test_a_literal_of_many_that_repeat_is_short():
    assert literals.literal(np.full((2, 3000), 1.5, np.float32)) == "np.resize(np.array([1.5], 'float32'), (2, 3000))"


def test_a_snippet_runs_as_it_stands(pytester):
    remainder = cells.checked_functions()["remainder"]
    sample = Sample((np.array([-0.0, 1.0], np.float32), np.array([np.inf, 2.0], np.float32)), {}, "zeros")
    case = Case(Cell(remainder, "numpy", "cpu", ("float32", "float32")), None, (sample,))
    failure = CheckFailure("negative zero", sample=sample, expected=np.array([-0.0, 1.0]))
    path = pytester.makefile(".py", snippet=snippet.source("value", case, failure))
    result = subprocess.run([sys.executable, path], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert "got:" in result.stdout and "expected: [-0." in result.stdout


def test_a_sample_is_made_smaller_while_it_fails():
    def run(case):
        if (case.samples[0].args[0] == 7).any():
            raise CheckFailure("a seven", sample=case.samples[0])

    tan = cells.checked_functions()["tan"]
    case = Case(Cell(tan, "numpy", "cpu", ("int8",)), None, (Sample((np.arange(12).reshape(3, 4),)),))
    with pytest.raises(CheckFailure) as caught:
        run(case)
    assert snippet.reduced(run, case, caught.value).sample.args[0].tolist() == [7]


def test_a_failure_prints_its_cause_a_snippet_and_the_command(suite, faults):
    faults.fail("value", function="tan")
    result = suite("--aikit-functions=tan,sin", "--aikit-dtypes=float*")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "1. value of `tan`, wrong sign of zero: numpy; 3 cells",
            "   sample: * special values",
            "    xp = aikit.get_backend('numpy')",
            "    function = xp.tan",
            '    print("expected:", np.array([[]-0.0[]], *',
            "   again: pytest --aikit-backends=numpy --aikit-functions=tan --aikit-dtypes=float16 --aikit-checks=value*",
        ]
    )
    # once, not once for each cell
    assert result.stdout.str().count("import aikit") == 1
    assert "FAILURES" not in result.stdout.str()
    assert "short test summary" not in result.stdout.str()


def test_the_command_repeats_just_that_cell(suite, run, faults):
    faults.fail("value", function="add", dtype="int8")
    result = suite("--aikit-functions=add,tan", "--aikit-dtypes=int8,int16,float32")
    (line,) = [line for line in result.outlines if "again: " in line]
    faults.ran.clear()
    again = run(*line.partition("pytest ")[2].split())
    assert again.ret == 1
    assert set(faults.ran) == {("value", "add-numpy-cpu-int8-int8")}


def test_a_failing_check_does_not_stop_the_others(suite, faults):
    faults.fail("value")
    suite("--aikit-functions=tan", "--aikit-dtypes=float32,float64")
    assert ("trace", "tan-numpy-cpu-float32") in faults.ran
    assert ("dtype", "tan-numpy-cpu-float64") in faults.ran


def test_an_unexpected_exception_of_a_check_is_an_error(suite, faults):
    def fault(name, case):
        if name == "dtype":
            raise ZeroDivisionError("by zero")

    faults.fault = fault
    result = suite("--aikit-functions=tan", "--aikit-dtypes=float32")
    result.stdout.fnmatch_lines(
        [
            "1. an error of the harness in dtype of `tan`, ZeroDivisionError: by zero: numpy; 1 cell",
            "   raised: *test_failures.py:*, in fault",
            "   again: pytest *--aikit-checks=dtype *",
        ]
    )


def test_each_failing_check_is_a_subtest(suite, faults):
    faults.fail("value")
    result = suite("--aikit-functions=tan", "--aikit-dtypes=float32", "-v")
    result.stdout.fnmatch_lines(
        ["*test_function[[]tan-numpy-cpu-float32[]] SUBFAILED[[]value[]]*", "*wrong sign of zero (1 cell)"]
    )


def test_command_names_devices_profile_and_files():
    given = Given(profile="smoke")
    one = Finding("value", "c", "add", "jax", "cpu:1", ("int8", "uint8"), "add-jax-cpu:1-int8-uint8")
    assert failures.command(one, given) == (
        "pytest --aikit-backends=jax --aikit-functions=add --aikit-dtypes=int8,uint8 --aikit-checks=value "
        "--aikit-devices=cpu:1 --aikit-profile=smoke"
    )
