"""What every part of the library knows of an `aikit.Array`: that it holds a native array.

The class itself stands above dispatch, for it is made of functions. What is below recognises an Array by `ArrayBase`, and
makes one with `wrap`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar


class ArrayBase:
    """Holds a native array; `aikit.Array` is derived from it, and nothing else."""

    __slots__ = ("__weakref__", "_data")

    _data: Any

    __aikit_is_forwarding__ = True
    """For `aikit.traits`: an Array changes nothing of the native array but its type."""

    def __aikit_parent__(self) -> Any:
        """The native array, whose traits `aikit.traits` finds for the Array."""
        return self._data

    if TYPE_CHECKING:  # what Array has, and is asked for below it

        @property
        def _backend(self) -> Any: ...
        @property
        def device(self) -> Any: ...
        @property
        def dtype(self) -> Any: ...
        @property
        def ndim(self) -> int: ...
        @property
        def shape(self) -> tuple[Any, ...]: ...

        def __iter__(self) -> Iterator[Any]: ...
        def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any: ...


_Class = TypeVar("_Class", bound=type[ArrayBase])

_array: Any = ArrayBase
"""The class of what `wrap` makes."""


def define(cls: _Class) -> _Class:
    """Let a class be `aikit.Array`."""
    global _array
    _array = cls
    return cls


def array_class() -> Any:
    """The class `aikit.Array`."""
    return _array


def wrap(native: Any) -> Any:
    """An Array around a native array."""
    array = _array()
    array._data = native
    return array
