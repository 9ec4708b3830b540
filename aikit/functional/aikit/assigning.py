"""Reading and writing a part of an array, and changing all of it, as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aikit import backend_handler, dtypes
from aikit.array import Array
from aikit.core.arrays import wrap
from aikit.core.wording import shown
from aikit.declare import standalone
from aikit.exceptions import AikitNotImplementedException, AikitTypeError
from aikit.functional.aikit.general import to_aikit

if TYPE_CHECKING:
    from aikit import NativeArray


@standalone(category="general", nestable=True)
def get_item(x: Array | NativeArray, /, query: Any, *, copy: bool | None = None) -> Array:
    """What an index selects: ``x[query]``.

    Parameters
    ----------
    x : array of any dtype.
    query : an index, as arrays take it: ints, slices, None, an Ellipsis, masks and arrays of integers, or a tuple of these.
    copy : whether to copy in any case; else the result may share memory with `x`, which no write to an Array shows.

    Returns
    -------
    Array of the dtype of `x`.

    Raises
    ------
    AikitTypeError : `x` is no array, or `query` no index.
    AikitIndexError : an index out of range.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.get_item(aikit.asarray([[1, 2], [3, 4]]), (slice(None), 0)))
    [1, 3]
    """
    found = _array("get_item", x)[query]
    return wrap(_on_its_device(found, "copy_array")(found._data)) if copy else found


@standalone(category="general", nestable=True)
def set_item(x: Array | NativeArray, query: Any, val: Any, /, *, copy: bool = False) -> Array:
    """An array with what an index selects written to: ``x[query] = val``.

    Parameters
    ----------
    x : array of any dtype. An Array is written to itself; a native array never is.
    query : an index, as in `get_item`.
    val : what is written, an array or a scalar that broadcasts to the selection.
    copy : whether to leave an Array as it is, and write to a copy.

    Returns
    -------
    `x` itself where it is an Array that is written to, else a new Array.

    Raises
    ------
    AikitTypeError : `x` is no array, or `query` no index, or a `val` of a wider kind than the dtype of `x`.
    AikitIndexError : an index out of range.
    AikitBroadcastShapeError : a `val` that does not broadcast to the selection.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([1, 2, 3])
    >>> aikit.to_list(aikit.set_item(x, 0, 9, copy=True)), aikit.to_list(x)
    ([9, 2, 3], [1, 2, 3])
    """
    target = _written("set_item", x, copy)
    target[query] = val
    return target


@standalone(category="general", nestable=True)
def inplace_update(
    x: Array | NativeArray, val: Any, /, *, ensure_in_backend: bool = False, keep_input_dtype: bool = False
) -> Array:
    """An array that takes other values.

    Parameters
    ----------
    x : array of any dtype. An Array is written to itself; a native array never is.
    val : the values, an array or a scalar that broadcasts to the shape of `x`.
    ensure_in_backend : must be False: no write to an Array changes a native array.
    keep_input_dtype : whether `x` keeps its dtype, to which `val` must cast within its kind; otherwise it takes that of an
        array `val`.

    Returns
    -------
    `x` itself where it is an Array, else a new Array.

    Raises
    ------
    AikitNotImplementedException : `ensure_in_backend` is True.
    AikitTypeError : `x` is no array, or a `val` of a wider kind than the dtype that is kept.
    AikitBroadcastShapeError : a `val` that does not broadcast to the shape of `x`.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([1, 2])
    >>> y = aikit.inplace_update(x, aikit.asarray([0.5, 1.5]))
    >>> y is x, aikit.to_list(x)
    (True, [0.5, 1.5])
    """
    if ensure_in_backend:
        raise AikitNotImplementedException(
            "inplace_update: ensure_in_backend=True, but an Array is a variable of its own: no write to it changes a native "
            "array, on any backend; write to the native array by its framework"
        )
    target = _written("inplace_update", x, False)
    other = to_aikit(val)
    if not keep_input_dtype and isinstance(other, Array) and other._backend is target._backend:
        native_dtype = _backend(target).as_native_dtype(dtypes.as_dtype(other.dtype).name)
        changed = wrap(_on_its_device(target, "astype")(target._data, native_dtype))
        changed[...] = other
        _backend(target).check_written(target, "inplace_update(x, ...)")
        target._data = changed._data
    else:
        target[...] = val
    return target


@standalone(category="general", nestable=True)
def inplace_increment(x: Array | NativeArray, val: Any, /) -> Array:
    """An array to which something is added: ``x += val``.

    Parameters
    ----------
    x : array of a numeric dtype. An Array is written to itself; a native array never is.
    val : what is added, an array or a scalar that broadcasts to the shape of `x`, and casts to its dtype within its kind.

    Returns
    -------
    `x` itself where it is an Array, else a new Array.

    Raises
    ------
    AikitTypeError : `x` is no array, or the sum does not cast to its dtype.
    AikitValueError : a sum of another shape.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([1, 2])
    >>> aikit.inplace_increment(x, 1) is x, aikit.to_list(x)
    (True, [2, 3])
    """
    target = _written("inplace_increment", x, False)
    target += val
    return target


@standalone(category="general", nestable=True)
def inplace_decrement(x: Array | NativeArray, val: Any, /) -> Array:
    """An array from which something is subtracted: ``x -= val``.

    Parameters
    ----------
    x : array of a numeric dtype. An Array is written to itself; a native array never is.
    val : what is subtracted, as in `inplace_increment`.

    Returns
    -------
    `x` itself where it is an Array, else a new Array.

    Raises
    ------
    AikitTypeError : `x` is no array, or the difference does not cast to its dtype.
    AikitValueError : a difference of another shape.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([1, 2])
    >>> aikit.inplace_decrement(x, 1) is x, aikit.to_list(x)
    (True, [0, 1])
    """
    target = _written("inplace_decrement", x, False)
    target -= val
    return target


def _array(function: str, x: Any) -> Array:
    """An Array, or one around a native array."""
    found = to_aikit(x)
    if not isinstance(found, Array):
        raise AikitTypeError(
            f"{function}: x={shown(x)} is a {type(x).__name__}, which is no array; make one with aikit.asarray"
        )
    return found


def _written(function: str, x: Any, copy: bool) -> Array:
    """The Array that is written to: `x`, or another one of its native array, of which the write makes a copy."""
    found = _array(function, x)
    return wrap(found._data) if copy else found


def _backend(x: Array) -> Any:
    return backend_handler.backend_of(x._data)


def _on_its_device(x: Array, name: str) -> Any:
    """A function of the backend of an array, which gives arrays on the device of this one."""
    backend = _backend(x)
    return backend.on_device_of_inputs(getattr(backend, name))
