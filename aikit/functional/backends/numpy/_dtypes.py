"""Groups of dtypes that NumPy treats in a way of their own."""

from __future__ import annotations

from aikit.dtypes import DTYPES

from .core import native_dtypes

HALF = (native_dtypes["bfloat16"], native_dtypes["float16"])
FLOATS = (*HALF, native_dtypes["float32"], native_dtypes["float64"])
COMPLEX = (native_dtypes["complex64"], native_dtypes["complex128"])
NAMES = {native: name for name, native in native_dtypes.items()}
INTEGERS = tuple(native_dtypes[name] for name, dtype in DTYPES.items() if dtype.kind in "iu")
SIGNED = tuple(dtype for dtype in INTEGERS if dtype.kind == "i")
