"""What a written value must fit, and which indices are out of range: the same on every backend, also where nothing is selected."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest
from helpers.index_keys import HOST, KEYS, on_backend, same

import aikit

I = np.asarray


def value_shapes(selected: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Shapes that fit the selection, and such that do not."""
    ones = tuple(1 for _ in selected)
    related = {selected, (1, *selected), (1, 1, *selected), (2, *selected), selected[-1:], selected[1:], ones}
    return related | {(1,), (3,), (7,), (0,), (1, 0), (2, 1)}


def fits(shape: tuple[int, ...], selected: tuple[int, ...]) -> bool:
    surplus = max(len(shape) - len(selected), 0)
    pairs = zip(reversed(shape), reversed(selected), strict=False)
    return all(length == 1 for length in shape[:surplus]) and all(one in (1, length) for one, length in pairs)


@pytest.mark.parametrize(
    "name",
    [
        "int", "slice", "empty slice", "negative step", "ints", "None, int", "empty list", "empty array", "array",
        "arrays apart", "empty selection", "mask", "mask of first", "mask of nothing", "mask of all", "mask and int",
        "mask of two", "mask of last", "arrays around an ellipsis of nothing",
    ],
)  # fmt: skip
def test_a_value_must_broadcast_to_the_selection(name: str, xp: Any) -> None:
    key = KEYS[name] if name != "arrays around an ellipsis of nothing" else (I([0, 2]), 1, ..., 3)
    selected = HOST[key].shape
    for shape in value_shapes(selected):
        x, value = xp.asarray(HOST), np.full(shape, -2, np.float32)
        if fits(shape, selected):
            x[on_backend(key, xp)] = xp.asarray(value)
            expected = HOST.copy()
            expected[key] = value.reshape(shape[max(len(shape) - len(selected), 0) :])
            same(x, expected)
        else:
            with pytest.raises(aikit.AikitBroadcastShapeError, match="does not broadcast to the selection"):
                x[on_backend(key, xp)] = xp.asarray(value)
            same(x, HOST)


@pytest.mark.parametrize(
    ("shape", "key"),
    [
        ((3, 0), [5]),
        ((3, 0), (slice(None), [0])),
        ((3, 3), ([5], slice(0, 0))),
        ((3, 3), (I([5]), np.zeros(0, int))),
        ((0, 3), [0]),
        ((3, 3), (np.zeros((0, 1), int), I([7, 8]))),
        ((3, 3, 0), (I([0]), I([-4]))),
        ((3, 4), (I([7, 8]), ..., I([0, 1]))),
        ((3, 4), (..., I([7, 8]))),
        ((3, 4), (I([0]), ..., I([-5]))),
        ((3, 4), (I([1, 2, 0]), ..., I([0, 1]))),
    ],
)
def test_indices_out_of_range(shape: tuple[int, ...], key: Any, xp: Any) -> None:
    x = xp.zeros(shape)
    with pytest.raises(aikit.AikitIndexError, match=r"out of range|do not broadcast"):
        x[on_backend(key, xp)]
    with pytest.raises(aikit.AikitIndexError, match=r"out of range|do not broadcast"):
        x[on_backend(key, xp)] = 1.0
    same(x, np.zeros(shape))


def test_take_out_of_range_of_nothing(xp: Any) -> None:
    x = xp.zeros((3, 0))
    with pytest.raises(aikit.AikitIndexError):
        xp.take(x, xp.asarray([5]), axis=0)
    with pytest.raises(aikit.AikitIndexError):
        xp.take(x, xp.asarray([0]), axis=1)


@pytest.mark.parametrize("key", [[0, 3], [[-4], [0]]])
def test_numbers_in_a_list_are_out_of_range_under_a_trace(key: Any, xp: Any, backend: str) -> None:
    """They are known there, and compiled code would look at none, or at the nearest that there is."""

    def read(x: Any) -> Any:
        return xp.asarray(x)[key].data

    traced = {
        "jax": lambda: importlib.import_module("jax").jit(read),
        "tensorflow": lambda: importlib.import_module("tensorflow").function(read, autograph=False),
    }
    if backend not in traced:
        pytest.skip("its traces end in the same kernels, which look")
    with pytest.raises(aikit.AikitIndexError, match="out of range for dimension 0 of length 3"):
        traced[backend]()(xp.ones((3, 4)).data)
