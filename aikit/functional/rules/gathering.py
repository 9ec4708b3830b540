"""What gathering and scattering need of their arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit import dtypes
from aikit.core.arrays import ArrayBase
from aikit.core.records import Arguments
from aikit.core.shapes import Shape, check_axes, shape_of
from aikit.exceptions import AikitIndexError, AikitTypeError, AikitValueError
from aikit.functional.rules.indexing import check_indices

# ------------------------------------------------------------------------------------------------ before the call


def places_of_batch(name: str, params: Any, indices: Any, axis: int, batch_dims: int) -> tuple[int, int]:
    """The axis, and the number of dimensions that are shared, counted from the front."""
    one, two = shape_of(params), shape_of(indices)
    check_axes(name, "axis", axis, len(one))
    axis, shared = axis % len(one), _shared(name, one, two, batch_dims, len(two))
    if axis < shared:
        raise AikitValueError(f"{name}: axis={axis} is one of the first {shared} dimensions, those of the batch")
    return axis, shared


def batch_of_rows(name: str, params: Any, indices: Any, batch_dims: int) -> int:
    """The number of dimensions that are shared, where each row of the indices leads to a place."""
    one, two = shape_of(params), shape_of(indices)
    if not two:
        raise AikitValueError(f"{name}: indices has no dimensions; it needs one of rows with an index for each axis")
    if two[-1] is None:
        raise ValueError("the number of indices")
    shared = _shared(name, one, two, batch_dims, len(two) - 1)
    if not 1 <= two[-1] <= len(one) - shared:
        raise AikitValueError(
            f"{name}: indices of shape {two} has rows of {two[-1]} indices; params of shape {one} takes 1 to {len(one) - shared}"
        )
    return shared


def _shared(name: str, one: Shape, two: Shape, batch_dims: int, most: int) -> int:
    """The first dimensions that are shared, counted from the front."""
    shared = batch_dims + len(two) if batch_dims < 0 else batch_dims
    if not 0 <= shared <= min(most, len(one)):
        raise AikitValueError(
            f"{name}: batch_dims={batch_dims} are not there in params of shape {one} and indices of shape {two}"
        )
    if one[:shared] != two[:shared]:
        raise AikitValueError(
            f"{name}: the first {shared} dimensions of params of shape {one} and of indices of shape {two} must be equal"
        )
    return shared


def check_reduction(name: str, updates: Any, reduction: str) -> None:
    """Raise AikitTypeError where the least or greatest of complex numbers is asked for."""
    dtype = dtypes.as_dtype(updates.dtype)
    if dtype.kind == "c" and reduction in ("min", "max"):
        raise AikitTypeError(
            f"{name}: updates has dtype {dtype}, and reduction={reduction!r} needs numbers with an order; take aikit.real or "
            "aikit.abs first"
        )


def check_updates(name: str, indices: Any, updates: Any) -> None:
    """Raise AikitValueError where there is not one update for each index of a vector."""
    one, two = shape_of(indices), shape_of(updates)
    if len(one) != 1:
        raise AikitValueError(f"{name}: indices has shape {one}; it must have 1 dimension")
    if not two or (None not in (one[0], two[0]) and one[0] != two[0]):
        raise AikitValueError(
            f"{name}: there are {one[0]} indices, and updates of shape {two}; the first lengths must be equal"
        )


def size_for(backend: Any, indices: Any) -> int:
    """One more than the greatest index; the framework's error where a trace does not know it."""
    return int(backend.to_numpy(indices).max(initial=-1)) + 1


def lengths_of_rows(name: str, indices: Any, updates: Any, shape: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lengths that the indices of an Array are for, and those of what is scattered.

    Raises
    ------
    AikitValueError : shapes that do not fit.
    AikitIndexError : an index out of range, where a call may look at the values.
    ValueError : a length is not known.
    """
    rows, given = shape_of(indices), shape_of(updates)
    if None in (*rows, *given):
        raise ValueError("the lengths")
    number = rows[-1] if rows else 0
    if not number or (shape is not None and number > len(shape)):
        raise AikitValueError(
            f"{name}: indices has shape {rows}; its last axis is for 1 index to as many as shape={shape} has lengths"
        )
    backend = indices._backend
    native = indices._data
    slices = tuple(given[len(rows) - 1 :] if shape is None else shape[number:])
    if given != (*rows[:-1], *slices):
        raise AikitValueError(
            f"{name}: updates has shape {given}; for indices of shape {rows} it must have {(*rows[:-1], *slices)}"
        )
    if shape is None:
        values = backend.to_numpy(native).reshape(-1, number)
        lengths = tuple(int(column.max(initial=-1)) + 1 for column in values.T)
    else:
        lengths = tuple(shape[:number])
    if not backend.is_traced(native) and backend.as_aikit_dev(backend.dev(native)).startswith("cpu"):
        _check_rows(name, backend.to_numpy(native), lengths)
    return lengths, slices


def _check_rows(name: str, values: np.ndarray, lengths: Shape) -> None:
    """Raise AikitIndexError where an index lies outside of its axis."""
    for axis, length in enumerate(lengths):
        column = values[..., axis]
        if column.size and not (-length <= int(column.min()) and int(column.max()) < length):  # type: ignore[operator]
            raise AikitIndexError(
                f"{name}: indices run from {int(column.min())} to {int(column.max())} in column {axis}, out of range for an axis "
                f"of length {length}"
            )


# ------------------------------------------------------------------------------------------------ once a call has failed


def gather(name: str, arguments: Arguments, backend: Any) -> None:
    """The axis and the dimensions of a batch are there, and the indices lie within the axis."""
    params, indices = arguments["params"], arguments["indices"]
    axis, _ = places_of_batch(name, params, indices, arguments["axis"], arguments["batch_dims"])
    native = indices._data if isinstance(indices, ArrayBase) else indices
    check_indices(name, native, axis, shape_of(params)[axis], backend)


def gather_nd(name: str, arguments: Arguments, backend: Any) -> None:
    """The indices lie within their axes."""
    params, indices = arguments["params"], arguments["indices"]
    shared = batch_of_rows(name, params, indices, arguments["batch_dims"])
    if not backend.is_traced(indices):
        _check_rows(name, backend.to_numpy(indices), shape_of(params)[shared : shared + shape_of(indices)[-1]])  # type: ignore[operator]


def scatter_flat(name: str, arguments: Arguments, backend: Any) -> None:
    """The size is 0 or more, and the indices lie within it."""
    size, indices = arguments["size"], arguments["indices"]
    if size is not None and size < 0:
        raise AikitValueError(f"{name}: size={size} is negative; it must be 0 or more")
    if not backend.is_traced(indices):
        length = size_for(backend, indices) if size is None else size
        _check_rows(name, backend.to_numpy(indices)[..., None], (length,))


def length_of_scattered(arguments: Arguments) -> Shape | None:
    """The lengths of the result, where its first one is given."""
    size = arguments["size"]
    return None if size is None else (size, *shape_of(arguments["updates"])[1:])
