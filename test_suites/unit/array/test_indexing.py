"""Reading and writing by ints, slices, Ellipsis, None, masks and integer arrays: as NumPy does, on every backend."""

from __future__ import annotations

import operator
import random
from typing import Any

import numpy as np
import pytest
from helpers.index_keys import HOST, KEYS, SHAPE, on_backend, same

import aikit


@pytest.mark.parametrize("name", KEYS)
def test_get(name: str, xp: Any) -> None:
    key = KEYS[name]
    x = xp.asarray(HOST)
    y = x[on_backend(key, xp)]
    assert type(y) is aikit.Array
    assert y.dtype == x.dtype
    same(y, HOST[key])
    same(x[key], HOST[key])  # ndarrays in the key are host data
    same(x, HOST)


@pytest.mark.parametrize("name", KEYS)
def test_set_scalar(name: str, xp: Any) -> None:
    key, expected = KEYS[name], HOST.copy()
    x = xp.asarray(HOST)
    x[on_backend(key, xp)] = -1
    expected[key] = -1
    same(x, expected)
    assert x.dtype == "float32"


@pytest.mark.parametrize("name", KEYS)
def test_set_array(name: str, xp: Any) -> None:
    key, expected = KEYS[name], HOST.copy()
    if name == "list with negative":
        pytest.skip("which of two values for one element is written is not promised")
    selected = HOST[key]
    value = -np.arange(selected.size, dtype=np.float32).reshape(selected.shape) - 1
    if name == "array":
        value[1:] = -7.0  # the index 1 stands there twice
    x = xp.asarray(HOST)
    x[on_backend(key, xp)] = xp.asarray(value)
    expected[key] = value
    same(x, expected)
    x = xp.asarray(HOST)
    x[key] = value  # host data as value and key
    same(x, expected)


@pytest.mark.parametrize(
    "name", ["int", "slice", "negative step", "two arrays", "arrays apart", "mask of first", "mask and int"]
)
def test_set_value_that_broadcasts(name: str, xp: Any) -> None:
    key = KEYS[name]
    for shape in [HOST[key].shape[-1:], (1,), (), (1, *HOST[key].shape)]:
        expected = HOST.copy()
        value = -np.ones(shape, np.float32) * 3
        x = xp.asarray(HOST)
        x[on_backend(key, xp)] = xp.asarray(value)
        expected[key] = value
        same(x, expected)


@pytest.mark.parametrize(
    "dtype",
    [
        "bool",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "int8",
        "int64",
        "bfloat16",
        "float16",
        "float64",
        "complex64",
        "complex128",
    ],
)
@pytest.mark.parametrize("name", ["negative step", "arrays apart"])
def test_every_dtype(dtype: str, name: str, xp: Any) -> None:
    x = xp.astype(xp.asarray(HOST), dtype)
    host = np.asarray(x).copy()
    key = KEYS[name]
    same(x[on_backend(key, xp)], host[key])
    x[on_backend(key, xp)] = True
    host[key] = 1
    same(x, host)
    assert x.dtype == dtype


MANY_DIMENSIONS = np.arange(48, dtype=np.float32).reshape(1, 2, 1, 1, 3, 1, 2, 1, 4, 1)


@pytest.mark.parametrize(
    "key",
    [
        (0, 1, 0, 0, 2, 0, 1, 0, 3, 0),
        0,
        (..., -1, 0),
        (0, slice(None), ..., None, slice(3, 0, -2), 0),
        (slice(None), None, slice(1, 1)),
        ...,
    ],
)
def test_more_than_eight_dimensions(key: Any, xp: Any) -> None:
    """The kernels of TensorFlow take eight."""
    x, expected = xp.asarray(MANY_DIMENSIONS), MANY_DIMENSIONS.copy()
    same(x[key], MANY_DIMENSIONS[key])
    if key is not ...:
        x[key] = -1
        expected[key] = -1
        same(x, expected)


@pytest.mark.parametrize(
    ("mask", "shape"), [((0,), (0, 3, 5)), ((0, 3), (0, 5)), ((4, 0), (0, 5)), ((0, 0, 0), (0,)), ((), (1, 4, 3, 5))]
)
def test_mask_of_no_elements_and_of_no_dimensions(mask: tuple[int, ...], shape: tuple[int, ...], xp: Any) -> None:
    """A length of 0 in a mask fits every length, which NumPy does not have but the standard does."""
    x = xp.asarray(HOST)
    y = x[xp.ones(mask, dtype=xp.bool)]
    assert (y.shape, y.dtype) == (shape, x.dtype)
    if mask:
        x[xp.ones(mask, dtype=xp.bool)] = 7
        same(x, HOST)
    with pytest.raises(aikit.AikitIndexError, match=r"\(0, 2\).*\(4, 3\)"):
        x[xp.ones((0, 2), dtype=xp.bool)]


def test_value_is_cast_within_its_kind(xp: Any) -> None:
    x = xp.zeros(3)
    x[0] = xp.asarray(2, dtype="int64")
    x[1] = xp.asarray(True)
    x[2] = np.float64(0.5)
    assert aikit.to_list(x) == [2.0, 1.0, 0.5]
    x[:] = [1, 2.5, True]
    assert aikit.to_list(x) == [1.0, 2.5, 1.0]
    x[0:2] = np.asarray([7, 8])
    assert aikit.to_list(x) == [7.0, 8.0, 1.0]
    assert x.dtype == "float32"


def test_native_keys_and_values(xp: Any) -> None:
    x = xp.asarray(HOST)
    indices = aikit.to_native(xp.asarray([2, 0]))
    same(x[indices], HOST[[2, 0]])
    x[indices] = aikit.to_native(xp.zeros(5))
    assert float(aikit.sum(x[0])) == 0.0


def test_zero_d(xp: Any) -> None:
    x = xp.asarray(3.0)
    for key in [(), ..., None, (None, ...)]:
        same(x[key], np.asarray(3.0, np.float32)[key])
    x[()] = 4.0
    x[...] = x[...] + 1
    assert float(x) == 5.0
    same(x[xp.asarray(True)], np.asarray([5.0]))
    same(x[xp.asarray(False)], np.zeros(0))


def test_array_of_size_0(xp: Any) -> None:
    x = xp.zeros((0, 3))
    assert x[:, 1].shape == (0,)
    assert x[xp.asarray([], dtype="int32")].shape == (0, 3)
    assert x[x > 0].shape == (0,)
    x[...] = 1.0
    assert x.shape == (0, 3)


def test_objects_with_index_are_ints(xp: Any) -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    x = xp.asarray([0.0, 1.0, 2.0])
    assert float(x[Two()]) == 2.0
    assert float(x[xp.asarray(1)]) == 1.0
    assert aikit.to_list(x[: xp.asarray(2)]) == [0.0, 1.0]
    assert operator.index(xp.asarray(2)) == 2


def random_key(generator: random.Random, shape: tuple[int, ...]) -> Any:
    """A key of random parts that fits the shape."""
    parts: list[Any] = []
    dims = list(shape[: generator.randint(0, len(shape))])
    length = generator.randint(1, 3)  # of all index arrays, so that they broadcast
    for size in dims:
        kind = generator.randrange(6)
        if kind == 0:
            parts.append(generator.randrange(-size, size))
        elif kind == 1:
            parts.append(np.asarray([generator.randrange(-size, size) for _ in range(length)]))
        elif kind == 2:
            mask = np.zeros(size, bool)
            mask[generator.sample(range(size), min(length, size))] = True
            parts.append(mask if mask.sum() in (1, length) else slice(None))
        else:
            step = generator.choice([None, 1, 2, -1, -3])
            parts.append(slice(generator.choice([None, -2, 1]), generator.choice([None, 3, -1]), step))
    for extra in (None, ...):
        if generator.random() < 0.3:
            parts.insert(generator.randint(0, len(parts)), extra)
    if ... not in [p if p is ... else 0 for p in parts] or len(dims) == len(shape):
        return tuple(parts)
    return tuple(p for p in parts if p is not ...)


@pytest.mark.parametrize("part", range(2))
def test_random_keys(part: int, xp: Any, backend: str) -> None:
    count = {"numpy": 200, "torch": 200, "tensorflow": 20, "jax": 10}[backend]
    for seed in range(part * count, (part + 1) * count):
        key = random_key(random.Random(seed), SHAPE)
        x = xp.asarray(HOST)
        same(x[on_backend(key, xp)], HOST[key])
        expected = HOST.copy()
        x[on_backend(key, xp)] = 0.5
        expected[key] = 0.5
        same(x, expected)


@pytest.mark.parametrize("ndim", [7, 8, 9])
def test_masks_and_arrays_of_all_of_many_dimensions(xp: Any, ndim: int) -> None:
    shape = (2, 1, 2, 1, 2, 1, 2, 1, 3)[:ndim]
    host = np.arange(np.prod(shape), dtype="float32").reshape(shape)
    for least in (2, 1000):  # of which nothing is left
        same(xp.asarray(host)[xp.asarray(host > least)], host[host > least])
        x, written = xp.asarray(host), host.copy()
        x[xp.asarray(host > least)], written[host > least] = 7.0, 7
        same(x, written)
    nothing = np.zeros((0, *shape[1:]), "float32")
    same(xp.asarray(nothing)[xp.asarray(nothing > 0)], nothing[nothing > 0])


@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("ndim", [6, 7, 8, 9])
def test_arrays_for_each_of_many_dimensions_are_mapped(ndim: int) -> None:
    xp = aikit.get_backend("tensorflow")
    shape = (2, 1, 2, 1, 2, 1, 2, 1, 3)[:ndim]
    host = np.arange(2 * np.prod(shape), dtype="float32").reshape(2, *shape)
    key = tuple(np.array([-length, length - 1]) for length in shape)
    found = xp.vmap(lambda x: x[tuple(map(xp.asarray, key))])(xp.asarray(host))
    same(found, host[(slice(None), *key)])
