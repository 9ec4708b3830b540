"""What `asarray` and its like hand on to a backend, of calls that need no explanation.

Numbers and nested lists of numbers become arrays here, and arrays of the backend that is in force go on as they are.
Whatever else comes, and whatever raises, is left to the slow path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from aikit import backend_handler, dtypes
from aikit.backend_handler import backend_of_class
from aikit.core.arrays import array_class
from aikit.core.records import MISSING, Function
from aikit.dispatch.beside import in_force
from aikit.dispatch.fitting import Fitted
from aikit.dispatch.host_data import LEAST_MAXIMUM, PYTHON_SCALARS, default_native_device, fitting_scalar
from aikit.dtypes import Dtype

_NUMBERS = frozenset(PYTHON_SCALARS)
_SEQUENCES = frozenset({list, tuple})
_HOST = _NUMBERS | _SEQUENCES


def entering(function: Function, bound: Any) -> Callable[..., Fitted | None]:
    """What gives the arguments of a call in the form of an implementation, as `aikit.dispatch.fitting` does.

    In the place of `out` it gives the Array that was passed, which is the result where its native array is.

    Parameters
    ----------
    bound : the backend to which the called form is bound, or None.
    """
    name, parameter = function.qualified_name, function.array_parameters[0]
    keywords = frozenset(function.parameters) - {parameter}

    def entered(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Fitted | None:
        if len(args) != 1:
            return None
        dtype = copy = None
        if kwargs:
            dtype, copy = _given_dtype(kwargs.get("dtype")), kwargs.get("copy")
            may_copy = copy is None or copy is True
            if not (may_copy and kwargs.get("device") is None and kwargs.keys() <= keywords):
                return None
        (obj,) = args
        cls = type(obj)
        if cls not in _HOST:
            found = _array(obj, dtype, bound)
        elif cls in _SEQUENCES:
            found = _numbers(obj, dtype, in_force(bound) or backend_handler.load("numpy"))
        else:
            found = _number(name, parameter, obj, dtype, in_force(bound) or backend_handler.load("numpy"))
        if found is None:
            return None
        class_, native, native_dtype, device = found
        named = {"dtype": native_dtype, "device": device}
        if "copy" in keywords:
            named["copy"] = copy
        given = obj if function.returns_argument and cls is array_class() else MISSING
        return class_, native_dtype, [native], named, given

    return entered


_Entered = tuple[type, Any, Any, Any]
"""The class of the native arrays of the backend, a native or host array, the native dtype and device of the result."""


def _given_dtype(dtype: Any) -> Dtype | None:
    if dtype is None or type(dtype) is Dtype:
        return dtype
    if type(dtype) is not str:
        raise TypeError(type(dtype))
    return dtypes.DTYPES[dtype]


def _array(obj: Any, dtype: Dtype | None, bound: Any) -> _Entered | None:
    """An Array or a native array of the backend in force; a new one of a host array, in its own dtype."""
    is_array = type(obj) is array_class()
    native = obj._data if is_array else obj
    home = backend_of_class(type(native))
    if home is None:
        return None
    backend = in_force(bound) or home
    if not is_array:
        native = home.accept_native(native)
    if backend is home:
        if dtype is None:
            return type(native), native, native.dtype, None
        # what is complex and must not be is refused with the reason
        return (type(native), native, backend.as_native_dtype(dtype.name), None) if _holds(dtype, native) else None
    if type(native) is not np.ndarray:
        return None
    own = dtypes.as_dtype(native.dtype)
    if dtype is not None and dtype is not own:
        return None
    native_dtype = backend.as_native_dtype(own.name)
    # a new array: an `asarray` may share the memory of what it is given
    made = backend.from_numpy(native, native_dtype, default_native_device(backend))
    return backend.NativeArray, made, native_dtype, None


def _holds(dtype: Dtype, native: Any) -> bool:
    """Whether a dtype can hold what is in a native array."""
    return dtype.kind == "c" or dtypes.as_dtype(native.dtype).kind != "c"


def _number(name: str, parameter: str, value: Any, dtype: Dtype | None, backend: Any) -> _Entered:
    """A Python scalar, in the default dtype of its kind where none is given."""
    dtype = dtypes.of_scalars((type(value),)) if dtype is None else dtype
    native_dtype = backend.as_native_dtype(dtype.name)
    held = fitting_scalar(name, parameter, value, dtype)
    native = backend.as_scalar(held, native_dtype, default_native_device(backend))
    return backend.NativeArray, native, native_dtype, None


def _numbers(values: Any, dtype: Dtype | None, backend: Any) -> _Entered | None:
    """Nested lists of numbers, in the default dtype of their kind where none is given."""
    types: set[type] = set()
    if backend.traces_numbers() or not _find_types(values, types):
        return None
    if dtype is None:
        dtype = dtypes.of_scalars(types or {float})
    elif complex in types and dtype.kind != "c":
        return None
    native_dtype = backend.as_native_dtype(dtype.name)
    host_dtype = backend_handler.load("numpy").as_native_dtype(dtype.name)
    if _are_held(values, types, dtype):
        host = np.array(values, host_dtype)
    else:
        with np.errstate(over="ignore", invalid="ignore"):  # a float that is too large is infinite
            host = np.array(values, host_dtype)
    return backend.NativeArray, host, native_dtype, default_native_device(backend)


_FEW = 8
"""So many numbers are looked at in less time than it takes to tell NumPy what to ignore."""


def _are_held(values: Any, types: set[type], dtype: Dtype) -> bool:
    """Whether it is plain that none of these numbers is one at which NumPy would warn."""
    if dtype.kind in "biu":
        return float not in types
    flat = 0 < len(values) <= _FEW and type(values[0]) not in _SEQUENCES
    return flat and max(map(abs, values)) <= LEAST_MAXIMUM


def _find_types(values: Any, types: set[type]) -> bool:
    """Add the types of the numbers in nested lists; whether there is nothing else in them."""
    here = set(map(type, values))
    if here <= _NUMBERS:
        types |= here
        return True
    if not here <= _SEQUENCES:
        return False
    for value in values:  # noqa: SIM110 - quicker than `all`
        if not _find_types(value, types):
            return False
    return True
