"""The commands of the pages work in an empty directory, with nothing but the package installed from its wheel."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("hatchling")  # which builds it

REPOSITORY = Path(__file__).parents[3]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input")
PAGES = {
    "array_class": ("dtype of `sum`, wrong dtype: int64 for int32", "undecided: 1 functions"),
    "check_namespace": (
        "also: pieces of `namespace`, __array_namespace_info__: missing",
        "value of `sum`, wrong shape",
    ),
    "functions": ("TypeError: Only floating-point dtypes are allowed in exp", "| `softplus` | yes | yes | yes | yes |"),
}
"""Page -> what its commands say."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed package."""
    folder = tmp_path_factory.mktemp("installed")
    for words in (
        ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(REPOSITORY)),
        (
            "install",
            "--no-deps",
            "--no-index",
            "--target",
            str(folder / "site"),
            "--find-links",
            str(folder),
            "pytest-aikit",
        ),
    ):
        done = subprocess.run([*PIP, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.mark.parametrize(
    "page",
    [pytest.param("functions", marks=pytest.mark.needs("torch", "array_api_strict")), "array_class", "check_namespace"],
)
def test_commands_of_a_page(page: str, site: Path, tmp_path: Path) -> None:
    text = (REPOSITORY / "docs" / f"{page}.md").read_text()
    for name, source in re.findall(r"```python\n# (\w+\.py)\n(.*?)```", text, re.DOTALL):
        tmp_path.joinpath(name).write_text(source)
    tmp_path.joinpath("test_moved.py").unlink(missing_ok=True)
    commands = re.findall(r"^\$ (pytest|python) (.*)$", text, re.MULTILINE)
    said = [
        _run(tmp_path, site, "-m", *(["pytest"] if word == "pytest" else []), *_words(rest)) for word, rest in commands
    ]
    said += [_run(tmp_path, site, one.name) for one in tmp_path.glob("verdict.py")]
    for line in PAGES[page]:
        assert any(line in one for one in said), "\n".join(said)


def _words(rest: str) -> list[str]:
    return rest.replace('"', "").removeprefix("-m ").split()


def _run(folder: Path, site: Path, *words: str) -> str:
    """What a command writes whose packages come from a folder; none of them from the source."""
    environment = {**os.environ, "PYTHONPATH": str(site), "COLUMNS": "200", "PYTHONDONTWRITEBYTECODE": "1"}
    code = f"import aikit, pytest_aikit; assert all(one.__file__.startswith({str(site)!r}) for one in (aikit, pytest_aikit))"
    subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, check=True)
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr
