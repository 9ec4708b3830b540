"""The machinery knows no function by name: what it must know of one is a field of the function's record."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import aikit
from aikit.core.records import REGISTRY

PACKAGE = Path(aikit.__file__).parent
FOLDERS = ("core", "dispatch")
FILES = sorted(path for folder in FOLDERS for path in (PACKAGE / folder).rglob("*.py"))

WORDS = {
    "any": "a category of dtypes, and a role",
    "array": "a role",
    "current_backend": "what the body of a primary asks for the backend's function",
    "dtype": "a parameter, and an attribute of arrays",
    "real": "a rule of the dtype of results",
    "shape": "a parameter, and an attribute of arrays",
    "stack": "an attribute of `Setting`",
}
"""Words that are functions, too, and what they are in these files."""


def names_in(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of every string that is the name of a function, whether a key, a member or compared."""
    names = {name for record in REGISTRY.values() for name in (record.name, record.qualified_name)}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names:
            yield node.lineno, node.value


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_function_is_known_by_name(path: Path) -> None:
    assert [(line, name) for line, name in names_in(path.read_text()) if name not in WORDS] == []


def test_each_word_is_needed() -> None:
    assert {name for path in FILES for _, name in names_in(path.read_text())} == WORDS.keys()


@pytest.mark.parametrize(
    "source",
    ["TABLE = {'tan': 1}", "x = name in ('linalg.inv',)", "x = name == 'tan'", "match name:\n    case 'tan': pass"],
)
def test_it_finds_names(source: str) -> None:
    assert [name in REGISTRY for _, name in names_in(source)] == [True]
