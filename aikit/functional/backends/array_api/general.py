"""What every backend can tell about its arrays, and do with their memory and dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit import dtypes
from aikit.exceptions import AikitTypeError

_CPU = 1
"""DLPack's number of the CPU."""


class General:
    """Arrays and dtypes of a namespace."""

    name: str
    namespace: Any
    native_dtypes: dict[str, Any]
    NativeArray: type

    # -------------------------------------------------------------------------------------------- arrays

    def is_untranslated(self, error: Exception) -> bool:
        return False

    def is_native_array(self, x: object) -> bool:
        return isinstance(x, self.NativeArray)

    def is_traced(self, x: Any) -> bool:
        return False

    def sole_owner(self, holder: Any) -> bool:
        return False  # the standard does not say which arrays share memory

    def accept_native(self, x: Any) -> Any:
        return x

    def as_scalar(self, value: complex, dtype: Any, device: Any = None) -> Any:
        """A 0-d array of a Python scalar."""
        return self.namespace.asarray(value, dtype=dtype, device=device)

    def like(self, x: Any, value: complex) -> Any:
        """A 0-d array of the dtype of `x` and on its device."""
        return self.namespace.asarray(value, dtype=x.dtype, device=x.device)

    def copy_array(self, x: Any, /) -> Any:
        return self.namespace.asarray(x, copy=True)

    def to_numpy(self, x: Any, /) -> np.ndarray:
        """The values by DLPack, which the standard asks of every array; from another device by way of a copy."""
        if x.__dlpack_device__()[0] == _CPU:
            return np.from_dlpack(x)
        return np.from_dlpack(x, device="cpu")

    def to_list(self, x: Any, /) -> Any:
        return self.to_numpy(x).tolist()

    def to_scalar(self, x: Any, /) -> Any:
        return self.to_numpy(x).item()

    def from_numpy(self, x: np.ndarray, dtype: Any, device: Any = None) -> Any:
        """A fresh array, from the buffer of an ndarray."""
        return self.namespace.asarray(np.asarray(x), dtype=dtype, device=device, copy=True)

    def from_dlpack(self, x: Any, /, *, device: Any = None, copy: bool | None = None) -> Any:
        if self.is_native_array(x) and device is None:
            return self.namespace.asarray(x, copy=copy)
        found = self.namespace.from_dlpack(x, device=device, copy=copy)
        return self.copy_array(found) if copy else found  # not every library makes the copy itself

    def to_dlpack(self, x: Any, /, **options: Any) -> Any:
        """What `x.__dlpack__` gives; of a copy where there are negative strides, on which PyTorch ends the process."""
        if x.__dlpack_device__()[0] == _CPU and any(stride < 0 for stride in np.from_dlpack(x).strides):
            if options["copy"] is False:
                raise BufferError("few libraries take negative strides")
            x = self.copy_array(x)
        return x.__dlpack__(**options)

    # -------------------------------------------------------------------------------------------- dtypes

    def as_native_dtype(self, name: str) -> Any:
        native = self.native_dtypes.get(name)
        if native is None:
            raise AikitTypeError(f"{self.name} has no dtype {name}; use one of {', '.join(self.native_dtypes)}")
        return native

    def index_dtype(self) -> Any:
        return self.namespace.__array_namespace_info__().default_dtypes()["indexing"]

    def dtype_of(self, x: Any) -> dtypes.Dtype:
        return dtypes.as_dtype(x.dtype)

    def kind_of(self, native: Any) -> str:
        return dtypes.as_dtype(native).kind

    def widest(self, name: str) -> Any:
        """The native dtype of this name, or where there is none the one of half the bits."""
        return (
            self.native_dtypes.get(name) or self.native_dtypes[{"float64": "float32", "complex128": "complex64"}[name]]
        )

    def cast(self, x: Any, dtype: Any) -> Any:
        return self.namespace.astype(x, dtype, copy=False)

    def complex_of(self, x: Any) -> Any:
        """`x` in complex numbers of its precision; `x` itself where it holds such."""
        if self.dtype_of(x).kind == "c":
            return x
        return self.cast(x, self.as_native_dtype(dtypes.complex_of(self.dtype_of(x)).name))

    def accumulated(self, x: Any, dtype: Any) -> Any:
        """The dtype of a sum over `x`, `dtype` where it is given."""
        return self.as_native_dtype(dtypes.accumulation_dtype(self.dtype_of(x).name).name) if dtype is None else dtype
