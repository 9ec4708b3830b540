"""The examples of docs/hooks.md extend the suite as they stand there; what is wrong with a hook is a usage error in a line."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pytest_aikit
from pytest_aikit import hookspecs

pytest_plugins = ["pytester"]

DOCS = Path(__file__).parents[3] / "docs"
SECTIONS = re.split(r"^## ", (DOCS / "hooks.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
EXAMPLES = {
    section.splitlines()[0]: dict(re.findall(r"^```python\n# (\w+)\.py\n(.*?)^```", section, re.MULTILINE | re.DOTALL))
    for section in SECTIONS
}
EXTENDED = ("A function", "A backend", "A check", "Samples", "A reference", "The records")
NARROW = ("--pyargs", "pytest_aikit.suites", "--aikit-profile=smoke")


@pytest.fixture
def apart(pytester: pytest.Pytester, plugin: list[str], monkeypatch: pytest.MonkeyPatch):
    """Run the suite in a process of its own, which sees what is declared in it, with the files of some examples."""
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.setenv("PYTHONPATH", f"{DOCS}:{pytester.path}", prepend=":")

    def run(titles: tuple[str, ...], *args: str) -> pytest.RunResult:
        for number, title in enumerate(titles):
            for name, text in EXAMPLES[title].items():
                # the hooks of several examples in plugins beside each other
                path = pytester.path / f"{f'plugin_{number}' if name == 'conftest' else name}.py"
                path.write_text(text)
        added = [word for number in range(len(titles)) for word in ("-p", f"plugin_{number}")]
        return pytester.runpytest_subprocess(*plugin, *added, "-p", "no:cacheprovider", *args)

    return run


def test_each_hook_has_an_example():
    text = "".join(text for files in EXAMPLES.values() for text in files.values())
    hooks = [name for name, found in inspect.getmembers(hookspecs, inspect.isfunction) if name.startswith("pytest_")]
    assert len(hooks) == 6
    for name in hooks:
        assert f"def {name}(" in text and inspect.getdoc(getattr(hookspecs, name))


def test_what_they_are_made_of_is_public():
    table = re.findall(r"^\| (`.*?`) \|", SECTIONS[0], re.MULTILINE)
    names = re.findall(r"`(\w+)`", " ".join(table))
    others = [page for page in DOCS.glob("*.md") if page.name != "hooks.md"]
    of_others = {*re.findall(r"\w+", " ".join(page.read_text() for page in others))}
    assert {name for name in pytest_aikit.__all__ if not name.startswith("assert_")} - of_others == set(
        names
    ) - of_others
    assert all(getattr(pytest_aikit, name) for name in pytest_aikit.__all__)


@pytest.mark.parametrize("distributed", [(), ("-n", "2")])
def test_all_of_them(apart, pytester: pytest.Pytester, distributed):
    if distributed:
        pytest.importorskip("xdist")
    functions = "--aikit-functions=mine.softsign,theirs.doubled,sin"
    strict = ("--strict-markers", "-W", "error")
    backends = "--aikit-backends=numpy,minimal"
    only = ("--aikit-checks=value,dtype,odd,out", "-k", "numpy or sin")
    expected = pytester.path / "expected.toml"
    expected.write_text("[[expect]]\nbackend = 'minimal'\nraises = 'AikitNotImplementedException'\nreason = 'no sin'\n")
    result = apart(EXTENDED, *NARROW, functions, backends, *only, *strict, f"--aikit-expect={expected}", *distributed)
    assert result.ret == 0, result.stdout.str()
    records = [json.loads(line) for line in (pytester.path / "records.jsonl").read_text().splitlines()]
    found = {(record["function"], record["backend"]) for record in records}
    assert found == {("mine.softsign", "numpy"), ("theirs.doubled", "numpy"), ("sin", "numpy"), ("sin", "minimal")}
    assert len(records) == int(re.findall(r"(\d+) passed", result.stdout.str())[-1])
    assert sum(record["checks"].get("passed", 0) for record in records) == 6 * 4 + 4 * 3 + 6 * 3


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("functions", "mine.softsign            mine"),
        ("backends", "minimal                  "),
        ("checks", "odd                      f(-x) is -f(x)."),
    ],
)
def test_what_is_added_is_listed(apart, what, line):
    result = apart(EXTENDED[:3], f"--aikit-list={what}")
    assert result.ret == 0 and any(found.startswith(line.rstrip()) for found in result.outlines), result.stdout.str()


# ------------------------------------------------------------------------------------------------ one by one


@pytest.fixture
def extended(run, pytester: pytest.Pytester):
    """Run checks of sin on NumPy in this process, with a conftest."""

    def run_with(text: str, *args: str) -> pytest.RunResult:
        pytester.makeconftest(text)
        narrow = ("--aikit-backends=numpy", "--aikit-functions=sin", "--aikit-dtypes=float64")
        return run(*NARROW, *narrow, *args)

    return run_with


def test_a_check_fails_and_is_expected_to(extended, pytester: pytest.Pytester):
    broken = EXAMPLES["A check"]["conftest"].replace("function(-x)", "abs(function(x))")
    result = extended(broken, "--aikit-checks=odd")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["1. odd of `sin`, not an odd function: numpy; 1 cell"])
    path = pytester.path / "expected.toml"
    path.write_text("[[expect]]\nfunction = 'sin'\ncheck = 'odd'\nreason = 'it is broken'\n")
    assert extended(broken, "--aikit-checks=odd", f"--aikit-expect={path}").ret == 0
    result = extended("", f"--aikit-expect={path}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR, "it is gone with its run"
    result.stderr.fnmatch_lines(["*check = 'odd': 'odd' matches nothing*"])


def test_a_sample_is_run(extended):
    result = extended(
        """
def pytest_aikit_checks():
    from pytest_aikit import Check, CheckFailure
    def run(case):
        raise CheckFailure(case.samples[-1].label)
    return [Check("told", "cell", lambda function: True, run)]
"""
        + EXAMPLES["Samples"]["conftest"],
        "--aikit-checks=told",
    )
    result.stdout.fnmatch_lines(["1. told of `sin`, near multiples of pi: numpy; 1 cell"])


def test_a_run_without_aikit_imports_nothing(pytester: pytest.Pytester, plugin: list[str]):
    pytester.makeconftest("".join(EXAMPLES[title]["conftest"] for title in EXTENDED))
    pytester.makepyfile("import sys\ndef test_nothing(): assert not {'aikit', 'numpy', 'mine'} & set(sys.modules)")
    command = [sys.executable, "-m", "pytest", *plugin, "-p", "no:hypothesispytest", "-q"]
    result = subprocess.run(command, capture_output=True, text=True, cwd=pytester.path)
    assert "1 passed" in result.stdout, result.stdout


# ------------------------------------------------------------------------------------------------ what is wrong

CHECK = "from pytest_aikit import Check; run = lambda case: None\n    return [Check({}, lambda function: True, run)]"
SAMPLE = "import numpy as np; from pytest_aikit import Sample; x = np.ones(2)\n    return {{{!r}: [{}]}}"


@pytest.mark.parametrize(
    ("hook", "body", "said"),
    [
        ("functions", "return [len]", "len is not declared; put a decorator of aikit.declare on it"),
        ("functions", "return 3", "gives 3, which is no list"),
        ("functions", "import aikit; return [aikit.is_array]", "is_array has no cells"),
        ("functions", "raise OSError('no disk')", "OSError: no disk"),
        ("backends", "return ['jax']", "gives 'jax', which is no pytest_aikit.Framework"),
        ("backends", "from pytest_aikit import Framework; return [Framework('mxnet')]", "there is no backend 'mxnet'"),
        ("backends", "from pytest_aikit import Framework; return [Framework('torch')]", "'torch' already"),
        ("backends", "from pytest_aikit import Framework as F; return [F('m', backend=3)]", "lacks what every backend"),
        ("checks", CHECK.format("'', 'cell'"), "Check: name='' must be an identifier"),
        ("checks", CHECK.format("'odd', 'once'"), "Check: odd: scope='once'; choose from cell, rejected, item"),
        ("checks", CHECK.format("'value', 'cell'"), "there is a check 'value' already"),
        ("checks", "return [print]", "gives <built-in function print>, which is no pytest_aikit.Check"),
        (
            "samples",
            SAMPLE.format("sin", "Sample((x, x), label='two')"),
            "the sample 'two' does not fit sin(x, /, *, out=",
        ),
        ("samples", SAMPLE.format("sin", "Sample((x > 1,), label='b')"), "'b' belongs to no cell: sin takes no bool"),
        ("samples", SAMPLE.format("sin", "x"), "which is no pytest_aikit.Sample"),
        ("samples", SAMPLE.format("sinn", "Sample((x,))"), "'sinn' matches nothing; did you mean sin"),
        ("samples", SAMPLE.format("sin", "np.ones((40, 40))"), "which is no pytest_aikit.Sample"),
        ("checks", "pass", "gives None, as does a wrapper; let it return what it adds"),
        ("references", "return {'sin': len}", "'sin' has a reference already"),
        ("references", "return {'sin': 3}", "the reference of 'sin' is 3, which is no function"),
        ("references", "return [len]", "which is no dict of names of functions"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(extended, hook, body, said):
    result = extended(f"def pytest_aikit_{hook}():\n    {body}\n")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in result.errlines if line.strip()]
    assert line.startswith(f"ERROR: pytest_aikit_{hook} of ") and "conftest.py: " in line and said in line


def test_a_function_without_a_reference(apart, pytester: pytest.Pytester):
    without = EXAMPLES["A reference"]["conftest"].partition("\n\n\n")[0]
    (pytester.path / "theirs.py").write_text(EXAMPLES["A reference"]["theirs"])
    pytester.makeconftest(without)
    result = apart((), "--aikit-backends=numpy", *NARROW)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: pytest_aikit_functions of *: theirs.doubled has no reference, so that *"])


@pytest.mark.parametrize("distributed", [(), ("-n", "1")])
def test_a_hook_that_comes_too_late(pytester: pytest.Pytester, plugin: list[str], distributed):
    if distributed:
        pytest.importorskip("xdist")
    folder = pytester.mkdir("below")
    (folder / "conftest.py").write_text(EXAMPLES["A check"]["conftest"])
    (folder / "test_own.py").write_text("def test_own(xp): pass")
    pytester.makeconftest("")
    result = pytester.runpytest_subprocess(*plugin, "--aikit-backends=numpy", "--aikit-checks=value", ".", *distributed)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "conftest.py: comes too late to be called; put it in the" in result.stdout.str() + result.stderr.str()


def test_without_our_plugin(pytester: pytest.Pytester):
    pytester.makeconftest("import pytest\n@pytest.hookimpl(optionalhook=True)\ndef pytest_aikit_record(record): pass\n")
    pytester.makepyfile("def test_own(): pass")
    pytester.runpytest_subprocess("-p", "no:aikit").assert_outcomes(passed=1)
