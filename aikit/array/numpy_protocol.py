"""NumPy's functions on Arrays: each goes to the function of aikit with the same meaning, and returns an Array.

A NumPy function that aikit has no counterpart for is a `TypeError`, as is an argument that the counterpart has not:
nothing is converted to an ndarray in silence. ``np.asarray(x)`` converts explicitly.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from inspect import Parameter as P
from typing import Any

import numpy as np

from aikit.core.records import REGISTRY, Function
from aikit.exceptions import AikitTypeError

_UFUNCS = {
    "absolute": "abs",
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctan2": "atan2",
    "arctanh": "atanh",
    "conjugate": "conj",
    "degrees": "rad2deg",
    "invert": "bitwise_invert",
    "left_shift": "bitwise_left_shift",
    "power": "pow",
    "radians": "deg2rad",
    "right_shift": "bitwise_right_shift",
    "rint": "round",
    "true_divide": "divide",
}
"""NumPy's name -> ours, where the two differ."""

_FUNCTIONS = {
    "amax": "max",
    "amin": "min",
    "concatenate": "concat",
    "transpose": "permute_dims",
    "around": "round",
    "trapezoid": "trapz",
}


def call_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``ufunc(*inputs, **kwargs)`` by the function of the same meaning; NotImplemented where there is none."""
    function = _counterpart_of_ufunc(ufunc)
    if method != "__call__" or function is None:
        return NotImplemented
    if "out" in kwargs:
        (kwargs["out"],) = kwargs["out"]
    ours = _keyword_names(function)
    given = {name: value for name, value in kwargs.items() if not _is_default(value, _OF_UFUNCS.get(name, P.empty))}
    _refuse(ufunc, function, [name for name in given if name not in ours])
    return function.public(*inputs, **given)


def _counterpart_of_ufunc(ufunc: Any) -> Function | None:
    """The function of the same meaning; one that works on vectors and matrices is NumPy's own only, such as matmul."""
    function = REGISTRY.get(_UFUNCS.get(ufunc.__name__, ufunc.__name__))
    if function is None or function.elementwise:
        return function
    return function if ufunc.signature is not None and ufunc is getattr(np, ufunc.__name__, None) else None


_OF_UFUNCS = {"where": True, "casting": "same_kind", "order": "K", "dtype": None, "subok": True, "signature": None}
"""The defaults of what every ufunc of NumPy takes."""


def call_function(func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """``func(*args, **kwargs)`` of NumPy's namespaces by the function of the same meaning; NotImplemented without one.

    Raises
    ------
    AikitTypeError : an argument that the function of aikit has not.
    """
    function = _counterpart(func)
    if function is None:
        return NotImplemented
    signature, first, names = _correspondence(func, function)
    given = signature.bind(*args, **kwargs).arguments
    positional = [value for name in first if name in given for value in _values(signature, name, given.pop(name))]
    if function.name == "where" and len(positional) == 1:
        return REGISTRY["nonzero"].public(*positional)
    keywords, unknown = {}, []
    for name, value in _spread(signature, given):
        parameter = signature.parameters.get(name)
        if parameter is not None and _is_default(value, parameter.default):
            continue  # NumPy's defaults mean what ours do
        if name in names:
            keywords[names[name]] = value
        else:
            unknown.append(name)
    _refuse(func, function, unknown)
    for name, meaning in _OMITTED.get(function.name, {}).items():
        if name not in keywords:
            keywords[name] = meaning(*positional)
    return function.public(*positional, **keywords)


_NAMESPACES = {"numpy": ("",), "numpy.linalg": ("linalg.", ""), "numpy.fft": ("fft.",)}
"""NumPy's module -> what stands before the names of ours."""

_KEYWORDS = {"a_max": "max", "a_min": "min", "ddof": "correction", "rcond": "rtol"}
"""NumPy's keyword -> ours, where the two differ."""


def _axis_of_a_vector(name: str) -> Callable[[Any], int]:
    """The axis of a function that goes along one, where NumPy's makes a vector of all elements if it is not told which."""

    def axis(x: Any) -> int:
        if x.ndim > 1:
            raise AikitTypeError(
                f"np.{name} of an aikit.Array of {x.ndim} dimensions needs the axis: without it NumPy's goes through all "
                f"elements, and aikit.{name} along the first axis"
            )
        return 0

    return axis


_OMITTED: dict[str, dict[str, Any]] = {
    "cumprod": {"axis": _axis_of_a_vector("cumprod")},
    "cumsum": {"axis": _axis_of_a_vector("cumsum")},
    "linspace": {"num": lambda start, stop: 50},
    "logspace": {"num": lambda start, stop: 50},
    "permute_dims": {"axes": lambda x: tuple(reversed(range(x.ndim)))},
    "squeeze": {"axis": lambda x: tuple(axis for axis, length in enumerate(x.shape) if length == 1)},
}
"""What an argument is that NumPy's function may be called without, and ours not."""


def _counterpart(func: Any) -> Function | None:
    """The function of aikit that does what one of NumPy's does; None where there is none."""
    name = _FUNCTIONS.get(func.__name__, func.__name__)
    found = (REGISTRY.get(f"{prefix}{name}") for prefix in _NAMESPACES.get(func.__module__, ()))
    return next((function for function in found if function is not None and function.kind != "standalone"), None)


@functools.cache
def _correspondence(func: Any, function: Function) -> tuple[inspect.Signature, list[str], dict[str, str]]:
    """NumPy's signature, the parameters that ours takes by position only, and our keywords for the others.

    What ours takes by position stands first in NumPy's signature, too, under whatever name.
    """
    signature = inspect.signature(func)
    count = sum(p.kind in (P.POSITIONAL_ONLY, P.VAR_POSITIONAL) for p in function.parameters.values())
    names = list(signature.parameters)
    ours = _keyword_names(function)
    keywords = {name: _KEYWORDS.get(name, name) for name in names[count:] if _KEYWORDS.get(name, name) in ours}
    return signature, names[:count], keywords


def _keyword_names(function: Function) -> list[str]:
    """What ours takes by keyword."""
    by_position = (P.POSITIONAL_ONLY, P.VAR_POSITIONAL)
    return [p.name for p in function.signature.parameters.values() if p.kind not in by_position]


def _refuse(func: Any, function: Function, unknown: list[str]) -> None:
    """Raise where there are arguments that ours has not."""
    if unknown:
        taken = ", ".join(_keyword_names(function)) or "no keywords"
        raise AikitTypeError(
            f"np.{func.__name__} of an aikit.Array: {', '.join(unknown)} is not an argument of "
            f"aikit.{function.qualified_name}, which takes {taken}; leave it out, or convert with np.asarray"
        )


def _values(signature: inspect.Signature, name: str, value: Any) -> Any:
    return value if signature.parameters[name].kind is P.VAR_POSITIONAL else (value,)


def _spread(signature: inspect.Signature, given: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The arguments by name, those among NumPy's ``**kwargs`` too."""
    for name, value in given.items():
        yield from value.items() if signature.parameters[name].kind is P.VAR_KEYWORD else [(name, value)]


def _is_default(value: Any, default: Any) -> bool:
    """Whether an argument is what NumPy has for it by default; arrays are not compared."""
    return value is default or (type(value) is type(default) and isinstance(value, _PLAIN) and value == default)


_PLAIN = (bool, int, float, str)
