"""What a run runs, the suite or one's own tests, and what is said where a selection does nothing."""

from __future__ import annotations

import sys

import pytest

pytest_plugins = ["pytester"]

NARROW = ("--aikit-functions=tan", "--aikit-dtypes=float32", "--aikit-checks=value")
OWN = "def test_own(xp): assert xp.zeros(1).backend == 'numpy'"
SUITE = "aikit: the conformance suite"
PYARGS = ("--pyargs", "pytest_aikit.suites")


def ran(result, faults):
    """How many tests passed, and whether the suite was among them; forgets the latter."""
    found = result.parseoutcomes().get("passed", 0), bool(faults.ran)
    faults.ran.clear()
    return found


def test_the_suite_runs_where_there_is_neither_an_ini_file_nor_a_test(suite, pytester, faults):
    pytester.makepyfile(helper="def test_in_a_file_that_is_no_test(): assert False")
    environment = pytester.mkdir("env")
    (environment / "pyvenv.cfg").touch()
    for folder in (environment, pytester.mkdir("node_modules")):
        (folder / "test_other.py").write_text("assert False")
    result = suite(*NARROW)
    assert ran(result, faults) == (1, True)
    result.stdout.fnmatch_lines([SUITE])


@pytest.mark.parametrize("where", [".", "deep/in/here"])
def test_own_tests_run_where_there_are_some(suite, pytester, faults, where):
    folder = pytester.path / where
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "test_own.py").write_text(OWN)
    result = suite()
    assert ran(result, faults) == (1, False)
    assert result.ret == 0, "no cell was to be executed"
    result.stdout.fnmatch_lines(["aikit: the tests of ., on these backends; --pyargs pytest_aikit.suites is the *"])


def test_own_tests_run_where_there_is_an_ini_file(suite, pytester, faults):
    pytester.makeini("[pytest]\ntestpaths = mine\n")
    pytester.makepyfile("def test_elsewhere(): assert False")
    (pytester.mkdir("mine") / "test_own.py").write_text(OWN)
    result = suite()
    assert ran(result, faults) == (1, False)
    result.stdout.fnmatch_lines(["aikit: the tests of mine, on these backends;*"])


def test_an_ini_file_without_tests_is_not_about_the_suite(suite, pytester, faults):
    pytester.makepyprojecttoml("[tool.pytest.ini_options]\n")
    result = suite()
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED and not faults.ran


def test_the_ini_file_may_ask_for_the_suite(suite, run, pytester, faults):
    pytester.makepyprojecttoml("[tool.pytest.ini_options]\naikit_suite = true\n")
    path = pytester.makepyfile(OWN)
    assert ran(suite(*NARROW), faults) == (1, True)
    assert ran(suite(str(path)), faults) == (1, False)
    assert ran(run(), faults) == (1, False), "without the option it is a run like any other"


@pytest.mark.parametrize(
    "ini",
    [
        "python_files = check_*.py",
        "python_functions = check_*",
        "python_files = nothing\npython_functions = nothing\npython_classes = nothing\naikit_suite = true",
    ],
)
def test_the_users_names_of_tests_do_not_hide_the_suite(suite, pytester, faults, ini):
    pytester.makeini(f"[pytest]\n{ini}\n")
    arguments = () if "aikit_suite" in ini else PYARGS
    assert ran(suite(*NARROW, *arguments), faults) == (1, True)
    path = pytester.makepyfile(check_own="from pytest_aikit.suites.test_functions import *")
    assert ran(suite(*NARROW, str(path)), faults) == (1, True)


@pytest.mark.parametrize("distributed", [(), ("-n", "1")])
def test_the_suite_by_name_needs_no_option(pytester, plugin, distributed):
    if distributed:
        pytest.importorskip("xdist")
    pytester.makeconftest(
        "import sys\nsys.modules.update(dict.fromkeys(('torch', 'jax', 'tensorflow', 'array_api_strict')))\n"
        "from pytest_aikit import checks\nfrom pytest_aikit.model import Check, CheckFailure\n"
        "def run(case): raise CheckFailure('all is wrong')\n"
        "checks.load = lambda name: Check(name, 'cell', lambda function: name == 'value', run, '')\n"
    )
    narrow = ("-k", "tan-numpy-cpu-float32 and not atan")
    result = pytester.runpytest_subprocess(*plugin, *narrow, *PYARGS, *distributed)
    result.stdout.fnmatch_lines(
        ["aikit: numpy *", "1. value of `tan`, all is wrong: numpy; 1 cell", "total * numpy * 1"]
    )


def test_each_item_of_the_suite_is_collected_once(run, pytester):
    result = run("--aikit-backends=numpy", *NARROW, "--collect-only", "-q")
    names = [line.rpartition("::")[2] for line in result.outlines if "::" in line]
    assert names == ["test_function[tan-numpy-cpu-float32]", "test_function_tail[tan-numpy-cpu]"]


def test_addopts_that_hide_the_suite_are_an_error(suite, pytester, faults):
    pytester.makeini("[pytest]\naddopts = -k own\n")
    result = suite(*NARROW, *PYARGS)
    assert result.ret == pytest.ExitCode.TESTS_FAILED and not faults.ran
    result.stdout.fnmatch_lines(["error: nothing is left of the conformance suite: addopts = -k own"])


@pytest.mark.parametrize("distributed", [(), ("-n", "2")])
def test_addopts_that_hide_a_part_of_the_suite_are_named(pytester, plugin, distributed):
    if distributed:
        pytest.importorskip("xdist")
    pytester.makeini("[pytest]\naddopts = -k sin\n")
    arguments = ("--aikit-backends=numpy", "--aikit-profile=smoke", *NARROW[1:], *PYARGS)
    result = pytester.runpytest_subprocess(*plugin, "--aikit-functions=tan,sin", *arguments, *distributed)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["1 item of the suite left out: addopts = -k sin"])


def test_ignored_suite_is_an_error(suite, pytester, faults):
    pytester.makeini("[pytest]\naddopts = --ignore-glob=/*functions.py\n")
    result = suite(*NARROW, *PYARGS)
    assert result.ret == pytest.ExitCode.TESTS_FAILED and not faults.ran
    result.stdout.fnmatch_lines(["error: numpy is selected and installed, but not one cell was executed on it*"])


@pytest.mark.parametrize("option", ["--aikit-functions=tan", "--aikit-checks=value"])
def test_selection_from_a_suite_that_is_not_there_is_an_error(run, pytester, faults, option):
    pytester.makepyfile(OWN)
    result = run(option)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    name = option.partition("=")[0]
    result.stdout.fnmatch_lines([f"error: {name} is about the conformance suite, of which nothing was collected; *"])
    few = ("--aikit-backends=numpy", "--aikit-dtypes=float32", "--aikit-functions=tan")
    assert ran(run(option, *PYARGS, *few), faults) > (0, True)


def test_mutants_of_own_tests_are_an_error(run, pytester):
    pytester.makepyfile(OWN)
    result = run("--aikit-mutants=3", "--aikit-backends=numpy", ".")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["error: --aikit-mutants is about the conformance suite, *"])


@pytest.mark.parametrize("value", ["", " ", ","])
@pytest.mark.parametrize("option", ["backends", "functions", "dtypes", "checks", "devices"])
def test_empty_option_is_a_usage_error(run, faults, option, value):
    result = run(f"--aikit-{option}={value}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*--aikit-{option}=*: is empty; give it *"])


def test_the_command_names_the_suite_where_it_would_not_run(suite, run, pytester, faults):
    pytester.makepyfile(OWN)
    faults.fail("value", function="tan")
    result = suite(*NARROW, *PYARGS)
    (line,) = [line for line in result.outlines if "again: " in line]
    faults.ran.clear()
    assert run(*line.partition("pytest ")[2].split()).ret == 1
    assert set(faults.ran) == {("value", "tan-numpy-cpu-float32")}


# ------------------------------------------------------------------------------------------------ marks


ADD = "@pytest.mark.aikit_functions('add')\n"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (ADD + "def test_own(): pass", "but does not take aikit_cell, *; without it the mark does nothing"),
        (ADD + "def test_own(xp): pass", "but does not take aikit_cell, *"),
        (ADD + "def test_own(aikit_cell, xp): pass", "leave xp and the other fixtures out"),
        ("def test_own(aikit_cell): pass", "takes aikit_cell; mark it aikit_functions, *"),
        (
            "@pytest.mark.aikit_functions\ndef test_own(aikit_cell): pass",
            "name functions, as in aikit_functions('add', *",
        ),
        ("@pytest.mark.aikit_functions(3)\ndef test_own(aikit_cell): pass", "name functions, as in *"),
        (
            "@pytest.mark.aikit_functions(['add', 'linlag.*'])\ndef test_own(aikit_cell): pass",
            "'linlag.*' matches nothing; *",
        ),
    ],
)
def test_mark_of_functions_that_would_do_nothing(run, pytester, source, said):
    pytester.makepyfile(f"import pytest\n{source}")
    result = run()
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines([f"*::test_own *{said}"])
    assert "collect.py" not in result.stdout.str(), "no traceback"


def test_mark_of_functions_takes_patterns_and_lists(suite, pytester):
    path = pytester.makepyfile(
        "import pytest\n@pytest.mark.aikit_functions(['sin', 'sin*'], '-sinh')\n"
        "def test_own(aikit_cell): assert aikit_cell.function.name == 'sin'"
    )
    suite("--aikit-dtypes=float32,float64", str(path)).assert_outcomes(passed=2)


def test_marked_functions_on_a_missing_backend_are_skipped(run, pytester, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    path = pytester.makepyfile("import pytest\n" + ADD + "def test_own(aikit_cell): pass")
    result = run("--aikit-backends=numpy,torch", "--aikit-missing=skip", "--aikit-dtypes=int8", "-rs", str(path))
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*torch is not installed*"])


def test_nothing_that_a_test_could_take_is_a_skip_that_says_so(suite, pytester):
    path = pytester.makepyfile("import pytest\n@pytest.mark.aikit_functions('sin')\ndef test_own(aikit_cell): pass")
    result = suite("--aikit-dtypes=int8", "-rs", str(path))
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*no selected backend has a selected device and dtype that the test takes"])


def test_dtypes_that_the_test_itself_gives(suite, pytester):
    path = pytester.makepyfile(
        "import pytest\n@pytest.mark.parametrize('k, aikit_dtype', [(1, 'int8'), (2, 'complex64')])\n"
        "@pytest.mark.aikit_skip(dtype='complex*', reason='so')\n"
        "def test_own(xp, k, aikit_dtype): assert xp.ones(k, dtype=aikit_dtype).dtype == aikit_dtype"
    )
    suite(str(path)).assert_outcomes(passed=1, skipped=1)


@pytest.mark.parametrize(
    ("place", "takes", "said"),
    [
        ("backend='numpy'", "", "(backend=...): the test does not take xp, so that the mark does nothing"),
        ("dtype='int8'", "xp", "(dtype=...): the test does not take aikit_dtype, *"),
        ("device='cpu'", "xp, aikit_dtype", "(device=...): the test does not take aikit_device, *"),
        ("function='add'", "xp", "(function=...): the test does not take aikit_cell, *"),
    ],
)
def test_mark_of_a_place_that_the_test_does_not_know(run, pytester, place, takes, said):
    mark = f"aikit_skip({place}, reason='so')"
    pytester.makepyfile(f"import pytest\n@pytest.mark.{mark}\ndef test_own({takes}): pass")
    result = run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*test_own*: aikit_skip{said}"])


def test_mark_of_a_module_may_concern_some_of_its_tests(run, pytester):
    pytester.makepyfile(
        "import pytest\npytestmark = pytest.mark.aikit_skip(backend='numpy', reason='so')\n"
        "def test_plain(): pass\ndef test_own(xp): pass"
    )
    run().assert_outcomes(passed=1, skipped=1)


MISSPELT = [("backend", "tensorflo", "tensorflow"), ("dtype", "flaot32", "float32"), ("function", "tann", "tan")]


@pytest.mark.parametrize(("kind", "name", "meant"), MISSPELT)
@pytest.mark.parametrize("mark", ["aikit_skip", "aikit_xfail"])
def test_misspelt_name_in_a_mark(run, pytester, mark, kind, name, meant):
    pytester.makepyfile(f"import pytest\n@pytest.mark.{mark}({kind}={name!r}, reason='so')\ndef test_own(xp): pass")
    result = run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        [f"*test_own*: {mark}: {kind} = '{name}': '{name}' matches nothing; did you mean {meant}*"]
    )


def test_misspelt_name_in_a_mark_under_xdist(pytester, plugin):
    pytest.importorskip("xdist")
    pytester.makepyfile("import pytest\n@pytest.mark.aikit_skip(backend='numpi', reason='so')\ndef test_own(xp): pass")
    result = pytester.runpytest_subprocess(*plugin, "-n", "1")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*'numpi' matches nothing; did you mean numpy*"])


# ------------------------------------------------------------------------------------------------ expectations


@pytest.mark.parametrize(
    ("kind", "name", "meant"), [*MISSPELT, ("check", "valeu", "value"), ("dtype", "int8,unt8", "uint8")]
)
def test_misspelt_name_in_an_expectation(suite, pytester, kind, name, meant):
    path = pytester.path / "expected.toml"
    path.write_text(f"[[expect]]\n{kind} = ['*', {name!r}]\nreason = 'so'\n")
    result = suite(f"--aikit-expect={path}", *NARROW)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    wrong = name.rpartition(",")[2]
    words = f"*expected.toml, entry 1: {kind} = '{name}': '{wrong}' matches nothing; did you mean {meant}*"
    result.stderr.fnmatch_lines([words])


def test_names_that_are_known_elsewhere(suite, pytester, faults):
    path = pytester.path / "expected.toml"
    path.write_text(
        "[[expect]]\nfunction = 'linalg.*'\nbackend = ['tensorflow', 'array_api:my.module']\ndevice = 'npu:0'\n"
        "dtype = 'float*,int8'\nreason = 'so'\n"
    )
    assert suite(f"--aikit-expect={path}", *NARROW).ret == 0


@pytest.mark.parametrize(
    ("when", "meant"), [("tensorflo<2.22", "tensorflow"), ("array_api_stric>1", "array-api-strict")]
)
def test_misspelt_framework_in_a_condition(suite, pytester, when, meant):
    path = pytester.path / "expected.toml"
    path.write_text(f"[[expect]]\nwhen = {when!r}\nreason = 'so'\n")
    result = suite(f"--aikit-expect={path}", *NARROW)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*expected.toml, entry 1: when = *: no such distribution; did you mean {meant}?"])


@pytest.mark.needs("array_api_strict")
@pytest.mark.parametrize("profile", ["smoke", "default"])
def test_where_dtypes_take_turns_a_function_may_have_no_call_in_those_that_are_selected(run, profile):
    functions = "--aikit-functions=set_item,use_backend,vmap.drawn,triu_indices"
    selected = ("--aikit-backends=array_api_strict", "--aikit-dtypes=int8,float16", f"--aikit-profile={profile}")
    result = run(functions, *selected)
    assert result.ret == 0, result.stdout.str()
    result.stdout.no_fnmatch_line("*an error of the harness*")
