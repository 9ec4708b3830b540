"""Between Python values, native arrays and Arrays: asarray, array, to_backend, to_native, to_list and the rest."""

from __future__ import annotations

import array as stdlib_array
import math
from collections import namedtuple
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import AikitOverflowError, AikitTypeError, AikitValueError, Array

DTYPES = list(aikit.dtypes.DTYPES)

# ------------------------------------------------------------------------------------------------ asarray


@pytest.mark.parametrize(
    ("obj", "dtype", "shape"),
    [
        (1, "int32", ()),
        (1.5, "float32", ()),
        (1j, "complex64", ()),
        (True, "bool", ()),
        ([1, 2], "int32", (2,)),
        ([[1, 2], [3, 4]], "int32", (2, 2)),
        (([1, 2], (3, 4)), "int32", (2, 2)),
        ([1, 2.5], "float32", (2,)),
        ([1, 2j], "complex64", (2,)),
        ([True, False], "bool", (2,)),
        ([True, 2], "int32", (2,)),
        ([], "float32", (0,)),
        ([[], []], "float32", (2, 0)),
        (range(3), "int32", (3,)),
        (np.float64(1.5), "float32", ()),
        ([np.float64(1.5), 2], "float32", (2,)),
        (np.asarray([1.5]), "float64", (1,)),
        (np.asarray(3, np.int8), "int8", ()),
        (np.asarray([1.0], ml_dtypes.bfloat16), "bfloat16", (1,)),
        (np.asarray([1, 2], ">i4"), "int32", (2,)),
        (np.arange(6).reshape(2, 3)[:, ::-2], "int64", (2, 2)),
        (memoryview(np.asarray([1.5, 2.5])), "float64", (2,)),
        (bytearray(b"ab"), "uint8", (2,)),
        (stdlib_array.array("f", [1.5]), "float32", (1,)),
        ([np.asarray([1, 2]), np.asarray([3, 4])], "int64", (2, 2)),
        ([np.asarray(1.5), 2], "float64", (2,)),
    ],
    ids=lambda value: "memoryview" if isinstance(value, memoryview) else repr(value),
)
def test_asarray(obj: Any, dtype: str, shape: tuple[int, ...], backend: str, xp: Any) -> None:
    x = xp.asarray(obj)
    assert type(x) is Array
    assert (x.backend, x.dtype, x.shape) == (backend, dtype, shape)
    np.testing.assert_array_equal(
        np.asarray(x, np.complex128), np.asarray(obj if shape != (2, 0) else x, np.complex128)
    )
    assert type(x.data) is type(aikit.to_native(xp.zeros(1)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_asarray_with_a_dtype(dtype: str, xp: Any) -> None:
    for obj in (1, [0, 1], [True, False], xp.asarray([0, 1]), np.asarray([0, 1]), [np.asarray(0), 1]):
        x = xp.asarray(obj, dtype=dtype)
        assert x.dtype == dtype
        assert aikit.to_list(aikit.astype(x, "complex64")) in (1, [0, 1], [1, 0])


def test_lists_keep_what_the_dtype_holds(xp: Any) -> None:
    assert aikit.to_list(xp.asarray([2**62 + 1, -1], dtype="int64")) == [2**62 + 1, -1]
    assert aikit.to_list(xp.asarray([2**64 - 1], dtype="uint64")) == [2**64 - 1]
    assert aikit.to_list(xp.asarray(2**64 - 1, dtype="uint64")) == 2**64 - 1
    assert aikit.to_list(xp.asarray([0.1], dtype="float64")) == [0.1]
    assert aikit.to_list(xp.asarray([1.7, -1.7], dtype="int32")) == [1, -1]
    assert aikit.to_list(xp.asarray([[0.1 + 1j]], dtype="complex128")) == [[0.1 + 1j]]
    aikit.set_default_int_dtype("int8")
    with pytest.raises(AikitOverflowError, match="int8"):
        xp.asarray([200])
    assert aikit.to_list(xp.asarray([200], dtype="int64")) == [200]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -0.0])
def test_special_values(value: float, xp: Any) -> None:
    for x in (xp.asarray(value), xp.asarray([value])[0], xp.full((), value), xp.full_like(xp.ones(()), value)):
        assert np.float64(x.to_scalar()).tobytes() == np.float64(value).tobytes() or value != value
        assert np.signbit(float(x)) == np.signbit(value)


def test_array_of_one_backend_is_itself(xp: Any) -> None:
    x = xp.asarray([1.0, 2.0])
    assert xp.asarray(x) is x
    assert xp.asarray(x, copy=False) is x
    assert xp.asarray(x, dtype="float32") is x
    assert xp.asarray(x, device="cpu") is x
    assert aikit.asarray(x) is x
    for y in (xp.asarray(x, copy=True), xp.array(x), xp.asarray(x, dtype="float64"), aikit.array(x)):
        assert y is not x
        y[0] = 9.0
    assert aikit.to_list(x) == [1.0, 2.0]
    for dtype in ("float64", "int32"):
        with pytest.raises(AikitValueError, match="copy=False"):
            xp.asarray(x, dtype=dtype, copy=False)


def test_copy_false_of_what_must_be_copied(backend: str, xp: Any) -> None:
    for obj in (1, [1.0], 2.5, True):
        with pytest.raises(AikitValueError, match="copy=False"):
            xp.asarray(obj, copy=False)
    native = aikit.to_native(xp.ones(2))
    assert xp.asarray(native, copy=False).data is native


@pytest.mark.parametrize("function", ["asarray", "array", "native_array"])
@pytest.mark.parametrize("dtype", ["bool", "int32", "float32"])
def test_complex_arrays_lose_no_imaginary_part(dtype: str, function: str, xp: Any) -> None:
    x = xp.asarray([0.0, 1j])
    others = x, aikit.to_native(x), np.asarray([1j], np.complex64), np.complex64(1j), [x, x], [[0.0, 1j]]
    for obj in others:
        with pytest.raises(AikitTypeError, match=f"{function}.*{dtype}"):
            getattr(xp, function)(obj, dtype=dtype)


def test_arrays_of_numpy_with_any_strides(xp: Any) -> None:
    """Also where a stride leads nowhere, as in an array of one element."""
    for shape in ((3,), (2, 3), (1,), (1, 1), (0, 2), (2, 1)):
        array = np.arange(float(np.prod(shape))).reshape(shape)
        for turned in (array[::-1], array[..., ::-1], array.T[::-1], np.broadcast_to(array, (2, *shape))[::-1]):
            assert np.array_equal(np.asarray(xp.asarray(turned)), turned)


def test_list_of_arrays(backend: str, xp: Any) -> None:
    x = xp.asarray([1.0, 2.0])
    assert aikit.to_list(xp.asarray([x, x])) == [[1.0, 2.0]] * 2
    assert aikit.to_list(xp.asarray([[x[0], 5.0], [x[1], 6]])) == [[1.0, 5.0], [2.0, 6.0]]
    assert aikit.to_list(xp.asarray([aikit.to_native(x), x])) == [[1.0, 2.0]] * 2
    assert xp.asarray([x, x]).backend == backend
    assert xp.asarray([x, x], dtype="int8").dtype == "int8"
    with pytest.raises(AikitValueError):
        xp.asarray([x, xp.ones(3)])


@pytest.mark.parametrize("dtype", DTYPES)
def test_to_backend_is_exact(dtype: str, backend: str, other_backend: str) -> None:
    xp = aikit.get_backend(backend)
    x = xp.astype(xp.asarray([0, 1, 3]), dtype)
    y = aikit.to_backend(x, other_backend)
    assert (y.backend, y.dtype, y.shape) == (other_backend, dtype, (3,))
    assert aikit.to_list(y) == aikit.to_list(x)
    assert (y is x) == (backend == other_backend)
    assert aikit.to_list(aikit.asarray(x)) == aikit.to_list(x)
    assert aikit.to_list(aikit.get_backend(other_backend).asarray(x)) == aikit.to_list(x)


def test_extreme_integers_survive(backend: str, other_backend: str) -> None:
    xp = aikit.get_backend(backend)
    for dtype, values in (("int64", [-(2**63), 2**63 - 1]), ("uint64", [0, 2**64 - 1]), ("uint32", [2**32 - 1])):
        x = xp.asarray(values, dtype=dtype)
        assert aikit.to_list(x) == values
        assert aikit.to_list(aikit.to_backend(x, other_backend)) == values


@pytest.mark.parametrize("shape", [(), (0,), (2, 0), (1,), (2, 3), (2, 1, 3)], ids=str)
def test_shapes_survive(shape: tuple[int, ...], backend: str, other_backend: str) -> None:
    x = aikit.get_backend(backend).reshape(aikit.get_backend(backend).arange(math.prod(shape)), shape)
    y = aikit.to_backend(x, other_backend)
    assert (y.backend, y.dtype, y.shape) == (other_backend, x.dtype, shape)
    assert aikit.to_list(y) == aikit.to_list(x)


@pytest.mark.needs("torch")
def test_tensor_with_gradient_to_another_backend() -> None:
    import torch

    x = aikit.to_aikit(torch.ones(2, requires_grad=True))
    assert aikit.to_list(aikit.to_backend(x, "numpy")) == [1.0, 1.0]
    assert aikit.to_list(x) == [1.0, 1.0]
    assert np.asarray(x).tolist() == [1.0, 1.0]
    assert "1." in repr(x)


# ------------------------------------------------------------------------------------------------ to_aikit, to_native


def test_to_aikit_and_to_native(backend: str, xp: Any) -> None:
    native = aikit.to_native(xp.ones(2))
    x = aikit.to_aikit(native)
    assert type(x) is Array
    assert x.data is aikit.to_native(x) is native
    assert aikit.to_aikit(x) is x
    assert aikit.to_native(native) is native
    for other in (1, "a", None, [1, 2]):
        assert aikit.to_aikit(other) is other
        assert aikit.to_native(other) is other
    assert x.to_native() is native


def test_nested(xp: Any) -> None:
    Pair = namedtuple("Pair", "a b")
    native = aikit.to_native(xp.ones(2))
    tree = {"x": [native, 1], "y": (native, Pair(native, "s"))}
    wrapped = aikit.to_aikit(tree, nested=True)
    assert type(wrapped["x"][0]) is Array
    assert type(wrapped["y"]) is tuple
    assert type(wrapped["y"][1]) is Pair
    assert type(wrapped["y"][1].a) is Array
    assert wrapped["y"][1].b == "s"
    assert aikit.to_native(wrapped, nested=True)["y"][1].a is native
    assert type(aikit.to_aikit(tree)["x"][0]) is type(native)


def test_predicates(xp: Any) -> None:
    x = xp.ones(2)
    native = aikit.to_native(x)
    assert (aikit.is_array(x), aikit.is_aikit_array(x), aikit.is_native_array(x)) == (True, True, False)
    assert (aikit.is_array(native), aikit.is_aikit_array(native), aikit.is_native_array(native)) == (True, False, True)
    assert not any(f([1.0]) or f(1.0) or f(None) for f in (aikit.is_array, aikit.is_aikit_array, aikit.is_native_array))
    assert x.is_aikit_array()


# ------------------------------------------------------------------------------------------------ out to Python


@pytest.mark.parametrize("dtype", DTYPES)
def test_to_numpy(dtype: str, xp: Any) -> None:
    x = xp.astype(xp.asarray([[0, 1], [2, 3]]), dtype)
    host = aikit.to_numpy(x)
    assert type(host) is np.ndarray
    assert host.dtype.name == dtype
    assert host.flags.writeable
    host[...] = 0
    assert aikit.to_list(aikit.astype(x, "complex64"))[0][1] == 1
    assert aikit.to_numpy(x, copy=False).shape == (2, 2)
    assert aikit.to_numpy(aikit.to_native(x)).dtype.name == dtype
    assert x.to_numpy().dtype.name == dtype


@pytest.mark.parametrize(
    ("dtype", "kind"),
    [
        ("bool", bool),
        ("int8", int),
        ("uint64", int),
        ("bfloat16", float),
        ("float16", float),
        ("float64", float),
        ("complex64", complex),
    ],
)
def test_to_list_and_to_scalar_are_python_numbers(dtype: str, kind: type, xp: Any) -> None:
    x = xp.ones((1, 2), dtype=dtype)
    assert aikit.to_list(x) == [[1, 1]]
    assert type(aikit.to_list(x)[0][0]) is kind
    assert type(aikit.to_list(x[0, 0])) is kind
    assert type(aikit.to_scalar(x[0, 0])) is kind
    assert type(aikit.to_scalar(x[:, :1])) is kind
    assert x[0, 0].to_scalar() == 1
    assert aikit.to_scalar(7) == 7
    with pytest.raises(AikitValueError, match=r"\(1, 2\)"):
        aikit.to_scalar(x)
    assert aikit.to_list(xp.zeros((2, 0))) == [[], []]


def test_bad_objects(xp: Any) -> None:
    for obj in ("a", ["a"], None, [None], {}, [{}], object(), [object()], b"ab", np.asarray(["a"]), np.asarray([None])):
        with pytest.raises(AikitTypeError, match="asarray: obj"):
            xp.asarray(obj)
    for ragged in ([[1], [1, 2]], [1, [2]], [[[1]], [[1, 2]]]):
        with pytest.raises(AikitValueError, match="ragged"):
            xp.asarray(ragged)
        with pytest.raises(AikitValueError, match="ragged"):
            xp.asarray(ragged, dtype="float64")


# ------------------------------------------------------------------------------------------------ where it arrives


@pytest.mark.needs("torch")
@pytest.mark.parametrize("obj", [1.5, [1.0, 2.0], [np.float64(1.5)], np.ones(2), range(2)], ids=repr)
def test_data_arrives_on_the_default_device(obj: Any) -> None:
    require("torch")
    xp = aikit.get_backend("torch")
    there = xp.asarray([1.0])
    aikit.set_default_device("meta")
    assert xp.asarray(obj).device == "meta"
    assert xp.array(obj, dtype="float64").device == "meta"
    assert xp.asarray(obj, device="cpu").device == "cpu"
    assert xp.asarray(there) is there
    aikit.unset_default_device()
    assert xp.asarray(obj).device == "cpu"


@pytest.mark.filterwarnings("error")
def test_floats_too_large_for_the_default_dtype_are_infinite(xp: Any) -> None:
    assert aikit.to_list(xp.asarray([1e300, 2])) == [math.inf, 2.0]
    assert aikit.to_list(xp.asarray(-1e300)) == -math.inf
    assert aikit.to_list(xp.asarray([[1e300j]])) == [[complex(0, math.inf)]]


def test_a_list_is_as_it_was_and_shares_nothing(xp: Any) -> None:
    values = [[1.0, 2.0], [3.0, 4.0]]
    x = xp.asarray(values)
    x[0, 0] = 9.0
    assert values == [[1.0, 2.0], [3.0, 4.0]]
    values[0][1] = 5.0
    assert aikit.to_list(x) == [[9.0, 2.0], [3.0, 4.0]]


def test_an_array_that_needs_no_change_is_the_result_of_asarray_alone(xp: Any) -> None:
    x = xp.asarray([1.0, 2.0])
    assert xp.asarray(x) is x
    assert xp.asarray(x, dtype=x.dtype) is x
    assert xp.asarray(x, copy=True) is not x
    assert xp.asarray(x, dtype="float16") is not x
    y = xp.array(x)
    y[0] = 5.0
    assert y is not x
    assert aikit.to_list(x) == [1.0, 2.0]


@pytest.mark.parametrize("dtype", [name for name in DTYPES if not name.startswith("complex")])
@pytest.mark.parametrize("obj", [1j, [1j], [1, 2j], [[1.5, 1j]]], ids=repr)
def test_a_complex_number_has_a_complex_dtype(obj: Any, dtype: str, xp: Any) -> None:
    with pytest.raises(AikitTypeError, match=dtype):
        xp.asarray(obj, dtype=dtype)
