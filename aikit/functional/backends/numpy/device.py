"""Devices on NumPy: there is the CPU."""

from __future__ import annotations

import numpy as np

from aikit.exceptions import AikitDeviceError


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


def to_device(x: np.ndarray, device: str, /) -> np.ndarray:
    return x
