"""Pooling on NumPy, which has none."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from aikit.functional.backends import pooling
from aikit.functional.rules import pooling as rules

from ._dtypes import HALF

__all__ = ["avg_pool1d", "avg_pool2d", "avg_pool3d", "max_pool1d", "max_pool2d", "max_pool3d"]


def _max_pool(name: str, x: np.ndarray, kernel: Any, strides: Any, padding: Any, /, **options: Any) -> np.ndarray:
    one, _ = rules.pooling(name, x, kernel, strides, padding, **options)
    nothing = -np.inf if x.dtype.kind not in "iu" else np.iinfo(x.dtype).min
    result = pooling.reduced(np, np.maximum, nothing, x, one)
    return result.copy() if set(one.kernel) == {1} else result  # which would be a view of `x`


def _avg_pool(name: str, x: np.ndarray, kernel: Any, strides: Any, padding: Any, /, **options: Any) -> np.ndarray:
    one, by = rules.averaging(name, x, kernel, strides, padding, **options)
    wide = np.dtype("float32") if x.dtype in HALF else x.dtype
    with np.errstate(all="ignore"):
        sums = pooling.reduced(np, np.add, 0, x.astype(wide, copy=False), one)
        divisors = pooling.divisors(lambda numbers, shape: np.asarray(numbers, wide).reshape(shape), by, one)
        return (sums / divisors).astype(x.dtype, copy=False)


max_pool1d, max_pool2d, max_pool3d = (functools.partial(_max_pool, f"max_pool{dims}d") for dims in (1, 2, 3))
avg_pool1d, avg_pool2d, avg_pool3d = (functools.partial(_avg_pool, f"avg_pool{dims}d") for dims in (1, 2, 3))
