"""`Array` and `Container` as nodes of the frameworks' trees, so that they go through jax.jit, torch.compile and back.

TensorFlow takes a container for the dict that it is, and reads the methods ``__tf_flatten__`` and ``__tf_unflatten__``
of Array itself.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Any

from aikit.array import Array
from aikit.container import Container, flatten, unflatten


def _flatten(array: Array) -> tuple[tuple[Any, ...], None]:
    return (array._data,), None


def _unflatten(leaves: Sequence[Any], _: None) -> Array:
    return Array._wrap(next(iter(leaves)))


def register(backend: str) -> None:
    """Register the classes with the framework of a backend that is being loaded, and with optree where it is installed."""
    _register_with_optree()
    if backend == "jax":
        import jax

        jax.tree_util.register_pytree_node(Array, _flatten, lambda _, leaves: _unflatten(leaves, _))
        jax.tree_util.register_pytree_with_keys(
            Container,
            lambda c: (tuple((jax.tree_util.DictKey(key), value) for key, value in c.items()), tuple(c)),
            unflatten,
            lambda c: flatten(c),
        )
    elif backend == "torch":
        from torch.utils import _pytree

        _pytree.register_pytree_node(Array, lambda a: ([a._data], None), _unflatten, serialized_type_name="aikit.Array")
        _pytree.register_pytree_node(
            Container, flatten, lambda values, keys: unflatten(keys, values), serialized_type_name="aikit.Container"
        )


_registered = False


def _register_with_optree() -> None:
    global _registered
    if _registered or importlib.util.find_spec("optree") is None:
        return
    import optree

    _registered = True
    everywhere = optree.registry.__GLOBAL_NAMESPACE
    optree.register_pytree_node(Array, _flatten, lambda _, leaves: _unflatten(leaves, None), namespace=everywhere)
    optree.register_pytree_node(Container, lambda c: (*flatten(c), tuple(c)), unflatten, namespace=everywhere)
