"""What the page on functions shows happens as it says, from an empty directory."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.needs("torch", "array_api_strict")

TEXT = (Path(__file__).parents[3] / "docs" / "functions.md").read_text()
BLOCKS = {
    match[1]: match[2] for match in re.finditer(r"```python\n# (\w+\.py(?:, mended)?)\n(.*?)```", TEXT, re.DOTALL)
}
COMMANDS = re.findall(r"^\$ (?:pytest|python) (.*)$", TEXT, re.MULTILINE)
SAID = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    pytester.path.joinpath("smooth.py").write_text(BLOCKS["smooth.py"])
    pytester.path.joinpath("test_smooth.py").write_text(BLOCKS["test_smooth.py"])
    monkeypatch.setenv("COLUMNS", "200")  # pytest cuts the lines of its summary off
    monkeypatch.setenv("PYTHONPATH", str(pytester.path), prepend=":")
    return pytester


def mend(project: pytest.Pytester) -> None:
    project.path.joinpath("smooth.py").write_text(BLOCKS["smooth.py, mended"])


def test_the_first_verdict(project: pytest.Pytester, plugin: list[str]) -> None:
    result = project.runpytest_subprocess(*plugin, *COMMANDS[0].split())
    lines = [line for line in result.outlines if line.startswith("FAILED ")]
    for said in SAID[0].splitlines():
        assert any(said in line for line in lines), said
    for said in SAID[1].splitlines():
        assert said in result.outlines, said
    assert all("-lazy" in line or "array_api_strict-int32" in line for line in lines)


def test_mended(project: pytest.Pytester, plugin: list[str]) -> None:
    mend(project)
    project.path.joinpath("test_moved.py").write_text(BLOCKS["test_moved.py"])
    result = project.runpytest_subprocess(*plugin, *COMMANDS[0].split())
    assert result.ret == 0, result.stdout.str()
    assert result.parseoutcomes() == {"passed": 10, "skipped": 2, "xfailed": 4}


def test_the_printed_table(project: pytest.Pytester) -> None:
    mend(project)
    result = project.run(sys.executable, *COMMANDS[1].split())
    assert result.outlines == SAID[2].splitlines()


def test_the_settings(pytester: pytest.Pytester, plugin: list[str]) -> None:
    settings = re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert settings is not None
    text = settings[1].replace("numpy,torch,jax,", "numpy,").replace(",array_api:array_api_compat.dask.array", "")
    pytester.makepyprojecttoml(text)
    pytester.makepyfile("def test_own(native_xp, aikit_device): native_xp.ones(2, device=aikit_device)")
    pytester.runpytest_subprocess(*plugin).assert_outcomes(passed=4)
