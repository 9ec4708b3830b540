"""What a run with failures prints: once for each fault, in the width of the terminal, also where it was stopped."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.frameworks import require

from pytest_aikit import checks
from pytest_aikit.engine.run import Engine
from pytest_aikit.model import CheckFailure
from pytest_aikit.numerics.comparing import worst_place
from pytest_aikit.options import Given
from pytest_aikit.record import Record
from pytest_aikit.reporting import failures, table
from pytest_aikit.reporting.snippet import details, traceback_of
from pytest_aikit.session import collect

pytest_plugins = ["pytester"]

NARROW = ("--aikit-functions=sin,tan", "--aikit-dtypes=float*", "--aikit-checks=value,dtype")
REPORT = [
    "*= failures by cause =*",
    "1. value of `tan`, wrong sign of zero: numpy; * cell*",
    "    function = xp.tan",
    "   again: pytest --aikit-backends=numpy --aikit-functions=tan *",
    "category * backend * passed * expected * failed *",
]


@pytest.mark.parametrize(("option", "cells"), [("-x", 1), ("--maxfail=1", 1), ("--maxfail=2", 2), ("--maxfail=9", 3)])
def test_a_stopped_run_has_the_same_report(suite, faults, option, cells):
    faults.fail("value", function="tan")
    result = suite(*NARROW, option)
    result.assert_outcomes(passed=3, failed=cells)
    result.stdout.fnmatch_lines(REPORT)
    result.stdout.fnmatch_lines([f"total * numpy * 3 * 0 * {cells} * 0.5"])
    stopped = f"stopping after {cells} failures"
    assert (stopped in result.stdout.str()) == (cells < 3)


def test_several_failed_checks_of_an_item_are_one_failure(suite, faults):
    faults.fault = lambda check, case: CheckFailure("all is wrong", sample=case.samples[0])
    suite(*NARROW, "--maxfail=3").assert_outcomes(failed=3)


@pytest.mark.parametrize("option", ["-q", "-v"])
def test_one_fault_counts_once(suite, faults, option):
    faults.fail("value", function="tan", dtype="float32")
    result = suite(*NARROW, option)
    result.assert_outcomes(passed=5, failed=1)
    result.stdout.fnmatch_lines(REPORT)
    assert "contains 1 failed subtest" not in result.stdout.str()


def test_what_is_collected_is_what_runs(run, faults):
    result = run("--aikit-backends=numpy", "--aikit-profile=smoke", *NARROW)
    result.stdout.fnmatch_lines(["collected 6 items", "*= 6 passed in *"])


CONFTEST = """
import os
from pytest_aikit import checks, frameworks
from pytest_aikit.model import Check, CheckFailure, Evidence

lost = []
object.__setattr__(frameworks.of("numpy"), "lost", lambda: bool(lost))

def run(case):
    if case.function.name == "tan" and case.cell.dtypes[0] in os.environ.get("FAILING", "float64"):
        if os.environ.get("DIES"):
            os._exit(3)
        lost[:] = os.environ.get("LOSES", "")
        raise CheckFailure("wrong sign of zero", sample=case.samples[0])
    return Evidence(1, 0.5)

checks.load = lambda name: Check(name, "cell", lambda function: True, run, "A stand-in.")
"""


@pytest.fixture
def distributed(pytester, plugin):
    pytest.importorskip("xdist")
    pytester.makeconftest(CONFTEST)
    arguments = ("--aikit-backends=numpy", "--aikit-profile=smoke", "--aikit-functions=sin,tan", "--aikit-checks=value")
    return lambda *args: pytester.runpytest_subprocess(*plugin, *arguments, "--aikit-dtypes=float32,float64", *args)


def test_a_crashed_worker_costs_the_cells_of_one_item(distributed, monkeypatch):
    monkeypatch.setenv("DIES", "1")
    result = distributed("-n", "1")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "1. crash of `tan`, the process died: numpy; 1 cell",
            "   worker 'gw0' crashed while running '*test_function[[]tan-numpy-cpu-float64[]]'",
            "   again: pytest --aikit-backends=numpy --aikit-functions=tan --aikit-dtypes=float64 --aikit-profile=smoke",
            "category     backend  passed  expected  failed  crashed  ULP",
            "total        numpy         3         0       0        1  0.5",
        ]
    )


def test_a_lost_device_costs_the_cells_of_one_item(distributed, monkeypatch):
    monkeypatch.setenv("LOSES", "1")
    monkeypatch.setenv("FAILING", "float32")
    result = distributed("-n", "1")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "1. crash of `tan`, the process died: numpy; 1 cell",
            "total        numpy         3         0       0        1  0.5",
        ]
    )
    assert "test_function[tan-numpy-cpu-float32]: the accelerator is lost to this process" in result.stderr.str()
    assert "; first, in the check value: wrong sign of zero" in result.stderr.str()
    alone = distributed("-p", "no:xdist")
    assert alone.ret == 1
    alone.stdout.fnmatch_lines(["*Exit: *tan-numpy-cpu-float32]: the accelerator is lost to this process*"])


def test_each_worker_runs_every_item_and_the_cells_count_once(distributed):
    result = distributed("-n", "2", "--dist", "each")
    result.stdout.fnmatch_lines(
        ["1. value of `tan`, wrong sign of zero: numpy; 1 cell", "total        numpy         3         0       1  0.5"]
    )


@pytest.mark.parametrize(("option", "cells"), [("-x", 1), ("--maxfail=2", 2)])
def test_a_stopped_run_of_workers(distributed, monkeypatch, option, cells):
    monkeypatch.setenv("FAILING", "float16 float32 float64")
    result = distributed("-n", "1", option, "--aikit-functions=tan", "--aikit-dtypes=float*")
    assert result.ret != 0
    result.stdout.fnmatch_lines(
        [f"1. value of `tan`, wrong sign of zero: numpy; {cells} cell*", f"total * numpy * 0 * 0 * {cells}"]
    )


# ------------------------------------------------------------------------------------------------ parts of the report


@pytest.mark.parametrize("count", [1, 5, 30])
def test_the_matrix_fits_whatever_the_number_of_backends(count):
    names = [f"array_api:a_module.with_a_long_name.number_{number}" for number in range(count)]
    records = []
    for name in names:
        record = Record("tan", "linear_algebra", name)
        record.cells.update(passed=123456, failed=9999, expected=1000, crashed=1)
        record.worst_ulp = 1.234e20
        records.append(record)
    lines = table.rendered(table.tabulated(records, names), 80)
    assert max(map(len, lines)) <= 80
    assert len(lines) == 1 + 2 * count
    assert lines[1].split() == ["linear_algebra", lines[1].split()[1], "123456", "1000", "9999", "1", "1.23e+20"]
    assert lines[1].split()[1].startswith("...") and lines[1].split()[1].endswith("number_0")


@pytest.mark.parametrize(
    ("got", "expected", "said"),
    [
        ([0.0, 1.0], [0.0, 0.0], "at [1]: 1.0 for 0.0, off by 1"),
        ([[0.0, np.nan]], [[5.0, 0.0]], "at [0, 1]: nan for 0.0"),
        ([np.inf, 1.0], [2.0, 3.0], "at [0]: inf for 2.0"),
        ([1e30, 1.0], [1.000001e30, 2.0], "at [1]: 1.0 for 2.0, off by 1"),
        ([1.0, -0.0], [1.0, 0.0], "at [1]: -0.0 for 0.0"),
        ([0.0, 1j], [0.0, 2j], "at [1]: 1j for 2j, off by 1"),
        ([3, 4], [3, -4], "at [1]: 4 for -4, off by 8"),
        ([True, True], [True, False], "at [1]: True for False, off by 1"),
        (2.0, 1.0, "2.0 for 1.0, off by 1"),
    ],
)
def test_the_worst_element_is_shown_with_its_place(got, expected, said):
    failure = CheckFailure("error above the bound", got=np.asarray(got), expected=np.asarray(expected), ulp=7e44)
    assert details(failure).splitlines()[-1] == f"worst:    {said}"


def test_small_errors_are_shown_in_ulp():
    got, exact = np.asarray([1.0, 1.5], "float32"), np.asarray([1.0, np.nextafter(np.float32(1.5), 2)], np.longdouble)
    assert details(CheckFailure("x", got=got, expected=exact, ulp=1.0)).endswith("off by 1.19e-07, 1 ULP")


def test_nothing_is_worst_where_all_is_equal():
    assert worst_place(np.asarray([1.0, np.nan]), np.asarray([1.0, np.nan])) is None
    assert worst_place(np.empty((0, 2)), np.empty((0, 2))) is None


def _kernel():
    raise RuntimeError("the kernel exploded")


def _explained():
    try:
        _kernel()
    except RuntimeError as error:
        raise TypeError("add: numpy failed") from error


def test_a_traceback_has_its_causes():
    try:
        _explained()
    except TypeError as error:
        text = traceback_of(error)
    assert text.index("in _kernel") < text.index("RuntimeError: the kernel exploded") < text.index("TypeError: add:")
    assert traceback_of(None) == ""


@pytest.mark.parametrize(("option", "shown"), [("-v", True), ("-q", False)])
def test_the_frameworks_traceback_is_shown_where_the_run_is_verbose(suite, faults, option, shown):
    def fault(name, case):
        if name == "value":
            try:
                _explained()
            except TypeError as error:
                return CheckFailure("raised TypeError", error=error)

    faults.fault = fault
    result = suite(*NARROW, option)
    assert ("in _kernel" in result.stdout.str()) == shown
    assert "TypeError: add: numpy failed" in result.stdout.str()


@pytest.mark.parametrize(
    ("item", "backend", "cells", "title"),
    [
        ("test_function[add-numpy-cpu-int8]", "numpy", 2, "crash of `add`, the process died: numpy; 2 cells"),
        ("test_function_tail[add-numpy-cpu]", "numpy", 0, "crash of `add`, the process died: numpy; the tail"),
        ("test_function_without_x64[add-jax-cpu]", "jax", 1, "crash of `add`, the process died: jax; 1 cell"),
    ],
)
def test_the_cells_that_a_crash_costs(request, item, backend, cells, title):
    require(backend)  # JAX with its 64-bit dtypes, whatever the tests before this one left
    given = Given(backends=backend, functions="add", dtypes="int8,float32", checks="value")
    run = Engine(given, at_end=request.addfinalizer)
    where = ("test_functions.py", None, "test_functions.py")
    report = pytest.TestReport(f"x.py::{item}", where, {}, "failed", "worker 'gw0' crashed", "???")
    record = collect.crashed(run, report)
    assert record.cells["crashed"] == cells
    (group,) = failures.grouped(record.findings, checks.known())
    assert group.title == title


@pytest.mark.parametrize("item", ["x.py::test_own[torch]", "x.py::test_function[nothing-numpy-cpu-int8]", "x.py"])
def test_a_crash_elsewhere_is_pytests_own_affair(item):
    run = Engine(Given(backends="numpy", functions="add"))
    report = pytest.TestReport(item, ("x.py", None, "x.py"), {}, "failed", "worker 'gw0' crashed", "???")
    assert collect.crashed(run, report) is None
