"""The protocol by which a class takes over the functions of aikit: ``__aikit_array_function__``."""

from __future__ import annotations

from typing import Any

from aikit.core.arrays import ArrayBase, array_class
from aikit.core.records import Function
from aikit.core.wording import shown
from aikit.core.writing import class_of
from aikit.exceptions import AikitException, AikitTypeError


def overriding_arguments(function: Function, arguments: dict[str, Any]) -> list[tuple[str, Any]]:
    """The (parameter, argument) pairs whose class implements the protocol; empty where none overrides anything.

    Looked at: every argument that may hold an array, one level of list or tuple where the signature takes a
    sequence, and `out`. `Array` and its subclasses implement the protocol, but override nothing by themselves.
    """
    found = []
    overridden = False
    names = function.array_parameters + (("out",) if function.out else ())
    for name in names:
        value = arguments[name]
        sequence = (
            isinstance(value, (list, tuple)) and name != "out" and function.parameters[name].role.startswith("arrays")
        )
        for item in value if sequence else (value,):
            method = getattr(type(item), "__aikit_array_function__", None)
            if method is not None:
                found.append((name, item))
                overridden = overridden or method is not array_class().__aikit_array_function__
    return found if overridden else []


def call_override(function: Function, overriding: list[tuple[str, Any]], args: Any, kwargs: dict[str, Any]) -> Any:
    """Ask each class in turn, subclasses before their bases and otherwise left to right.

    Raises
    ------
    AikitTypeError : every class answered NotImplemented, or a `TypeError` left an override: the operands do not
        fit it. Any other exception of an override passes.
    """
    kwargs = {key: value for key, value in kwargs.items() if key != "out" or value is not None}
    ordered = _in_order(overriding)
    types = [class_of(value) for _, value in ordered]
    for name, value in ordered:
        method = type(value).__aikit_array_function__
        if method is array_class().__aikit_array_function__:
            continue
        try:
            result = method(value, function.public, list(types), tuple(args), dict(kwargs))
        except AikitException:
            raise
        except TypeError as error:
            raise AikitTypeError(
                f"{function.qualified_name}: the override of {type(value).__name__} ({name}={shown(value)}) does not take "
                f"these operands: {error}"
            ) from error
        if result is not NotImplemented:
            return result
    inherited = array_class().__aikit_array_function__
    name, value = next(pair for pair in ordered if type(pair[1]).__aikit_array_function__ is not inherited)
    raise AikitTypeError(
        f"{function.qualified_name}: no implementation for {name}={shown(value)}: __aikit_array_function__ of "
        f"{', '.join(t.__name__ for t in types if not issubclass(t, ArrayBase))} returned NotImplemented; "
        "implement the function there, or pass an aikit.Array"
    )


def _in_order(overriding: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """One argument for each class, a subclass before its bases, otherwise left to right."""
    ordered: list[tuple[str, Any]] = []
    for name, value in overriding:
        cls = class_of(value)
        if any(class_of(other) is cls for _, other in ordered):
            continue
        place = next((i for i, (_, other) in enumerate(ordered) if issubclass(cls, class_of(other))), len(ordered))
        ordered.insert(place, (name, value))
    return ordered
