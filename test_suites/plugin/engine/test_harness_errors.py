"""A check that goes wrong itself is an error of the harness; what is kept for other checks stays what it is."""

from __future__ import annotations

import ctypes
import dataclasses
import json
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.processes import run_python

import aikit
from pytest_aikit import checks
from pytest_aikit.cases import calling, guard, oracle, samples
from pytest_aikit.engine import verdicts
from pytest_aikit.model import Case, Cell, Check, CheckFailure, Evidence, HarnessError, Sample

pytest_plugins = ["pytester"]

RIGHT = checks.load("value")


def _case(name: str = "add", backend: str = "numpy", broken: Any = None) -> Case:
    function, namespace = aikit.describe(getattr(aikit, name)), aikit.get_backend(backend)
    cell = Cell(function, backend, "cpu", ("float32",) * len(function.array_parameters))
    xp = namespace if broken is None else types.SimpleNamespace(**{**vars(namespace), name: broken})
    return Case(cell, xp, samples.core_samples(cell))


def _check(run: Any) -> Check:
    return Check("mine", "cell", lambda function: True, calling.watched(run))


def _verdict(check: Check, case: Case) -> Any:
    with np.errstate(all="ignore"):
        try:
            return verdicts.of(check, case)[1]
        except Exception as error:
            return error


# ------------------------------------------------------------------------------------------------ who is at fault


def _bug(case: Case) -> Evidence:
    return Evidence(1 // 0)


def _wrong_reference(case: Case) -> Evidence:
    oracle.expected(case.function, dataclasses.replace(case.samples[0], args=(1, 2, 3, 4)))
    return Evidence(1)


def _bug_in_a_callback(case: Case) -> Evidence:
    calling.call(case, case.samples[0], [], {}, lambda: oracle.bind(case.function, None))
    return Evidence(1)


@pytest.mark.parametrize("run", [_bug, _wrong_reference, _bug_in_a_callback])
def test_a_bug_of_the_harness_is_no_verdict(run):
    found = _verdict(_check(run), _case())
    assert isinstance(found, Exception) and not isinstance(found, CheckFailure)


def _raising(*args, **kwargs):
    raise ZeroDivisionError("inside")


def _calls_without_protection(case: Case) -> Evidence:
    aikit.add("x", object())
    return Evidence(1)


@pytest.mark.parametrize(
    ("run", "broken"),
    [
        (RIGHT.run, _raising),
        (_calls_without_protection, None),
        (checks.load("dtype").run, lambda *args, **kwargs: 3),
        (checks.load("aliasing").run, lambda *args, **kwargs: object()),
        (checks.load("container").run, lambda *args, **kwargs: np.zeros(2)),
        (checks.load("native_input").run, lambda *args, **kwargs: None),
    ],
)
def test_a_fault_of_the_function_is_a_failure(run, broken):
    assert isinstance(_verdict(_check(run), _case(broken=broken)), CheckFailure)


CONFTEST = """
from dataclasses import replace
import numpy as np
from pytest_aikit import checks
from pytest_aikit.checks import {check}

right = {check}.CHECK.run

def run(case):
    if case.cell.dtypes[0] == "float64":
        raise ZeroDivisionError("a bug")
    return right(case)

{check}.CHECK = replace({check}.CHECK, run=run)
"""
RUN = ("--aikit-backends=numpy", "--aikit-profile=smoke", "--aikit-functions=tan,sin", "--aikit-checks=value,dtype")


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["one process", "xdist"])
def test_a_run_counts_errors_by_themselves(pytester, plugin, workers):
    pytester.makeconftest(CONFTEST.format(check="value"))
    result = pytester.runpytest_subprocess(*plugin, *RUN, *workers, "--color=yes", "--junit-xml=x.xml")
    assert result.ret == pytest.ExitCode.INTERNAL_ERROR
    text = "\n".join(result.outlines)
    assert "1. an error of the harness in value of `" in text and "ZeroDivisionError: a bug: numpy; 2 cells" in text
    assert "2 errors of the harness" in text and "expected  failed  error" in text
    assert 'raise ZeroDivisionError("a bug")' in text  # where it happened
    total = next(line for line in result.outlines if line.startswith("total"))
    assert "\x1b[35m" in total and "\x1b[31m" not in total
    assert "2 errors" in result.outlines[-1] and "failed" not in result.outlines[-1]
    properties = [part.split('" />')[0] for part in (pytester.path / "x.xml").read_text().split('name="aikit" value="')]
    records = [
        json.loads(one.replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">")) for one in properties[1:]
    ]
    assert sum(record["cells"].get("error", 0) for record in records) == 2
    assert sum(record["cells"].get("failed", 0) for record in records) == 0


def test_no_expectation_hides_an_error(pytester, plugin):
    pytester.makeconftest(CONFTEST.format(check="value"))
    pytester.makefile(
        ".toml",
        expected='[[expect]]\nfunction = "tan"\ncheck = "value"\ndtype = "float64"\nraises = "ZeroDivisionError"\nreason = "x"\n',
    )
    result = pytester.runpytest_subprocess(*plugin, *RUN, "--aikit-expect=expected.toml")
    assert result.ret == pytest.ExitCode.INTERNAL_ERROR
    result.stdout.fnmatch_lines(["2 errors of the harness*"])


def test_an_error_in_the_tail(pytester, plugin):
    pytester.makeconftest(CONFTEST.format(check="value"))
    arguments = (
        "--aikit-backends=numpy",
        "--aikit-functions=tan",
        "--aikit-checks=value",
        "--aikit-profile=ci",
        "-k",
        "tail",
    )
    result = pytester.runpytest_subprocess(*plugin, *arguments)
    assert result.ret == pytest.ExitCode.INTERNAL_ERROR
    result.stdout.fnmatch_lines(
        ["1. an error of the harness in value of `tan`, *: numpy; the tail", "   as a core sample: *"]
    )


def test_an_error_in_the_sampling(pytester, plugin):
    pytester.makeconftest(
        """
        from pytest_aikit.cases import samples
        right = samples.core_samples
        def core_samples(cell, *args, **kwargs):
            return right(cell, *args, **kwargs) if cell.dtypes[0] != "float64" else 1 // 0
        samples.core_samples = core_samples
        """
    )
    result = pytester.runpytest_subprocess(*plugin, *RUN)
    assert result.ret == pytest.ExitCode.INTERNAL_ERROR
    result.stdout.fnmatch_lines(["1. an error of the harness in samples of `sin`, `tan`, ZeroDivisionError: *2 cells"])


# ------------------------------------------------------------------------------------------------ what is kept


def _write(array: np.ndarray) -> None:
    """Write to memory whatever its flags say, as a framework does that takes a pointer."""
    ctypes.memset(array.__array_interface__["data"][0], 7, array.itemsize)


def _to_a_sample(case: Case) -> Evidence:
    _write(case.samples[0].args[0])
    return Evidence(1)


def _to_a_result(case: Case) -> Evidence:
    calling.result(case, case.samples[0])[...] = 1
    return Evidence(1)


def _to_a_native(case: Case) -> Evidence:
    calling.arguments(case, case.samples[0])
    for _, native in case.kept.natives.values():
        _write(np.asarray(native))
    return Evidence(1)


def _through_a_failure(case: Case) -> Evidence:
    _to_a_sample(case)
    raise CheckFailure("of the function")


def found_and_named(run: Any, backend: str, what: str) -> None:
    case = _case(backend=backend)
    assert _verdict(RIGHT, case) is None
    found = _verdict(_check(run), case)
    assert isinstance(found, HarnessError) and str(found) == f"the check writes to {what}"
    assert _verdict(RIGHT, case) is None
    again = _case(backend=backend)  # the samples are kept for other backends, too
    assert _verdict(RIGHT, again) is None


@pytest.mark.parametrize(
    ("run", "what"), [(_to_a_sample, guard.SAMPLE), (_through_a_failure, guard.SAMPLE), (_to_a_result, guard.RESULT)]
)
def test_a_check_that_writes_to_what_is_kept_is_named(run, what):
    found_and_named(run, "numpy", what)


@pytest.mark.parametrize(
    ("run", "backend"), [("_to_a_result", "torch"), ("_to_a_result", "jax"), ("_to_a_native", "tensorflow")]
)
def test_so_it_is_in_the_memory_of_a_framework(run, backend):
    pytest.importorskip(backend)
    what = "RESULT" if run == "_to_a_result" else "NATIVE"
    run_python(  # a process of its own, which no write can harm
        f"import sys; sys.path[:0] = {[str(Path(__file__).parent), str(Path(__file__).parents[2])]!r}; "
        "import test_harness_errors as t; "
        f"t.found_and_named(t.{run}, {backend!r}, t.guard.{what})"
    )


def _failing(case: Case) -> Evidence:
    calling.result(case, case.samples[0])
    raise CheckFailure("of the function")


@pytest.mark.parametrize("made_together", [False, True])
@pytest.mark.parametrize("others", [(), (_failing,)], ids=["all pass", "one fails"])
@pytest.mark.parametrize(("run", "what"), [(_to_a_sample, guard.SAMPLE), (_to_a_result, guard.RESULT)])
def test_of_several_checks_it_is_named_too(run, what, others, made_together):
    """What is kept is looked at when all are over, and before calls that were made together are forgotten."""
    case = _case()
    assert _verdict(RIGHT, case) is None
    if made_together:
        case.kept.together = set(map(id, case.samples))
    with np.errstate(all="ignore"):
        found = verdicts.of_each((_check(run), RIGHT, *map(_check, others)), case)
        assert isinstance(found[0], HarnessError) and str(found[0]) == f"the check writes to {what}"
        assert [one[1] and one[1].cause for one in found[1:]] == [None, *("of the function" for _ in others)]
        assert verdicts.of_each((RIGHT,), case)[0][1] is None


def test_what_is_changed_once_is_no_pass():
    left = [1]

    def once(case: Case) -> Evidence:
        return _to_a_sample(case) if left and left.pop() else Evidence(1)

    case = _case()
    with np.errstate(all="ignore"):
        found = verdicts.of_each((RIGHT, _check(once), RIGHT), case)
        assert isinstance(found[-1], HarnessError) and f"has changed {guard.SAMPLE}" in str(found[-1])
        assert [one[1] for one in verdicts.of_each((RIGHT, RIGHT), case)] == [None, None]


def test_a_check_that_writes_to_an_exact_value_goes_wrong():
    def run(case: Case) -> Evidence:
        exact = oracle.expected(case.function, case.samples[0]).exact
        exact.flags.writeable = True
        exact[...] = 0
        return Evidence(1)

    case = _case()
    assert isinstance(_verdict(_check(run), case), ValueError)
    assert _verdict(RIGHT, case) is None


def test_a_function_that_writes_to_an_earlier_result_fails():
    namespace, buffer = aikit.get_backend("numpy"), {}

    def broken(*args, **kwargs):
        result = namespace.add(*args, **kwargs)
        kept = buffer.setdefault((result.shape, result.dtype), result)
        kept[...] = result
        return kept

    case = _case(broken=broken)
    failure = _verdict(checks.load("native_input"), case)
    assert isinstance(failure, CheckFailure) and failure.cause.startswith("changes a result that is kept")


def test_results_in_one_memory_are_the_fault_of_the_function():
    namespace, buffer = aikit.get_backend("numpy"), {}

    def broken(*args, **kwargs):
        result = namespace.add(*args, **kwargs)
        return buffer.setdefault((result.shape, result.dtype), result)

    case = _case(broken=broken)
    with np.errstate(all="ignore"):
        for sample in case.samples:
            calling.result(case, sample)
    failure = _verdict(checks.load("aliasing"), case)
    assert isinstance(failure, CheckFailure) and failure.cause.startswith("changes a result that is kept")


def test_no_sample_gets_the_result_of_one_that_is_gone():
    """Whose identity, under which it is kept, another one may have."""
    case, lengths = _case("sum"), iter(range(50))

    def run(case: Case) -> Evidence:
        length = next(lengths)
        ones = np.ones(length, np.float32)
        assert calling.result(case, Sample((ones,), {}, "made just now", "calls")) == length
        return Evidence(1)

    for _ in range(50):
        assert _verdict(_check(run), case) is None
