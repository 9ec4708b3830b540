"""The memory of samples: nobody may write to it, and each call is handed copies that lie in memory as they do."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np


def mapped(change: Callable[[np.ndarray], Any], value: Any) -> Any:
    """`value` with each ndarray in it changed; lists and tuples are made anew, so that nobody shares a list.

    One that stands in several places is changed once, and stands in all of them still.
    """
    return _mapped(change, value, {})


def _mapped(change: Callable[[np.ndarray], Any], value: Any, made: dict[int, Any]) -> Any:
    """The same; `made` : the identity of an array -> what was made of it."""
    if isinstance(value, np.ndarray):
        if id(value) not in made:
            made[id(value)] = change(value)
        return made[id(value)]
    if type(value) in (list, tuple):
        return type(value)([_mapped(change, item, made) for item in value])
    return value


def arrays_in(*values: Any) -> Iterator[np.ndarray]:
    """The ndarrays among values, and in lists and tuples of them."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif type(value) in (list, tuple):
            yield from arrays_in(*value)


def frozen(value: Any) -> Any:
    """`value` with read-only views in place of its arrays; the arrays themselves stay as writable as they were."""
    return mapped(_read_only_view, value)


def _read_only_view(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def copied(array: np.ndarray) -> np.ndarray:
    """A copy with the same strides; it is writable unless the array behind the view is read-only, too."""
    copy = array.copy(order="K")
    if copy.strides != array.strides:
        copy = _empty_with_strides(array)
        copy[...] = array
    copy.flags.writeable = array.flags.writeable or (array.base is not None and array.base.flags.writeable)
    return copy


def _empty_with_strides(array: np.ndarray) -> np.ndarray:
    """An array of the same shape, dtype and strides in memory of its own."""
    spans = [(length - 1) * stride for length, stride in zip(array.shape, array.strides, strict=True)]
    before, behind = -sum(min(span, 0) for span in spans), sum(max(span, 0) for span in spans)
    memory = np.zeros(before + behind + array.itemsize, np.uint8)
    return np.ndarray(array.shape, array.dtype, memory, before, array.strides)


def restore(array: np.ndarray, content: bytes) -> None:
    """Put the bytes of an array back, whoever owns its memory and whatever is allowed there."""
    low, high = np.lib.array_utils.byte_bounds(array)
    memory: Any = (ctypes.c_char * (high - low)).from_address(low)
    before = array.__array_interface__["data"][0] - low
    writable: np.ndarray = np.ndarray(array.shape, array.dtype, memory, before, array.strides)
    writable[...] = np.frombuffer(content, array.dtype).reshape(array.shape)


def fixed(array: np.ndarray) -> np.ndarray:
    """The same values in memory that cannot be made writable; an array of objects as it is."""
    if array.dtype.hasobject:
        return array
    return np.frombuffer(array.tobytes(), array.dtype).reshape(array.shape)
