"""Shapes on NumPy."""

from __future__ import annotations

import itertools
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


def constant_pad(x: np.ndarray, /, widths: tuple[tuple[int, int], ...], *, value: Any) -> np.ndarray:
    shape = tuple(length + sum(pair) for length, pair in zip(x.shape, widths, strict=True))
    require_size(*shape)
    result = np.full(shape, value, x.dtype)
    result[tuple(slice(pair[0], pair[0] + length) for length, pair in zip(x.shape, widths, strict=True))] = x
    return result


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


def split(
    x: np.ndarray, /, *, copy: bool | None, num_or_size_splits: tuple[int, ...], axis: int, with_remainder: bool
) -> tuple[np.ndarray, ...]:
    lengths = num_or_size_splits
    rows = np.moveaxis(x, axis, 0)
    ends = tuple(itertools.accumulate(lengths))
    parts = (np.moveaxis(rows[end - length : end], 0, axis) for length, end in zip(lengths, ends, strict=True))
    return tuple(part.copy() if copy else part for part in parts)


def squeeze(x: np.ndarray, /, axis: Any) -> np.ndarray:
    check_axis(x, axis)
    return np.squeeze(x, axis)


def stack(arrays: Sequence[np.ndarray], /, *, axis: int = 0) -> np.ndarray:
    return np.stack(arrays, axis=axis)


def swapaxes(x: np.ndarray, axis0: int, axis1: int, /, *, copy: bool | None = None) -> np.ndarray:
    result = np.swapaxes(x, axis0, axis1)
    return result.copy() if copy else result


def tile(x: np.ndarray, repetitions: Sequence[int], /) -> np.ndarray:
    require_size(x.size, *repetitions)
    return np.tile(x, repetitions)


def unstack(x: np.ndarray, /, *, axis: int = 0) -> tuple[np.ndarray, ...]:
    rows = np.moveaxis(x, axis, 0)
    return tuple(rows[i, ...] for i in range(rows.shape[0]))
