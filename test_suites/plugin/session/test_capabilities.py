"""A table of what a function lacks: it is read at run time, decides what must fail, and cannot be wrong in silence."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from typing import Any

import pytest

from pytest_aikit import aikit_capabilities, capabilities_of

pytest_plugins = ["pytester"]


@pytest.fixture
def project(run: Any, pytester: pytest.Pytester) -> Any:
    """Run tests of a library on NumPy: ``project(library, tests, *arguments)``."""

    def run_project(library: str, tests: str, *arguments: str, backends: str = "numpy") -> pytest.RunResult:
        head = "import numpy as np, pytest\nfrom pytest_aikit import aikit_capabilities\n"
        pytester.makepyfile(mylib=head + textwrap.dedent(library))
        pytester.makepyfile(test_mylib="import numpy as np, pytest, mylib\n" + textwrap.dedent(tests))
        pytester.makeini("[pytest]\n")
        pytester.syspathinsert()
        return run(f"--aikit-backends={backends}", "--strict-markers", "-rfxs", *arguments)

    return run_project


DOUBLE = "def double(x): return x * 2\n"
TEST = """
@pytest.mark.aikit_capabilities(of=mylib.double)
def test_double(xp, aikit_dtype, aikit_check):
    aikit_check(mylib.double, xp.asarray([1, 2], dtype=aikit_dtype), reference=lambda x: x * 2)
"""
DTYPES = "--aikit-dtypes=int8,float32"


def said(result: pytest.RunResult) -> str:
    return result.stdout.str() + result.stderr.str()


# ------------------------------------------------------------------------------------------------ the table


def test_read_at_run_time():
    @aikit_capabilities(
        backends={"tensorflow": "in place"},
        dtypes={"complex*,bfloat16": "no order", "float16 on torch": "no kernel"},
        devices={"gpu*": "compiled for CPUs"},
        lazy={"-torch": "as many results as values"},
    )
    def function(x):
        return x

    found = capabilities_of(function)
    assert function(3) == 3
    assert not found.lacking("numpy") and not found.lacking("torch", "cpu", "float32", lazy=True)
    assert [str(one) for one in found.lacking("torch", dtype="float16")] == ["dtypes 'float16 on torch': no kernel"]
    assert not found.lacking("jax", dtype="float16")
    assert [one.reason for one in found.lacking("tensorflow", "gpu:0", "complex64", lazy=True)] == [
        "in place",
        "compiled for CPUs",
        "no order",
        "as many results as values",
    ]
    assert not capabilities_of(len).lacks


def test_another_project_may_write_a_dict():
    def function(x): ...

    function.__aikit_capabilities__ = {"dtypes": {"-float*": "real numbers"}}
    assert capabilities_of(function).lacking("numpy", dtype="int8")
    assert not capabilities_of(function).lacking("numpy", dtype="float16")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"backends": ["torch"]}, r"backends=\['torch'\] is to be a dict of patterns, each with its reason"),
        ({"backends": {"torch": ""}}, "needs a reason"),
        ({"backends": {3: "r"}}, "3 is no pattern such as 'torch' or '-numpy'"),
        ({"dtypes": {"int8 on ": "r"}}, "is no pattern such as 'complex"),
        ({"lazy": {"jax on cpu": "r"}}, "is no pattern such as 'jax'"),
        ({"lazy": {"jax": {"why": "r"}}}, "'why' is none of reason, raises and skip"),
        ({"lazy": {"jax": {"reason": "r", "raises": "TypeError"}}}, "raises is an exception class"),
        ({"lazy": {"jax": {"reason": "r", "raises": TypeError, "skip": True}}}, "nothing is raised where a test is"),
    ],
)
def test_wrong_tables(table, message):
    with pytest.raises((TypeError, ValueError), match=message):
        aikit_capabilities(**table)


def test_functions_without_attributes():
    with pytest.raises(TypeError, match="takes no attributes; put the table into the mark of its tests"):
        aikit_capabilities()(len)


def test_neither_pytest_nor_a_framework_is_needed():
    code = (
        "import sys; from pytest_aikit import aikit_capabilities;"
        "sys.exit(not {'pytest', 'numpy', 'aikit'}.isdisjoint(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_printed(pytester: pytest.Pytester):
    pytester.makepyfile(
        mylib="""
        from pytest_aikit import aikit_capabilities

        @aikit_capabilities(backends={"torch": "no kernel"}, lazy={"*": "a branch"}, dtypes={"-float*": "real"})
        def mean(x): ...

        def var(x): ...

        @aikit_capabilities(dtypes={"int8 on array_api_strict": "overflow"})
        def total(x): ...
        """
    )
    result = pytester.run(sys.executable, "-m", "pytest_aikit", "capabilities", "mylib")
    assert result.outlines == [
        "| function | numpy | torch | jax | tensorflow | array_api_strict |",
        "|---|---|---|---|---|---|",
        "| `mean` | yes (1) | no (2) | yes (1, 3) | yes (1, 3) | yes (1, 3) |",
        "| `total` | yes | yes | yes | yes | yes (4) |",
        "| `var` | yes | yes | yes | yes | yes |",
        "",
        "1. only of `float*`: real",
        "2. no kernel",
        "3. not lazily: a branch",
        "4. not of `int8`: overflow",
    ]
    wrong = pytester.run(sys.executable, "-m", "pytest_aikit", "capabilities", "mylibb")
    assert wrong.ret == 2 and wrong.errlines[-1].endswith("error: mylibb cannot be imported: No module named 'mylibb'")


# ------------------------------------------------------------------------------------------------ what must fail


def test_what_a_function_lacks_must_fail(project):
    library = """
    @aikit_capabilities(dtypes={"int*": {"reason": "whole numbers", "raises": TypeError}})
    def double(x):
        if str(x.dtype).startswith("int"):
            raise TypeError("no")
        return x * 2
    """
    result = project(library, TEST, DTYPES)
    result.assert_outcomes(passed=1, xfailed=1)
    result.stdout.fnmatch_lines(["XFAIL *numpy-int8* - mylib.double: dtypes 'int[*]': whole numbers"])
    assert result.ret == 0


def test_what_it_says_it_lacks_and_works_is_a_failure(project):
    result = project('@aikit_capabilities(dtypes={"int*": "whole numbers"})\n' + DOUBLE, TEST, DTYPES)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*[[]XPASS(strict)[]] mylib.double: dtypes 'int[*]': whole numbers"])


def test_another_exception_is_a_failure(project):
    library = """
    @aikit_capabilities(dtypes={"int*": {"reason": "whole numbers", "raises": TypeError}})
    def double(x):
        return x * (1 / ("int" not in str(x.dtype))) * 2
    """
    result = project(library, TEST, DTYPES)
    result.assert_outcomes(passed=1, failed=1)
    assert "ZeroDivisionError" in said(result)


def test_what_cannot_even_be_run(project):
    library = '@aikit_capabilities(dtypes={"int8": {"reason": "never ends", "skip": True}})\n' + DOUBLE
    result = project(library, TEST, DTYPES)
    result.assert_outcomes(passed=1, skipped=1)
    assert result.ret == 0


def test_namespaces_have_two_names(project):
    pytest.importorskip("array_api_strict")
    library = '@aikit_capabilities(backends={"array_api:*": "strict"})\n' + DOUBLE
    project(library, TEST, DTYPES, backends="numpy,array_api_strict").assert_outcomes(passed=2, failed=2)
    library = '@aikit_capabilities(backends={"-numpy": "NumPy alone"})\n' + DOUBLE
    project(library, TEST, DTYPES, backends="numpy,array_api_strict").assert_outcomes(passed=2, failed=2)


def test_a_table_of_the_test_itself(project):
    tests = TEST.replace("of=mylib.double", "of=mylib.double, dtypes={'int8': 'not here'}")
    result = project(DOUBLE, tests, DTYPES)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*test_mylib.py::test_double: dtypes 'int8': not here"])


def test_parameters_that_are_functions(project):
    library = '@aikit_capabilities(dtypes={"int8": "no"})\n' + DOUBLE + "def triple(x): return x * 3\n"
    tests = """
    @pytest.mark.parametrize("function", [mylib.double, mylib.triple])
    @pytest.mark.aikit_capabilities(of=[mylib.double, mylib.triple])
    def test_both(function, xp, aikit_dtype):
        assert not (function is mylib.double and aikit_dtype == "int8")
    """
    project(library, tests, DTYPES).assert_outcomes(passed=3, xfailed=1)


# ------------------------------------------------------------------------------------------------ what is not proven


def test_an_entry_that_no_test_looks_at(project):
    library = '@aikit_capabilities(dtypes={"int8": "no"}, backends={"torch": "no"})\n' + DOUBLE
    tests = TEST.replace("aikit_dtype, ", "").replace(", dtype=aikit_dtype", "")
    result = project(library, tests)
    assert result.ret == 1
    problem = "aikit_capabilities of mylib.double: no test looks at dtypes 'int8' on numpy; let one take aikit_dtype"
    assert f"error: {problem}" in said(result)
    assert "backends 'torch'" not in said(result)  # which is not selected
    assert project(library, tests, "test_mylib.py").ret == 0  # some of the tests


def test_under_xdist(project):
    pytest.importorskip("xdist")
    library = '@aikit_capabilities(dtypes={"int8": "no"})\n' + DOUBLE
    tests = TEST.replace("aikit_dtype, ", "").replace(", dtype=aikit_dtype", "")
    result = project(library, tests, "-n1")
    assert result.ret == 1 and "no test looks at dtypes 'int8' on numpy" in said(result)


def test_a_function_that_no_test_is_marked_with(project):
    result = project(f"@aikit_capabilities()\n{DOUBLE}\n@aikit_capabilities()\ndef triple(x): return x * 3", TEST)
    assert result.ret == 1
    assert "error: aikit_capabilities of mylib.triple: no test is marked with it" in said(result)


# ------------------------------------------------------------------------------------------------ what is written wrongly


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ("aikit_capabilities", "say which functions the test is about, as in of=mean or of=[mean, var]"),
        ("aikit_capabilities('double')", "say which functions the test is about"),
        ("aikit_capabilities(of='double')", "(of='double'): give functions by themselves, and not by their names"),
        ("aikit_capabilities(of=mylib.double, dtype={})", "'dtype' is not in a table; choose from backends, devices"),
        ("aikit_capabilities(dtypes={'flaot32': 'r'})", "'flaot32' matches nothing; did you mean float32"),
        ("aikit_capabilities(backends={'touch': 'r'})", "'touch' matches nothing; did you mean torch"),
        ("aikit_capabilities(lazy={'jacks': 'r'})", "'jacks' matches nothing; "),
        ("aikit_capabilities(dtypes={'int8 on nunpy': 'r'})", "'nunpy' matches nothing; did you mean numpy"),
    ],
)
def test_wrong_marks(project, mark, message):
    result = project(DOUBLE, f"@pytest.mark.{mark}\ndef test_own(xp): pass")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in result.errlines + result.outlines if line.startswith("ERROR: ")]
    assert message in line


def test_a_wrong_attribute(project):
    result = project(DOUBLE + "double.__aikit_capabilities__ = {'dtype': {}}", TEST)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "mylib.double: aikit_capabilities: 'dtype' is not in a table" in said(result)


def test_a_test_without_our_fixtures(project):
    result = project(DOUBLE, "@pytest.mark.aikit_capabilities(of=mylib.double)\ndef test_own(): pass")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "the test takes neither xp nor native_xp, so that the mark does nothing" in said(result)
