"""What taking elements by their indices needs of its arguments."""

from __future__ import annotations

from typing import Any

from aikit.core.records import Arguments
from aikit.core.shapes import shape_of
from aikit.exceptions import AikitIndexError, AikitValueError
from aikit.functional.rules.common import an_axis, check_stacks


def take(name: str, arguments: Arguments, backend: Any) -> None:
    """The indices have at most one dimension, and lie within the axis."""
    an_axis(name, arguments, backend)
    indices, axis = arguments["indices"], arguments["axis"]
    if len(indices.shape) > 1:
        raise AikitValueError(f"{name}: indices has shape {shape_of(indices)}; it has at most 1 dimension")
    length = shape_of(arguments["x"])[axis if axis is not None else 0]
    check_indices(name, indices, axis, length, backend)


def take_along_axis(name: str, arguments: Arguments, backend: Any) -> None:
    """The indices have as many dimensions as the array, broadcast with it but along the axis, and lie within that."""
    shape, indices, axis = shape_of(arguments["x"]), arguments["indices"], arguments["axis"]
    if len(indices.shape) != len(shape):
        raise AikitValueError(
            f"{name}: indices has {len(indices.shape)} dimensions and x {len(shape)}; they must be equal"
        )
    check_indices(name, indices, axis, shape[axis], backend)
    check_stacks(name, *((*s[:axis], 1, *s[axis:][1:]) for s in (shape, shape_of(indices))))


def check_indices(name: str, indices: Any, axis: int | None, length: Any, backend: Any) -> None:
    """Raise AikitIndexError where indices, if their values are known, lie outside an axis."""
    if backend.is_traced(indices):
        return
    values = backend.to_numpy(indices)
    if values.size and not (-length <= int(values.min()) and int(values.max()) < length):
        which = "an axis" if axis is None else f"axis {axis}"
        raise AikitIndexError(
            f"{name}: indices run from {int(values.min())} to {int(values.max())}, out of range for {which} of length {length}"
        )
