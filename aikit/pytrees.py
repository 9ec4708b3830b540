"""`Array` and `Container` as nodes of the frameworks' trees, so that they go through jax.jit, torch.compile and back.

TensorFlow takes a container for the dict that it is, and reads the methods ``__tf_flatten__`` and ``__tf_unflatten__``
of Array itself.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import aikit
from aikit import backend_handler
from aikit.array import Array, ArrayWhileWritten
from aikit.container import trees
from aikit.devices import Device
from aikit.dtypes import Dtype


def _flatten(array: Array) -> tuple[tuple[Any, ...], None]:
    return (array._data,), None


def _unflatten(_: None, leaves: Sequence[Any]) -> Array:
    array = Array()
    (array._data,) = leaves
    return array


def register(backend: str) -> None:
    """Register the classes with the framework of a backend that is being loaded."""
    for cls in (Array, ArrayWhileWritten):
        trees.enter_optree(cls, _flatten, _unflatten)
    if backend == "jax":
        _with_jax()
    elif backend == "torch":
        _with_torch()


def _with_jax() -> None:
    import jax

    def with_keys(container: Any) -> Any:
        values, keys = trees.flatten(container)
        return list(zip(map(jax.tree_util.DictKey, keys), values, strict=True)), keys

    for cls in (Array, ArrayWhileWritten):
        jax.tree_util.register_pytree_node(cls, _flatten, _unflatten)
    unflatten = functools.partial(trees.unflatten, aikit.Container)
    jax.tree_util.register_pytree_with_keys(aikit.Container, with_keys, unflatten, trees.flatten)


def _with_torch() -> None:
    from torch.utils import _pytree

    for cls, name in ((Array, "aikit.Array"), (ArrayWhileWritten, None)):
        _pytree.register_pytree_node(
            cls,
            lambda array: ([array._data], None),
            lambda leaves, context: _unflatten(context, leaves),
            serialized_type_name=name,
        )
    _pytree.register_pytree_node(
        aikit.Container,
        trees.flatten,
        lambda values, keys: trees.unflatten(aikit.Container, keys, values),
        serialized_type_name="aikit.Container",
    )
    for constant in (Dtype, Device):  # torch.compile looks a constant up in a dict of strings, and no other object
        _pytree.register_constant(constant)


def watch() -> None:
    """Register the classes with each framework when its backend is loaded."""
    backend_handler.on_load.append(register)
