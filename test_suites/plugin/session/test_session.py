"""What a run as a whole says and decides: header, matrix, exit status, paths, xdist."""

from __future__ import annotations

import importlib.util

import pytest

pytest_plugins = ["pytester"]


def test_header_and_matrix(suite, faults):
    faults.fail("value", dtype="float64")
    result = suite("--aikit-functions=tan,zeros", "--aikit-dtypes=float32,float64,int8")
    assert result.ret == 1
    assert result.outlines[2].startswith("aikit: numpy ") and result.outlines[2].endswith(" on cpu")
    # the matrix is the last thing but for pytest's own line
    lines = [" ".join(line.split()) for line in result.outlines[-5:-1]]
    assert lines[0] == "category backend passed expected failed ULP"
    assert lines[1:] == ["creation numpy 2 0 1 0.5", "elementwise numpy 2 0 1 0.5", "total numpy 4 0 2 0.5"]


def test_a_dtype_that_is_not_accepted_is_a_cell_with_its_own_check(suite, faults):
    suite("--aikit-functions=tan", "--aikit-dtypes=int8,float32")
    assert [name for name, cell in faults.ran if cell == "tan-numpy-cpu-int8"] == ["dtype_errors"]
    assert "dtype_errors" not in [name for name, cell in faults.ran if cell == "tan-numpy-cpu-float32"]


def test_a_check_of_scope_item_runs_once(suite, faults):
    suite("--aikit-functions=add", "--aikit-checks=trace")
    assert faults.ran == [("trace", "add-numpy-cpu-float32-float32")]


def test_all_pairs_run_inside_the_item_of_the_first_dtype(suite, faults):
    result = suite(
        "--aikit-functions=add", "--aikit-checks=value,dtype_errors", "--aikit-dtypes=uint64,int8,float32", "-v"
    )
    result.assert_outcomes(passed=3)
    ran = {cell.removeprefix("add-numpy-cpu-"): name for name, cell in faults.ran}
    assert len(ran) == 9
    assert ran["int8-float32"] == "value"
    assert ran["int8-uint64"] == ran["uint64-int8"] == "dtype_errors"


def test_with_a_path_only_the_path_runs(suite, pytester, faults):
    path = pytester.makepyfile("def test_own(xp): assert xp.zeros(1).backend == 'numpy'")
    suite("--aikit-functions=tan", str(path)).assert_outcomes(passed=1)
    assert not faults.ran


def test_the_suite_can_be_re_exported(suite, pytester, faults):
    path = pytester.makepyfile("from pytest_aikit.suites.test_functions import *")
    suite("--aikit-functions=tan", str(path)).assert_outcomes(passed=15)


def test_the_suite_can_be_run_by_name(suite, faults):
    arguments = ("--aikit-functions=tan", "--aikit-dtypes=float32", "--collect-only", "-q")
    result = suite("--pyargs", "pytest_aikit.suites", *arguments)
    result.stdout.fnmatch_lines(["*test_functions.py::test_function[[]tan-numpy-cpu-float32[]]"])


def test_zero_executed_cells_are_a_failure(suite, faults):
    # tan takes no integers, and no check of the dtypes that it does not take is selected
    result = suite("--aikit-functions=tan", "--aikit-dtypes=int8", "--aikit-checks=value")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "error: numpy is selected and installed, but not one cell was executed on it; nothing is left there by "
            "--aikit-functions=tan, --aikit-dtypes=int8, --aikit-checks=value"
        ]
    )


NARROWED = {
    "-k numpy": ["array_api_strict"],
    "-k nothing": ["numpy", "array_api_strict"],
    "-m slow": ["numpy", "array_api_strict"],
    "-k tail-and-strict --aikit-profile=default": ["numpy"],
    "--aikit-dtypes=float16": ["array_api_strict"],  # which has none
    "-k float32": [],
}
"""Options -> the backends on which they leave nothing."""


def _held_to_run_everywhere(pytester, runner, options, *more):
    pytest.importorskip("array_api_strict")
    pytester.makeini("[pytest]\nmarkers = slow\naikit_suite = true\n")
    given = [part.replace("-and-", " and ") for part in options.split()]
    given += [] if "--aikit-profile=default" in given else ["--aikit-profile=smoke"]
    selected = ("--aikit-backends=numpy,array_api_strict", "--aikit-functions=tan", "--aikit-checks=value,dtype")
    result = runner(*selected, *given, *more)
    said = [line.split()[1] for line in result.outlines if "not one cell was executed on it; nothing is left" in line]
    assert said == NARROWED[options]
    assert result.ret == (pytest.ExitCode.TESTS_FAILED if said else 0)


@pytest.mark.parametrize("options", NARROWED)
def test_a_selected_backend_without_an_executed_cell_is_a_failure(pytester, run, options):
    _held_to_run_everywhere(pytester, run, options)


@pytest.mark.parametrize("options", ["-k numpy", "-k nothing"])
def test_so_it_is_under_xdist(pytester, plugin, options):
    pytest.importorskip("xdist")
    _held_to_run_everywhere(pytester, lambda *args: pytester.runpytest_subprocess(*plugin, *args), options, "-n", "2")


def test_a_check_that_makes_no_call_passes_nothing(suite):
    # NumPy knows no traces, so there is nothing that the check could see
    result = suite("--aikit-functions=add", "--aikit-checks=trace")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    lines = [" ".join(line.split()) for line in result.outlines[-3:-1]]
    assert lines == ["elementwise numpy 0 0 0", "total numpy 0 0 0"]


def test_a_run_narrowed_by_hand_is_not_held_to_be_complete(suite, faults):
    assert suite("--aikit-functions=tan", "-k", "float32").ret == 0
    assert suite("--aikit-functions=tan", "--collect-only").ret == 0


def test_user_properties_reach_junit(suite, pytester, faults):
    suite("--aikit-functions=tan", "--aikit-dtypes=float32", "--junitxml=junit.xml")
    assert 'property name="aikit"' in (pytester.path / "junit.xml").read_text()


CONFTEST = """
from pytest_aikit import checks
from pytest_aikit.model import Check, CheckFailure, Evidence

def run(case):
    if case.cell.dtypes[0] == "float64":
        raise CheckFailure("wrong sign of zero", sample=case.samples[0])
    return Evidence(1, 0.5)

checks.load = lambda name: Check(name, "cell", lambda function: True, run, "A stand-in.")
"""


def test_xdist(pytester, plugin):
    pytest.importorskip("xdist")
    pytester.makeconftest(CONFTEST)
    arguments = ("--aikit-backends=numpy", "--aikit-profile=smoke", "--aikit-functions=tan,sin", "--aikit-checks=value")
    result = pytester.runpytest_subprocess(*plugin, *arguments, "-n", "2", "-W", "error", "-p", "no:hypothesispytest")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "aikit: numpy *",
            "1. value of `*`, wrong sign of zero: numpy; 1 cell",
            "2. value of `*`, wrong sign of zero: numpy; 1 cell",
            "total * 10 * 0 * 2 * 0.5",
        ]
    )


THREADS = """
import os, threading
import pytest

@pytest.mark.parametrize("number", range(4))
def test_threads(aikit_backend, number):
    import torch

    counts = [torch.get_num_threads()]
    other = threading.Thread(target=lambda: counts.append(torch.get_num_threads()))
    other.start()
    other.join()
    assert counts == [{}] * 2
    names = ("OPENBLAS_NUM_THREADS", "TF_NUM_INTRAOP_THREADS")
    assert [os.environ.get(name) for name in names] == [{}] * 2
"""


@pytest.mark.parametrize(
    ("options", "given", "threads", "of_others"),
    [
        (["-n", "2"], None, "max(1, os.cpu_count() // 2)", "str(max(1, os.cpu_count() // 2))"),
        (["-n", "2"], "2", "min(2, os.cpu_count())", "None"),
        ([], "1", "1", "None"),
    ],
)
def test_workers_share_the_processors(pytester, plugin, monkeypatch, options, given, threads, of_others):
    pytest.importorskip("xdist")
    if importlib.util.find_spec("torch") is None:  # imported here, it could not be imported again
        pytest.skip("without PyTorch")
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    if given is not None:
        monkeypatch.setenv("OMP_NUM_THREADS", given)
    pytester.makepyfile(THREADS.format(threads, of_others))
    result = pytester.runpytest_subprocess(*plugin, "--aikit-backends=torch", *options)
    assert result.ret == 0, result.stdout
