"""Moving between devices, and what is known of accelerators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax

from .core import as_native_dev

__all__ = ["memory_of_device", "to_device"]


def to_device(x: jax.Array, device: Any, /) -> jax.Array:
    """`x` on `device`; `x` itself where it is there already."""
    return jax.device_put(x, device)


def memory_of_device(name: str, /) -> Mapping[str, int]:
    # `bytes_limit` is what this process may take, which is less than the device has
    said = as_native_dev(name).memory_stats() or {}
    reserved = said.get("pool_bytes", said.get("bytes_in_use"))
    return {} if reserved is None else {"used_by_process": reserved}
