"""Arrays as values of Python: numbers, lengths, text, host arrays; and their attributes."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array


@protocol("Array.__bool__")
def to_bool(x: Array, /) -> bool:
    return bool(x)


@protocol("Array.__int__", dtypes="real-valued")
def to_int(x: Array, /) -> int:
    return int(x)


@protocol("Array.__float__", dtypes="real-valued")
def to_float(x: Array, /) -> float:
    return float(x)


@protocol("Array.__complex__")
def to_complex(x: Array, /) -> complex:
    return complex(x)


@protocol("Array.__index__", dtypes="integer")
def to_index(x: Array, /) -> int:
    return operator.index(x)


@protocol("Array.__len__")
def length(x: Array, /) -> int:
    return len(x)


@protocol("Array.__iter__", view="x")
def items(x: Array, /) -> tuple[Array, ...]:
    return tuple(x)


@protocol("Array.__contains__")
def contains(x: Array, value: Any, /) -> bool:
    return value in x


@protocol("Array.__hash__")
def hashed(x: Array, /) -> str:
    try:
        return str(hash(x))
    except TypeError as error:
        return str(error)


@protocol("Array.__array__")
def to_host(x: Array, /, dtype: Any = None, copy: Any = None) -> Any:
    return np.array(x, dtype, copy=copy)


@protocol("Array.__repr__", "Array.__str__")
def text(x: Array, /) -> str:
    return repr(x).replace(repr(x.backend), "'...'") if repr(x) == str(x) else str(x)


@protocol("Array.__format__")
def formatted(x: Array, specification: str, /) -> str:
    return format(x, specification).replace(repr(x.backend), "'...'")


@protocol("Array.shape", "Array.ndim", "Array.size", "Array.itemsize", "Array.nbytes", "Array.dtype")
def attributes(x: Array, /) -> dict[str, Any]:
    sizes = {"ndim": x.ndim, "size": x.size, "itemsize": x.itemsize, "nbytes": x.nbytes}
    return {**sizes, "shape": x.shape, "dtype": str(x.dtype)}


@protocol("Array.T", "Array.mT", view="x", differentiable=("x",))
def transposed(x: Array, /) -> tuple[Array, Array]:
    return x.T, x.mT


@protocol(
    "to_list", "to_numpy", "to_scalar", "to_native", "to_aikit", "default", "exists", "is_array", "is_aikit_array",
    "is_native_array", "dtype", "result_type", "can_cast",
)  # fmt: skip
def to_python(x: Array, /) -> dict[str, Any]:
    asked = [ask(one) for one in (x, x.data) for ask in (aikit.is_array, aikit.is_aikit_array, aikit.is_native_array)]
    return {
        "list": aikit.to_list(x),
        "host": aikit.to_numpy(x),
        "number": aikit.to_scalar(x[(0,) * x.ndim]),
        "dtypes": [str(aikit.dtype(x)), str(aikit.result_type(x, x)), aikit.can_cast(x, x.dtype)],
        "asked": [*asked, aikit.exists(x), aikit.exists(None)],
        "same": [aikit.to_aikit(x) is x, aikit.default(x, None) is x, aikit.to_native(x) is x.data],
    }
