"""The core samples of a cell: the same calls each time, made from the record of the function and the rows.

An elementwise function is sampled by one call with all special values (for two arrays: all pairs of them) and ordinary
values beside them, in one shape for all dtypes, and one with values over the whole range of the dtype. Lengths, shapes,
memory layouts and Python scalars are one call each, for every dtype; where each new shape costs, or the kernels are those of
another framework, the dtypes take turns.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from aikit.core.records import Function
from aikit.dtypes import DTYPES
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import cells
from pytest_aikit.cases.samples.alone import with_one_special_value
from pytest_aikit.cases.samples.dtypes import alike, asks_for
from pytest_aikit.cases.samples.elementwise import (
    has_layouts,
    in_all_shapes,
    with_numbers_in_other_layouts,
    with_one_value_alone,
    with_values_of_one_size,
)
from pytest_aikit.cases.samples.forms import in_other_forms
from pytest_aikit.cases.samples.keywords import from_keywords, from_three_keywords, fullest
from pytest_aikit.cases.samples.layouts import VIEWS, in_other_layouts, keeps_layouts
from pytest_aikit.cases.samples.repeated import in_each_place
from pytest_aikit.cases.samples.rows import from_row, from_rows
from pytest_aikit.cases.samples.scalars import bools_with_scalars
from pytest_aikit.cases.samples.sizes import with_lengths, with_matrices, with_special_values
from pytest_aikit.cases.samples.values import over_the_range, special_sample
from pytest_aikit.knowledge.calls import Row
from pytest_aikit.model import Cell, Sample
from pytest_aikit.numerics.promotion import kind_of

_DETAILED = ("float32", "int32", "bool", "complex64", "uint8")
"""Where dtypes take turns, the first two of these that a function accepts have all samples; other dtypes those that
depend on the dtype. Where a framework compiles a function anew for each shape and dtype, the first has to do.
"""

COMPILED = 16
"""How many times fewer of the calls that are made in turn there are where a framework compiles each of them."""


def all_samples(
    cell: Cell,
    lacking: frozenset[str],
    *,
    in_turn: bool | None = None,
    long: bool = True,
    brief: bool = False,
    selected: tuple[str, ...] = tuple(DTYPES),
) -> tuple[Sample, ...]:
    """The core samples, the calls with every pair of values of keywords, in each of the lengths and shapes, and with matrices.

    Parameters
    ----------
    in_turn : whether calls and dtypes are combined in turn and not all with all; as the record of the framework has it, if
        not said.
    long : whether the longest arrays are tried also where each new shape costs.
    brief : whether there is a call with each value of keywords in the place of each pair and each three of them; where a framework compiles each
        of them, the longest arrays are not tried, and pairs of dtypes and dtypes that stand for none of the kinds have fewer.
    selected : the dtypes that take turns.
    """
    framework = frameworks.of(cell.backend)
    in_turn = framework.in_turn if in_turn is None else in_turn
    long = (long and not brief) or not framework.shapes_cost
    threes = () if brief or (in_turn and framework.compiles) else selected
    return _all_samples(_Like(cell), lacking, in_turn, long, brief, selected if in_turn else (), threes)


class _Like:
    """A cell, which is equal to those of other backends that have the same samples."""

    def __init__(self, cell: Cell) -> None:
        framework = frameworks.of(cell.backend)
        of_backend = framework.in_turn, framework.compiles, keeps_layouts(cell.backend)
        self.cell, self.key = cell, (cell.function, cell.dtypes, cell.device, cell.accepted, of_backend)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Like) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@functools.lru_cache(maxsize=32)
def _all_samples(
    like: _Like,
    lacking: frozenset[str],
    in_turn: bool,
    long: bool,
    brief: bool,
    among: tuple[str, ...],
    threes: tuple[str, ...],
) -> tuple[Sample, ...]:
    """All of them; `among` dtypes, if any, the calls take turns, and `threes` those of three keywords. As many are kept as the cells of an item are, for the backends go through them one after the other."""
    cell, known = like.cell, knowledge.of(like.cell.function)
    samples = core_samples(cell, lacking, in_turn=in_turn, brief=brief)
    if not cell.accepted:
        return samples
    samples += from_keywords(cell.function, cell.dtypes, cell.device, among, lacking, not brief)
    samples += from_three_keywords(cell.function, cell.dtypes, cell.device, threes, lacking) if threes else ()
    shapes = tuple(in_all_shapes(cell, long=long, among=among))
    more = (*with_lengths(cell, among=among, long=long), *with_special_values(cell), *shapes)
    more += (*with_values_of_one_size(cell), *with_one_special_value(cell, among=among))
    if threes:  # what is compiled does not look at values
        more += tuple(with_one_value_alone(cell, among=among))
    more += tuple(with_matrices(cell, among=among)) if known.matrices else ()
    more += tuple(in_other_forms(cell, among=among, layouts=keeps_layouts(cell.backend)))
    if keeps_layouts(cell.backend):
        more += tuple(laid for one in shapes if has_layouts(cell, one) for laid in in_other_layouts(one, VIEWS))
        more += with_numbers_in_other_layouts(cell)
    return (*samples, *(one for one in more if not asks_for(one, lacking)))


def core_samples(
    cell: Cell, lacking: frozenset[str] = frozenset(), *, in_turn: bool = False, brief: bool = False
) -> tuple[Sample, ...]:
    """The samples of a cell, but those that ask for a dtype that is `lacking` on its backend.

    Nothing that is known of the first call may decide the second, which is made with other values; `in_turn`: where a
    framework compiles each of them, not for pairs of dtypes, and `brief`, not in dtypes that stand for none of the kinds; then
    pairs of dtypes have the first call alone.
    """
    framework = frameworks.of(cell.backend)
    few = framework.compiles
    detailed = len(DTYPES) if not framework.in_turn else 1 if few else 2
    alone = cells.is_mixed(cell) or (brief and not cells.stands_for_kinds(cell))
    again, halved = not (few and in_turn and alone), few and in_turn
    found = _samples(cell.function, cell.dtypes, cell.device, lacking, cell.accepted, few, detailed, again, halved)
    if few and brief and cells.is_mixed(cell) and cell.accepted:
        found = found[:1]
    if keeps_layouts(cell.backend) and not cells.is_mixed(cell) and found:
        found += in_other_layouts(found[0])
    return found


@functools.lru_cache(maxsize=1024)
def _samples(
    function: Function,
    dtypes: tuple[str, ...],
    device: str,
    lacking: frozenset[str],
    accepted: bool,
    few: bool,
    most_detailed: int,
    again: bool,
    halved: bool,
) -> tuple[Sample, ...]:
    by_name = dict(zip(function.array_parameters, dtypes, strict=True)) if function.array_parameters else {}
    lead = cells.leading_dtype(function, dtypes)
    same = alike(function, by_name)

    def detailed(row: Row) -> bool:
        # the dtype of an argument that only some rows have is refused by these alone
        most = 1 if row.is_the_same_in_all_dtypes else most_detailed
        return not accepted or (same and lead in _detailed_of(function, most, row.kinds))

    if knowledge.of(function).calls:
        share = COMPILED if few else None if lead in _detailed(function)[:1] else 1
        found: Iterator[Sample] = from_rows(function, by_name, dtypes, device, detailed, lacking, share, again, halved)
    else:
        found = itertools.chain(
            _elementwise(function, by_name, again), _with_keywords(function, by_name, dtypes, device, lacking)
        )
    return tuple(found)


@functools.cache
def _detailed(function: Function) -> tuple[str, ...]:
    accepted = cells.accepted_dtypes(function)
    return tuple(dtype for dtype in dict.fromkeys((*_DETAILED, *DTYPES)) if dtype in accepted)


@functools.cache
def _detailed_of(function: Function, most: int, kinds: str) -> tuple[str, ...]:
    """The dtypes in which a row for these kinds is made: where it is for none of the first ones, one of its own."""
    found = _detailed(function)
    return tuple(one for one in found[:most] if kind_of(one) in kinds) or tuple(
        itertools.islice((one for one in found if kind_of(one) in kinds), 1)
    )


def _with_keywords(
    function: Function, by_name: Mapping[str, str], dtypes: tuple[str, ...], device: str, lacking: frozenset[str]
) -> Iterator[Sample]:
    """A call with keywords, where the function has some, for the checks that make the core calls alone."""
    lead = cells.leading_dtype(function, dtypes)
    one = fullest(function, kind_of(lead), lacking) if alike(function, by_name) else None
    sample = None if one is None else from_row(function, one, by_name, dtypes, device)
    if sample is not None:
        yield sample


def _elementwise(function: Function, by_name: Mapping[str, str], again: bool) -> Iterator[Sample]:
    first = special_sample(function, by_name)
    yield first
    if again:
        yield replace(first, args=tuple(array[::-1].copy() for array in first.args), label=f"{first.label}, in reverse")
    if alike(function, by_name):
        same = in_each_place(function, by_name, first)
        if same is not None:
            yield same
        yield from over_the_range(function, by_name)
    if {by_name[name] for name in function.promote} == {"bool", "int32"}:
        yield from bools_with_scalars(function, by_name)
