"""An Array is a variable that holds a value: a write to one is seen nowhere else, and copies only where it must."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import Array


def values(x: Any) -> list[Any]:
    return aikit.to_list(x)


def address(x: Array) -> int:
    """Where the elements lie in memory."""
    native = x.data
    return native.ctypes.data if isinstance(native, np.ndarray) else native.data_ptr()


VIEWS = {
    "slice": lambda x: x[0:2],
    "row": lambda x: x[0],
    "element": lambda x: x[0, 0],
    "ellipsis": lambda x: x[...],
    "None": lambda x: x[None],
    "negative step": lambda x: x[::-1],
    "reshape": lambda x: aikit.reshape(x, (6,)),
    "reshape to itself": lambda x: aikit.reshape(x, (2, 3)),
    "transpose": lambda x: x.T,
    "permute_dims": lambda x: aikit.permute_dims(x, (1, 0)),
    "moveaxis": lambda x: aikit.moveaxis(x, 0, 1),
    "expand_dims": lambda x: aikit.expand_dims(x, 0),
    "squeeze nothing": lambda x: aikit.squeeze(x, ()),
    "flip": lambda x: aikit.flip(x),
    "broadcast_to": lambda x: aikit.broadcast_to(x, (2, 2, 3)),
    "broadcast_arrays": lambda x: aikit.broadcast_arrays(x, aikit.zeros_like(x))[0],
    "unstack": lambda x: aikit.unstack(x)[0],
    "astype, no copy": lambda x: aikit.astype(x, x.dtype, copy=False),
    "positive": lambda x: +x,
    "real": lambda x: aikit.real(x),
    "conj": lambda x: aikit.conj(x),
    "floor": lambda x: aikit.floor(x),
    "concat of one": lambda x: aikit.concat([x]),
    "tile once": lambda x: aikit.tile(x, (1, 1)),
    "roll by nothing": lambda x: aikit.roll(x, 0),
    "sum over nothing": lambda x: aikit.sum(x, axis=()),
    "max over nothing": lambda x: aikit.max(x, axis=0, keepdims=True),
    "clip": lambda x: aikit.clip(x, None, None),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda x: pickle.loads(pickle.dumps(x)),
    "wrapped again": lambda x: aikit.to_aikit(x.data),
    "asarray of native": lambda x: aikit.asarray(x.data),
    "array": lambda x: aikit.array(x.data),
    "from_dlpack": lambda x: aikit.from_dlpack(x),
    "to_device": lambda x: aikit.to_device(x, "cpu"),
    "iteration": lambda x: next(iter(x)),
}


@pytest.fixture
def matrix(xp: Any) -> Array:
    return xp.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


@pytest.mark.parametrize("view", VIEWS)
def test_a_write_to_one_of_two_leaves_the_other_alone(view: str, matrix: Array) -> None:
    x = matrix
    y = VIEWS[view](x)
    before, derived = values(x), values(y)
    y[...] = 9.0
    assert values(x) == before
    y = VIEWS[view](x)
    x[...] = 7.0
    assert values(y) == derived
    assert values(x) == [[7.0] * 3] * 2


@pytest.mark.parametrize("view", VIEWS)
def test_in_place_operators_and_out_write_to_one_only(view: str, matrix: Array) -> None:
    x = matrix
    y = VIEWS[view](x)
    before = values(x)
    same = y
    y += 1
    assert same is y
    assert values(x) == before
    aikit.zeros(y.shape, out=y) if y.backend == "numpy" else aikit.multiply(y, 0, out=y)
    assert values(x) == before


def test_native_array_of_the_user_is_left_alone(xp: Any, backend: str) -> None:
    native = aikit.to_native(xp.asarray([1.0, 2.0, 3.0]))
    for bring in (aikit.to_aikit, xp.asarray, xp.array):
        x = bring(native)
        x[0] = 9.0
        x += 1
        assert values(aikit.to_aikit(native)) == [1.0, 2.0, 3.0]
        assert values(x) == [10.0, 3.0, 4.0]


def test_exported_native_array_is_left_alone(xp: Any) -> None:
    x = xp.asarray([1.0, 2.0, 3.0])
    exported = [aikit.to_native(x), x.data, np.asarray(x), aikit.to_numpy(x, copy=False)]
    x[0] = 9.0
    x *= 2
    assert [np.asarray(aikit.to_aikit(e)).tolist() for e in exported] == [[1.0, 2.0, 3.0]] * 4


def test_host_data_is_copied_on_the_way_in(xp: Any) -> None:
    host = np.asarray([1.0, 2.0, 3.0], np.float32)
    x = xp.asarray(host)
    y = xp.add(xp.zeros(3), host)
    z = xp.positive(host)
    for one in (x, y, z):
        one[0] = 9.0
    assert host.tolist() == [1.0, 2.0, 3.0]


def test_write_that_fails_changes_nothing(xp: Any) -> None:
    x = xp.asarray([1.0, 2.0, 3.0])
    for key, value in ((5, 0.0), (slice(0, 2), xp.ones(3)), (0, 1j), (0, "a")):
        with pytest.raises(aikit.AikitException):
            x[key] = value
    assert values(x) == [1.0, 2.0, 3.0]


def test_value_that_is_a_view_of_the_target(xp: Any) -> None:
    x = xp.asarray([1.0, 2.0, 3.0, 4.0])
    x[1:] = x[:-1]
    assert values(x) == [1.0, 1.0, 2.0, 3.0]
    x[:] = x[::-1]
    assert values(x) == [3.0, 2.0, 1.0, 1.0]
    x += x[::-1]
    assert values(x) == [4.0, 3.0, 3.0, 4.0]
    aikit.flip(x, out=x)
    x[0] = 0.0
    assert values(x) == [0.0, 3.0, 3.0, 4.0]


@pytest.mark.parametrize("name", ["numpy", "torch"])
def test_loop_of_writes_copies_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    xp = aikit.get_backend(require(name))
    module = aikit.current_backend(xp.zeros(1))
    in_place, copies = [], []
    set_item, copy_array = module.set_item, module.copy_array

    def spy(x: Any, key: Any, value: Any, where: bool) -> Any:
        in_place.append(where)
        return set_item(x, key, value, where)

    monkeypatch.setattr(module, "set_item", spy)
    monkeypatch.setattr(module, "copy_array", lambda x: copies.append(x) or copy_array(x))
    x = xp.zeros((2000, 1000))
    x[0] = 1.0
    start = address(x)
    for i in range(1, 2000):
        x[i] = x[i - 1] + 1
    assert address(x) == start
    assert in_place == [True] * 2000
    assert copies == []
    assert values(x[:, 7]) == [float(i) for i in range(1, 2001)]


@pytest.mark.parametrize("name", ["numpy", "torch"])
def test_who_is_sole_owner(name: str) -> None:
    xp = aikit.get_backend(require(name))
    x = xp.zeros((4, 3))
    start = address(x)

    def moved() -> bool:
        """Whether a write copies now; the copy is solely owned again."""
        nonlocal start
        before, start = start, address(x)
        assert before == start
        x[0, 0] = 1.0
        before, start = start, address(x)
        return before != start

    assert not moved()
    view = x[0:2]
    assert moved()
    assert not moved(), "the copy is nobody else's"
    assert values(view) == [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    native = x.data
    assert moved()
    del native
    other = copy.copy(x)
    assert moved()
    other = x.T
    del other
    assert not moved(), "the view is gone"
    exported = np.asarray(x)
    assert moved()
    del exported
    assert not moved()
    same = x
    assert same is x
    assert not moved(), "another name is the same variable"


@pytest.mark.needs("torch")
def test_autograd_sees_the_value_of_the_time() -> None:
    require("torch")
    import torch

    w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    x = aikit.asarray(torch.tensor([10.0, 20.0, 30.0]))
    z = aikit.sum(aikit.to_aikit(w) * x)
    x[0] = 5.0
    z.data.backward()
    assert w.grad.tolist() == [10.0, 20.0, 30.0]
    assert values(x) == [5.0, 20.0, 30.0]


@pytest.mark.needs("torch")
def test_autograd_through_a_write() -> None:
    require("torch")
    import torch

    w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    x = aikit.to_aikit(w * 1.0)
    x[0] = 5.0
    x[1] = x[2] * 2.0
    aikit.sum(x * x).data.backward()
    assert w.grad.tolist() == [0.0, 0.0, 30.0]
    leaf = aikit.to_aikit(w)
    leaf[0] = 9.0
    assert w.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.needs("tensorflow", "jax")
def test_tensorflow_and_jax_gradients_see_the_value_of_the_time() -> None:
    require("tensorflow")
    import tensorflow as tf

    w = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(w)
        x = aikit.asarray(tf.constant([10.0, 20.0, 30.0]))
        z = aikit.sum(aikit.to_aikit(w) * x)
        x[0] = 5.0
    assert tape.gradient(z.data, w).numpy().tolist() == [10.0, 20.0, 30.0]
    require("jax")
    import jax

    def loss(v: Any) -> Any:
        x = aikit.asarray(jax.numpy.asarray([10.0, 20.0, 30.0]))
        z = aikit.sum(aikit.to_aikit(v) * x)
        x[0] = 5.0
        return z.data

    assert jax.grad(loss)(jax.numpy.asarray([1.0, 2.0, 3.0])).tolist() == [10.0, 20.0, 30.0]


@pytest.mark.needs("tensorflow")
def test_variable_of_the_framework_is_read_when_it_arrives() -> None:
    require("tensorflow")
    import tensorflow as tf

    variable = tf.Variable([1.0, 2.0])
    x = aikit.to_aikit(variable)
    variable.assign([5.0, 6.0])
    assert values(x) == [1.0, 2.0]
    x[0] = 9.0
    assert variable.numpy().tolist() == [5.0, 6.0]


def test_read_only_ndarray_can_be_written_to_as_an_array() -> None:
    host = np.zeros(3)
    host.flags.writeable = False
    x = aikit.asarray(host)
    x[0] = 1.0
    assert values(x) == [1.0, 0.0, 0.0]
    assert host.tolist() == [0.0, 0.0, 0.0]
    y = aikit.broadcast_to(aikit.asarray([1.0]), (3,))
    y[0] = 5.0
    assert values(y) == [5.0, 1.0, 1.0]
