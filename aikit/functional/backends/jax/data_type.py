"""Data types: casting, and what is known of them without a framework."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax import lax

from aikit.functional.rules.data_type import can_cast, dtype, finfo, iinfo, result_type

from .core import converted, copied, require_available

__all__ = ["astype", "can_cast", "dtype", "finfo", "iinfo", "result_type"]


def astype(x: jax.Array, dtype: np.dtype[Any], /, *, copy: bool = True, device: Any = None) -> jax.Array:
    require_available(dtype)
    if dtype == np.bool_ and x.dtype.kind == "c":
        x = _is_not_zero(x)  # JAX looks at the real part alone
    elif x.dtype != dtype or x.weak_type:
        x = converted(x, new_dtype=dtype)
    elif copy:
        x = copied(x)
    return x if device is None else jax.device_put(x, device)


_is_not_zero = jax.jit(lambda x: lax.ne(x, lax.full_like(x, 0)))
