"""Host data, Python scalars and arrays of other backends, made into native arrays of one backend."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

import aikit
from aikit import backend_handler, dtypes
from aikit.core.arrays import ArrayBase
from aikit.core.settings import constant_under_trace
from aikit.core.wording import shown
from aikit.devices import default_device_name
from aikit.exceptions import AikitException, AikitOverflowError, AikitTypeError, AikitValueError

PYTHON_SCALARS = (bool, int, float, complex)


def dtype_of(native: Any, backend: Any) -> dtypes.Dtype:
    """The canonical dtype of a native array."""
    return dtypes.as_dtype(native.dtype)


def default_native_device(backend: Any) -> Any:
    """The native form of the default device; None where it is what the backend takes of itself."""
    name = default_device_name()
    return None if name == _first_device(backend.name) else backend.as_native_dev(name)


_first_devices: dict[str, str] = {}


@constant_under_trace
def _first_device(name: str) -> str:
    """The device on which a backend makes arrays of itself; frameworks take microseconds to list theirs."""
    found = _first_devices.get(name)
    return found or _first_devices.setdefault(name, backend_handler.load(name).devices()[0])


def accept_native(function: str, name: str, native: Any, backend: Any) -> Any:
    """A native array as the user handed it in, made fit for a wrapper (see the backends' own `accept_native`).

    Raises
    ------
    AikitTypeError : a dtype that is none of aikit's, such as strings or quantised integers; a layout without strides.
    AikitValueError : masked values; an array that has been deleted.
    """
    try:
        native = backend.accept_native(native)
    except AikitException as error:
        raise type(error)(f"{function}: {name}: {error}") from None
    if not dtypes.is_dtype(native.dtype):
        raise AikitTypeError(
            f"{function}: {name} is a {type(native).__name__} of dtype {native.dtype}, which is no dtype of aikit; "
            f"use one of {', '.join(dtypes.DTYPES)}"
        )
    return native


def host_to_native(function: str, name: str, host: np.ndarray, target: Any, backend: Any, device: Any) -> Any:
    """A native array of an ndarray, in its own dtype; in `target`, to which it will be cast, if the backend has not its own.

    `target` is a dtype, its name, a native dtype, or None where the dtype is to stay.

    Raises
    ------
    AikitTypeError : the backend has neither.
    """
    own = dtypes.as_dtype(host.dtype)
    try:
        native_dtype = backend.as_native_dtype(own.name)
    except AikitTypeError as error:
        wanted = own if target is None else dtypes.as_dtype(target)
        if wanted is own or (own.kind == "c" and wanted.kind != "c"):
            raise AikitTypeError(f"{function}: {name}: {error}") from None
        native_dtype = backend.as_native_dtype(wanted.name)
        with np.errstate(all="ignore"):
            host = host.astype(np.dtype(wanted))
    return backend.from_numpy(host, native_dtype, device)


def list_to_native(function: str, name: str, obj: Any, backend: Any, device: Any) -> Any:
    """A native array of nested lists, in the default dtype of their kind; lists that hold arrays are stacked."""
    if not arrays_in(obj):
        return _numbers_to_native(function, name, obj, backend, device)
    native = _stacked(function, name, obj)._data
    home = backend_handler.backend_of(native)
    if home is backend:
        return native
    return backend.from_numpy(
        home.to_numpy(native), backend.as_native_dtype(dtypes.as_dtype(native.dtype).name), device
    )


def _numbers_to_native(function: str, name: str, obj: Any, backend: Any, device: Any) -> Any:
    if backend.traces_numbers():
        values, dtype = _constant(function, name, obj, None)
        return backend.from_numbers(values, backend.as_native_dtype(dtype), device)
    found = host_array(function, name, obj)
    return backend.from_numpy(found, backend.as_native_dtype(dtypes.as_dtype(found.dtype).name), device)


@constant_under_trace
def _constant(function: str, name: str, obj: Any, dtype: Any) -> tuple[Any, str]:
    """Nested lists as Python numbers that a dtype holds, and its name: that of their kind where none is given."""
    found = host_array(function, name, obj) if dtype is None else _typed_array(function, name, obj, dtype)
    own = dtypes.as_dtype(found.dtype).name
    return (found.astype(float) if own == "bfloat16" else found).tolist(), own


def arrays_in(obj: Any) -> list[Any]:
    """The arrays among the items of nested lists."""
    if isinstance(obj, (list, tuple)):
        return [array for item in obj for array in arrays_in(item)]
    is_array = isinstance(obj, (ArrayBase, np.ndarray)) or (
        not isinstance(obj, (*PYTHON_SCALARS, np.generic, str)) and backend_handler.backend_of(obj) is not None
    )
    return [obj] if is_array else []


def _stacked(function: str, name: str, obj: Any) -> Any:
    """Nested lists with arrays among the leaves, as one Array; the arrays' own dtypes decide."""
    if not isinstance(obj, (list, tuple)):
        return obj
    if not arrays_in(obj):
        return host_array(function, name, obj)
    return aikit.stack([_stacked(function, name, item) for item in obj])


def host_array(function: str, name: str, obj: Any) -> np.ndarray:
    """An ndarray of nested lists of Python scalars, in the default dtype of its kind.

    NumPy scalars count as Python scalars.
    """
    try:
        found = np.asarray(obj)
    except ValueError as error:
        raise _ragged(function, name, obj) from error
    if found.dtype.kind not in "biufc":
        if _is_numeric(found):
            raise AikitOverflowError(f"{function}: {name}={shown(obj)} holds an int that fits no dtype")
        raise AikitTypeError(
            f"{function}: {name}={shown(obj)} holds what is no number; pass (nested lists of) bool, int, float or complex"
        )
    if found.dtype.kind in "iu":
        return _integers(function, name, found)
    if found.size == 0 and found.dtype.kind == "f":
        return found.astype(dtypes.default_float())
    default = {"b": dtypes.bool_, "f": dtypes.default_float(), "c": dtypes.default_complex()}[found.dtype.kind]
    with np.errstate(over="ignore"):  # a float that is too large is infinite
        return found if default == "bool" else found.astype(default)


def _integers(function: str, name: str, found: np.ndarray) -> np.ndarray:
    default = dtypes.default_int()
    least, greatest = dtypes.integer_limits(default)
    if found.size and not (least <= int(found.min()) and int(found.max()) <= greatest):
        raise AikitOverflowError(
            f"{function}: {name} holds an int outside the default integer dtype {default}; "
            "make the array with aikit.asarray(..., dtype='int64')"
        )
    return found.astype(default)


LEAST_MAXIMUM = 65504.0
"""The largest float16: a float up to it fits every floating dtype."""


def fitting_scalar(function: str, name: str, value: Any, dtype: dtypes.Dtype) -> Any:
    """A Python scalar as a dtype holds it: a float that is too large is infinite, an int other than 0 is true.

    Raises
    ------
    AikitOverflowError : an int that the dtype does not hold.
    AikitTypeError : a scalar of a wider kind than the dtype.
    """
    kind = dtype.kind
    if (isinstance(value, complex) and kind != "c") or (isinstance(value, float) and kind in "biu"):
        raise AikitTypeError(
            f"{function}: {name}={value!r} cannot be held by dtype {dtype}; cast with aikit.astype first"
        )
    if kind == "b":
        return bool(value)
    if kind in "iu" and not isinstance(value, bool):
        least, greatest = dtypes.integer_limits(dtype)
        if not least <= value <= greatest:
            raise AikitOverflowError(
                f"{function}: {name}={value!r} does not fit dtype {dtype} ({least} to {greatest}); "
                "cast the array to a wider dtype with aikit.astype"
            )
    if kind in "fc" and abs(value) > LEAST_MAXIMUM:
        return _of_range(function, name, value, dtype)
    return value


_INFINITE_FROM = {
    "float16": 65520.0,
    "bfloat16": float.fromhex("0x1.ffp127"),
    "float32": float.fromhex("0x1.ffffffp127"),
    "complex64": float.fromhex("0x1.ffffffp127"),
}
"""What is rounded to infinity, half a unit beyond the greatest number: in Python alone, which torch.compile can trace."""


def _of_range(function: str, name: str, value: Any, dtype: dtypes.Dtype) -> Any:
    """A number as a float or a complex, infinite where it is too large for a dtype."""
    try:
        return _held(value, dtype)
    except OverflowError as error:
        raise AikitOverflowError(f"{function}: {name}={shown(value)} does not fit dtype {dtype}") from error


def _held(value: Any, dtype: dtypes.Dtype) -> Any:
    number = complex(value) if dtype.kind == "c" else float(value)
    limit = _INFINITE_FROM.get(dtype.name, math.inf)
    if isinstance(number, complex):
        return complex(_or_infinite(number.real, limit), _or_infinite(number.imag, limit))
    return _or_infinite(number, limit)


def _or_infinite(number: float, limit: float) -> float:
    return math.copysign(math.inf, number) if abs(number) >= limit else number


def scalar_to_native(function: str, name: str, value: Any, dtype: dtypes.Dtype, backend: Any, device: Any) -> Any:
    """A 0-d native array of a Python scalar, which the dtype must hold; see `fitting_scalar`."""
    value = fitting_scalar(function, name, value, dtype)
    return backend.as_scalar(value, backend.as_native_dtype(dtype.name), device)


def as_scalar(value: Any, beside: Any) -> Any:
    """A 0-d array of a Python scalar that the implementations take beside the native array; for the fast path.

    Where the framework takes a host array there (`takes_host_scalars`) it is one: to put it on the device costs JAX ten
    times as much as the operation.

    Raises
    ------
    OverflowError : an int that the dtype does not hold, which the slow path is to explain.
    """
    if type(value) is not int and not abs(value) <= LEAST_MAXIMUM:
        value = _held(value, dtypes.as_dtype(beside.dtype))
    if type(beside) is np.ndarray or backend_handler.backend_of(beside).takes_host_scalars:
        return np.array(value, beside.dtype)
    return _on_device_of(value, beside)


def as_scalar_of_backend(value: Any, beside: Any) -> Any:
    """A 0-d native array of a Python scalar, of the backend, dtype and device of a native array; for the fast path.

    Raises
    ------
    OverflowError : as in `as_scalar`.
    """
    if type(value) is not int and not abs(value) <= LEAST_MAXIMUM:
        value = _held(value, dtypes.as_dtype(beside.dtype))
    return np.array(value, beside.dtype) if type(beside) is np.ndarray else _on_device_of(value, beside)


def _on_device_of(value: Any, beside: Any) -> Any:
    backend = backend_handler.backend_of(beside)
    return backend.as_scalar(value, beside.dtype, None if backend.is_traced(beside) else backend.dev(beside))


# ------------------------------------------------------------------------------------------------ asarray


def array_like_to_native(function: str, name: str, values: Mapping[str, Any], backend: Any) -> tuple[Any, Any]:
    """What `asarray` hands to a backend: a native array of it, and a native dtype.

    Raises
    ------
    AikitTypeError : complex numbers for a dtype that is not complex.
    AikitValueError : ``copy=False`` for data that only a copy can bring to the backend.
    """
    obj, dtype, device = values[name], values.get("dtype"), values.get("device")
    source = obj._data if isinstance(obj, ArrayBase) else obj
    home = backend_handler.backend_of(source)
    if home is not None and not isinstance(obj, ArrayBase):
        source = accept_native(function, name, source, home)
    if home is backend:
        native = source
    elif values.get("copy") is False:
        raise AikitValueError(
            f"{function}: copy=False, but {name} is a {type(obj).__name__}, which only a copy brings to {backend.name!r}"
        )
    else:
        device = default_native_device(backend) if device is None else device
        if home is None:
            native = _host_to_native(function, name, obj, dtype, backend, device)
        else:
            native = host_to_native(function, name, home.to_numpy(source), dtype, backend, device)
    if dtype is None:
        return native, native.dtype
    own, target = dtypes.as_dtype(native.dtype), dtypes.as_dtype(dtype)
    if own.kind == "c" and target.kind != "c":
        raise AikitTypeError(
            f"{function}: {name} has dtype {own} and dtype={target} is not complex; take aikit.real({name}) or "
            f"aikit.abs({name}) first"
        )
    return native, dtype


def with_dlpack(function: str, name: str, obj: Any) -> Any:
    """The object that `from_dlpack` hands to a backend.

    Raises
    ------
    AikitTypeError : an object without the DLPack protocol.
    """
    source = obj._data if isinstance(obj, ArrayBase) else obj
    if not hasattr(source, "__dlpack__"):
        raise AikitTypeError(
            f"{function}: {name}={shown(obj)} is a {type(obj).__name__}, which has no __dlpack__; use aikit.asarray"
        )
    home = backend_handler.backend_of(source)
    return source if home is None or isinstance(obj, ArrayBase) else accept_native(function, name, source, home)


def _host_to_native(function: str, name: str, obj: Any, dtype: Any, backend: Any, device: Any) -> Any:
    given = None if dtype is None else dtypes.as_dtype(dtype)
    if isinstance(obj, np.generic):
        obj = obj.item()
    elif isinstance(obj, range):
        obj = list(obj)
    if isinstance(obj, PYTHON_SCALARS):
        target = dtypes.promote((), [obj]) if given is None else given
        return scalar_to_native(function, name, obj, target, backend, device)
    if given is not None and isinstance(obj, (list, tuple)) and not arrays_in(obj):
        return _typed_list(function, name, obj, given, backend, device)
    return _untyped(function, name, obj, given, backend, device)


def _typed_list(function: str, name: str, obj: Any, dtype: dtypes.Dtype, backend: Any, device: Any) -> Any:
    """A native array of nested lists in a given dtype."""
    native_dtype = backend.as_native_dtype(dtype.name)
    if backend.traces_numbers():
        return backend.from_numbers(_constant(function, name, obj, dtype)[0], native_dtype, device)
    return backend.from_numpy(_typed_array(function, name, obj, dtype), native_dtype, device)


def _typed_array(function: str, name: str, obj: Any, dtype: dtypes.Dtype) -> np.ndarray:
    """Nested lists in a given dtype, without a detour through the default dtype, which may hold less."""
    try:
        found = np.asarray(obj)
    except ValueError as error:
        raise _ragged(function, name, obj) from error
    if not _is_numeric(found) or (found.dtype.kind == "c" and dtype.kind != "c"):
        raise AikitTypeError(f"{function}: {name}={shown(obj)} holds what dtype {dtype} cannot hold")
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # a float that is too large is infinite
            return np.array(obj, dtype)
    except (OverflowError, ValueError) as error:
        raise AikitOverflowError(
            f"{function}: {name}={shown(obj)} holds a number that does not fit dtype {dtype}"
        ) from error


def _is_numeric(found: np.ndarray) -> bool:
    """Whether what NumPy made of nested lists holds numbers alone; ints that fit no dtype come as objects."""
    return found.dtype.kind in "biufc" or (
        found.dtype.kind == "O" and all(isinstance(x, PYTHON_SCALARS) for x in found.flat)
    )


def _ragged(function: str, name: str, obj: Any) -> AikitValueError:
    return AikitValueError(f"{function}: {name}={shown(obj)} is ragged; all rows must have one length")


def _untyped(function: str, name: str, obj: Any, target: Any, backend: Any, device: Any) -> Any:
    """Lists in the default dtype of their kind; what speaks DLPack or the buffer protocol in its own."""
    if isinstance(obj, (list, tuple)):
        return list_to_native(function, name, obj, backend, device)
    if hasattr(obj, "__array__") or hasattr(obj, "__array_interface__") or _has_buffer(obj):
        found = accept_native(function, name, np.asarray(obj), backend_handler.load("numpy"))
    elif hasattr(obj, "__dlpack__"):
        found = np.from_dlpack(obj)
    else:
        raise AikitTypeError(
            f"{function}: {name}={shown(obj)} is a {type(obj).__name__}, which is no array, no number and no nested list; "
            "pass one of these"
        )
    return host_to_native(function, name, found, target, backend, device)


def _has_buffer(obj: Any) -> bool:
    """Whether `obj` has the buffer protocol and holds no text."""
    if isinstance(obj, bytes):
        return False
    try:
        memoryview(obj).release()
    except TypeError:
        return False
    return True
