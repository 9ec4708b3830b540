"""What the Python Array API standard says of its functions, where aikit promises something else or more.

https://data-apis.org/array-api/2025.12/API_specification
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from aikit.core.records import Function

VERSION = "2025.12"
"""The version of the standard that is stated here."""

DTYPES = (
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float32",
    "float64",
    "complex64",
    "complex128",
)
"""The dtypes of the standard; of another one, such as float16, it says nothing."""

_SINCE_2021 = (
    "abs acos acosh add all any arange argmax argmin argsort asarray asin asinh astype atan atan2 atanh bitwise_and "
    "bitwise_invert bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor broadcast_arrays broadcast_to can_cast ceil "
    "concat cos cosh divide empty empty_like equal exp expand_dims expm1 eye finfo flip floor floor_divide from_dlpack full "
    "full_like greater greater_equal iinfo isfinite isinf isnan less less_equal linspace log log10 log1p log2 logaddexp "
    "logical_and logical_not logical_or logical_xor matmul matrix_transpose max mean meshgrid min multiply negative nonzero "
    "not_equal ones ones_like permute_dims positive pow prod remainder reshape result_type roll round sign sin sinh sort sqrt "
    "square squeeze stack std subtract sum tan tanh tensordot tril triu trunc unique_all unique_counts unique_inverse "
    "unique_values var vecdot where zeros zeros_like "
    "linalg.cholesky linalg.cross linalg.det linalg.diagonal linalg.eigh linalg.eigvalsh linalg.inv linalg.matrix_norm "
    "linalg.matrix_power linalg.matrix_rank linalg.outer linalg.pinv linalg.qr linalg.slogdet linalg.solve linalg.svd "
    "linalg.svdvals linalg.trace linalg.vector_norm"
)
_ADDED = {
    "2022.12": "conj imag isdtype real take fft.fft fft.ifft fft.fftn fft.ifftn fft.rfft fft.irfft fft.rfftn fft.irfftn fft.hfft "
    "fft.ihfft fft.fftfreq fft.rfftfreq fft.fftshift fft.ifftshift",
    "2023.12": "clip copysign cumulative_sum hypot maximum minimum moveaxis repeat searchsorted signbit tile unstack",
    "2024.12": "count_nonzero cumulative_prod diff nextafter reciprocal take_along_axis",
    "2025.12": "broadcast_shapes isin linalg.eig linalg.eigvals",
}
SINCE: Mapping[str, str] = {
    **dict.fromkeys(_SINCE_2021.split(), "2021.12"),
    **{name: version for version, names in _ADDED.items() for name in names.split()},
}
"""Function -> the first version that has it. The names with a dot are those of the extensions."""

CATEGORIES: Mapping[str, str] = {
    "divide": "floating-point",
    "sum": "numeric",
    "prod": "numeric",
    "cumulative_sum": "numeric",
    "cumulative_prod": "numeric",
    "mean": "real floating-point",  # of complex numbers since 2024.12
    "std": "real floating-point",
    "var": "real floating-point",
    "max": "real numeric",
    "min": "real numeric",
    "conj": "complex floating-point",  # of all numbers since 2024.12, as the next
    "real": "complex floating-point",
    "vecdot": "floating-point",
    "fft.fft": "complex floating-point",
    "fft.ifft": "complex floating-point",
    "fft.fftn": "complex floating-point",
    "fft.ifftn": "complex floating-point",
    "fft.irfft": "complex floating-point",
    "fft.irfftn": "complex floating-point",
    "fft.hfft": "complex floating-point",
}
"""Function -> the category of the dtypes of its arrays, where aikit takes more."""

PASS_NAN_ON = frozenset({"max", "min", "mean", "std", "var"})
"""The functions of several elements whose result is to be NaN where one of them is."""
OF_INNER_AXES = frozenset({"matmul"})
"""The functions of which the standard says that inner axes of other lengths, and arrays of no dimension, are an error."""

METHODS = [
    "__array_namespace__",
    "__dlpack__",
    "__dlpack_device__",
    "to_device",
    "__getitem__",
    "__setitem__",
    "__bool__",
    "__int__",
    "__float__",
    "__complex__",
    "__index__",
    "__abs__",
    "__add__",
    "__and__",
    "__eq__",
    "__floordiv__",
    "__ge__",
    "__gt__",
    "__invert__",
    "__le__",
    "__lshift__",
    "__lt__",
    "__matmul__",
    "__mod__",
    "__mul__",
    "__ne__",
    "__neg__",
    "__or__",
    "__pos__",
    "__pow__",
    "__rshift__",
    "__sub__",
    "__truediv__",
    "__xor__",
    "__radd__",
    "__rsub__",
    "__rmul__",
    "__rtruediv__",
    "__rfloordiv__",
    "__rmod__",
    "__rpow__",
    "__rand__",
    "__ror__",
    "__rxor__",
    "__rlshift__",
    "__rrshift__",
    "__rmatmul__",
]
"""The methods that every array has."""
ATTRIBUTES = ("dtype", "device", "mT", "ndim", "shape", "size", "T")
CONSTANTS = ("e", "inf", "nan", "newaxis", "pi")

ROUNDED = frozenset({"add", "subtract", "multiply", "divide", "sqrt", "reciprocal"})
"""The functions whose real results are to be rounded correctly; of the others but these the accuracy is the library's choice."""

ROUNDED_COMPLEX = frozenset({"add", "subtract"})
"""Those whose complex results are."""

ZERO_OF_ANY_SIGN = frozenset({"logaddexp"})
"""The elementwise functions that may give a zero without an argument or a special case that says of which sign."""

WITHOUT_ARITHMETIC = frozenset({"manipulation", "indexing", "creation", "data_type", "searching"})
"""The categories of functions that pass on every value as it is."""

SCALARS_SINCE: Mapping[str, str] = {
    "clip": "2023.12",
    "isin": "2025.12",
    "linalg.matrix_rank": "2021.12",
    "linalg.pinv": "2021.12",
    "repeat": "2023.12",
    "searchsorted": "2025.12",
    "where": "2024.12",
}
"""Function -> since when a Python scalar may stand for one of its arrays; elementwise ones of two arrays since 2024.12."""

VERSIONS = ("2021.12", *_ADDED)
"""The versions of the standard."""

ONE_AXIS = frozenset({"expand_dims"})
"""The functions whose axis is a single one, where aikit takes several."""

OF_ONE_DTYPE = frozenset({"clip", "diff"})
"""The functions whose arrays are of one dtype: how others are brought to one is open."""

NEGATIVE_AXIS = frozenset({"linalg.cross", "linalg.vecdot", "vecdot"})
"""The functions whose axis is counted from the end alone, for broadcasting may put axes before it."""

AXES_SINCE = "2025.12"
"""Since when it is said that an axis that is not there must be an error."""

WITH_ANY_AXIS = frozenset({"linear_algebra", "fft"})
"""The categories of functions of which that is not said."""

ORDERED = frozenset({"index"})
"""The results for which it matters how zeros of either sign are ordered, which is open."""

UNORDERED: Mapping[str, int | None] = {
    "unique_all": 2,
    "unique_counts": None,
    "unique_inverse": 1,
    "unique_values": None,
}
"""The functions that give unique values in any order -> which array of the result has indices of them."""

OF_SCALARS = frozenset({"asarray"})
"""The functions whose array may be a Python scalar because it is what they make an array of."""


def open_calls(function: Function, arguments: Mapping[str, Any], version: str) -> Iterator[str]:
    """Why a version of the standard leaves a call of a function that is not elementwise open."""
    name, x = function.qualified_name, np.asarray(arguments.get("x"))
    if name == "nonzero" and x.ndim == 0:
        yield "an array without dimensions"
    if name == "take" and version < "2024.12" and np.any(np.asarray(arguments["indices"]) < 0):
        yield "negative indices"
    if name == "take" and np.ndim(arguments["indices"]) > 1:
        yield "indices of several dimensions"
    if name == "take_along_axis" and _differ_beside(x, arguments):
        yield "shapes that are broadcast"
    if name == "take_along_axis" and arguments["indices"].dtype != np.int64:
        yield "indices of another dtype than most libraries' indices"
    if name == "searchsorted" and getattr(arguments["sorter"], "dtype", np.int64) != np.int64:
        yield "a sorter of another dtype than most libraries' indices"
    if name in ("full", "full_like"):
        yield from _open_fill(arguments)
    arrays = [one for one in arguments.values() if isinstance(one, np.ndarray)]
    if name.startswith("fft.") and any(one.ndim == 0 for one in arrays):
        yield "a transform without an axis"
    if name.startswith(("fft.", "linalg.")) and any(one.size == 0 for one in arrays):
        yield "matrices and transforms of nothing"
    if name == "linalg.matrix_norm" and arguments["ord"] is None:
        yield "no order of a norm"
    if name == "arange" and not _are_whole(arguments):
        yield "integers of floating bounds"
    if name == "reshape" and type(arguments["shape"]) is int:
        yield "a shape that is no tuple"
    if name == "diff" and arguments["n"] == 0:
        yield "no difference"
    if name.endswith("fftn") and type(arguments["axes"]) is int:
        yield "one number for several axes"
    if name == "fft.irfftn" and -1 in (arguments["s"] or ()):
        yield "a length of -1 where it is not that of the input"
    if name in ("max", "min", "argmax", "argmin") and x.size == 0:
        yield "the extreme of nothing"
    if name in ("std", "var") and x.size == 0 and arguments["correction"] < 0:
        yield "the deviation of nothing by a divisor above 0"


def _differ_beside(x: np.ndarray, arguments: Mapping[str, Any]) -> bool:
    """Whether an array and its indices differ in length on another axis than that of the indices."""
    place = arguments["axis"] % max(x.ndim, 1)
    lengths = (np.delete(one.shape, place).tolist() for one in (x, arguments["indices"]))
    return next(lengths) != next(lengths)


def _are_whole(arguments: Mapping[str, Any]) -> bool:
    """Whether the bounds of a range of an integer dtype, if it is one, are whole numbers."""
    dtype = arguments["dtype"]
    bounds = [arguments[one] for one in ("start", "stop", "step") if arguments[one] is not None]
    return dtype is None or np.dtype(str(dtype)).kind not in "iu" or all(type(one) is int for one in bounds)


def _open_fill(arguments: Mapping[str, Any]) -> Iterator[str]:
    """Why a value to fill an array with is open: one of another kind than the dtype."""
    like = arguments.get("x")
    dtype = str(arguments["dtype"]) if arguments.get("dtype") is not None else None if like is None else like.dtype.name
    value = arguments["fill_value"]
    if not isinstance(value, (bool, int, float, complex)):
        yield "a fill_value that is no Python scalar"
    elif dtype is not None:
        kinds = {"b": bool, "i": int, "u": int, "f": float, "c": complex}
        if type(value) is not kinds[np.dtype(dtype).kind]:
            yield "a fill_value of another kind than the dtype"


def open_elements(function: Function, arguments: Mapping[str, Any]) -> Iterator[np.ndarray]:
    """Elements of an elementwise function that the standard leaves open."""
    name = function.qualified_name
    first, second = (np.asarray(arguments.get(one)) for one in ("x1", "x2"))
    whole = first.dtype.kind in "iu" and second.dtype.kind in "iu"
    if whole and name in ("floor_divide", "remainder"):
        yield second == 0
        if first.dtype.kind == "i":  # the quotient overflows
            yield (second == -1) & (first == np.iinfo(first.dtype).min)
    if name == "floor_divide" and not whole:
        yield np.isinf(first) | np.isinf(second)
        yield np.floor(np.divide(first, second)) != np.floor_divide(
            first, second
        )  # the quotient is rounded to a whole one
    if whole and name == "pow":
        yield second < 0
    if name.startswith("bitwise_") and name.endswith("_shift"):
        given = [one for one in (arguments["x1"], arguments["x2"]) if isinstance(one, np.ndarray)]
        width = 8 * given[0].dtype.itemsize
        yield (second < 0) | (second >= width)
    if name in ("ceil", "floor", "round", "trunc") and (x := np.asarray(arguments["x"])).dtype.kind == "f":
        yield (x != 0) & (np.abs(x) < 1)  # the sign of the zero that is the result of some
    if name == "clip":
        yield from _open_limits(arguments)


def _open_limits(arguments: Mapping[str, Any]) -> Iterator[np.ndarray]:
    low, high = (arguments[one] for one in ("min", "max"))
    for limit in (low, high):
        if limit is not None:
            yield np.isnan(limit)
    if low is not None and high is not None:
        yield np.asarray(low) > np.asarray(high)
