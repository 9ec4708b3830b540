"""Which dimensions of an array an index leaves, where they come from, and how long they become."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

from aikit.exceptions import AikitIndexError
from aikit.traits._dims import ndims_index, ndims_shape


class Kept(NamedTuple):
    """A dimension of a view: that of the parent which it is, None where it is new; and the slice or array along it."""

    dim: int | None
    index: Any


def normalised(rank: int, index: tuple[Any, ...]) -> tuple[Any, ...]:
    """An index with slices in place of an Ellipsis and of what is left out.

    Raises
    ------
    AikitIndexError : it has too many parts, or two Ellipses.
    """
    taken = sum(ndims_index(one) for one in index if one is not ...)
    ellipses = sum(one is ... for one in index)
    if taken > rank or ellipses > 1:
        raise AikitIndexError(f"View: the index {index!r} does not fit an array of {rank} dimensions")
    rest = (slice(None),) * (rank - taken)
    at = next((at for at, one in enumerate(index) if one is ...), len(index))
    return (*index[:at], *rest, *index[at + 1 :])


def is_plain(index: tuple[Any, ...]) -> bool:
    """Whether an index consists of ints, slices and None, so that what it leaves is regular in memory."""
    return all(one is None or isinstance(one, slice) or is_int(one) for one in index)


def is_int(one: Any) -> bool:
    """Whether a part of an index is an int."""
    return not isinstance(one, bool) and (ndims_index(one), ndims_shape(one)) == (1, 0)


def kept(index: tuple[Any, ...]) -> tuple[Kept, ...] | None:
    """The dimensions that a normalised index leaves, and where they come from; None where several arrays decide it."""
    arrays = [one for one in index if one is not None and not isinstance(one, slice) and not is_int(one)]
    if len(arrays) > 1 or (arrays and any(map(is_int, index))):
        return None
    found, dim = [], 0
    for one in index:
        taken, made = ndims_index(one), ndims_shape(one)
        found += [Kept(dim if (taken, made) == (1, 1) else None, one)] * made
        dim += taken
    return tuple(found)


def require_in_range(index: tuple[Any, ...], lengths: Any) -> None:
    """Raise an AikitIndexError where an int leads out of an array of these lengths, so far as they are ints."""
    dim = 0
    for one in index:
        if is_int(one) and isinstance(lengths[dim], int) and not -lengths[dim] <= operator.index(one) < lengths[dim]:
            raise AikitIndexError(f"View: index {one} is out of range for dimension {dim} of length {lengths[dim]}")
        dim += ndims_index(one)


def sliced(length: Any, part: slice) -> Any:
    """The length of what a slice takes of a dimension; the length itself, whatever it is, where it takes all."""
    if part.start is None and part.stop is None and part.step in (None, 1, -1):
        return length
    return len(range(*part.indices(operator.index(length))))


def stepped(stride: int, length: Any, part: slice) -> int:
    """The stride of what a slice takes of a dimension."""
    start, stop, step = part.indices(operator.index(length))
    return stride * step if len(range(start, stop, step)) else stride
