"""Operators and indices on the leaves of containers, and writes to parts of them.

A native array among the leaves counts as an Array, as it does among the arguments of functions: what an operator or an
index gives of it is an Array, by aikit's rules on every backend, and a write puts an Array in its place, for the native
one is the caller's. What is no array is Python's own affair, so that plain numbers stay plain numbers.
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from aikit import backend_handler, dtypes
from aikit.array import Array
from aikit.array.items import get_item, set_item
from aikit.core.arrays import wrap
from aikit.core.nodes import Chain, Node, at_leaf, below, chain_name, check_shared, mapped_values
from aikit.core.wording import shown
from aikit.dispatch.containers import set_aside, values_aside
from aikit.dispatch.host_data import PYTHON_SCALARS, accept_native
from aikit.exceptions import AikitException, AikitIndexError, AikitStructureError, AikitTypeError


def as_array(leaf: Any) -> Any:
    """An Array around a native array of one of aikit's dtypes; any other leaf itself."""
    if isinstance(leaf, Array):
        return leaf
    backend = backend_handler.backend_of(leaf)
    if backend is None or not dtypes.is_dtype(backend.accept_native(leaf).dtype):
        return leaf
    return _wrapped(leaf, backend)


def _wrapped(native: Any, backend: Any) -> Array:
    return wrap(accept_native("Container", "a leaf", native, backend))


def operate(name: str, function: Callable[..., Any], *values: Any) -> Any:
    """The result of one of Python's operators for each leaf.

    Raises
    ------
    AikitStructureError : the containers share no structure.
    AikitTypeError : the operator does not take the leaves.
    """
    check_shared(name, values)
    return mapped_values(lambda *items: _operated(name, function, items), values)


def _operated(name: str, function: Callable[..., Any], items: Sequence[Any]) -> Any:
    try:
        for item in items:
            if type(item) is not Array and type(item) not in PYTHON_SCALARS:
                return function(*_operands(items))
        return function(*items)
    except TypeError as error:
        if isinstance(error, AikitException):
            raise
        raise AikitTypeError(
            f"{name}: the leaves {', '.join(shown(item) for item in items)} cannot be operands: {error}"
        ) from error


def _operands(items: Sequence[Any]) -> list[Any]:
    """The leaves with native arrays as Arrays; an ndarray beside an array of another backend is host data."""
    wrapped = [as_array(item) for item in items]
    if not any(isinstance(item, Array) and item.backend != "numpy" for item in wrapped):
        return wrapped
    return [item if isinstance(item, np.ndarray) else array for item, array in zip(items, wrapped, strict=True)]


# ------------------------------------------------------------------------------------------------ reading


def get_items(container: Any, key: Any) -> Any:
    """What an index gives of each leaf.

    Raises
    ------
    AikitIndexError, AikitTypeError : as for an Array; a leaf that takes no index.
    """
    check_shared("__getitem__", [container, key])
    return mapped_values(_item, [container, key])


def _item(leaf: Any, key: Any) -> Any:
    leaf = as_array(leaf)
    return leaf[key] if isinstance(leaf, Array) else _of_other(leaf, lambda: leaf[key], key)


def _of_other(leaf: Any, indexed: Callable[[], Any], key: Any) -> Any:
    """What is done to a leaf that is no array, with aikit's errors."""
    try:
        return indexed()
    except (TypeError, IndexError) as error:
        kind = AikitIndexError if isinstance(error, IndexError) else AikitTypeError
        raise kind(
            f"c[{shown(key)}]: the leaf {shown(leaf)} is a {type(leaf).__name__}, which takes no such index: {error}; "
            "choose other leaves with cont_at_key_chains"
        ) from error


# ------------------------------------------------------------------------------------------------ writing


class _Write(NamedTuple):
    """``leaf[key] = value`` for one leaf, which lies at `name` in `node`."""

    chain: Chain
    node: Any
    name: str
    leaf: Any
    key: Any
    value: Any


def set_items(container: Any, key: Any, value: Any) -> None:
    """Write to a part of each leaf; where one of them does not take it, nothing is written to any.

    The values are those that `key` and `value` have before the first write.

    Raises
    ------
    AikitStructureError : `key` or `value` has nodes where the container has leaves, or shares no structure with it.
    AikitIndexError, AikitTypeError, AikitOverflowError, AikitBroadcastShapeError : as for an Array.
    """
    check_shared("__setitem__", [container, key, value], ["the container", "the key", "the value"])
    writes = _read_first(list(_writes(container, key, value, ())))
    changed = [at_leaf(write.chain, _checked, write, len(writes) > 1) for write in writes]
    for write, leaf in zip(writes, changed, strict=True):
        if isinstance(write.leaf, Array):
            at_leaf(write.chain, _store, write.leaf, write.key, write.value)
        else:
            dict.__setitem__(write.node, write.name, leaf)


def _read_first(writes: list[_Write]) -> list[_Write]:
    """The same with what the keys and values are now, where these are Arrays that are written to."""
    aside = values_aside([write.leaf for write in writes])
    return [
        _Write(chain, node, name, leaf, set_aside(key, aside), set_aside(value, aside))
        for chain, node, name, leaf, key, value in writes
    ]


def _writes(node: Any, key: Any, value: Any, chain: Chain) -> Iterator[_Write]:
    for name, leaf in node.items():
        where, one, new = (*chain, name), below(key, name), below(value, name)
        if isinstance(leaf, Node):
            yield from _writes(leaf, one, new, where)
        elif isinstance(one, Node) or isinstance(new, Node):
            raise AikitStructureError(
                f"c[...] = value: {chain_name(where)!r} is a leaf, and the {'key' if isinstance(one, Node) else 'value'} has "
                "several for it; give one"
            )
        else:
            yield _Write(where, node, name, leaf, one, new)


def _checked(write: _Write, one_of_several: bool) -> Any:
    """What is to be put in the place of a leaf that is no Array; an error where a leaf does not take the write."""
    if isinstance(write.leaf, Array):
        if one_of_several:
            _try(write.leaf, write.key, write.value)
        return write.leaf
    backend = backend_handler.backend_of(write.leaf)
    changed = copy.copy(write.leaf) if backend is None else _wrapped(write.leaf, backend)
    if isinstance(changed, Array):
        changed[write.key] = write.value
    else:
        _of_other(write.leaf, lambda: operator.setitem(changed, write.key, write.value), write.key)
    return changed


def _store(leaf: Array, key: Any, value: Any) -> None:
    leaf[key] = value


def _try(leaf: Array, key: Any, value: Any) -> None:
    """Raise what ``leaf[key] = value`` would, by a write to that part of the leaf alone, of which it is a copy."""
    if leaf._backend.is_traced(leaf._data):
        set_item(wrap(leaf._data), key, value)  # a trace may write where it cannot read, as with masks
    else:
        set_item(wrap(get_item(leaf, key)), ..., value)
