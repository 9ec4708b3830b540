"""The dtypes of JAX and conversion between them.

JAX's dtypes are NumPy's (with bfloat16 from ml_dtypes). While its x64 switch is off, which is its default and the
user's to change, it replaces a 64-bit dtype by the 32-bit one; here such a dtype is an error instead.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from aikit.dtypes import DTYPES
from aikit.exceptions import AikitTypeError
from aikit.functional.rules.data_type import can_cast, dtype, finfo, iinfo, result_type

__all__ = [
    "as_native_dtype", "astype", "can_cast", "dtype", "finfo", "iinfo", "index_dtype", "native_dtypes", "result_type",
]  # fmt: skip

native_dtypes: dict[str, np.dtype[Any]] = {name: np.dtype(getattr(jnp, name)) for name in DTYPES}

INTEGERS = tuple(native_dtypes[name] for name, dtype in DTYPES.items() if dtype.kind in "iu")
HALF_PRECISION = (native_dtypes["bfloat16"], native_dtypes["float16"])
COMPLEX = (native_dtypes["complex64"], native_dtypes["complex128"])

_NEED_X64 = frozenset(native_dtypes[name] for name in ("int64", "uint64", "float64", "complex128"))


def require_available(dtype: np.dtype[Any]) -> None:
    """Raise where `dtype` needs 64 bits and JAX's x64 switch is off."""
    if dtype in _NEED_X64 and not jax.config.jax_enable_x64:  # type: ignore[attr-defined]
        raise AikitTypeError(
            f"{dtype} is not available: JAX's 64-bit dtypes are off, which is its default; call "
            'jax.config.update("jax_enable_x64", True) at the start of the program (or set JAX_ENABLE_X64=1), '
            "or use a 32-bit dtype"
        )


def as_native_dtype(name: str) -> np.dtype[Any]:
    """The native dtype called `name`; an `AikitTypeError` where it needs x64 and x64 is off."""
    dtype = native_dtypes[name]
    require_available(dtype)
    return dtype


def index_dtype() -> np.dtype[Any]:
    """int64, or int32 while x64 is off."""
    return native_dtypes["int64" if jax.config.jax_enable_x64 else "int32"]  # type: ignore[attr-defined]


copied = jax.jit(jnp.copy)
"""A copy in a buffer of its own, also inside a larger compiled function."""

converted = jax.jit(lax.convert_element_type, static_argnames="new_dtype")
"""`x` in another dtype, never weakly typed; `x` itself where nothing changes."""


def astype(x: jax.Array, dtype: np.dtype[Any], /, *, copy: bool = True, device: Any = None) -> jax.Array:
    require_available(dtype)
    if x.dtype != dtype or x.weak_type:
        x = converted(x, new_dtype=dtype)
    elif copy:
        x = copied(x)
    return x if device is None else jax.device_put(x, device)
