"""A Container as a node of the frameworks' trees: its values, and its keys."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable, Iterable
from typing import Any


def flatten(container: Any) -> tuple[list[Any], tuple[str, ...]]:
    """The values of a container, and its keys."""
    return list(container.values()), tuple(container)


def unflatten(cls: Any, keys: Iterable[str], values: Iterable[Any]) -> Any:
    """A container of keys and values, which may be anything that a framework puts in the place of leaves."""
    result = cls.__new__(cls)
    dict.update(result, zip(keys, values, strict=True))
    return result


def register(cls: type) -> None:
    """Give the class of containers, which is imported when it is first asked for, a place in the trees of optree."""
    enter_optree(cls, lambda container: (*flatten(container), tuple(container)), functools.partial(unflatten, cls))


@functools.cache
def enter_optree(cls: type, flatten: Callable[..., Any], unflatten: Callable[..., Any]) -> None:
    """Give a class a place in the trees of optree, if that is installed."""
    if importlib.util.find_spec("optree") is not None:
        import optree

        optree.register_pytree_node(cls, flatten, unflatten, namespace=optree.registry.__GLOBAL_NAMESPACE)
