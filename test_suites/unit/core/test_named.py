"""Dtypes and devices: one immutable object of each name, which equals its name and is no string."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Hashable, Iterable, Sequence, Sized
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import AikitDeviceError, AikitTypeError, Device, Dtype

DTYPES = list(aikit.dtypes.DTYPES.values())
DEVICES = [Device(name) for name in ("cpu", "cpu:1", "gpu:0", "gpu:1", "tpu:0", "meta")]
CONSTANTS = [*DTYPES, *DEVICES]


@pytest.mark.parametrize("constant", CONSTANTS, ids=str)
def test_equals_its_name_and_nothing_else(constant: Any) -> None:
    name = constant.name
    assert type(name) is str
    assert constant == name
    assert name == constant
    assert not constant != name  # noqa: SIM202
    assert not name != constant  # noqa: SIM202
    assert constant != name.upper()
    assert constant != name.encode()
    assert constant != 0
    assert constant is not None
    assert hash(constant) == hash(name)
    assert {name: 1}[constant] == {constant: 1}[name] == 1
    assert constant in [name]
    assert name in (constant,)
    assert len({name, constant}) == 1
    assert [other for other in CONSTANTS if other == constant] == [constant]


@pytest.mark.parametrize("constant", CONSTANTS, ids=str)
def test_is_no_string(constant: Any) -> None:
    assert isinstance(constant, Hashable)
    assert not isinstance(constant, (str, Sequence, Sized, Iterable))
    for attempt in (len, iter, list, lambda c: c[0], lambda c: "f" in c, lambda c: c + "", lambda c: c < c):
        with pytest.raises(TypeError):
            attempt(constant)
    assert not hasattr(constant, "startswith")


@pytest.mark.parametrize("constant", CONSTANTS, ids=str)
def test_text(constant: Any) -> None:
    assert str(constant) == f"{constant}" == constant.name
    assert f"{constant:>12}" == constant.name.rjust(12)
    assert eval(repr(constant), {"aikit": aikit}) is constant


@pytest.mark.parametrize("constant", CONSTANTS, ids=str)
def test_one_object(constant: Any) -> None:
    assert type(constant)(constant.name) is type(constant)(constant) is constant
    assert copy.copy(constant) is copy.deepcopy(constant) is constant
    assert copy.deepcopy({"a": [constant]})["a"][0] is constant
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(constant, protocol)) is constant


@pytest.mark.parametrize("constant", CONSTANTS, ids=str)
def test_immutable(constant: Any) -> None:
    for change in (
        lambda c: setattr(c, "name", "int8"),
        lambda c: setattr(c, "kind", "i"),
        lambda c: setattr(c, "other", 1),
        lambda c: delattr(c, "name"),
    ):
        with pytest.raises(AttributeError, match="cannot be changed"):
            change(constant)
    with pytest.raises(TypeError, match="neither can be subclassed"):
        type("Own", (type(constant),), {})


def test_one_device_from_many_threads() -> None:
    names = [f"{kind}:{index}" for index in range(50, 90) for kind in ("gpu", "cuda", "GPU")]
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(Device, names))
    assert len({id(device) for device in found}) == 40


def test_numpy_takes_them() -> None:
    for dtype in DTYPES:
        native = np.dtype(ml_dtypes.bfloat16) if dtype == "bfloat16" else np.dtype(dtype.name)
        assert np.dtype(dtype) == native
        assert np.zeros(2, dtype).dtype == np.zeros(2).astype(dtype).dtype == native
        assert (dtype.itemsize, dtype.bits) == (native.itemsize, native.itemsize * 8)
        if dtype != "bfloat16":
            assert dtype.kind == native.kind
            assert native == dtype


@pytest.mark.needs("jax", "tensorflow")
def test_frameworks_take_what_they_take_of_names() -> None:
    require("jax")
    import jax.numpy as jnp

    assert jnp.zeros(2, aikit.bfloat16).dtype == "bfloat16"
    require("tensorflow")
    import tensorflow as tf

    assert tf.zeros(2, aikit.int16).dtype == tf.int16


ACCEPTING: dict[str, Callable[[Any, Any], Any]] = {
    "zeros": lambda xp, d: xp.zeros(2, dtype=d).dtype,
    "asarray": lambda xp, d: xp.asarray([1, 0], dtype=d).dtype,
    "astype": lambda xp, d: xp.astype(xp.zeros(2), d).dtype,
    "method astype": lambda xp, d: xp.zeros(2).astype(d).dtype,
    "sum": lambda xp, d: xp.sum(xp.zeros(2), dtype=d).dtype,
    "result_type": lambda xp, d: xp.result_type(d, d),
    "finfo": lambda xp, d: xp.finfo(d).dtype,
    "isdtype of": lambda xp, d: Dtype("float64" if xp.isdtype(d, "real floating") else "bool"),
    "isdtype": lambda xp, d: Dtype("float64" if xp.isdtype("float64", d) else "bool"),
    "isdtype in a tuple": lambda xp, d: Dtype("float64" if xp.isdtype("float64", ("bool", d)) else "bool"),
    "can_cast to": lambda xp, d: Dtype("float64" if xp.can_cast("float32", d) else "bool"),
    "can_cast from": lambda xp, d: Dtype("float64" if not xp.can_cast(d, "float32") else "bool"),
    "Dtype": lambda xp, d: Dtype(d),
    "default_dtype": lambda xp, d: xp.default_dtype(dtype=d),
    "container": lambda xp, d: xp.zeros(2, dtype=aikit.Container(a=d)).a.dtype,
}


@pytest.mark.parametrize("name", ACCEPTING)
def test_accepted_wherever_a_dtype_is(name: str, xp: Any) -> None:
    native = aikit.to_native(xp.zeros(1, dtype="float64")).dtype
    for dtype in ("float64", aikit.float64, np.dtype("float64"), np.float64, native):
        assert ACCEPTING[name](xp, dtype) is aikit.float64, dtype


@pytest.mark.parametrize("bad", ["float", "f4", "", 5, None, object, "int128", True, [], Device("cpu")])
def test_refused_dtypes(bad: Any) -> None:
    with pytest.raises(AikitTypeError, match="not a dtype"):
        Dtype(bad)


@pytest.mark.parametrize("bad", ["disk", "", "gpu:", "gpu:x", 5, None, [], aikit.float32])
def test_refused_devices(bad: Any) -> None:
    with pytest.raises(AikitDeviceError, match=r"not (the name of )?a device"):
        Device(bad)


def test_devices_are_accepted_as_objects(xp: Any) -> None:
    x = xp.ones(2, device=Device("cpu"))
    assert x.device is Device("cpu")
    assert xp.to_device(x, x.device).device is x.device
    assert xp.asarray([1.0], device="CPU:0").device is x.device
    assert aikit.default_device() is x.device
    assert xp.__array_namespace_info__().default_device() is x.device
    assert all(type(device) is Device for device in xp.__array_namespace_info__().devices())


# ------------------------------------------------------------------------------------------------ under a trace

TRACED: dict[str, Callable[[Any], Any]] = {
    "equal to a name": lambda x: x * 2 if x.dtype == "float32" else x * 3,
    "a name equal to it": lambda x: x * 2 if "float32" == x.dtype else x * 3,  # noqa: SIM300
    "unequal": lambda x: x * 2 if x.dtype != aikit.float32 else x * 3,
    "identical": lambda x: x * 2 if x.dtype is aikit.float32 else x * 3,
    "in a tuple": lambda x: x * 2 if x.dtype in ("int8", "float32") else x * 3,
    "in a set of names": lambda x: x * 2 if x.dtype in {"int8", "float32"} else x * 3,
    "in a set": lambda x: x * 2 if x.dtype in {aikit.int8, aikit.float32} else x * 3,
    "key of names": lambda x: x * {"float32": 5, "int8": 6}[x.dtype],
    "key": lambda x: x * {aikit.float32: 5, aikit.int8: 6}["float32"],
    "text": lambda x: x * len(str(x.dtype)) + len(f"{x.dtype}"),
    "attributes": lambda x: x * x.dtype.itemsize + x.dtype.bits if x.dtype.kind == "f" else x * 0,
    "no string": lambda x: x * 2 if isinstance(x.dtype, str) else x * 3,
    "isdtype": lambda x: x * 2 if aikit.isdtype(x.dtype, ("bool", aikit.float32)) else x * 3,
    "finfo": lambda x: x * aikit.finfo(x.dtype).bits + aikit.iinfo("int8").max,
    "astype": lambda x: aikit.astype(x, aikit.float16),
    "astype to a native dtype": lambda x: aikit.astype(aikit.astype(x, "float16"), x.data.dtype),
    "creation": lambda x: x + x.__array_namespace__().zeros(4, dtype=x.dtype, device=x.device),
    "device": lambda x: x * 2 if x.device == "cpu" and x.device is Device("cpu:0") else x * 3,
    "result_type": lambda x: aikit.astype(x, aikit.result_type(x.dtype, aikit.int8, 1.5)),
    "default": lambda x: aikit.astype(x, aikit.default_float_dtype()) * aikit.default_dtype().bits,
    "accumulator": lambda x: aikit.sum(aikit.astype(x, "int8"), dtype=aikit.int32),
}


@pytest.mark.parametrize("name", TRACED)
@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"])
def test_constants_of_a_trace(name: str, backend: str) -> None:
    xp, function = aikit.get_backend(require(backend)), TRACED[name]
    x = xp.asarray([1.0, 4.0, 2.0, 3.0])
    expected, result = function(x), _traced(backend, function)(x)
    assert result.dtype is expected.dtype
    np.testing.assert_array_equal(np.asarray(result), np.asarray(expected))


def _traced(backend: str, function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    if backend == "torch":
        import torch

        torch._dynamo.reset()
        return torch.compile(function, backend="eager", fullgraph=True)
    if backend == "jax":
        import jax

        return jax.jit(function, **options)
    import tensorflow as tf

    return tf.function(function)


@pytest.mark.parametrize("backend", ["torch", "jax", "tensorflow"])
def test_arguments_of_a_trace(backend: str) -> None:
    xp = aikit.get_backend(require(backend))
    x = xp.asarray([1.0, 4.0])
    traced = _traced(
        backend,
        lambda x, dtype, device: aikit.astype(x, dtype) * (2 if device == "cpu" else 3),
        **({"static_argnums": (1, 2)} if backend == "jax" else {}),
    )
    for dtype in (aikit.int32, aikit.float32, aikit.int32):
        for device, factor in ((Device("cpu"), 2), (Device("gpu"), 3)):
            result = traced(x, dtype, device)
            assert result.dtype is dtype
            assert aikit.to_list(result) == [factor, 4 * factor]
