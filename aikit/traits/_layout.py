"""Where the elements of an array lie in memory: strides, counted in elements, and what follows from them.

A dimension of length 0 or 1 has no say: its stride leads nowhere.
"""

from __future__ import annotations

import functools
from typing import Any

from aikit.exceptions import AikitTypeError
from aikit.traits._axes import size
from aikit.traits._backends import backend_for
from aikit.traits._dims import along, rank_of
from aikit.traits._static import fixed
from aikit.traits._trait import hook, parent, trait, with_rules_of


class _NoAxis:
    """Stands for the number of a dimension where no dimension has stride 1."""

    def __repr__(self) -> str:
        return "NO_AXIS"

    def __index__(self) -> int:
        raise AikitTypeError("NO_AXIS is no dimension: no dimension of the array has stride 1")


NO_AXIS = _NoAxis()


@trait(inherits="forwarding")
def strides_or_none(x: Any) -> Any:
    """The strides of an array in elements; None where it has none."""
    backend = backend_for(x)
    if backend is not None:
        return None if backend.is_traced(x) else backend.strides(x)
    dims = hook(x, "__aikit_parent_dims__")
    of_parent = None if dims is None else strides_or_none(parent(x))
    if of_parent is None or any(isinstance(dim, tuple) for dim in dims) or not _keeps_lengths(x, dims):
        return None
    return tuple(0 if dim is None else of_parent[dim] for dim in dims)


def _keeps_lengths(x: Any, dims: Any) -> bool:
    """Whether each dimension of a wrapper is as long as that of its parent, so that nothing says that it is a part."""
    of_parent = size(parent(x))
    return all(dim is None or own == of_parent[dim] for own, dim in zip(size(x), dims, strict=True))


@trait(inherits="forwarding")
def known_strides(x: Any) -> Any:
    """The stride of each dimension that is known before run time, None for each that is not, as of a native array.

    None where there are no strides, or a class does not say how many dimensions there are.
    """
    rank = rank_of(x)
    return None if rank is None or not (isinstance(x, type) or defines_strides(x)) else (None,) * rank


def defines_strides(x: Any, /) -> bool:
    """Whether the elements of an array lie in memory at fixed distances along each dimension."""
    return not isinstance(x, type) and strides_or_none(x) is not None


@with_rules_of(strides_or_none)
def strides(x: Any, dim: Any = None, /) -> Any:
    """By how many elements, not bytes, the next index of each dimension lies further on in memory.

    Raises
    ------
    AikitTypeError : the array has no strides, as a sparse or a traced one.

    Examples
    --------
    >>> import numpy as np
    >>> from aikit import traits
    >>> traits.strides(np.zeros((2, 3, 4))), traits.strides(np.zeros((2, 3, 4)), 0)
    ((12, 4, 1), 12)
    """
    found = None if isinstance(x, type) else strides_or_none(x)
    if found is None:
        raise AikitTypeError(f"strides: a {_name(x)} has no strides; ask defines_strides first")
    stated = known_strides(x)
    if stated is not None:
        found = tuple(own if one is None else fixed(one) for own, one in zip(found, stated, strict=True))
    return along(x, found, dim)


def _name(x: Any) -> str:
    return x.__name__ if isinstance(x, type) else type(x).__name__


def _laid(function: Any) -> Any:
    """A function of sizes and strides as one of an array, None where that has no strides."""

    @functools.wraps(function)
    def of_array(x: Any, /) -> Any:
        found = None if isinstance(x, type) else strides_or_none(x)
        return None if found is None else function(tuple(map(int, size(x))), tuple(map(int, found)))

    return of_array


def _by_rank(lengths: tuple[int, ...], steps: tuple[int, ...]) -> list[int]:
    """The dimensions from the smallest stride to the largest; of equal ones, the later dimension first.

    One of length 1 stands where it would in a dense array: after the dimensions behind it.
    """
    order = sorted((at for at, n in enumerate(lengths) if n > 1), key=lambda at: (abs(steps[at]), -at))
    for at in reversed([at for at, n in enumerate(lengths) if n <= 1]):
        place = next((i for i, one in enumerate(order) if one < at), len(order))
        order.insert(place, at)
    return order


@_laid
def stride_rank(lengths: Any, steps: Any) -> Any:
    """The rank of the stride of each dimension, 0 for the smallest; None where there are no strides.

    Of two alike the later dimension has the lower rank.
    """
    order = _by_rank(lengths, steps)
    return tuple(order.index(at) for at in range(len(lengths)))


@_laid
def dense_dims(lengths: Any, steps: Any) -> Any:
    """For each dimension whether there are no gaps below it in memory: what can be flattened without a copy.

    None where there are no strides.
    """
    dense, expected, gap = [True] * len(lengths), 1, False
    for at in _by_rank(lengths, steps):
        if lengths[at] <= 1:
            continue
        gap = gap or steps[at] != expected
        dense[at], expected = not gap, steps[at] * lengths[at]
    return tuple(dense)


@_laid
def contiguous_axis(lengths: Any, steps: Any) -> Any:
    """The dimension whose stride is 1; `NO_AXIS` where none is, None where there are no strides.

    A dimension with more than one element is taken before one that has stride 1 and no second element.
    """
    found = [at for at, step in enumerate(steps) if step == 1]
    longer = [at for at in found if lengths[at] > 1]
    return max(longer or found, default=NO_AXIS)


def contiguous_axis_mask(x: Any, /) -> Any:
    """For each dimension whether it is the `contiguous_axis`; None where there are no strides."""
    axis = contiguous_axis(x)
    return None if axis is None else tuple(at is axis or at == axis for at in range(len(strides(x))))


def is_row_major(x: Any, /) -> bool:
    """Whether the elements lie in memory without gaps, the last index running fastest; False where it is not known."""
    return _is_dense_in(x, reverse=True)


def is_column_major(x: Any, /) -> bool:
    """Whether the elements lie in memory without gaps, the first index running fastest; False where it is not known."""
    return _is_dense_in(x, reverse=False)


def _is_dense_in(x: Any, reverse: bool) -> bool:
    ordered = None if isinstance(x, type) else _order_is(x, reverse)
    return bool(ordered)


def _order_is(x: Any, reverse: bool) -> Any:
    found = strides_or_none(x)
    lengths = None if found is None else tuple(map(int, size(x)))
    if not lengths:  # a scalar has no order
        return False
    if 0 in lengths:
        return True
    expected = 1
    for at in reversed(range(len(lengths))) if reverse else range(len(lengths)):
        if lengths[at] > 1 and found[at] != expected:
            return False
        expected *= lengths[at]
    return True


@_laid
def _overlaps(lengths: Any, steps: Any) -> bool:
    """Whether two indices may share memory; True in doubt."""
    reach = 0
    for step, n in sorted((abs(step), n) for step, n in zip(steps, lengths, strict=True) if n > 1):
        if step <= reach:
            return 0 not in lengths
        reach += step * (n - 1)
    return False


@trait()
def _has_own_elements(x: Any) -> bool:
    """Whether no two elements of what has no strides share memory."""
    return backend_for(x) is not None


@with_rules_of(_has_own_elements)
def indices_do_not_alias(x: Any, /) -> bool:
    """Whether no two indices of an array lead to the same memory, as they do in what `broadcast_to` makes of NumPy arrays.

    False in doubt.
    """
    if isinstance(x, type):
        return False
    overlapping = _overlaps(x)
    return _has_own_elements(x) if overlapping is None else not overlapping


# ------------------------------------------------------------------------------------------------ of elements


@trait()
def is_lazy_conjugate(x: Any) -> bool:
    """Whether the numbers in memory are the conjugates of the elements, as those of a tensor of PyTorch may be."""
    backend = None if isinstance(x, type) else backend_for(x)
    return backend is not None and backend.is_conjugated(x)
