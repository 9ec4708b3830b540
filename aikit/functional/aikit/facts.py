"""What holds of arrays: their shapes and places in memory, whether they are equal, and whether they have NaN."""

from __future__ import annotations

import math
import numbers
from typing import TYPE_CHECKING, Any

import numpy as np

import aikit
from aikit import backend_handler, dtypes
from aikit.core.arrays import wrap
from aikit.core.nodes import Node
from aikit.core.shapes import shape_of
from aikit.core.wording import shown
from aikit.declare import compositional, standalone
from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.functional.aikit.general import is_array, to_native

if TYPE_CHECKING:
    from aikit import Array, ArrayLike, NativeArray


@compositional(category="general", result="boolean")
def all_equal(*xs: Array | NativeArray, equality_matrix: bool = False) -> Array:
    """Whether arrays are equal: the same shape, and equal elements.

    Parameters
    ----------
    *xs : arrays of any dtypes that have a common one, at least one array.
    equality_matrix : whether to tell of each pair.

    Returns
    -------
    0-d array of dtype bool; or the matrix of all pairs, of shape ``(len(xs), len(xs))``. NaN is equal to nothing, so an array
    that has some is not equal to itself.

    Raises
    ------
    AikitValueError : no arrays.

    Examples
    --------
    >>> import aikit
    >>> bool(aikit.all_equal([1, 2], [1, 2], [1, 2]))
    True
    >>> aikit.to_list(aikit.all_equal([1, 2], [1, 3], equality_matrix=True))
    [[True, False], [False, True]]
    """
    if not xs:
        raise AikitValueError("all_equal: there are no arrays; pass at least one")
    if equality_matrix:
        pairs = {(i, j): _equal(xs[i], xs[j]) for i in range(len(xs)) for j in range(i + 1)}
        rows = [[pairs[max(i, j), min(i, j)] for j in range(len(xs))] for i in range(len(xs))]
        return aikit.stack([aikit.stack(row) for row in rows])
    return aikit.all(aikit.stack([_equal(xs[0], x) for x in xs]))


@compositional(category="general", result="boolean")
def array_equal(x0: Array | NativeArray, x1: Array | NativeArray, /) -> Array:
    """Whether two arrays have the same shape and equal elements, as ``numpy.array_equal`` has it.

    Parameters
    ----------
    x0, x1 : arrays of any dtypes that have a common one.

    Returns
    -------
    0-d array of dtype bool, which stands for a bool in conditions, and can be traced. NaN is equal to nothing.

    Examples
    --------
    >>> import aikit
    >>> bool(aikit.array_equal([1, 2], [1, 2])), bool(aikit.array_equal([1, 2], [1, 2, 3]))
    (True, False)
    """
    return _equal(x0, x1)


def _equal(x0: Array, x1: Array) -> Array:
    """Whether two Arrays of one dtype are equal."""
    shapes = shape_of(x0), shape_of(x1)
    if len(shapes[0]) == len(shapes[1]) and None in (*shapes[0], *shapes[1]):
        raise ValueError("the lengths")
    if shapes[0] != shapes[1]:
        return aikit.zeros((), dtype=dtypes.bool_, device=x0.device)
    return aikit.all(aikit.equal(x0, x1))


@standalone(category="general", convenience=True, nestable=True)
def get_num_dims(x: Array | NativeArray, /, *, as_array: bool = False) -> Any:
    """The number of dimensions of an array.

    Parameters
    ----------
    x : array of any dtype.
    as_array : whether to return a 0-d array of the default integer dtype, on the backend of `x`, and no int.

    Raises
    ------
    AikitTypeError : `x` is no array.

    Examples
    --------
    >>> import aikit
    >>> aikit.get_num_dims(aikit.zeros((2, 3)))
    2
    """
    native = _native("get_num_dims", x)
    return _as_ints(native, len(shape_of(native))) if as_array else len(shape_of(native))


@compositional(category="general", result="boolean")
def has_nans(x: Array | NativeArray, /, *, include_infs: bool = True) -> Array:
    """Whether an array has NaN.

    Parameters
    ----------
    x : array of any dtype; integers and bools have none.
    include_infs : whether infinities count, too.

    Returns
    -------
    0-d array of dtype bool.

    Examples
    --------
    >>> import aikit
    >>> bool(aikit.has_nans([1.0, float("nan")])), bool(aikit.has_nans([1.0, float("inf")], include_infs=False))
    (True, False)
    """
    return aikit.any(_is_nan(x, include_infs))


def _is_nan(x: Array, include_infs: bool) -> Array:
    if x.dtype.kind not in "fc":
        return aikit.zeros_like(x, dtype=dtypes.bool_)
    return aikit.logical_not(aikit.isfinite(x)) if include_infs else aikit.isnan(x)


@standalone(category="general", convenience=True)
def is_aikit_container(x: ArrayLike, /) -> bool:
    """Whether `x` is an `aikit.Container`.

    Parameters
    ----------
    x : anything.

    Examples
    --------
    >>> import aikit
    >>> aikit.is_aikit_container(aikit.Container(a=1)), aikit.is_aikit_container({"a": 1})
    (True, False)
    """
    return isinstance(x, Node)


@standalone(category="general", convenience=True, nestable=True)
def isscalar(x: ArrayLike, /) -> bool:
    """Whether `x` is a number of Python or NumPy. An array is none, not even one without dimensions, as in NumPy.

    Parameters
    ----------
    x : anything.

    Examples
    --------
    >>> import aikit
    >>> aikit.isscalar(3.5), aikit.isscalar(aikit.zeros(()))
    (True, False)
    """
    return isinstance(x, numbers.Number) and not is_array(x)


@standalone(
    category="general", convenience=True, nestable=True, has_method=False
)  # Array has an attribute of this name
def itemsize(x: Array | NativeArray, /) -> int:
    """How many bytes an element of an array takes.

    Parameters
    ----------
    x : array of any dtype.

    Raises
    ------
    AikitTypeError : `x` is no array.

    Examples
    --------
    >>> import aikit
    >>> aikit.itemsize(aikit.zeros(2, dtype="float32"))
    4
    """
    return dtypes.as_dtype(_native("itemsize", x).dtype).itemsize


@standalone(
    category="general", convenience=True, nestable=True, has_method=False
)  # Array has an attribute of this name
def shape(x: Array | NativeArray, /, *, as_array: bool = False) -> Any:
    """The lengths of an array.

    Parameters
    ----------
    x : array of any dtype.
    as_array : whether to return an array of the default integer dtype, on the backend of `x`, and no tuple of ints.

    Raises
    ------
    AikitTypeError : `x` is no array.

    Examples
    --------
    >>> import aikit
    >>> aikit.shape(aikit.zeros((2, 3)))
    (2, 3)
    """
    native = _native("shape", x)
    return _as_ints(native, shape_of(native)) if as_array else shape_of(native)


@standalone(
    category="general", convenience=True, nestable=True, has_method=False
)  # Array has an attribute of this name
def strides(x: Array | NativeArray, /) -> tuple[int, ...] | None:
    """By how many elements, not bytes, the next index of each dimension lies further on in memory; see `aikit.traits.strides`.

    Parameters
    ----------
    x : array of any dtype.

    Returns
    -------
    Tuple of ints; None where the elements do not lie so, or a trace knows of no memory.

    Raises
    ------
    AikitTypeError : `x` is no array.

    Examples
    --------
    >>> import aikit
    >>> aikit.strides(aikit.zeros((2, 3)))
    (3, 1)
    """
    native = _native("strides", x)
    backend: Any = backend_handler.backend_of(native)
    found = None if backend.is_traced(native) else backend.strides(native)
    return None if found is None else tuple(found)


def _native(function: str, x: Any) -> Any:
    """The native array of an Array, or the native array that `x` is."""
    native = to_native(x)
    if backend_handler.backend_of(native) is None:
        raise AikitTypeError(
            f"{function}: x={shown(x)} is a {type(x).__name__}, which is no array; make one with aikit.asarray"
        )
    return native


def _as_ints(x: Any, values: Any) -> Any:
    """An array of ints beside a native array."""
    backend: Any = backend_handler.backend_of(x)
    native_dtype = backend.as_native_dtype(dtypes.default_int().name)
    return wrap(backend.from_numpy(np.asarray(values), native_dtype, backend.dev(x)))


@compositional(category="general", result="boolean")
def value_is_nan(x: Array | NativeArray | bool | int | float | complex, /, *, include_infs: bool = True) -> Array:
    """Whether the one element of an array, or a number, is NaN.

    Parameters
    ----------
    x : array of one element, or a Python scalar.
    include_infs : whether infinities count, too.

    Returns
    -------
    0-d array of dtype bool.

    Raises
    ------
    AikitValueError : an array of more elements, or of none.

    Examples
    --------
    >>> import aikit
    >>> bool(aikit.value_is_nan([float("nan")])), bool(aikit.value_is_nan(0))
    (True, False)
    """
    shape = shape_of(x)
    if math.prod(shape) != 1:  # type: ignore[arg-type]
        raise AikitValueError(f"value_is_nan: x has shape {shape}, not one element; aikit.has_nans tells of several")
    return aikit.reshape(_is_nan(aikit.asarray(x), include_infs), ())


@compositional(category="general", convenience=True)
def inplace_arrays_supported() -> bool:
    """Whether the native arrays of the backend in force can change in place.

    Where they cannot, a write to an Array makes a new native array, which shows in its cost alone.

    Examples
    --------
    >>> import aikit
    >>> with aikit.use_backend("numpy"):
    ...     aikit.inplace_arrays_supported()
    True
    """
    backend = backend_handler.current_backend()
    return backend.is_mutable(backend.NativeArray)


@compositional(category="general", convenience=True)
def supports_inplace_updates(x: Array | NativeArray, /) -> bool:
    """Whether the native array of an array can change in place; `aikit.inplace_update` takes every Array nevertheless.

    Parameters
    ----------
    x : array of any dtype.

    Returns
    -------
    bool; False where the framework has no such arrays, and where this one is read-only.

    Raises
    ------
    AikitTypeError : no array.

    Examples
    --------
    >>> import aikit
    >>> with aikit.use_backend("numpy"):
    ...     aikit.supports_inplace_updates(aikit.zeros(2))
    True
    """
    return x._backend.is_mutable(x._data)  # type: ignore[union-attr]
