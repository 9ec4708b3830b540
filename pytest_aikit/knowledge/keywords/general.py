"""Calls of general functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from pytest_aikit.knowledge.calls import ArraySpec, Row, row
from pytest_aikit.knowledge.keywords import array, distinct, fits, many, near_one, positive, shape_of
from pytest_aikit.knowledge.reference.rearranging import Case


def all_equal(*, ndim: int, number: int, equal: bool, equality_matrix: bool) -> Row:
    """Of arrays that are all equal, or of which the last has other dimensions."""
    dimensions = [ndim if equal or place < 2 else ndim + 1 for place in range(number)]
    return row(*(array(min(one, 4), distinct) for one in dimensions), equality_matrix=equality_matrix)


def _from_both_ends(places: np.ndarray, lengths: int | tuple[int, ...]) -> Callable[[str], np.ndarray]:
    """Places on axes of these lengths in turn, some of them from the end where the dtype has a sign."""
    ends = np.resize(lengths, places.size) * (np.arange(places.size) % 3 == 0)

    def made(dtype: str) -> np.ndarray:
        return (places - ends if np.dtype(dtype).kind == "i" else places).astype(dtype)

    return made


def _indices(shape: tuple[int, ...], lengths: tuple[int, ...]) -> ArraySpec | None:
    """Indices of axes of these lengths, one in each row for each, some of them from the end where the dtype has a sign; None
    where there is no place for one."""
    size = math.prod(shape) // max(len(lengths), 1)
    if size and 0 in lengths:
        return None
    random = np.random.default_rng(7)
    found = np.stack([random.integers(0, length, size) for length in lengths], -1).ravel()
    return ArraySpec(shape, _from_both_ends(found, lengths))


def gather(*, ndim: int, axis: int, batch_dims: int, of: int) -> Row | None:
    """`of`: the dimensions of the indices."""
    shape = shape_of(ndim)
    shared = batch_dims + of if batch_dims < 0 else batch_dims
    if not fits(axis, ndim) or not 0 <= shared <= min(of, axis % ndim):
        return None
    lengths = (*shape[:shared], *(3, 2, 4)[shared:of])
    indices = _indices(lengths, (shape[axis],))
    return None if indices is None else row(array(ndim), indices, axis=axis, batch_dims=batch_dims)


def gather_nd(*, ndim: int, batch_dims: int, of: int, number: int) -> Row | None:
    """`of`: the dimensions of the rows of indices, `number` in each."""
    shape = shape_of(ndim)
    shared = batch_dims + of + 1 if batch_dims < 0 else batch_dims
    if not 0 <= shared <= of or shared + number > ndim:
        return None
    lengths = (*shape[:shared], *(3, 2, 4)[shared:of], number)
    indices = _indices(lengths, shape[shared : shared + number])
    return None if indices is None else row(array(ndim), indices, batch_dims=batch_dims)


def scatter_flat(*, ndim: int, size: int | None, reduction: str) -> Row | None:
    """Of updates of that many dimensions; places for which there are several where what becomes of them is decided."""
    shape = (6, *shape_of(ndim)[1:])
    places = [3, 1, 0, 2, 4, 5] if reduction == "replace" else [0, 1, 3, 3, 1, 3]
    if size is not None and size <= max(places):
        return None
    spec = ArraySpec((6,), _from_both_ends(np.array(places), size or 0))
    kinds = "iuf" if reduction in ("min", "max") else "iufc"
    return replace(row(spec, array(shape), size=size, reduction=reduction), kinds=kinds)


def scatter_nd(*, of: int, number: int, slices: tuple[int, ...], given: bool, reduction: str) -> Row | None:
    """`of`: the dimensions of the rows of indices, `number` in each; `given`: whether the shape is."""
    lengths = (2, 3, 2)[:of]
    whole = {1: (12,), 2: (4, 3), 3: (3, 5, 4)}[number]
    if reduction == "replace":  # each place once
        places = np.indices(whole).reshape(number, -1).T[: math.prod(lengths)]
    else:
        places = np.arange(math.prod(lengths) * number) * 5 % 3
    spec = ArraySpec((*lengths, number), _from_both_ends(np.ravel(places), whole if given else 0))
    shape = whole + slices if given else None
    kinds = "iuf" if reduction in ("min", "max") else "iufc"
    return replace(row(spec, array((*lengths, *slices), number=1), shape, reduction=reduction), kinds=kinds)


def fourier_encode(*, ndim: int, several: bool, flatten: bool, **options: Any) -> Row | None:
    """`several`: whether there is a highest frequency for each position along the last axis."""
    if not ndim and (several or flatten):
        return None
    highest = array(shape_of(ndim)[-1:], positive) if several else 5
    return row(array(ndim, near_one), highest, flatten=flatten, **options)


def patterns(cases: Iterable[Case]) -> tuple[str, ...]:
    """Those that fit a shape."""
    return tuple(case.pattern for case in cases if case.shape is not None)


def of_pattern(cases: Iterable[Case]) -> Callable[..., Row]:
    """What makes the call of one of these patterns, and of a reduction, where there is one."""
    by_pattern = {case.pattern: case for case in cases}

    def call(*, pattern: str, reduction: str = "") -> Row:
        case = by_pattern[pattern]
        assert case.shape is not None
        x = array(case.shape, near_one if reduction == "prod" else many)
        kinds = "biuf" if reduction in ("min", "max") else "biufc"
        return Row((x, pattern, reduction) if reduction else (x, pattern), case.lengths, kinds=kinds)

    return call
