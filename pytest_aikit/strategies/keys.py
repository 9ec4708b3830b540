"""Keys that arrays are read and written by: shapes, kinds of parts and what stands in them are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from pytest_aikit.knowledge import keys
from pytest_aikit.knowledge.calls import Row
from pytest_aikit.knowledge.keys import (
    ADVANCED,
    BASIC,
    ELLIPSIS,
    INDEX,
    INDEX_2D,
    INT,
    MASK,
    MASK_2D,
    NO_AXIS,
    NONE,
    Key,
    Kind,
)

_HUGE = 2**70


@st.composite
def rows(draw: Any, of_key: keys.OfKey) -> Row:
    """Calls with keys, of those that the function takes."""
    shape = draw(npst.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=6))
    kinds = draw(_kinds(len(shape)))
    lengths, dim = [], 0
    taken = sum(kind.takes for kind in kinds)
    for kind in kinds:
        lengths.append(shape[dim : dim + kind.takes])
        dim += len(shape) - taken if kind is ELLIPSIS else kind.takes
    arrays = [int(np.prod(of)) for kind, of in zip(kinds, lengths, strict=True) if kind in ADVANCED]
    # so many elements are selected by each index array, none of them twice, so that any of them fit each other
    count, rows = (draw(st.integers(0, min(arrays, default=0))) for _ in range(2))
    parts = [draw(_part(kind, of, count, rows)) for kind, of in zip(kinds, lengths, strict=True)]
    made = of_key(Key(shape, tuple(kinds), tuple(parts)), draw(st.integers(0, 7)))
    assume(made is not None)
    assert made is not None
    return made


@st.composite
def _kinds(draw: Any, ndim: int) -> list[Kind]:
    """Kinds of parts that together take no more than so many dimensions."""
    found: list[Kind] = []
    for kind in draw(st.lists(st.sampled_from([*BASIC, *ADVANCED, NO_AXIS]), max_size=5)):
        fits = sum(one.takes for one in (*found, kind)) <= ndim
        if fits and not (kind is ELLIPSIS and ELLIPSIS in found):
            found.append(kind)
    return found


def _part(kind: Kind, lengths: Sequence[int], count: int, rows: int) -> st.SearchStrategy[Any]:
    if kind is NONE or kind is ELLIPSIS:
        return st.just(None if kind is NONE else Ellipsis)
    if kind is NO_AXIS:
        return st.sampled_from(kind.forms((), 0))
    if kind in (MASK, MASK_2D):
        return _masks(tuple(lengths), count)
    (length,) = lengths
    if kind is INT:
        return _ints(length)
    if kind is INDEX or kind is INDEX_2D:
        return _indices(length, (count,) if kind is INDEX else (rows, 1))
    # slices of either direction
    return _slices(length)


def _ints(length: int) -> st.SearchStrategy[Any]:
    if not length:
        return st.nothing()
    found = st.integers(-length, length - 1)
    signed = st.sampled_from(keys.INTEGERS[:4])
    return st.one_of(found, found.map(np.int64), st.builds(keys.array, found, signed))


def _slices(length: int) -> st.SearchStrategy[slice]:
    ends = st.one_of(st.none(), st.integers(-length - 3, length + 3), st.sampled_from([_HUGE, -_HUGE]))
    steps = st.one_of(st.none(), st.sampled_from([1, -1, 2, -2, 3, -3, length + 1, -length - 1]))
    return st.builds(slice, ends, ends, steps)


@st.composite
def _indices(draw: Any, length: int, shape: tuple[int, ...]) -> Any:
    places = draw(st.permutations(range(length)))[: int(np.prod(shape))]
    negative = draw(st.booleans())
    values = np.array(places, "int64").reshape(shape) - (length if negative else 0)
    if values.size and draw(st.booleans()):
        return values.tolist()
    return keys.array(values, draw(st.sampled_from(keys.INTEGERS[: 4 if negative else None])))


@st.composite
def _masks(draw: Any, shape: tuple[int, ...], count: int) -> Any:
    mask = np.zeros(shape, bool)
    mask.flat[draw(st.permutations(range(mask.size)))[:count]] = True
    return mask.tolist() if mask.size and draw(st.booleans()) else keys.array(mask, "bool")
