"""Devices: one canonical name on all backends, and the default device."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from aikit.core.named import Named
from aikit.core.settings import Setting, constant_under_trace
from aikit.exceptions import AikitDeviceError

# with what TensorFlow writes before it: "/CPU:0", "/device:GPU:0", "/job:localhost/replica:0/task:0/device:CPU:0"
_NAME = re.compile(r"(?:/|/.*/|(?:/.*)?/?device:)?(cpu|gpu|cuda|tpu|mps|xpu|meta)(?::(\d+))?")


class Device(Named):
    """A device: ``Device("gpu:0")``. Equal to, and hashing as, its canonical name, but no string.

    There is one object of each name. ``"cuda:0"`` is accepted for ``"gpu:0"``, and ``"gpu"`` too; the first CPU device is
    ``"cpu"``.

    Attributes
    ----------
    name : the canonical name: ``"cpu"``, ``"gpu:0"``, ``"tpu:0"``, ``"meta"``.
    kind : ``"cpu"``, ``"gpu"`` and so on.
    index : which device of its kind, from 0.
    """

    __slots__ = ("index", "kind")

    index: int
    kind: str

    def __new__(cls, device: Any) -> Device:
        return as_device(device)

    def __repr__(self) -> str:
        return f"aikit.Device({self.name!r})"


_KNOWN: dict[str, Device] = {}
"""Every device that was asked for, by its canonical name and by the others that it was called."""


_NATIVE: dict[str, tuple[Callable[[Any], bool], Callable[[Any], str | None]]] = {}
"""The name of a loaded framework -> what recognises its devices, and what names them."""


def register_native_devices(
    framework: str, is_native: Callable[[Any], bool], name_of: Callable[[Any], str | None]
) -> None:
    """Let `as_device` take the devices of a framework."""
    _NATIVE[framework] = is_native, name_of


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
        name = kind if single else f"{kind}:{index}"
        known = _KNOWN.setdefault(name, Device._make(name=name, kind=kind, index=index))
        _KNOWN[device] = known
    return known


def _from_native(device: Any) -> Device:
    for is_native, name_of in _NATIVE.values():
        name = name_of(device) if is_native(device) else None
        if name is not None:
            return as_device(name)
    raise AikitDeviceError(f"{device!r} is not a device; use a name such as 'cpu' or 'gpu:0'")


SETTING = Setting("default_device", as_device("cpu"))


@constant_under_trace
def default_device_name() -> str:
    """The device on which arrays are made where none is given; ``"cpu"`` unless set.

    torch.compile takes a string for a constant.
    """
    return SETTING.get().name
