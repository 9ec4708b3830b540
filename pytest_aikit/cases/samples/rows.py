"""The calls that stand in the records of functions."""

from __future__ import annotations

import functools
import inspect
import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.core.records import Function
from aikit.dtypes import DTYPES
from pytest_aikit import knowledge
from pytest_aikit.cases import cells, oracle
from pytest_aikit.cases.matrices import MATRICES
from pytest_aikit.cases.samples.admitted import representable
from pytest_aikit.cases.samples.dtypes import alike, asks_for
from pytest_aikit.cases.samples.lanes import LANES, in_lanes
from pytest_aikit.cases.samples.recipes import RECIPES, Place
from pytest_aikit.cases.samples.values import shaped
from pytest_aikit.knowledge.calls import CELL_DEVICE, CELL_DTYPE, ArraySpec, Row
from pytest_aikit.model import Sample
from pytest_aikit.numerics.promotion import common_dtype, kind_of, numpy_dtype
from pytest_aikit.numerics.special_values import COUNT

_STRIDE = 5
"""How far the turn of a dtype is from that of the one before, so that neighbours are not taken by dtypes side by side."""


def from_rows(
    function: Function,
    by_name: Mapping[str, str],
    dtypes: tuple[str, ...],
    device: str,
    detailed: Callable[[Row], bool],
    lacking: frozenset[str],
    share: int | None,
    again: bool,
    halved: bool,
) -> Iterator[Sample]:
    """The samples of the rows for these dtypes.

    Parameters
    ----------
    detailed : whether the dtype of the leading array is one in which a row is made that is not for every dtype.
    share : how many times fewer there are of those that are made in turn; all for None.
    again : whether the first call is made again with other values.
    halved : whether of those that are made in every dtype each has one in two, in turn, but for the first.
    """
    lead = cells.leading_dtype(function, dtypes)
    rows = knowledge.of(function).calls
    # where no row is meant for the dtype, the first is as good as any to show that it is refused
    meant = [one for one in rows if kind_of(lead) in one.kinds] or rows[:1]
    mixed = not alike(function, by_name)
    of_pairs = mixed and any(other.mixed for other in meant)
    # where calls are cheap, those without elements are made in every dtype
    cheap = share is None or share == 1
    meant = [one for one in meant if one.mixed is of_pairs or (cheap and _without_elements(one))]
    first = True
    turns = itertools.count(_STRIDE * [*DTYPES].index(lead))
    halves = itertools.count([*DTYPES].index(lead)) if halved and not mixed else itertools.repeat(0)
    for one in meant:
        if one.turns:
            chosen = share is None or next(turns) % (one.turns * share) == 0
        else:
            every = one.every and (first or next(halves) % 2 == 0)
            chosen = every or one.mixed or detailed(one) or (cheap and _without_elements(one))
        if chosen:
            sample = from_row(function, one, by_name, dtypes, device)
            if sample is not None and not asks_for(sample, lacking):
                yield sample
                if first and again:
                    yield from _again(function, one, by_name, dtypes, device, sample)
                first = False


def _without_elements(one: Row) -> bool:
    return any(0 in described.shape for described in one.arrays)


def _again(
    function: Function, one: Row, by_name: Mapping[str, str], dtypes: tuple[str, ...], device: str, sample: Sample
) -> Iterator[Sample]:
    """The call once more, with other values in the same form, which nothing of the first call may decide.

    Where values are moved and no more, these are special ones, in as many calls as it takes until each has been in each array.
    Where all of them give the same, as of NaN in both, there is another one that does not.
    """
    known = knowledge.of(function)
    moved = known.bounds.exact and not known.casts

    def is_moved(described: ArraySpec) -> bool:
        return moved and described.values == "ordinary"

    # pairs of dtypes lead to calls that those of one dtype make, too
    results = _results(function, sample) if alike(function, by_name) else None
    same = results is not None
    lengths = [math.prod(array.shape) for array in one.arrays if is_moved(array)]
    for seed in range(1, COUNT + 1, max(1, min(lengths, default=COUNT))):

        def with_others(described: ArraySpec, place: Place, target: str | None, seed: int = seed) -> np.ndarray:
            described = replace(described, values="special") if is_moved(described) else described
            return array_of(described, replace(place, seed=place.seed + seed), target)

        other = from_row(function, one, by_name, dtypes, device, with_others)
        if other is not None and other.key != sample.key:
            yield replace(other, label=f"{other.label}, other values")
            same = same and _are_alike(results, _results(function, other))
    for values in _ANY_VALUES if same else ():

        def with_these(described: ArraySpec, place: Place, target: str | None, values: Any = values) -> np.ndarray:
            described = replace(described, values=values) if described.values in _ANY_VALUES else described
            return array_of(described, replace(place, seed=place.seed + 1), target)

        other = from_row(function, one, by_name, dtypes, device, with_these)
        found = None if other is None else _results(function, other)
        if other is not None and found is not None and not _are_alike(results, found):
            yield replace(other, label=f"{other.label}, another result")
            return


_ANY_VALUES = ("ordinary", "special", "positive", "nothing", "edges", "near one", "few", "square overflows")
"""The words for values that may be any others; the first are tried first."""


_Results = list[np.ndarray] | None


def _results(function: Function, sample: Sample) -> _Results:
    """What a call must give; None where nobody knows, or the reference does not take it."""
    if knowledge.of(function).reference is None or function.returns not in ("array", "arrays"):
        return None
    try:
        found = oracle.judged(function, sample, measured=False)
    except Exception:  # as of a dtype that is refused
        return None
    exact = [one.exact for one in (found if isinstance(found, tuple) else (found,))]
    return None if any(one is None for one in exact) else exact


def _are_alike(some: _Results, others: _Results) -> bool:
    return (some is None) is (others is None) and all(
        np.array_equal(a, b, equal_nan=a.dtype.kind in "fc") for a, b in zip(some or (), others or (), strict=False)
    )


@functools.lru_cache(maxsize=256)
def array_of(described: ArraySpec, place: Place, target: str | None) -> np.ndarray:
    """The array of a row in its place; `target` is the dtype that it is to be cast to.

    Some are kept, for many calls of a function have the same ones, on one backend and on the next, so that nobody may write
    to it.
    """
    if described.values in MATRICES:
        return _matrices(described, place)
    if described.values in LANES:
        return in_lanes(
            str(described.values), described.shape, described.along, place.dtype, (place.seed, place.number)
        )
    values = _values(described, place)
    if described.values == "castable" and target is not None:
        values = _in_range(values, target)
    return shaped(in_common(values, place), described.shape)


def in_common(values: np.ndarray, place: Place) -> np.ndarray:
    """The values that the common dtype holds, 1 in place of the others."""
    common = common_dtype([place.by_name[name] for name in place.function.promote] or [place.dtype])
    return values if common is None else representable(values, common)


def from_row(
    function: Function,
    one: Row,
    by_name: Mapping[str, str],
    dtypes: tuple[str, ...],
    device: str,
    array: Callable[[ArraySpec, Place, str | None], np.ndarray] = array_of,
) -> Sample | None:
    """The sample of a row, of which `array` makes the arrays; None where the row has no meaning for these dtypes."""
    target = next((value for value in one.args if isinstance(value, str)), None)
    if knowledge.of(function).casts and not _castable(dtypes[0], target or ""):
        return None
    places = {name: place for place, name in enumerate(function.parameters)}

    def made(name: str, value: Any, place: int) -> Any:
        if value is CELL_DTYPE:
            return dtypes[0]
        if value is CELL_DEVICE:
            return device
        if isinstance(value, (list, tuple)) and any(isinstance(item, ArraySpec) for item in value):
            return [made(name, item, index) for index, item in enumerate(value)]
        if not isinstance(value, ArraySpec):
            return value
        return array(value, Place(function, by_name, value.dtype or by_name.get(name, dtypes[0]), place), target)

    placed = [p.name for p in function.parameters.values() if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    args = [made(placed[min(place, len(placed) - 1)], value, place) for place, value in enumerate(one.args)]
    kwargs = {name: made(name, value, places.get(name, len(places))) for name, value in one.kwargs.items()}
    return Sample(tuple(args), kwargs, one.label, one.part)


def _castable(source: str, target: str) -> bool:
    """Whether `astype` leads from one dtype to another: a complex number has no one real value, and is zero or not."""
    return kind_of(source) != "c" or kind_of(target) in "cb"


def _matrices(described: ArraySpec, place: Place) -> np.ndarray:
    random = np.random.default_rng([place.seed, place.number, *described.shape])
    stack, matrix = described.shape[:-2], described.shape[-2:]
    if math.prod(stack) <= _LONG_STACK:
        values = MATRICES[str(described.values)](random, described.shape, place.kind == "c")
    else:
        some = MATRICES[str(described.values)](random, (_DIFFERENT, *matrix), place.kind == "c")
        values = np.resize(some, described.shape)
    return values.astype(numpy_dtype(place.dtype))


_LONG_STACK, _DIFFERENT = 8, 3
"""In a stack of more, so many matrices differ, each of which a reference computes with once; they fill no vector of a kernel."""


def described_array(described: ArraySpec, function: Function, dtype: str) -> np.ndarray:
    """An array of a row by itself, in a dtype."""
    place = Place(function, {}, described.dtype or dtype, 0)
    if described.values in MATRICES:
        return _matrices(described, place)
    return shaped(_values(described, place), described.shape)


def _values(described: ArraySpec, place: Place) -> np.ndarray:
    if callable(described.values):
        return described.values(place.dtype).astype(numpy_dtype(place.dtype))
    return RECIPES[described.values](place)


def _in_range(values: np.ndarray, target: str) -> np.ndarray:
    """Floating values that an integer dtype holds once truncated: what else becomes of them is not defined."""
    if kind_of(values.dtype.name) != "f" or kind_of(target) not in "iu":
        return values
    limits = np.iinfo(target)
    exact = values.astype(np.float64)
    with np.errstate(all="ignore"):
        kept = (np.trunc(exact) >= float(limits.min)) & (np.trunc(exact) < float(limits.max + 1))
        # unsigned targets: frameworks disagree on (-1, 0), whose truncation is a zero that is not negative
        kept &= (exact >= 0) | (limits.min < 0)
    return np.where(kept, values, np.ones((), values.dtype))
