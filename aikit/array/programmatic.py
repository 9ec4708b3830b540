"""Methods for functions that are registered at run time and have no source in ``aikit/array``."""

from __future__ import annotations

import inspect
from typing import Any

from aikit.core.records import Function


def add_missing_method(cls: type, function: Function) -> None:
    """Give `cls` the method of a function with an array argument, if it has none."""
    if function.has_method and not hasattr(cls, function.name):
        setattr(cls, function.name, make_method(function))


def make_method(function: Function) -> Any:
    """A method that passes itself as the first array argument, wherever that stands."""
    first = function.parameters[function.array_parameters[0]]
    place = list(function.parameters).index(first.name)
    by_name = first.kind is inspect.Parameter.KEYWORD_ONLY

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if by_name:
            return function.public(*args, **{first.name: self}, **kwargs)
        return function.public(*args[:place], self, *args[place:], **kwargs)

    method.__name__ = function.name
    method.__doc__ = f"See `{function.namespace}.{function.name}`."
    return method
