"""Arrays whose dimensions have names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import aikit
from aikit.core.arrays import ArrayBase
from aikit.core.records import Function
from aikit.exceptions import AikitException, AikitTypeError, AikitValueError
from aikit.inspection import describe
from aikit.traits._dims import DimensionError, dimnames, rank_of, to_dims
from aikit.traits._lazy import Lazy, materialised
from aikit.traits._trait import forwarding_wrapper
from aikit.traits.wrappers import View

AXES = frozenset({"axis", "axes", "source", "destination", "normalized_idxs"})
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
        bound = function.signature.bind(*args, **kwargs)
        given = bound.arguments
        for name in AXES & given.keys():
            given[name] = _numbered(function, name, given)
        named = dict(given)
        given.update({name: _bare(value) for name, value in named.items()})
        result = func(*bound.args, **bound.kwargs)
        if given.get("out") is not None:
            return result
        names = _names_of_result(function, named, bound, result)
        return result if names is None or isinstance(result, (Named, tuple, list)) else Named(result, names)

    def _in_full(self) -> Any:
        return materialised(self._parent)

    def __getitem__(self, key: Any, /) -> Any:
        index = key if isinstance(key, tuple) else (key,)
        return Named(self._in_full()[key], dimnames(View(self, *map(_bare, index))))

    def __setitem__(self, key: Any, value: Any, /) -> None:
        self._parent[key] = _bare(value)

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
    if (
        isinstance(value, (tuple, list))
        and len(operands) == len(value) == 2
        and not all(isinstance(v, str) for v in value)
    ):
        return tuple(_dims(x, one, 0) for x, one in zip(operands, value, strict=True))  # those of two arrays
    x = next(one for one in operands if isinstance(one, Named))
    return _dims(x, value, 0 if len(operands) == 1 else len(dimnames(x)))


def _has_names(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, (tuple, list)) and any(map(_has_names, value)))


def _dims(x: Any, value: Any, rank: int) -> Any:
    """The numbers of dimensions; counted from the end where arrays of other ranks, `rank` being that of `x`, stand beside it."""
    found = to_dims(x, value) if _has_names(value) else value
    if not rank:
        return found
    return tuple(one - rank for one in found) if isinstance(found, tuple) else found - rank


def _operands(function: Function, given: Mapping[str, Any]) -> list[Any]:
    """The arrays among the arguments; those in a list, too."""
    found: list[Any] = []
    for name in function.array_parameters:
        value = given.get(name)
        found += value if isinstance(value, (list, tuple)) else [value]
    return found


# ------------------------------------------------------------------------------------------------ results


def _names_of_result(function: Function, given: Mapping[str, Any], bound: Any, result: Any) -> Any:
    """The names that remain; None where the function says nothing about them."""
    if not isinstance(result, ArrayBase):
        return None
    operands = _operands(function, given)
    if function.elementwise or function.public is aikit.where:
        return _joined(function, [one for one in operands if isinstance(one, Named)], result.ndim)
    x = operands[0] if operands else None
    if not isinstance(x, Named):
        return None
    if "keepdims" in function.parameters:
        return _reduced(x, given)
    return _followed(function, x, bound) if len(function.array_parameters) == 1 and len(operands) == 1 else None


def _joined(function: Function, operands: list[Any], rank: int) -> Any:
    """The names of what is broadcast; two that differ are an error that says both."""
    names: list[str | None] = [None] * rank
    for one in operands:
        for place, name in enumerate(reversed(dimnames(one)), start=1):
            if name is not None and names[-place] not in (None, name):
                raise DimensionError(
                    f"{function.qualified_name}: dimension {rank - place} of the result is {names[-place]!r} and {name!r}; rename "
                    "one, or bring the dimensions into one order with aikit.permute_dims"
                )
            names[-place] = names[-place] if name is None else name
    return None if any(name is not None and names.count(name) > 1 for name in names) else names


def _reduced(x: Any, given: Mapping[str, Any]) -> Any:
    names, axis = dimnames(x), given.get("axis")
    if given.get("keepdims"):
        return names
    gone = to_dims(x, axis, expand=True)
    gone = gone if isinstance(gone, tuple) else (gone,)
    return [name for place, name in enumerate(names) if place not in gone]


def _followed(function: Function, x: Any, bound: Any) -> Any:
    """The names in the order of the dimensions of the result, found by a call with an array of the lengths 0, 1, 2, ....

    It has no elements, and each of its lengths tells of which dimension it is.
    """
    names, (parameter,) = dimnames(x), function.array_parameters
    lengths = tuple(range(len(names)))
    bound.arguments[parameter] = aikit.get_backend("numpy").zeros(lengths, dtype=x.dtype)
    try:
        found = function.public(*bound.args, **{name: v for name, v in bound.kwargs.items() if name != "out"}).shape
    except AikitException:
        return None
    return [names[at] for at in found] if sorted(found) == list(lengths) else None
