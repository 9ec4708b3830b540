"""Arguments of a signature for which there is no front of its own: what of them is handed on to an implementation.

This takes a microsecond or two, where the templates of `aikit.dispatch.fronts` take some 100 ns.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter as P
from typing import Any, NamedTuple

from aikit.core.arrays import array_class
from aikit.core.records import MISSING, Function, Parameter
from aikit.dispatch.beside import Converter, converter_of, natives_alike, natives_together, plain_types

Fitted = tuple[type, Any, list[Any], dict[str, Any], Any]
"""The class and dtype by which the implementation is found, what it gets by place and by name, and `out`."""


class _Step(NamedTuple):
    """How the argument of one parameter is handed on.

    Attributes
    ----------
    by_place, by_name : how the caller may write it.
    role : ``first array``, ``first arrays``, ``variadic``, ``dtype`` (of the result), ``none`` (what is taken only where it is
        left out) or ``other``.
    named : whether it is handed on by name.
    leads : whether the arrays that are promoted are to be like this one.
    """

    name: str
    by_place: bool
    by_name: bool
    required: bool
    default: Any
    role: str
    plain: frozenset[type]
    convert: Converter
    named: bool
    leads: bool


def _step(function: Function, p: Parameter) -> _Step:
    makes_dtype = function.kind == "primary" and (not function.array_parameters or function.result == "given")
    if p.variadic:
        role = "variadic"
    elif function.array_parameters[:1] == (p.name,):
        role = f"first {p.role}"
    elif p.role == "device" or (p.role == "dtype" and not makes_dtype):
        role = "none"
    else:
        role = "dtype" if p.role == "dtype" else "other"
    return _Step(
        name=p.name,
        by_place=p.kind is not P.KEYWORD_ONLY,
        by_name=p.kind is not P.POSITIONAL_ONLY,
        required=p.required,
        default=p.default,
        role=role,
        plain=plain_types(function, p),
        convert=converter_of(function, p),
        named=p.kind is P.KEYWORD_ONLY,
        leads=function.promote[:1] == (p.name,),
    )


def fitting(function: Function, home: Callable[..., Any]) -> Callable[..., Fitted | None]:
    """What gives the arguments of a call in the form of an implementation; None, or an error, where they do not fit.

    Parameters
    ----------
    home : what finds the class, dtype and device of an array that is made of plain values.
    """
    steps = [_step(function, p) for p in function.parameters.values()]
    places = math.inf if steps[0].role == "variadic" else sum(step.by_place for step in steps)
    handed_on = _handed_on if function.array_parameters else functools.partial(_handed_on_for_new, home)

    def fitted(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Fitted | None:
        out = kwargs.get("out", MISSING)
        if len(args) > places or not (out is MISSING or (function.out and (out is None or type(out) is array_class()))):
            return None
        written = _written(steps, args, kwargs)
        return None if written is None else handed_on(steps, written, out)

    return fitted


def _written(steps: Sequence[_Step], args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any] | None:
    """The argument of each step, MISSING where it has none; None where they do not fit the signature."""
    count, used = len(args), int("out" in kwargs)
    values = []
    for place, step in enumerate(steps):
        if step.role == "variadic":
            values.append(args)
            count = 0
        elif place < count:
            values.append(args[place])
        elif step.by_name and step.name in kwargs:
            values.append(kwargs[step.name])
            used += 1
        elif step.required:
            return None
        else:
            values.append(MISSING)
    return values if used == len(kwargs) else None


def _handed_on(steps: Sequence[_Step], written: Sequence[Any], out: Any) -> Fitted | None:
    """What goes to an implementation of a function of arrays."""
    by_place: list[Any] = []
    by_name: dict[str, Any] = {}
    native = like = None
    for step, value in zip(steps, written, strict=True):
        if step.role == "other":
            if value is MISSING:
                value = step.default
            elif type(value) not in step.plain:
                value = step.convert(value, like)
            if step.leads:
                like = value
        elif step.role == "first array":
            if type(value) is not array_class():
                return None
            native = like = value = value._data
        elif step.role == "first arrays":
            if type(value) is not list and type(value) is not tuple:
                return None
            value = natives_alike(value)
            native = like = value[0]
        elif step.role == "variadic":
            natives = natives_together(value)
            native = natives[0]
            by_place.extend(natives)
            continue
        elif step.role == "dtype":
            value = native.dtype if value is MISSING or value is None else step.convert(value, native)  # type: ignore[union-attr]
        elif value is MISSING or value is None:
            continue
        else:
            return None
        if step.named:
            by_name[step.name] = value
        else:
            by_place.append(value)
    return type(native), native.dtype, by_place, by_name, out  # type: ignore[union-attr]


def _handed_on_for_new(
    home: Callable[..., Any], steps: Sequence[_Step], written: Sequence[Any], out: Any
) -> Fitted | None:
    """What goes to an implementation that makes an array of plain values."""
    by_place: list[Any] = []
    by_name: dict[str, Any] = {}
    values: dict[str, Any] = {}
    dtype: Any = None
    for step, value in zip(steps, written, strict=True):
        if step.role == "dtype":
            dtype = value
        elif step.role == "none":
            if value is not MISSING and value is not None:
                return None
        else:
            if value is MISSING:
                value = step.default
            elif type(value) not in step.plain:
                value = step.convert(value, None)
            values[step.name] = value
            if step.named:
                by_name[step.name] = value
            else:
                by_place.append(value)
    class_, dtype_, device = home(dtype, values)
    return class_, dtype_, by_place, {**by_name, "dtype": dtype_, "device": device}, out
