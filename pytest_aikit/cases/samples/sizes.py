"""The lengths that are tried, and the calls of a record that are made with each of them.

They lie around the sizes that kernels are written for: the elements of a vector, of a block of vectors, of a run that is
sorted by insertion, of a block that is added up by halves or goes to a thread of its own.

Where each new shape is compiled or costs otherwise, each length is tried with one dtype and one call, in turn: every pair
of function and length, of function and dtype, and, over all functions, of dtype and length occurs.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from aikit.core.records import Function
from aikit.dtypes import DTYPES
from pytest_aikit import knowledge
from pytest_aikit.cases import cells, tracing
from pytest_aikit.cases.samples.lanes import ALL_SPECIAL, EACH_SPECIAL, LANES
from pytest_aikit.cases.samples.rows import from_row
from pytest_aikit.cases.turns import first_turn
from pytest_aikit.knowledge.calls import BESIDE, ArraySpec, N, Row, arrays_in, at_length
from pytest_aikit.model import Cell, Sample
from pytest_aikit.numerics.promotion import kind_of

LENGTHS = (1, 7, 8, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1_000, 4_097, 100_000)
LONG = 4_097
"""Beyond this length each dtype takes one call in turn, and where each shape costs, only a profile that has the time."""


OF_STACKS = (129, 4_097, 10_000)
"""The lengths of stacks, where a function is sampled by these alone: nothing in it runs along them."""


@functools.cache
def rows_of(function: Function) -> tuple[Row, ...]:
    """The calls of the record with each of the lengths; where it has none, the first call with stacks of its arrays."""
    known = knowledge.of(function)
    first = next((one for one in known.calls if not one.mixed), None)
    if known.sizes or first is None or not (tracing.is_declared(function) and function.array_parameters):
        return known.sizes
    ndim = max((len(one.shape) for one in first.args if isinstance(one, ArraySpec)), default=0)

    def stacked(value: Any) -> Any:
        if not isinstance(value, ArraySpec) or len(value.shape) < ndim:
            return value  # which goes with each of them
        # of infinities everywhere a long stack shows nothing
        return replace(value, shape=(N, *value.shape), values="ordinary" if value.values == "edges" else value.values)

    made = replace(first, args=tuple(map(stacked, first.args)), label="stack")
    return () if made.args == first.args else (made,)


def _lengths_of(function: Function) -> tuple[int, ...]:
    return LENGTHS if knowledge.of(function).sizes else OF_STACKS


@functools.lru_cache(maxsize=8)
def of_all_lengths(function: Function, dtypes: tuple[str, ...], device: str) -> tuple[tuple[int, int, Sample], ...]:
    """The calls with each length, with the length and the number of the call in the record.

    Few of them are kept, because they are large; the backends go through them one after the other.
    """
    by_name = dict(zip(function.array_parameters, dtypes, strict=True)) if function.array_parameters else {}
    lead = cells.leading_dtype(function, dtypes)
    rows = [one for one in rows_of(function) if kind_of(lead) in one.kinds]
    # a long stack costs as many calls of what works on one matrix
    chosen = (
        _turn(function, lead) % (len(rows) or 1) if knowledge.of(function).sizes else turn_of_stacks(function, lead)
    )
    found = []
    for length in _lengths_of(function):
        for number, one in enumerate(rows):
            if length <= LONG or number == chosen:
                sample = from_row(function, at_length(one, length), by_name, dtypes, device)
                if sample is not None:
                    found.append((length, number, sample))
    return tuple(found)


def with_lengths(cell: Cell, *, among: Collection[str], long: bool) -> Iterator[Sample]:
    """The calls of a cell with each length; `among` dtypes, if any, one dtype and one call for each; `long`: with the longest."""
    function = cell.function
    if cells.is_mixed(cell):
        return  # nor is it kept, for that would push out what the next backend goes through
    found = of_all_lengths(function, cell.dtypes, cell.device)
    lead = cells.leading_dtype(function, cell.dtypes)
    own = dtypes_in_turn(function, lead, among)
    # one lane by itself may be of infinities, which hide the rest
    several = {number for length, number, one in found if any(array.size > length for array in one.arrays)}
    rows = sorted(several or {number for _, number, _ in found})
    for length, number, sample in found:
        place = _lengths_of(function).index(length)
        if length > LONG and not long:
            continue
        its_turn = not own or (own.index(lead) + first_turn(function) + place) % len(own) == 0
        row = rows[(place // (len(own) or 1) + place) % len(rows)]
        if length > LONG and not knowledge.of(function).sizes:
            yield sample  # long stacks are of one dtype in any case
        elif its_turn and (not own or length > LONG or number == row):
            yield sample


# ------------------------------------------------------------------------------------------------ special values


@functools.cache
def rows_of_special(function: Function) -> tuple[Row, ...]:
    """A call for each of the keywords of the calls with each of the lengths, but their axis, with special values.

    Where the arrays have several lanes, each holds one of them, so that one that is lost shows in what is made of its lane.
    """
    known = knowledge.of(function)
    if known.bounds.exact and not (known.selects or known.shaped_by_values):
        return ()  # what is moved and no more is not looked at
    # a result whose shape the values say is made of all lanes together
    rows = known.sizes[:1] if known.shaped_by_values else sorted(known.sizes, key=_has_lanes, reverse=True)
    found: dict[str, Row] = {}
    for one in rows:
        several = _has_lanes(one) and not known.shaped_by_values
        made = _with_words(one, EACH_SPECIAL if several else ALL_SPECIAL)
        plain = [value for value in one.args if not arrays_in(value)]
        others = {name: value for name, value in one.kwargs.items() if name != "axis" and not arrays_in(value)}
        if made != one:
            label = f"{one.label}, {'each special value' if several else 'all special values'}"
            found.setdefault(f"{plain} {others} {one.kinds}", replace(made, label=label))
    return tuple(found.values())


def _has_lanes(row: Row) -> bool:
    return any(BESIDE in array.shape for array in row.arrays)


def _with_words(row: Row, words: Mapping[str, str]) -> Row:
    """The call with other words for the values of its arrays."""

    def told(one: ArraySpec) -> ArraySpec:
        values = one.values
        return replace(one, values=words[values]) if isinstance(values, str) and values in words else one

    return row.with_arrays(told)


def with_special_values(cell: Cell) -> Iterator[Sample]:
    """The calls of a cell with long arrays that hold special values at the beginning, in the middle and at the end."""
    lead = cells.leading_dtype(cell.function, cell.dtypes)
    if not cells.is_mixed(cell) and kind_of(lead) in "fc":
        yield from of_special_values(cell.function, cell.dtypes, cell.device)


@functools.lru_cache(maxsize=8)
def of_special_values(function: Function, dtypes: tuple[str, ...], device: str) -> tuple[Sample, ...]:
    """The calls with special values in long arrays."""
    by_name = dict(zip(function.array_parameters, dtypes, strict=True)) if function.array_parameters else {}
    lead = cells.leading_dtype(function, dtypes)
    rows = (one for one in rows_of_special(function) if kind_of(lead) in one.kinds)
    long = (replace(at_length(one, LONG, _LANES), part="special") for one in rows)
    found = (from_row(function, one, by_name, dtypes, device) for one in long)
    return tuple(one for one in found if one is not None)


_LANES = max(len(LANES[values]) for values in EACH_SPECIAL.values())
"""So many have arrays in which each holds one special value."""


@functools.lru_cache(maxsize=64)
def of_all_matrices(function: Function, dtypes: tuple[str, ...], device: str) -> tuple[Sample | None, ...]:
    """The calls with matrices of all kinds."""
    by_name = dict(zip(function.array_parameters, dtypes, strict=True))
    rows = (replace(one, part="matrices") for one in knowledge.of(function).matrices)
    return tuple(from_row(function, one, by_name, dtypes, device) for one in rows)


def with_matrices(cell: Cell, *, among: Collection[str]) -> Iterator[Sample]:
    """The calls of a cell with matrices of all kinds; each with one of the dtypes `among` which they take turns, if any."""
    if cells.is_mixed(cell):
        return
    lead = cells.leading_dtype(cell.function, cell.dtypes)
    own = dtypes_in_turn(cell.function, lead, among)
    turn = own.index(lead) + first_turn(cell.function) if own else 0
    for place, sample in enumerate(of_all_matrices(cell.function, cell.dtypes, cell.device)):
        if sample is not None and not (own and (turn + place) % len(own)):
            yield sample


@functools.cache
def dtypes_of(function: Function) -> tuple[str, ...]:
    """Those that a function takes, in their order."""
    accepted = cells.accepted_dtypes(function)
    return tuple(dtype for dtype in DTYPES if dtype in accepted)


def dtypes_in_turn(function: Function, dtype: str, among: Collection[str]) -> list[str]:
    """Those of `among` that a function takes, which a backend may not have all; none where a dtype takes no turns with them."""
    own = [one for one in dtypes_of(function) if one in among]
    return own if dtype in own else []


def turn_of_stacks(function: Function, dtype: str) -> int:
    """As `_turn`, 0 for one dtype, but of those that every backend has."""
    own = [one for one in dtypes_of(function) if one not in ("bfloat16", "float16")] or list(dtypes_of(function))
    return (own.index(dtype) + first_turn(function)) % len(own) if dtype in own else -1


def _turn(function: Function, dtype: str) -> int:
    """The place of a dtype among those of a function; they begin elsewhere for each function."""
    return dtypes_of(function).index(dtype) + first_turn(function)
