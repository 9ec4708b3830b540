"""NumPy's functions on Arrays: each goes to the function of aikit with the same meaning, and returns an Array.

A NumPy function that aikit has no counterpart for is a `TypeError`, as is an argument that the counterpart has not:
nothing is converted to an ndarray in silence. ``np.asarray(x)`` converts explicitly.
"""

from __future__ import annotations

import inspect
from typing import Any

from aikit.declare import REGISTRY, Function
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
    "invert": "bitwise_invert",
    "left_shift": "bitwise_left_shift",
    "power": "pow",
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
    "iscomplexobj": None,
}


def call_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``ufunc(*inputs, **kwargs)`` by the function of the same meaning; NotImplemented where there is none."""
    function = REGISTRY.get(_UFUNCS.get(ufunc.__name__, ufunc.__name__))
    if method != "__call__" or function is None or function.category not in ("elementwise", "linear_algebra"):
        return NotImplemented
    if "out" in kwargs:
        (kwargs["out"],) = kwargs["out"]
    return function.public(*inputs, **kwargs)


def call_function(func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """``func(*args, **kwargs)`` of NumPy's namespace by the function of the same meaning.

    Raises
    ------
    AikitTypeError : an argument that the function of aikit has not.
    """
    name = _FUNCTIONS.get(func.__name__, func.__name__)
    function = REGISTRY.get(name) if name is not None and func.__module__ in ("numpy", "numpy.linalg") else None
    if function is None or function.kind == "standalone":
        return NotImplemented
    return function.public(*args, **kwargs) if _same_names(func, function) else _renamed(func, function, args, kwargs)


def _same_names(func: Any, function: Function) -> bool:
    """Whether both take the same parameters in the same way."""
    return list(inspect.signature(func).parameters) == list(function.signature.parameters)


def _renamed(func: Any, function: Function, args: Any, kwargs: dict[str, Any]) -> Any:
    """Call with NumPy's arguments: the arrays first and by position, the others by name."""
    signature = inspect.signature(func)
    given = signature.bind(*args, **kwargs).arguments
    target = list(function.parameters.values())
    first = [p for p in target if p.holds_arrays or p.kind is inspect.Parameter.POSITIONAL_ONLY]
    positional: list[Any] = []
    for name, value in given.items():
        if len(positional) == len(first):
            break
        positional += value if signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL else [value]
    names = list(given)[len(positional) :]
    accepted = {p.name for p in target} | ({"out"} if function.out else set())
    renamed = {"newshape": "shape", "a_min": "min", "a_max": "max", "ddof": "correction"}
    rest = {renamed.get(name, name): given[name] for name in names}
    unknown = [name for name in rest if name not in accepted]
    if unknown:
        raise AikitTypeError(
            f"np.{func.__name__} of an aikit.Array: {', '.join(unknown)} is not an argument of aikit.{function.name}; "
            "leave it out, or convert with np.asarray"
        )
    return function.public(*positional, **rest)
