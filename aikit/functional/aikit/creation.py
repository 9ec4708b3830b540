"""Making arrays.

Without arrays among the arguments, the result is on the set backend (numpy where none is set) and on the default
device; a dtype that is not given is the default dtype of the kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal

import aikit
from aikit import dtypes
from aikit.declare import primary
from aikit.dispatch.host_data import fitting_scalar
from aikit.functional.rules import common
from aikit.functional.rules import creation as rules

if TYPE_CHECKING:
    from aikit import Array, ArrayLike, Device, Dtype, NativeArray


def _float(arguments: Mapping[str, Any]) -> Dtype:
    """The default float dtype."""
    return dtypes.default_float()


def _of_values(*names: str) -> Any:
    """The default dtype of the kind of some arguments."""

    def default(arguments: Mapping[str, Any]) -> Dtype:
        given = [arguments[name] for name in names if arguments[name] is not None]
        if {*map(type, given)} == {int}:
            return dtypes.default_int()
        return dtypes.promote((), [aikit.to_scalar(value) if hasattr(value, "shape") else value for value in given])

    return default


def _of_linspace(arguments: Mapping[str, Any]) -> Dtype:
    """The default float dtype, or the complex one where an end is complex."""
    ends = (arguments["start"], arguments["stop"])
    return dtypes.default_complex() if any(isinstance(end, complex) for end in ends) else dtypes.default_float()


def _of_x(arguments: Mapping[str, Any]) -> Dtype:
    """The dtype of the array `x`."""
    return dtypes.as_dtype(arguments["x"].dtype)


@primary(
    result="given",
    dtypes={"dtype": "numeric"},
    default_dtype=_of_values("start", "stop", "step"),
    result_lengths=rules.range_of,
)
def arange(
    start: int | float,
    /,
    stop: int | float | None = None,
    step: int | float = 1,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Evenly spaced numbers from `start` up to, and without, `stop`.

    Parameters
    ----------
    start : the first number; without `stop`, the end, and the first number is 0.
    stop : the end, which is left out.
    step : the distance, not 0.
    dtype : dtype of the result; None for the default int or float dtype.
    device : device of the result; None for the default device.

    Returns
    -------
    Array of shape (ceil((stop - start) / step),), empty where that is negative.

    Raises
    ------
    AikitValueError : a `step` of 0, numbers that are not finite, more numbers than an array holds.
    AikitOverflowError : a number of the range that the integer dtype does not hold.
    AikitTypeError : dtype bool.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.arange(1, 7, 2))
    [1, 3, 5]
    """
    return aikit.current_backend().arange(start, stop, step, dtype=dtype, device=device)


@primary(
    result="given",
    backend_rule="set",
    nestable=False,
    differentiable=("obj",),
    view="obj",
    returns_argument="obj",
    check=rules.may_copy,
)
def asarray(
    obj: ArrayLike,
    /,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    copy: bool | None = None,
) -> Array:
    """Bring an object to the set backend, as an array.

    With no backend set, a native array stays where it is. An Array that needs no change is returned itself.

    Parameters
    ----------
    obj : an Array, a native array of any backend, a Python scalar, nested lists of these, or an object with the buffer
        or the DLPack protocol. Nested lists take the default dtype of their kind.
    dtype : dtype of the result; None for that of `obj`.
    device : device of the result; None for that of `obj`, or the default device.
    copy : True always copies, None where it must, False never: an error where it must.

    Returns
    -------
    Array of the shape of `obj`.

    Raises
    ------
    AikitTypeError : an object that is none of these.
    AikitOverflowError : an int that the dtype does not hold.
    AikitValueError : nested lists of unequal lengths, or ``copy=False`` where a copy is needed.

    Examples
    --------
    >>> import aikit
    >>> aikit.asarray([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    return aikit.current_backend(obj).asarray(obj, dtype=dtype, device=device, copy=copy)


@primary(result="given", backend_rule="set", nestable=False, differentiable=("obj",), check=rules.may_copy)
def array(
    obj: ArrayLike,
    /,
    *,
    copy: bool | None = None,
    dtype: Dtype | None = None,
    device: Device | None = None,
) -> Array:
    """Make an array of an object; as `asarray`, with a new Array each time.

    Parameters
    ----------
    obj, copy, dtype, device : as for `asarray`.

    Returns
    -------
    Array of the shape of `obj`. Since a write to one Array never changes another, it need not be a copy.

    Raises
    ------
    AikitTypeError, AikitOverflowError, AikitValueError : as for `asarray`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.array([1.0, 2.0]))
    [1.0, 2.0]
    """
    return aikit.current_backend(obj).array(obj, dtype=dtype, device=device, copy=copy)


@primary(result="given", default_dtype=_float, nestable=True)
def empty(shape: int | Sequence[int], *, dtype: Dtype | None = None, device: Device | None = None) -> Array:
    """An array whose values are not set.

    Parameters
    ----------
    shape : the shape; an int for one dimension.
    dtype : dtype of the result; None for the default float dtype.
    device : device of the result; None for the default device.

    Returns
    -------
    Array of that shape, with any values.

    Raises
    ------
    AikitValueError : a negative length.

    Examples
    --------
    >>> import aikit
    >>> aikit.empty((2, 3)).shape
    (2, 3)
    """
    return aikit.current_backend().empty(shape, dtype=dtype, device=device)


@primary(result="given", default_dtype=_of_x)
def empty_like(x: Array | NativeArray, /, *, dtype: Dtype | None = None, device: Device | None = None) -> Array:
    """An array of the shape of another, whose values are not set.

    Parameters
    ----------
    x : array of any dtype.
    dtype, device : those of the result; None for those of `x`.

    Returns
    -------
    Array of the shape of `x`, with any values.

    Examples
    --------
    >>> import aikit
    >>> aikit.empty_like([1.0, 2.0]).shape
    (2,)
    """
    return aikit.current_backend(x).empty_like(x, dtype=dtype, device=device)


@primary(result="given", default_dtype=_float, check=rules.eye, result_lengths=rules.rows_and_columns)
def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """A matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    n_rows, n_cols : numbers of rows and columns; None for as many columns as rows.
    k : which diagonal: 0 the main one, positive above, negative below it.
    dtype : dtype of the result; None for the default float dtype.
    device : device of the result; None for the default device.

    Returns
    -------
    Array of shape (n_rows, n_cols).

    Raises
    ------
    AikitValueError : a negative number of rows or columns.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.eye(2))
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return aikit.current_backend().eye(n_rows, n_cols, k=k, dtype=dtype, device=device)


@primary(result="given", backend_rule="set", nestable=False, view="x", differentiable=("x",), check=rules.from_dlpack)
def from_dlpack(x: ArrayLike, /, *, device: Device | None = None, copy: bool | None = None) -> Array:
    """An array of the set backend from an object with the DLPack protocol.

    With no backend set, a native array stays where it is.

    Parameters
    ----------
    x : an Array, a native array of any backend, or another object with ``__dlpack__``.
    device : device of the result; None for that of `x`.
    copy : True always copies, None where it must, False never: an error where it must.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Raises
    ------
    AikitTypeError : an object without ``__dlpack__``.
    AikitBufferError : bfloat16 from or to NumPy, which does not exchange it.
    AikitValueError : ``copy=False`` where a copy is needed.

    Examples
    --------
    >>> import aikit
    >>> import numpy as np
    >>> aikit.to_list(aikit.from_dlpack(np.asarray([1.0, 2.0])))
    [1.0, 2.0]
    """
    return aikit.current_backend().from_dlpack(x, device=device, copy=copy)


@primary(result="given", default_dtype=_of_values("fill_value"))
def full(
    shape: int | Sequence[int],
    fill_value: bool | int | float | complex,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """An array whose elements all have one value.

    Parameters
    ----------
    shape : the shape; an int for one dimension.
    fill_value : the value; a Python scalar, or a 0-d array.
    dtype : dtype of the result; None for the default dtype of the kind of `fill_value`.
    device : device of the result; None for the default device.

    Returns
    -------
    Array of that shape.

    Raises
    ------
    AikitValueError : a negative length.
    AikitOverflowError : an int that the dtype does not hold.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.full((2,), 7))
    [7, 7]
    """
    fill_value = fitting_scalar("full", "fill_value", fill_value, dtypes.as_dtype(dtype))
    return aikit.current_backend().full(shape, fill_value, dtype=dtype, device=device)


@primary(result="given", default_dtype=_of_x)
def full_like(
    x: Array | NativeArray,
    /,
    fill_value: bool | int | float | complex,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """An array of the shape of another, whose elements all have one value.

    Parameters
    ----------
    x : array of any dtype.
    fill_value : the value; a Python scalar, or a 0-d array.
    dtype, device : those of the result; None for those of `x`.

    Returns
    -------
    Array of the shape of `x`.

    Raises
    ------
    AikitOverflowError : an int that the dtype does not hold.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.full_like([1, 2], 7))
    [7, 7]
    """
    fill_value = fitting_scalar("full_like", "fill_value", fill_value, dtypes.as_dtype(dtype))
    return aikit.current_backend(x).full_like(x, fill_value, dtype=dtype, device=device)


@primary(
    result="given",
    dtypes={"dtype": "floating-point"},
    default_dtype=_of_linspace,
    check=common.not_negative("num"),
    result_lengths=itemgetter("num"),
)
def linspace(
    start: int | float | complex,
    stop: int | float | complex,
    /,
    num: int,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    endpoint: bool = True,
    out: Array | None = None,
) -> Array:
    """A number of evenly spaced values over an interval.

    Parameters
    ----------
    start, stop : the ends.
    num : how many values.
    dtype : dtype of the result; None for the default float dtype, or the complex one where an end is complex.
    device : device of the result; None for the default device.
    endpoint : whether `stop` is the last value; otherwise the values are start + i * (stop - start) / num.

    Returns
    -------
    Array of shape (num,).

    Raises
    ------
    AikitValueError : a negative `num`.
    AikitTypeError : a dtype that is not floating-point.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linspace(0.0, 1.0, 3))
    [0.0, 0.5, 1.0]
    """
    return aikit.current_backend().linspace(start, stop, num, dtype=dtype, device=device, endpoint=endpoint)


@primary(promote=(), differentiable=("arrays",), check=rules.meshgrid, result_lengths=rules.grid)
def meshgrid(*arrays: Array | NativeArray, indexing: Literal["xy", "ij"] = "xy") -> tuple[Array, ...]:
    """Coordinate arrays of a grid, one for each vector of coordinates.

    Parameters
    ----------
    *arrays : vectors of one dtype; a 0-d array stands for a vector of length 1.
    indexing : ``"ij"`` has the i-th vector along dimension i, ``"xy"`` (Cartesian) exchanges the first two.

    Returns
    -------
    One array for each vector, all of one shape.

    Raises
    ------
    AikitValueError : an array of more than one dimension.
    AikitTypeError : vectors of different dtypes.

    Examples
    --------
    >>> import aikit
    >>> [x.shape for x in aikit.meshgrid([1, 2, 3], [4, 5])]
    [(2, 3), (2, 3)]
    """
    return aikit.current_backend(*arrays).meshgrid(*arrays, indexing=indexing)


@primary(result="given", default_dtype=_float)
def ones(
    shape: int | Sequence[int],
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """An array of ones.

    Parameters
    ----------
    shape : the shape; an int for one dimension.
    dtype : dtype of the result; None for the default float dtype.
    device : device of the result; None for the default device.

    Returns
    -------
    Array of that shape.

    Raises
    ------
    AikitValueError : a negative length.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.ones(2))
    [1.0, 1.0]
    """
    return aikit.current_backend().ones(shape, dtype=dtype, device=device)


@primary(result="given", default_dtype=_of_x)
def ones_like(
    x: Array | NativeArray,
    /,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """An array of ones, of the shape of another.

    Parameters
    ----------
    x : array of any dtype.
    dtype, device : those of the result; None for those of `x`.

    Returns
    -------
    Array of the shape of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.ones_like([5.0, 6.0]))
    [1.0, 1.0]
    """
    return aikit.current_backend(x).ones_like(x, dtype=dtype, device=device)


@primary(differentiable=("x",), check=common.at_least(2))
def tril(x: Array | NativeArray, /, *, k: int = 0, out: Array | None = None) -> Array:
    """The lower triangle of matrices, with zeros above it.

    Parameters
    ----------
    x : array of any dtype with at least two dimensions; the last two are the matrices.
    k : the diagonal above which there are zeros: 0 the main one, positive above, negative below it.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Raises
    ------
    AikitValueError : fewer than two dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.tril([[1, 2], [3, 4]]))
    [[1, 0], [3, 4]]
    """
    return aikit.current_backend(x).tril(x, k=k)


@primary(differentiable=("x",), check=common.at_least(2))
def triu(x: Array | NativeArray, /, *, k: int = 0, out: Array | None = None) -> Array:
    """The upper triangle of matrices, with zeros below it.

    Parameters
    ----------
    x : array of any dtype with at least two dimensions; the last two are the matrices.
    k : the diagonal below which there are zeros: 0 the main one, positive above, negative below it.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Raises
    ------
    AikitValueError : fewer than two dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.triu([[1, 2], [3, 4]]))
    [[1, 2], [0, 4]]
    """
    return aikit.current_backend(x).triu(x, k=k)


@primary(result="given", default_dtype=_float)
def zeros(
    shape: int | Sequence[int],
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """An array of zeros.

    Parameters
    ----------
    shape : the shape; an int for one dimension.
    dtype : dtype of the result; None for the default float dtype.
    device : device of the result; None for the default device.

    Returns
    -------
    Array of that shape.

    Raises
    ------
    AikitValueError : a negative length.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.zeros(2))
    [0.0, 0.0]
    """
    return aikit.current_backend().zeros(shape, dtype=dtype, device=device)


@primary(result="given", default_dtype=_of_x)
def zeros_like(
    x: Array | NativeArray,
    /,
    *,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """An array of zeros, of the shape of another.

    Parameters
    ----------
    x : array of any dtype.
    dtype, device : those of the result; None for those of `x`.

    Returns
    -------
    Array of the shape of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.zeros_like([5.0, 6.0]))
    [0.0, 0.0]
    """
    return aikit.current_backend(x).zeros_like(x, dtype=dtype, device=device)
