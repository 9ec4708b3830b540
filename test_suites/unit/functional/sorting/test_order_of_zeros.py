"""Zeros of both signs are equal: a stable order leaves them as they were, of which the cells of `sort` say nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit


@pytest.mark.parametrize("descending", [False, True])
def test_sort_of_many(descending: bool, xp: Any) -> None:
    values = np.asarray([0.0, -0.0] * 20 + [1.0] * 20, "float32")
    got = aikit.to_numpy(aikit.sort(xp.asarray(values), descending=descending))
    ordered = values[np.argsort(-values if descending else values, kind="stable")]
    assert np.signbit(got).tolist() == np.signbit(ordered).tolist()


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_sort(dtype: str, descending: bool, xp: Any) -> None:
    values = [[0.0, -0.0, 1.0, -0.0, -1.0], [-0.0, 0.0, -1.0, 0.0, -0.0]]
    x = xp.asarray(values, dtype=dtype)
    for axis in (0, 1):
        got = aikit.to_numpy(aikit.astype(aikit.sort(x, axis=axis, descending=descending), "float32"))
        ordered = np.take_along_axis(
            np.asarray(values), np.argsort(-np.asarray(values) if descending else values, axis, kind="stable"), axis
        )
        assert got.tolist() == ordered.tolist()
        assert np.signbit(got).tolist() == np.signbit(ordered).tolist()
