"""Where code relies on views as NumPy has them: a write to an Array that would be one, or of which there would be one.

An Array never shares what is written to it, so ``part = x[0:2]; part += 1`` leaves `x` as it is. In the modes "warn" and
"error" such writes are reported, with the places where the view was made and where the write happens. What is a view is
decided from the function that made it (`view` in its declaration), not from memory, so it is the same on all backends.

The default mode, "copy", costs nothing: only while another is in force somewhere do the functions that make views leave
their fast path. Arrays are noted by weak references, and by their address, which is forgotten when they die.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FrameType
from typing import Any, NamedTuple

import numpy as np

from aikit.core.arrays import ArrayBase
from aikit.core.settings import Setting
from aikit.core.wording import quoted, shown
from aikit.exceptions import AikitTypeError, AikitValueError, AikitViewWriteError, AikitViewWriteWarning

MODES = ("copy", "warn", "error")
SETTING = Setting("view_write_mode", "copy")
on_switch: list[Callable[[bool], None]] = []
"""What is called when the first mode other than "copy" comes into force anywhere, and when the last one has gone."""
watching = False
"""Whether a mode other than "copy" is in force in any thread."""
_lock = threading.RLock()
_local_modes = 0
_written_back = threading.local()


class Mode:
    """What `set_view_write_mode` returns: a context, within which the mode is in force for this thread or task alone."""

    def __init__(self, mode: str) -> None:
        self._mode = mode
        self._is_set = True
        self._context: Any = None

    def __repr__(self) -> str:
        return f"<the view write mode {self._mode!r}>"

    def __enter__(self) -> None:
        global _local_modes
        with _lock:
            if self._is_set:  # by the call that made this, for the process
                SETTING.unset()
                self._is_set = False
            _local_modes += self._mode != "copy"
            _switch()
        self._context = SETTING.local(self._mode)
        self._context.__enter__()

    def __exit__(self, *error: object) -> None:
        global _local_modes
        self._context.__exit__(None, None, None)
        with _lock:
            _local_modes -= self._mode != "copy"
            _switch()


def set_view_write_mode(mode: str, /) -> Mode:
    """Set what becomes of writes that would show elsewhere if Arrays had views as NumPy has them.

    ``part = x[0:2]; part += 1`` leaves `x` alone, and a later write to `x` leaves `part` alone: an Array is a variable with
    a value of its own. Code that was written for NumPy's views may rely on the contrary; this finds the places. A write,
    in place or by `out`, is reported if it goes to an Array that a basic index, iteration or another function that gives
    views in NumPy made of an Array that is still alive, or to an Array of which such an Array is still alive. Nothing
    is reported under a trace.

    Parameters
    ----------
    mode : ``"copy"``, the default: nothing is reported; ``"warn"``: an `AikitViewWriteWarning`; ``"error"``: an
        `AikitViewWriteError`, and nothing is written.

    Returns
    -------
    A context manager: ``with aikit.set_view_write_mode("warn"):`` lets the mode be in force for this thread or task, and
    until the end of the block. As a plain call it sets the mode of the process, which `unset_view_write_mode` undoes.

    Raises
    ------
    AikitTypeError : no string.
    AikitValueError : no such mode.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.zeros((3, 2))
    >>> with aikit.set_view_write_mode("error"):
    ...     x[0] = 1.0
    ...     row = x[1]
    ...     try:
    ...         row[0] = 1.0
    ...     except aikit.AikitViewWriteError:
    ...         print("x would change with NumPy")
    x would change with NumPy
    """
    if not isinstance(mode, str):
        raise AikitTypeError(
            f"set_view_write_mode: mode={shown(mode)} is a {type(mode).__name__}; use one of {quoted(MODES)}"
        )
    if mode not in MODES:
        raise AikitValueError(f"set_view_write_mode: mode={shown(mode)} is unknown; use one of {quoted(MODES)}")
    with _lock:
        SETTING.set(mode)
        _switch()
    return Mode(mode)


def unset_view_write_mode() -> None:
    """Undo the last `set_view_write_mode` of the process.

    Examples
    --------
    >>> import aikit
    >>> mode = aikit.set_view_write_mode("warn")
    >>> aikit.unset_view_write_mode()
    """
    with _lock:
        SETTING.unset()
        _switch()


def _switch() -> None:
    """Watch while a mode other than "copy" is in force anywhere."""
    global watching
    wanted = bool(_local_modes) or any(mode != "copy" for mode in SETTING.stack)
    if wanted is not watching:
        watching = wanted
        for switch in on_switch:
            switch(wanted)


# ------------------------------------------------------------------------------------------------ what is a view of what


class _Made(NamedTuple):
    """How and where a view was made."""

    how: str
    place: str


class _Node:
    """What is known of one Array: the Arrays that it would be a view of, and those that would be views of it."""

    __slots__ = ("ancestors", "array", "descendants", "made")

    def __init__(self, array: Any) -> None:
        self.array = weakref.ref(array, functools.partial(_forget, id(array)))
        self.ancestors: list[_Node] = []
        self.descendants: dict[int, _Node] = {}
        self.made: _Made | None = None


_nodes: dict[int, _Node] = {}


def _forget(address: int, _: Any) -> None:
    """Take an Array that died out of all that is known."""
    node = _nodes.pop(address, None)
    if node is not None:
        for ancestor in node.ancestors:
            ancestor.descendants.pop(address, None)
        for descendant in list(node.descendants.values()):
            descendant.ancestors = [one for one in descendant.ancestors if one is not node]
        node.descendants.clear()


def _node(array: Any) -> _Node:
    return _nodes.get(id(array)) or _nodes.setdefault(id(array), _Node(array))


def note(view: Any, source: Any, how: str) -> None:
    """Remember that one Array would be a view of another, if the code that made it is the user's."""
    if view is source or SETTING.get() == "copy":
        return
    frame = _users_frame()
    if frame is None:
        return
    parent, node = _node(source), _node(view)
    node.made = _Made(how, _place(frame))
    node.ancestors = [parent, *parent.ancestors]
    for ancestor in node.ancestors:
        ancestor.descendants[id(view)] = node


def note_result(function: Any, arguments: Mapping[str, Any], result: Any) -> None:
    """Remember which results of a function would be views of which of its arguments."""

    if arguments.get("copy") is True:
        return
    name = function.view
    given = arguments[name]
    results = result if isinstance(result, tuple) else [result]
    sources = given if function.parameters[name].role == "arrays" else [given] * len(results)
    for view, source in zip(results, sources, strict=True):
        if not isinstance(source, ArrayBase) or not isinstance(view, ArrayBase) or _is_traced(view):
            continue
        # a conversion that changes something copies; the parts of several results without dimensions are numbers
        home = (view._backend, view.device) == (source._backend, source.device)
        same = home and ("dtype" not in arguments or view.dtype == source.dtype)
        if same and (view.ndim or len(results) == 1 or view.ndim == source.ndim):
            note(view, source, function.qualified_name)


def note_item(item: Any, array: Any, key: Any) -> None:
    """Remember that what a basic index selects would be a view; a single element is a number in NumPy, unless with ``...``."""
    parts = key if isinstance(key, tuple) else (key,)
    basic = all(part is None or part is ... or isinstance(part, (int, np.integer, slice)) for part in parts)
    if not _is_traced(item) and basic and (item.ndim or any(part is ... for part in parts)):
        note(item, array, "x[...]")


def _is_traced(array: Any) -> bool:
    return array._backend.is_traced(array._data)


# ------------------------------------------------------------------------------------------------ writes


def check(array: Any, operands: Iterable[Any], what: str) -> None:
    """Report a write to an Array that would be a view of another one, or that has such views, as the mode has it.

    Parameters
    ----------
    operands : what else takes part in the write, which may be a view of the Array: NumPy writes as if it had a copy.

    Raises
    ------
    AikitViewWriteError : in the mode "error".
    """
    node, mode = _nodes.get(id(array)), SETTING.get()
    if node is None or mode == "copy" or getattr(_written_back, "address", None) == id(array):
        return
    own = {id(operand) for operand in _flat(operands)}
    found = _found(node, own)
    frame = _users_frame()
    if found is None or frame is None:
        return
    message = f"{what} at {_place(frame)} {found}"
    if mode == "error":
        raise AikitViewWriteError(message)
    names = frame.f_globals
    warnings.warn_explicit(
        message,
        AikitViewWriteWarning,
        frame.f_code.co_filename,
        frame.f_lineno,
        names.get("__name__"),
        names.setdefault("__warningregistry__", {}),
    )


def _found(node: _Node, own: set[int]) -> str | None:
    """What a write would change with NumPy, in words; None where nothing."""
    if node.made is not None and any(ancestor.array() is not None for ancestor in node.ancestors):
        return (
            f"writes to what {node.made.how} made at {node.made.place} of an Array that is still in use: with NumPy's views "
            "that one would change too, here it keeps its value; write to that one, or make a copy with aikit.array"
        )
    for address, view in list(node.descendants.items()):
        if address not in own and view.array() is not None and view.made is not None:
            return (
                f"writes to an Array of which {view.made.how} made another at {view.made.place}, which is still in use: with "
                "NumPy's views that one would change too, here it keeps its value; make it a copy with aikit.array where that is meant"
            )
    return None


def _flat(operands: Iterable[Any]) -> Iterator[Any]:
    for operand in operands:
        if isinstance(operand, (list, tuple)):
            yield from _flat(operand)
        else:
            yield operand


@contextlib.contextmanager
def written_back(array: Any) -> Iterator[None]:
    """A context in which a write to an Array is not reported: the statement writes it back to where it came from."""
    outer = getattr(_written_back, "address", None)
    _written_back.address = id(array)
    try:
        yield
    finally:
        _written_back.address = outer


# ------------------------------------------------------------------------------------------------ places

_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep
_ON_THE_WAY = tuple(os.path.join(_PACKAGE, name) for name in ("array", "container", "core", "dispatch", "namespace.py"))
"""The files through which every call goes; the body of a function stands in others."""


def _users_frame() -> FrameType | None:
    """The frame of the user's code that runs; None where the body of a function of aikit does."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith((*_ON_THE_WAY, "<aikit ")):
        frame = frame.f_back
    return None if frame is None or frame.f_code.co_filename.startswith(_PACKAGE) else frame


def _place(frame: FrameType) -> str:
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"
