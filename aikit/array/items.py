"""Reading and writing parts of an Array, with one set of rules and errors on all backends."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from aikit import backend_handler, dtypes
from aikit.array.selection import consumed_dimensions, is_array, selected_shape
from aikit.core import shapes, view_writes
from aikit.core.arrays import ArrayBase
from aikit.core.wording import shown
from aikit.core.writing import write
from aikit.dispatch.host_data import PYTHON_SCALARS, accept_native, list_to_native, scalar_to_native
from aikit.dispatch.results import _SAME_KIND
from aikit.exceptions import (
    AikitBackendException,
    AikitBroadcastShapeError,
    AikitException,
    AikitIndexError,
    AikitTypeError,
    AikitValueError,
)


def get_item(x: ArrayBase, key: Any) -> Any:
    """The native array of ``x[key]``.

    `key` may hold ints, slices, Ellipsis, None, boolean masks and integer arrays, with NumPy's meaning.

    Raises
    ------
    AikitIndexError : too many indices, one out of range, a mask of another shape, or no index at all.
    """
    backend = x._backend
    parts = normalise(key, x, backend)
    try:
        return backend.on_device_of_inputs(backend.get_item)(x._data, parts)
    except Exception as error:
        if isinstance(error, AikitException) or backend.is_untranslated(error):
            raise
        _check_alive(x, backend)
        _check_arrays(parts, x, backend, error)
        raise AikitIndexError(f"x[...]: {shown(key)} does not index an array of shape {x.shape}: {error}") from error


def set_item(x: ArrayBase, key: Any, value: Any) -> None:
    """``x[key] = value``: rebind `x` to a changed copy, or write in place where `x` is the sole owner of its buffer.

    Raises
    ------
    AikitIndexError : as for reading.
    AikitTypeError : a value whose dtype does not cast to that of `x` within its kind.
    AikitOverflowError : a Python int that the dtype of `x` does not hold.
    AikitBroadcastShapeError : a value whose shape does not broadcast to that of the selection, ``x[key].shape``, also
        where that is empty; dimensions of length 1 in front of the others do not count. A mask selects one dimension,
        of as many elements as it has True. Where a trace does not know the selection, the framework decides.
    """
    backend = x._backend
    parts = normalise(key, x, backend)
    native = _value(x, value, backend)
    if shapes.rank_of(native) and shapes.rank_of(x) is not None:
        native = _fitting_value(native, key, parts, x, backend)

    def change(holder: Any) -> Any:
        in_place = backend.sole_owner(holder)  # asked before `_data` is an argument, which is another reference
        return backend.on_device_of_inputs(backend.set_item)(holder._data, parts, native, in_place)

    try:
        if backend.is_traced(x._data):
            backend.check_written(x, "x[...] = value")
            x._data = backend.on_device_of_inputs(backend.set_item)(x._data, parts, native, False)
        else:
            if view_writes.watching:
                view_writes.check(x, (value, key), "x[...] = value")
            write(x, change)
    except Exception as error:
        if isinstance(error, AikitException) or backend.is_untranslated(error):
            raise
        _check_alive(x, backend)
        _check_arrays(parts, x, backend, error)
        raise AikitBroadcastShapeError(
            f"x[...] = value: the value of shape {tuple(native.shape)} does not fit the selection {shown(key)} of an array "
            f"of shape {x.shape}: {error}"
        ) from error


def _value(x: ArrayBase, value: Any, backend: Any) -> Any:
    """The value to write, as a native array of the dtype of `x`."""
    dtype = x.dtype
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, PYTHON_SCALARS):
        return scalar_to_native("x[...] = value", "value", value, dtype, backend, backend.dev(x._data))
    native = value._data if isinstance(value, ArrayBase) else value
    home = backend_handler.backend_of(native)
    if home is not None:
        native = accept_native("x[...] = value", "value", native, home)
    if home is not backend:
        if isinstance(value, (list, tuple)):
            native = list_to_native("x[...] = value", "value", value, backend, backend.dev(x._data))
        elif home is None or isinstance(value, ArrayBase) or home.name != "numpy":
            other = f"an array of {home.name!r}" if home is not None else f"a {type(value).__name__}"
            raise (AikitBackendException if home is not None else AikitTypeError)(
                f"x[...] = value: x is an array of {backend.name!r} and value={shown(value)} {other}; "
                f"bring it over with aikit.to_backend(value, {backend.name!r})"
            )
        if backend_handler.backend_of(native) is not backend:
            own = dtypes.as_dtype(native.dtype)
            _check_cast(own, dtype)
            return backend.from_numpy(native, x._data.dtype, backend.dev(x._data))
    _check_cast(dtypes.as_dtype(native.dtype), dtype)
    return native if native.dtype == x._data.dtype else backend.astype(native, x._data.dtype)


def _fitting_value(native: Any, key: Any, parts: tuple[Any, ...], x: ArrayBase, backend: Any) -> Any:
    """The value without the dimensions of length 1 that it has before those of the selection."""
    selected, shape = selected_shape(parts, x.shape, backend), tuple(native.shape)
    if selected is None or None in shape:
        return native
    surplus = max(len(shape) - len(selected), 0)
    pairs = zip(reversed(shape), reversed(selected), strict=False)
    if any(length != 1 for length in shape[:surplus]) or any(one not in (1, length) for one, length in pairs):
        raise AikitBroadcastShapeError(
            f"x[...] = value: the value of shape {shape} does not broadcast to the selection {shown(key)}, of shape "
            f"{selected}, of an array of shape {x.shape}"
        )
    return backend.reshape(native, shape[surplus:]) if surplus else native


def _check_cast(own: dtypes.Dtype, dtype: dtypes.Dtype) -> None:
    if dtype.kind not in _SAME_KIND[own.kind]:
        raise AikitTypeError(
            f"x[...] = value: the value has dtype {own}, which does not cast to {dtype} of x within its kind; "
            "cast it with aikit.astype"
        )


# ------------------------------------------------------------------------------------------------ keys


def _is_plain(key: Any, native: Any) -> bool:
    """Whether a key is an int or a slice of ints within a first dimension of known length, as most keys are."""
    if type(key) is not int and type(key) is not slice:
        return False
    try:
        length = native.shape[0]
    except (IndexError, ValueError):  # no dimension, or under a trace an unknown number of them
        return False
    if type(length) is not int:
        return False
    if isinstance(key, slice):
        bounds = (key.start, key.stop, key.step)
        return key.step != 0 and all(end is None or (type(end) is int and -length <= end <= length) for end in bounds)
    return -length <= key < length


def normalise(key: Any, x: ArrayBase, backend: Any) -> tuple[Any, ...]:
    """The key as a tuple of int, slice, None, Ellipsis and native arrays, checked against the shape of `x`."""
    if _is_plain(key, x._data):
        return (key,)
    given = key if isinstance(key, tuple) else (key,)
    parts = [_part(part, x, backend) for part in given]
    if shapes.rank_of(x) is None and not any(map(is_array, parts)):
        return tuple(parts)  # nothing is known that a number could be checked against
    shape = x.shape
    used = sum(consumed_dimensions(part) for part in parts)
    ellipses = sum(part is Ellipsis for part in parts)
    if ellipses > 1:
        raise AikitIndexError(f"x[...]: {shown(key)} has {ellipses} ellipses; one is the most")
    if used > len(shape):
        raise AikitIndexError(f"x[...]: {shown(key)} indexes {used} dimensions of an array of {len(shape)}")
    dim = 0
    for place, part in enumerate(parts):
        if part is Ellipsis:
            dim += len(shape) - used
            continue
        _check_part(part, dim, shape, key)
        if isinstance(given[place], list):
            _check_numbers(_numbers_in(given[place]), dim, shape)
        consumed = consumed_dimensions(part)
        parts[place] = _fitting(part, shape[dim : dim + consumed], x, backend)
        dim += consumed
    if any(map(is_array, parts)) and (
        0 in shape or 0 in (selected_shape(tuple(parts), shape, backend, count=False) or ())
    ):
        _check_arrays(
            tuple(parts), x, backend, None
        )  # where nothing is selected, frameworks do not look at the indices
    return tuple(parts)


def _part(part: Any, x: ArrayBase, backend: Any) -> Any:
    if part is None or part is Ellipsis:
        return part
    if isinstance(part, slice):
        return slice(*(_bound(end) for end in (part.start, part.stop, part.step)))
    if isinstance(part, (bool, np.bool_)):
        raise AikitIndexError(
            f"x[{part}]: a Python bool is no index; use None for a new dimension, or a mask of the array's shape"
        )
    if isinstance(part, list):
        native = list_to_native("x[...]", "key", part, backend, backend.dev(x._data))
        if 0 in native.shape:
            native = backend.astype(native, backend.as_native_dtype(dtypes.int32.name))
        return _array_part(native, backend)
    if isinstance(part, np.ndarray):
        part = accept_native("x[...]", "key", part, backend_handler.load("numpy"))
        dtype = backend.as_native_dtype(dtypes.as_dtype(part.dtype).name)
        return _array_part(backend.from_numpy(part, dtype, backend.dev(x._data)), backend)
    native = part._data if isinstance(part, ArrayBase) else part
    if backend_handler.backend_of(native) is not None:
        if backend_handler.backend_of(native) is not backend:
            raise AikitBackendException(
                f"x[...]: x is an array of {backend.name!r} and the key one of {backend_handler.backend_of(native).name!r}; "  # type: ignore[union-attr]
                f"bring it over with aikit.to_backend(key, {backend.name!r})"
            )
        return _array_part(native, backend)
    try:
        return shapes.as_int(part)
    except TypeError:
        raise AikitIndexError(
            f"x[{shown(part)}]: a {type(part).__name__} is no index; use ints, slices, Ellipsis, None, masks or integer arrays"
        ) from None


def _bound(end: Any) -> Any:
    if end is None:
        return None
    try:
        return shapes.as_int(end)
    except TypeError:
        raise AikitIndexError(
            f"x[...]: the slice bound {shown(end)} is a {type(end).__name__}; it must be an int or None"
        ) from None


def _array_part(native: Any, backend: Any) -> Any:
    kind = dtypes.as_dtype(native.dtype).kind
    if kind not in "biu":
        raise AikitIndexError(
            f"x[...]: an index array has dtype {dtypes.as_dtype(native.dtype)}; it must be integer or boolean"
        )
    rank = shapes.rank_of(native)
    if rank is None and kind == "b":
        raise AikitValueError(
            "x[...]: under this trace the number of dimensions of a mask is not known; state it, as with tf.ensure_shape"
        )
    if kind in "iu" and rank == 0 and not backend.is_traced(native):
        return operator.index(backend.to_scalar(native))
    return native


def _check_part(part: Any, dim: int, shape: tuple[Any, ...], key: Any) -> None:
    if isinstance(part, int):
        length = shape[dim]
        if length is not None and not -length <= part < length:
            raise AikitIndexError(
                f"x[...]: index {part} in {shown(key)} is out of range for dimension {dim} of length {length}"
            )
    elif isinstance(part, slice):
        if part.step == 0:
            raise AikitIndexError(f"x[...]: the step of a slice in {shown(key)} is 0")
    elif part is not None and dtypes.as_dtype(part.dtype).kind == "b":
        mask = tuple(part.shape)
        lengths = zip(mask, shape[dim : dim + len(mask)], strict=True)
        if any(m is not None and n is not None and m not in (0, n) for m, n in lengths):
            raise AikitIndexError(
                f"x[...]: a mask of shape {mask} does not fit dimensions {shape[dim : dim + len(mask)]} of the array; "
                "they must be equal, or 0 in the mask"
            )


def _numbers_in(items: list[Any]) -> list[Any]:
    """What is in nested lists."""
    return [one for item in items for one in (_numbers_in(item) if isinstance(item, list) else (item,))]


def _check_numbers(numbers: list[Any], dim: int, shape: tuple[Any, ...]) -> None:
    """Indices that are numbers, which are known on every device and under every trace."""
    length = shape[dim]
    if length is not None and numbers and all(type(one) is int for one in numbers):
        _check_ends(min(numbers), max(numbers), dim, length, None)


def _fitting(part: Any, lengths: tuple[Any, ...], x: ArrayBase, backend: Any) -> Any:
    """A mask without elements, which the standard lets select nothing of any length, at the length that there is.

    https://data-apis.org/array-api/2025.12/API_specification/indexing.html#boolean-array-indexing
    And a slice within the length: its numbers may be more than a framework's integers hold.
    """
    if isinstance(part, slice):
        return _within(part, lengths[0])
    if not is_array(part) or 0 not in part.shape or dtypes.as_dtype(part.dtype).kind != "b" or None in lengths:
        return part
    if tuple(part.shape) == lengths:
        return part
    return backend.zeros(lengths, dtype=backend.as_native_dtype(dtypes.bool_.name), device=backend.dev(x._data))


def _within(part: slice, length: int | None) -> slice:
    """The same elements, by numbers of at most one more than the length."""
    if length is None:
        return part
    numbers = (part.start, part.stop, part.step)
    most = length + 1
    if all(number is None or -most <= number <= most for number in numbers):
        return part
    return slice(*(None if number is None else max(-most, min(number, most)) for number in numbers))


def _check_alive(x: ArrayBase, backend: Any) -> None:
    """Explain a failure by memory that is gone, on backends that have such a thing."""
    accept_native("x[...]", "x", x._data, backend)


def _check_arrays(parts: tuple[Any, ...], x: ArrayBase, backend: Any, error: Exception | None) -> None:
    """Explain a failure by the index arrays: one out of range, or several that do not broadcast."""
    found, dim = [], 0
    for place, part in enumerate(parts):
        if part is Ellipsis:
            dim = len(x.shape) - sum(map(consumed_dimensions, parts[place:]))
            continue
        if is_array(part):
            values = None if backend.is_traced(part) else backend.to_numpy(part)
            if dtypes.as_dtype(part.dtype).kind == "b":
                # of a trace nobody knows how many elements it selects
                found += [] if values is None else [(int(values.sum()),)]
            else:
                found.append(tuple(part.shape))
                _check_range(values, dim, x.shape[dim], error)
        dim += consumed_dimensions(part)
    try:
        shapes.broadcast("x[...]", found)
    except AikitBroadcastShapeError:
        raise AikitIndexError(
            f"x[...]: the index arrays have the shapes {', '.join(map(str, found))}, which do not broadcast; a mask counts "
            "as one array of as many indices as it has True"
        ) from error


def _check_range(values: np.ndarray | None, dim: int, length: int | None, error: Exception | None) -> None:
    if values is None or length is None or not values.size:
        return
    _check_ends(int(values.min()), int(values.max()), dim, length, error)


def _check_ends(least: int, most: int, dim: int, length: int, error: Exception | None) -> None:
    if least < -length or most >= length:
        raise AikitIndexError(
            f"x[...]: an index array runs from {least} to {most}, out of range for dimension {dim} of length {length}"
        ) from error
