"""The examples of docs/traits.md hold on all backends; its list has all traits."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest
from helpers.frameworks import BACKENDS, require

import aikit
from aikit import traits

PAGE = Path(__file__).parents[3] / "docs" / "traits.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("backend", [*BACKENDS, "array_api_strict"])
def test_examples(backend):
    names = {}
    with aikit.use_backend(require(backend)):
        for example in EXAMPLES:
            exec(compile(example, str(PAGE), "exec"), names)
    assert names["x"].backend == backend and len(EXAMPLES) == 8


def test_all_are_listed():
    rows = re.findall(r"^\| [a-z]+ \| (.*) \|$", TEXT[TEXT.index("## All of them") :], re.MULTILINE)
    listed = re.findall(r"`(\w+)`", " ".join(rows))
    elsewhere = {"static", "known", "dynamic", "is_static", "trait", "forwarding_wrapper"}
    functions = {name for name in traits.__all__ if name.islower()}
    assert set(listed) == functions - elsewhere and len(set(listed)) == len(listed)
    assert all(f"`{name}`" in TEXT or f".{name}" in TEXT for name in elsewhere - {"is_static"})


@pytest.mark.parametrize("module", [one.name for one in pkgutil.iter_modules(traits.__path__)])
def test_examples_of_docstrings(module):
    found = doctest.testmod(importlib.import_module(f"aikit.traits.{module}"))
    assert not found.failed


def test_every_name_is_described():
    for name in traits.__all__:
        assert name == "NO_AXIS" or inspect.getdoc(getattr(traits, name)), name
