"""Arguments of a signature for which there is no front of its own: what of them is handed on to an implementation.

This takes a microsecond or two, where the templates of `aikit.dispatch.fronts` take some 100 ns.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter as P
from typing import Any, NamedTuple

from aikit.backend_handler import native_dtype_of
from aikit.core.arrays import array_class
from aikit.core.records import MISSING, Function, Parameter
from aikit.dispatch.beside import (
    Converter,
    Home,
    are_together,
    converter_of,
    natives_alike,
    natives_together,
    plain_types,
    refused,
)
from aikit.dispatch.host_data import fitting_scalar
from aikit.dtypes import DTYPES, Dtype, as_dtype

Fitted = tuple[type, Any, list[Any], dict[str, Any], Any]
"""The class and dtype by which the implementation is found, what it gets by place and by name, and `out`."""


class _Slot(NamedTuple):
    """How the caller may write the argument of one parameter."""

    name: str
    by_place: bool
    by_name: bool
    required: bool
    variadic: bool
    by_any_name: bool


class _Step(NamedTuple):
    """How the argument of one parameter is handed on.

    Attributes
    ----------
    role : ``first array``, ``first arrays``, ``variadic``, ``dtype`` (of the result), ``default dtype`` (what a body of other
        functions takes for one, for which `default` has it where it is left out), ``ints by name``, ``none`` (what is taken only
        where it is left out) or ``other``.
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
    by_place = p.kind is not P.KEYWORD_ONLY and not p.by_any_name
    by_name = p.kind is not P.POSITIONAL_ONLY and not p.by_any_name
    return _Slot(p.name, by_place, by_name, p.required, p.variadic, p.by_any_name)


def _step(function: Function, p: Parameter) -> _Step:
    makes_dtype = function.kind == "primary" and function.result == "given"
    if p.variadic:
        role = "variadic"
    elif function.array_parameters[:1] == (p.name,):
        role = f"first {p.role}"
    elif p.by_any_name:
        role = p.role
    elif p.role == "dtype" and function.kind != "primary" and function.default_dtype is not None:
        return _Step(p.name, function.default_dtype, "default dtype", frozenset(), refused, True, False)
    elif (
        (p.role == "device" and not p.required)
        or (p.role == "dtype" and not makes_dtype)
        or p.role in ("function", "container")
    ):
        role = "none"
    else:
        role = "dtype" if p.role == "dtype" else "other"
    plain, convert = plain_types(function, p), converter_of(function, p)
    return _Step(p.name, p.default, role, plain, convert, p.kind is P.KEYWORD_ONLY, function.promote[:1] == (p.name,))


def fitting(function: Function, home: Home) -> Callable[..., Fitted | None]:
    """What gives the arguments of a call in the form of an implementation; None, or an error, where they do not fit.

    Parameters
    ----------
    home : what finds the class, dtype and device of an array that is made of plain values.
    """
    if function.makes_new:
        return _fitting_for_new(function, home)
    order = list(function.parameters.values())
    slots = [_slot(p) for p in order]
    places = math.inf if slots[0].variadic else sum(slot.by_place for slot in slots)
    # so many arguments by place are all that a call needs; never so many where it needs one by name
    least = (
        sum(slot.required for slot in slots)
        if not any(s.variadic or s.required > s.by_place for s in slots)
        else math.inf
    )
    missing = [MISSING] * len(slots)
    handed_on = _handing_on(function, order, home)

    def fitted(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Fitted | None:
        out = kwargs.get("out", MISSING)
        if len(args) > places or not (out is MISSING or (function.out and (out is None or type(out) is array_class()))):
            return None
        if not kwargs and len(args) >= least:
            written: list[Any] | None = [*args, *missing[len(args) :]]
        else:
            written = _written(slots, args, kwargs)
        return None if written is None else handed_on(written, out)

    return fitted


def nothing_fits(args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """What stands for `fitting` where a function has no fast path."""


def _handing_on(
    function: Function, order: Sequence[Parameter], home: Home
) -> Callable[[Sequence[Any], Any], Fitted | None]:
    """What makes of the arguments of all parameters, and of `out`, what an implementation gets."""
    if order[0].role in ("array or dtype", "arrays or dtypes"):
        return functools.partial(_handed_on_of_dtypes, home, order[0])
    handed_on = functools.partial(_handed_on, [_step(function, p) for p in order])
    return _holding(function, handed_on) if function.held else handed_on


def _holding(
    function: Function, handed_on: Callable[[Sequence[Any], Any], Fitted | None]
) -> Callable[[Sequence[Any], Any], Fitted | None]:
    """The same, with the number that the dtype of the result is to hold brought to that."""
    name, held = function.qualified_name, function.held
    place = list(function.parameters).index(held)

    def holding(written: Sequence[Any], out: Any) -> Fitted | None:
        found = handed_on(written, out)
        if found is not None:
            by_place, by_name = found[2:4]
            by_place[place] = fitting_scalar(name, held, by_place[place], as_dtype(by_name["dtype"]))
        return found

    return holding


def _written(slots: Sequence[_Slot], args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any] | None:
    """The argument of each parameter, MISSING where it has none; None where they do not fit the signature."""
    count, used = len(args), int("out" in kwargs)
    values: list[Any] = []
    for place, (name, _, by_name, required, variadic, by_any_name) in enumerate(slots):
        if variadic:
            values.append(args)
            count = 0
        elif by_any_name:
            named = {slot.name for slot in slots if slot.by_name}
            values.append({one: value for one, value in kwargs.items() if one not in named and one != "out"})
            used += len(values[-1])
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
        elif role == "default dtype":
            if value is MISSING or value is None:
                value = default(dict(zip([step.name for step in steps], by_place, strict=False)))
        elif role == "ints by name":
            for one in {} if value is MISSING else value.values():
                if type(one) is not int:
                    return None
            by_name |= {} if value is MISSING else value
            continue
        elif role == "dtype":
            value = native.dtype if value is MISSING or value is None else convert(value, native)  # type: ignore[union-attr]
        elif value is MISSING or value is None:
            if named:
                continue
            value = None
        else:
            return None
        if named:
            by_name[name] = value
        else:
            by_place.append(value)
    return type(native), native.dtype, by_place, by_name, out  # type: ignore[union-attr]


def _fitting_for_new(function: Function, home: Home) -> Callable[..., Fitted | None]:
    """As `fitting`, for an implementation that makes an array of plain values."""
    parameters = [p for p in function.parameters.values() if p.role not in ("dtype", "device")]  # which are keywords
    names = [p.name for p in parameters]
    handling = {p.name: (plain_types(function, p), converter_of(function, p)) for p in parameters}
    defaults = {p.name: MISSING if p.required else p.default for p in parameters}
    by_name = {p.name: place for place, p in enumerate(parameters) if p.kind is not P.POSITIONAL_ONLY}
    count = sum(p.kind is not P.KEYWORD_ONLY for p in parameters)
    keywords = names[count:]
    required = sum(p.required for p in parameters)

    def fitted(args: Sequence[Any], kwargs: Mapping[str, Any]) -> Fitted | None:
        given = len(args)
        if given > count:
            return None
        arguments = defaults.copy()
        for place, value in enumerate(args):
            name = names[place]
            plain, convert = handling[name]
            arguments[name] = value if type(value) in plain else convert(value, None)
        dtype = device = out = MISSING
        for name, value in kwargs.items():
            if by_name.get(name, -1) >= given:
                plain, convert = handling[name]
                arguments[name] = value if type(value) in plain else convert(value, None)
            elif name == "dtype":
                dtype = value
            elif name == "out" and function.out and (value is None or type(value) is array_class()):
                out = value
            elif name == "device":
                device = value
            else:
                return None
        if given < required and MISSING in arguments.values():
            return None
        class_, dtype_, device_ = home(dtype, device, arguments)
        named = {"dtype": dtype_, "device": device_}
        for name in keywords:
            named[name] = arguments[name]
        return class_, dtype_, [*arguments.values()][:count], named, out

    return fitted


def _handed_on_of_dtypes(home: Home, first: Parameter, written: Sequence[Any], out: Any) -> Fitted | None:
    """What goes to an implementation that takes dtypes in the place of arrays, and a dtype behind one of them."""
    numbers = first.scalars if first.variadic else ()
    by_place: list[Any] = []
    native = found = None
    for value in written[0] if first.variadic else written[:1]:
        if type(value) is array_class():
            value = value._data
            if native is None:
                native = value
            elif not are_together(value, native):
                raise TypeError(type(value))
        elif type(value) is Dtype or type(value) is str:
            found = value = DTYPES[value] if type(value) is str else value
        elif type(value) not in numbers:
            raise TypeError(type(value))
        by_place.append(value)
    if native is not None:
        class_, dtype = type(native), native.dtype
    elif found is not None:
        class_, dtype, _ = home(found, None, {})
    else:
        return None
    for to in written[1:]:
        by_place.append(native_dtype_of[class_](to.name if type(to) is Dtype else to))
    return class_, dtype, by_place, {}, out
