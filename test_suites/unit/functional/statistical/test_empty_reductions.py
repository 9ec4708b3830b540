"""Averages and spreads of too few elements: NaN, as the standard has it, and no warning, on every backend."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit

NAMES = ("mean", "var", "std")


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32", "float64"])
@pytest.mark.parametrize("name", NAMES)
def test_no_elements(name: str, dtype: str, xp: Any) -> None:
    function = getattr(xp, name)
    x = xp.ones((0, 3), dtype=dtype)
    for axis, keepdims, shape in [(None, False, ()), (0, False, (3,)), (0, True, (1, 3)), ((0, 1), True, (1, 1))]:
        result = function(x, axis=axis, keepdims=keepdims)
        assert (result.shape, result.dtype) == (shape, dtype)
        assert aikit.all(aikit.isnan(result))
        if name != "mean":
            assert aikit.all(aikit.isnan(function(x, axis=axis, keepdims=keepdims, correction=-1)))
    assert function(x, axis=1).shape == (0,)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_no_complex_elements(dtype: str, xp: Any) -> None:
    for axis in (None, 0):
        result = xp.mean(xp.ones((0, 3), dtype=dtype), axis=axis)
        assert result.dtype == dtype
        assert aikit.all(aikit.isnan(aikit.real(result)))
        assert aikit.all(aikit.isnan(aikit.imag(result)))


@pytest.mark.parametrize("correction", [2, 2.5, 7])
@pytest.mark.parametrize("name", ["var", "std"])
def test_no_degrees_of_freedom(name: str, correction: float, xp: Any) -> None:
    for dtype in ("float32", "int32"):
        x = xp.asarray([[1, 2], [3, 3]], dtype=dtype)
        assert np.isnan(np.asarray(getattr(xp, name)(x, axis=1, correction=correction))).all()
        assert np.isfinite(np.asarray(getattr(xp, name)(x, axis=1, correction=1.5))).all()


def test_an_axis_that_is_not_there(xp: Any) -> None:
    for name in NAMES:
        with pytest.raises(aikit.AikitAxisError, match=name):
            getattr(xp, name)(xp.ones((0, 3)), axis=2)
