"""Which calls, and which elements of their results, the standard says something about.

What it leaves open, to whatever a library likes, must not be held against one: other dtypes, mixed kinds, overflow of
integers, NaN in what is sorted, infinite parts of complex numbers, how precise a sine is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.core.records import REGISTRY, Function
from aikit.dtypes import CATEGORIES
from pytest_aikit import knowledge
from pytest_aikit.cases import cells, oracle
from pytest_aikit.knowledge import standard
from pytest_aikit.model import Sample
from pytest_aikit.namespaces.inquiries import INQUIRIES
from pytest_aikit.numerics.promotion import kind_of, name_of

_ORDER = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}
_LARGE = 2**31
_SCALAR_ORDER = {bool: 0, int: 1, float: 2, complex: 3}


def functions() -> dict[str, Function]:
    """The functions of the standard that aikit knows, by qualified name."""
    known = cells.checked_functions()
    REGISTRY.load_all()
    return {
        name: known.get(name) or REGISTRY[name] for name in sorted(standard.SINCE) if name in known or name in INQUIRIES
    }


def category(function: Function, parameter: str) -> frozenset[str]:
    """The dtypes that the standard has a parameter take."""
    name = function.qualified_name
    own = (
        standard.CATEGORIES.get(name) if parameter in (*function.promote, *function.array_parameters[:1], "x") else None
    )
    return CATEGORIES[own or function.dtypes.get(parameter, "any")] & frozenset(standard.DTYPES)


def takes(function: Function, dtypes: tuple[str, ...]) -> bool:
    """Whether the standard has a function take arrays of these dtypes."""
    if not function.array_parameters:
        return dtypes[0] in category(function, "dtype")
    named = list(zip(function.array_parameters, dtypes, strict=True))
    if not all(dtype in category(function, name) for name, dtype in named):
        return False
    members = {dtype for name, dtype in named if name in function.promote}
    return _promotes(members) and (len(members) < 2 or function.qualified_name not in standard.OF_ONE_DTYPE)


def _promotes(dtypes: set[str]) -> bool:
    """Whether the standard has a common dtype for these: of one kind, real and complex floats of either."""
    kinds = {_ORDER[kind_of(dtype)] for dtype in dtypes}
    if len(kinds) > 1 and kinds != {2, 3}:
        return False
    signed = any(kind_of(dtype) == "i" for dtype in dtypes)
    return not (signed and "uint64" in dtypes)


def is_open(function: Function, sample: Sample, version: str, dtypes: Mapping[str, Any]) -> str:
    """Why the standard says nothing of a call; empty where it does.

    Parameters
    ----------
    version : of the standard, that the namespace follows.
    dtypes : that it has.
    """
    arguments = oracle.bind(function, sample)
    for name, value in arguments.items():
        why = _open_argument(function, name, value, version, dtypes)
        if why:
            return f"{name}: {why}"
    members = [name_of(one.dtype) for one in _members(function, arguments) if isinstance(one, np.ndarray)]
    if members and not _promotes(set(members)):
        return "mixed kinds of dtypes"
    if len(set(members)) > 1 and function.qualified_name in standard.OF_ONE_DTYPE:
        return "mixed dtypes"
    return _open_scalars(function, arguments, version) or (
        "" if function.elementwise else _open_values(function, sample, arguments, version)
    )


def _members(function: Function, arguments: Mapping[str, Any]) -> list[Any]:
    found: list[Any] = []
    for name in function.promote:
        value = arguments[name]
        found.extend(value if isinstance(value, (list, tuple)) else [value])
    return found


def _open_argument(function: Function, name: str, value: Any, version: str, dtypes: Mapping[str, Any]) -> str:
    """Why an argument is none of the standard."""
    if isinstance(value, np.ndarray):
        return "" if name_of(value.dtype) in category(function, name) else "a dtype of which the standard says nothing"
    if isinstance(value, (list, tuple)):
        items = [one for one in value if isinstance(one, np.ndarray)]
        if items and len(items) < len(value):
            return "arrays and numbers in one list"
        if not items and function.parameters[name].holds_arrays and name not in ("obj",):
            return "numbers in a list for arrays"
        if name in ("axis", "axes") and not value:
            return "no axes"
        return next((why for one in items if (why := _open_argument(function, name, one, version, dtypes))), "")
    if name == "dtype" and value is not None:
        known = str(value) in dtypes and str(value) in CATEGORIES[function.dtypes.get("dtype", "any")]
        return "" if known else "a dtype that the namespace does not have, or the function does not take"
    if type(value) is int and abs(value) >= _LARGE:
        return "a number that is no length"
    if name in ("axis", "axes") and isinstance(value, tuple) and function.qualified_name in standard.ONE_AXIS:
        return "several axes"
    if name == "axis" and isinstance(value, int) and value >= 0 and function.qualified_name in standard.NEGATIVE_AXIS:
        return "an axis from the front"
    return ""


def _open_scalars(function: Function, arguments: Mapping[str, Any], version: str) -> str:
    """Why Python scalars in the place of arrays are none of the standard."""
    members = _members(function, arguments)
    scalars = [one for one in members if type(one) in _SCALAR_ORDER]
    arrays = [one for one in members if isinstance(one, np.ndarray)]
    beside = [
        value for name, value in arguments.items() if name in function.array_parameters and name not in function.promote
    ]
    if not scalars and not any(type(one) in _SCALAR_ORDER for one in beside if one is not None):
        return ""
    since = standard.SCALARS_SINCE.get(function.qualified_name)
    since = "2024.12" if since is None and function.elementwise and len(function.promote) == 2 else since
    if function.qualified_name in standard.OF_SCALARS:
        return ""
    if since is None or since > version:
        return "a Python scalar in the place of an array"
    if not arrays:
        return "no array"
    for scalar in scalars:
        for array in arrays:
            kind = array.dtype.kind
            if _SCALAR_ORDER[type(scalar)] > _ORDER[kind] or (kind == "b") != (type(scalar) is bool):
                return "a Python scalar of another kind"
            limits = np.iinfo(array.dtype) if kind in "iu" else None
            if limits is not None and not limits.min <= scalar <= limits.max:
                return "a Python scalar that the dtype does not hold"
    return ""


def _open_values(function: Function, sample: Sample, arguments: Mapping[str, Any], version: str) -> str:
    """Why the standard leaves the values of a function that is not elementwise open."""
    arrays = [one for one in sample.arrays if one.size]
    passes_on = function.category in standard.WITHOUT_ARITHMETIC and function.result in ("promoted", "given")
    casts = arguments.get("dtype") is not None
    passes_nan_on = function.qualified_name in standard.PASS_NAN_ON
    if not passes_on or casts:
        for array in arrays:
            if array.dtype.kind in "fc" and not np.all(_ordinary(array) | (np.isnan(array) & passes_nan_on)):
                return "values that are not ordinary"
            if (
                function.result in standard.ORDERED
                and array.dtype.kind in "fc"
                and np.any((array == 0) & np.signbit(array.real))
            ):
                return "zeros of either sign"
    if casts:
        for array in arrays:
            if _ORDER[array.dtype.kind] > _ORDER[kind_of(str(arguments["dtype"]))] or _loses(
                array, str(arguments["dtype"])
            ):
                return "a cast that loses values"
    return next(standard.open_calls(function, arguments, version), "") or _overflows(function, arguments)


def _loses(array: np.ndarray, dtype: str) -> bool:
    """Whether a cast to an integer dtype meets values that it does not hold."""
    if kind_of(dtype) not in "iu" or array.dtype.kind == "b":
        return False
    limits = np.iinfo(dtype)
    return bool(np.any(array > limits.max) or np.any(array < limits.min))


def _ordinary(array: np.ndarray) -> np.ndarray:
    """Which numbers are zero or in the middle half of the exponents of the dtype."""
    parts = (array.real, array.imag) if array.dtype.kind == "c" else (array,)
    quarter = np.finfo(array.dtype).maxexp // 4
    found = np.ones(array.shape, bool)
    for part in parts:
        found &= (part == 0) | ((np.abs(part) > 2.0**-quarter) & (np.abs(part) < 2.0**quarter))
    return found


def _next_to_nothing(array: np.ndarray) -> np.ndarray:
    """Which numbers are so small that an intermediate result may be subnormal, and zero."""
    return (array != 0) & (np.abs(array) < np.finfo(array.dtype).tiny * 2**10)


def _near_one(array: np.ndarray) -> np.ndarray:
    """Which complex numbers have parts, zeros aside, on whose digits no intermediate result needs to overflow."""
    found = np.ones(array.shape, bool)
    for part in (array.real, array.imag):
        found &= (part == 0) | ((np.abs(part) > 2.0**-20) & (np.abs(part) < 2.0**4))
    return found


def _overflows(function: Function, arguments: Mapping[str, Any]) -> str:
    """Why integers leave their dtype open; empty where they do not."""
    known = knowledge.of(function)
    if known.integers not in ("exact", "modular"):
        return ""
    exact = _unwrapped(function, arguments)
    return (
        ""
        if exact is None or not np.any(_beyond(exact, _integer_of(function, arguments)))
        else "integers that overflow"
    )


def _integer_of(function: Function, arguments: Mapping[str, Any]) -> str:
    return oracle.result_dtype(function, dict(arguments))


def _unwrapped(function: Function, arguments: Mapping[str, Any]) -> Any:
    """The result for integers in floating numbers, which do not wrap; None where there are none."""
    dtype = _integer_of(function, arguments)
    if dtype == "index" or kind_of(dtype) not in "iu":
        return None
    compute = getattr(np, function.qualified_name.rpartition(".")[2], None) or knowledge.of(function).reference
    changed = {name: _in_floats(value) for name, value in arguments.items()}
    with np.errstate(all="ignore"):
        try:
            return np.asarray(oracle.call(function, compute, changed))
        except TypeError:  # it is of bits, and no number overflows
            return None


def _in_floats(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.astype(np.longdouble) if value.dtype.kind in "iu" else value
    return [_in_floats(one) for one in value] if isinstance(value, list) else value


def _beyond(exact: np.ndarray, dtype: str) -> np.ndarray:
    limits = np.iinfo(dtype)
    return np.asarray((exact > limits.max) | (exact < limits.min), bool)


# ------------------------------------------------------------------------------------------------ elements


def defined_part(function: Function, sample: Sample) -> Sample | None:
    """The sample with others in place of the elements of which the standard says nothing; None where there are none.

    They are not handed to the function: it may do with them what it likes, and raise, too. The shapes stay as they are.
    """
    if not function.elementwise:
        return sample
    arguments = oracle.bind(function, sample)
    shape = np.broadcast_shapes(*(np.shape(value) for name, value in _operands(function, arguments)))
    found = np.zeros(shape, bool)
    somewhere = False  # in an array at least, of which a result without elements has none
    for mask in _open_masks(function, arguments):
        found |= np.broadcast_to(mask, shape)
        somewhere |= bool(np.any(mask))
    if not somewhere:
        return sample
    kept = np.flatnonzero(~found)
    if not kept.size or any(one.shape != shape for one in sample.arrays):
        return None
    places = np.arange(found.size)
    places[found.reshape(-1)] = np.resize(kept, found.size - kept.size)
    return replace(
        sample,
        args=tuple(_picked(one, places) for one in sample.args),
        kwargs={name: _picked(one, places) for name, one in sample.kwargs.items()},
    )


def _picked(value: Any, places: np.ndarray) -> Any:
    return value.reshape(-1)[places].reshape(value.shape) if isinstance(value, np.ndarray) else value


def _operands(function: Function, arguments: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(name, one) for name, one in arguments.items() if name in function.array_parameters and one is not None]


def _open_masks(function: Function, arguments: Mapping[str, Any]) -> Iterator[np.ndarray]:
    arrays = [np.asarray(value) for _, value in _operands(function, arguments)]
    if function.result != "boolean" or len(arrays) > 1:
        of_complex = any(array.dtype.kind == "c" for array in arrays)
        for array in arrays if of_complex else ():
            if array.dtype.kind in "fc":
                yield ~_near_one(array)
                for part in (array.real, array.imag):
                    yield (part == 0) & np.signbit(part)
    if function.result != "boolean" and function.qualified_name not in standard.ROUNDED:
        for array in arrays:
            if array.dtype.kind == "f":
                yield _next_to_nothing(array)
    yield from standard.open_elements(function, arguments)
    if knowledge.of(function).integers == "exact" and all(array.dtype.kind in "iu" for array in arrays):
        exact = _unwrapped(function, arguments)
        if exact is not None:
            yield _beyond(exact, _integer_of(function, arguments))


def knows_shape(function: Function) -> bool:
    """Whether the shape of a result follows from its values, which are compared as a whole."""
    return knowledge.of(function).shaped_by_values
