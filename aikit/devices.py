"""Devices: one canonical name on all backends, and the default device."""

from __future__ import annotations

import re
from typing import Any

from aikit.exceptions import AikitDeviceError
from aikit.settings import Setting, constant_under_trace

# with what TensorFlow writes before it: "/CPU:0", "/device:GPU:0", "/job:localhost/replica:0/task:0/device:CPU:0"
_NAME = re.compile(r"(?:/|/.*/|(?:/.*)?/?device:)?(cpu|gpu|cuda|tpu|mps|xpu|meta)(?::(\d+))?")


class Device(str):
    """A device by its canonical name: ``"cpu"``, ``"gpu:0"``, ``"tpu:0"``, ``"meta"``. Equal to that string.

    ``"cuda:0"`` is accepted for ``"gpu:0"``, and ``"gpu"`` too; the first CPU device is ``"cpu"``.
    """

    __slots__ = ()

    def __new__(cls, name: Any) -> Device:
        return as_device(name)

    @property
    def kind(self) -> str:
        """``"cpu"``, ``"gpu"`` and so on."""
        return self.partition(":")[0]

    @property
    def index(self) -> int:  # type: ignore[override]
        """Which device of its kind, from 0."""
        return int(self.partition(":")[2] or 0)

    def __repr__(self) -> str:
        return f"aikit.Device({str.__str__(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return as_device, (str.__str__(self),)


_KNOWN: dict[str, Device] = {}


def as_device(device: Any) -> Device:
    """The canonical `Device` of a name, or of a native device of a loaded framework."""
    if type(device) is Device:
        return device
    if not isinstance(device, str):
        return _from_native(device)
    known = _KNOWN.get(device)
    if known is None:
        match = _NAME.fullmatch(device.lower())
        if match is None:
            raise AikitDeviceError(f"{device!r} is not the name of a device; use a name such as 'cpu' or 'gpu:0'")
        kind = {"cuda": "gpu"}.get(match[1], match[1])
        index = int(match[2] or 0)
        single = kind == "meta" or (kind == "cpu" and index == 0)
        known = _KNOWN[device] = str.__new__(Device, kind if single else f"{kind}:{index}")
    return known


def _from_native(device: Any) -> Device:
    from aikit import backend_handler

    for backend in backend_handler.loaded_backends():
        name = backend.as_aikit_dev(device) if backend.name != "numpy" and backend.is_native_device(device) else None
        if name is not None:
            return as_device(name)
    raise AikitDeviceError(f"{device!r} is not a device; use a name such as 'cpu' or 'gpu:0'")


SETTING = Setting("default_device", as_device("cpu"))


@constant_under_trace
def default_device_name() -> str:
    """The device on which arrays are made where none is given; ``"cpu"`` unless set.

    A plain string is the only sort of string that torch.compile takes for a constant.
    """
    return str.__str__(SETTING.get())
