"""Moving between devices."""

from __future__ import annotations

from typing import Any

import jax

__all__ = ["to_device"]


def to_device(x: jax.Array, device: Any, /) -> jax.Array:
    """`x` on `device`; `x` itself where it is there already."""
    return jax.device_put(x, device)
