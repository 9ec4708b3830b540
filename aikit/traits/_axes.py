"""The lengths of dimensions: what is known before the values are, and what is found at run time.

Known is what a class, a specification or a trace fixes; nothing here looks at a value, and nothing makes a constant of a
length that a trace leaves open.
"""

from __future__ import annotations

import math
from typing import Any

from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.traits._backends import backend_for, backend_of_spec
from aikit.traits._dims import along, rank_of
from aikit.traits._ranges import Axis, AxisType, axis_type, length_of
from aikit.traits._static import dynamic, fixed, known
from aikit.traits._trait import (
    UNKNOWN,
    ByClass,
    hook,
    is_forwarding_wrapper,
    parent,
    parent_type,
    trait,
    typeof,
    with_rules_of,
)

# ------------------------------------------------------------------------------------------------ what is known


@trait(inherits="forwarding", protocol="__aikit_axes_types__")
def _axes_types(x: Any) -> Any:
    """What is known of each dimension; None where not even their number is."""
    if hasattr(typeof(x), "__aikit_parent_dims__"):
        return _of_parent(x)
    backend = backend_for(x)
    if isinstance(x, type):
        return None
    if backend is None:
        backend = backend_of_spec(x)
    if backend is not None:
        lengths = backend.known_shape(x)
        return None if lengths is None else tuple(map(axis_type, lengths))
    rank = rank_of(x)
    return None if rank is None else (Axis,) * rank


def _of_parent(x: Any) -> Any:
    """The axes of a wrapper by those of its parent: a new dimension has length 1."""
    dims = hook(x, "__aikit_parent_dims__")
    if dims is None:
        return None
    if isinstance(x, type):
        unknown = not hasattr(x, "__aikit_parent_type__")
        wrapped = None if unknown else _axes_types(parent_type(x))
    else:
        wrapped = _axes_types(parent(x))
    return tuple(_of_dim(x, dim, wrapped) for dim in dims)


def _of_dim(x: Any, dim: Any, wrapped: Any) -> Any:
    """The axis of a dimension that is the one `dim` of the parent, several of them, or new."""
    if dim is None:
        return AxisType(1)
    if isinstance(dim, tuple):
        lengths = [known_length(_of_dim(x, one, wrapped)) for one in dim]
        return Axis if None in lengths else AxisType(math.prod(lengths))  # type: ignore[arg-type]
    if wrapped is None:
        return Axis
    if not 0 <= dim < len(wrapped):
        raise AikitValueError(
            f"axes_types: __aikit_parent_dims__ of {typeof(x).__name__} names dimension {dim}, and its parent has {len(wrapped)}"
        )
    return wrapped[dim]


for _scalar in (bool, int, float, complex):
    _axes_types.register(_scalar)(lambda x: ())


@_axes_types.register(tuple)
def _(x: Any) -> Any:
    return None if isinstance(x, type) else (AxisType(len(x)),)


@_axes_types.register(range)
@_axes_types.register(list)
def _(x: Any) -> Any:
    return (Axis,)


@with_rules_of(_axes_types)
def axes_types(x: Any, dim: Any = None, /) -> Any:
    """What is known of the indices of each dimension of an array or class: ``Axis[3]``, or `Axis` where nothing is.

    None of a class that does not say how many dimensions its objects have. With `dim` that of one dimension, or of several.
    """
    found = _axes_types(x)
    if found is not None and not (
        isinstance(found, tuple) and all(one is Axis or isinstance(one, AxisType) for one in found)
    ):
        raise AikitTypeError(
            f"axes_types: __aikit_axes_types__ of {typeof(x).__name__} is {found!r}; it is a tuple of Axis and of such as Axis[3]"
        )
    return found if found is None else along(x, found, dim)


_known_of_classes = ByClass()


def _known_size(x: Any) -> Any:
    if not isinstance(x, type):
        return _known_lengths(x)
    found = _known_of_classes.get(x)
    return _known_of_classes.put(x, _known_lengths(x)) if found is UNKNOWN else found


def _known_lengths(x: Any) -> Any:
    found = axes_types(x)
    return None if found is None else tuple(map(length_of, found))


def known_size(x: Any, dim: Any = None, /) -> Any:
    """The length of each dimension of an array or class that is known before run time, None for each that is not.

    Of a class that does not say how many dimensions its objects have it is None itself, and so it is of a tensor whose rank
    a trace does not know.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> a = traits.Adjoint(np.ones(3))
    >>> traits.size(a), traits.known_size(type(a))
    ((static(1), 3), (1, None))
    """
    found = _known_size(x)
    return found if dim is None or found is None else along(x, found, dim)


def known_length(x: Any, /) -> int | None:
    """The number of elements of an array, class, axis or tuple, where it is known; of a number it is 1."""
    if isinstance(x, (Axis, AxisType)) or x is Axis:
        return known(x.length) if isinstance(x, Axis) else length_of(x)
    found = _known_size(x)
    return None if found is None or None in found else math.prod(found)


# ------------------------------------------------------------------------------------------------ what is found at run time


@trait(inherits="forwarding")
def lengths_of(x: Any) -> Any:
    """The length of each dimension as the array has it."""
    backend = backend_for(x) or backend_of_spec(x)
    if backend is not None:
        return backend.lengths(x)
    if hasattr(type(x), "shape"):
        return x.shape
    return lengths_by_parent(x)


def lengths_by_parent(x: Any) -> Any:
    """The lengths that a wrapper has by its parent, where it says which of the parent's dimensions are its own."""
    dims = hook(x, "__aikit_parent_dims__")
    if dims is None:
        if is_forwarding_wrapper(x):
            return size(parent(x))
        raise AikitTypeError(
            f"size: a {type(x).__name__} does not say how long its dimensions are; define shape, __aikit_axes_types__, or "
            "__aikit_parent_dims__ beside __aikit_parent__"
        )
    of_parent = size(parent(x))
    return tuple(_run_time_length(dim, of_parent) for dim in dims)


def _run_time_length(dim: Any, of_parent: Any) -> Any:
    """The length of a dimension that is the one `dim` of the parent, several of them, or new."""
    if dim is None:
        return 1
    return math.prod(of_parent[one] for one in dim) if isinstance(dim, tuple) else dynamic(of_parent[dim])


for _sequence in (list, tuple, range):
    lengths_of.register(_sequence)(lambda x: (len(x),))


def size(x: Any, dim: Any = None, /) -> Any:
    """The length of each dimension of an array: its shape. (What the Array API standard calls size is `length`.)

    A length that `known_size` knows is static, and asked of nothing; the others are found at run time: an int, or what stands
    for a length that a trace leaves open, as it is. Of a tensor of unknown rank it is the tensor of lengths.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> traits.size(np.zeros((2, 3))), traits.size(np.zeros((2, 3)), -1)
    ((2, 3), 3)
    """
    if isinstance(x, type):
        raise AikitTypeError(f"size: {x.__name__} is a class; known_size says what is known of its objects")
    of_class = _known_size(x)
    if of_class is None:
        return along(x, lengths_of(x), dim)
    if None not in of_class:
        return along(x, tuple(map(fixed, of_class)), dim)
    found = lengths_of(x)
    if len(found) != len(of_class):
        raise AikitValueError(
            f"size: a {type(x).__name__} has {len(found)} dimensions, and its axes types say {len(of_class)}"
        )
    return along(x, tuple(found[at] if one is None else fixed(one) for at, one in enumerate(of_class)), dim)


def length(x: Any, /) -> Any:
    """The number of elements of an array, which the Array API standard calls its size: static where it is known."""
    count: Any = fixed(1)
    for one in size(x):
        count = count * one
    return count


def axes(x: Any, dim: Any = None, /) -> Any:
    """The indices along each dimension of an array, as an `Axis`: from 0, but where ``__aikit_axes_types__`` says more."""
    lengths, types = size(x), _axes_types(x)
    return along(x, tuple(_axis(*pair) for pair in zip(lengths, types, strict=True)), dim)


def _axis(length: Any, stated: Any) -> Axis:
    if stated is Axis:
        return Axis(length)
    return Axis(*map(fixed, (stated.first, stated.stop, stated.step)))
