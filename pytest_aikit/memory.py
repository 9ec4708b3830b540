"""The memory of samples: nobody may write to it, and each call is handed copies that lie in memory as they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def mapped(change: Callable[[np.ndarray], Any], value: Any) -> Any:
    """`value` with each ndarray in it changed; lists and tuples are made anew, so that nobody shares a list."""
    if isinstance(value, np.ndarray):
        return change(value)
    return type(value)(mapped(change, item) for item in value) if type(value) in (list, tuple) else value


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
