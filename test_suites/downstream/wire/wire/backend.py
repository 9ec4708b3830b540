"""The backend: what aikit asks of every backend, and the functions that there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aikit import AikitDeviceError, AikitTypeError
from aikit.dtypes import DTYPES, accumulation_dtype
from wire.arrays import Wire

name = "wire"
NativeArray = Wire
native_dtypes = {kind: np.dtype(kind) for kind in DTYPES if kind not in ("float16", "bfloat16")}


def is_native_array(x: object) -> bool:
    return isinstance(x, Wire)


# ---------------------------------------------------------------------------------------- in and out


def to_numpy(x: Wire) -> np.ndarray:
    return x.received()


def to_list(x: Wire) -> Any:
    return x.sent.tolist()


def to_scalar(x: Wire) -> Any:
    return x.sent.item()


def to_dlpack(x: Wire, /, **options: Any) -> Any:
    return x.received().__dlpack__(**options)


def from_numpy(x: np.ndarray, dtype: np.dtype, device: Any) -> Wire:
    return Wire(np.array(x, dtype))


def as_scalar(value: complex, dtype: np.dtype, device: Any) -> Wire:
    with np.errstate(over="ignore"):
        return Wire(np.array(value, dtype))


def copy_array(x: Wire) -> Wire:
    return Wire(x.sent)


def _key(key: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*(part.received() if isinstance(part, Wire) else part for part in key),)


def get_item(x: Wire, key: tuple[Any, ...]) -> Wire:
    return Wire(x.sent[_key(key)])


def set_item(x: Wire, key: tuple[Any, ...], value: Wire, in_place: bool) -> Wire:
    changed = copy_array(x)
    changed.sent[_key(key)] = value.sent
    return changed


# ---------------------------------------------------------------------------------------- dtypes and devices


def as_native_dtype(name: str) -> np.dtype:
    if name not in native_dtypes:
        raise AikitTypeError(f"wire has no dtype {name}; use one of {', '.join(native_dtypes)}")
    return native_dtypes[name]


def index_dtype() -> np.dtype:
    return native_dtypes["int64"]


def devices() -> list[str]:
    return ["cpu"]


def dev(x: Wire) -> str:
    return "cpu"


def as_native_dev(name: str) -> str:
    if name != "cpu":
        raise AikitDeviceError(f"wire has no device {name!r}; use 'cpu'")
    return name


def as_aikit_dev(device: str) -> str:
    return device


def is_native_device(device: object) -> bool:
    return False


# ---------------------------------------------------------------------------------------- functions


def received(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of NumPy as one of these arrays."""

    def of_wires(*args: Any, **options: Any) -> Wire:
        return Wire(function(*(x.received() if isinstance(x, Wire) else x for x in args), **options))

    return of_wires


abs = received(np.abs)
add = received(np.add)
floor = received(np.floor)
maximum = received(np.maximum)
negative = received(np.negative)
ones = received(np.ones)
sqrt = received(np.sqrt)


def asarray(obj: Any, /, *, dtype: np.dtype, device: Any = None, copy: bool | None = None) -> Wire:
    if isinstance(obj, Wire):
        return astype(obj, dtype, copy=bool(copy))
    if copy is False:
        raise ValueError("bytes in another order are a copy")
    return Wire(np.asarray(obj, dtype))


array = asarray


def astype(x: Wire, dtype: np.dtype, /, *, copy: bool = True, device: Any = None) -> Wire:
    return Wire(x.received().astype(dtype)) if copy or x.dtype != dtype else x


def concat(arrays: list[Wire], /, *, axis: int | None = 0) -> Wire:
    return Wire(np.concatenate([x.received() for x in arrays], axis=axis))


def stack(arrays: list[Wire], /, *, axis: int = 0) -> Wire:
    return Wire(np.stack([x.received() for x in arrays], axis=axis))


def reshape(x: Wire, /, shape: Any, *, copy: bool | None = None) -> Wire:
    if any(length < -1 for length in (shape if isinstance(shape, tuple) else (shape,))):
        raise ValueError("a negative length")
    return Wire(np.reshape(x.sent, shape))


def _accumulated(x: Wire, dtype: np.dtype | None) -> np.dtype:
    return native_dtypes[accumulation_dtype(x.dtype.name).name] if dtype is None else dtype


def sum(x: Wire, /, *, axis: Any = None, dtype: np.dtype | None = None, keepdims: bool = False) -> Wire:
    if axis not in (None, ()) and not x.shape:
        raise ValueError("a 0-d array has no axis")
    return Wire(np.sum(x.received(), axis=axis, dtype=_accumulated(x, dtype), keepdims=keepdims))


def cumulative_sum(
    x: Wire, /, *, axis: int | None = None, dtype: np.dtype | None = None, include_initial: bool = False
) -> Wire:
    if not x.shape or (axis is None and len(x.shape) != 1):
        raise ValueError("no axis, or one of an array that has none")
    axis = 0 if axis is None else axis
    return Wire(
        np.cumulative_sum(x.received(), axis=axis, dtype=_accumulated(x, dtype), include_initial=include_initial)
    )


def sort(x: Wire, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Wire:
    found = np.sort(x.received(), axis=axis, stable=stable)
    return Wire(np.flip(found, axis=axis) if descending else found)


def zeros(shape: Any, *, dtype: np.dtype, device: Any = None) -> Wire:
    return Wire(np.zeros(shape, dtype))
