"""Words for error messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def quoted(names: Iterable[str]) -> str:
    """The names in quotes, with commas: ``'a', 'b'``."""
    return ", ".join(repr(name) for name in names)


def shown(value: Any, limit: int = 60) -> str:
    """`value` as an error message shows it: its repr, cut where it is long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


def in_one_line(error: BaseException) -> str:
    """The class of an error and the first line of its text."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0].strip()}" if lines else type(error).__name__
