"""Groups of dtypes that JAX treats in a way of their own."""

from __future__ import annotations

from aikit.dtypes import DTYPES

from .core import native_dtypes

INTEGERS = tuple(native_dtypes[name] for name, dtype in DTYPES.items() if dtype.kind in "iu")
HALF = (native_dtypes["bfloat16"], native_dtypes["float16"])
COMPLEX = (native_dtypes["complex64"], native_dtypes["complex128"])
