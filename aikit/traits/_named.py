"""Arrays whose dimensions have names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import aikit
from aikit.core.arrays import ArrayBase
from aikit.core.records import Function
from aikit.exceptions import AikitException, AikitTypeError, AikitValueError
from aikit.inspection import describe
from aikit.traits._axes import size
from aikit.traits._dims import DimensionError, dimnames, rank_of, to_dims
from aikit.traits._lazy import Lazy, materialised
from aikit.traits._static import dynamic
from aikit.traits._trait import forwarding_wrapper
from aikit.traits.wrappers import View

AXES = frozenset({"axis", "axes", "source", "destination", "axis0", "axis1", "normalized_idxs"})
"""The parameters of public functions that name dimensions."""


@forwarding_wrapper
class Named(Lazy):
    """An array whose dimensions have names: a function that takes dimensions takes these: ``aikit.sum(x, axis="time")``.

    Reductions, permutations and elementwise functions give a Named with the names that remain; of operands the names agree,
    or one has none. Other functions give an Array.

    Parameters
    ----------
    x : an array of any class.
    names : a name for each dimension, or None for one that has none.

    Examples
    --------
    >>> import aikit
    >>> from aikit import traits
    >>> x = traits.Named(aikit.asarray([[1.0, 2.0], [3.0, 4.0]]), ("time", "place"))
    >>> y = aikit.sum(x, axis="time")
    >>> traits.dimnames(y), aikit.to_list(y)
    (('place',), [4.0, 6.0])
    """

    __slots__ = ("__aikit_dimnames__",)
    _takes_functions = True

    def __init__(self, x: Any, names: Any, /) -> None:
        given = tuple(names)
        wrong = [name for name in given if name is not None and (not isinstance(name, str) or not name)]
        if wrong:
            raise AikitTypeError(f"Named: {wrong[0]!r} is no name of a dimension; a name is a str, or None for none")
        rank = rank_of(x)
        if rank is not None and len(given) != rank:
            raise AikitValueError(f"Named: {len(given)} names, {given}, for an array of {rank} dimensions")
        twice = {name for name in given if name is not None and given.count(name) > 1}
        if twice:
            raise AikitValueError(f"Named: {min(twice)!r} names several dimensions in {given}")
        self._parent, self.__aikit_dimnames__ = x, given

    def _of(self, x: Any) -> Any:
        return Named(x, self.__aikit_dimnames__)

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if not all(issubclass(cls, (Lazy, ArrayBase)) for cls in types):
            return NotImplemented
        if isinstance(kwargs.get("out"), Lazy):
            raise AikitTypeError("out is a Named, whose names the result would have to have; pass an Array")
        function = describe(func)
        places = _places(function, args)
        given = dict(zip(places, args, strict=True)) | kwargs
        named = given | {name: _numbered(function, name, given) for name in AXES & given.keys()}

        def called(changed: Mapping[str, Any]) -> Any:
            plain = {name: _bare(value) for name, value in (named | changed).items()}
            return func(*(plain[name] for name in places), **{name: plain[name] for name in kwargs})

        result = called({})
        if kwargs.get("out") is not None or not isinstance(result, ArrayBase):
            return result
        names = _names_of_result(function, named, result, called)
        return result if names is None else Named(result, names)

    def _in_full(self) -> Any:
        return materialised(self._parent)

    def __getitem__(self, key: Any, /) -> Any:
        index = key if isinstance(key, tuple) else (key,)
        return Named(self._in_full()[key], dimnames(View(self, *map(_bare, index))))

    def __setitem__(self, key: Any, value: Any, /) -> None:
        self._write(key, _bare(value))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self._in_full(), dtype=dtype, copy=copy)

    def __repr__(self) -> str:
        return f"Named({self._parent!r}, {self.__aikit_dimnames__})"


def _bare(value: Any) -> Any:
    """An argument without names."""
    if isinstance(value, Named):
        return materialised(value._parent)
    if isinstance(value, (list, tuple)) and any(isinstance(one, (Named, list, tuple)) for one in value):
        items = [_bare(one) for one in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    return value


# ------------------------------------------------------------------------------------------------ arguments


def _places(function: Function, args: tuple[Any, ...]) -> list[str]:
    """The parameters of positional arguments; those without a name of their own, as of ``*arrays``, are numbered."""
    names = [one.name for one in function.parameters.values() if not one.variadic]
    variadic = len(names) < len(function.parameters)
    return [str(place) if variadic or place >= len(names) else names[place] for place in range(len(args))]


def _numbered(function: Function, name: str, given: Mapping[str, Any]) -> Any:
    """An argument that names dimensions, with their numbers."""
    value = given[name]
    if not _has_names(value):
        return value
    if function.new_axes:
        raise DimensionError(
            f"{name}={value!r} counts the dimensions of the result, the new ones of which have no names"
        )
    operands = _operands(function, given)
    if _is_pair(value) and len(operands) == 2:
        return tuple(_dims(x, one) if _has_names(one) else one for x, one in zip(operands, value, strict=True))
    if len(operands) == 1:
        return _dims(operands[0], value)
    return _of_several(function, name, value, [one for one in operands if isinstance(one, Named)])


def _of_several(function: Function, name: str, value: Any, operands: list[Any]) -> Any:
    """The numbers of dimensions of arrays that may have several ranks, from the end; none of them has another name there."""
    wanted = [one for one in (value if isinstance(value, (tuple, list)) else [value]) if isinstance(one, str)]
    x = next((one for one in operands if all(a in dimnames(one) for a in wanted)), operands[0] if operands else None)
    if x is None:
        return value
    dims, names = to_dims(x, value), dimnames(x)
    dims = tuple(one - len(names) for one in dims) if isinstance(dims, tuple) else dims - len(names)
    for other in map(dimnames, operands):
        for dim in dims if isinstance(dims, tuple) else (dims,):
            theirs = other[dim] if -dim <= len(other) else None
            if theirs != names[dim] and (theirs is not None or names[dim] in {*other} - {None}):
                raise DimensionError(
                    f"{function.qualified_name}: {name}={value!r} is not the same dimension of all arrays, whose names are {names} "
                    f"and {other}; {_MEND}"
                )
    return dims


def _has_names(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, (tuple, list)) and any(map(_has_names, value)))


def _is_pair(value: Any) -> bool:
    """Whether an argument names dimensions of two arrays: not two of one."""
    return isinstance(value, (tuple, list)) and len(value) == 2 and any(isinstance(one, (tuple, list)) for one in value)


def _dims(x: Any, value: Any) -> Any:
    """The numbers of dimensions of an array; what it has no names for stays as it is, and the function refuses it."""
    return to_dims(x, value) if isinstance(x, Named) else value


def _operands(function: Function, given: Mapping[str, Any]) -> list[Any]:
    """The arrays whose dimensions an argument names."""
    found: list[Any] = []
    for name in function.axes_of:
        value = given.get(name)
        found += value if isinstance(value, (list, tuple)) else [value]
    return [one for one in found if rank_of(one) is not None]


# ------------------------------------------------------------------------------------------------ results


def _names_of_result(function: Function, given: Mapping[str, Any], result: Any, called: Callable[..., Any]) -> Any:
    """The names that remain; None where the function says nothing about them. `called` is called with other arguments."""
    arrays = [given.get(name) for name in function.array_parameters]
    if function.elementwise or function.public is aikit.where:
        return _joined(function, [one for one in arrays if isinstance(one, Named)], result.ndim)
    x = arrays[0] if arrays else None
    if not isinstance(x, Named):
        return None
    if "keepdims" in function.parameters:
        return _reduced(function, x, given, result)
    return _followed(function, x, result, called) if len(arrays) == 1 else None


def _joined(function: Function, operands: list[Any], rank: int) -> Any:
    """The names of what is broadcast; two that differ, or one for two dimensions, are an error."""
    names: list[str | None] = [None] * rank
    for one in operands:
        for place, name in enumerate(reversed(dimnames(one)), start=1):
            if name is not None and names[-place] not in (None, name):
                raise DimensionError(
                    f"{function.qualified_name}: dimension {rank - place} of the result is {names[-place]!r} and {name!r}; {_MEND}"
                )
            names[-place] = names[-place] if name is None else name
    for place, name in enumerate(names):
        if name is not None and name in names[:place]:
            raise DimensionError(
                f"{function.qualified_name}: {name!r} is dimension {names.index(name)} of the result and dimension {place}; {_MEND}"
            )
    return names


_MEND = "rename one, or bring the dimensions into one order with aikit.permute_dims"


def _reduced(function: Function, x: Any, given: Mapping[str, Any], result: Any) -> Any:
    names = dimnames(x)
    if given.get("keepdims"):
        return names
    if "axis" not in function.parameters:
        return names[: result.ndim]  # of matrices, which are the last dimensions
    gone = to_dims(x, given.get("axis"), expand=True)
    gone = gone if isinstance(gone, tuple) else (gone,)
    return [name for place, name in enumerate(names) if place not in gone]


def _followed(function: Function, x: Any, result: Any, called: Callable[..., Any]) -> Any:
    """The names in the order of the dimensions of the result, found by a call with an array of lengths that all differ.

    It has no elements; and as no length is one of `x` or of the result, no argument can name it by accident.
    """
    names, (parameter,) = dimnames(x), function.array_parameters
    least = 1 + max((n for n in (*dynamic(size(x)), *result.shape) if isinstance(n, int)), default=0)
    lengths = (*range(least, least + len(names) - 1), 0) if names else ()
    like = aikit.get_backend("numpy").zeros(lengths, dtype=x.dtype)
    try:
        found = called({parameter: like}).shape
    except AikitException:
        return None
    return [names[lengths.index(n)] for n in found] if sorted(found) == sorted(lengths) else None
