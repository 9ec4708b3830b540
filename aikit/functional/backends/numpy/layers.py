"""Layers of neural networks on NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aikit.functional.backends import convolutions
from aikit.functional.rules import convolutions as rules

from ._dtypes import HALF


def conv_general_dilated(
    x: np.ndarray, filters: np.ndarray, strides: Any, padding: Any, /, *, bias: np.ndarray | None, **options: Any
) -> np.ndarray:
    one = rules.convolution("conv_general_dilated", x, filters, strides, padding, bias=bias, **options)
    return _computed(convolutions.convolution, x, filters, one, bias, options)


def conv_general_transpose(
    x: np.ndarray, filters: np.ndarray, strides: Any, padding: Any, /, *, bias: np.ndarray | None, **options: Any
) -> np.ndarray:
    one = rules.transposed("conv_general_transpose", x, filters, strides, padding, bias=bias, **options)
    return _computed(convolutions.transposed, x, filters, one, bias, options)


def _computed(
    compute: Callable[..., np.ndarray],
    x: np.ndarray,
    filters: np.ndarray,
    one: Any,
    bias: np.ndarray | None,
    options: dict[str, Any],
) -> np.ndarray:
    """What `compute` makes of the arrays; of 16 bits in float32, so that there is one rounding."""
    dtype = x.dtype
    wide = np.dtype("float32") if dtype in HALF else dtype
    x, filters = x.astype(wide, copy=False), filters.astype(wide, copy=False)
    bias = None if bias is None else bias.astype(wide, copy=False)
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        return convolutions.laid_out(np, compute, x, filters, one, bias, **options).astype(dtype, copy=False)
