"""Expected failures are strict: each must fail where it applies, as it says, and must apply somewhere."""

from __future__ import annotations

import pytest

from aikit.exceptions import AikitTypeError
from aikit.functional.backends import BUILT_IN
from pytest_aikit import expectations
from pytest_aikit.cases import cells
from pytest_aikit.model import Cell, CheckFailure

pytest_plugins = ["pytester"]

ENTRY = """
[[expect]]
function = "tan"
check = "value"
dtype = "float64"
reason = "a reason"
"""


@pytest.fixture
def expect(pytester):
    def write(text: str, name: str = "expected.toml") -> str:
        path = pytester.path / name
        path.write_text(text)
        return f"--aikit-expect={path}"

    return write


def test_an_expected_failure_is_no_failure(suite, faults, expect):
    faults.fail("value", function="tan", dtype="float64")
    result = suite("--aikit-functions=tan,sin", expect(ENTRY))
    assert result.ret == 0
    result.stdout.fnmatch_lines(["category*passed*expected*failed*", "elementwise*29*1*0*"])


def test_an_entry_that_no_longer_fails_is_a_failure(suite, faults, expect):
    result = suite("--aikit-functions=tan", "--aikit-profile=default", expect(ENTRY))
    assert result.ret == 1
    result.stdout.fnmatch_lines(["1. value of `tan`, expected to fail, and passes: expected.toml, entry 1: *"])


def test_an_entry_that_matches_nothing_is_an_error(suite, faults, expect):
    entry = expect(ENTRY.replace('"float64"', '"uint8"'))
    result = suite("--aikit-functions=tan", "--aikit-profile=default", entry)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["error: an expected failure matches nothing: expected.toml, entry 1: *uint8*"])


def test_in_a_brief_run_an_entry_must_come_true_in_one_of_its_cells(suite, faults, expect):
    """For not each of them has the call that shows it."""
    entry = expect(ENTRY.replace('dtype = "float64"', 'dtype = "float*"'))
    result = suite("--aikit-functions=tan", "--aikit-profile=smoke", entry)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["error: an expected failure comes true nowhere: expected.toml, entry 1: *float*"])
    faults.fail("value", function="tan", dtype="float64")
    result = suite("--aikit-functions=tan", "--aikit-profile=smoke", entry)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["category*passed*expected*failed*", "elementwise*numpy* 1*0*"])
    assert suite("--aikit-functions=tan", "--aikit-profile=default", entry).ret == 1


@pytest.mark.parametrize("selection", ["--aikit-functions=sin", "--aikit-dtypes=float32", "--aikit-checks=dtype"])
def test_an_entry_outside_the_selection_is_no_error(suite, faults, expect, selection):
    assert suite("--aikit-functions=tan,sin", selection, expect(ENTRY)).ret == 0


@pytest.mark.parametrize(
    ("function", "named", "selection"),
    [
        ("pow", 'dtype = "float64,int8"', "--aikit-dtypes=complex64,int8"),
        ("while_loop", 'check = "second_derivative"', "--aikit-dtypes=int32"),
        ("s*", 'check = "value"\ndtype = "uint8"', "--aikit-functions=sin"),
    ],
)
def test_an_entry_is_not_missed_where_some_of_what_it_names_is_left_out(suite, expect, function, named, selection):
    entry = f'[[expect]]\nfunction = "{function}"\n{named}\nreason = "a reason"\n'
    assert suite("--aikit-functions=sin,pow,while_loop", selection, expect(entry)).ret == 0


def _raising(name, case):
    if name == "value" and case.cell.dtypes == ("float64",):
        return CheckFailure("raised AikitTypeError", error=AikitTypeError("tan: no kernel for float64"))
    return None


@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        ('raises = "AikitTypeError"', 0, ""),
        ('raises = "TypeError"', 0, ""),
        ('raises = "TypeError"\nmatch = "no kernel"', 0, ""),
        ("", 1, "expected a wrong result, but AikitTypeError was raised: tan: no kernel for float64"),
        ('raises = "ValueError"', 1, "expected ValueError, but AikitTypeError was raised"),
        ('raises = "TypeError"\nmatch = "too small"', 1, "the failure does not match 'too small'"),
    ],
)
def test_the_failure_must_be_the_expected_one(suite, faults, expect, lines, code, said):
    faults.fault = _raising
    result = suite("--aikit-functions=tan", expect(ENTRY + lines))
    assert result.ret == code
    assert said in result.stdout.str()


@pytest.mark.parametrize(("match", "code", "said"), [("too", 0, ""), ("too large", 1, "too small")])
def test_an_expected_failure_hides_none_of_another_sample(suite, faults, expect, match, code, said):
    def fault(name, case):
        if name != "value" or case.cell.dtypes != ("float64",):
            return None
        cause = "too large" if len(case.samples) > 1 else "too small"  # of the first one, and of those behind it
        return CheckFailure(cause, sample=case.samples[0])

    faults.fault = fault
    result = suite("--aikit-functions=tan", expect(f'{ENTRY}match = "{match}"'))
    assert result.ret == code
    assert said in result.stdout.str()


@pytest.mark.parametrize(
    ("error", "lines", "code", "said"),
    [
        (20.0, "ulp = 32", 0, ""),
        (33.0, "ulp = 32", 1, "expected at most 32 ULP, and found 33 ULP"),
        (None, "ulp = 32", 1, "and found another error than one of rounding"),
    ],
)
def test_an_expected_error_may_be_bounded(suite, faults, expect, error, lines, code, said):
    def fault(name, case):
        is_it = name == "value" and case.cell.dtypes == ("float64",)
        return CheckFailure("error above the bound", ulp=error) if is_it else None

    faults.fault = fault
    result = suite("--aikit-functions=tan", expect(ENTRY + lines))
    assert result.ret == code
    assert said in result.stdout.str()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ENTRY.replace("reason", "# reason"), "an expected failure needs a reason"),
        (ENTRY + 'why = "so"', "'why' is unknown; choose from function, check"),
        (ENTRY + 'when = "torch is old"', "neither a requirement"),
        (ENTRY + 'match = "("', "not a regular expression"),
        (ENTRY + "raises = 3", "raises = 3 must be a string"),
        (ENTRY + 'ulp = "32"', "ulp = '32' must be a number above 0"),
        ("[[expected]]\nreason = 'x'", "'expected' is unknown; a file has extends and [[expect]] tables"),
        ("[[expect]", "is not TOML"),
        ("extends = 'base.toml'", "base.toml cannot be read"),
    ],
)
def test_a_wrong_file_is_a_usage_error(suite, expect, text, said):
    result = suite(expect(text))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert said in result.stderr.str()


def test_files_are_layered(suite, faults, expect):
    faults.fail("value", function="tan", dtype="float64")
    expect(ENTRY, "base.toml")
    assert suite("--aikit-functions=tan", expect('extends = "base.toml"')).ret == 0


def test_conditions_are_requirements_and_markers():
    assert expectations.holds("x", "")
    assert expectations.holds("x", "numpy>=2")
    assert not expectations.holds("x", "numpy<2")
    assert not expectations.holds("x", "no-such-distribution>1")
    assert expectations.holds("x", "sys_platform != 'beos'")
    assert not expectations.holds("x", "numpy>=2; sys_platform == 'beos'")


def test_dtype_is_the_one_computed_in_or_one_for_each_array():
    add = cells.checked_functions()["add"]
    cell = Cell(add, "numpy", "cpu", ("int8", "uint8"))

    def covers(dtype: str) -> bool:
        return expectations._entry("x", {"dtype": dtype, "reason": "r"}).covers("value", cell)

    assert covers("int16") and covers("int*") and covers("int8,uint8") and covers("*,uint8")
    assert not covers("int8") and not covers("uint8,int8")


def test_aikits_own_files_are_valid():
    assert isinstance(expectations.load([], BUILT_IN), tuple)
