"""Keys of every kind for an array of three dimensions, and what they are held against."""

from __future__ import annotations

from typing import Any

import numpy as np

SHAPE = (4, 3, 5)
HOST = np.arange(60, dtype=np.float32).reshape(SHAPE)
MASK = HOST % 3 == 1
I = np.asarray

KEYS: dict[str, Any] = {
    "int": 1,
    "negative int": -1,
    "ints": (1, -1, 2),
    "NumPy int": np.int64(2),
    "slice": slice(1, 3),
    "open slice": slice(None),
    "slice out of range": slice(-10, 10),
    "empty slice": slice(3, 1),
    "step": slice(None, None, 2),
    "negative step": slice(None, None, -1),
    "negative step, bounds": slice(3, 0, -2),
    "step beyond 64 bits": slice(1, None, 2**70),
    "negative step beyond 64 bits": slice(None, None, -(2**70)),
    "negative step, empty": slice(0, 3, -1),
    "slices": (slice(1, None), slice(None, None, -1), slice(None, None, 3)),
    "int and slice": (slice(None), 1, slice(1, -1)),
    "ellipsis": ...,
    "ellipsis, int": (..., 1),
    "int, ellipsis": (1, ...),
    "int, ellipsis, slice": (1, ..., slice(None, None, -2)),
    "None": None,
    "None, int": (None, 1),
    "int, None, slice": (1, None, slice(0, 2), None),
    "ellipsis, None": (..., None),
    "nothing": (),
    "list": [0, 2],
    "list with negative": [-1, 0, -1],
    "empty list": [],
    "array": I([3, 1, 1]),
    "2-d array": I([[0, 1], [2, 3]]),
    "0-d array": I(2),
    "uint8 array": I([0, 3], np.uint8),
    "int64 array": I([0, 3], np.int64),
    "two arrays": (I([0, 1]), I([2, 0])),
    "arrays that broadcast": (I([[0], [3]]), I([2, 0, 1])),
    "three arrays": (I([0, 1]), I([2, 0]), I([4, 4])),
    "array, slice": (I([0, 1]), slice(1, 3)),
    "slice, array": (slice(1, 3), I([0, 2])),
    "slice, array, slice": (slice(None, None, -1), I([[0, 2]]), slice(0, 2)),
    "arrays apart": (I([0, 1]), slice(0, 2), I([2, 0])),
    "array and int apart": (1, slice(0, 2), I([2, 0])),
    "array and int together": (I([0, 1]), 1),
    "array, None, array": (I([0, 1]), None, I([2, 0])),
    "array, ellipsis, array": (I([0, 1]), ..., I([2, 0])),
    "None, array": (None, I([0, 1])),
    "ellipsis, array": (..., I([0, 1])),
    "mask": MASK,
    "mask of first": I([True, False, True, False]),
    "mask of two": I([[True, False, True]] * 4),
    "mask of last": (slice(None), slice(None), I([True, False, True, False, False])),
    "mask of middle": (0, I([True, False, True])),
    "mask of nothing": np.zeros(SHAPE, bool),
    "mask of all": np.ones(SHAPE, bool),
    "mask and int": (I([True, False, True, False]), 1),
    "mask and array": (I([True, False, True, False]), I([0, 2])),
    "mask, slice, array": (I([True, False, True, False]), slice(0, 2), I([0, 2])),
    "list mask": [True, False, False, True],
    "empty selection": (slice(2, 2), 1),
    "empty array": (slice(None), np.zeros((0, 2), int)),
    "arrays around an ellipsis of nothing": (None, -2, I([-2, 2]), ..., 3),
    "int, ellipsis of nothing, array": (1, I([0, 2]), slice(None), ..., None),
    "mask, ellipsis of nothing, int": (I([[True, False, True]] * 4), ..., 3),
    "ellipsis, mask": (..., I([True, False, True, False, True])),
}


def on_backend(key: Any, xp: Any) -> Any:
    """The key with its ndarrays as Arrays of the backend."""
    if isinstance(key, tuple):
        return tuple(on_backend(part, xp) for part in key)
    return xp.asarray(key) if isinstance(key, np.ndarray) else key


def same(x: Any, expected: np.ndarray) -> None:
    expected = np.asarray(expected)
    assert x.shape == expected.shape
    np.testing.assert_array_equal(np.asarray(x), expected)
