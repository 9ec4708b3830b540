"""Whose an exception is that comes out of a check: the function's, or that of the harness.

What leaves the code of aikit is the function's. What leaves the code of a check, of a reference or of the sampling is a
fault of the harness, for which the function must not be blamed, and which no expectation may hide.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any

_PLUGIN, _LIBRARY = "pytest_aikit", "aikit"
_NEVER_BELOW = ("pytest_aikit.cases.oracle", "pytest_aikit.cases.samples", "pytest_aikit.numerics")
"""Where no function is called that is checked: whatever is raised from there on is the harness's."""
_IN_PLACE_OF_FUNCTIONS = "pytest_aikit.mutants"


def is_of_function(error: BaseException, check: Any = None) -> bool:
    """Whether an exception that a check let out was raised in aikit, and not in the check that called it.

    The innermost frame that is one of aikit, of the plugin, or of the file of the check decides: a framework raises on behalf
    of who called it. `check` : the function that was run.
    """
    file = getattr(getattr(check, "__code__", None), "co_filename", None)
    found = [(_module(frame), frame.f_code.co_filename) for frame in _frames(error.__traceback__)]
    if any(module.startswith(_NEVER_BELOW) for module, _ in found):
        return False
    for module, filename in reversed(found):
        if _is_in(module, _LIBRARY) or _is_in(module, _IN_PLACE_OF_FUNCTIONS):
            return True
        if _is_in(module, _PLUGIN) or filename == file:
            return False
    return False


def is_of_callee(error: BaseException) -> bool:
    """Whether an exception that a call let out, seen in the frame of the call, is that of what was called.

    It is not where a function of the plugin's own was called back, and raised it.
    """
    called = error.__traceback__.tb_next if error.__traceback__ is not None else None
    for module in reversed([_module(frame) for frame in _frames(called)]):
        if _is_in(module, _LIBRARY) or _is_in(module, _IN_PLACE_OF_FUNCTIONS):
            return True
        if _is_in(module, _PLUGIN):
            return False
    return True


def _frames(found: TracebackType | None) -> Iterator[FrameType]:
    return (frame for frame, _ in traceback.walk_tb(found))


def _module(frame: FrameType) -> str:
    """The name of the module of a frame; functions that dispatch are compiled without one."""
    if frame.f_code.co_filename.startswith("<aikit "):
        return _LIBRARY
    return str(frame.f_globals.get("__name__", ""))


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
