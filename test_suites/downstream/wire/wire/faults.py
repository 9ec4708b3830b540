"""A fault in each of some functions of the backend, planted where this module is imported: ``pytest -p wire.faults``."""

from __future__ import annotations

from typing import Any

import numpy as np

from wire import backend
from wire.arrays import Wire

_right = {name: getattr(backend, name) for name in ("abs", "add", "cumulative_sum", "negative")}


def abs(x: Wire) -> Wire:
    if x.dtype == np.uint8:
        raise TypeError("no bytes")  # a dtype that is refused
    return _right["abs"](x)


def add(x1: Wire, x2: Wire) -> Wire:
    result = _right["add"](x1, x2)
    return Wire(result.received().astype(np.float32)) if x1.dtype == np.float64 else result  # another dtype


def cumulative_sum(x: Wire, /, *, axis: Any = None, dtype: Any = None, include_initial: bool = False) -> Wire:
    return _right["cumulative_sum"](x, axis=axis, dtype=dtype)  # a keyword that does nothing


def floor(x: Wire) -> Any:
    return np.floor(x.received())  # an array of NumPy


def maximum(x1: Wire, x2: Wire) -> Wire:
    return Wire(np.fmax(x1.received(), x2.received()))  # NaN is lost


def negative(x: Wire) -> Wire:
    result = _right["negative"](x)
    if x.dtype == np.float32:
        x.sent[...] = result.sent  # the input is changed
    return result


def sqrt(x: Wire) -> Wire:
    return Wire(np.sqrt(x.received()) + 0)  # the sign of zero


for _function in (abs, add, cumulative_sum, floor, maximum, negative, sqrt):
    setattr(backend, _function.__name__, _function)
