"""Writes to Arrays: each is one step, whatever other threads do.

While an Array is written to it has no value: the native array is the write's alone. Whoever referred to it before is
counted when the backend is asked whether this is the sole owner, and nobody can come to it before the write is done.
To read the Array meanwhile is to wait, in the ``__getattr__`` of a class that the Array has just as long: one of Array
itself would make every reading of `_data` three times as slow, for CPython then looks nothing up in advance.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from aikit.exceptions import AikitBackendException


class _Write:
    """A write that is under way: it holds the native array as an Array does."""

    __slots__ = ("_data",)

    _data: Any


_LOCKS = tuple(threading.RLock() for _ in range(256))
_writes: dict[int, _Write] = {}
"""The address of an Array -> the write to it, which only the thread of the write looks for."""


def _lock(array: Any) -> Any:
    return _LOCKS[(id(array) >> 4) % len(_LOCKS)]


def write(array: Any, change: Callable[[Any], Any]) -> None:
    """Rebind an Array to ``change(holder)``, where ``holder._data`` is its native array; on errors it stays as it was.

    Parameters
    ----------
    change : given a holder which refers to the native array alone, if nobody else does.

    Raises
    ------
    AikitBackendException : this thread is writing to the Array already, and was interrupted by what is to write now.
    """
    with _lock(array):
        if id(array) in _writes:
            raise AikitBackendException(
                "x[...] = value: interrupts a write to x, in the same thread, which would undo it"
            )
        address, cls, holder = id(array), type(array), _Write()
        holder._data = array._data
        if cls not in _waiting:
            array._data = change(holder)  # of a subclass: both refer to the native array, so that it is copied
            return
        try:
            _writes[address] = holder
            array.__class__ = _waiting[cls]
            del array._data
            holder._data = change(holder)
        finally:
            array._data = holder._data
            array.__class__ = cls
            del _writes[address]


_waiting: dict[type, type] = {}
"""A class -> the class that its objects have while they are written to."""


def let_readers_wait(cls: type) -> type:
    """Make, and return, the class that objects of `cls` have while they are written to."""

    def __getattr__(self: Any, name: str) -> Any:
        if name == "_data":
            return _read_while_written(self)
        return object.__getattribute__(self, name)  # raises again: there is none, or a property failed

    names = {"__slots__": (), "__module__": cls.__module__, "__getattr__": __getattr__}
    _waiting[cls] = type(cls.__name__, (cls,), names)
    return _waiting[cls]


def class_of(value: Any) -> type:
    """The class of a value, and of an Array that is being written to the one that it has otherwise."""
    cls = type(value)
    return next((one for one, waiting in _waiting.items() if waiting is cls), cls)


def _read_while_written(array: Any) -> Any:
    """The native array of an Array that has none just now, once a write to it is done.

    Raises
    ------
    AttributeError : there is no write, and the Array never had a value.
    """
    with _lock(array):
        try:
            return object.__getattribute__(array, "_data")
        except AttributeError:
            under_way = _writes.get(id(array))
            if under_way is None:
                raise
            return under_way._data  # of this thread, which a signal or a finaliser interrupted
