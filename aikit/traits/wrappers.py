"""Lazy wrappers: views of an array of any backend that copy nothing until they are used."""

from __future__ import annotations

import functools
import math
from typing import Any, ClassVar

import numpy as np

import aikit
from aikit.exceptions import AikitTypeError, AikitValueError
from aikit.traits import _index
from aikit.traits._axes import known_length, known_size, length, lengths_of, size
from aikit.traits._dims import DimensionError, rank_of, to_dims
from aikit.traits._layout import indices_do_not_alias, is_lazy_conjugate, strides, strides_or_none
from aikit.traits._lazy import Lazy, materialised
from aikit.traits._memory import Access, access, can_setindex
from aikit.traits._ranges import Axis, AxisType, axis_type, length_of
from aikit.traits._static import dynamic, known
from aikit.traits._trait import forwarding_wrapper, parent

# ------------------------------------------------------------------------------------------------ order


class PermutedDims(Lazy):
    """An array with its dimensions in another order, as `aikit.permute_dims` gives it.

    Parameters
    ----------
    x : an array of any class.
    perm : the dimensions of `x`, by number or name, in the order that they are to have.
    """

    __slots__ = ("__aikit_parent_dims__",)

    def __init__(self, x: Any, perm: Any, /) -> None:
        dims = tuple(map(int, to_dims(x, tuple(perm))))
        if len(dims) != rank_of(x):
            raise DimensionError(f"{type(self).__name__}: perm={perm!r} names {len(dims)} of {rank_of(x)} dimensions")
        self._parent, self.__aikit_parent_dims__ = x, dims

    def _of(self, x: Any) -> Any:
        return aikit.permute_dims(x, self.__aikit_parent_dims__)


class Transpose(Lazy):
    """A matrix with rows and columns exchanged; of an array of more dimensions the last two, of a vector a `RowVector`."""

    __slots__ = ()

    def __new__(cls, x: Any, /) -> Any:
        rank = rank_of(x)
        if not rank:
            raise DimensionError(f"{cls.__name__}: the array has {rank} dimensions; it needs one at least")
        if rank > 1 and issubclass(cls, RowVector):
            raise DimensionError(f"{cls.__name__}: the array has {rank} dimensions; a vector has one")
        return object.__new__(cls._of_vector if rank == 1 else cls)

    def __init__(self, x: Any, /) -> None:
        self._parent = x

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self._parent,)  # for copies

    _of_vector: ClassVar[type]

    @property
    def __aikit_parent_dims__(self) -> tuple[int | None, ...]:
        rank: Any = rank_of(self._parent)
        return (*range(rank - 2), rank - 1, rank - 2)

    def _of(self, x: Any) -> Any:
        return aikit.matrix_transpose(x)


class RowVector(Transpose):
    """The transpose of a vector: a matrix of one row."""

    __slots__ = ()
    __aikit_parent_dims__ = (None, 0)  # type: ignore[assignment]

    def _of(self, x: Any) -> Any:
        return aikit.expand_dims(x, axis=0)


class Adjoint(Transpose):
    """A transpose whose elements are the complex conjugates; that of a vector is of the class `AdjointVector`."""

    __slots__ = ()

    def _of(self, x: Any) -> Any:
        return _conjugate(super()._of(x))

    def _as_written(self, value: Any) -> Any:
        if not _is_complex(self._parent):
            return value
        return value.conjugate() if isinstance(value, (int, float, complex)) else _conjugate(value)


class AdjointVector(Adjoint, RowVector):
    """The adjoint of a vector: a matrix of one row."""

    __slots__ = ()


Transpose._of_vector, Adjoint._of_vector = RowVector, AdjointVector


def _is_complex(x: Any) -> bool:
    return "complex" in str(x.dtype)


def _conjugate(x: Any) -> Any:
    return aikit.conj(x) if hasattr(x, "dtype") and _is_complex(x) else x


@is_lazy_conjugate.register(Adjoint)
def _(x: Any) -> bool:
    return not isinstance(x, type) and _is_complex(x) and not is_lazy_conjugate(parent(x))


# ------------------------------------------------------------------------------------------------ parts


class View(Lazy):
    """The part of an array that an index selects: ``View(x, 0, slice(2, None))`` is ``x[0, 2:]`` when it is used.

    Parameters
    ----------
    x : an array of any class.
    index : ints, slices, None and an Ellipsis; arrays of ints and masks, whose views have no strides.
    """

    __slots__ = ("_index", "_kept")

    def __init__(self, x: Any, /, *index: Any) -> None:
        rank = rank_of(x)
        if rank is None:
            raise DimensionError("View: the rank of the array is not known under this trace")
        self._parent, self._index = x, _index.normalised(rank, index)
        _index.require_in_range(self._index, size(x))
        self._kept = _index.kept(self._index)

    @property
    def __aikit_parent_dims__(self) -> tuple[int | None, ...]:
        return (
            (None,) * len(self._lengths_at_run_time()) if self._kept is None else tuple(one.dim for one in self._kept)
        )

    @property
    def __aikit_axes_types__(self) -> tuple[Any, ...]:
        if self._kept is None:
            return (Axis,) * len(self._lengths_at_run_time())
        of_parent = known_size(self._parent)
        return tuple(_known_part(one, None if one.dim is None else of_parent[one.dim]) for one in self._kept)

    def _lengths_at_run_time(self) -> Any:
        if access(self._parent) is Access.TRACED and None in known_size(self._parent):
            return lengths_of(
                materialised(self)
            )  # the framework's own, whatever they are; nobody is to ask for their values
        lengths = dynamic(size(self._parent))
        if self._kept is None or not _index.is_plain(self._index):
            return np.broadcast_to(np.False_, lengths)[self._index].shape
        return tuple(1 if one.dim is None else _index.sliced(lengths[one.dim], one.index) for one in self._kept)

    def _of(self, x: Any) -> Any:
        return x[self._index]


def _known_part(one: _index.Kept, length: int | None) -> Any:
    """What is known of a dimension that is a part of one of some known length."""
    if one.index is None:
        return AxisType(1)
    if not isinstance(one.index, slice) or length is None:
        return Axis
    return axis_type(_index.sliced(length, one.index))


@strides.register(View)
def _(x: Any) -> Any:
    of_parent = strides_or_none(parent(x)) if not isinstance(x, type) and _index.is_plain(x._index) else None
    if of_parent is None:
        return None
    lengths = size(parent(x))
    return tuple(
        0 if one.dim is None else _index.stepped(of_parent[one.dim], lengths[one.dim], one.index) for one in x._kept
    )


@indices_do_not_alias.register(View)
def _(x: Any) -> bool:
    """Asked where there are no strides: an index array may select an element twice."""
    return not isinstance(x, type) and _index.is_plain(x._index) and indices_do_not_alias(parent(x))


@access.register(View)
def _(x: Any) -> Access | None:
    if isinstance(x, type):
        return None
    of_parent = access(parent(x))
    return of_parent if of_parent is not Access.POINTER or _index.is_plain(x._index) else Access.INDEX


class Reshaped(Lazy):
    """The elements of an array in another shape, in the order of its indices, the last one running fastest.

    Parameters
    ----------
    x : an array of any class.
    shape : lengths, of which one may be -1, which is what is left; a length that is static is known.
    """

    __slots__ = ("_shape",)

    def __init__(self, x: Any, shape: Any, /) -> None:
        given = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
        count, rest = length(x), math.prod([one for one in given if not _is_open(one)])
        if sum(map(_is_open, given)) > 1 or any(type(one) is int and one < -1 for one in given):
            raise AikitValueError(f"Reshaped: shape={shape!r} is no shape; one length may be -1, and none less")
        if any(map(_is_open, given)):
            left = count // rest if not isinstance(rest, int) or rest else 0
            given = tuple(left if _is_open(one) else one for one in given)
        if isinstance(count, int) and all(isinstance(one, int) for one in given) and math.prod(given) != count:
            raise AikitValueError(f"Reshaped: shape={shape!r} does not hold the {int(count)} elements of the array")
        self._parent, self._shape = x, given

    @property
    def __aikit_axes_types__(self) -> tuple[Any, ...]:
        if known_length(self._parent) is not None:
            return tuple(axis_type(one if isinstance(one, int) else None) for one in dynamic(self._shape))
        return tuple(map(axis_type, known(self._shape)))

    def _lengths_at_run_time(self) -> Any:
        return self._shape

    def _of(self, x: Any) -> Any:
        shape = dynamic(self._shape)
        still_open = [at for at, one in enumerate(shape) if not isinstance(one, int)]
        if len(still_open) == 1:  # which is what is left
            shape = (*shape[: still_open[0]], -1, *shape[still_open[0] + 1 :])
        return aikit.reshape(x, shape)


def _is_open(length: Any) -> bool:
    return isinstance(length, int) and length == -1


@strides.register(Reshaped)
def _(x: Any) -> Any:
    """Those that NumPy finds, on memory of which nothing is read; None where elements would have to move."""
    of_parent = None if isinstance(x, type) else strides_or_none(parent(x))
    if of_parent is None:
        return None
    lengths = tuple(map(int, size(parent(x))))
    laid = np.lib.stride_tricks.as_strided(np.empty(1, np.int8), lengths, of_parent)
    try:
        return laid.reshape(tuple(map(int, x._shape)), copy=False).strides
    except ValueError:
        return None


# ------------------------------------------------------------------------------------------------ sizes


@forwarding_wrapper
class FixedSize(Lazy):
    """An array whose lengths its class fixes: ``FixedSize[2, 3](x)``, of which ``known_size(FixedSize[2, 3])`` is ``(2, 3)``.

    A length that is None is found at run time.
    """

    __slots__ = ()
    _lengths: ClassVar[tuple[int | None, ...] | None] = None

    def __class_getitem__(cls, lengths: Any) -> type[FixedSize]:
        return _fixed(lengths if isinstance(lengths, tuple) else (lengths,))

    def __init__(self, x: Any, /) -> None:
        if self._lengths is None:
            raise AikitTypeError("FixedSize: state the lengths: FixedSize[2, 3](x)")
        found = size(x)
        if len(found) != len(self._lengths) or not all(map(_fits, found, self._lengths)):
            raise AikitValueError(f"{type(self).__name__}: the array has shape {dynamic(found)}")
        self._parent = x

    def _of(self, x: Any) -> Any:
        return x

    def __setitem__(self, key: Any, value: Any, /) -> None:
        self._write(key, value)

    def __reduce__(self) -> Any:
        return _rebuilt, (self._lengths, self._parent)


def _fits(found: Any, stated: int | None) -> bool:
    """Whether a length may be the stated one; what stands for an open length is not asked, which would fix it."""
    return stated is None or not isinstance(found, int) or found == stated


@functools.cache
def _fixed(lengths: tuple[Any, ...]) -> type[FixedSize]:
    """The class of arrays of these lengths."""
    stated = tuple(map(axis_type, lengths))
    shown = ", ".join(map(str, lengths))
    names = {"__slots__": (), "_lengths": tuple(map(length_of, stated)), "__aikit_axes_types__": stated}
    return type(f"FixedSize[{shown}]", (FixedSize,), names | {"__module__": __name__})


def _rebuilt(lengths: Any, x: Any) -> Any:
    return _fixed(lengths)(x)


# ------------------------------------------------------------------------------------------------ matrices


class Diagonal(Lazy):
    """The square matrix with the elements of a vector on its diagonal, and zeros elsewhere."""

    __slots__ = ()
    __aikit_parent_dims__ = (0, 0)
    __aikit_dimnames__ = (None, None)

    def __init__(self, x: Any, /) -> None:
        if rank_of(x) != 1:
            raise DimensionError(f"Diagonal: the array has {rank_of(x)} dimensions; a vector has one")
        self._parent = x

    def _of(self, x: Any) -> Any:
        places = aikit.cumulative_sum(aikit.ones_like(x, dtype=aikit.int32), axis=0)
        on_diagonal = aikit.expand_dims(places, axis=0) == aikit.expand_dims(places, axis=1)
        return aikit.where(on_diagonal, x, aikit.zeros_like(x))  # a product would make NaN of infinity

    def __setitem__(self, key: Any, value: Any, /) -> None:
        raise AikitTypeError("Diagonal: nothing can be written to zeros that are not there; write to parent(x)")


can_setindex.register(Diagonal)(lambda x: False)
strides.register(Diagonal)(lambda x: None)
indices_do_not_alias.register(Diagonal)(lambda x: False)
