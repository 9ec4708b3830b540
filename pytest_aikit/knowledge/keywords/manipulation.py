"""Calls of functions that move data, whose shapes follow from their other arguments."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from pytest_aikit.knowledge.calls import ArraySpec, Row, row
from pytest_aikit.knowledge.keywords import LENGTHS, array, fits, shape_of


def with_length(shape: tuple[int, ...], axis: int, length: int) -> tuple[int, ...]:
    """A shape with another length along an axis."""
    return tuple(length if place == axis % len(shape) else one for place, one in enumerate(shape))


def broadcast_to(*, ndim: int, ones: str, more: int) -> Row | None:
    """To a shape with more dimensions, from one with ones in some places."""
    shape = shape_of(ndim)
    places = {"nowhere": (), "first": (0,), "last": (ndim - 1,), "everywhere": range(ndim)}[ones]
    if not ndim and ones != "nowhere":
        return None
    small = tuple(1 if place in places else length for place, length in enumerate(shape))
    return row(array(small), (3, 2)[:more] + shape)


def concat(*, ndim: int, axis: int | None, number: int, alike: bool) -> Row | None:
    """Of arrays that differ in their lengths along the axis, or in their dimensions where there is no axis."""
    if not fits(axis, ndim):
        return None
    if alike:
        shapes = [shape_of(ndim)] * number
    elif axis is None:
        shapes = [shape_of(max(ndim - place, 0)) for place in range(number)]
    else:
        shapes = [with_length(shape_of(ndim), axis, (3, 0, 2)[place]) for place in range(number)]
    return row([array(shape, number=place) for place, shape in enumerate(shapes)], axis=axis)


def constant_pad(*, ndim: int, pad_width: Any, value: Any) -> Row:
    """`each` and `lists`: a pair for each axis."""
    kinds = {bool: "biufc", int: "biufc", float: "fc", complex: "c"}[type(value)]
    if type(value) is int and value < 0:
        kinds = "ifc"
    return replace(row(array(ndim), _pairs(ndim, pad_width), value=value), kinds=kinds)


def zero_pad(*, ndim: int, pad_width: Any) -> Row:
    return row(array(ndim), _pairs(ndim, pad_width))


def _pairs(ndim: int, pad_width: Any) -> Any:
    each = tuple((axis % 3, (axis + 1) % 2) for axis in range(ndim))
    if not ndim:
        return 1
    return (
        {"each": each, "lists": [list(pair) for pair in each]}[pad_width] if isinstance(pad_width, str) else pad_width
    )


def split(*, ndim: int, axis: int, num_or_size_splits: Any, with_remainder: bool, copy: bool | None) -> Row | None:
    """`two`: sections of length 1 and of the rest; `none first`: of none and of all; `a rest`: of one, and what is left."""
    if not fits(axis, ndim):
        return None
    length = shape_of(ndim)[axis]
    some = {"two": (1, length - 1), "none first": [0, length], "a rest": (1,)}
    sections = some.get(num_or_size_splits, num_or_size_splits)
    rest = length % sections if isinstance(sections, int) else num_or_size_splits == "a rest" and length > 1
    if rest and not with_remainder:
        return None
    return row(array(ndim), num_or_size_splits=sections, axis=axis, with_remainder=with_remainder, copy=copy)


def swapaxes(*, ndim: int, axis0: int, axis1: int, copy: bool | None) -> Row | None:
    return row(array(ndim), axis0, axis1, copy=copy) if fits(axis0, ndim) and fits(axis1, ndim) else None


def stack(*, ndim: int, axis: int, number: int) -> Row | None:
    if not fits(axis, ndim + 1):
        return None
    return row([array(ndim, number=place) for place in range(number)], axis=axis)


def squeeze(*, ndim: int, axis: Any, others: bool) -> Row | None:
    """`others`: there are dimensions of length 1 that stay."""
    if not fits(axis, ndim):
        return None
    named = {one % ndim for one in ((axis,) if isinstance(axis, int) else axis)}
    stays = ndim - 1 if others and ndim - 1 not in named else None
    shape = tuple(1 if place in named or place == stays else LENGTHS[place] for place in range(ndim))
    return row(array(shape), axis=axis)


def moveaxis(*, ndim: int, source: Any, destination: Any) -> Row | None:
    pair = [(one,) if isinstance(one, int) else one for one in (source, destination)]
    if type(source) is not type(destination) or len(pair[0]) != len(pair[1]):
        return None
    return row(array(ndim), source, destination) if fits(source, ndim) and fits(destination, ndim) else None


def permute_dims(*, axes: tuple[int, ...]) -> Row:
    return row(array(len(axes)), axes=axes)


def repeat(*, ndim: int, axis: int | None, repeats: Any) -> Row | None:
    """`each`: a number for each element along the axis; `one`: an array with one number."""
    if not fits(axis, ndim):
        return None
    length = math.prod(shape_of(ndim)) if axis is None else shape_of(ndim)[axis]
    counts = {"each": (np.arange(length) * 2 + 1) % 4, "one": np.array([2])}
    if repeats not in counts:
        return row(array(ndim), repeats, axis=axis)
    found = counts[repeats]
    return row(array(ndim), ArraySpec(found.shape, lambda dtype: found.astype(dtype)), axis=axis)


def reshape(*, ndim: int, shape: str, copy: bool | None) -> Row:
    old = shape_of(ndim)
    new: dict[str, Any] = {
        "the same": old,
        "backwards": old[::-1],
        "flat": (-1,),
        "an int": math.prod(old),
        "a list": [1, *old, 1],
        "first unknown": (-1, *old[2:]) if ndim > 2 else (-1, 1),
        "last unknown": (*old[:1], -1),
    }
    return row(array(ndim), new[shape], copy=copy)


def roll(*, ndim: int, axis: Any, shift: Any) -> Row | None:
    """`each`: a shift for each axis."""
    if not fits(axis, ndim) or (shift == "each" and not isinstance(axis, tuple)):
        return None
    return row(array(ndim), tuple(range(1, len(axis) + 1)) if shift == "each" else shift, axis=axis)


def take(*, ndim: int, axis: int | None, indices: str) -> Row | None:
    if not fits(axis, ndim) or not ndim or (axis is None and ndim != 1):
        return None
    length = shape_of(ndim)[axis or 0]
    if not length and indices != "none":
        return None
    last, second = length - 1, min(1, length - 1)
    some = {"none": [], "one": [last], "more than there are": [last, 0, second, second, last, 0]}
    found = np.array(some.get(indices, [last, 0, second]), int)

    def made(dtype: str) -> np.ndarray:
        ends = indices == "from both ends" and np.dtype(dtype).kind == "i"
        return (found - length * (np.arange(found.size) % 2 == 0) if ends else found).astype(dtype)

    return row(array(ndim), ArraySpec(found.shape, made), axis=axis)


def take_along_axis(*, ndim: int, axis: int, number: int, others: str) -> Row | None:
    """`others`: the lengths of the indices along the other axes, or of the array; or those of both are all 3."""
    if not fits(axis, ndim):
        return None
    of = (3,) * ndim if others == "3" else shape_of(ndim)
    shape = of if others == "3" else with_length((1,) * ndim if others == "1" else of, axis, number)
    if others == "1 of the array":
        of = with_length((1,) * ndim, axis, of[axis])
    if not of[axis] and number:
        return None
    found = np.random.default_rng(3).integers(0, max(of[axis], 1), shape)
    return row(array(of), ArraySpec(shape, lambda dtype: found.astype(dtype)), axis=axis)
