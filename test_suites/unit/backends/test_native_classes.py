"""Classes of native arrays that come after a backend was loaded leave no trace."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest
from helpers.frameworks import require

import aikit
from aikit import backend_handler
from aikit.core.records import REGISTRY


def _tables() -> list[int]:
    return [len(backend_handler.scalar_types), *(len(function.table) for function in REGISTRY.values())]


def _new_class_of(base: type) -> Any:
    return type("Subclass", (base,), {})


def test_a_subclass_is_not_kept() -> None:
    require("numpy")
    before = _tables()
    cls = _new_class_of(np.ndarray)
    assert aikit.to_list(aikit.add(np.ones(2).view(cls), 1.0)) == [2.0, 2.0]
    assert aikit.to_list(aikit.get_backend("numpy").add(np.ones(2).view(cls), 1.0)) == [2.0, 2.0]
    assert _tables() == before
    found = weakref.ref(cls)
    del cls
    gc.collect()
    assert found() is None


def test_classes_and_tracers_of_the_frameworks_have_the_fast_path(backend: str, xp: Any) -> None:
    table = REGISTRY["sin"].table
    assert type(xp.ones(2).data) in table
    seen: list[type] = []

    def look(x: Any) -> Any:
        seen.append(type(aikit.to_native(x)))
        return aikit.sin(x)

    if backend == "jax":
        import jax

        for transformed in (jax.jit(look), jax.vmap(look), jax.grad(lambda x: aikit.sum(look(x)).data)):
            transformed(xp.ones(2))
    elif backend == "tensorflow":
        import tensorflow as tf

        tf.function(look)(xp.ones(2))
    elif backend == "torch":
        import torch

        look(aikit.to_aikit(torch.nn.Parameter(torch.ones(2))))
    assert set(seen) <= set(table)


@pytest.mark.needs("torch", "jax", "tensorflow")
def test_classes_that_come_later_leave_what_is_compiled() -> None:
    require("torch")
    import torch

    for name in ("numpy", "jax", "tensorflow"):
        require(name)
    compiles: list[int] = []

    def backend(module: Any, inputs: Any) -> Any:
        compiles.append(len(inputs))
        return module.forward

    @torch.compile(backend=backend, fullgraph=True)
    def function(x: Any) -> Any:
        y = aikit.sin(x) * 2 + x
        y[0] = 1.0
        return aikit.sum(y)

    x = aikit.get_backend("torch").ones(3)
    expected = float(function(x))
    for _ in range(10):
        aikit.sin(torch.ones(2).as_subclass(_new_class_of(torch.Tensor)))
        aikit.sin(np.ones(2).view(_new_class_of(np.ndarray)))
        aikit.add(aikit.to_aikit(torch.ones(2).as_subclass(_new_class_of(torch.Tensor))), 1)
        assert float(function(x)) == pytest.approx(expected)
    assert len(compiles) == 1
