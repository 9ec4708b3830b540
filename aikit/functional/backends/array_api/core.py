"""The protocol's members on a namespace: its arrays, dtypes and devices; see `aikit.functional.backends.protocol`."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from aikit import dtypes
from aikit.devices import as_device
from aikit.exceptions import AikitDeviceError, AikitTypeError

from . import _items
from .traits import Traits

_CPU = 1
"""DLPack's number of the CPU."""

_KINDS = {1: "cpu", 2: "gpu", 3: "cpu", 8: "mps", 10: "gpu", 13: "gpu", 14: "xpu"}
"""DLPack's device types."""


class Core(Traits):
    """Arrays, dtypes and devices of a namespace."""

    name: str
    namespace: Any
    native_dtypes: dict[str, Any]
    NativeArray: type

    # -------------------------------------------------------------------------------------------- arrays

    def is_native_array(self, x: object) -> bool:
        return isinstance(x, self.NativeArray)

    def as_scalar(self, value: complex, dtype: Any, device: Any = None) -> Any:
        """A 0-d array of a Python scalar."""
        return self.namespace.asarray(value, dtype=dtype, device=device)

    def like(self, x: Any, value: complex) -> Any:
        """A 0-d array of the dtype of `x` and on its device."""
        return self.namespace.asarray(value, dtype=x.dtype, device=x.device)

    def copy_array(self, x: Any, /) -> Any:
        return self.namespace.asarray(x, copy=True)

    def to_numpy(self, x: Any, /) -> np.ndarray:
        """The values by DLPack, which the standard asks of every array; from another device by way of a copy.

        Where an array knows nothing of DLPack, as those that are not computed yet, by what NumPy asks for.
        """
        if not hasattr(x, "__dlpack_device__"):
            return np.asarray(x)
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

    def to_dlpack(self, x: Any, /, **options: Any) -> Any:
        """What `x.__dlpack__` gives; of a copy where there are negative strides, on which PyTorch ends the process."""
        if x.__dlpack_device__()[0] == _CPU and any(stride < 0 for stride in np.from_dlpack(x).strides):
            if options["copy"] is False:
                raise BufferError("few libraries take negative strides")
            x = self.copy_array(x)
        return x.__dlpack__(**options)

    get_item = _items.get_item
    set_item = _items.set_item

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

    # -------------------------------------------------------------------------------------------- devices

    @functools.cached_property
    def _native_devices(self) -> dict[str, Any]:
        """Canonical name -> native device, the default one first."""
        info = self.namespace.__array_namespace_info__()
        default = info.default_device()
        natives = [default, *(device for device in info.devices() if device != default)]
        found: dict[str, Any] = {}
        for native in natives:
            if native is not None:
                found[self._free_name(native, found)] = native
        return found

    def _free_name(self, native: Any, taken: dict[str, Any]) -> str:
        """The name by which aikit knows a device; one that it does not know is numbered among those of its kind."""
        try:
            name = str(as_device(str(native)))
        except AikitDeviceError:
            x = self.namespace.empty((0,), device=native)
            number = int(x.__dlpack_device__()[0]) if hasattr(x, "__dlpack_device__") else _CPU
            name = str(as_device(_KINDS.get(number, "cpu")))
        kind, number = name.partition(":")[0], 0
        while name in taken:
            number += 1
            name = f"{kind}:{number}"
        return name

    def dev(self, x: Any, /) -> Any:
        """Its device; the default one of an array that has no such attribute."""
        return getattr(x, "device", None) or next(iter(self._native_devices.values()))

    def devices(self) -> list[str]:
        """The devices that have every dtype of the namespace; arrays may be made on the others too."""
        dtypes = self.namespace.__array_namespace_info__().dtypes
        return [name for name, native in self._native_devices.items() if set(dtypes(device=native)) >= set(dtypes())]

    def as_native_dev(self, name: str) -> Any:
        try:
            return self._native_devices[name]
        except KeyError:
            raise AikitDeviceError(
                f"device {name!r} does not exist on the {self.name} backend; there are {', '.join(self._native_devices)}"
            ) from None

    def as_aikit_dev(self, device: Any) -> str:
        for name, native in self._native_devices.items():
            if native == device:
                return name
        raise AikitDeviceError(f"{device!r} is not among the devices that {self.name} names")

    def is_native_device(self, device: object) -> bool:
        return any(type(native) is type(device) and native == device for native in self._native_devices.values())

    def own_device(self, x: Any, device: Any) -> Any:
        """The device of `x` where none is given, which array_api_strict 2.6.1 takes for its default one."""
        return x.device if device is None and self.is_native_array(x) else device
