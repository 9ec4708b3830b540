"""A backend in one file, the example of backend.md: arrays of a class of its own, which hold an ndarray.

It has no 16-bit floats, and some forty functions. What it has not is an AikitNotImplementedException, and stands in
minimal_backend.toml, so that a run of the conformance suite says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aikit import AikitDeviceError, AikitTypeError
from aikit.dtypes import DTYPES, accumulation_dtype

name = "minimal"


class Box:
    """An array: what the library itself asks of it is `shape` and `dtype`."""

    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.values.shape

    @property
    def dtype(self) -> np.dtype:
        return self.values.dtype

    def __dlpack__(self, **options: Any) -> Any:
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.values.__dlpack_device__()


NativeArray = Box


def is_native_array(x: object) -> bool:
    return isinstance(x, Box)


# ---------------------------------------------------------------------------------------- ways in and out


def to_numpy(x: Box) -> np.ndarray:
    return x.values


def to_list(x: Box) -> Any:
    return x.values.tolist()


def to_scalar(x: Box) -> Any:
    return x.values.item()


def from_numpy(x: np.ndarray, dtype: np.dtype, device: Any) -> Box:
    return Box(np.array(x, dtype))


def as_scalar(value: complex, dtype: np.dtype, device: Any) -> Box:
    with np.errstate(over="ignore"):
        return Box(np.array(value, dtype))


def copy_array(x: Box) -> Box:
    return Box(x.values.copy())


# ---------------------------------------------------------------------------------------- items


def _key(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """A key for an ndarray; the Ellipsis keeps NumPy from giving a scalar in place of a 0-d array."""
    values = tuple(part.values if isinstance(part, Box) else part for part in key)
    return values if any(part is Ellipsis for part in values) else (*values, ...)


def get_item(x: Box, key: tuple[Any, ...]) -> Box:
    return Box(x.values[_key(key)])


def set_item(x: Box, key: tuple[Any, ...], value: Box, in_place: bool) -> Box:
    result = copy_array(x)  # there is no `sole_owner`, so `in_place` is always False
    result.values[_key(key)] = value.values
    return result


# ---------------------------------------------------------------------------------------- dtypes and devices

native_dtypes = {kind: np.dtype(kind) for kind in DTYPES if kind not in ("float16", "bfloat16")}


def as_native_dtype(name: str) -> np.dtype:
    if name not in native_dtypes:
        raise AikitTypeError(f"minimal has no dtype {name}; use one of {', '.join(native_dtypes)}")
    return native_dtypes[name]


def index_dtype() -> np.dtype:
    return native_dtypes["int64"]


def devices() -> list[str]:
    return ["cpu"]


def dev(x: Box) -> str:
    return "cpu"


def as_native_dev(name: str) -> str:
    if name != "cpu":
        raise AikitDeviceError(f"minimal has no device {name!r}; use 'cpu'")
    return name


def as_aikit_dev(device: str) -> str:
    return device


def is_native_device(device: object) -> bool:
    return False


# ---------------------------------------------------------------------------------------- functions: one line each


def _boxing(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of NumPy as one of boxes."""

    def of_boxes(*args: Any, **options: Any) -> Any:
        return Box(function(*(x.values if isinstance(x, Box) else x for x in args), **options))

    return of_boxes


add = _boxing(np.add)
ceil = _boxing(np.ceil)
equal = _boxing(np.equal)
floor = _boxing(np.floor)
greater = _boxing(np.greater)
greater_equal = _boxing(np.greater_equal)
isfinite = _boxing(np.isfinite)
isinf = _boxing(np.isinf)
isnan = _boxing(np.isnan)
less = _boxing(np.less)
less_equal = _boxing(np.less_equal)
logical_and = _boxing(np.logical_and)
logical_not = _boxing(np.logical_not)
logical_or = _boxing(np.logical_or)
logical_xor = _boxing(np.logical_xor)
maximum = _boxing(np.maximum)
minimum = _boxing(np.minimum)
multiply = _boxing(np.multiply)
negative = _boxing(np.negative)
not_equal = _boxing(np.not_equal)
positive = _boxing(np.positive)
sign = _boxing(np.sign)
sqrt = _boxing(np.sqrt)
square = _boxing(np.square)
subtract = _boxing(np.subtract)
trunc = _boxing(np.trunc)

broadcast_to = _boxing(np.broadcast_to)
expand_dims = _boxing(np.expand_dims)
flip = _boxing(np.flip)
moveaxis = _boxing(np.moveaxis)
permute_dims = _boxing(np.transpose)
where = _boxing(np.where)


# ---------------------------------------------------------------------------------------- functions: the quirks


def abs(x: Box) -> Box:
    return Box(np.abs(x.values))


def asarray(obj: Any, /, *, dtype: np.dtype, device: Any = None, copy: bool | None = None) -> Box:
    if isinstance(obj, Box) and obj.dtype == dtype and not copy:
        return obj
    values = obj.values if isinstance(obj, Box) else obj  # all else comes as an ndarray
    return Box(np.asarray(values, dtype, copy=copy))


array = asarray


def astype(x: Box, dtype: np.dtype, /, *, copy: bool = True, device: Any = None) -> Box:
    return Box(x.values.astype(dtype)) if copy or x.dtype != dtype else x


def concat(arrays: list[Box], /, *, axis: int | None = 0) -> Box:
    return Box(np.concatenate([x.values for x in arrays], axis=axis))


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Box:
    return Box(np.from_dlpack(x, copy=copy))


def ones(shape: Any, *, dtype: np.dtype, device: Any = None) -> Box:
    return Box(np.ones(shape, dtype))


def reshape(x: Box, /, shape: Any, *, copy: bool | None = None) -> Box:
    if any(length < -1 for length in (shape if isinstance(shape, tuple) else (shape,))):
        raise ValueError("a negative length")  # NumPy takes it for the unknown one
    return Box(np.reshape(x.values, shape, copy=copy))


def stack(arrays: list[Box], /, *, axis: int = 0) -> Box:
    return Box(np.stack([x.values for x in arrays], axis=axis))


def sum(x: Box, /, *, axis: Any = None, dtype: np.dtype | None = None, keepdims: bool = False) -> Box:
    if axis not in (None, ()) and not x.shape:
        raise ValueError("a 0-d array has no axis")  # NumPy takes the axes 0 and -1
    dtype = native_dtypes[accumulation_dtype(x.dtype.name).name] if dtype is None else dtype
    return Box(np.sum(x.values, axis=axis, dtype=dtype, keepdims=keepdims))


def zeros(shape: Any, *, dtype: np.dtype, device: Any = None) -> Box:
    return Box(np.zeros(shape, dtype))
