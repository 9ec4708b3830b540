"""`Array` as a node of the frameworks' trees, so that it goes through jax.jit, torch.compile and back.

TensorFlow reads the methods ``__tf_flatten__`` and ``__tf_unflatten__`` of the class itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aikit.array import Array


def _flatten(array: Array) -> tuple[tuple[Any, ...], None]:
    return (array._data,), None


def register(backend: str) -> None:
    """Register `Array` with the framework of a backend that is being loaded."""
    if backend == "jax":
        import jax

        jax.tree_util.register_pytree_node(Array, _flatten, lambda _, leaves: Array._wrap(leaves[0]))
    elif backend == "torch":
        from torch.utils import _pytree

        def unflatten(leaves: Sequence[Any], _: None) -> Array:
            return Array._wrap(next(iter(leaves)))

        _pytree.register_pytree_node(
            Array, lambda array: ([array._data], None), unflatten, serialized_type_name="aikit.Array"
        )
