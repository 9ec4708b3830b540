"""Between Arrays, native arrays, backends and Python values."""

from __future__ import annotations

import copy
import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

import aikit
from aikit import backend_handler, dtypes
from aikit.array import Array
from aikit.core.arrays import wrap
from aikit.core.nests import mapped
from aikit.core.wording import shown
from aikit.core.writing import class_of
from aikit.declare import primary, standalone
from aikit.dispatch.host_data import accept_native
from aikit.exceptions import AikitTypeError

if TYPE_CHECKING:
    from aikit import ArrayLike, NativeArray


@standalone(convenience=True)
def is_aikit_array(x: ArrayLike, /, *, exclusive: bool = False) -> bool:
    """Whether `x` is an `aikit.Array`.

    Parameters
    ----------
    x : anything.
    exclusive : whether an Array of a subclass does not count.

    Examples
    --------
    >>> import aikit
    >>> aikit.is_aikit_array(aikit.zeros(2)), aikit.is_aikit_array([0.0])
    (True, False)
    """
    return class_of(x) is Array if exclusive else isinstance(x, Array)


@standalone(convenience=True)
def is_native_array(x: ArrayLike, /, *, exclusive: bool = False) -> bool:
    """Whether `x` is an array of some backend's framework, an ndarray or a tensor.

    Parameters
    ----------
    x : anything.
    exclusive : whether an instance of a subclass, a variable or a tracer does not count.

    Examples
    --------
    >>> import aikit
    >>> import numpy as np
    >>> aikit.is_native_array(np.zeros(2)), aikit.is_native_array(aikit.zeros(2))
    (True, False)
    """
    backend = backend_handler.backend_of(x)
    return backend is not None and (not exclusive or type(x) is backend.NativeArray)


@standalone(convenience=True)
def is_array(x: ArrayLike, /, *, exclusive: bool = False) -> bool:
    """Whether `x` is an `aikit.Array` or a native array.

    Parameters
    ----------
    x : anything.
    exclusive : as for `is_aikit_array` and `is_native_array`.

    Examples
    --------
    >>> import aikit
    >>> aikit.is_array(aikit.zeros(2)), aikit.is_array([0.0])
    (True, False)
    """
    return is_aikit_array(x, exclusive=exclusive) or is_native_array(x, exclusive=exclusive)


@standalone(convenience=True)
def to_aikit(x: ArrayLike, /, *, nested: bool = False) -> Any:
    """Wrap a native array in an `aikit.Array`; anything else is returned as it is.

    Parameters
    ----------
    x : anything.
    nested : whether to do so with each leaf of nested lists, tuples and dicts.

    Examples
    --------
    >>> import aikit
    >>> import numpy as np
    >>> type(aikit.to_aikit(np.zeros(2)))
    <class 'aikit.array.Array'>
    """
    if nested:
        return mapped("to_aikit", to_aikit, x, include_derived=True)
    # a trace of torch.compile can ask no backend about the class of an Array
    backend = None if isinstance(x, Array) else backend_handler.backend_of(x)
    return x if backend is None else wrap(accept_native("to_aikit", "x", x, backend))


@standalone(convenience=True)
def to_native(x: ArrayLike, /, *, nested: bool = False) -> Any:
    """The native array in an `aikit.Array`; anything else is returned as it is.

    Parameters
    ----------
    x : anything.
    nested : whether to do so with each leaf of nested lists, tuples and dicts.

    Examples
    --------
    >>> import aikit
    >>> type(aikit.to_native(aikit.zeros(2)))
    <class 'numpy.ndarray'>
    """
    if nested:
        return mapped("to_native", to_native, x, include_derived=True)
    return x._data if isinstance(x, Array) else x


@standalone(convenience=True, nestable=True)
def to_backend(x: Array | NativeArray, name: str, /) -> Any:
    """An array on another backend, with the same values and dtype.

    Parameters
    ----------
    x : an Array or a native array.
    name : the backend, as in `set_backend`.

    Returns
    -------
    Array on that backend, on its default device; `x` itself where it is one there already.

    Raises
    ------
    AikitInvalidBackendException : no such backend, or its framework is not installed.
    AikitTypeError : `x` is no array.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_backend(aikit.zeros(2), "numpy").backend
    'numpy'
    """
    target = backend_handler.load(name)
    native = to_native(x)
    home = backend_handler.backend_of(native)
    if home is None:
        raise AikitTypeError(
            f"to_backend: x={shown(x)} is a {type(x).__name__}, which is no array; make one with aikit.asarray"
        )
    if not isinstance(x, Array):
        native = accept_native("to_backend", "x", native, home)
    if home is target:
        return x if isinstance(x, Array) else wrap(native)
    host = home.to_numpy(native)
    return wrap(target.from_numpy(host, target.as_native_dtype(dtypes.as_dtype(host.dtype).name), None))


@primary(convenience=True)
def to_numpy(x: Array | NativeArray, /, *, copy: bool = True) -> Any:
    """The values as an ndarray.

    Parameters
    ----------
    x : array of any dtype; bfloat16 gives ``ml_dtypes.bfloat16``.
    copy : False may share memory with `x`, and then a write to it is seen there.

    Returns
    -------
    ndarray of the dtype and shape of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_numpy(aikit.asarray([1.0, 2.0]))
    array([1., 2.], dtype=float32)
    """
    host = aikit.current_backend(x).to_numpy(x)
    return host.copy() if copy else host


@primary(convenience=True)
def to_list(x: Array | NativeArray, /) -> Any:
    """The values as nested lists of Python scalars; a 0-d array gives the scalar.

    Parameters
    ----------
    x : array of any dtype.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list([[1, 2], [3, 4]])
    [[1, 2], [3, 4]]
    """
    return aikit.current_backend(x).to_list(x)


@primary(convenience=True)
def to_scalar(x: Array | NativeArray | bool | int | float | complex, /) -> Any:
    """The one element of an array, as a Python scalar.

    Parameters
    ----------
    x : array of one element.

    Raises
    ------
    AikitValueError : an array of more elements, or of none.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_scalar(aikit.asarray([7]))
    7
    """
    if isinstance(x, (bool, int, float, complex)):
        return x
    if math.prod(x.shape) != 1:
        raise aikit.AikitValueError(
            f"to_scalar: x has shape {tuple(x.shape)}, not one element; index one, or use aikit.to_list"
        )
    return aikit.current_backend(x).to_scalar(x)


# ------------------------------------------------------------------------------------------------ conveniences


@standalone(convenience=True)
def exists(x: ArrayLike, /) -> bool:
    """Whether `x` is not None.

    Parameters
    ----------
    x : any value.

    Examples
    --------
    >>> import aikit
    >>> aikit.exists(None), aikit.exists(0)
    (False, True)
    """
    return x is not None


@standalone(convenience=True)
def default(
    x: ArrayLike,
    /,
    default_val: Any,
    *,
    catch_exceptions: bool = False,
    rev: bool = False,
    with_callable: bool = False,
) -> Any:
    """`x` if it exists, that is, is not None, else a default.

    Parameters
    ----------
    x : the value, or a function of no arguments that gives it.
    default_val : the default, or a function of no arguments that gives it.
    catch_exceptions : whether `x` is a function, an exception of which stands for a value that does not exist.
    rev : whether the two change places.
    with_callable : whether functions are called for what they give, the default's only where it is needed.

    Examples
    --------
    >>> import aikit
    >>> aikit.default(None, 3), aikit.default(0, 3), aikit.default(lambda: 1 / 0, 3, catch_exceptions=True)
    (3, 0, 3)
    """
    value, other = (default_val, x) if rev else (x, default_val)
    calls = catch_exceptions or with_callable
    try:
        found = value() if calls and callable(value) else value
    except Exception:
        if not catch_exceptions:
            raise
        found = None
    if found is not None:
        return found
    return other() if calls and callable(other) else other


@standalone(convenience=True)
def cache_fn(func: Callable[..., Any]) -> Callable[..., Any]:
    """A function like `func` that also takes ``cache=True``: then what an equal call gave before is given again.

    Calls are equal where their arguments are: arrays of the same backend, device, dtype, shape and values, nests of these,
    and hashable values. Writing to a result changes none that is given later.

    Parameters
    ----------
    func : any function.

    Raises
    ------
    AikitTypeError : in a call with ``cache=True``, an argument that is neither an array nor hashable.

    Examples
    --------
    >>> import aikit
    >>> calls = []
    >>> counted = aikit.cache_fn(lambda x: calls.append(x) or x + 1)
    >>> counted(1, cache=True), counted(1, cache=True), counted(1), len(calls)
    (2, 2, 2, 2)
    """
    found: dict[Any, Any] = {}

    @functools.wraps(func)
    def cached(*args: Any, cache: bool = False, **kwargs: Any) -> Any:
        if not cache:
            return func(*args, **kwargs)
        key = _key(args), _key(kwargs)
        if key not in found:
            found[key] = func(*args, **kwargs)
        return mapped("cache_fn", copy.copy, found[key], include_derived=True)

    return cached


def _key(value: Any) -> Any:
    """What two equal arguments have in common, and others do not."""
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(_key, value))
    if isinstance(value, dict):
        return type(value), tuple((_key(key), _key(item)) for key, item in value.items())
    if isinstance(value, float):
        return type(value), float(value).hex()  # 0.0 and -0.0 are equal, but not to every function
    if isinstance(value, complex):
        return type(value), value.real.hex(), value.imag.hex()
    if isinstance(value, np.generic):
        return type(value), value.tobytes()
    backend = backend_handler.backend_of(value._data if isinstance(value, Array) else value)
    if backend is not None:
        native = value._data if isinstance(value, Array) else value
        host = backend.to_numpy(native)
        return type(value), backend.name, str(backend.dev(native)), host.dtype.name, host.shape, host.tobytes()
    try:
        hash(value)
    except TypeError:
        raise AikitTypeError(
            f"cache_fn: the argument {shown(value)} is a {type(value).__name__}, which is neither an array nor hashable; call "
            "without cache=True"
        ) from None
    return type(value), value
