"""What the docstring of a function need not say, because its record does: it is added where the function is declared."""

from __future__ import annotations

import inspect

from aikit.core.records import Function

OUT = "out : array to hold the result; see `aikit.Array`."
_SECTIONS = ("Parameters", "Returns", "Raises", "Examples")
"""The sections that may follow the description, in order."""


def completed(function: Function) -> str | None:
    """The docstring of a declared function, with what its record adds: `out`, and the errors that dtypes lead to."""
    if function.body.__doc__ is None:  # under python -OO
        return None
    sections = _parted(inspect.cleandoc(function.body.__doc__))
    if function.out and not any(line.startswith("out : ") for line in sections.get("Parameters", ())):
        sections.setdefault("Parameters", []).append(OUT)
    raised = sections.get("Raises", [])
    added = [
        line for line in _errors_of(function) if not any(_error(line) in given.split(" : ")[0] for given in raised)
    ]
    if added:
        sections["Raises"] = [*added, *raised]
    return _joined(sections)


def _errors_of(function: Function) -> list[str]:
    """What is raised for dtypes, whatever the function."""
    arrays = [name for name in function.array_parameters if name in function.dtypes]
    categories = {function.dtypes[name] for name in arrays}
    lines = []
    if len(categories) == 1 and categories != {"any"}:
        lines.append(f"AikitTypeError : a dtype that is not {categories.pop()}.")
    if len(function.promote) > 1 and all("uint64" in function.accepts[name] for name in function.promote):
        lines.append("AikitDtypePromotionError : dtypes without a common one.")
    return lines


def _error(line: str) -> str:
    return line.partition(" : ")[0]


def _parted(text: str) -> dict[str, list[str]]:
    """Title -> the lines of the section; that of the description, which stands first, is empty."""
    sections: dict[str, list[str]] = {"": []}
    lines, title = text.split("\n"), ""
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if line in _SECTIONS and below == "-" * len(line):
            title = line
            sections[title] = []
        elif line != "-" * len(title) or not title:
            sections[title].append(line)
    return {title: "\n".join(lines).strip("\n").split("\n") for title, lines in sections.items()}


def _joined(sections: dict[str, list[str]]) -> str:
    """The text that is made of sections, in their order."""
    parts = ["\n".join(sections[""])]
    parts += ["\n".join([title, "-" * len(title), *sections[title]]) for title in _SECTIONS if title in sections]
    return "\n\n".join(parts)
