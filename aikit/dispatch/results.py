"""From what a body returns to what the caller receives: wrapping, and the argument `out`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from aikit import backend_handler, dtypes
from aikit.core import view_writes
from aikit.core.arrays import ArrayBase, array_class, wrap
from aikit.core.records import MISSING, Function
from aikit.core.writing import class_of
from aikit.exceptions import AikitBackendException, AikitDeviceError, AikitTypeError, AikitValueError


def otherwise(function: Function) -> Callable[[Any, type, Any], Any]:
    """What the fast path returns for a result that is not of the class of the first array.

    It is called with the result, that class, and `out` as the caller wrote it; what does not fit raises, and the slow path is
    to say what is wrong.
    """
    if function.kind != "primary":
        return _composed
    return _one if function.returns == "array" else _each


def finisher(function: Function) -> Callable[[Any, type, Any], Any]:
    """What the fast path returns for any result, where it looks at none itself; it is called as `otherwise` is."""
    if function.returns == "value":
        return _as_it_is
    return _given if function.returns_argument else otherwise(function)


def _as_it_is(result: Any, cls: type, out: Any) -> Any:
    return result


def _given(result: Any, cls: type, given: Any) -> Any:
    """The Array that was passed, where the result is its native array."""
    return given if given is not MISSING and given._data is result else _one(result, cls, MISSING)


def _one(result: Any, cls: type, out: Any) -> Any:
    array = wrap(result if type(result) is cls else _native(result, cls))
    return array if out is MISSING or out is None else rebound(out, array)


def _each(results: Any, cls: type, out: Any) -> Any:
    wrapped = [wrap(one if type(one) is cls else _native(one, cls)) for one in results]
    return type(results)(*wrapped) if hasattr(results, "_fields") else tuple(wrapped)


def _composed(result: Any, cls: type, out: Any) -> Any:
    """A body that is composed of other functions returns Arrays; the backend's own implementation native ones."""
    if type(result) is array_class():
        return result if out is MISSING or out is None else rebound(out, result)
    if isinstance(result, tuple):
        return result
    return _one(result, cls, out)


def _native(result: Any, cls: type) -> Any:
    """The native array of a result of another class: NumPy's functions return a scalar where it has no dimensions.

    Any other class must be one of the same backend, such as what comes out of a variable.
    """
    if cls is np.ndarray and isinstance(result, np.generic):
        return np.asarray(result)
    if backend_handler.backend_of(result) is backend_handler.backend_of_class(cls):
        return result
    raise TypeError(type(result))


def wrap_results(function: Function, result: Any, prepared: Any) -> Any:
    """Wrap the native arrays of a result, in the structure that the function declares."""
    if function.returns == "value":
        return result
    if function.returns == "array":
        return _wrap_one(function, result, prepared)
    wrapped = [_wrap_one(function, item, prepared) for item in result]
    return type(result)(*wrapped) if hasattr(result, "_fields") else tuple(wrapped)


def _wrap_one(function: Function, native: Any, prepared: Any) -> Any:
    backend = prepared.backend
    if backend_handler.backend_of(native) is not backend:
        raise AikitBackendException(
            f"{function.qualified_name}: the implementation of {backend.name!r} returned a {type(native).__name__}, "
            f"not a {backend.NativeArray.__name__}; the backend is at fault, please report it"
        )
    given = prepared.inputs.get(function.returns_argument)
    if given is not None and given._data is native and class_of(given) is array_class():
        return given
    return wrap(native)


_SAME_KIND = {"b": "biufc", "u": "uifc", "i": "ifc", "f": "fc", "c": "c"}
"""Kind -> the kinds to which a same-kind cast leads, as NumPy has it."""


def rebound(out: Any, result: Any) -> Any:
    """`out` with the native array of a result that is of its class, dtype, shape and device; for the fast path.

    Raises
    ------
    TypeError : it is not; `assign_out` is to cast it, or to say what is wrong.
    """
    native, target = result._data, out._data
    cls = type(native)
    if type(target) is not cls or target.dtype is not native.dtype or view_writes.watching:
        raise TypeError(type(target))
    backend = backend_handler.backend_of_class(cls)
    if tuple(target.shape) != tuple(native.shape) or backend.dev(target) != backend.dev(native):
        raise TypeError(target.shape)
    backend.check_written(out, "out")
    out._data = native
    return out


def assign_out(function: Function, out: ArrayBase, result: Any, operands: Iterable[Any] = ()) -> ArrayBase:
    """Rebind `out` to the result and return it; `out` is unchanged where the result does not fit it.

    Parameters
    ----------
    operands : the other arguments of the call.

    Raises
    ------
    AikitValueError : another shape than the result's.
    AikitTypeError : a dtype to which the result's does not cast within its kind.
    AikitBackendException, AikitDeviceError : another backend or device.
    """
    name = function.qualified_name
    native, target = result._data, out._data
    backend, home = backend_handler.backend_of(native), backend_handler.backend_of(target)
    if backend is None or home is not backend:
        raise AikitBackendException(
            f"{name}: out is an array of {home.name!r} and the result one of {backend.name!r}; "  # type: ignore[union-attr]
            "pass an out of the same backend"
        )
    if tuple(target.shape) != tuple(native.shape):
        raise AikitValueError(
            f"{name}: out has shape {tuple(target.shape)} and the result {tuple(native.shape)}; pass an out of that shape"
        )
    if out.device != result.device:
        raise AikitDeviceError(
            f"{name}: out is on {out.device!s} and the result on {result.device!s}; pass an out on the same device"
        )
    if target.dtype != native.dtype:
        kind, to = dtypes.as_dtype(native.dtype), dtypes.as_dtype(target.dtype)
        if to.kind not in _SAME_KIND[kind.kind]:
            raise AikitTypeError(
                f"{name}: out has dtype {to}, to which the result's {kind} does not cast within its kind; "
                f"pass an out of dtype {kind}"
            )
        native = backend.on_device_of_inputs(backend.astype)(native, target.dtype)
    backend.check_written(out, f"{name}(..., out=x)")
    if view_writes.watching and not backend.is_traced(native):
        view_writes.check(out, operands, f"{name}(..., out=x)")
    out._data = native
    return out
