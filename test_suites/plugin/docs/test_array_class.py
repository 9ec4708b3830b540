"""What the page on array classes shows happens as it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pytest_aikit.kit import checks

pytest_plugins = ["pytester"]

PAGE = Path(__file__).parents[3] / "docs" / "array_class.md"
TEXT = PAGE.read_text()
BLOCKS = {
    match[1]: match[2] for match in re.finditer(r"```python\n# (\w+\.py(?:, mended)?)\n(.*?)```", TEXT, re.DOTALL)
}
COMMANDS = re.findall(r"^\$ pytest (.*)$", TEXT, re.MULTILINE)


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    for name in ("units.py", "test_units.py", "verdict.py"):
        pytester.path.joinpath(name).write_text(BLOCKS[name])
    pytester.syspathinsert()
    return pytester


def mend(project: pytest.Pytester) -> None:
    """Put the functions of the second listing in place of the first ones."""
    head, _, tail = BLOCKS["units.py"].partition("def sum")
    table = tail[tail.index("HANDLED") :]
    project.path.joinpath("units.py").write_text(f"{head}{BLOCKS['units.py, mended']}\n\n{table}")


def test_the_first_verdict(project: pytest.Pytester, run: Any) -> None:
    result = run(*COMMANDS[0].split())
    said = re.search(r"```text\n(.*?)```", TEXT, re.DOTALL)
    assert said is not None
    result.stdout.fnmatch_lines_random([f"*{line}*" for line in said[1].splitlines()])
    assert result.ret == 1


def test_mended(project: pytest.Pytester, run: Any) -> None:
    mend(project)
    result = run(*COMMANDS[0].split())
    assert result.ret == 0, result.stdout.str()


def test_by_an_option(project: pytest.Pytester, run: Any) -> None:
    mend(project)
    result = run(*COMMANDS[1].split())
    assert result.ret == 0, result.stdout.str()


def test_without_pytest(project: pytest.Pytester) -> None:
    result = project.runpython("verdict.py")
    assert (
        "undecided: 1 functions" in result.stdout.str()
        and "('sum', 'dtype', 'wrong dtype: float64 for float32')" in result.stdout.str()
    )


def test_the_checks_are_listed() -> None:
    rows = re.findall(r"^\| (`.*?`) \|", TEXT[TEXT.index("## What is checked") :], re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == {one.name for one in checks.known()}
    assert f'checks = "{checks.LATEST}"' in TEXT
