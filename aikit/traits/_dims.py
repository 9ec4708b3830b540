"""Dimensions: how many there are, what they are called, and which of a parent's they are. They count from 0."""

from __future__ import annotations

import operator
from typing import Any

from aikit.backend_handler import backend_of_class
from aikit.core import shapes
from aikit.exceptions import AikitAxisError, AikitTypeError, AikitValueError
from aikit.traits._static import StaticInt, StaticStr, fixed
from aikit.traits._trait import (
    ByClass,
    has_parent,
    hook,
    is_forwarding_wrapper,
    parent,
    parent_type,
    trait,
    typeof,
    unwrapped,
    with_rules_of,
)


class DimensionError(AikitAxisError):
    """There is no such dimension, or it is named twice."""


# ------------------------------------------------------------------------------------------------ how many


_ranks = ByClass()
_rank_rules = _ranks.found


def rank_of(x: Any) -> int | None:
    """The number of dimensions of an array or class; None where it is not known."""
    rule = _rank_rules.get(id(type(x)))  # each call of a function would take half as long again
    return (_ranks.put(type(x), _rank_rule(type(x))) if rule is None else rule[0])(x)


_STATING = ("__aikit_parent_dims__", "__aikit_axes_types__")
_RANKS: dict[type, int] = dict.fromkeys((bool, int, float, complex), 0) | dict.fromkeys((list, tuple, range), 1)


def _rank_rule(cls: type) -> Any:
    """What gives the number of dimensions of the objects of a class."""
    name = next((name for name in _STATING if getattr(cls, name, None) is not None), None)
    if issubclass(cls, type):
        return _rank_of_class
    if name is not None:
        stated = hook(cls, name)
        return (lambda x: len(hook(x, name))) if stated is None else _always(len(stated))
    if is_forwarding_wrapper(cls):
        return _rank_of_parent
    if cls in _RANKS:
        return _always(_RANKS[cls])
    if backend_of_class(cls) is not None and hasattr(cls, "ndim"):
        return _ndim  # which takes a third of the time
    return shapes.rank_of if hasattr(cls, "shape") else _always(None)


def _ndim(x: Any) -> int:
    return x.ndim


def _always(rank: int | None) -> Any:
    return lambda x: rank


def _rank_of_class(cls: type) -> int | None:
    """The number of dimensions that a class fixes."""
    stated = next((found for name in _STATING if (found := hook(cls, name)) is not None), None)
    return _RANKS.get(cls) if stated is None else len(stated)


def _rank_of_parent(x: Any) -> int | None:
    try:
        return rank_of(x.__aikit_parent__())
    except RecursionError:
        return rank_of(unwrapped(x, lambda cls: not is_forwarding_wrapper(cls)))  # which says that there is a cycle


# ------------------------------------------------------------------------------------------------ to_dims


def to_dims(x: Any, dim: Any, /, *, expand: bool = False) -> Any:
    """What an argument that names dimensions means for an array: an int from 0, or a tuple of these.

    Parameters
    ----------
    x : an array, or anything that has dimensions; its values are not looked at.
    dim : an int, which counts from the end where it is negative; the name of a dimension; a static int or name, of which
        the result is static; a tuple or list of these; or None, ``...`` or ``:``, which stand for all dimensions.
    expand : whether all dimensions come as a tuple, not as they are.

    Raises
    ------
    DimensionError : there is no such dimension, or it comes twice.
    AikitTypeError : it is nothing that names a dimension, such as a bool.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> x = traits.Named(np.zeros((2, 3)), ("time", "place"))
    >>> traits.to_dims(x, "place"), traits.to_dims(x, (-1, "time"))
    (1, (1, 0))
    """
    rank = rank_of(x)
    if type(dim) is int and rank is not None and 0 <= dim < rank:
        return dim
    if dim is None or dim is ... or (isinstance(dim, slice) and dim == slice(None)):
        return _all(rank) if expand else dim
    if not isinstance(dim, (tuple, list)):
        return _one(x, dim, rank)
    found = tuple(_one(x, one, rank) for one in dim)
    for place, one in enumerate(found):
        if one in found[:place]:
            raise DimensionError(f"dimension {int(one)} appears more than once in {dim!r}")
    return found


def _all(rank: int | None) -> tuple[int, ...]:
    if rank is None:
        raise DimensionError("all dimensions are asked for, and the rank is not known under this trace")
    return tuple(range(rank))


def _one(x: Any, dim: Any, rank: int | None) -> Any:
    """One dimension, as an int in range, static where `dim` is."""
    if isinstance(dim, str):
        place = _place_of(x, dim)
        return fixed(place) if isinstance(dim, StaticStr) else place
    if isinstance(dim, bool) or "bool" in str(getattr(dim, "dtype", "")):
        raise AikitTypeError(f"to_dims: a bool is not a dimension; got dim={dim!r}")
    try:
        place = operator.index(dim)
    except TypeError as error:
        raise AikitTypeError(
            f"to_dims: dim={dim!r} is a {type(dim).__name__}; a dimension is an int or a name"
        ) from error
    place = int(place)
    if rank is None:
        if place < 0:
            raise DimensionError(f"dimension {dim!r} counts from the end, and the rank is not known under this trace")
    elif not -rank <= place < rank:
        raise DimensionError(f"dimension {dim!r} is out of range for an array of {rank} dimensions")
    else:
        place %= rank
    return fixed(place) if isinstance(dim, StaticInt) else place


def _place_of(x: Any, name: str) -> int:
    """The dimension of a name."""
    names = _dimnames(x)
    if names is None:
        raise DimensionError(f"no dimension named {str(name)!r}: the rank is not known under this trace")
    places = [place for place, one in enumerate(names) if one == name]
    if len(places) == 1:
        return places[0]
    if places:
        raise DimensionError(f"{str(name)!r} names dimensions {' and '.join(map(str, places))}")
    if not any(names):
        raise DimensionError(f"no dimension named {str(name)!r}: a {typeof(x).__name__} has no dimension names")
    raise DimensionError(f"no dimension named {str(name)!r}; names are {tuple(names)}")


def along(x: Any, values: Any, dim: Any) -> Any:
    """Of a tuple with a value for each dimension those of `dim`: one, or a tuple; all for None."""
    if dim is None:
        return values
    dims = to_dims(x, dim)
    if isinstance(dims, tuple):
        return tuple(values[one] for one in dims)
    return values[dims] if isinstance(dims, int) else values


# ------------------------------------------------------------------------------------------------ names


@trait(inherits="forwarding", protocol="__aikit_dimnames__")
def _dimnames(x: Any) -> Any:
    """The names of the dimensions; None where their number is not known."""
    dims = hook(x, "__aikit_parent_dims__")
    if dims is not None and has_parent(x):
        names = None if _is_open(x) else _dimnames(parent_type(x) if isinstance(x, type) else parent(x))
        return tuple(names[dim] if names is not None and isinstance(dim, int) else None for dim in dims)
    rank = rank_of(x)
    return None if rank is None else (None,) * rank


def _is_open(x: Any) -> bool:
    """Whether it is a class whose objects may wrap arrays of any class."""
    return isinstance(x, type) and not hasattr(x, "__aikit_parent_type__")


@with_rules_of(_dimnames)
def dimnames(x: Any, dim: Any = None, /) -> Any:
    """The names of the dimensions of an array, None for each that has no name; with `dim` those of some dimensions.

    None where the number of dimensions is not known.
    """
    names = _dimnames(x)
    if names is None:
        return None
    rank = rank_of(x)
    if rank is not None and len(names) != rank:
        raise AikitValueError(
            f"dimnames: __aikit_dimnames__ of {typeof(x).__name__} has {len(names)} names, {tuple(names)}, for {rank} dimensions"
        )
    return along(x, tuple(names), dim)


def known_dimnames(x: Any, /) -> Any:
    """The names of the dimensions that the class of an array fixes; None where it fixes none."""
    return dimnames(typeof(x))


def has_dimnames(x: Any, /) -> bool:
    """Whether a dimension of an array or class has a name."""
    return any(name is not None for name in dimnames(x) or ())


# ------------------------------------------------------------------------------------------------ and the parent's


def to_parent_dims(x: Any, /) -> Any:
    """For each dimension of an array the one of its parent, a tuple where several are one, None where it is new.

    None where a class alone does not say it.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> x = traits.PermutedDims(np.zeros((2, 3, 4)), (2, 0, 1))
    >>> traits.to_parent_dims(x), traits.from_parent_dims(x)
    ((2, 0, 1), (1, 2, 0))
    """
    dims = hook(x, "__aikit_parent_dims__")
    if dims is not None:
        return tuple(dims)
    if has_parent(x) and not is_forwarding_wrapper(x):
        return None
    rank = rank_of(x)
    return None if rank is None else tuple(range(rank))


def from_parent_dims(x: Any, /) -> Any:
    """For each dimension of the parent of an array the one that it is of the array, None where it is none."""
    dims = to_parent_dims(x)
    rank = None if dims is None or _is_open(x) else rank_of(parent_type(x) if isinstance(x, type) else parent(x))
    if rank is None:
        return None
    places: list[Any] = [None] * rank
    for place, dim in enumerate(dims):
        for one in dim if isinstance(dim, tuple) else (dim,):
            if one is not None:
                places[one] = place
    return tuple(places)


# ------------------------------------------------------------------------------------------------ of indices


def ndims_index(index: Any, /) -> int:
    """How many dimensions an index takes: an int, a slice or an array of ints one, a mask as many as it has, None none.

    Raises
    ------
    AikitTypeError : it is an Ellipsis, which takes those that are left, or no index.
    """
    return _of_index(index)[0]


def ndims_shape(index: Any, /) -> int:
    """How many dimensions an index makes: an int none, a slice, None and a mask one, an array of ints as many as it has.

    Raises
    ------
    AikitTypeError : it is an Ellipsis, which makes those that are left, or no index.
    """
    return _of_index(index)[1]


def _of_index(index: Any) -> tuple[int, int]:
    if index is None:
        return 0, 1
    if isinstance(index, slice):
        return 1, 1
    if isinstance(index, (list, tuple)):
        index = _Listed(index)
    elif isinstance(index, bool) or (not hasattr(index, "shape") and hasattr(index, "__index__")):
        return (0, 1) if isinstance(index, bool) else (1, 0)
    dtype = str(getattr(index, "dtype", "")).rpartition(".")[2]
    rank = rank_of(index) if dtype and not isinstance(index, _Listed) else getattr(index, "rank", None)
    if rank is None:
        raise AikitTypeError(f"ndims_index: {index!r} is no index of its own; pass an int, a slice, None or an array")
    return (rank, 1) if "bool" in dtype else (1, rank)


class _Listed:
    """What a nested list of ints or bools is as an index."""

    def __init__(self, items: Any) -> None:
        self.rank = 1
        while items and isinstance(items[0], (list, tuple)):
            items, self.rank = items[0], self.rank + 1
        self.dtype = "bool" if items and isinstance(items[0], bool) else "int"
