"""Plain values of the arguments that are no arrays: ints, shapes, flags, choices, numbers, dtypes and devices.

What the frameworks take or refuse differs (a bool for an axis, a float in a shape, a string for a flag), so it is
decided here, by the role that the parameter's annotation gives it, with one error for all backends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from aikit import backend_handler, dtypes
from aikit.core.arrays import ArrayBase
from aikit.core.nodes import Node
from aikit.core.records import Function, Parameter
from aikit.core.shapes import as_int
from aikit.core.wording import quoted, shown
from aikit.devices import as_device
from aikit.dispatch.host_data import default_native_device
from aikit.exceptions import AikitDeviceError, AikitTypeError, AikitValueError


def _as_int(function: Function, parameter: Parameter, value: Any) -> int:
    if type(value) is int:
        return value
    if not isinstance(value, (bool, np.bool_)):
        try:
            return as_int(value)
        except TypeError:
            pass
    raise AikitTypeError(
        f"{function.qualified_name}: {parameter.name}={shown(value)} is a {type(value).__name__}; it must be an int"
        + (" or None" if parameter.optional else "")
    )


def _int(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    return None if value is None and parameter.optional else _as_int(function, parameter, value)


def _ints(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    if value is None and parameter.optional:
        return None
    if isinstance(value, (list, tuple)):
        return tuple(_as_int(function, parameter, item) for item in value)
    if isinstance(value, (ArrayBase, np.ndarray)) and value.ndim == 1:
        return tuple(_as_int(function, parameter, item) for item in value)
    return _as_int(function, parameter, value)


def _ints_by_name(function: Function, parameter: Parameter, value: dict[str, Any], backend: Any) -> dict[str, Any]:
    return {
        name: one if type(one) is int else _as_int(function, replace(parameter, name=name), one)
        for name, one in value.items()
    }


def _shape(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    """A tuple of lengths; an int is a shape of one dimension."""
    shape = _ints(function, parameter, value, backend)
    return shape if shape is None or isinstance(shape, tuple) else (shape,)


def _bool(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    if type(value) is bool or (value is None and parameter.optional):
        return value
    if isinstance(value, np.bool_) or (isinstance(value, ArrayBase) and value.ndim == 0 and value.dtype == "bool"):
        return bool(value)
    raise AikitTypeError(
        f"{function.qualified_name}: {parameter.name}={shown(value)} is a {type(value).__name__}; it must be True or False"
        + (" or None" if parameter.optional else "")
    )


def _choice(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    if (isinstance(value, str) and value in parameter.choices) or (value is None and parameter.optional):
        return value
    if parameter.scalars and not isinstance(value, str):
        return _number(function, parameter, value, backend)
    raise AikitValueError(
        f"{function.qualified_name}: {parameter.name}={shown(value)} is not one of {quoted(parameter.choices)}"
    )


def _number(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    """A Python scalar; NumPy scalars and 0-d arrays may stand for one."""
    if value is None and parameter.optional:
        return None
    if isinstance(value, np.generic):
        value = value.item()
    elif isinstance(value, (ArrayBase, np.ndarray)) or backend_handler.backend_of(value) is not None:
        value = _item(function, parameter, value)
    if type(value) in parameter.scalars or (type(value) is int and float in parameter.scalars):
        return value
    raise AikitTypeError(
        f"{function.qualified_name}: {parameter.name}={shown(value)} is a {type(value).__name__}; it must be "
        f"one of {', '.join(t.__name__ for t in parameter.scalars)}"
    )


def _item(function: Function, parameter: Parameter, value: Any) -> Any:
    """The Python scalar in a 0-d array."""
    native = value._data if isinstance(value, ArrayBase) else value
    if tuple(native.shape) == ():
        return backend_handler.backend_of(native).to_numpy(native).item()  # type: ignore[union-attr]
    raise AikitTypeError(
        f"{function.qualified_name}: {parameter.name} is an array of shape {tuple(native.shape)}; "
        "it must be a Python scalar or a 0-d array"
    )


def _dtype(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    if value is None and parameter.optional:
        return None
    try:
        dtype = dtypes.as_dtype(value)
    except AikitTypeError as error:
        raise AikitTypeError(f"{function.qualified_name}: {parameter.name}={shown(value)}: {error}") from None
    category = function.dtypes.get(parameter.name, "any")
    if dtype not in function.accepts[parameter.name]:
        raise AikitTypeError(
            f"{function.qualified_name}: {parameter.name}={dtype} is not among the {category} dtypes that it makes "
            f"({', '.join(d for d in dtypes.DTYPES if d in function.accepts[parameter.name])}); cast its result with aikit.astype"
        )
    try:
        return backend.as_native_dtype(dtype.name)
    except AikitTypeError as error:  # the backend lacks it
        raise AikitTypeError(f"{function.qualified_name}: {parameter.name}={dtype}: {error}") from None


def _device(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    if value is None and parameter.optional:
        return None if function.array_parameters else default_native_device(backend)
    try:
        return backend.as_native_dev(as_device(value).name)
    except AikitDeviceError as error:
        raise AikitDeviceError(f"{function.qualified_name}: {parameter.name}={shown(value)}: {error}") from None


def _container(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    if isinstance(value, Node) or (value is None and parameter.optional):
        return value
    raise AikitTypeError(
        f"{function.qualified_name}: {parameter.name}={shown(value)} is a {type(value).__name__}; it must be an "
        f"aikit.Container{' or None' * parameter.optional}, as aikit.Container makes one of a dict"
    )


def _function(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    if callable(value) or (value is None and parameter.optional):
        return value
    raise AikitTypeError(
        f"{function.qualified_name}: {parameter.name}={shown(value)} is a {type(value).__name__}, which cannot be called; "
        "pass a function" + (" or None" if parameter.optional else "")
    )


def _any(function: Function, parameter: Parameter, value: Any, backend: Any) -> Any:
    return value


NORMALISE: dict[str, Callable[..., Any]] = {
    "int": _int,
    "ints": _ints,
    "ints by name": _ints_by_name,
    "shape": _shape,
    "bool": _bool,
    "choice": _choice,
    "scalar": _number,
    "dtype": _dtype,
    "device": _device,
    "function": _function,
    "container": _container,
    "any": _any,
}
"""Role -> the function that makes a plain value of an argument of that role."""
