"""Calls with native arrays, with several dtypes, or with a number of another kind, as calls that the fast path takes.

Where the classes and dtypes of the arguments tell what the slow path would make of them, they are brought in here, and the
function is called again. Whatever is not plain is left to the slow path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from aikit import backend_handler, dtypes
from aikit.backend_handler import backend_of_class, native_dtypes_in
from aikit.core import view_writes
from aikit.core.arrays import array_class, wrap
from aikit.core.records import Function
from aikit.dtypes import Dtype
from aikit.exceptions import AikitException

_NUMBERS = frozenset({bool, int, float, complex})
_PLAIN = _NUMBERS | {str, type(None), Dtype}


def simplified(function: Function, args: Sequence[Any], kwargs: Mapping[str, Any], bound: Any) -> list[Any] | None:
    """`args` with native arrays as Arrays, and promoted; None where nothing is to be done, or the slow path is to do it."""
    if function.kind != "primary" or function.backend_rule != "arguments" or view_writes.watching:
        return None
    if not _are_plain(kwargs.values()) or any(type(kwargs[name]) is array_class() for name in kwargs if name != "out"):
        return None
    given = list(args)
    places: dict[str, int] = {}
    for place, (parameter, value) in enumerate(zip(function.parameters.values(), given, strict=False)):
        if parameter.role == "array" and value is not None:
            places[parameter.name] = place
        elif not _are_plain((value,)):
            return None
    try:
        home, brought_in = _bring_in(given, places.values(), bound)
        promoted = home is not None and _promote(function, given, places, home)
    except AikitException:
        return None
    return given if brought_in or promoted else None


def _are_plain(values: Iterable[Any]) -> bool:
    """Whether there is no array among these but Arrays, and nothing that could override the function."""
    array = array_class()
    for value in values:
        cls = type(value)
        if cls is tuple:
            if not _are_plain(value):
                return False
        elif cls not in _PLAIN and cls is not array:
            return False
    return True


def _bring_in(given: list[Any], places: Iterable[int], bound: Any) -> tuple[Any, bool]:
    """Put an Array in the place of each native array, and a number in that of NumPy's scalars.

    Gives the backend of all of them, None where they are not of one, or where host data goes elsewhere; and whether there
    were any.
    """
    array = array_class()
    home, has_arrays, natives = None, False, []
    for place in places:
        value = given[place]
        cls = type(value)
        if cls in _NUMBERS:
            continue
        if isinstance(value, np.generic) and type(value.item()) in _NUMBERS:
            natives.append((place, value.item()))
            continue
        backend = backend_of_class(type(value._data) if cls is array else cls)
        if backend is None or (home is not None and backend is not home):
            return None, False
        home = backend
        if cls is array:
            has_arrays = True
        else:
            native = backend.accept_native(value)
            if native.dtype not in native_dtypes_in[cls]["any"]:
                return None, False
            natives.append((place, wrap(native)))
    if home is None or (bound is not None and bound is not home):
        return None, False
    if home.name == "numpy" and not has_arrays and (bound or _in_force() or home) is not home:
        return None, False
    for place, value in natives:
        given[place] = value
    return home, bool(natives)


def _in_force() -> Any:
    return backend_handler.running_backend() or backend_handler.explicit_backend()


def _promote(function: Function, given: list[Any], places: Mapping[str, int], home: Any) -> bool:
    """Bring the Arrays of the promotion group to one dtype; whether that changed any."""
    names: dict[int, str] = {}
    scalars: list[Any] = []
    for name in function.promote:
        if name not in places:
            continue
        value = given[places[name]]
        if type(value) in _NUMBERS:
            scalars.append(value)
            continue
        native = value._data
        dtype = native_dtypes_in[type(native)]["any"].get(native.dtype)
        if dtype is None or dtype not in function.accepts[name]:
            return False
        names[places[name]] = dtype
    if not names or (not scalars and len(set(names.values())) == 1):
        return False
    common = dtypes.promote([dtypes.DTYPES[name] for name in names.values()], scalars)
    if any(common not in function.accepts[name] for name in function.promote if name in places):
        return False
    changed = False
    for place, name in names.items():
        if name != common:
            cast = home.on_device_of_inputs(home.astype)
            given[place] = wrap(cast(given[place]._data, home.as_native_dtype(common.name)))
            changed = True
    return changed
