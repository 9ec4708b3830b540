"""Words for error messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice
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


def listed(names: Collection[str], most: int = 12) -> str:
    """The first names in quotes, and how many more there are: an error is raised in a time that does not grow with them."""
    more = len(names) - most
    return quoted(islice(names, most)) + (f" and {more} more" if more > 0 else "")


def nearest(name: str, names: Collection[str]) -> str:
    """``; did you mean 'alpha'?``, or nothing where none of the first thousand names is near."""
    import difflib  # 3 ms, which `import aikit` is to be spared

    found = difflib.get_close_matches(name, islice(names, 1000), 1)
    return f"; did you mean {found[0]!r}?" if found else ""
