"""Why a call failed: the precise error for arguments that a framework refused.

Frameworks raise different classes with different words for the same bad input, so their errors are not translated.
Once a native call has failed, the arguments are looked at: first what any function may get wrong (devices, axes), then
what this function may. What cannot be explained is an `AikitBackendException` with the framework's own words, or, of a function
composed of others, the error of the one that failed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aikit.backend_handler import find_implementation
from aikit.core import shapes
from aikit.core.arrays import ArrayBase
from aikit.core.records import Arguments, Function
from aikit.exceptions import (
    AikitBackendException,
    AikitDeviceError,
    AikitException,
    AikitNotImplementedException,
    AikitValueError,
)
from aikit.functional.rules.common import ValuesRefused, check_broadcast


def explain(function: Function, prepared: Any, error: Exception) -> AikitException:
    """The exception to raise for a call that failed with `error`; the caller chains the two."""
    name, arguments = function.qualified_name, prepared.arguments
    unknown = list(_unknown_shapes(arguments))
    try:
        _check_devices(name, arguments, prepared.backend)
        _check_axes(name, function, arguments)
        _check_lengths(name, function, arguments)
        if function.check is not None and not unknown:
            function.check(name, arguments, prepared.backend)
        elif function.elementwise:
            check_broadcast(name, arguments, function.promote)
    except AikitException as found:
        return found
    if isinstance(error, AikitException):
        return error if str(error).startswith(f"{name}: ") else type(error)(f"{name}: {error}")
    if isinstance(error, ValuesRefused):
        return AikitValueError(f"{name}: {next(iter(arguments))} {error.says}")
    if unknown:
        return AikitValueError(
            f"{name}: under this trace {' and '.join(unknown)}, and {prepared.backend.name} needs to know more: {error}; "
            "state the shape, as with tf.ensure_shape"
        )
    backend = prepared.backend
    if function.kind == "primary" and find_implementation(function, backend) is None:
        return AikitNotImplementedException(
            f"{name}: the backend {backend.name!r} has no {name}; bring the arrays to another one with aikit.to_backend"
        )
    if isinstance(error, NotImplementedError):
        return AikitNotImplementedException(f"{name}: {backend.name} cannot do this: {error}")
    return AikitBackendException(f"{name}: {backend.name} failed with {type(error).__name__}: {error}")


def _is_array(value: Any) -> bool:
    # an Array has no answer where a trace does not know its shape
    return isinstance(value, ArrayBase) or (hasattr(value, "shape") and hasattr(value, "dtype"))


def _arrays(arguments: Arguments) -> Iterator[tuple[str, Any]]:
    """(parameter, array) for every array, those in lists too."""
    for name, value in arguments.items():
        for item in value if isinstance(value, (list, tuple)) else (value,):
            if _is_array(item):
                yield name, item


def _unknown_shapes(arguments: Arguments) -> Iterator[str]:
    """What is said of every array whose shape a trace does not know."""
    for parameter, array in _arrays(arguments):
        if shapes.rank_of(array) is None:
            yield f"the number of dimensions of {parameter} is not known"
        elif not shapes.is_known(array):
            yield f"{parameter} has lengths that are not known, {shapes.shape_of(array)}"


def _check_devices(name: str, arguments: Arguments, backend: Any) -> None:
    found: dict[str, str] = {}
    for parameter, array in _arrays(arguments):
        if backend.is_native_array(array) and not backend.is_traced(array):
            found.setdefault(backend.as_aikit_dev(backend.dev(array)), parameter)
    if len(found) > 1:
        (one, first), (two, second) = list(found.items())[:2]
        raise AikitDeviceError(
            f"{name}: {first} is on {one!r} and {second} on {two!r}; bring one over with aikit.to_device({second}, {one!r})"
        )


def _check_axes(name: str, function: Function, arguments: Arguments) -> None:
    held = {one: arguments[one] for one in function.axes_of if one in arguments}
    x = next((array for _, array in _arrays(held)), None)
    if x is None or shapes.rank_of(x) is None:
        return
    for parameter in ("axis", "axes", "source", "destination"):
        value = arguments.get(parameter)
        if value is None or function.parameters[parameter].role not in ("int", "ints"):
            continue
        new = len(_as_tuple(value)) if function.new_axes else 0
        shapes.check_axes(name, parameter, value, len(x.shape) + new)


def _check_lengths(name: str, function: Function, arguments: Arguments) -> None:
    """Raise for lengths that the arguments ask for and no array has."""
    if function.result_lengths is None:
        shape = _as_tuple(arguments.get("shape"))
        if any(length < 0 for length in shape):
            raise AikitValueError(f"{name}: shape={shape} has a negative length; lengths are 0 or more")
    elif any(shapes.rank_of(array) is None for _, array in _arrays(arguments)):
        return
    else:
        shape = _as_tuple(function.result_lengths(arguments))
    if None not in shape:
        shapes.check_size(name, shape)


def _as_tuple(shape: Any) -> tuple[Any, ...]:
    return () if shape is None else shape if isinstance(shape, tuple) else (shape,)
