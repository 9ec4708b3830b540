"""Calls with native arrays, with several dtypes, or with a number of another kind, as calls that the fast path takes.

Where the classes and dtypes of the arguments tell what the slow path would make of them, they are brought in here, and the
function is called again. Whatever is not plain is left to the slow path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from aikit import dtypes
from aikit.backend_handler import backend_of_class, native_dtypes_in
from aikit.core import view_writes
from aikit.core.arrays import array_class, wrap
from aikit.core.records import Function
from aikit.dispatch.beside import in_force
from aikit.dtypes import Dtype
from aikit.exceptions import AikitException

_NUMBERS = frozenset({bool, int, float, complex})
_PLAIN = _NUMBERS | {str, type(None), Dtype}


def simplified(function: Function, args: Sequence[Any], kwargs: Mapping[str, Any], bound: Any) -> list[Any] | None:
    """`args` with native arrays as Arrays, and promoted; None where nothing is to be done, or the slow path is to do it."""
    if function.backend_rule != "arguments" or view_writes.watching or (kwargs and not _are_plain_keywords(kwargs)):
        return None
    array = array_class()
    if function.promotes_pair and not kwargs and len(args) == 2 and type(args[0]) is array is type(args[1]):
        return _two(function, args, bound)
    given = list(args)
    group: list[tuple[int, str, Any]] = []
    scalars: list[Any] = []
    home, has_arrays, brought_in = None, False, False
    for place, (parameter, value) in enumerate(zip(function.parameters.values(), args, strict=False)):
        if parameter.role != "array" or value is None:
            if not _is_plain(value):
                return None
            continue
        if isinstance(value, np.generic) and type(value.item()) in _NUMBERS:
            given[place] = value = value.item()
            brought_in = True
        promoted = parameter.name in function.promote
        if type(value) in _NUMBERS:
            if promoted:
                scalars.append(value)
            continue
        is_array = type(value) is array
        backend = backend_of_class(type(value._data) if is_array else type(value))
        if backend is None or (home is not None and backend is not home):
            return None
        home, has_arrays = backend, has_arrays or is_array
        if not is_array:
            entered = _entered(value, backend)
            if entered is None:
                return None
            given[place] = value = entered
            brought_in = True
        if promoted:
            group.append((place, parameter.name, value._data))
    if home is None or (bound is not None and bound is not home):
        return None
    if home.name == "numpy" and not has_arrays and (in_force(bound) or home) is not home:
        return None
    changed = _promote(function, given, group, scalars, home)
    return given if changed or (changed is not None and brought_in) else None


def _two(function: Function, args: Sequence[Any], bound: Any) -> list[Any] | None:
    """The same as `simplified` of two Arrays without keywords, which comes most often, in less time."""
    first, second = args[0]._data, args[1]._data
    cls = type(first)
    home = backend_of_class(cls)
    if home is None or home is not backend_of_class(type(second)) or (bound is not None and bound is not home):
        return None
    known = native_dtypes_in[cls]["any"]
    one, other = known.get(first.dtype), known.get(second.dtype)
    if one is None or other is None or one == other:
        return None
    try:
        common = dtypes.promote_types(dtypes.DTYPES[one], dtypes.DTYPES[other]).name
        native_dtype = home.as_native_dtype(common)
    except AikitException:
        return None
    of_first, of_second = (function.accepts[parameter] for parameter in function.promote)
    if not (one in of_first and common in of_first and other in of_second and common in of_second):
        return None
    cast = home.on_device_of_inputs(home.astype)
    return [
        args[0] if one == common else wrap(cast(first, native_dtype)),
        args[1] if other == common else wrap(cast(second, native_dtype)),
    ]


def _are_plain_keywords(kwargs: Mapping[str, Any]) -> bool:
    """Whether there is no array among the keywords, but for an Array as `out`, and nothing that could override the function."""
    return all(
        _is_plain(value) and (name == "out" or type(value) is not array_class()) for name, value in kwargs.items()
    )


def _is_plain(value: Any) -> bool:
    """Whether there is no array in a value but Arrays, and nothing that could override the function."""
    cls = type(value)
    return cls in _PLAIN or cls is array_class() or (cls is tuple and all(map(_is_plain, value)))


def _entered(native: Any, backend: Any) -> Any:
    """An Array around a native array as the caller passed it; None for one that the backend or aikit has to refuse."""
    try:
        native = backend.accept_native(native)
    except AikitException:
        return None
    return wrap(native) if native.dtype in native_dtypes_in[type(native)]["any"] else None


def _promote(
    function: Function, given: list[Any], group: Sequence[tuple[int, str, Any]], scalars: Sequence[Any], home: Any
) -> bool | None:
    """Bring Arrays to one dtype; whether that changed any, None where they have none in common.

    Parameters
    ----------
    group : the place, the parameter and the native array of each that is promoted; `scalars` : the numbers beside them.
    """
    names: list[str] = []
    for _, parameter, native in group:
        name = native_dtypes_in[type(native)]["any"].get(native.dtype)
        if name not in function.accepts[parameter]:
            return False
        names.append(name)  # type: ignore[arg-type]
    if not names or (not scalars and names.count(names[0]) == len(names)):
        return False
    try:
        common = dtypes.promote([dtypes.DTYPES[name] for name in names], scalars)
        native_dtype = home.as_native_dtype(common.name)
    except AikitException:
        return None
    for parameter in function.promote:
        if common.name not in function.accepts[parameter]:
            return False
    cast = home.on_device_of_inputs(home.astype)
    changed = False
    for name, (place, _, native) in zip(names, group, strict=True):
        if name != common.name:
            given[place] = wrap(cast(native, native_dtype))
            changed = True
    return changed
