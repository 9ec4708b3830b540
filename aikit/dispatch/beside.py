"""What the fast path takes beside its first native array, and where it makes arrays of plain values.

What does not fit raises, and the slow path, which repeats the call, explains it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aikit import backend_handler
from aikit.backend_handler import native_dtypes_in, scalar_types
from aikit.core.arrays import array_class
from aikit.core.records import MISSING
from aikit.dispatch.host_data import as_scalar, default_native_device


def native_alike(value: Any, native: Any, scalars: tuple[type, ...]) -> Any:
    """The native array of an Array of the class and dtype of `native`, or a 0-d one of a scalar that its dtype holds."""
    if type(value) is array_class():
        found = value._data
        if type(found) is type(native) and found.dtype is native.dtype:
            return found
    elif type(value) in scalars and type(value) in scalar_types[type(native)][native.dtype]:
        return as_scalar(value, native)
    raise TypeError(type(value))


def native_beside(value: Any, cls: Any, category: str) -> Any:
    """The native array of an Array, which is one of `cls` in a dtype of a category."""
    if type(value) is array_class():
        found = value._data
        if type(found) is cls and found.dtype in native_dtypes_in[cls][category]:
            return found
    raise TypeError(type(value))


def natives_alike(arrays: Any) -> list[Any]:
    """The native arrays of a sequence of Arrays, all of one class and dtype."""
    array = array_class()
    natives: list[Any] = [one._data for one in arrays if type(one) is array]
    first = natives[0]
    cls: Any = type(first)
    dtype = first.dtype
    for one in natives:
        if type(one) is not cls or one.dtype is not dtype:
            raise TypeError(type(one))
    if len(natives) < len(arrays):
        raise TypeError("not all of them are Arrays")
    return natives


def home_of_new(default_dtype: Any, bound: Any, dtype: Any, arguments: Mapping[str, Any]) -> tuple[type, Any, Any]:
    """The class of native arrays, the native dtype and the native device of an array that is made of plain values.

    Parameters
    ----------
    default_dtype : what gives the dtype from the arguments, where `dtype` is None or not given.
    bound : the backend to which the called form is bound, or None.
    """
    backend = bound or backend_handler.running_backend() or backend_handler.explicit_backend() or _numpy()
    if dtype is MISSING or dtype is None:
        name = default_dtype(arguments).name
    else:
        name = dtype if type(dtype) is str else dtype.name
    return backend.NativeArray, backend.as_native_dtype(name), default_native_device(backend)


def _numpy() -> Any:
    return backend_handler.load("numpy")
