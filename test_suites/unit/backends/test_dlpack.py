"""DLPack in both directions between all pairs of backends, on the CPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import BACKENDS, require

import aikit
from aikit import AikitBufferError, AikitTypeError, AikitValueError, Array

VALUES = np.array([[1, 0, 3], [0, 1, 2]])
CPU = (1, 0)


def made(backend: str, dtype: str) -> Array:
    return aikit.get_backend(backend).asarray(VALUES, dtype=dtype)


def address(x: Array) -> int:
    """Where the values of an array begin."""
    native = x.data
    found: dict[str, Callable[[], int]] = {
        "numpy": lambda: native.ctypes.data,
        "torch": lambda: native.data_ptr(),
        "jax": lambda: native.unsafe_buffer_pointer(),
        "tensorflow": lambda: np.from_dlpack(native).ctypes.data,
    }
    return found[x.backend]()


def exchanged(one: str, two: str, dtype: str) -> bool:
    """Whether DLPack has the dtype between two backends: NumPy gives away and takes no bfloat16."""
    return dtype != "bfloat16" or one == two or "numpy" not in (one, two)


DTYPES = list(aikit.dtypes.DTYPES)


@pytest.mark.parametrize("copy", [None, True])
@pytest.mark.parametrize("dtype", DTYPES)
def test_all_pairs(dtype: str, copy: bool | None, backend: str, other_backend: str) -> None:
    x = made(backend, dtype)
    xp = aikit.get_backend(other_backend)
    if not exchanged(backend, other_backend, dtype):
        with pytest.raises(AikitBufferError, match=f"from_dlpack: x has dtype bfloat16.*'{other_backend}'"):
            xp.from_dlpack(x, copy=copy)
        return
    for source in (x, x.data):
        y = xp.from_dlpack(source, copy=copy)
        assert (y.backend, y.dtype, y.shape, y.device) == (other_backend, dtype, x.shape, "cpu")
        assert aikit.to_list(y) == aikit.to_list(x)
        if copy and dtype != "bfloat16":
            assert address(y) != address(x)


@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES if dtype != "bfloat16"])
def test_no_copy_shares_or_raises(dtype: str, backend: str, other_backend: str) -> None:
    x = made(backend, dtype)
    try:
        y = aikit.get_backend(other_backend).from_dlpack(x, copy=False)
    except AikitValueError as error:
        # XLA and TensorFlow work on memory that is aligned, as NumPy's need not be
        assert (backend, other_backend) in {("numpy", "jax"), ("numpy", "tensorflow")}
        assert "copy=False" in str(error)
    else:
        assert address(y) == address(x)
        assert aikit.to_list(y) == aikit.to_list(x)


def test_writes_stay_apart(backend: str, other_backend: str) -> None:
    """An Array is a value, also where it shares memory with one of another backend."""
    for copy in (None, True):
        x = made(backend, "float64")
        y = aikit.get_backend(other_backend).from_dlpack(x, copy=copy)
        x[0, 0] = 7.0
        y[1, 1] = 8.0
        assert aikit.to_list(x) == [[7.0, 0.0, 3.0], [0.0, 1.0, 2.0]]
        assert aikit.to_list(y) == [[1.0, 0.0, 3.0], [0.0, 8.0, 2.0]]


LAYOUTS = {
    "every second": lambda: np.arange(12.0).reshape(3, 4)[:, ::2],
    "backwards": lambda: np.arange(6.0).reshape(2, 3)[::-1],
    "columns first": lambda: np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "read-only": lambda: np.broadcast_to(np.arange(3.0), (2, 3)),
    "0-d": lambda: np.array(3.0),
    "size 0": lambda: np.zeros((0, 3)),
}


@pytest.mark.parametrize("copy", [None, True])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout: str, copy: bool | None, xp: Any) -> None:
    host = LAYOUTS[layout]()
    for source in (host, aikit.get_backend("numpy").asarray(host)):
        np.testing.assert_array_equal(np.asarray(xp.from_dlpack(source, copy=copy)), host)


@pytest.mark.parametrize("name", ["torch", "jax", "tensorflow"])
def test_backwards_is_not_shared(name: str) -> None:
    require(name)
    with pytest.raises(AikitValueError, match=f"from_dlpack: copy=False, but {name}"):
        aikit.get_backend(name).from_dlpack(LAYOUTS["backwards"](), copy=False)


# ------------------------------------------------------------------------------------------------ giving away


def _take_numpy(x: Any) -> Any:
    return np.from_dlpack(x)


def _take_torch(x: Any) -> Any:
    import torch

    return torch.from_dlpack(x).numpy()


def _take_jax(x: Any) -> Any:
    import jax.numpy as jnp

    return np.asarray(jnp.from_dlpack(x))


def _take_tensorflow(x: Any) -> Any:
    import tensorflow as tf

    return tf.experimental.dlpack.from_dlpack(x.__dlpack__()).numpy()


TAKE = {"numpy": _take_numpy, "torch": _take_torch, "jax": _take_jax, "tensorflow": _take_tensorflow}


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "float16", "float32", "complex64"])
@pytest.mark.parametrize("taker", BACKENDS)
def test_frameworks_take_an_array(taker: str, dtype: str, backend: str) -> None:
    require(taker)
    taken = TAKE[taker](made(backend, dtype))
    assert taken.dtype == dtype
    np.testing.assert_array_equal(taken, VALUES.astype(dtype))


@pytest.mark.needs("torch")
def test_torch_survives_negative_strides() -> None:
    """PyTorch ends the process on a negative stride, so that an Array gives away a copy."""
    require("torch")
    host = LAYOUTS["backwards"]()
    np.testing.assert_array_equal(_take_torch(aikit.get_backend("numpy").asarray(host)), host)


@pytest.mark.parametrize(
    "options",
    [{}, {"stream": None}, {"max_version": (1, 0)}, {"dl_device": CPU}, {"copy": True}, {"copy": False}],
    ids=str,
)
def test_options(options: dict[str, Any], backend: str) -> None:
    x = made(backend, "float32")
    assert tuple(x.__dlpack_device__()) == CPU
    assert type(x.__dlpack__(**options)).__name__ == "PyCapsule"
    copied = np.from_dlpack(x, copy=True)
    assert copied.ctypes.data != address(x)


@pytest.mark.parametrize(
    "options", [{"dl_device": (2, 0)}, {"stream": 1}, {"dl_device": (2, 0), "copy": False}], ids=str
)
def test_what_cannot_be_given_away(options: dict[str, Any], backend: str) -> None:
    with pytest.raises(AikitBufferError, match=r"^__dlpack__\(.*\): .* dtype float32 on cpu"):
        made(backend, "float32").__dlpack__(**options)


def test_numpy_has_no_bfloat16() -> None:
    with pytest.raises(AikitBufferError, match="numpy cannot give away an array of dtype bfloat16"):
        made("numpy", "bfloat16").__dlpack__()


def test_no_dlpack(xp: Any) -> None:
    with pytest.raises(AikitTypeError, match="from_dlpack: x=3 is a int, which has no __dlpack__"):
        xp.from_dlpack(3)
