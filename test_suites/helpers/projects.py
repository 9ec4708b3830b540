"""Projects of other people, in ``test_suites/downstream``, installed as their users would."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

PROJECTS = Path(__file__).parents[1] / "downstream"


def install(name: str, site: Path, folder: Path) -> None:
    """Install a project into the folder `site`; its tests and settings go to `folder`, from where only the installed
    package can be imported."""
    source = site.parent / f"source-of-{name}"  # a build leaves files behind
    shutil.copytree(PROJECTS / name, source, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--no-index", "--no-build-isolation", "--target", str(site), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shutil.copytree(source / "tests", folder / "tests")
    shutil.copy(source / "pyproject.toml", folder)
