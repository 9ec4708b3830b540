"""Devices: torch calls the first CUDA device "cuda:0", aikit "gpu:0"."""

from __future__ import annotations

import torch

from aikit.exceptions import AikitDeviceError
from aikit.settings import constant_under_trace


def dev(x: torch.Tensor) -> torch.device:
    """The device of `x`."""
    return x.device


@constant_under_trace
def devices() -> list[str]:
    """The names of the devices there are; arrays on "meta" have a shape and a dtype, and no values."""
    return ["cpu", *(f"gpu:{index}" for index in range(torch.cuda.device_count())), "meta"]


def as_native_dev(name: str) -> torch.device:
    """The torch device of that name."""
    if name == "gpu":
        name = "gpu:0"
    if name not in devices():
        raise AikitDeviceError(f"there is no device {name!r} for torch; use one of {', '.join(devices())}")
    return torch.device(name.replace("gpu", "cuda"))


def as_aikit_dev(native: torch.device) -> str:
    """The name of a torch device."""
    if native.type == "cuda":
        return f"gpu:{torch.cuda.current_device() if native.index is None else native.index}"
    return str(native)


def to_device(x: torch.Tensor, device: torch.device) -> torch.Tensor:
    """`x` on `device`: itself where it is there already."""
    return x.to(device)


def is_native_device(device: object) -> bool:
    """Whether `device` is a device of torch."""
    return isinstance(device, torch.device)
