"""`Array` and `Container` as nodes of the frameworks' trees, so that they go through jax.jit, torch.compile and back.

TensorFlow takes a container for the dict that it is, and reads the methods ``__tf_flatten__`` and ``__tf_unflatten__``
of Array itself.
"""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aikit.array import Array, ArrayWhileWritten
from aikit.devices import Device
from aikit.dtypes import Dtype


def _flatten(array: Array) -> tuple[tuple[Any, ...], None]:
    return (array._data,), None


def _unflatten(_: None, leaves: Sequence[Any]) -> Array:
    return Array._wrap(next(iter(leaves)))


def _flatten_container(container: Any) -> tuple[list[Any], tuple[str, ...]]:
    return list(container.values()), tuple(container)


def _unflatten_container(keys: Iterable[str], values: Iterable[Any]) -> Any:
    """A container of keys and values, which may be anything that a framework puts in the place of leaves."""
    from aikit.container import Container

    result = Container()
    for key, value in zip(keys, values, strict=True):
        dict.__setitem__(result, key, value)
    return result


def register(backend: str) -> None:
    """Register the classes with the framework of a backend that is being loaded."""
    for cls in (Array, ArrayWhileWritten):
        _with_optree(cls, _flatten, _unflatten)
    if backend == "jax":
        _with_jax()
    elif backend == "torch":
        _with_torch()


def _with_jax() -> None:
    import jax

    from aikit.container import Container

    def with_keys(container: Any) -> Any:
        values, keys = _flatten_container(container)
        return list(zip(map(jax.tree_util.DictKey, keys), values, strict=True)), keys

    for cls in (Array, ArrayWhileWritten):
        jax.tree_util.register_pytree_node(cls, _flatten, _unflatten)
    jax.tree_util.register_pytree_with_keys(Container, with_keys, _unflatten_container, _flatten_container)


def _with_torch() -> None:
    from torch.utils import _pytree

    from aikit.container import Container

    for cls, name in ((Array, "aikit.Array"), (ArrayWhileWritten, None)):
        _pytree.register_pytree_node(
            cls,
            lambda array: ([array._data], None),
            lambda leaves, context: _unflatten(context, leaves),
            serialized_type_name=name,
        )
    _pytree.register_pytree_node(
        Container,
        _flatten_container,
        lambda values, keys: _unflatten_container(keys, values),
        serialized_type_name="aikit.Container",
    )
    for constant in (Dtype, Device):  # torch.compile looks a constant up in a dict of strings, and no other object
        _pytree.register_constant(constant)


def register_container_with_optree(container: type) -> None:
    """Register the class of containers, which is imported when it is first asked for."""
    _with_optree(container, lambda c: (*_flatten_container(c), tuple(c)), _unflatten_container)


@functools.cache
def _with_optree(cls: type, flatten: Callable[..., Any], unflatten: Callable[..., Any]) -> None:
    if importlib.util.find_spec("optree") is not None:
        import optree

        optree.register_pytree_node(cls, flatten, unflatten, namespace=optree.registry.__GLOBAL_NAMESPACE)
