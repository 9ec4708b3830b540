"""Creation of arrays from numbers and from other arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.numerics import wide
from pytest_aikit.numerics.promotion import DEFAULTS, numpy_dtype


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


def frombuffer(buffer: Any, dtype: str | None, count: int, offset: int) -> np.ndarray:
    """Element by element, by the standard library where it knows the format."""
    name = dtype or DEFAULTS[float]
    size = numpy_dtype(name).itemsize
    number = (len(buffer) - offset) // size if count == -1 else count
    parts = [bytes(buffer[offset + size * place : offset + size * (place + 1)]) for place in range(number)]
    if name == "bool":
        return np.array([part != b"\0" for part in parts], bool)
    return np.array([np.frombuffer(part, numpy_dtype(name))[0] for part in parts], numpy_dtype(name))


def logspace(
    start: Any, stop: Any, num: int, *, base: float, axis: int, endpoint: bool, dtype: Any, device: Any
) -> np.ndarray:
    return np.moveaxis(wide.number(base) ** _exponents(start, stop, num, endpoint), -1, axis)


def scale_of_logspace(
    start: Any, stop: Any, num: int, *, base: float, axis: int, endpoint: bool, dtype: Any, device: Any
) -> np.ndarray:
    """By what an exponent that is off by its greatest magnitude changes the power."""
    powers = np.abs(wide.number(base) ** _exponents(start, stop, num, endpoint))
    greatest = np.maximum(np.abs(start), np.abs(stop))[..., None]
    return np.moveaxis(powers * (1 + greatest * abs(np.log(base))), -1, axis)


def _exponents(start: Any, stop: Any, num: int, endpoint: bool) -> np.ndarray:
    parts = max(num - 1 if endpoint else num, 1)
    steps = np.arange(num)
    return (np.asarray(start)[..., None] * (parts - steps) + np.asarray(stop)[..., None] * steps) / parts


def one_hot(
    indices: np.ndarray, depth: int, *, on_value: Any, off_value: Any, axis: int | None, dtype: Any, device: Any
) -> np.ndarray:
    on, off = 1 if on_value is None else on_value, 0 if off_value is None else off_value
    found = np.full((*indices.shape, depth), off, np.result_type(type(on), type(off)))
    for place in np.ndindex(indices.shape):
        if 0 <= indices[place] < depth:
            found[(*place, int(indices[place]))] = on
    return np.moveaxis(found, -1, -1 if axis is None else axis)


def triu_indices(n_rows: int, n_cols: int | None, k: int, *, device: Any) -> list[np.ndarray]:
    columns = n_rows if n_cols is None else n_cols
    places = [(i, j) for i in range(n_rows) for j in range(columns) if j - i >= k]
    return [np.array([place[axis] for place in places], np.int64) for axis in range(2)]
