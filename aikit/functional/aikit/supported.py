"""What a function takes on the backend in force: dtypes and devices; of several categories."""

from __future__ import annotations

import dis
import functools
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import aikit
from aikit import backend_handler, dtypes
from aikit.core.records import Function
from aikit.core.wording import shown
from aikit.declare import compositional
from aikit.exceptions import AikitException, AikitTypeError

if TYPE_CHECKING:
    from aikit import Device, Dtype


@compositional(category="data_type", convenience=True)
def function_supported_dtypes(fn: Callable[..., Any], recurse: bool = True) -> tuple[Dtype, ...]:
    """The dtypes that the arrays of a function may have on the backend in force.

    Of a function of aikit they are those that its declaration accepts, of all its arrays that are brought to one dtype, or of the
    first, and that the backend has just now: without JAX's switch for 64 bits it has no float64. Of a function of the user's they are those
    that all functions of aikit accept that its source names: `aikit.sin`, a function imported by name, and those that other functions
    named in it name in their turn. What it calls otherwise is not looked at: methods and operators of arrays, and
    functions that it is handed or looks up at run time; it may convert, too, so this says what is safe and no more.

    Parameters
    ----------
    fn : function of aikit, or any other.
    recurse : whether to look into a function that is not of aikit; otherwise every dtype of the backend counts for it.

    Raises
    ------
    AikitTypeError : no function.

    Examples
    --------
    >>> import aikit
    >>> [str(dtype) for dtype in aikit.function_supported_dtypes(aikit.bitwise_and)][:3]
    ['bool', 'int8', 'int16']
    >>> aikit.function_supported_dtypes(lambda x: aikit.sin(x) + 1) == aikit.function_supported_dtypes(aikit.sin)
    True
    """
    return _supported("function_supported_dtypes", fn, recurse)


@compositional(category="data_type", convenience=True)
def function_unsupported_dtypes(fn: Callable[..., Any], recurse: bool = True) -> tuple[Dtype, ...]:
    """The dtypes of aikit that the arrays of a function must not have on the backend in force.

    Parameters
    ----------
    fn, recurse : as for `aikit.function_supported_dtypes`, which gives all others, and raises the same errors.

    Examples
    --------
    >>> import aikit
    >>> aikit.Dtype("bool") in aikit.function_unsupported_dtypes(aikit.sin)
    True
    """
    return _without(_supported("function_unsupported_dtypes", fn, recurse))


@compositional(category="device", convenience=True)
def function_supported_devices(fn: Callable[..., Any], recurse: bool = True) -> tuple[Device, ...]:
    """The devices of the backend in force on which a function runs: all of them, where the backend has what it needs.

    Parameters
    ----------
    fn, recurse : as for `aikit.function_supported_dtypes`, which raises the same errors.

    Examples
    --------
    >>> import aikit
    >>> aikit.Device("cpu") in aikit.function_supported_devices(aikit.sin)
    True
    """
    return _devices("function_supported_devices", fn, recurse)[0]


@compositional(category="device", convenience=True)
def function_unsupported_devices(fn: Callable[..., Any], recurse: bool = True) -> tuple[Device, ...]:
    """The devices of the backend in force on which a function does not run: none, or all where the backend lacks what it needs.

    Parameters
    ----------
    fn, recurse : as for `aikit.function_supported_dtypes`, which raises the same errors.

    Examples
    --------
    >>> import aikit
    >>> aikit.function_unsupported_devices(aikit.sin)
    ()
    """
    return _devices("function_unsupported_devices", fn, recurse)[1]


@compositional(category="general", convenience=True)
def function_supported_devices_and_dtypes(
    fn: Callable[..., Any], recurse: bool = True
) -> dict[Device, tuple[Dtype, ...]]:
    """For each device of the backend in force on which a function runs, the dtypes that its arrays may have there.

    Parameters
    ----------
    fn, recurse : as for `aikit.function_supported_dtypes`, which raises the same errors.

    Examples
    --------
    >>> import aikit
    >>> found = aikit.function_supported_devices_and_dtypes(aikit.sin)
    >>> found[aikit.Device("cpu")] == aikit.function_supported_dtypes(aikit.sin)
    True
    """
    name = "function_supported_devices_and_dtypes"
    return dict.fromkeys(_devices(name, fn, recurse)[0], _supported(name, fn, recurse))


@compositional(category="general", convenience=True)
def function_unsupported_devices_and_dtypes(
    fn: Callable[..., Any], recurse: bool = True
) -> dict[Device, tuple[Dtype, ...]]:
    """For each device of the backend in force, the dtypes of aikit that the arrays of a function must not have there.

    Parameters
    ----------
    fn, recurse : as for `aikit.function_supported_dtypes`, which raises the same errors.

    Examples
    --------
    >>> import aikit
    >>> found = aikit.function_unsupported_devices_and_dtypes(aikit.sin)
    >>> aikit.Dtype("bool") in found[aikit.Device("cpu")]
    True
    """
    name = "function_unsupported_devices_and_dtypes"
    every = [device for devices in _devices(name, fn, recurse) for device in devices]
    return dict.fromkeys(every, _without(_supported(name, fn, recurse)))


# ------------------------------------------------------------------------------------------------ what is declared


def _supported(name: str, fn: Any, recurse: bool) -> tuple[Dtype, ...]:
    backend = backend_handler.current_backend()
    used = _functions_of(name, fn, recurse)
    if any(not _is_there(function, backend) for function in used):
        return ()
    accepted = [_accepted(function) for function in used]
    return tuple(
        dtype
        for dtype in map(dtypes.as_dtype, dtypes.DTYPES)
        if _has(backend, dtype) and all(dtype in names for names in accepted)
    )


def _without(supported: tuple[Dtype, ...]) -> tuple[Dtype, ...]:
    return tuple(dtype for dtype in map(dtypes.as_dtype, dtypes.DTYPES) if dtype not in supported)


def _devices(name: str, fn: Any, recurse: bool) -> tuple[tuple[Device, ...], tuple[Device, ...]]:
    """The devices on which a function runs, and those on which it does not."""
    backend = backend_handler.current_backend()
    every = tuple(map(aikit.Device, backend.devices()))
    runs = all(_is_there(function, backend) for function in _functions_of(name, fn, recurse))
    return (every, ()) if runs else ((), every)


def _is_there(function: Function, backend: Any) -> bool:
    """Whether a backend has what a function needs: of a primary one that forwards, an implementation."""
    return not function.forwards or backend_handler.find_implementation(function, backend) is not None


def _accepted(function: Function) -> frozenset[str]:
    """The names of the dtypes that are accepted of the first array, and of those that are brought to one dtype with it."""
    arrays = [name for name in function.array_parameters if function.parameters[name].role != "array or dtype"]
    first = arrays[0] if arrays else "dtype" if "dtype" in function.parameters else None
    if first is None:
        return frozenset(dtypes.DTYPES)
    group = function.promote if first in function.promote else (first,)
    return frozenset.intersection(*(frozenset(map(str, function.accepts[name])) for name in group))


def _has(backend: Any, dtype: Dtype) -> bool:
    """Whether a backend has a dtype just now."""
    if dtype.name not in backend.native_dtypes:
        return False
    try:
        backend.as_native_dtype(dtype.name)
    except AikitException:
        return False
    return True


# ------------------------------------------------------------------------------------------------ what is named


def _functions_of(name: str, fn: Any, recurse: bool) -> list[Function]:
    """The function of aikit that `fn` is, or those that its source names."""
    if not callable(fn):
        raise AikitTypeError(f"{name}: fn={shown(fn)} is a {type(fn).__name__}; give a function")
    found: dict[str, Function] = {}
    _collect(fn, found, set(), recurse)
    return list(found.values())


def _collect(value: Any, found: dict[str, Function], seen: set[int], recurse: bool) -> None:
    """Enter the functions of aikit that a value is, or names."""
    function = getattr(value, "__aikit_function__", None)
    if isinstance(function, Function):
        found[function.qualified_name] = function
        return
    if isinstance(value, functools.partial):
        _collect(value.func, found, seen, recurse)
        return
    body = getattr(value, "__wrapped__", None) or getattr(value, "__func__", None) or value
    if recurse and isinstance(body, types.FunctionType) and id(body) not in seen:
        seen.add(id(body))
        for one in _named_in(body, body.__code__):
            _collect(one, found, seen, recurse)


def _named_in(fn: types.FunctionType, code: types.CodeType) -> Iterator[Any]:
    """What the source of a function names: globals, what it closes over, and attributes of the modules among these."""
    cells = dict(zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True))
    named: Any = None
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            named = fn.__globals__.get(step.argval)
        elif step.opname in ("LOAD_DEREF", "LOAD_CLASSDEREF") and step.argval in cells:
            named = _content(cells[step.argval])
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(named, types.ModuleType):
            named = getattr(named, step.argval, None)
        elif step.opname != "EXTENDED_ARG":
            named = None
        if named is not None:
            yield named
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _named_in(fn, inner)


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing is there yet
        return None
