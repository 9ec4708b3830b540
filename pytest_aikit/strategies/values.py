"""The values that are drawn for an array of a call: what the record says that they are, and others of that sort."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases.matrices import MATRICES
from pytest_aikit.cases.samples.lanes import LANES
from pytest_aikit.cases.samples.recipes import RECIPES, Place
from pytest_aikit.cases.samples.rows import array_of, in_common
from pytest_aikit.cases.samples.values import pool
from pytest_aikit.knowledge.calls import ArraySpec
from pytest_aikit.knowledge.keywords import Made, many, near_one, positive
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of
from pytest_aikit.numerics.special_values import ordinary_values, special_values
from pytest_aikit.strategies.arrays import elements, laid_out

_EACH = 12
"""Up to this size each element is drawn."""
_PERIOD = 61
"""Of so many elements longer arrays are made again and again: a prime, which no block of a kernel is a multiple of."""
_SEEDS = st.integers(0, 2**32 - 1)


class Sort(NamedTuple):
    """A sort of values: what each is drawn from, and an array of some that are there for a longer one."""

    each: Callable[[Place], st.SearchStrategy[Any]]
    some: Callable[[Place], np.ndarray]


def _plain(array: np.ndarray) -> list[Any]:
    """The elements as Python numbers."""
    return list(array.astype(np.float64).tolist() if array.dtype.name == "bfloat16" else array.tolist())


def _wide(place: Place) -> st.SearchStrategy[Any]:
    """The whole range, and the special and critical values of the function."""
    return st.one_of(elements(place.dtype), st.sampled_from(_plain(_pool(place))))


def _pool(place: Place) -> np.ndarray:
    if not knowledge.of(place.function).calls:
        return pool(place.function, place.dtype, place.number)
    # beside the critical points are subnormal numbers, on which shapes and places must not depend
    return np.concatenate([special_values(place.dtype), RECIPES["ordinary"](place)])


def _moderate(place: Place) -> st.SearchStrategy[Any]:
    """Within the domain of the function, and neither small nor large."""
    if place.kind != "f" or place.function.domain is None:
        return elements(place.dtype, wide=False)
    return st.sampled_from(_plain(ordinary_values(place.dtype, 97, place.function.domain, place.number)))


def _with_infinities(place: Place) -> st.SearchStrategy[Any]:
    finite = _moderate(place)
    return st.one_of(finite, st.sampled_from([np.nan, np.inf, -np.inf])) if place.kind == "f" else finite


def _some_with_infinities(place: Place) -> np.ndarray:
    """As of the core samples, without complex infinities: what they are multiplied with is left to the implementation."""
    values = RECIPES["edges"](place)
    return np.where(np.isinf(values), np.nan, values).astype(values.dtype) if place.kind == "c" else values


def _near_one(place: Place) -> st.SearchStrategy[Any]:
    """Factors whose products neither overflow nor vanish; integers wrap as is defined."""
    if place.kind == "b":
        return st.booleans()
    if place.kind in "iu":
        return st.sampled_from([1, 2, 3] if place.kind == "u" else [1, 2, 3, -1])
    halves = st.sampled_from([1.0, 0.75, 1.5, 1.25, 0.625, 1.125])
    signed = st.builds(lambda value, negative: -value if negative else value, halves, st.booleans())
    return st.builds(complex, signed, signed.map(lambda value: value / 4)) if place.kind == "c" else signed


def _positive(place: Place) -> st.SearchStrategy[Any]:
    if place.kind in "biu":
        return st.integers(1, 7) if place.kind != "b" else st.just(True)
    if place.kind == "c":
        return st.sampled_from(_plain(RECIPES["positive"](place)))
    return st.sampled_from([1.0, 0.25, 0.5, 1.75, 2.0, 0.375, 1.5, 1.125])


def _recipe(name: str) -> Callable[[Place], np.ndarray]:
    return RECIPES[name]


WIDE = Sort(_wide, _pool)
MODERATE = Sort(_moderate, _recipe("ordinary"))
NEAR_ONE = Sort(_near_one, _recipe("near one"))
POSITIVE = Sort(_positive, _recipe("positive"))
SORTS: Mapping[Any, Sort] = {
    "ordinary": MODERATE,
    many: MODERATE,
    "special": WIDE,
    "edges": Sort(_with_infinities, _some_with_infinities),
    "few": MODERATE,
    "near one": NEAR_ONE,
    near_one: NEAR_ONE,
    "positive": POSITIVE,
    positive: POSITIVE,
}
"""What the values of a row are said to be, where any of that sort will do."""


def sort_of(function: Function, values: Any) -> Sort | None:
    """The sort of the values of an array; None where they are those of a recipe."""
    if knowledge.of(function).drawn.as_sampled:
        return None
    values = values.values if isinstance(values, Made) else values
    found = SORTS.get(values) if isinstance(values, str) or callable(values) else None
    return WIDE if found is MODERATE and _may_be_wide(function) else found


def _may_be_wide(function: Function) -> bool:
    """Whether extreme values are in order: not where they are added up, for partial sums may overflow."""
    known = knowledge.of(function)
    if known.drawn.wide is not None:
        return known.drawn.wide
    return known.bounds.exact or function.result in ("index", "boolean")


def has_seed(values: Any) -> bool:
    """Whether the values are others for another seed."""
    return isinstance(values, str) and (values in MATRICES or values in LANES)


def drawn_array(draw: Any, described: ArraySpec, place: Place, target: str | None, layout: str) -> np.ndarray:
    """An array of a call; `target` is the dtype that it is to be cast to."""
    sort = sort_of(place.function, described.values)
    if sort is None:
        seed = draw(_SEEDS) if has_seed(described.values) else 0
        return array_of(described, replace(place, seed=seed), target)
    values = in_common(_values(draw, sort, place, int(np.prod(described.shape))), place)
    # what else is to lie so in memory is laid out when all arrays are there
    made = values.reshape(described.shape)
    return laid_out(made, layout) if layout == "broadcast" else made


def _values(draw: Any, sort: Sort, place: Place, size: int) -> np.ndarray:
    each = sort.each(place)
    if size <= _EACH:
        return _array(draw(st.lists(each, min_size=size, max_size=size)), place.dtype)
    few = _array(draw(st.lists(each, min_size=1, max_size=_EACH)), place.dtype)
    seed = draw(_SEEDS)
    if seed:
        few = np.random.default_rng(seed).choice(np.concatenate([few, sort.some(place)]), _PERIOD)
    return np.resize(few, size)


def _array(values: list[Any], dtype: str) -> np.ndarray:
    with np.errstate(all="ignore"):
        if kind_of(dtype) in "iu":
            return np.array(values, dtype)
        return np.array(
            values, "complex128" if kind_of(dtype) == "c" else None if dtype == "bool" else "float64"
        ).astype(numpy_dtype(dtype))


_NUMBERS: Mapping[str, Callable[[str], st.SearchStrategy[Any]]] = {
    "b": lambda dtype: st.booleans(),
    "i": lambda dtype: elements(dtype),
    "u": lambda dtype: elements(dtype),
    "f": lambda dtype: st.one_of(elements(dtype, wide=False), st.sampled_from([np.nan, np.inf, -np.inf, -0.0])),
    "c": lambda dtype: elements(dtype, wide=False),
}


def numbers(dtype: str, accepted: tuple[type, ...]) -> list[st.SearchStrategy[Any]]:
    """Python numbers that may stand beside arrays of a dtype, of these types."""
    kind = kind_of(dtype)
    found = {
        bool: st.booleans(),
        int: st.integers(0, 100),
        float: _NUMBERS["f"](real_of(dtype)) if kind in "fc" else None,
    }
    if kind in "iu":
        found[int] = _NUMBERS[kind](dtype)
    if kind == "c":
        found[complex] = _NUMBERS["c"](dtype)
    if kind == "b":
        found.pop(int)
    return [one for of, one in found.items() if of in accepted and one is not None]
