"""Reading and writing by functions: an Array is written to itself, a native array and other Arrays never are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aikit
from aikit.exceptions import (
    AikitBroadcastShapeError,
    AikitIndexError,
    AikitNotImplementedException,
    AikitTypeError,
)


def test_reading(xp: Any) -> None:
    x = xp.asarray([[1, 2], [3, 4]])
    for given in (x, x.data):
        assert aikit.to_list(xp.get_item(given, (slice(None), 0))) == [1, 3]
        part = xp.get_item(given, 1, copy=True)
        if isinstance(part.data, np.ndarray):
            assert not np.shares_memory(part.data, x.data)
        part[0] = 9
        assert aikit.to_list(part) == [9, 4] and aikit.to_list(x) == [[1, 2], [3, 4]]
    assert aikit.to_list(x.get_item(-1)) == [3, 4]
    with pytest.raises(AikitIndexError):
        xp.get_item(x, 2)


def test_writing(xp: Any) -> None:
    x = xp.asarray([1, 2, 3])
    other, native = x[:], x.data
    assert aikit.to_list(xp.set_item(x, 0, 9, copy=True)) == [9, 2, 3] and aikit.to_list(x) == [1, 2, 3]
    assert xp.set_item(x, slice(1, None), [7, 8]) is x and aikit.to_list(x) == [1, 7, 8]
    assert aikit.to_list(other) == aikit.to_list(native) == [1, 2, 3]
    assert aikit.to_list(xp.set_item(native, 0, 5)) == [5, 2, 3] and aikit.to_list(native) == [1, 2, 3]


def test_adding(xp: Any) -> None:
    x = xp.asarray([1, 2])
    native = x.data
    assert xp.inplace_increment(x, [1, 2]) is x and aikit.to_list(x) == [2, 4]
    assert x.inplace_decrement(1) is x and aikit.to_list(x) == [1, 3]
    assert aikit.to_list(xp.inplace_increment(native, 1)) == [2, 3] and aikit.to_list(native) == [1, 2]
    with pytest.raises(AikitTypeError, match="float"):
        xp.inplace_increment(x, 0.5)
    assert aikit.to_list(x) == [1, 3]


def test_updating(xp: Any) -> None:
    x = xp.asarray([1, 2])
    native = x.data
    assert xp.inplace_update(x, 7) is x and (x.dtype, aikit.to_list(x)) == ("int32", [7, 7])
    assert xp.inplace_update(x, xp.asarray([3]), keep_input_dtype=True) is x and aikit.to_list(x) == [3, 3]
    with pytest.raises(AikitTypeError):
        xp.inplace_update(x, xp.asarray([0.5, 1.5]), keep_input_dtype=True)
    with pytest.raises(AikitBroadcastShapeError):
        xp.inplace_update(x, xp.asarray([0.5, 1.5, 2.5]))
    assert (x.dtype, aikit.to_list(x)) == ("int32", [3, 3])
    assert xp.inplace_update(x, xp.asarray([0.5, 1.5])) is x
    assert (x.dtype, aikit.to_list(x), aikit.to_list(native)) == ("float32", [0.5, 1.5], [1, 2])
    with pytest.raises(AikitNotImplementedException, match="ensure_in_backend=True"):
        xp.inplace_update(x, 1, ensure_in_backend=True)


def test_in_containers() -> None:
    both = aikit.Container(a=aikit.asarray([1, 2]), b=aikit.asarray([3]))
    assert {key: aikit.to_list(x) for key, x in both.inplace_increment(1).items()} == {"a": [2, 3], "b": [4]}
    assert {key: int(x) for key, x in aikit.get_item(both, 0).items()} == {"a": 2, "b": 4}


@pytest.mark.parametrize("name", ["get_item", "set_item", "inplace_update", "inplace_increment", "inplace_decrement"])
def test_of_no_array(name: str) -> None:
    arguments = (0, 1) if name == "set_item" else (0,)
    with pytest.raises(AikitTypeError, match=rf"{name}: x=\[1.0\] is a list"):
        getattr(aikit, name)([1.0], *arguments)
