"""Making arrays.

Without arrays among the arguments, the result is on the set backend (numpy where none is set) and on the default
device; a dtype that is not given is the default dtype of the kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

import aikit
from aikit import dtypes
from aikit.declare import compositional, primary
from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.functional.rules import common
from aikit.functional.rules import creation as rules

if TYPE_CHECKING:
    from aikit import Array, ArrayLike, Device, Dtype, NativeArray


def _float(arguments: Mapping[str, Any]) -> Dtype:
    """The default float dtype."""
    return dtypes.default_float()


_NUMBERS = frozenset({bool, int, float, complex, type(None)})


def _of_values(*names: str) -> Any:
    """The default dtype of the kind of some arguments."""

    def default(arguments: Mapping[str, Any]) -> Dtype:
        types = {type(arguments[name]) for name in names}
        if types <= _NUMBERS:
            return dtypes.of_scalars(types)
        given = [arguments[name] for name in names if arguments[name] is not None]
        return dtypes.promote((), [aikit.to_scalar(value) if hasattr(value, "shape") else value for value in given])

    return default


def _of_linspace(arguments: Mapping[str, Any]) -> Dtype:
    """The default float dtype, or the complex one where an end is complex."""
    ends = (arguments["start"], arguments["stop"])
    return dtypes.default_complex() if any(isinstance(end, complex) for end in ends) else dtypes.default_float()


def _of_exponents(arguments: Mapping[str, Any]) -> Dtype:
    """The common dtype of the ends where that is floating, else the default float dtype."""
    common = dtypes.promote([dtypes.as_dtype(arguments[name].dtype) for name in ("start", "stop")])
    return common if common.kind == "f" else dtypes.default_float()


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
    AikitTypeError : an object that is none of these, or complex numbers for a dtype that is not complex.
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


@primary(differentiable=("x",))
def copy_array(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """A copy of an array, with memory of its own.

    Parameters
    ----------
    x : array of any dtype.

    Returns
    -------
    Array of the dtype and shape of `x`, on its device.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.copy_array([1, 2]))
    [1, 2]
    """
    return aikit.current_backend(x).copy_array(x)


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


@compositional(result="given", default_dtype=_float, nestable=True)
def frombuffer(buffer: Any, dtype: Dtype | None = None, count: int = -1, offset: int = 0) -> Array:
    """The numbers that are in memory, as ``numpy.frombuffer`` reads them, but always as a copy.

    Parameters
    ----------
    buffer : an object with the buffer protocol, such as bytes, in one piece.
    dtype : what is there, in the byte order of the machine; None for the default float dtype. Of a bool, any byte but 0 is
        true.
    count : how many to read; -1 for all.
    offset : how many bytes to leave out at the beginning.

    Returns
    -------
    Array of one dimension.

    Raises
    ------
    AikitTypeError : an object without the protocol, or not in one piece.
    AikitValueError : fewer bytes than that, or, of all, no whole number of elements; an offset beyond the bytes.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.frombuffer(bytes([1, 2, 3]), dtype="uint8", offset=1))
    [2, 3]
    """
    wanted = dtypes.as_dtype(dtype)
    part = rules.part_of_buffer("frombuffer", buffer, wanted.itemsize, count, offset)
    stored = np.dtype("uint8" if wanted.kind == "b" else wanted)
    host = np.frombuffer(part, stored) if len(part) else np.empty(0, stored)
    return aikit.asarray(host != 0 if wanted.kind == "b" else host, dtype=wanted, copy=True)


@primary(result="given", default_dtype=_of_values("fill_value"), held="fill_value")
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
    return aikit.current_backend().full(shape, fill_value, dtype=dtype, device=device)


@primary(result="given", default_dtype=_of_x, held="fill_value")
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


@compositional(
    dtypes={"start": "real numeric", "stop": "real numeric", "dtype": "real floating-point"},
    result="float",
    default_dtype=_of_exponents,
    differentiable=("start", "stop"),
    domain=(-3, 3),
    new_axes=True,
)
def logspace(
    start: Array | NativeArray | int | float,
    stop: Array | NativeArray | int | float,
    /,
    num: int,
    *,
    base: int | float = 10.0,
    axis: int = 0,
    endpoint: bool = True,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Powers of a base whose exponents are evenly spaced, as ``numpy.logspace`` has it.

    Parameters
    ----------
    start, stop : the first and the last exponent; numbers, or arrays of a real numeric dtype, which broadcast.
    num : how many powers.
    base : the base.
    axis : where, in the result, the axis of the powers stands.
    endpoint : whether `stop` is the last exponent; otherwise the exponents end one step before it.
    dtype : dtype of the result; None for the common dtype of the exponents where that is floating-point, else for the
        default float dtype.
    device : device of the result; None for that of the exponents, or the default device.

    Returns
    -------
    Array of the broadcast shape, and an axis of `num` powers.

    Raises
    ------
    AikitValueError : a negative number of powers.
    AikitAxisError : an axis out of range.
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.logspace(0, 4, 5, base=2))
    [1.0, 2.0, 4.0, 8.0, 16.0]
    """
    if num < 0:
        raise AikitValueError(f"logspace: num={num} is negative; it must be 0 or more")
    wanted = dtypes.as_dtype(dtype)
    if wanted.kind != "f":
        raise AikitTypeError(
            f"logspace: dtype={wanted} is no real floating-point dtype; cast the powers with aikit.astype"
        )
    first, last = (aikit.expand_dims(aikit.astype(x, wanted, copy=False, device=device), -1) for x in (start, stop))
    # from both ends, so that these are exact
    places = aikit.arange(num, dtype=wanted, device=first.device) / max(num - 1 if endpoint else num, 1)
    powers = base ** (first * (1 - places) + last * places)
    return powers if axis == -1 else aikit.moveaxis(powers, -1, axis)


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


@primary(result="given", backend_rule="set", nestable=False, check=rules.may_copy)
def native_array(x: ArrayLike, /, *, dtype: Dtype | None = None, device: Device | None = None) -> Any:
    """Bring an object to the set backend, as an array of its framework, which may share memory with it.

    Parameters
    ----------
    x : what `asarray` takes.
    dtype : dtype of the result; None for that of `x`.
    device : device of the result; None for that of `x`, or the default device.

    Returns
    -------
    Native array of the shape of `x`.

    Raises
    ------
    AikitTypeError : an object that is no array, and that none can be made of.
    AikitOverflowError : an int that the dtype does not hold.
    AikitValueError : nested lists of unequal lengths.

    Examples
    --------
    >>> import aikit
    >>> aikit.is_native_array(aikit.native_array([1, 2]))
    True
    """
    return aikit.current_backend(x).native_array(x, dtype=dtype, device=device)


@compositional(dtypes={"indices": "integer"}, result="float", default_dtype=_float, new_axes=True)
def one_hot(
    indices: Array | NativeArray,
    depth: int,
    /,
    *,
    on_value: bool | int | float | complex | None = None,
    off_value: bool | int | float | complex | None = None,
    axis: int | None = None,
    dtype: Dtype | None = None,
    device: Device | None = None,
    out: Array | None = None,
) -> Array:
    """Vectors that have one value at an index and another elsewhere, as ``tensorflow.one_hot`` has it.

    Parameters
    ----------
    indices : array of an integer dtype; an index that is negative or not less than `depth` has a vector without the first value.
    depth : the length of the vectors.
    on_value : what stands at the index; None for 1.
    off_value : what stands elsewhere; None for 0.
    axis : where, in the result, the axis of the vectors stands; None for the last.
    dtype : dtype of the result; None for the default float dtype.
    device : device of the result; None for that of `indices`.

    Returns
    -------
    Array of the shape of `indices`, and an axis of length `depth`.

    Raises
    ------
    AikitTypeError : indices that are not integer.
    AikitValueError : a negative depth.
    AikitAxisError : an axis out of range.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.one_hot([2, 0], 3))
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    if depth < 0:
        raise AikitValueError(f"one_hot: depth={depth} is negative; it must be 0 or more")
    integers = indices.dtype if indices.dtype.bits >= 32 else dtypes.int32  # 16 bits do not count all vectors
    places = aikit.arange(depth, dtype=integers, device=indices.device)
    hot = aikit.expand_dims(aikit.astype(indices, integers, copy=False), -1) == places
    if on_value is None and off_value is None:
        found = aikit.astype(hot, dtypes.as_dtype(dtype))
    else:
        one, other = 1 if on_value is None else on_value, 0 if off_value is None else off_value
        on, off = (aikit.full((), value, dtype=dtype, device=indices.device) for value in (one, other))
        found = aikit.where(hot, on, off)
    found = found if device is None else aikit.to_device(found, device)
    return found if axis in (None, -1) else aikit.moveaxis(found, -1, axis)


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


@primary(result="index", nestable=True, check=rules.eye, result_lengths=rules.rows_and_columns)
def triu_indices(
    n_rows: int, n_cols: int | None = None, k: int = 0, /, *, device: Device | None = None
) -> tuple[Array, Array]:
    """Indices of the upper triangle of a matrix, row by row, as ``torch.triu_indices`` and ``numpy.triu_indices`` have them.

    Parameters
    ----------
    n_rows : the number of rows.
    n_cols : the number of columns; None for as many as rows.
    k : the diagonal with which the triangle begins; 0 is the main one, a positive one lies above it.
    device : device of the result; None for the default device.

    Returns
    -------
    The indices of the rows, and those of the columns, two arrays of the index dtype and one dimension.

    Raises
    ------
    AikitValueError : a negative number of rows or columns.

    Examples
    --------
    >>> import aikit
    >>> [aikit.to_list(i) for i in aikit.triu_indices(2, 3)]
    [[0, 0, 0, 1, 1], [0, 1, 2, 1, 2]]
    """
    return aikit.current_backend().triu_indices(n_rows, n_cols, k, device=device)


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
