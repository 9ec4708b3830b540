"""What is written wrongly is a usage error of one line; lists and patterns work wherever the options take them."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture
def own(run, pytester):
    def run_file(source: str, *args: str) -> pytest.RunResult:
        path = pytester.makepyfile("import numpy as np, pytest\n" + source)
        return run("--aikit-backends=numpy", str(path), "--strict-markers", *args)

    return run_file


def assert_usage_error(result: pytest.RunResult, said: str) -> None:
    lines = [line for line in (*result.outlines, *result.errlines) if line.strip()]
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in lines if line.startswith("ERROR: ")]
    assert said in line
    assert not any("INTERNALERROR" in one or "Traceback" in one for one in lines)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (
            "aikit_xfail(backend=3, reason='r')",
            "aikit_xfail(backend=3): backend is a pattern such as 'torch', or a list",
        ),
        ("aikit_xfail(backend=['numpy', 3], reason='r')", "aikit_xfail(backend=['numpy', 3])"),
        ("aikit_xfail(backend=[], reason='r')", "aikit_xfail(backend=[])"),
        ("aikit_xfail(raises='TypeError', reason='r')", "raises is an exception class, or a tuple of them"),
        ("aikit_xfail(reason=3)", "aikit_xfail(reason=3): the reason is a string"),
        ("aikit_skip(reason='r', issue=12)", "aikit_skip(issue=12): the issue is a string"),
        ("aikit_xfail", "aikit_xfail needs a reason"),
        ("aikit_skip", "aikit_skip needs a reason"),
        ("aikit_tolerance", "aikit_tolerance(): give bounds by dtype, such as ulp={'float32': 4}"),
        ("aikit_tolerance()", "aikit_tolerance(): give bounds by dtype"),
        ("aikit_tolerance(ulp=4)", "aikit_tolerance(ulp=4): give bounds by dtype, such as ulp={'float32': 4} or"),
        ("aikit_tolerance(4)", "aikit_tolerance(4): give bounds by dtype"),
        ("aikit_tolerance(ulp={'float32': 4}, rtol=1)", "aikit_tolerance(ulp={'float32': 4}, rtol=1): give"),
        ("aikit_tolerance(ulp={})", "aikit_tolerance(ulp={}): give bounds by dtype"),
        (
            "aikit_tolerance(ulp={'float33': 4})",
            "ulp={'float33': ...}): 'float33' matches nothing; did you mean float32",
        ),
        (
            "aikit_tolerance(ulp={'*': 4}, backend='touch')",
            "backend = 'touch': 'touch' matches nothing; did you mean torch",
        ),
        ("aikit_xfail(backed='torch', reason='r')", "aikit_xfail('backed'): did you mean backend? choose from backend"),
        ("aikit_tolerance(ulp={'float32': '4'})", "ulp={'float32': '4'}): the bound is a number of ULP"),
        ("aikit_tolerance(ulp={'float32': -1})", "ulp={'float32': -1}): the bound is a number of ULP"),
    ],
)
def test_marks(own, mark, said):
    assert_usage_error(own(f"@pytest.mark.{mark}\ndef test_own(xp, aikit_dtype): pass"), said)


@pytest.mark.parametrize(
    ("where", "xfailed"),
    [
        ("backend=['numpy', 'torch']", 4),
        ("backend=('torch', 'num*')", 4),
        ("backend='torch,numpy'", 4),
        ("backend='-numpy'", 0),
        ("backend=['torch', 'jax']", 0),
        ("dtype=['float*', 'int8']", 3),
        ("dtype='float*,-float16'", 1),
        ("dtype='int8, int16'", 2),
        ("device=['cpu']", 4),
        ("backend=['numpy'], dtype=['float16']", 1),
    ],
)
def test_lists_and_patterns(own, where, xfailed):
    result = own(
        f"@pytest.mark.aikit_xfail({where}, reason='r', raises=(ZeroDivisionError, TypeError))\n"
        "def test_own(xp, aikit_device, aikit_dtype): 1 / 0",
        "--aikit-dtypes=int8,int16,float16,float32",
    )
    result.assert_outcomes(xfailed=xfailed, failed=4 - xfailed)


def test_the_dtypes_of_cells(own):
    result = own(
        "@pytest.mark.aikit_functions('add')\n"
        "@pytest.mark.aikit_skip(dtype=['int8,float32', 'float16'], reason='r')\n"
        "def test_own(aikit_cell): pass",
        "--aikit-dtypes=int8,float16,float32",
        "-rs",
    )
    # computed in float16: three of them, and one is named
    result.assert_outcomes(skipped=4, passed=5)


def test_dtypes_of_cells_that_are_left_out(own):
    result = own(
        "@pytest.mark.aikit_functions('add')\n"
        "@pytest.mark.aikit_skip(dtype=['-float16'], reason='r')\n"
        "def test_own(aikit_cell): pass",
        "--aikit-dtypes=int8,float16,float32",
    )
    result.assert_outcomes(skipped=6, passed=3)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("expect = 3", "expect = 3 must be tables, each under the header [[expect]]"),
        ("expect = [3]", "expect = [3] must be tables"),
        ("[expect]\nfunction = 'add'", "must be tables, each under the header [[expect]]"),
        ("extends = 3", "extends = 3 must be the name of a file, or a list of names"),
        ("extends = [3]", "extends = [3] must be the name of a file"),
        ("extends = {a = 'b'}", "must be the name of a file"),
        ("extends = 'nowhere.toml'", "cannot be read"),
    ],
)
def test_files_of_expectations(run, pytester, content, said):
    path = pytester.makefile(".toml", own=content)
    assert_usage_error(run("--aikit-backends=numpy", f"--aikit-expect={path}", "--aikit-functions=tan"), said)


@pytest.mark.parametrize("name", ["xp", "native_xp", "aikit_dtype", "aikit_target"])
def test_fixtures_asked_for_by_name(own, name):
    result = own(f"def test_own(request): request.getfixturevalue({name!r})")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*run a test once for each backend, so they must be among the arguments*"])
    result.stdout.no_fnmatch_line("*AttributeError*")


@pytest.mark.parametrize("name", ["xp", "aikit_check"])
def test_methods_of_a_test_case(own, name):
    result = own(f"import unittest\nclass TestOwn(unittest.TestCase):\n    def test_own(self, {name}): pass")
    assert_usage_error(result, f"the methods of a unittest.TestCase take no fixtures, {name} among them")


def test_a_test_case_that_uses_a_fixture(own):
    result = own(
        "import unittest\n@pytest.mark.usefixtures('xp')\nclass TestOwn(unittest.TestCase):\n    def test_own(self): pass"
    )
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*must be among the arguments of the test function*"])


def test_other_test_cases_are_left_alone(own):
    own(
        "import unittest\n"
        "@pytest.fixture\ndef xp(): return 3\n"
        "class TestOwn(unittest.TestCase):\n"
        "    def test_own(self): pass\n"
        "    def test_other(self, xp=3): assert xp == 3"
    ).assert_outcomes(passed=2)


@pytest.mark.parametrize("strategy", ["calls('addd')", "dtype_tuples('addd')"])
def test_strategies_of_functions_that_do_not_exist(strategy):
    from pytest_aikit import strategies as ak

    with pytest.raises(ValueError, match=r"there is no function 'addd' in aikit; did you mean add"):
        eval(f"ak.{strategy}", {"ak": ak})
    with pytest.raises(ValueError, match="see pytest --aikit-list=functions"):
        ak.calls("zzzzzz")
    with pytest.raises(ValueError, match="sin accepts none of the dtypes"):
        ak.calls("sin", dtypes=["int8"])
    with pytest.raises(ValueError, match="choose from C, F"):
        ak.calls("sin", layouts=["D"])
    assert len(repr(ak.calls("sin"))) < 1000
