"""The protocol's members on NumPy: its arrays, dtypes and devices; see `aikit.functional.backends.protocol`."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from aikit.dtypes import DTYPES
from aikit.exceptions import AikitDeviceError, AikitValueError
from aikit.functional.backends.reference_counts import EXACT

__all__ = [
    "NativeArray",
    "accept_native",
    "as_aikit_dev",
    "as_native_dev",
    "as_native_dtype",
    "as_scalar",
    "copy_array",
    "dev",
    "devices",
    "from_numpy",
    "get_item",
    "index_dtype",
    "into_first",
    "is_native_array",
    "is_native_device",
    "is_traced",
    "least_in_place",
    "max_dimensions",
    "name",
    "native_dtypes",
    "set_item",
    "sole_owner",
    "to_dlpack",
    "to_list",
    "to_numpy",
    "to_scalar",
    "version",
]

name = "numpy"
version = np.__version__
NativeArray = np.ndarray
max_dimensions = 64
"""NumPy's NPY_MAXDIMS."""


# ------------------------------------------------------------------------------------------------ arrays


def is_native_array(x: object) -> bool:
    return isinstance(x, np.ndarray)


def is_traced(x: np.ndarray) -> bool:
    return False


def accept_native(x: np.ndarray) -> np.ndarray:
    """A plain ndarray in the machine's byte order, so that its methods are NumPy's and its dtype is one of ours."""
    if type(x) is not np.ndarray:
        if np.ma.is_masked(x):
            raise AikitValueError("it has masked values, which are no numbers; fill them with x.filled(value)")
        x = np.asarray(x)
    return x if x.dtype.isnative else x.astype(x.dtype.newbyteorder("="))


# ------------------------------------------------------------------------------------------------ ways in and out


def to_list(x: np.ndarray, /) -> Any:
    return x.tolist()


def to_scalar(x: np.ndarray, /) -> Any:
    return x.item()


def to_numpy(x: np.ndarray, /) -> np.ndarray:
    return x


def from_numpy(x: np.ndarray, dtype: np.dtype, device: Any = None) -> np.ndarray:
    return np.array(x, dtype=dtype, subok=False)


def as_scalar(value: complex, dtype: np.dtype, device: Any = None) -> np.ndarray:
    """A 0-d array of a Python scalar; infinite where that is too large."""
    with np.errstate(over="ignore"):
        return np.array(value, dtype)


def copy_array(x: np.ndarray, /) -> np.ndarray:
    return x.copy()


def to_dlpack(x: np.ndarray, /, **options: Any) -> Any:
    """What `x.__dlpack__` gives; of a copy where there are negative strides, on which PyTorch ends the process."""
    if any(stride < 0 for stride in x.strides):
        if options["copy"] is False:
            raise BufferError("few libraries take negative strides")
        x = x.copy()
    return x.__dlpack__(**options)


# ------------------------------------------------------------------------------------------------ items


def get_item(x: np.ndarray, key: tuple[Any, ...]) -> np.ndarray:
    # The Ellipsis makes an array with no dimensions of what would be a NumPy scalar.
    return x[_key(key)] if any(part is Ellipsis for part in key) else x[(*_key(key), ...)]


def set_item(x: np.ndarray, key: tuple[Any, ...], value: np.ndarray, in_place: bool) -> np.ndarray:
    if not in_place:
        x = x.copy()
    x[_key(key)] = value
    return x


def _key(key: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([places(part) if isinstance(part, np.ndarray) else part for part in key])


def places(indices: np.ndarray) -> np.ndarray:
    """Indices of which NumPy takes the values: of uint64 it would take those beyond int64 for negative ones."""
    return np.minimum(indices, _GREATEST).view(_INT64) if indices.dtype == _UINT64 else indices


# ------------------------------------------------------------------------------------------------ memory


class _Holder:
    """Stands for an Array while the reference count of a solely owned ndarray is measured."""

    __slots__ = ("_data",)

    def __init__(self) -> None:
        self._data = np.empty(1)


def _references(holder: Any) -> int:
    data = holder._data
    return sys.getrefcount(data)


# What getrefcount says of an array that nothing but its holder refers to; it differs between versions of Python.
_SOLE = _references(_Holder()) if EXACT else -1


def sole_owner(holder: Any) -> bool:
    """Whether nothing but `holder` refers to the memory of its array, so that a write to it is seen nowhere else."""
    if _references(holder) != _SOLE:
        return False
    data = holder._data
    flags = data.flags
    return type(data) is np.ndarray and data.base is None and flags.owndata and flags.writeable


least_in_place = 2**19


def into_first(implementation: Any, x1: np.ndarray, x2: np.ndarray) -> Callable[[np.ndarray, np.ndarray], Any] | None:
    """An elementwise ufunc with its first array as `out`."""
    if type(implementation) is not np.ufunc or implementation.signature is not None:
        return None
    if x1.dtype.kind not in "biu" and _may_raise_of_values():
        return None
    return lambda x1, x2: implementation(x1, x2, x1)


def _may_raise_of_values() -> bool:
    """Whether an overflow and its like is an error to the caller: NumPy raises it once all is written."""
    if not {"ignore", "warn"}.issuperset(np.geterr().values()):
        return True
    for action, message, category, module, line in warnings.filters:
        if issubclass(RuntimeWarning, category):
            if action == "error":
                return True
            if message is module is None and line == 0:
                return False
    return False


# ------------------------------------------------------------------------------------------------ dtypes


native_dtypes: dict[str, np.dtype] = {
    name: np.dtype(ml_dtypes.bfloat16) if name == "bfloat16" else np.dtype(name) for name in DTYPES
}
_INT64, _UINT64 = np.dtype("int64"), np.dtype("uint64")
_GREATEST = np.uint64(np.iinfo("int64").max)


def as_native_dtype(name: str) -> np.dtype:
    return native_dtypes[name]


def index_dtype() -> np.dtype:
    return _INT64


# ------------------------------------------------------------------------------------------------ devices


def dev(x: np.ndarray, /) -> str:
    return "cpu"


def devices() -> list[str]:
    return ["cpu"]


def as_native_dev(name: str) -> str:
    if name != "cpu":
        raise AikitDeviceError(f"numpy has no device {name!r}; use 'cpu'")
    return "cpu"


def as_aikit_dev(device: str) -> str:
    return device


def is_native_device(device: object) -> bool:
    return False
