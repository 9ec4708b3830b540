"""What is known about a function, a framework or a check stands in its record: the rest of the plugin knows none by name."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pytest_aikit
from aikit.core.records import REGISTRY
from aikit.functional.backends import BUILT_IN
from pytest_aikit import checks, frameworks
from pytest_aikit.session import listing

ROOT = Path(pytest_aikit.__file__).parent
SOURCES = {path: ast.parse(path.read_text()) for path in sorted(ROOT.rglob("*.py"))}


def _outside(*rooms: str) -> list[Path]:
    """The files of the plugin that stand in none of these folders."""
    return [path for path in SOURCES if set(rooms).isdisjoint(path.relative_to(ROOT).parts)]


ELSEWHERE = _outside("knowledge", "expectations")
NAMES = {name for qualified, function in REGISTRY.items() for name in (qualified, function.name)}
WORDS = frozenset({
    "all", "default",  # values of options
    "dtype", "trace",  # checks, and the word for what a mark selects
    "array", "real", "imag",  # roles of parameters, results of declarations, the parts of complex arrays
    "itemsize", "shape",  # attributes of arrays, and parameters
    "get_item", "set_item",  # members of a backend, which mutants replace
    "load", "seed",  # a way of xdist to share items; an option, and a parameter
    "negative", "positive",  # what the values of a sample are said to be, and how an array lies in memory
})  # fmt: skip
"""Names of functions that are also words of the plugin."""
WORDS_OF_CHECKS = frozenset({"copy", "dtype", "out", "special"})
"""Names of checks that are also words of the plugin: keywords, and values of arrays."""


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
    found = NAMES.intersection(_compared(SOURCES[path])) - WORDS
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
    found = {word for path in ELSEWHERE for word in _compared(SOURCES[path])}
    assert found >= WORDS and NAMES >= WORDS


# ------------------------------------------------------------------------------------------------ backends


@pytest.mark.parametrize("path", _outside("frameworks", "expectations"), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_backend_is_known_by_name(path: Path) -> None:
    found = {*BUILT_IN, "array_api_strict"}.intersection(_compared(SOURCES[path]))
    assert not found, "say it in the record of the framework, and ask frameworks.of(backend)"


def test_every_built_in_backend_has_a_record() -> None:
    assert {framework.name for framework in frameworks.known()} >= set(BUILT_IN)


# ------------------------------------------------------------------------------------------------ checks


@pytest.mark.parametrize(
    "path",
    _outside("checks", "expectations", "cases", "knowledge", "mutants"),
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_no_check_is_known_by_name(path: Path) -> None:
    found = set(checks.names()).intersection(_compared(SOURCES[path])) - WORDS_OF_CHECKS
    assert not found, "say it in the record of the check"


def test_each_check_has_its_name_and_a_place_of_its_own() -> None:
    files = {path.stem for path in (ROOT / "checks").glob("[a-z]*.py")}
    assert {check.name for check in checks.built_in()} == files
    assert len({check.order for check in checks.built_in()}) == len(files)
    assert all(check.summary.endswith(".") for check in checks.built_in())


def test_a_check_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "monotonic.py").write_text(
        '"""Larger arguments give larger results."""\n'
        "from pytest_aikit.model import Check, Evidence\n"
        "CHECK = Check('monotonic', 'cell', lambda function: True, lambda case: Evidence(1), __doc__, order=35)\n"
    )
    monkeypatch.setattr(checks, "__path__", [*checks.__path__, str(tmp_path)])
    checks.built_in.cache_clear()
    try:
        assert checks.names()[2:5] == ("subnormal", "monotonic", "dtype")
        assert checks.load("monotonic").summary == "Larger arguments give larger results."
        assert "monotonic                Larger arguments give larger results." in listing._checks()
    finally:
        monkeypatch.undo()
        checks.built_in.cache_clear()
        sys.modules.pop("pytest_aikit.checks.monotonic", None)
