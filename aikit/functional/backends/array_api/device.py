"""Devices of a namespace, under aikit's names."""

from __future__ import annotations

import functools
from typing import Any

from aikit.devices import as_device
from aikit.exceptions import AikitDeviceError

_KINDS = {1: "cpu", 2: "gpu", 3: "cpu", 8: "mps", 10: "gpu", 13: "gpu", 14: "xpu"}
"""DLPack's device types."""


class Devices:
    """What a backend can tell about its devices, from the inspection of the namespace."""

    name: str
    namespace: Any

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
            name = str(as_device(_KINDS.get(int(x.__dlpack_device__()[0]), "cpu")))
        kind, number = name.partition(":")[0], 0
        while name in taken:
            number += 1
            name = f"{kind}:{number}"
        return name

    def dev(self, x: Any, /) -> Any:
        return x.device

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

    def to_device(self, x: Any, device: Any, /) -> Any:
        return x.to_device(device)
