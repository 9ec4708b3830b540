"""Creation of arrays from numbers and from other arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.numerics import wide


def arange(start: Any, stop: Any, step: Any, *, dtype: Any, device: Any) -> Any:
    if stop is None:
        start, stop = 0, start
    count = max(0, int(np.ceil((stop - start) / step)))
    return wide.number(start) + wide.number(step) * np.arange(count)


def linspace(start: Any, stop: Any, num: int, *, dtype: Any, device: Any, endpoint: bool) -> Any:
    start, stop = wide.number(start), wide.number(stop)
    parts = max(num - 1, 1) if endpoint else max(num, 1)
    values = start + (stop - start) * (np.arange(num) / wide.number(parts))
    if endpoint and num > 1:
        values[-1] = stop
    return values


def itself(x: Any, *args: Any, **kwargs: Any) -> Any:
    """The argument itself: a copy or a conversion changes no value."""
    return np.asarray(x)


def scale_of_linspace(start: Any, stop: Any, num: int, **kwargs: Any) -> Any:
    return max(abs(start), abs(stop))
