"""What `aikit.traits` asks of NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.exceptions import AikitValueError

__all__ = ["access", "can_set_items", "is_mutable", "strides"]


def strides(x: np.ndarray, /) -> tuple[int, ...]:
    if any(stride % x.itemsize for stride in x.strides if x.itemsize):
        raise AikitValueError(
            f"strides: they are {x.strides} bytes, and an element has {x.itemsize}, as in a field of a structured array"
        )
    return tuple(stride // (x.itemsize or 1) for stride in x.strides)


def is_mutable(x: Any, /) -> bool:
    return isinstance(x, type) or x.flags.writeable


can_set_items = is_mutable


def access(x: np.ndarray, /) -> str:
    return "index" if x.dtype.hasobject else "pointer"
