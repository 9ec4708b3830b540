"""What `aikit.traits` asks of JAX."""

from __future__ import annotations

import math
from typing import Any

import jax

from .core import is_traced

__all__ = ["access", "is_spec", "known_shape", "strides"]


def is_spec(x: object, /) -> bool:
    return isinstance(x, (jax.ShapeDtypeStruct, jax.core.ShapedArray))


def known_shape(x: Any, /) -> tuple[int | None, ...]:
    """What a trace or a specification fixes; a length that it leaves open is no int."""
    fixed = is_spec(x) or is_traced(x)
    return tuple(n if type(n) is int and fixed else None for n in x.shape)


def strides(x: jax.Array, /) -> tuple[int, ...] | None:
    """Those of the order in which XLA keeps the dimensions; it may cut what is on an accelerator into tiles."""
    layout = x.format.layout
    if layout is None or layout.tiling or not x.is_fully_addressable or len(x.sharding.device_set) > 1:
        return None
    order = layout.major_to_minor
    return tuple(math.prod(x.shape[one] for one in order[order.index(at) + 1 :]) for at in range(x.ndim))


def access(x: jax.Array, /) -> str:
    on_cpu = x.is_fully_addressable and all(device.platform == "cpu" for device in x.sharding.device_set)
    return "pointer" if on_cpu else "accelerator"
