"""What the page on namespaces shows happens as it says, from a folder with nothing but its listings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pytest_aikit import namespaces

pytest_plugins = ["pytester"]

PAGE = Path(__file__).parents[3] / "docs" / "check_namespace.md"
TEXT = PAGE.read_text()
BLOCKS = {
    match[1]: match[2]
    for match in re.finditer(r"```(?:python|toml)\n# ([\w.]+(?:, mended)?)\n(.*?)```", TEXT, re.DOTALL)
}
SAID = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = [line.replace('"', "").split() for line in re.findall(r"^\$ pytest (.*)$", TEXT, re.MULTILINE)]


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    for name in ("shelf.py", "shelf_adapter.py"):
        pytester.path.joinpath(name).write_text(BLOCKS[name])
    return pytester.path


def test_missing_pieces(folder: Path, run: Any) -> None:
    result = run(*COMMANDS[0])
    assert result.ret == 1
    result.stdout.fnmatch_lines_random([f"*{line}*".replace("[", "[[]") for line in SAID[0].splitlines()])
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] == 1
    assert outcomes["skipped"] == len(namespaces.functions())


def test_the_first_verdict(folder: Path, run: Any) -> None:
    result = run(*COMMANDS[1])
    assert result.ret == 1
    result.stdout.fnmatch_lines_random([f"*{line}*" for line in SAID[1].splitlines()])
    assert "of `negative`" not in result.stdout.str()


def test_mended(folder: Path, run: Any) -> None:
    text = folder.joinpath("shelf.py").read_text()
    before, _, _ = text.partition("def sum")
    folder.joinpath("shelf.py").write_text(before + BLOCKS["shelf.py, mended"])
    result = run(*COMMANDS[2])
    assert result.ret == 0, result.stdout.str()


def test_known_deviation(folder: Path, run: Any) -> None:
    text = folder.joinpath("shelf.py").read_text()
    folder.joinpath("shelf.py").write_text(
        text.replace("dtype=dtype or x.dtype", "dtype=dtype or x.dtype, keepdims=keepdims")
    )
    folder.joinpath("known.toml").write_text(BLOCKS["known.toml"].replace('["value", "dtype"]', '"dtype"'))
    result = run(*COMMANDS[2], "--aikit-expect=known.toml")
    assert result.ret == 0, result.stdout.str()


def test_the_checks_are_listed() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", TEXT[TEXT.index("## What is checked") :], re.MULTILINE)
    assert set(rows) == {*namespaces.CHECK_NAMES, "array", "pieces"}


@pytest.mark.parametrize("command", COMMANDS[3:], ids=" ".join)
def test_other_commands_are_understood(command: list[str], run: Any) -> None:
    result = run(*command)
    assert result.ret == pytest.ExitCode.USAGE_ERROR, "neither marray nor wire is installed"
    assert re.search(r"ERROR: .*(marray is not installed|'wire' is no backend)", result.stderr.str())
