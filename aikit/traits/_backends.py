"""Whose an array is, or a description of arrays such as `jax.ShapeDtypeStruct`, for the traits that a backend decides."""

from __future__ import annotations

from typing import Any

from aikit import backend_handler


def backend_for(x: Any) -> Any:
    """The backend of a native array, or of a class of them; None where it is neither."""
    if not isinstance(x, type):
        return backend_handler.backend_of(x)
    found = _that_named(x)
    return _of_framework(x) if found is None else found


def _that_named(cls: type) -> Any:
    """The backend that named a class, or a base of it, when it was loaded."""
    return next((found for base in cls.__mro__ if (found := backend_handler.backend_of_class(base)) is not None), None)


def _of_framework(cls: type) -> Any:
    """The backend of the framework that a class comes from, which is loaded if need be."""
    for name, source in list(backend_handler.SOURCES.items()):
        if cls.__module__.startswith(source.framework) and backend_handler.is_installed(
            name
        ):  # the arrays of jax are of jaxlib
            return backend_handler.load(name)
    return None


def backend_of_spec(x: Any) -> Any:
    """The backend of a description of arrays; None where it is none."""
    return next((backend for backend in backend_handler.loaded_backends() if backend.is_spec(x)), None)
