"""What may be done with the elements: whether they change, how they are come by, and what they share."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from aikit import backend_handler
from aikit.core.arrays import ArrayBase, wrap
from aikit.exceptions import AikitTypeError
from aikit.traits._backends import backend_for
from aikit.traits._trait import has_parent, parent, trait, typeof, with_rules_of


class Access(enum.Enum):
    """The cheapest way to the elements of an array.

    POINTER : by their address in the memory of this machine. TUPLE : they are fields of a Python object. INDEX : one by one,
    by an index. ACCELERATOR : they are on a GPU or TPU. TRACED : there are none yet.
    """

    POINTER = "pointer"
    TUPLE = "tuple"
    INDEX = "index"
    ACCELERATOR = "accelerator"
    TRACED = "traced"


# ------------------------------------------------------------------------------------------------ change


@trait()
def ismutable(x: Any) -> bool:
    """Whether the contents of an array can change in place; of an `aikit.Array` whether those of the native array can.

    Of a class: whether those of an ordinary array of it can. A single array may say otherwise, as one that is read-only.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> traits.ismutable(np.zeros(3)), traits.ismutable(np.broadcast_to(0.0, 3)), traits.ismutable((1, 2))
    (True, False, False)
    """
    backend = backend_for(x)
    return backend is not None and backend.is_mutable(x)


@trait()
def _takes_items(x: Any) -> bool:
    backend = backend_for(x)
    return backend is not None and backend.can_set_items(x)


@with_rules_of(_takes_items)
def can_setindex(x: Any, /) -> bool:
    """Whether ``x[i] = value`` is allowed: always for an `aikit.Array`; not where the class has no ``__setitem__``."""
    return hasattr(typeof(x), "__setitem__") and _takes_items(x)


@trait()
def can_change_size(x: Any) -> bool:
    """Whether the number of elements can change in place, as that of a list."""
    backend = backend_for(x)
    return backend is not None and backend.can_resize(x)


can_setindex.register(ArrayBase)(lambda x: True)


def _register_builtins() -> None:
    """What holds of Python's own containers."""
    for cls in (list, dict, set, bytearray):
        ismutable.register(cls)(lambda x: True)
        can_change_size.register(cls)(lambda x: True)
        can_setindex.register(cls)(lambda x, takes=cls is not set: takes)
    for sequence in (list, tuple, range, str, bytes, bytearray):
        fast_scalar_indexing.register(sequence)(lambda x: True)
    access.register(tuple)(lambda x: Access.TUPLE)
    access.register(range)(lambda x: Access.INDEX)


# ------------------------------------------------------------------------------------------------ access


@trait()
def access(x: Any) -> Access | None:
    """The cheapest way to the elements of an array; None of what is no array, and of a class whose arrays differ in it."""
    backend = backend_for(x)
    if backend is None or isinstance(x, type):
        return None
    return Access.TRACED if backend.is_traced(x) else Access(backend.access(x))


@trait()
def fast_scalar_indexing(x: Any) -> bool:
    """Whether reading one element is about as cheap as a call of Python; False of a class whose arrays differ in it."""
    backend = backend_for(x)
    if backend is None or isinstance(x, type):
        return backend is not None and backend.name == "numpy"
    way = access(x)
    return way is Access.POINTER or (way is Access.INDEX and backend.strides(x) is not None)


_register_builtins()


# ------------------------------------------------------------------------------------------------ elements


def allowed_getindex(x: Any, /, *index: int) -> Any:
    """One element as a Python number, wherever the array is; under a trace the 0-d array that stands for it.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> traits.allowed_getindex(np.asarray([[1.0, 2.0]]), 0, 1)
    2.0
    """
    native = _native(x)
    backend = backend_handler.backend_of(native)
    if backend is None:
        return _item(x, index)
    item = wrap(native)[index]._data
    return item if backend.is_traced(item) else backend.to_scalar(item)


def _native(x: Any) -> Any:
    """The native array of an Array, and any other object as it is."""
    return x._data if isinstance(x, ArrayBase) else x


def _item(x: Any, index: tuple[int, ...]) -> Any:
    found = x[index[0] if len(index) == 1 else index]
    return allowed_getindex(parent(found)) if has_parent(found) else found


def with_value(x: Any, value: Any, /, *index: Any) -> Any:
    """A copy of an array in which ``x[index]`` is `value`; `x` stays as it is.

    Raises
    ------
    AikitTypeError : nothing can be written to a copy of `x` either, as of a str.

    Examples
    --------
    >>> from aikit import traits
    >>> traits.with_value((1, 2, 3), 7, 0)
    (7, 2, 3)
    """
    native = _native(x)
    backend = backend_handler.backend_of(native)
    if backend is not None:
        holder = wrap(native)
        holder[index] = value  # to a copy, for `native` is not the holder's alone
        return holder if isinstance(x, ArrayBase) else holder._data
    if isinstance(x, tuple):
        return tuple(_written(list(x), value, index))
    if isinstance(x, (list, dict, bytearray)):
        return _written(x.copy(), value, index)
    raise AikitTypeError(f"with_value: x is a {type(x).__name__}; pass an array, a list, a tuple or a dict")


def _written(x: Any, value: Any, index: tuple[Any, ...]) -> Any:
    x[index[0] if len(index) == 1 else index] = value
    return x


def allowed_setindex(x: Any, value: Any, /, *index: Any) -> Any:
    """The array in which ``x[index]`` is `value`: `x` itself where that can be written to, else a new one.

    Use what it returns, whatever `x` is.
    """
    return _written(x, value, index) if can_setindex(x) else with_value(x, value, *index)


# ------------------------------------------------------------------------------------------------ what is shared


def instances_do_not_alias(dtype: Any, /) -> bool:
    """Whether elements of a dtype are memory of their own: not those that are Python objects."""
    return dtype is not object and dtype != np.dtype(object)
