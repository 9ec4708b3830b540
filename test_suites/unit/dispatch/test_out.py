"""The argument `out`: the same object comes back, holding the result, or is unchanged after an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit
from aikit import AikitBackendException, AikitException, AikitTypeError, AikitValueError

CALLS = {
    "sin": lambda x, out: aikit.sin(x, out=out),
    "add": lambda x, out: aikit.add(x, x, out=out),
    "add a scalar": lambda x, out: aikit.add(1.0, x, out=out),
    "method": lambda x, out: x.exp(out=out),
    "where": lambda x, out: aikit.where(x > 0, x, -x, out=out),
    "clip": lambda x, out: aikit.clip(x, 0.0, 1.0, out=out),
    "reshape": lambda x, out: aikit.reshape(x, (3,), out=out),
    "concat": lambda x, out: aikit.concat([x[:1], x[1:]], out=out),
    "sort": lambda x, out: aikit.sort(x, descending=True, out=out),
    "cumulative_sum": lambda x, out: aikit.cumulative_sum(x, out=out),
    "take": lambda x, out: aikit.take(x, [2, 1, 0], out=out),
    "creation": lambda x, out: x.__array_namespace__().full(3, 7.0, out=out),
    "zeros_like": lambda x, out: aikit.zeros_like(x, out=out),
    "astype": lambda x, out: aikit.astype(x, "float32", out=out),
    "native input": lambda x, out: (
        aikit.sin(aikit.to_native(x), out=out) if x.backend != "numpy" else aikit.sin(x, out=out)
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_same_object_with_the_result(name: str, xp: Any) -> None:
    x = xp.asarray([0.5, -1.0, 2.0])
    expected = aikit.to_list(CALLS[name](x, None))
    out = xp.asarray([9.0, 9.0, 9.0])
    assert CALLS[name](x, out) is out
    assert aikit.to_list(out) == expected
    assert aikit.to_list(x) == [0.5, -1.0, 2.0]
    x[0] = 5.0
    out[1] = 8.0
    assert aikit.to_list(out)[0] == expected[0]
    assert aikit.to_list(x) == [5.0, -1.0, 2.0]


@pytest.mark.parametrize("name", CALLS)
def test_out_may_be_an_input(name: str, xp: Any) -> None:
    x = xp.asarray([0.5, -1.0, 2.0])
    expected = aikit.to_list(CALLS[name](x, None))
    held = aikit.to_native(x)
    assert CALLS[name](x, x) is x
    assert aikit.to_list(x) == expected
    assert aikit.to_list(aikit.to_aikit(held)) == [0.5, -1.0, 2.0]


def test_cast_within_the_kind(xp: Any) -> None:
    x = xp.asarray([1.5, 2.5])
    for dtype in ("float16", "bfloat16", "float64", "complex64"):
        out = xp.zeros(2, dtype=dtype)
        assert aikit.add(x, x, out=out) is out
        assert out.dtype == dtype
        assert aikit.to_list(out) == [3.0, 5.0]
    small = xp.zeros(2, dtype="int8")
    aikit.add(xp.asarray([1, 2]), 3, out=small)
    assert small.dtype == "int8"
    wide = xp.zeros(2)
    aikit.argsort(xp.asarray([2, 1]), out=wide)
    aikit.equal(x, x, out=wide)
    assert aikit.to_list(wide) == [1.0, 1.0]


def test_unchanged_after_an_error(xp: Any) -> None:
    out = xp.asarray([9.0, 9.0])
    held = aikit.to_native(out)
    for call in (
        lambda: aikit.sin(xp.ones(3), out=out),
        lambda: aikit.sin(xp.ones(2, dtype="complex64"), out=out),
        lambda: aikit.sin(xp.ones(2, dtype="int32"), out=out),
        lambda: aikit.add(xp.ones(2), xp.ones(3), out=out),
        lambda: aikit.sum(xp.ones(2), axis=7, out=out),
    ):
        with pytest.raises(AikitException):
            call()
        assert aikit.to_native(out) is held
        assert aikit.to_list(out) == [9.0, 9.0]


def test_out_of_another_backend(backend: str, other_backend: str) -> None:
    x, out = aikit.get_backend(backend).ones(2), aikit.get_backend(other_backend).zeros(2)
    if backend == other_backend:
        assert aikit.sin(x, out=out) is out
        return
    with pytest.raises(AikitBackendException, match=f"'{other_backend}'.*'{backend}'"):
        aikit.sin(x, out=out)
    assert aikit.to_list(out) == [0.0, 0.0]
    assert out.backend == other_backend


def test_out_must_be_an_array(xp: Any) -> None:
    x = xp.ones(2)
    for bad in (aikit.to_native(x), np.zeros(2), [0.0, 0.0], 3, "out"):
        with pytest.raises(AikitTypeError, match=r"out.*aikit\.Array"):
            aikit.sin(x, out=bad)


def test_out_is_keyword_only(xp: Any) -> None:
    with pytest.raises(TypeError):
        aikit.sin(xp.ones(2), xp.ones(2))
    with pytest.raises(TypeError):
        aikit.add(xp.ones(2), xp.ones(2), xp.ones(2))


def test_in_place_operators(xp: Any) -> None:
    x = same = xp.asarray([4, 6, 9])
    x += 2
    x -= xp.asarray([0, 0, 1])
    x *= 1
    x //= 2
    x %= 4
    x **= 2
    x <<= 1
    x |= 1
    assert x is same
    assert x.dtype == "int32"
    assert aikit.to_list(x) == [((((v + 2 - d) // 2) % 4) ** 2 << 1) | 1 for v, d in ((4, 0), (6, 0), (9, 1))]
    with pytest.raises(AikitTypeError, match=r"divide.*out"):
        x /= 2
    m = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    m @= m
    assert aikit.to_list(m) == [[7.0, 10.0], [15.0, 22.0]]
    b = xp.asarray([True, False])
    b ^= True
    b &= xp.asarray([True, True])
    assert aikit.to_list(b) == [False, True]


def test_in_place_keeps_shape_and_dtype(xp: Any) -> None:
    x = xp.ones(2, dtype="float16")
    x += xp.ones(2)
    assert x.dtype == "float16"
    with pytest.raises(AikitValueError, match=r"out has shape \(2,\)"):
        x += xp.ones((2, 2))


def test_reflected_in_place_of_native(xp: Any) -> None:
    """A native array on the left makes no Array of itself: the operator of Array answers."""
    x = xp.asarray([1.0, 2.0])
    y = np.asarray([1.0, 2.0], np.float32)
    z = y + x
    assert type(z) is aikit.Array
    assert aikit.to_list(z) == [2.0, 4.0]
