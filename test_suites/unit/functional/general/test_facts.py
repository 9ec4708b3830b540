"""What is said of arrays: shapes, strides, sizes of elements, and what counts as a scalar or a container."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit
from aikit.exceptions import AikitTypeError


def test_shapes(xp: Any) -> None:
    x = xp.zeros((2, 3), dtype="float32")
    for given in (x, x.data):
        assert xp.shape(given) == (2, 3) and xp.get_num_dims(given) == 2 and xp.itemsize(given) == 4
    as_array, number = xp.shape(x, as_array=True), xp.get_num_dims(x, as_array=True)
    assert (as_array.dtype, aikit.to_list(as_array)) == (aikit.default_int_dtype(), [2, 3])
    assert (number.dtype, number.shape, int(number)) == (aikit.default_int_dtype(), (), 2)
    assert as_array.backend == number.backend == x.backend
    assert x.get_num_dims() == 2


def test_the_default_dtype_of_lengths(xp: Any) -> None:
    aikit.set_default_int_dtype("int64")
    try:
        assert xp.shape(xp.zeros((2, 3)), as_array=True).dtype == aikit.int64
    finally:
        aikit.unset_default_int_dtype()


@pytest.mark.parametrize("value", [False, 0, "", [], 2])
def test_default_of_what_is_there(value: Any) -> None:
    assert aikit.default(value, 5) is value and aikit.default(None, 5) == 5


def test_strides_count_elements(xp: Any) -> None:
    assert xp.strides(xp.zeros((2, 3, 4), dtype="int16")) == (12, 4, 1) == aikit.traits.strides(xp.zeros((2, 3, 4)))
    assert xp.zeros((2, 3, 4), dtype="int16").strides == (12, 4, 1)


def test_strides_of_a_view() -> None:
    assert aikit.strides(np.zeros((4, 6), "int8")[::2, ::-3]) == (12, -3)


def test_in_containers() -> None:
    both = aikit.Container(a=aikit.zeros((2, 3)), b=aikit.zeros(()))
    assert dict(aikit.shape(both)) == {"a": (2, 3), "b": ()}
    assert dict(both.get_num_dims()) == {"a": 2, "b": 0}


@pytest.mark.parametrize("name", ["shape", "strides", "itemsize", "get_num_dims"])
def test_of_no_array(name: str) -> None:
    with pytest.raises(AikitTypeError, match=rf"{name}: x=\[1.0\] is a list"):
        getattr(aikit, name)([1.0])


@pytest.mark.parametrize("value", [True, 3, 2.5, 1j, np.float32(2), np.int8(1)])
def test_numbers_are_scalars(value: Any) -> None:
    assert aikit.isscalar(value)


def test_arrays_are_none(xp: Any) -> None:
    x = xp.zeros(())
    for value in (x, x.data, [1], "a", None):
        assert not aikit.isscalar(value)
    assert not x.isscalar() and not x.is_aikit_container()


def test_containers() -> None:
    assert aikit.is_aikit_container(aikit.Container(a=1))
    assert not aikit.is_aikit_container({"a": 1})


# ------------------------------------------------------------------------------------------------ powers


def test_stable_pow(xp: Any) -> None:
    zero = xp.asarray([0.0, 3.0])
    assert aikit.to_list(xp.stable_pow(zero, 2.0, min_base=1.0)) == [1.0, 16.0]
    assert aikit.to_list(xp.stable_pow(zero, xp.asarray([2.0, 1.0]), min_base=0)) == [0.0, 3.0]
    assert float(xp.stable_pow(zero, -1.0)[0]) == pytest.approx(1e5)
    assert float(xp.stable_pow(xp.asarray(0.0), -1.0, min_base=1e-300)) > 1e30, "it is seen in float32"


def test_the_base_that_is_set() -> None:
    aikit.set_min_base(0.5)
    try:
        assert aikit.stable_pow(0.0, 2) == 0.25
    finally:
        aikit.unset_min_base()
    assert aikit.stable_pow(0.0, 1) == 1e-5


def test_no_number() -> None:
    with pytest.raises(AikitTypeError, match="stable_pow: base='a' is a str"):
        aikit.stable_pow("a", 1.0)  # type: ignore[arg-type]
