"""Results of a namespace held against what the standard says."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from aikit.core.arrays import wrap
from aikit.core.records import Function
from pytest_aikit.cases import calling, oracle
from pytest_aikit.checks import value
from pytest_aikit.knowledge import standard
from pytest_aikit.model import CheckFailure, Sample
from pytest_aikit.namespaces import domain
from pytest_aikit.namespaces.subject import Namespace
from pytest_aikit.numerics.promotion import kind_of, name_of

_HALF_OF_THE_DIGITS = {"float32": 2.0**12, "complex64": 2.0**12, "float64": 2.0**26, "complex128": 2.0**26}
"""How far, in ULP, an approximation may be off that the standard leaves to the library."""


def meant(space: Namespace, function: Function, sample: Sample) -> Sample:
    """The sample with the dtype of the result as the standard has it, which depends on the defaults of the namespace."""
    arguments = oracle.bind(function, sample)
    if "dtype" not in arguments or arguments["dtype"] is not None:
        return sample
    dtype = _accumulated(space, function, arguments) if function.result == "accumulation" else _made(space, arguments)
    return sample if dtype is None else dataclasses.replace(sample, kwargs={**sample.kwargs, "dtype": dtype})


def has_dtype(space: Namespace, function: Function, sample: Sample) -> bool:
    """Whether the namespace has the dtype that the result of a call must have."""
    dtype = meant(space, function, sample).kwargs.get("dtype")
    return dtype is None or str(dtype) in space.dtypes


def _accumulated(space: Namespace, function: Function, arguments: Any) -> str | None:
    """The dtype of a sum: integers are widened to the default integer dtype, and never narrowed."""
    dtype = name_of(arguments[function.array_parameters[0]].dtype)
    default = space.defaults["integral"]
    if kind_of(dtype) not in "iu" or np.dtype(dtype).itemsize >= np.dtype(default).itemsize:
        return dtype
    return default if kind_of(dtype) == "i" else f"u{default}"


def _made(space: Namespace, arguments: Any) -> str | None:
    """The dtype of an array made from nothing; None where it is that of another array."""
    given = [one for one in arguments.values() if isinstance(one, np.ndarray)]
    if given:
        return None
    numbers = [one for name, one in arguments.items() if type(one) in (bool, int, float, complex) and name in _OF_DTYPE]
    if "obj" in arguments:
        numbers = np.asarray(arguments["obj"]).ravel()[:1].tolist()
    kinds = {type(one) for one in numbers} or {float}
    if "num" in arguments or "n" in arguments or "n_rows" in arguments:
        kinds -= {int, bool}
    for kind, name in ((complex, "complex floating"), (float, "real floating"), (int, "integral")):
        if kind in kinds:
            return space.defaults[name]
    return "bool" if kinds == {bool} else space.defaults["real floating"]


_OF_DTYPE = ("start", "stop", "step", "fill_value")
"""The numbers that say the dtype of what is made of them."""


def expected(space: Namespace, function: Function, sample: Sample) -> Any:
    """What a call must give by the standard."""
    return oracle.expected(function, meant(space, function, sample))


def compare(space: Namespace, function: Function, sample: Sample, result: Any) -> None:
    """Raise a `CheckFailure` where a result is not what the standard says."""
    wanted_by, wanted = meant(space, function, sample), expected(space, function, sample)
    several = isinstance(wanted, tuple)
    if several and not isinstance(result, (list, tuple)):
        raise CheckFailure(f"gives {type(result).__name__}, not a tuple", sample=sample, got=result)
    found = calling.leaves(result) if several else [result]
    each = list(wanted) if several else [wanted]
    if len(found) != len(each):
        raise CheckFailure("wrong number of arrays", sample=sample, expected=len(each), got=len(found))
    values: list[np.ndarray] = []
    for one, array in zip(each, found, strict=True):
        require_array(space, array, sample)
        if not domain.knows_shape(function) and tuple(array.shape) != one.shape:
            raise CheckFailure("wrong shape", sample=sample, expected=one.shape, got=tuple(array.shape))
        got = _in_dtype(read(space, array, sample), one.dtype)
        if got is None:
            return
        values.append(got)
    if function.qualified_name in standard.UNORDERED:
        values = _in_order(values, standard.UNORDERED[function.qualified_name])
    signs = function.elementwise or function.category in standard.WITHOUT_ARITHMETIC
    is_complex = any(one.dtype.kind == "c" for one in values) and function.category not in standard.WITHOUT_ARITHMETIC
    signs = signs and not is_complex and function.qualified_name not in standard.ZERO_OF_ANY_SIGN
    bound = value.Asked(_least(function), signs, exact=False)
    try:
        value.compare(function, wanted_by, tuple(map(wrap, values)) if several else wrap(values[0]), bound)
    except CheckFailure as failure:
        failure.shown, failure.sample = "", sample
        raise


def _in_dtype(got: np.ndarray, dtype: str) -> np.ndarray | None:
    """Values in the right dtype, if they are not; None where it does not hold them: the check `dtype` says so."""
    if dtype == "index" or name_of(got.dtype) == dtype:
        return got
    return got.astype(dtype) if np.can_cast(got.dtype, dtype) else None


def _in_order(arrays: list[np.ndarray], inverse: int | None) -> list[np.ndarray]:
    """Arrays of unique values, and what belongs to them, with the values in ascending order, which may be any.

    Parameters
    ----------
    inverse : which array has indices of them.
    """
    first = arrays[0]
    if any(one.ndim != 1 for place, one in enumerate(arrays) if place != inverse):
        return arrays
    order = np.lexsort((first.imag, first.real)) if first.dtype.kind == "c" else np.argsort(first, kind="stable")
    rank = np.argsort(order)
    return [
        (np.asarray(rank[one], one.dtype) if one.size else one) if place == inverse else one[order]
        for place, one in enumerate(arrays)
    ]


def _least(function: Function) -> dict[str, float]:
    """The bound, at least, by dtype."""
    return {} if function.qualified_name in standard.ROUNDED else _HALF_OF_THE_DIGITS


def require_array(space: Namespace, array: Any, sample: Sample) -> None:
    """Raise where something is no array of the namespace."""
    if not isinstance(array, space.array_class or ()) and not hasattr(type(array), "__array_namespace__"):
        raise CheckFailure(f"gives {type(array).__name__}, not an array", sample=sample, got=array)


def read(space: Namespace, array: Any, sample: Sample) -> np.ndarray:
    """The values of an array of the namespace."""
    try:
        found = np.asarray(array) if isinstance(array, np.generic) else space.to_numpy(array)
    except Exception as error:
        raise CheckFailure(
            f"to_numpy of the result raised {type(error).__name__}", sample=sample, error=error
        ) from error
    if not isinstance(found, np.ndarray):
        raise CheckFailure(f"to_numpy of the result gives {type(found).__name__}", sample=sample, got=found)
    return found


def require_dtypes(space: Namespace, function: Function, sample: Sample, result: Any) -> None:
    """Raise a `CheckFailure` where an array of a result is not of the dtype that it must have."""
    for array, dtype in zip(calling.leaves(result), dtypes(space, function, sample), strict=False):
        require_array(space, array, sample)
        got = space.dtype_name(array.dtype)
        if got != dtype:
            raise CheckFailure(f"wrong dtype: {got} for {dtype}", sample=sample, expected=dtype, got=got)


def dtypes(space: Namespace, function: Function, sample: Sample) -> list[str]:
    """The dtypes that the arrays of a result must have."""
    wanted = expected(space, function, sample)
    found = []
    for one in wanted if isinstance(wanted, tuple) else (wanted,):
        if one.dtype == "index":
            found.append(space.defaults["indexing"])
        elif function.result == "integer":
            found.append(space.defaults["integral"])
        else:
            found.append(one.dtype)
    return found
