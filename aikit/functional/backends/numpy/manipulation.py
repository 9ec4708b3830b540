"""Shapes on NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from aikit.core.shapes import require_size
from aikit.functional.rules.manipulation import require_repeats, shift_of_each

from ._axes import check_axis


def broadcast_arrays(*arrays: np.ndarray) -> tuple[np.ndarray, ...]:
    return np.broadcast_arrays(*arrays)


def broadcast_to(x: np.ndarray, /, shape: Any) -> np.ndarray:
    return np.broadcast_to(x, shape)


def concat(arrays: Sequence[np.ndarray], /, *, axis: int | None = 0) -> np.ndarray:
    return np.concatenate(arrays, axis=axis)


def expand_dims(x: np.ndarray, /, axis: Any) -> np.ndarray:
    return np.expand_dims(x, axis)


def flip(x: np.ndarray, /, *, axis: Any = None) -> np.ndarray:
    return np.asarray(np.flip(x, axis))


def moveaxis(x: np.ndarray, source: Any, destination: Any, /) -> np.ndarray:
    return np.moveaxis(x, source, destination)


def permute_dims(x: np.ndarray, /, axes: Sequence[int]) -> np.ndarray:
    return np.transpose(x, axes)


def repeat(x: np.ndarray, repeats: Any, /, *, axis: int | None = None) -> np.ndarray:
    check_axis(x, axis)
    if isinstance(repeats, int):
        require_size(x.size, repeats)  # NumPy counts in 64 bits, and writes beyond what it has
    else:
        require_repeats(x.shape, axis, repeats)
    return np.repeat(x, repeats, axis=axis)


def reshape(x: np.ndarray, /, shape: Any, *, copy: bool | None = None) -> np.ndarray:
    if any(length < -1 for length in (shape if isinstance(shape, tuple) else (shape,))):
        raise ValueError("a negative length")  # NumPy takes it for the unknown one
    return np.reshape(x, shape, copy=copy)


def roll(x: np.ndarray, /, shift: Any, *, axis: Any = None) -> np.ndarray:
    shift = shift_of_each("roll", shift, axis)  # NumPy would broadcast them
    if shift == ():
        return x.copy()  # NumPy fails
    return np.roll(x, shift, axis=axis)


def squeeze(x: np.ndarray, /, axis: Any) -> np.ndarray:
    check_axis(x, axis)
    return np.squeeze(x, axis)


def stack(arrays: Sequence[np.ndarray], /, *, axis: int = 0) -> np.ndarray:
    return np.stack(arrays, axis=axis)


def tile(x: np.ndarray, repetitions: Sequence[int], /) -> np.ndarray:
    require_size(x.size, *repetitions)
    return np.tile(x, repetitions)


def unstack(x: np.ndarray, /, *, axis: int = 0) -> tuple[np.ndarray, ...]:
    rows = np.moveaxis(x, axis, 0)
    return tuple(rows[i, ...] for i in range(rows.shape[0]))
