"""Making arrays on NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.functional.backends.creation import as_int64, upper_triangle
from aikit.functional.rules.creation import SHORT, are_whole, checked_range_length, is_exact, is_short_range
from aikit.functional.rules.linear_algebra import clamped_diagonal

from ._dtypes import NAMES

__all__ = [
    "arange",
    "array",
    "asarray",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "native_array",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "triu_indices",
    "zeros",
    "zeros_like",
]


empty = np.empty
ones = np.ones
zeros = np.zeros


# not by the dtype, whose hash NumPy computes anew each time
_SHORT = {np.dtype(name).char: limit for name, limit in SHORT.items()}


def arange(
    start: float, /, stop: float | None = None, step: float = 1, *, dtype: np.dtype, device: Any = None
) -> np.ndarray:
    start, stop = (0, start) if stop is None else (start, stop)
    if is_short_range(start, stop, step, _SHORT.get(dtype.char, 0)):
        return np.arange(start, stop, step, dtype=dtype)
    name = NAMES[dtype]
    count = checked_range_length(start, stop, step, name)
    if is_exact(start, step, count, name):
        return np.arange(int(start), int(start + count * step), int(step), dtype=dtype)
    if dtype.kind in "iu" and are_whole(start, stop, step):
        # modulo 2**64, so that all of uint64 can be reached
        return (np.arange(count) * as_int64(step) + as_int64(start)).astype(dtype)
    numbers = _multiples(float(step), count)
    numbers += float(start)
    return numbers.astype(dtype, copy=False)


def _multiples(step: float, count: int) -> np.ndarray:
    """The products of `step` and 0, 1, ... in float64."""
    end = (count - 0.5) * step
    # a range that starts at 0 has these in one pass
    return np.arange(0.0, end, step) if np.isfinite(end) else np.arange(count) * step


def asarray(obj: np.ndarray, /, *, dtype: np.dtype, device: Any = None, copy: bool | None = None) -> np.ndarray:
    return np.asarray(obj, dtype=dtype, copy=copy)


def empty_like(x: np.ndarray, /, *, dtype: np.dtype, device: Any = None) -> np.ndarray:
    return np.empty_like(x, dtype=dtype)


def eye(n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: np.dtype, device: Any = None) -> np.ndarray:
    return np.eye(n_rows, n_cols, k=k, dtype=dtype)


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> np.ndarray:
    if isinstance(x, np.ndarray):
        return x.copy() if copy else x
    if copy:
        return np.from_dlpack(x).copy()  # not every library makes the copy itself
    return np.from_dlpack(x, copy=copy)


def full(shape: Any, fill_value: Any, *, dtype: np.dtype, device: Any = None) -> np.ndarray:
    # in a third of the time of np.full
    made = np.empty(shape, dtype)
    made.fill(fill_value)
    return made


def full_like(x: np.ndarray, /, fill_value: Any, *, dtype: np.dtype, device: Any = None) -> np.ndarray:
    return np.full(x.shape, fill_value, dtype=dtype)


def linspace(
    start: Any, stop: Any, /, num: int, *, dtype: np.dtype, device: Any = None, endpoint: bool = True
) -> np.ndarray:
    return np.linspace(start, stop, num, endpoint=endpoint).astype(dtype, copy=False)


def meshgrid(*arrays: np.ndarray, indexing: Any = "xy") -> tuple[np.ndarray, ...]:
    if any(x.ndim > 1 for x in arrays):
        raise ValueError("an array has more than one dimension")  # NumPy would flatten it
    return tuple(np.meshgrid(*arrays, indexing=indexing))


def ones_like(x: np.ndarray, /, *, dtype: np.dtype, device: Any = None) -> np.ndarray:
    return np.ones(x.shape, dtype=dtype)


def tril(x: np.ndarray, /, *, k: int = 0) -> np.ndarray:
    _at_least_two(x)
    return np.tril(x, clamped_diagonal(k, x.shape))


def triu(x: np.ndarray, /, *, k: int = 0) -> np.ndarray:
    _at_least_two(x)
    return np.triu(x, clamped_diagonal(k, x.shape))


def triu_indices(
    n_rows: int, n_cols: int | None = None, k: int = 0, /, *, device: Any = None
) -> tuple[np.ndarray, ...]:
    return upper_triangle(n_rows, n_cols, k)


def _at_least_two(x: np.ndarray) -> None:
    if x.ndim < 2:
        raise ValueError("fewer than two dimensions")  # NumPy would broadcast a vector to a matrix


def zeros_like(x: np.ndarray, /, *, dtype: np.dtype, device: Any = None) -> np.ndarray:
    return np.zeros(x.shape, dtype=dtype)


array = native_array = asarray
