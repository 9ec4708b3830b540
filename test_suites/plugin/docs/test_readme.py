"""The Python examples of the README run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import aikit
from aikit.dtypes import DTYPES

pytest_plugins = ["pytester"]

README = Path(__file__).parents[3] / "README.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
LIBRARY, PLUGIN, ASSERTIONS = EXAMPLES
"""Of aikit, of the plugin's fixtures, and of the assertions; a further example wants a test here."""


@pytest.mark.needs("torch", "jax")
def test_the_library():
    names = executed(LIBRARY)
    assert aikit.to_list(names["y"]) == [8.0, 12.0]
    assert (names["y"].backend, names["z"].backend) == ("torch", "jax")


def executed(source: str) -> dict[str, Any]:
    """The names that an example leaves behind; the backend that it sets is unset."""
    names: dict[str, Any] = {}
    try:
        exec(compile(source, str(README), "exec"), names)
    finally:
        aikit.unset_backend()
    return names


@pytest.fixture(scope="session", params=["numpy", "torch"])
def backend(request):
    """A backend that is loaded for good: what an inner run imports first is forgotten after it."""
    aikit.get_backend(request.param)
    return request.param


def test_the_plugin(backend, run, pytester):
    """On every dtype of the backend, with a function that is aikit's own."""
    pytester.makepyfile(mylib="from aikit import mean", test_own=PLUGIN)
    pytester.syspathinsert()
    run(f"--aikit-backends={backend}", "test_own.py", "-W", "error").assert_outcomes(passed=len(DTYPES))


def test_the_assertions():
    executed(ASSERTIONS)
