"""Namespaces of the standard from the command line."""

from __future__ import annotations

import shlex

import pytest

pytest.importorskip("array_api_strict")
pytest_plugins = ["pytester"]
NARROW = ("-p", "no:cacheprovider")

FACTORY = """
import os
import types

import array_api_strict as strict


def made(module, what, *, version="2024.12"):
    assert module is strict
    found = types.SimpleNamespace(**{name: getattr(strict, name) for name in (*dir(strict), 'linalg')})
    found.__array_api_version__ = version
    if what == "faulty":
        found.floor = strict.ceil
    if what == "dull":
        found.isdtype, found.finfo = (lambda dtype, kind: True), (lambda x, /: None)
        found.iinfo, found.broadcast_shapes = found.finfo, (lambda *shapes: ())
        found.__array_namespace_info__ = None
    if what == "fatal":
        found.floor = lambda x, /: os.abort()
    if what == "poor":
        del found.sin, found.linalg
    return found


def failing():
    raise RuntimeError("not today")
"""


@pytest.fixture
def factory(pytester):
    pytester.makepyfile(own_factory=FACTORY)
    return "array_api:own_factory:made(array_api_strict, {}, version='2025.12')"


def test_fault_of_a_namespace_that_a_factory_makes(run, factory):
    result = run(f"--aikit-backends={factory.format(repr('faulty'))}", "--aikit-functions=floor,ceil", *NARROW)
    assert result.ret == 1
    said = result.stdout.str()
    result.stdout.fnmatch_lines(
        [
            "aikit: array_api:own_factory:made*, a namespace of the standard 2025.12, with 13 dtypes",
            "*value of `floor`, error above the bound: array_api:own_factory*; 2 cells",
            "*# https://data-apis.org/array-api/2025.12/API_specification/generated/array_api.floor.html",
            "*import own_factory",
            "*again: pytest '--aikit-backends=array_api:own_factory:made(array_api_strict*--aikit-functions=floor*",
        ]
    )
    assert "`ceil`" not in said


def test_a_call_that_ends_the_process_costs_one_function(run, factory):
    given = (f"--aikit-backends={factory.format(repr('fatal'))}", "--aikit-functions=floor,ceil", "-n", "1")
    result = run(*given, *NARROW)
    assert result.ret == 1
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*crash of `floor`, the process died: array_api:own_factory*; 1 cell"])


def test_missing_functions_are_skips_that_say_so(run, factory):
    result = run(
        f"--aikit-backends={factory.format(repr('poor'))}", "--aikit-functions=sin,cos,linalg.det", "-rs", *NARROW
    )
    assert result.ret == 0
    result.assert_outcomes(passed=1, skipped=2)
    result.stdout.fnmatch_lines_random(
        [
            "*missing: * has no sin, which the standard has since 2021.12*",
            "*missing: * has no linalg.det, which the standard has since 2021.12, in the optional extension linalg*",
            "category * missing *",
        ]
    )


def test_namespace_is_judged_beside_backends(run):
    result = run(
        "--aikit-backends=numpy,array_api:array_api_strict", "--aikit-functions=cos", "--aikit-profile=smoke", "-v"
    )
    assert result.ret == 0
    result.stdout.fnmatch_lines_random(
        ["*[[]cos-numpy-cpu-float32] PASSED*", "*[[]cos-array_api:array_api_strict] PASSED*"]
    )


@pytest.fixture
def repeated(run):
    def commands(result):
        return [shlex.split(line.partition("again: pytest ")[2]) for line in result.outlines if "again: pytest" in line]

    def again(*args):
        """Run, and then each command that is printed."""
        found = commands(run(*args, *NARROW))
        return found, [run(*one, *NARROW) for one in found]

    return again


def test_commands_repeat_what_is_no_function_of_arrays(repeated, factory):
    chosen = "isdtype,finfo,iinfo,broadcast_shapes,namespace"
    found, results = repeated(f"--aikit-backends={factory.format(repr('dull'))}", f"--aikit-functions={chosen}")
    named = [one.partition("=")[2] for command in found for one in command if one.startswith("--aikit-functions=")]
    assert set(named) == {*chosen.split(",")}
    for result in results:
        result.assert_outcomes(failed=1)


def test_commands_repeat_an_expectation_that_passes(repeated, factory, pytester):
    entry = '[[expect]]\nfunction = "floor"\ncheck = "value"\ndtype = "float32"\nreason = "none"'
    path = pytester.makefile(".toml", **{"known ones": entry})
    narrow = (f"--aikit-backends={factory.format(repr('right'))}", "--aikit-functions=floor", "--aikit-dtypes=float32")
    found, results = repeated(*narrow, f"--aikit-expect={path}")
    assert len(found) == 1 and {f"--aikit-expect={path}", "--aikit-dtypes=float32"} <= {*found[0]}
    results[0].assert_outcomes(failed=1)


def test_known_deviation_is_expected(run, factory):
    expected = """
        [[expect]]
        function = "floor"
        check = "{}"
        backend = "array_api:*"
        dtype = "float*"
        reason = "the ceiling, for now"
    """

    def outcome(check):
        with open("known.toml", "w") as file:
            file.write(expected.format(check))
        chosen = (f"--aikit-backends={factory.format(repr('faulty'))}", "--aikit-functions=floor", *NARROW)
        return run(*chosen, "--aikit-checks=value", "--aikit-expect=known.toml").ret

    assert outcome("value") == 0
    assert outcome("dtype") == 1


@pytest.mark.parametrize("made, status", [("dull", 0), ("right", 1)])
def test_known_deviation_of_what_is_no_function_of_arrays_is_expected(run, factory, pytester, made, status):
    path = pytester.makefile(".toml", known='[[expect]]\nfunction = "isdtype"\ncheck = "value"\nreason = "not yet"')
    chosen = (f"--aikit-backends={factory.format(repr(made))}", "--aikit-functions=isdtype", *NARROW)
    assert run(*chosen).ret == 1 - status
    result = run(*chosen, f"--aikit-expect={path}")
    assert result.ret == status
    if status:
        result.stdout.fnmatch_lines(["1. value of `isdtype`, expected to fail, and passes: *"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["array_api:no_such_module"], "no_such_module is not installed"),
        (["array_api:json"], "json is no namespace of the Array API standard: it has none of its functions"),
        (["array_api:own_factory:failing()"], "failing() raised RuntimeError: not today"),
        (["array_api:own_factory:mad()"], "own_factory has no 'mad'; did you mean made?"),
        (["array_api:own_factory:made(nump)"], "nump is not installed"),
        (["array_api:own_factory:1+"], "'1+' is neither an attribute nor a call of one"),
        (["array_api:own_factory:made(2 + x)"], "'2 + x' is neither a literal nor the name of a module"),
        (["array_api:array_api_strict", "--aikit-functions=sine"], "'sine' matches nothing; did you mean sin"),
        (["array_api:array_api_strict", "--aikit-functions=relu"], "'relu' matches nothing; did you mean real"),
        (["array_api:array_api_strict", "--aikit-checks=gradient"], "leaves nothing; of a namespace there are value,"),
        (["array_api:array_api_strict", "--aikit-namespace-adapter=nope"], "nope is not installed"),
        (["array_api:array_api_strict", "--aikit-namespace-adapter=json"], "json has none of to_numpy, from_numpy"),
        (["numpy", "--aikit-namespace-adapter=own_factory"], "is of a namespace; name one"),
    ],
)
def test_bad_input_is_one_line(run, factory, arguments, said):
    result = run(f"--aikit-backends={arguments[0]}", *arguments[1:], *NARROW)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    line = next(line for line in result.stderr.lines if line.startswith("ERROR"))
    assert said in line


def test_namespace_that_cannot_be_loaded_is_a_visible_skip_where_asked(run):
    result = run(
        "--aikit-backends=array_api:no_such_module,numpy",
        "--aikit-missing=skip",
        "--aikit-functions=cos",
        "--aikit-profile=smoke",
        *NARROW,
    )
    assert result.ret == 0
    result.stdout.fnmatch_lines(["aikit: array_api:no_such_module skipped: no_such_module is not installed"])
