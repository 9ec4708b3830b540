"""Namespaces bound to one backend: ``xp = aikit.get_backend("torch")``."""

from __future__ import annotations

import contextlib
import functools
import types
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import aikit
from aikit import backend_handler
from aikit.core.records import Function
from aikit.dispatch import make_bound
from aikit.inspection import info_of

API_VERSIONS = ("2025.12",)
_EXTENSIONS = ("aikit.linalg", "aikit.fft")


class BoundFunction(functools.partial):
    """A public function bound to one backend: equal to the permanent function, and hashing alike.

    ``__wrapped__`` is the permanent function, which is what an override receives.
    """

    autograph_info__ = MappingProxyType({"do_not_convert": True})  # see `aikit.core.settings.not_for_autograph`
    __name__: str
    __wrapped__: Callable[..., Any]
    __aikit_function__: Function
    backend: str

    def __eq__(self, other: object) -> bool:
        return self.__wrapped__ is getattr(other, "__wrapped__", other)

    def __hash__(self) -> int:
        return hash(self.__wrapped__)

    def __repr__(self) -> str:
        return f"<{self.__name__} bound to {self.backend!r}>"

    def __reduce__(self) -> Any:
        return _found, (self.backend, self.__aikit_function__.qualified_name)


class Namespace(types.ModuleType):
    """A namespace bound to one backend: one object for each, which a copy is, too, and what was pickled."""

    def __init__(self, public: types.ModuleType, backend: str) -> None:
        extension = public.__name__.removeprefix("aikit")
        super().__init__(f"aikit.{backend}{extension}", f"The namespace {public.__name__} bound to {backend}.")
        self._origin = backend, extension.removeprefix(".")

    def __reduce__(self) -> Any:
        return _found, self._origin


def _found(backend: str, name: str) -> Any:
    """What is under a qualified name in the namespace bound to a backend; the namespace itself where that is empty."""
    found: Any = get_backend(backend)
    for part in filter(None, name.split(".")):
        found = getattr(found, part)
    return found


_namespaces: dict[str, types.ModuleType] = {}


def get_backend(name: str, /) -> types.ModuleType:
    """The namespace of aikit bound to one backend.

    Its functions are thin bound forms of the permanent ones: ``xp.zeros(3)`` and ``xp.sin([1.0, 2.0])`` are arrays of
    that backend, and an Array of another backend is an error.

    Parameters
    ----------
    name : as in `set_backend`.

    Raises
    ------
    AikitInvalidBackendException : no such backend, or its framework is not installed.

    Examples
    --------
    >>> import aikit
    >>> xp = aikit.get_backend("numpy")
    >>> xp.zeros(3).backend
    'numpy'
    """
    found = _namespaces.get(name) if isinstance(name, str) else None
    if found is None:
        backend = backend_handler.load(name)
        found = _namespaces.get(backend.name)
        if found is None:
            found = _namespaces[backend.name] = _make(backend)
    return found


@contextlib.contextmanager
def use_backend(name: str, /) -> Iterator[Any]:
    """Let a backend be in force for this thread or task, inside a ``with`` statement; gives its bound namespace.

    Parameters
    ----------
    name : as in `set_backend`.

    Raises
    ------
    AikitInvalidBackendException : no such backend, or its framework is not installed.

    Examples
    --------
    >>> import aikit
    >>> with aikit.use_backend("numpy") as xp:
    ...     aikit.current_backend_str()
    'numpy'
    """
    namespace = get_backend(name)
    with backend_handler.backend_in_force(backend_handler.canonical_name(name)):
        yield namespace


@functools.cache
def bound(function: Any, name: str, /) -> Any:
    """A function that another package declares, bound to one backend, as those of `get_backend` are.

    Parameters
    ----------
    function : the permanent function.
    name : as in `set_backend`.
    """
    return _bind(function, backend_handler.load(name))


def _make(backend: Any) -> types.ModuleType:
    """A module with every public name of aikit, the functions among them bound to `backend`."""
    module = _bound_module(aikit, backend, {})
    module.NativeArray = backend.NativeArray  # type: ignore[attr-defined]
    module.__array_api_version__ = API_VERSIONS[-1]  # type: ignore[attr-defined]
    module.__array_namespace_info__ = functools.partial(info_of, backend.name)  # type: ignore[attr-defined]
    return module


def _bound_module(public: types.ModuleType, backend: Any, bound: dict[Any, Any]) -> types.ModuleType:
    """A module like `public` with bound functions; `bound` holds those made before, for some are in two modules."""
    module = Namespace(public, backend.name)
    for name in public.__all__:
        if name != "NativeArray":
            value = getattr(public, name)
            if isinstance(value, types.ModuleType) and value.__name__ in _EXTENSIONS:
                setattr(module, name, _bound_module(value, backend, bound))
            elif hasattr(value, "__aikit_function__"):
                if value not in bound:
                    bound[value] = _bind(value, backend)
                setattr(module, name, bound[value])
            else:
                setattr(module, name, value)
    return module


def _bind(value: Any, backend: Any) -> Any:
    record: Function = value.__aikit_function__
    if record.kind == "standalone":
        return value
    bound = BoundFunction(make_bound(record, backend))
    bound.__wrapped__ = record.public
    bound.__aikit_function__ = record
    bound.backend = backend.name
    for attribute in ("__name__", "__qualname__", "__doc__", "__module__"):
        setattr(bound, attribute, getattr(record.public, attribute))
    bound.__signature__ = record.signature  # type: ignore[attr-defined]
    return bound
