"""What is known about a function stands in its record: the rest of the plugin knows none by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pytest_aikit
from aikit.core.records import REGISTRY

ROOT = Path(pytest_aikit.__file__).parent
ELSEWHERE = sorted(
    path for path in ROOT.rglob("*.py") if not {"knowledge", "expectations"} & set(path.relative_to(ROOT).parts)
)
NAMES = {name for qualified, function in REGISTRY.items() for name in (qualified, function.name)}
WORDS = frozenset({
    "all", "default",  # values of options
    "dtype", "trace",  # checks, and the word for what a mark selects
    "array", "real",  # roles of parameters, results of declarations
    "negative", "positive",  # what the values of a sample are said to be, and how an array lies in memory
})  # fmt: skip
"""Names of functions that are also words of the plugin."""


def _words(node: ast.AST) -> Iterator[str]:
    """The strings that a literal consists of, or a dict's keys."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Dict):
        for key in node.keys:
            yield from _words(key) if key else ()
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        for item in node.elts:
            yield from _words(item)
    elif isinstance(node, ast.Call):  # frozenset({...}), dict.fromkeys((...), ...)
        for argument in node.args[:1]:
            yield from _words(argument)


def _compared(tree: ast.Module) -> Iterator[str]:
    """What is a key of a table, or compared with something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            yield from _words(node)
        elif isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                yield from _words(side)
        elif isinstance(node, ast.MatchValue):
            yield from _words(node.value)
        elif isinstance(node, ast.Set):
            yield from _words(node)
    for statement in tree.body:
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            yield from _words(statement.value)


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_function_is_known_by_name(path: Path) -> None:
    found = NAMES.intersection(_compared(ast.parse(path.read_text()))) - WORDS
    assert not found, "say it in the record of the function, and ask knowledge.of(function)"


def test_a_function_known_by_name_is_found() -> None:
    for source in (
        "x = {'sin': 1}",
        "x = frozenset({'sin'})",
        "f(n == 'sin')",
        "f(n in ('tan', 'sin'))",
        "A = 'sin', 3",
    ):
        assert "sin" in set(_compared(ast.parse(source))), source


def test_every_word_is_needed() -> None:
    found = {word for path in ELSEWHERE for word in _compared(ast.parse(path.read_text()))}
    assert found >= WORDS and NAMES >= WORDS
