"""Frameworks that are broken or too old, and bad entry points: a visible skip, or a usage error, in one line."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture
def fake(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put modules and distributions before all others: ``fake("torch", "raise OSError", version="1.0")``."""
    folder = Path(pytester.mkdir("site"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", ""))))

    def make(name: str, text: str = "", version: str = "", entry: str = "") -> None:
        (folder / f"{name}.py").write_text(text)
        if version:
            info = folder / f"{name}-{version}.dist-info"
            info.mkdir()
            (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
            (info / "entry_points.txt").write_text(f"[aikit.backends]\n{entry}\n" if entry else "")

    for framework in ("jax", "tensorflow", "array_api_strict"):
        make(framework, "raise ImportError('not here')", "99.0")
    return make


@pytest.fixture
def run_apart(pytester: pytest.Pytester, plugin: list[str]) -> Callable[..., pytest.RunResult]:
    """Run the suite of one function in a process of its own, which has imported no framework yet."""

    def run(*args: str) -> pytest.RunResult:
        arguments = ("--aikit-functions=tan", "--aikit-profile=smoke", "--aikit-checks=dtype", "--aikit-dtypes=float32")
        return pytester.runpytest_subprocess(*plugin, *arguments, "-p", "no:cacheprovider", *args)

    return run


BROKEN = [
    ("import json; json.uint16", "2.13.0", "torch' cannot be imported: AttributeError: module 'json' has no attribute"),
    (
        "raise OSError('libcudart.so: cannot open\\nshared object file')",
        "",
        "torch' cannot be imported: OSError: libcudart",
    ),
    ("", "1.9", "torch 1.9 is too old, >=2.13 is needed; pip install 'pytest-aikit[[]torch]'"),
]


@pytest.mark.parametrize(
    ("selection", "text", "version", "reason"), [("available", *BROKEN[0]), *(("all", *one) for one in BROKEN[1:])]
)
def test_among_all_it_is_skipped_with_its_reason(fake, run_apart, selection, text, version, reason):
    fake("torch", text, version)
    result = run_apart(f"--aikit-backends={selection}", "-rs")
    result.assert_outcomes(passed=1, skipped=4)
    result.stdout.fnmatch_lines(
        [f"aikit: torch skipped: *{reason}*", f"SKIPPED*{reason}*", f"torch skipped: *{reason}*"]
    )
    assert "Traceback" not in result.stdout.str() + result.stderr.str()


@pytest.mark.parametrize(
    ("distributed", "text", "version", "reason"), [(("-n", "1"), *BROKEN[0]), *(((), *one) for one in BROKEN[1:])]
)
def test_named_it_is_a_usage_error_of_one_line(fake, run_apart, distributed, text, version, reason):
    if distributed:
        pytest.importorskip("xdist")
    fake("torch", text, version)
    result = run_apart("--aikit-backends=numpy,torch", *distributed)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in result.stderr.lines + result.stdout.lines if line.strip()]
    assert line.startswith("ERROR: --aikit-backends=numpy,torch: torch: ")
    assert reason.replace("[[]", "[") in line


def test_bad_entry_point_of_another_distribution(fake, run_apart):
    fake("torch", "raise ImportError('no')")
    fake("third_party", "NAME = 3", "1.0", entry="third = third_party")
    result = run_apart("--aikit-backends=all")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["third skipped: the backend 'third': third_party lacks what every backend has*"])
    assert run_apart("--aikit-backends=third").ret == pytest.ExitCode.USAGE_ERROR


def test_skip_may_be_asked_for(fake, run_apart):
    fake("torch", "raise ImportError('no')")
    assert run_apart("--aikit-backends=numpy,torch", "--aikit-missing=skip").ret == 0
    assert run_apart("--aikit-backends=available", "--aikit-missing=error").ret == pytest.ExitCode.USAGE_ERROR


def test_own_tests_are_skipped_there(fake, run_apart, pytester):
    fake("torch", "raise ImportError('no')")
    path = pytester.makepyfile("def test_own(xp): assert xp.zeros(2).backend == 'numpy'")
    result = run_apart("--aikit-backends=numpy,torch", "--aikit-missing=skip", str(path), "-rs")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*the backend 'torch' cannot be imported: ImportError: no*"])


@pytest.mark.needs("jax")
def test_cache_folder_that_cannot_be_made(pytester, plugin):
    pytester.path.joinpath("occupied").write_text("a file, no folder")
    arguments = ("--aikit-backends=jax", "--aikit-functions=tan", "--aikit-profile=smoke", "--aikit-checks=dtype")
    result = pytester.runpytest_subprocess(*plugin, *arguments, "--aikit-dtypes=float32", "-o", "cache_dir=occupied/x")
    assert result.ret == 0
    assert "INTERNALERROR" not in result.stdout.str() + result.stderr.str()


def test_the_suite_by_name_leaves_it_out(fake, run_apart):
    fake("torch", "raise ImportError('no')")
    result = run_apart("--pyargs", "pytest_aikit.suites")
    result.assert_outcomes(passed=1, skipped=4)
    result.stdout.fnmatch_lines(["aikit: torch skipped: the backend 'torch' cannot be imported: ImportError: no; *"])


CONFTEST = """
import sys

from pytest_aikit import checks
from pytest_aikit.model import Check, CheckFailure

def run(case):
    raise CheckFailure("wrong sign of zero", sample=case.samples[0])

checks.load = lambda name: Check(name, "cell", lambda function: True, run, "A stand-in.")

def pytest_unconfigure(config):
    if not hasattr(config, "workerinput"):
        print("loaded where nothing runs:", [name for name in ("torch", "jax") if name in sys.modules])
"""

EXPECT = """
[[expect]]
function = "tan"
check = "dtype"
reason = "the fault of the test"

[[expect]]
function = "tan"
check = "dtype"
device = "cpu"
dtype = "{}"
reason = "the same, said twice"
"""


@pytest.mark.parametrize(("dtype", "status", "idle"), [("float32", 0, 0), ("float32,float32", 1, 1)])
def test_workers_tell_what_is_missing(fake, run_apart, pytester, dtype, status, idle):
    """The process that hands out the items loads no framework, and says in the end what the others found."""
    pytest.importorskip("xdist")
    pytester.makeconftest(CONFTEST)
    path = pytester.makefile(".toml", expect=EXPECT.format(dtype))
    fake("torch", "raise ImportError('no')")
    result = run_apart("--aikit-backends=all", f"--aikit-expect={path}", "-n", "1")
    assert result.ret == status, result.stdout.str()
    said = result.stdout.str()
    result.stdout.fnmatch_lines(
        [
            "aikit: numpy [0-9]*",
            "aikit: torch*",
            "numpy [0-9]* on cpu",
            "torch skipped: the backend 'torch' cannot be imported: ImportError: no; *",
            "total * numpy * 0 * 1 * 0",
            "loaded where nothing runs: []",
        ]
    )
    assert "torch on" not in said and "torch is selected" not in said
    assert said.count("matches nothing") + said.count("comes true nowhere") == idle
