"""The backends: which there are, which is set, and which one an array belongs to.

A framework is imported only when it is asked for, or when an array of it arrives (then it is imported already).
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import sys
import threading
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from aikit import dtypes
from aikit.core.arrays import wrap
from aikit.core.records import REGISTRY
from aikit.core.settings import Setting, constant_under_trace, not_for_autograph, not_under_trace
from aikit.core.wording import in_one_line, quoted
from aikit.devices import Device, register_native_devices
from aikit.exceptions import AikitBackendException, AikitInvalidBackendException
from aikit.functional.backends import BUILT_IN, GENERIC, protocol
from aikit.functional.backends.by_dtype import implementation_for


class Source(NamedTuple):
    """Where a backend comes from: the module to import, the framework it needs, and the extra that installs it.

    A module written as ``array_api:<module>`` is a namespace of the Array API standard, which is wrapped.
    """

    module: str
    framework: str
    extra: str | None

    @property
    def how_to_install(self) -> str:
        """What to do where the framework is missing."""
        return f"pip install 'pytest-aikit[{self.extra}]'" if self.extra else f"install {self.framework}"


SOURCES: dict[str, Source] = {
    name: Source(f"aikit.functional.backends.{name}", name, None if name == "numpy" else name) for name in BUILT_IN
}
SOURCES["array_api_strict"] = Source(f"{GENERIC}array_api_strict", "array_api_strict", None)
on_load: list[Callable[[str], None]] = []
"""What is called with the name of a backend that has been loaded."""
_loaded: dict[str, protocol.Backend] = {}
_unloadable: set[str] = set()
"""The backends that could not be loaded when they were asked whether they know a value."""
_entries: list[dict[str, Source]] = []
"""The backends in the entry points, once these have been read."""
_backend_of_class: dict[type, Any] = {}
_HOST_CLASSES = frozenset(
    {bool, int, float, complex, str, bytes, list, tuple, dict, slice, type(None), type(...), dtypes.Dtype, Device}
)
scalar_types: dict[type, dict[Any, frozenset[type]]] = {}
"""Native class -> native dtype -> the Python scalars that it holds beside an array, without a change of dtype."""
native_dtype_of: dict[type, Callable[[str], Any]] = {}
"""Native class -> what gives the native dtype of a name, or raises where there is none just now."""
native_dtypes_in: dict[type, dict[str, dict[Any, str]]] = {}
"""Native class -> category -> native dtype -> its name."""
_setting = Setting("backend", None)
_lock = threading.RLock()


# ------------------------------------------------------------------------------------------------ loading


def _sources() -> dict[str, Source]:
    """The built-in backends, those registered, and those that other distributions announce."""
    return SOURCES | {name: source for name, source in _announced().items() if name not in SOURCES}


def _announced() -> Mapping[str, Source]:
    """The backends in the entry points of installed distributions."""
    if not _entries:  # no `functools.cache`, of which torch.compile warns where it comes by
        import importlib.metadata  # 40 ms, which `import aikit` is to be spared

        found = importlib.metadata.entry_points(group="aikit.backends")
        _entries.append({entry.name: Source(entry.value, _framework(entry.value), None) for entry in found})
    return _entries[0]


def _framework(module: str) -> str:
    """The top-level module of the module of a `Source`."""
    return module.removeprefix(GENERIC).partition(".")[0]


def source_of(name: str) -> Source | None:
    """Where the backend of this name comes from, None where there is none of this name."""
    source = SOURCES.get(name) or _announced().get(name)
    if source is None and name.startswith(GENERIC) and all(map(str.isidentifier, name[len(GENERIC) :].split("."))):
        source = Source(name, _framework(name), None)
    return source


def canonical_name(name: str) -> str:
    """The name under which a backend is known: a namespace that has a name of its own keeps it.

    Parameters
    ----------
    name : any name of a backend, such as ``"array_api:array_api_strict"``.
    """
    if name.startswith(GENERIC):
        return next((known for known, source in _sources().items() if source.module == name), name)
    return name


def load(name: Any) -> protocol.Backend:
    """The backend's module, imported where need be.

    Raises
    ------
    AikitInvalidBackendException : there is no such backend, its framework is not installed, or it cannot be imported.
    """
    found = _loaded.get(name) if isinstance(name, str) else None
    if found is not None:
        return found
    if not isinstance(name, str):
        raise AikitInvalidBackendException(
            f"the name of a backend is a string; got {name!r}; use one of {quoted(_sources())}"
        )
    name = canonical_name(name)
    source = source_of(name)
    if source is None:
        raise AikitInvalidBackendException(
            f"there is no backend {name!r}; use one of {quoted(_sources())}, or '{GENERIC}' and the name of a module that "
            "is a namespace of the Array API standard"
        )
    with _lock:
        if name in _loaded:
            return _loaded[name]
        module: Any = _imported(name, source)
        if source.module.startswith(GENERIC):
            module = _wrapped(name, module)
        where = f"the backend {name!r}: {source.module}"
        _require_members(where, name, module)
        _require_own_arrays(where, module)
        SOURCES.setdefault(name, source)
        _install(name, module)
        load("numpy")  # where host data is read, and what is called without arrays runs; a trace could not load it
    return module


def _imported(name: str, source: Source) -> ModuleType:
    """The module of a source.

    Raises
    ------
    AikitInvalidBackendException : its framework is not installed, or the import fails, whatever it fails with.
    """
    try:
        return importlib.import_module(source.module.removeprefix(GENERIC))
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] == source.framework:
            problem = f"needs {error.name}, which is not installed; {source.how_to_install}"
        else:
            problem = f"cannot be imported: {in_one_line(error)}; mend its installation: {source.how_to_install}"
        raise AikitInvalidBackendException(f"the backend {name!r} {problem}") from error


def _require_members(where: str, name: str, backend: Any) -> None:
    """Raise an `AikitInvalidBackendException` where a backend lacks what every backend has, or has another name."""
    faults = protocol.faults(backend)
    if faults:
        listed = "".join(f"\n    {fault}" for fault in faults)
        raise AikitInvalidBackendException(
            f"{where} lacks what every backend has, or has something else in its place; see {protocol.PAGE}{listed}"
        )
    if backend.name != name:
        raise AikitInvalidBackendException(f"{where} calls itself {backend.name!r}; it is to be registered as that")


def _require_own_arrays(where: str, backend: Any) -> None:
    """Raise an `AikitInvalidBackendException` where the arrays of a backend are those of one that is loaded."""
    home = _backend_of_class.get(backend.NativeArray)
    if home is not None:
        raise AikitInvalidBackendException(
            f"{where} has arrays of {backend.NativeArray.__name__}, which are those of the backend {home.name!r}; give it a "
            "class of its own"
        )


def _wrapped(name: str, namespace: ModuleType) -> Any:
    """The backend on a namespace of the Array API standard.

    Raises
    ------
    AikitInvalidBackendException : the module is no such namespace, or its arrays are those of another backend.
    """
    from aikit.functional.backends.array_api import wrap

    try:
        backend = wrap(namespace, name)
    except Exception as error:
        raise AikitInvalidBackendException(f"the backend {name!r}: {in_one_line(error)}") from error
    home = _home_of(namespace.empty((0,)), but=name)
    if home is not None:
        raise AikitInvalidBackendException(
            f"the backend {name!r}: the arrays of {namespace.__name__} are those of the backend {home.name!r}; use that one"
        )
    return backend


_SCALARS_OF_KIND = {
    "b": frozenset[type](),
    "i": frozenset({int}),
    "u": frozenset({int}),
    "f": frozenset({int, float}),
    "c": frozenset({int, float, complex}),
}


def _install(name: str, module: Any) -> None:
    if name != "numpy":  # a trace can load no category, and torch.compile compiles anew when a table has grown
        REGISTRY.load_all()
    protocol.complete(module)
    dtypes.register_native_dtypes(module.native_dtypes)
    if name != "numpy":  # whose devices are strings
        register_native_devices(name, module.is_native_device, module.as_aikit_dev)
    _loaded[name] = module
    _learn(module)
    if name in SOURCES:
        for tell in on_load:
            tell(name)


def _learn(backend: Any) -> None:
    """Give the classes of the arrays of a backend that is being loaded their place in every function's fast path.

    Those that come later, such as subclasses of the user's, take the slow path: torch.compile compiles a function anew
    when a table that it looked something up in has grown, and a class in a table would never die.
    """
    classes = _native_classes(backend)
    for function in list(REGISTRY.declared.values()):
        _teach(function, backend)
    scalars = {native: _SCALARS_OF_KIND[dtypes.DTYPES[name].kind] for name, native in backend.native_dtypes.items()}
    scalar_types.update(dict.fromkeys(classes, scalars))
    native_dtype_of.update(dict.fromkeys(classes, backend.as_native_dtype))
    categories = {
        category: {native: name for name, native in backend.native_dtypes.items() if name in names}
        for category, names in dtypes.CATEGORIES.items()
    }
    native_dtypes_in.update(dict.fromkeys(classes, categories))
    _backend_of_class.update(dict.fromkeys(classes, backend))


def _native_classes(backend: Any) -> tuple[type, ...]:
    """The classes of the arrays of a backend that take the fast path."""
    return (backend.NativeArray, *backend.native_classes)


def _teach(function: Any, backend: Any) -> None:
    """Enter the implementations of a backend in the table of a function."""
    if function.kind != "standalone" and (function.array_parameters or function.default_dtype is not None):
        function.table |= dict.fromkeys(_native_classes(backend), _row(function, backend, None))
        if function.kind == "primary" and getattr(find_implementation(function, backend), "takes_numbers", False):
            function.takes_numbers.update(_native_classes(backend))


def bound_table(function: Any, backend: Any) -> dict[type, dict[Any, Any]]:
    """The table of the form of a function that is bound to a backend."""
    if function.kind == "primary":
        return {cls: row for cls, row in function.table.items() if backend_of_class(cls) is backend}
    if not function.array_parameters:
        return {}
    return dict.fromkeys(_native_classes(backend), _row(function, backend, backend))


def _teach_all(function: Any) -> None:
    """Enter what the loaded backends have in the table of a function that is being declared."""
    for backend in _loaded.values():
        _teach(function, backend)


REGISTRY.on_declare.append(_teach_all)


def _row(function: Any, backend: Any, bound: Any) -> dict[Any, Any]:
    """Native dtype -> implementation, for the dtypes that the function accepts of its first array, or of the array made.

    It is the body where that does more than to call the backend's own function.
    """
    implementation: Any = find_implementation(function, backend)
    if function.kind != "primary":
        implementation = _composition(function, backend, bound)
    elif implementation is not None and not function.forwards:
        implementation = _running_on(backend, function.body) if function.makes_new else function.body
    if implementation is None:
        return {}
    first = function.array_parameters[0] if function.array_parameters else "dtype"
    group = function.promote if first in function.promote else ()
    accepted = function.accepts[first].intersection(*(function.accepts[name] for name in group))
    row = {native: implementation for name, native in backend.native_dtypes.items() if name in accepted}
    if function.kind != "primary":
        return row
    return {native: backend.on_device_of_inputs(implementation_for(one, native)) for native, one in row.items()}


def _running_on(backend: Any, body: Callable[..., Any]) -> Callable[..., Any]:
    """A body without an array that would tell it the backend."""

    @not_for_autograph
    def running(*args: Any, **kwargs: Any) -> Any:
        outer = enter_running(backend, None)
        try:
            return body(*args, **kwargs)
        finally:
            leave_running(outer)

    return running


def _composition(function: Any, backend: Any, bound: Any) -> Callable[..., Any]:
    """What runs a function that is composed of others on native arrays: the backend's own implementation where that is in
    force, else the body, on a fresh Array around each, so that a body that writes to its parameter changes nothing else.
    """

    @not_for_autograph
    def composed(*args: Any, **kwargs: Any) -> Any:
        own = own_implementation(function, backend, bound) if function.kind == "mixed" else None
        if own is not None:
            return backend.on_device_of_inputs(own)(*args, **kwargs)
        outer = enter_running(backend, bound)
        try:
            arrays = [wrap(value) if type(value) in classes else fresh(value) for value in args]
            if not kwargs:
                return function.body(*arrays)
            named = {name: wrap(value) if type(value) in classes else value for name, value in kwargs.items()}
            return function.body(*arrays, **named)
        finally:
            leave_running(outer)

    def fresh(value: Any) -> Any:
        return [wrap(item) if type(item) in classes else item for item in value] if type(value) is list else value

    classes = frozenset(_native_classes(backend))
    return composed


def backend_of(value: Any) -> Any:
    """The backend whose native array `value` is; None where it is no native array.

    The backends whose framework is imported are asked about classes that none of them named when it was loaded.
    """
    cls = type(value)
    backend = _backend_of_class.get(cls)
    if backend is None and cls not in _HOST_CLASSES:
        backend = _ask_backends(value)
    return backend


def backend_of_class(cls: type) -> Any:
    """The backend of one of the classes that it named when it was loaded."""
    return _backend_of_class.get(cls)


@not_under_trace(
    "a class of arrays that aikit does not know yet: where this is the first array of its framework in the process, load the "
    "backend before the function is compiled, as with aikit.get_backend('torch')"
)
def _ask_backends(value: Any) -> Any:
    """The backend that knows `value`, among all whose framework is imported."""
    return _who_knows(value, _sources())


def _home_of(value: Any, but: str) -> Any:
    """The backend that knows an array of the namespace `but`, which is being loaded.

    A namespace that is not loaded is not asked, for it would ask this one in its turn: of two namespaces of the same
    arrays the one that is loaded first is their backend.
    """
    others = {name: source for name, source in _sources().items() if name != but}
    return _who_knows(
        value, {name: one for name, one in others.items() if name in _loaded or not one.module.startswith(GENERIC)}
    )


def _who_knows(value: Any, sources: Mapping[str, Source]) -> Any:
    """The first of these backends that knows `value`; one whose framework is not imported knows nothing."""
    for name, source in sources.items():
        backend = _loaded.get(name)
        if backend is None and sys.modules.get(source.framework) is not None:
            backend = _loaded_to_be_asked(name, type(value), source)
        if backend is not None and backend.is_native_array(value):
            return backend
    return None


def _loaded_to_be_asked(name: str, cls: type, source: Source) -> Any:
    """A backend that is asked about a value of a class; None where it cannot be loaded, and the value is not its own.

    Raises
    ------
    AikitInvalidBackendException : the class is of a framework whose backend cannot be loaded.
    """
    is_its_own = cls.__module__.startswith(source.framework)  # the arrays of jax are of jaxlib
    if name in _unloadable and not is_its_own:
        return None
    try:
        return load(name)
    except AikitInvalidBackendException:
        if is_its_own:
            raise
        _unloadable.add(name)  # not tried again for each value of an unknown class
        return None


def loaded_backends() -> list[protocol.Backend]:
    """The backends that are loaded."""
    return list(_loaded.values())


# ------------------------------------------------------------------------------------------------ the set backend


@constant_under_trace
def explicit_backend_name() -> str | None:
    """The name of the backend that `set_backend` or `use_backend` put in force; None where neither did."""
    return _setting.get()


def explicit_backend() -> protocol.Backend | None:
    """The backend that `set_backend` or `use_backend` put in force; None where neither did."""
    name = explicit_backend_name()
    return None if name is None else load(name)


def backend_of_plain_values() -> Any:
    """The backend on which a function of aikit runs in this thread just now, else the explicit one; None without either."""
    found = _running.backend
    if found is None:
        name = explicit_backend_name()
        found = None if name is None else _loaded.get(name) or load(name)
    return found


def set_backend(name: str, /) -> None:
    """Set the backend of the process: where arrays are made from host data. Every thread sees it.

    Parameters
    ----------
    name : ``"numpy"``, ``"torch"``, ``"jax"``, ``"tensorflow"``, the name of a registered backend, or ``"array_api:"``
        and the name of a module that is a namespace of the Array API standard.

    Raises
    ------
    AikitInvalidBackendException : no such backend, or its framework is not installed.
    AikitBackendException : called inside ``with use_backend(...)``, which is local to the thread or task.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_backend("numpy")
    >>> aikit.current_backend_str()
    'numpy'
    >>> aikit.unset_backend()
    """
    if _setting.is_local():
        raise AikitBackendException(
            f"set_backend: name={name!r} inside `with use_backend({_setting.get()!r})` would be in force nowhere; "
            "leave the context first, or open another one"
        )
    _setting.set(load(name).name)


def unset_backend() -> None:
    """Forget every `set_backend`: no backend is set any more.

    Examples
    --------
    >>> import aikit
    >>> aikit.unset_backend()
    >>> aikit.current_backend_str()
    'numpy'
    """
    _setting.clear()


def previous_backend() -> str | None:
    """Undo the last `set_backend` and return the name that is set then; None where none is.

    Examples
    --------
    >>> import aikit
    >>> aikit.set_backend("numpy")
    >>> aikit.previous_backend() is None
    True
    """
    _setting.unset()
    return _setting.get()


def backend_in_force(name: str) -> contextlib.AbstractContextManager[Any]:
    """A context in which a backend, of a canonical name, is in force for this thread or task."""
    return _setting.local(name)


def current_backend(*args: Any, **kwargs: Any) -> Any:
    """The backend's own module, whose functions take and return native arrays.

    Parameters
    ----------
    *args, **kwargs : the backend of the first array among these; without one, the backend that a running function
        of aikit works on, else the set one, else numpy.

    Examples
    --------
    >>> import aikit
    >>> aikit.current_backend(aikit.zeros(2)).name
    'numpy'
    """
    for value in (*args, *kwargs.values()):
        backend = backend_of(value._data if hasattr(type(value), "_data") else value)
        if backend is not None:
            return backend
    return backend_of_plain_values() or load("numpy")


def current_backend_str() -> str:
    """The name of the backend that is in force where no array decides; ``"numpy"`` where none is set.

    Examples
    --------
    >>> import aikit
    >>> aikit.current_backend_str()
    'numpy'
    """
    return current_backend().name


def available_backends() -> list[str]:
    """The names of the backends whose framework is installed, without importing it.

    Examples
    --------
    >>> import aikit
    >>> "numpy" in aikit.available_backends()
    True
    """
    return [name for name in _sources() if is_installed(name)]


def is_installed(name: str) -> bool:
    """Whether the framework of a backend is there, without importing it."""
    source = source_of(name)
    if source is None:
        return False
    if source.framework in sys.modules:
        return sys.modules[source.framework] is not None  # an entry of None forbids the import
    try:
        return name in _loaded or importlib.util.find_spec(source.framework) is not None
    except ValueError:  # it is no name of a module
        return False


def register_backend(name: str, module: ModuleType, /) -> None:
    """Add a backend: a module with the members that ``docs/backend.md`` lists, and implementations of functions.

    Parameters
    ----------
    name : what `set_backend` is to call it.
    module : the backend; its attribute ``name`` must be `name`.

    Raises
    ------
    AikitInvalidBackendException : the name is taken, or the module lacks what every backend has; the message lists all
        that it lacks.
    """
    if name in _sources():
        raise AikitInvalidBackendException(f"register_backend: name={name!r} is taken; choose another")
    _require_members(f"register_backend: module={module!r}", name, module)
    _require_own_arrays(f"register_backend: module={module!r}", module)
    with _lock:
        SOURCES[name] = Source(module.__name__, module.__name__.partition(".")[0], None)
        _install(name, module)


# ------------------------------------------------------------------------------------------------ while a function runs


class _Running(threading.local):
    """What runs in a thread. Each thread has the attributes from the start: a compiler that looks at them traces a function
    again where they come up later."""

    def __init__(self) -> None:
        self.backend: Any = None
        self.bound = False


_running = _Running()


def running_backend() -> Any:
    """The backend on which a function of aikit runs in this thread just now."""
    return _running.backend


def enter_running(backend: Any, bound: Any) -> tuple[Any, bool]:
    """Note the backend on which a function runs, and that it is bound to one; gives what `leave_running` puts back."""
    outer = running_backend(), _is_bound()
    _running.backend, _running.bound = backend, bound is not None or outer[1]
    return outer


def leave_running(outer: tuple[Any, bool]) -> None:
    """Put back what was noted before."""
    _running.backend, _running.bound = outer


def bound_backend() -> Any:
    """The backend to which the running function is bound; None where it is bound to none."""
    return running_backend() if _is_bound() else None


def _is_bound() -> bool:
    return _running.bound


def own_implementation(function: Any, backend: Any, bound: Any) -> Callable[..., Any] | None:
    """The backend's implementation of a mixed function, where a backend is set explicitly; a bound namespace is."""
    if bound is None and not _is_bound() and explicit_backend_name() is None:
        return None
    return find_implementation(function, backend)


def find_implementation(function: Any, backend: Any) -> Any:
    """What a backend has under the qualified name of a function; None where it has nothing."""
    found = backend
    for part in function.qualified_name.split("."):
        found = getattr(found, part, None)
    return found


def native_array_class() -> type:
    """What ``aikit.NativeArray`` is: the array class of the set backend, an empty class where none is set."""
    backend = explicit_backend()
    return NativeArray if backend is None else backend.NativeArray


class NativeArray:
    """Stands for the array class of the backend while no backend is set."""
