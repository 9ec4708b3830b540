"""Writes to Arrays: each is one step, whatever other threads do.

While an Array is written to it has no value: the native array is the write's alone. Whoever referred to it before is
counted when the backend is asked whether this is the sole owner, and nobody can come to it before the write is done.
To read the Array meanwhile is to wait, in `Array.__getattr__`, which Python calls only for a slot that is empty, so that
reading costs nothing for it.
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
        address, holder = id(array), _Write()
        holder._data = array._data
        try:
            _writes[address] = holder
            del array._data
            holder._data = change(holder)
        finally:
            array._data = holder._data
            del _writes[address]


def read_while_written(array: Any) -> Any:
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
