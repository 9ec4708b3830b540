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


class _Slot(NamedTuple):
    """How the caller may write the argument of one parameter."""

    name: str
    by_place: bool
    by_name: bool
    required: bool
    variadic: bool


class _Step(NamedTuple):
    """How the argument of one parameter is handed on.

    Attributes
    ----------
    role : ``first array``, ``first arrays``, ``variadic``, ``dtype`` (of the result), ``none`` (what is taken only where it is
        left out) or ``other``.
    named : whether it is handed on by name.
    leads : whether the arrays that are promoted are to be like this one.
    """

    name: str
    default: Any
    role: str
    plain: frozenset[type]
    convert: Converter
    named: bool
    leads: bool


def _slot(p: Parameter) -> _Slot:
    return _Slot(p.name, p.kind is not P.KEYWORD_ONLY, p.kind is not P.POSITIONAL_ONLY, p.required, p.variadic)


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
    plain, convert = plain_types(function, p), converter_of(function, p)
    return _Step(p.name, p.default, role, plain, convert, p.kind is P.KEYWORD_ONLY, function.promote[:1] == (p.name,))


def fitting(function: Function, home: Callable[..., Any]) -> Callable[..., Fitted | None]:
    """What gives the arguments of a call in the form of an implementation; None, or an error, where they do not fit.

    Parameters
    ----------
    home : what finds the class, dtype and device of an array that is made of plain values.
    """
    steps = [_step(function, p) for p in function.parameters.values()]
    slots = [_slot(p) for p in function.parameters.values()]
    places = math.inf if slots[0].variadic else sum(slot.by_place for slot in slots)
    # so many arguments by place are all that a call needs; never so many where it needs one by name
    least = (
        sum(slot.required for slot in slots)
        if not any(s.variadic or s.required > s.by_place for s in slots)
        else math.inf
    )
    missing = [MISSING] * len(slots)
    handed_on = _handed_on if function.array_parameters else functools.partial(_handed_on_for_new, home)

    def fitted(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Fitted | None:
        out = kwargs.get("out", MISSING)
        if len(args) > places or not (out is MISSING or (function.out and (out is None or type(out) is array_class()))):
            return None
        if not kwargs and len(args) >= least:
            written: list[Any] | None = [*args, *missing[len(args) :]]
        else:
            written = _written(slots, args, kwargs)
        return None if written is None else handed_on(steps, written, out)

    return fitted


def _written(slots: Sequence[_Slot], args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any] | None:
    """The argument of each parameter, MISSING where it has none; None where they do not fit the signature."""
    count, used = len(args), int("out" in kwargs)
    values = []
    for place, (name, _, by_name, required, variadic) in enumerate(slots):
        if variadic:
            values.append(args)
            count = 0
        elif place < count:
            values.append(args[place])
        elif by_name and name in kwargs:
            values.append(kwargs[name])
            used += 1
        elif required:
            return None
        else:
            values.append(MISSING)
    return values if used == len(kwargs) else None


def _handed_on(steps: Sequence[_Step], written: Sequence[Any], out: Any) -> Fitted | None:
    """What goes to an implementation of a function of arrays."""
    by_place: list[Any] = []
    by_name: dict[str, Any] = {}
    native = like = None
    for (name, default, role, plain, convert, named, leads), value in zip(steps, written, strict=True):
        if role == "other":
            if value is MISSING:
                value = default
            elif type(value) not in plain:
                value = convert(value, like)
            if leads:
                like = value
        elif role == "first array":
            if type(value) is not array_class():
                return None
            native = like = value = value._data
        elif role == "first arrays":
            if type(value) is not list and type(value) is not tuple:
                return None
            value = natives_alike(value)
            native = like = value[0]
        elif role == "variadic":
            natives = natives_together(value)
            native = natives[0]
            by_place.extend(natives)
            continue
        elif role == "dtype":
            value = native.dtype if value is MISSING or value is None else convert(value, native)  # type: ignore[union-attr]
        elif value is MISSING or value is None:
            continue
        else:
            return None
        if named:
            by_name[name] = value
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
    for (name, default, role, plain, convert, named, _), value in zip(steps, written, strict=True):
        if role == "dtype":
            dtype = value
        elif role == "none":
            if value is not MISSING and value is not None:
                return None
        else:
            if value is MISSING:
                value = default
            elif type(value) not in plain:
                value = convert(value, None)
            values[name] = value
            if named:
                by_name[name] = value
            else:
                by_place.append(value)
    class_, dtype_, device = home(dtype, values)
    return class_, dtype_, by_place, {**by_name, "dtype": dtype_, "device": device}, out
