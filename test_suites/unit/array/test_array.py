"""Array itself: attributes, operators, protocols, copies, text."""

from __future__ import annotations

import copy
import operator
import pickle
import weakref
from typing import Any

import numpy as np
import pytest

import aikit
from aikit import Array

# ------------------------------------------------------------------------------------------------ attributes


def test_attributes(backend: str, xp: Any) -> None:
    x = xp.zeros((2, 3), dtype="float64")
    assert (x.shape, x.ndim, x.size, x.itemsize, x.nbytes) == ((2, 3), 2, 6, 8, 48)
    assert type(x.shape) is tuple
    assert all(type(n) is int for n in (*x.shape, x.ndim, x.size))
    assert x.dtype is aikit.float64
    assert x.device == "cpu"
    assert type(x.device) is aikit.Device
    assert x.backend == backend
    assert x.data is aikit.to_native(x)
    assert x.T.shape == x.mT.shape == (3, 2)
    assert xp.zeros((2, 3, 4)).mT.shape == (2, 4, 3)
    assert (xp.zeros(()).shape, xp.zeros(()).size, xp.zeros((0, 2)).size) == ((), 1, 0)
    assert not hasattr(x, "__dict__")
    with pytest.raises(AttributeError):
        x.nothing = 1
    assert weakref.ref(x)() is x


def test_device_of_many_names() -> None:
    from aikit import Device

    assert Device("cuda:0") == Device("gpu:0") == Device("gpu") == "gpu:0"
    assert Device("cpu:0") == "cpu"
    assert Device("/CPU:0") == Device("/job:localhost/replica:0/task:0/device:CPU:0") == "cpu"
    assert Device("/device:GPU:1") == "gpu:1"
    assert hash(Device("cpu")) == hash("cpu")
    assert repr(Device("cpu")) == "aikit.Device('cpu')"
    assert (Device("gpu:1").kind, Device("gpu:1").index) == ("gpu", 1)
    assert pickle.loads(pickle.dumps(Device("gpu:1"))) == "gpu:1"


def test_native_device_is_accepted(backend: str, xp: Any) -> None:
    native = aikit.dev(xp.zeros(1), as_native=True)
    assert xp.zeros(1, device=native).device == "cpu"
    assert xp.to_device(xp.zeros(1), native).device == "cpu"


# ------------------------------------------------------------------------------------------------ operators

BINARY = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lt", "le", "gt", "ge", "eq", "ne"]
INTEGER = ["and_", "or_", "xor", "lshift", "rshift"]


@pytest.mark.parametrize("name", BINARY)
def test_operators_on_floats(name: str, xp: Any) -> None:
    apply = getattr(operator, name)
    one, two = np.asarray([1.5, -2.0, 3.0], np.float32), np.asarray([2.0, 2.0, 0.5], np.float32)
    with np.errstate(all="ignore"):
        cases = [(one, two), (one, 2.0), (2.0, two), (one, 3), (3, two)]
        for a, b in cases:
            x, y = (xp.asarray(v) if isinstance(v, np.ndarray) else v for v in (a, b))
            result = apply(x, y)
            assert type(result) is Array
            expected = np.asarray(apply(a, b))
            assert result.dtype == expected.dtype.name
            np.testing.assert_allclose(np.asarray(result), expected, rtol=1e-6)


@pytest.mark.parametrize("name", [*BINARY, *INTEGER])
def test_operators_on_integers(name: str, xp: Any) -> None:
    apply = getattr(operator, name)
    one, two = np.asarray([5, 6, 7], np.int32), np.asarray([2, 1, 3], np.int32)
    for a, b in [(one, two), (one, 2), (9, two)]:
        x, y = (xp.asarray(v) if isinstance(v, np.ndarray) else v for v in (a, b))
        np.testing.assert_allclose(np.asarray(apply(x, y)), apply(a, b), rtol=1e-6)


def test_unary_operators_and_matmul(xp: Any) -> None:
    x = xp.asarray([1, -2])
    assert [aikit.to_list(y) for y in (-x, +x, abs(x), ~x)] == [[-1, 2], [1, -2], [1, 2], [-2, 1]]
    assert aikit.to_list(~xp.asarray([True, False])) == [False, True]
    m = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert aikit.to_list(m @ m) == [[7.0, 10.0], [15.0, 22.0]]
    assert aikit.to_list([1.0, 1.0] @ m) == [4.0, 6.0]
    assert aikit.to_list(m @ np.asarray([1.0, 1.0], np.float32)) == [3.0, 7.0]
    assert aikit.to_list(np.asarray([1.0, 1.0], np.float32) @ m) == [4.0, 6.0]


class Other:
    """A class that knows how to work with anything."""

    def __radd__(self, other: Any) -> str:
        return "radd"

    def __add__(self, other: Any) -> str:
        return "add"

    def __eq__(self, other: object) -> Any:
        return "eq"

    def __gt__(self, other: Any) -> str:
        return "gt"

    __hash__ = None  # type: ignore[assignment]


def test_not_implemented_for_other_classes(xp: Any) -> None:
    x = xp.ones(2)
    assert x + Other() == "radd"
    assert Other() + x == "add"
    assert (x == Other()) == "eq"
    assert (x < Other()) == "gt"
    assert x.__add__(object()) is NotImplemented
    assert x.__radd__(object()) is NotImplemented
    assert x.__iadd__("a") is NotImplemented
    assert x.__eq__(None) is NotImplemented
    assert (x == None) is False  # noqa: E711
    assert (x != "a") is True
    for bad in (None, "a", object(), {}):
        with pytest.raises(TypeError, match="unsupported operand"):
            x - bad
        with pytest.raises(TypeError, match="unsupported operand"):
            bad - x


# ------------------------------------------------------------------------------------------------ Python numbers


def test_python_numbers(xp: Any) -> None:
    assert bool(xp.asarray(True)) is True
    assert bool(xp.asarray(0.0)) is False
    assert int(xp.asarray(7)) == 7
    assert int(xp.asarray(7.9)) == 7
    assert float(xp.asarray(1.5)) == 1.5
    assert float(xp.asarray(2)) == 2.0
    assert complex(xp.asarray(1j)) == 1j
    assert operator.index(xp.asarray(3)) == 3
    assert [10, 20, 30][xp.asarray(1)] == 20
    assert list(range(xp.asarray(2))) == [0, 1]
    assert int(xp.asarray(2**63 - 1, dtype="int64")) == 2**63 - 1
    assert f"{xp.asarray(1.5):.2f}" == "1.50"
    assert round(float(xp.asarray(1.26)), 1) == 1.3


def test_unhashable(xp: Any) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(xp.zeros(1))
    with pytest.raises(TypeError, match="unhashable"):
        {xp.zeros(1): 1}


def test_iteration(xp: Any) -> None:
    x = xp.asarray([[1, 2], [3, 4]])
    rows = list(x)
    assert [type(row) for row in rows] == [Array, Array]
    assert [aikit.to_list(row) for row in rows] == [[1, 2], [3, 4]]
    assert len(x) == 2
    a, b = xp.asarray([5, 6])
    assert (int(a), int(b)) == (5, 6)
    assert list(xp.zeros((0, 3))) == []
    assert 3 in [int(v) for v in x[1]]


# ------------------------------------------------------------------------------------------------ protocols


def test_array_namespace(backend: str, xp: Any) -> None:
    x = xp.zeros(1)
    assert x.__array_namespace__() is xp
    assert x.__array_namespace__(api_version="2025.12") is xp
    with aikit.use_backend("numpy"):
        assert x.__array_namespace__().ones(1).backend == backend


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "float16", "float32", "float64", "complex64", "bool"])
def test_dlpack_between_all(dtype: str, backend: str, other_backend: str) -> None:
    xp, other = aikit.get_backend(backend), aikit.get_backend(other_backend)
    x = xp.astype(xp.asarray([[0, 1], [2, 3]]), dtype)
    for source in (x, aikit.to_native(x)):
        for copy_ in (None, True):
            y = other.from_dlpack(source, copy=copy_)
            assert (y.backend, y.dtype, y.shape) == (other_backend, dtype, (2, 2))
            assert aikit.to_list(y) == aikit.to_list(x)
            before = aikit.to_list(x)
            y[0, 0] = 1
            assert aikit.to_list(x) == before
    assert x.__dlpack_device__()[0] == 1
    if backend != "tensorflow":
        assert np.from_dlpack(x).tolist() == aikit.to_list(x)


def test_numpy_array_protocol(xp: Any) -> None:
    x = xp.asarray([1.0, 2.0])
    assert type(np.asarray(x)) is np.ndarray
    assert np.asarray(x).dtype == np.float32
    assert np.asarray(x, dtype="float64").dtype == np.float64
    assert np.array(x, copy=True).tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="copy"):
        np.asarray(x, dtype="float64", copy=False)
    assert np.asarray(xp.asarray(3)).shape == ()


@pytest.mark.parametrize(
    ("ufunc", "name"),
    [
        ("sin", "sin"),
        ("arcsin", "asin"),
        ("absolute", "abs"),
        ("invert", "bitwise_invert"),
        ("conjugate", "conj"),
        ("rint", "round"),
    ],
)
def test_unary_ufuncs(ufunc: str, name: str, backend: str, xp: Any) -> None:
    x = xp.asarray([1, 2]) if ufunc == "invert" else xp.asarray([0.25, 0.5])
    y = getattr(np, ufunc)(x)
    assert type(y) is Array
    assert y.backend == backend
    assert aikit.to_list(y) == aikit.to_list(getattr(aikit, name)(x))


def test_numpy_functions(backend: str, xp: Any) -> None:
    x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    host = np.asarray(x)
    for call in (
        lambda v: np.add(v, v),
        lambda v: np.add(v, host),
        lambda v: np.add(host, v),
        lambda v: np.multiply(2.0, v),
        lambda v: np.power(v, 2),
        lambda v: np.less(v, 2.5),
        lambda v: np.sum(v),
        lambda v: np.sum(v, axis=1),
        lambda v: np.sum(v, axis=1, keepdims=True),
        lambda v: np.max(v, axis=0),
        lambda v: np.mean(v),
        lambda v: np.std(v, ddof=1),
        lambda v: np.concatenate([v, v], axis=1),
        lambda v: np.stack([v, v]),
        lambda v: np.reshape(v, (4,)),
        lambda v: np.transpose(v, (1, 0)),
        lambda v: np.matmul(v, v),
        lambda v: np.where(v > 2, v, 0.0),
        lambda v: np.clip(v, 1.5, 2.5),
        lambda v: np.expand_dims(v, 0),
        lambda v: np.squeeze(v[:1], 0),
        lambda v: np.argmax(v),
        lambda v: np.sort(v, axis=0),
        lambda v: np.zeros_like(v),
        lambda v: np.take(v, [1, 0], axis=1),
        lambda v: np.flip(v, 0),
        lambda v: np.roll(v, 1, axis=0),
        lambda v: np.tile(v, (2, 1)),
        lambda v: np.cumulative_sum(v, axis=0),
    ):
        y = call(x)
        assert type(y) is Array
        assert y.backend == backend
        np.testing.assert_allclose(np.asarray(y), call(host), rtol=1e-6)


def test_numpy_out_and_what_is_not_there(xp: Any) -> None:
    x, out = xp.asarray([1.0, 2.0]), xp.zeros(2)
    assert np.add(x, 1.0, out=out) is out
    assert aikit.to_list(out) == [2.0, 3.0]
    for call in (
        lambda: np.add.reduce(x),
        lambda: np.sin(x, out=np.zeros(2)),
        lambda: np.frexp(x),
        lambda: np.linalg.cond(xp.ones((2, 2))),
        lambda: np.median(x),
        lambda: np.sum(x, where=[True, False]),
    ):
        with pytest.raises(TypeError):
            call()


@pytest.mark.needs("torch")
def test_frameworks_refuse_an_array() -> None:
    import torch

    with pytest.raises(TypeError):
        torch.sin(aikit.get_backend("torch").ones(2))


# ------------------------------------------------------------------------------------------------ copies, text


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "bfloat16", "float16", "float64", "complex64"])
def test_pickle_and_copies(dtype: str, backend: str, xp: Any) -> None:
    x = xp.astype(xp.asarray([[0, 1], [2, 3]]), dtype)
    copies = [pickle.loads(pickle.dumps(x, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for y in (*copies, copy.copy(x), copy.deepcopy(x)):
        assert type(y) is Array
        assert y is not x
        assert (y.backend, y.dtype, y.shape, y.device) == (backend, dtype, (2, 2), x.device)
        assert aikit.to_list(y) == aikit.to_list(x)
        y[0, 0] = 1
        assert aikit.to_list(x[0, 0]) == 0
    assert copy.deepcopy([x, x])[0].shape == (2, 2)


def test_deepcopy_keeps_identity_within_one_structure(xp: Any) -> None:
    x = xp.ones(2)
    a, b = copy.deepcopy([x, x])
    assert a is b


def test_repr(backend: str, xp: Any) -> None:
    assert repr(xp.asarray([1.0, 2.5])) == f"aikit.Array([1. , 2.5], dtype=float32, backend='{backend}')"
    assert repr(xp.asarray(3)) == f"aikit.Array(3, dtype=int32, backend='{backend}')"
    assert repr(xp.zeros((0, 2))) == f"aikit.Array([], dtype=float32, backend='{backend}')"
    assert repr(xp.asarray([[True], [False]])) == (
        f"aikit.Array([[ True],\n             [False]], dtype=bool, backend='{backend}')"
    )
    assert str(xp.asarray([1, 2])) == repr(xp.asarray([1, 2]))
    assert "..." in repr(xp.zeros(5000))
    assert "1" in repr(xp.ones(1, dtype="bfloat16"))


def test_constructor_takes_nothing() -> None:
    with pytest.raises(TypeError):
        Array([1.0])


def test_methods_pass_the_array_itself(xp: Any) -> None:
    x = xp.asarray([3.0, 1.0, 2.0])
    assert aikit.to_list(x.sort()) == [1.0, 2.0, 3.0]
    assert aikit.to_list(x) == [3.0, 1.0, 2.0]
    assert aikit.to_list((x > 1.5).where(x, 0.0)) == [3.0, 0.0, 2.0]
    assert aikit.to_list(x.concat([x])) == [3.0, 1.0, 2.0] * 2
    assert aikit.to_list(x.stack([x], axis=1))[0] == [3.0, 3.0]
    assert aikit.to_list(x.broadcast_arrays(xp.ones((1, 3)))[0]) == [[3.0, 1.0, 2.0]]
    assert aikit.to_list(x.clip(1.5, 2.5)) == [2.5, 1.5, 2.0]
    assert float(x.sum()) == 6.0
    assert x.result_type(1j) == "complex64"
    assert not hasattr(x, "zeros")
    assert aikit.to_list(x.zeros_like()) == [0.0] * 3
