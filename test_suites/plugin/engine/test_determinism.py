"""The same command gives the same verdict, and the command that a failure names finds it again, in a fresh folder."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Any

import pytest

pytest_plugins = ["pytester"]

PLANTED = """
from dataclasses import replace
import numpy as np
from pytest_aikit.checks import value
from pytest_aikit.model import CheckFailure

right = value.CHECK.run

def run(case):
    for sample in case.samples:
        arrays = [x for x in sample.args if isinstance(x, np.ndarray) and x.dtype.kind == "f"]
        if sample.label == "drawn" and any({condition} for x in arrays):
            raise CheckFailure("planted", sample=sample)
    return right(case)

value.CHECK = replace(value.CHECK, run=run)
"""
"""A fault that nothing but the tail finds."""

RECORDING = """
import hashlib, pathlib
from pytest_aikit.engine import tail

right = tail.failure_of

def failure_of(engine, check, case):
    with open({path!r}, "a") as file:
        for sample in case.samples:
            print(case.cell.id, *(x.tobytes().hex() for x in sample.args if hasattr(x, "tobytes")), file=file)
    return right(engine, check, case)

tail.failure_of = failure_of
"""
"""Writes down what is drawn."""


@pytest.fixture
def pytest_with(pytester: pytest.Pytester, plugin: list[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run pytest in a process of its own, with a module that is imported first, in a fresh folder."""
    folders = iter(range(99))
    plugins = pytester.mkdir("plugins")
    root = Path(__file__).parents[3]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(plugins), str(root), os.environ.get("PYTHONPATH", ""))))

    def run(module: str, *args: str, constants: str = "") -> pytest.RunResult:
        (plugins / "planted.py").write_text(module)
        folder = pytester.mkdir(f"fresh{next(folders)}")
        # modules of the user's own, in which Hypothesis would find numbers to draw
        (folder / "conftest.py").write_text("import numbers_of_mine\n" if constants else "")
        (folder / "numbers_of_mine.py").write_text(f"NUMBERS = [{constants}]\n")
        monkeypatch.chdir(folder)
        return pytester.runpytest_subprocess("-p", "planted", *plugin, "-p", "no:cacheprovider", *args)

    return run


def _again(result: pytest.RunResult) -> list[str]:
    line = next(line for line in result.outlines if line.strip().startswith("again: pytest "))
    return shlex.split(line.split("again: pytest ", 1)[1])


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--aikit-profile=nightly"],
        ["--aikit-dtypes=float*,-float16", "--aikit-seed=3"],
    ],
    ids=" ".join,
)
def test_command_finds_the_failure_again(options: list[str], pytest_with: Any) -> None:
    module = PLANTED.format(condition="(np.abs(x) > 15).any()")
    functions = [
        "--aikit-backends=numpy",
        "--aikit-functions=sin,add",
        "--aikit-checks=value,dtype",
    ]
    first = pytest_with(module, *functions, *options, "-k", "tail", constants="17.5, 3, 29.25, 123.0")
    samples = [line for line in first.outlines if "as a core sample:" in line]
    assert samples, "nothing was found"
    again = pytest_with(module, *_again(first))
    assert again.ret == 1
    assert [line for line in again.outlines if "as a core sample:" in line] == samples[:1]


OF_FEW_DTYPES = ("--aikit-backends=numpy", "--aikit-dtypes=int8,float32,float64")


def _drawn(pytest_with: Any, path: Path, *args: str, **kwargs: Any) -> dict[str, list[str]]:
    """What is drawn, by cell."""
    path.unlink(missing_ok=True)
    result = pytest_with(RECORDING.format(path=str(path)), *OF_FEW_DTYPES, "-k", "tail", *args, **kwargs)
    assert result.ret == 0
    found: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        cell, *values = line.split()
        found.setdefault(cell.split("-")[0], []).append(" ".join((cell, *values)))
    return found


def test_nothing_but_the_item_decides_what_is_drawn(pytest_with: Any, tmp_path: Path) -> None:
    path = tmp_path / "drawn"
    alone = _drawn(pytest_with, path, "--aikit-functions=tan", "--aikit-checks=value")
    together = _drawn(
        pytest_with, path, "--aikit-functions=sum,tan", "--aikit-checks=value", constants="17, 4.25, 99.5"
    )
    assert alone["tan"] == together["tan"]


def test_seeds(pytest_with: Any, tmp_path: Path) -> None:
    path = tmp_path / "drawn"
    one, two, three = (
        _drawn(pytest_with, path, f"--aikit-seed={seed}", "--aikit-functions=tan,sin", "--aikit-checks=value")
        for seed in (1, 1, 2)
    )
    assert one == two
    assert one["tan"] != three["tan"]
    assert [line.split("-", 1)[1] for line in one["tan"]] != [line.split("-", 1)[1] for line in one["sin"]]


def test_nightly_draws_freely_and_says_from_what(run: Any) -> None:
    said = set()
    for _ in range(2):
        result = run(
            "--aikit-backends=numpy", "--aikit-profile=nightly", "--aikit-functions=abs", "--aikit-dtypes=int8",
            "--aikit-checks=value", "-k", "tail",
        )  # fmt: skip
        said |= {line for line in result.outlines if line.startswith("the tail was drawn with --aikit-seed=")}
    assert len(said) == 2


def test_workers_draw_from_one_seed(pytester: pytest.Pytester, plugin: list[str]) -> None:
    pytest.importorskip("xdist")
    module = pytester.makepyfile(
        """
        def test_seed(pytestconfig, record_property):
            record_property("seed", pytestconfig.getoption("aikit_seed"))
        def test_other(pytestconfig, record_property):
            record_property("seed", pytestconfig.getoption("aikit_seed"))
        """
    )
    result = pytester.runpytest_subprocess(*plugin, "--aikit-profile=nightly", "-n", "2", "--junit-xml=x.xml", module)
    result.assert_outcomes(passed=2)
    text = (pytester.path / "x.xml").read_text()
    seeds = [part.split('"')[0] for part in text.split('name="seed" value="')[1:]]
    assert len(seeds) == 2 and len(set(seeds)) == 1 and seeds[0].isdecimal()


@pytest.mark.parametrize("seed", ["x", "-1", "1.5"])
def test_a_seed_is_a_whole_number(seed: str, run: Any) -> None:
    result = run("--aikit-backends=numpy", f"--aikit-seed={seed}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*--aikit-seed: '{seed}' is no whole number*"])


def test_seed_in_the_ini_file(run: Any, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\naikit_suite = true\naikit_seed = 5\naikit_profile = default\n")
    result = run(
        "--aikit-backends=numpy", "--aikit-functions=abs", "--aikit-dtypes=int8", "--aikit-checks=value", "-k", "tail"
    )
    result.stdout.fnmatch_lines(["the tail was drawn with --aikit-seed=5"])
