"""copy, deepcopy and pickle: of Arrays, of subclasses, of what autograd knows, of bound namespaces and functions."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from helpers.frameworks import require

import aikit
from aikit import Array

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {n}": lambda x, n=n: pickle.loads(pickle.dumps(x, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)},
}
DEEP = [name for name in COPIES if name != "copy"]


class WithDict(Array):
    """A subclass with a constructor and attributes of its own."""

    def __init__(self, x: Array, unit: list[str]) -> None:
        self._data = x.data
        self.unit = unit
        self.itself = self


class WithSlots(Array):
    """A subclass with slots, one of them private."""

    __slots__ = ("__unit",)

    def __init__(self, x: Array, unit: list[str]) -> None:
        self._data = x.data
        self.__unit = unit

    @property
    def unit(self) -> list[str]:
        return self.__unit


@pytest.mark.parametrize("cls", [WithDict, WithSlots])
@pytest.mark.parametrize("how", COPIES)
def test_subclass_and_its_attributes(how: str, cls: Any, xp: Any) -> None:
    x = cls(xp.asarray([1.0, 2.0]), ["m"])
    y = COPIES[how](x)
    assert type(y) is cls
    assert y.unit == ["m"]
    assert (y.unit is x.unit) == (how == "copy")
    y[0] = 9.0
    assert aikit.to_list(x) == [1.0, 2.0]
    assert aikit.to_list(y) == [9.0, 2.0]
    if cls is WithDict:
        assert y.itself is (x if how == "copy" else y)


@pytest.mark.parametrize("how", COPIES)
def test_bound_namespaces_and_functions_are_one_object(how: str, xp: Any) -> None:
    for one in (xp, xp.linalg, xp.fft, xp.sin, xp.linalg.inv, xp.fft.fft):
        assert COPIES[how](one) is one
        assert COPIES[how]({"xp": one}) == {"xp": one}
    info = COPIES[how](xp.__array_namespace_info__)()
    assert repr(info) == repr(xp.__array_namespace_info__())
    assert repr(COPIES[how](info)) == repr(info)


@pytest.mark.needs("torch")
@pytest.mark.parametrize("how", DEEP)
def test_copy_of_a_leaf_of_autograd_is_a_leaf_of_its_own(how: str) -> None:
    require("torch")
    import torch

    w = torch.tensor([1.0, 2.0], requires_grad=True)
    x = COPIES[how](aikit.asarray(w))
    assert x.data.is_leaf
    assert x.data.requires_grad
    aikit.sum(x * x).data.backward()
    assert w.grad is None, "training the copy trains the original"
    assert x.data.grad.tolist() == [2.0, 4.0]


@pytest.mark.needs("torch")
def test_copied_leaf_has_a_copy_of_the_gradient() -> None:
    require("torch")
    import torch

    w = torch.tensor([1.0, 2.0], requires_grad=True)
    (w * w).sum().backward()
    x, again = copy.deepcopy([aikit.asarray(w), aikit.asarray(w)])
    assert x.data is again.data, "one leaf stays one leaf, as in PyTorch"
    x.data.grad.zero_()
    assert w.grad.tolist() == [2.0, 4.0]


@pytest.mark.needs("torch")
def test_pickles_keep_whether_a_gradient_is_required() -> None:
    require("torch")
    import torch

    w = torch.tensor([1.0, 2.0], requires_grad=True)
    for native in (w, w * 2, w.detach()):
        again = pickle.loads(pickle.dumps(aikit.asarray(native))).data
        expected = pickle.loads(pickle.dumps(native)) if native.is_leaf else native
        assert (again.requires_grad, again.is_leaf) == (expected.requires_grad, True)


def test_deep_copy_is_a_step_of_the_computation(backend: str, xp: Any) -> None:
    if backend == "numpy":
        pytest.skip("NumPy has no autograd")
    gradient = aikit.grad(lambda v: aikit.sum(copy.deepcopy(v * 1.0) ** 2) + aikit.sum(copy.deepcopy(v)))
    assert aikit.to_list(gradient(xp.asarray([1.0, 2.0]))) == [3.0, 5.0]


@pytest.mark.needs("jax")
def test_what_a_framework_puts_in_the_place_of_an_array() -> None:
    require("jax")
    import jax

    x = jax.eval_shape(aikit.sin, aikit.get_backend("jax").ones(3))
    assert repr(x) == "aikit.Array(ShapeDtypeStruct(shape=(3,), dtype=float32))"
    assert str(x) == f"{x}" == repr(x)
    assert (x.shape, x.dtype) == ((3,), aikit.float32)
    for use in (aikit.sin, copy.deepcopy, lambda a: a + 1, lambda a: a[0], lambda a: a.backend, pickle.dumps):
        with pytest.raises(aikit.AikitTypeError, match="holds no array but a ShapeDtypeStruct"):
            use(x)
