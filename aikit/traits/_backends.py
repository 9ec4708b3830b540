"""Whose an array is, or a description of arrays such as `jax.ShapeDtypeStruct`, for the traits that a backend decides."""

from __future__ import annotations

from typing import Any

from aikit import backend_handler


def backend_for(x: Any) -> Any:
    """The backend of a native array, or of a class of them; None where it is neither."""
    if not isinstance(x, type):
        return backend_handler.backend_of(x)
    return next((found for base in x.__mro__ if (found := backend_handler.backend_of_class(base)) is not None), None)


def backend_of_spec(x: Any) -> Any:
    """The backend of a description of arrays; None where it is none."""
    return next((backend for backend in backend_handler.loaded_backends() if backend.is_spec(x)), None)
