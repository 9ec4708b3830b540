"""What a run runs: the conformance suite, or one's own tests on the selected backends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from pytest_aikit.options import RUNS_SUITE, Given

SUITE = Path(__file__).parent.parent / "suites"
PACKAGE = "pytest_aikit.suites"
BY_NAME = f"--pyargs {PACKAGE}"
"""The arguments that run the suite anywhere."""

BY_DEFAULT = pytest.StashKey[bool]()
"""Whether the run is the suite although nothing names it."""


def choose(config: pytest.Config, given: Given) -> None:
    """Let a run without a path run the conformance suite, where ``--aikit-backends``, ``--aikit-mutants`` or
    ``--aikit-array-class`` asks for it.
    """
    asked = given.on_command_line
    of_suite = "array-class" in asked or (not asked.isdisjoint(("backends", "mutants")) and _is_about_the_suite(config))
    if of_suite and not _has_path(config):
        config.args[:] = [str(SUITE)]
        config.stash[BY_DEFAULT] = True
    setattr(config.option, RUNS_SUITE, runs_suite(config))


def _has_path(config: pytest.Config) -> bool:
    return config.args_source is config.ArgsSource.ARGS


def _is_about_the_suite(config: pytest.Config) -> bool:
    """Whether the ini file says so, or there is neither an ini file nor a test."""
    if config.getini("aikit_suite"):
        return True
    return config.inipath is None and next(_test_files(config), None) is None


def _test_files(config: pytest.Config) -> Iterator[str]:
    """The files in which pytest would look for tests."""
    patterns, left_out = config.getini("python_files"), config.getini("norecursedirs")
    for folder, folders, files in os.walk(config.invocation_params.dir):
        folders[:] = [name for name in folders if _is_entered(folder, name, left_out)]
        yield from (name for name in files if any(fnmatch(name, pattern) for pattern in patterns))


def _is_entered(folder: str, name: str, left_out: list[str]) -> bool:
    is_environment = os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))
    return name != "__pycache__" and not is_environment and not any(fnmatch(name, pattern) for pattern in left_out)


def runs_suite(config: pytest.Config) -> bool:
    """Whether the arguments of a run name the conformance suite."""
    return any(
        arg.startswith(PACKAGE) or Path(arg.partition("::")[0]).is_relative_to(SUITE) for arg in map(str, config.args)
    )


def described(config: pytest.Config, given: Given) -> str | None:
    """What runs, in a line of the header; None where nothing but pytest's own rules decides."""
    if runs_suite(config):
        return "the conformance suite"
    if "backends" not in given.on_command_line:
        return None
    here = config.invocation_params.dir
    where = ", ".join(
        str(Path(arg).relative_to(here)) if Path(arg).is_relative_to(here) else arg for arg in config.args
    )
    return f"the tests of {where}, on these backends; {BY_NAME} is the conformance suite"


def narrowed_by_ini(config: pytest.Config) -> str | None:
    """What the ini file's `addopts` say where they leave out tests; None where they do not."""
    words = config.getini("addopts")
    if any(word.startswith(("-k", "-m", "--deselect", "--ignore")) for word in words):
        return f"addopts = {' '.join(words)}"
    return None
