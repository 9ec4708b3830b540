"""The checks, one module each.

A module ``checks/<name>.py`` has a docstring that says what must hold, and

- ``SCOPE``: ``"cell"`` (runs for every cell), ``"rejected"`` (runs for the cells whose dtypes the function does not
  accept) or ``"item"`` (runs once for each function, backend and device);
- ``MIXED`` (optional, True for the checks of scope ``cell`` that leave it out): whether the check also runs where the
  arrays of the promotion group have different dtypes. False where mixed dtypes could show nothing new;
- ``ONCE_ON`` (optional): the backends on which a check of scope ``cell`` runs once for each function;
- ``applies(function) -> bool``: whether the check says anything about a function;
- ``run(case) -> Evidence``: raises `CheckFailure` where what must hold does not. Where the plain call does not show it,
  the check says with `showing.shown_by` what source does. That the calls leave their arguments unchanged must hold
  whatever the check, and is looked at when it is over.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass

from aikit.core.records import Function
from pytest_aikit.cases import calling
from pytest_aikit.model import Case, Evidence

NAMES = (
    "value",
    "special",
    "subnormal",
    "dtype",
    "return_type",
    "native_input",
    "method",
    "operator",
    "container",
    "out",
    "aliasing",
    "override",
    "dtype_errors",
    "errors",
    "trace",
    "dlpack",
    "copy",
    "threads",
    "gradient",
)
"""The checks in the order in which they run."""


@dataclass(frozen=True)
class Check:
    """One check: its name, its scope, the functions it applies to, how it runs, and whether on mixed dtypes."""

    name: str
    scope: str
    applies: Callable[[Function], bool]
    run: Callable[[Case], Evidence]
    summary: str
    mixed: bool = True
    once_on: frozenset[str] = frozenset()


def load(name: str) -> Check:
    """The check of that name."""
    module = importlib.import_module(f"pytest_aikit.checks.{name}")
    summary = (module.__doc__ or "").strip().splitlines()[0]
    options: tuple[bool, frozenset[str]] = getattr(module, "MIXED", True), getattr(module, "ONCE_ON", frozenset())
    return Check(name, module.SCOPE, module.applies, calling.watched(module.run), summary, *options)
