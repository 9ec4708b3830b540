"""Sorting on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from .core import native_dtypes

_NOT_SORTED = (native_dtypes["bfloat16"], native_dtypes["float16"])


def sort_keys(x: np.ndarray) -> np.ndarray:
    """`x` in a dtype that holds its values and sorts them.

    bfloat16's own comparison does not put NaN last. NumPy's kernel for float16 and AVX-512 (2.4.6 on Ice Lake) now and
    then exchanges values of long arrays with many ties for others.
    """
    return x.astype(np.float32) if x.dtype in _NOT_SORTED else x


def argsort(x: np.ndarray, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> np.ndarray:
    kind: Any = "stable" if stable else None
    x = sort_keys(x)
    if x.ndim == 0:
        raise ValueError("no axis to sort along")  # NumPy takes it for a vector of one element
    if not descending:
        return np.argsort(x, axis=axis, kind=kind)
    # The stable descending order is the reversed stable ascending order of the reversed array.
    order = np.flip(np.argsort(np.flip(x, axis), axis=axis, kind=kind), axis)
    return x.shape[axis] - 1 - order


def has_both_zeros(x: np.ndarray) -> bool:
    """Whether some of the floats are equal and can be told apart: zeros of both signs."""
    signs = np.signbit(x[x == 0]) if x.dtype.kind == "f" else x[:0]
    return bool(signs.any()) and not signs.all()


def sort(x: np.ndarray, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> np.ndarray:
    keys = sort_keys(x)
    # an order that is not stable takes a tenth of the time
    kind: Any = "stable" if stable and has_both_zeros(keys) else None
    keys = np.flip(keys, axis) if descending else keys  # as in argsort, for the order of zeros
    ordered = np.sort(keys, axis=axis, kind=kind).astype(x.dtype, copy=False)
    return np.flip(ordered, axis) if descending else ordered
