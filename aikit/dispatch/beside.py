"""What the fast path takes beside its first native array, and where it makes arrays of plain values.

What does not fit raises, and the slow path, which repeats the call, explains it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from aikit import backend_handler
from aikit.backend_handler import backend_of_class, native_dtype_of, native_dtypes_in, running_backend, scalar_types
from aikit.core.arrays import array_class
from aikit.core.records import MISSING, Function, Parameter
from aikit.core.settings import derived_from_settings, under_trace
from aikit.devices import as_device, default_device_name
from aikit.dispatch.host_data import as_scalar, as_scalar_of_backend, default_native_device, fitting_scalar
from aikit.dtypes import DTYPES, Dtype

Converter = Callable[[Any, Any], Any]
"""What makes of an argument, and the native array that it stands beside, what is handed on."""

_NONE = frozenset({type(None)})


def plain_types(function: Function, p: Parameter) -> frozenset[type]:
    """The types of arguments that are handed on as they are."""
    none = _NONE if p.optional and p.role != "dtype" else frozenset[type]()
    if p.role in ("int", "ints"):
        return none | {int}
    if p.role == "bool":
        return none | {bool}
    if p.role == "scalar" or p.name in function.static:
        return none | frozenset(p.scalars)
    return none


def converter_of(function: Function, p: Parameter) -> Converter:
    """What hands on the arguments of a parameter that are not of its plain types."""
    if p.role == "array":
        if p.name not in function.promote[1:]:  # the others of the group are to be like its first one
            return _of_category(function.dtypes.get(p.name, "any"))
        return _alike(frozenset(p.scalars), scalar_maker(function), function.takes_numbers)
    if p.role == "choice":
        return _one_of(frozenset(choice for choice in p.choices if isinstance(choice, str)))
    if p.role == "dtype":
        return _dtype_among(function.accepts[p.name])
    if p.role == "device" and p.required:
        return _device
    return {"ints": _as_ints, "shape": _as_shape, "any": _plain}.get(p.role, refused)


def scalar_maker(function: Function) -> Converter:
    """What makes a native array of a number beside a native array: for a body that works on Arrays one of the backend."""
    return as_scalar if function.kind == "primary" else as_scalar_of_backend


def refused(value: Any, native: Any) -> Any:
    raise TypeError(type(value))


def _as_ints(value: Any, native: Any) -> tuple[int, ...]:
    if type(value) is not tuple and type(value) is not list:
        raise TypeError(type(value))
    for item in value:
        if type(item) is not int:
            raise TypeError(type(item))
    return tuple(value)


def _as_shape(value: Any, native: Any) -> tuple[int, ...]:
    return (value,) if type(value) is int else _as_ints(value, native)


def _plain(value: Any, native: Any) -> Any:
    """Ints and strings, or nested lists and tuples of them, as they are."""
    if type(value) is list or type(value) is tuple:
        for item in value:
            _plain(item, native)
    elif type(value) is not int and type(value) is not str:
        raise TypeError(type(value))
    return value


def _one_of(choices: frozenset[str]) -> Converter:
    def convert(value: Any, native: Any) -> str:
        if type(value) is str and value in choices:
            return value
        raise TypeError(value)

    return convert


def _dtype_among(names: Any) -> Converter:
    def convert(value: Any, native: Any) -> Any:
        name = value.name if type(value) is Dtype else value
        if type(name) is str and name in names:
            return native_dtype_of[type(native)](name)
        raise TypeError(value)

    return convert


def _device(value: Any, native: Any) -> Any:
    return backend_of_class(type(native)).as_native_dev(as_device(value).name)


def _alike(scalars: frozenset[type], as_array: Converter, takes_numbers: Collection[type]) -> Converter:
    """The native array of an Array of the backend and dtype of another one, or a 0-d one of a scalar that its dtype holds.

    `takes_numbers` : the native classes beside which the scalar itself will do.
    """

    def convert(value: Any, native: Any) -> Any:
        if type(value) is array_class():
            found = value._data
            if found.dtype is native.dtype and are_together(found, native):
                return found
        elif type(value) in scalars and type(value) in scalar_types[type(native)][native.dtype]:
            return value if type(native) in takes_numbers else as_array(value, native)
        raise TypeError(type(value))

    return convert


def _of_category(category: str) -> Converter:
    """The native array of an Array of the backend of another one, in a dtype of a category."""

    def convert(value: Any, native: Any) -> Any:
        if type(value) is array_class():
            found = value._data
            if (type(found) is type(native) or are_together(found, native)) and found.dtype in native_dtypes_in[
                type(found)
            ][category]:
                return found
        raise TypeError(type(value))

    return convert


def are_together(native: Any, other: Any) -> bool:
    """Whether two native arrays are of one backend, in classes that it named when it was loaded."""
    cls = type(native)
    return cls is type(other) or backend_of_class(cls) is backend_of_class(type(other)) is not None


def natives_alike(arrays: Any) -> list[Any]:
    """The native arrays of a sequence of Arrays, all of one backend and dtype."""
    array = array_class()
    natives: list[Any] = [one._data for one in arrays if type(one) is array]
    first = natives[0]
    cls: Any = type(first)
    dtype = first.dtype
    for one in natives:
        if one.dtype is not dtype or (type(one) is not cls and not are_together(one, first)):
            raise TypeError(type(one))
    if len(natives) < len(arrays):
        raise TypeError("not all of them are Arrays")
    return natives


def natives_together(arrays: Any) -> list[Any]:
    """The native arrays of a sequence of Arrays, all of one backend, in any dtypes."""
    natives = []
    for one in arrays:
        if type(one) is not array_class() or not are_together(one._data, arrays[0]._data):
            raise TypeError(type(one))
        natives.append(one._data)
    return natives


Home = Callable[[Any, Any, dict[str, Any]], tuple[type, Any, Any]]
"""What gives the class of native arrays, the native dtype and the native device of an array that is made of plain values,
from the arguments `dtype` and `device`, which may be left out, and the others, in which it puts what the dtype holds."""


def home_of_new(function: Function, bound: Any) -> Home:
    """Where a function makes arrays of plain values.

    Parameters
    ----------
    bound : the backend to which the called form is bound, or None.
    """
    default_dtype, name, held = function.default_dtype, function.qualified_name, function.held

    def looked_up(dtype: Any, device: Any, arguments: dict[str, Any]) -> tuple[type, Any, Any]:
        backend = bound or backend_handler.backend_of_plain_values() or backend_handler.load("numpy")
        if dtype is MISSING or dtype is None:
            dtype = default_dtype(arguments)  # type: ignore[misc]
        elif type(dtype) is str:
            dtype = DTYPES[dtype]
        elif type(dtype) is not Dtype:
            raise TypeError(type(dtype))
        if held:
            arguments[held] = fitting_scalar(name, held, arguments[held], dtype)
        if device is MISSING or device is None or as_device(device).name == default_device_name():
            place = default_native_device(backend)
        else:
            place = backend.as_native_dev(as_device(device).name)
        return backend.NativeArray, backend.as_native_dtype(dtype.name), place

    @under_trace(looked_up)
    def home(dtype: Any, device: Any, arguments: dict[str, Any]) -> tuple[type, Any, Any]:
        if dtype is not MISSING or device is not MISSING:
            return looked_up(dtype, device, arguments)
        known = derived_from_settings()
        key = (home, running_backend(), *map(type, arguments.values()))
        found = known.get(key)
        if found is None:
            if not _DECIDING.issuperset(key[2:]):
                return looked_up(dtype, device, arguments)
            backend = bound or backend_handler.backend_of_plain_values() or backend_handler.load("numpy")
            found = backend, default_dtype(arguments), default_native_device(backend)  # type: ignore[misc]
            known[key] = found
        backend, dtype, place = found
        if held:
            arguments[held] = fitting_scalar(name, held, arguments[held], dtype)
        # the native dtype is asked for each time, for JAX has those of 64 bits at some times only
        return backend.NativeArray, backend.as_native_dtype(dtype.name), place

    return home


_DECIDING = frozenset({bool, int, float, complex, type(None), tuple})
"""The types of arguments whose values have no say in a default dtype: that is decided by them and by the settings."""


def in_force(bound: Any) -> Any:
    """The backend that makes arrays of plain values: the bound one, the one that runs, the one that is set; else None."""
    return bound or backend_handler.backend_of_plain_values()
