"""The first call of a record in other forms: with arrays of other ranks, of equal lengths, without elements, in other layouts.

What a record lists are calls that show something; that a function does the same in each form is not left to it. A form that
neither the reference nor the record says is taken is left out.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import cells, tracing
from pytest_aikit.cases.matrices import MATRICES
from pytest_aikit.cases.samples import keywords
from pytest_aikit.cases.samples.asking import is_valid
from pytest_aikit.cases.samples.dtypes import alike
from pytest_aikit.cases.samples.layouts import LAYOUTS, VIEWS, in_other_layouts
from pytest_aikit.cases.samples.repeated import in_each_place_of_rows
from pytest_aikit.cases.samples.rows import from_row
from pytest_aikit.cases.samples.sizes import LONG, dtypes_in_turn, rows_of_special, turn_of_stacks
from pytest_aikit.cases.turns import first_turn
from pytest_aikit.knowledge.calls import ArraySpec, Row
from pytest_aikit.model import Cell, Sample
from pytest_aikit.numerics.promotion import kind_of
from pytest_aikit.numerics.special_values import COUNT

Shape = tuple[int, ...]
_OF_NOTHING: Mapping[str, Callable[[Shape], Shape]] = {
    # so that the result of what takes two axes together has two still
    "no elements, two axes": lambda shape: (0, 2, *shape),
    "no elements": lambda shape: (0, *shape),
    "no elements along the last axis": lambda shape: (*shape[:-1], 0),
}
"""The next where the function does not take the one before."""
_EIGHT = "eight dimensions"
_OF_EACH: Mapping[str, Callable[[Shape], Shape]] = {
    "stack of two": lambda shape: (2, *shape),
    _EIGHT: lambda shape: (*(2, 1, 2, 1, 2, 1, 2, 1)[: 8 - len(shape)], *shape),
}
_MANY = "many elements in several dimensions"
_OF_EQUAL: Mapping[str, Callable[[Shape], Shape]] = {
    "equal lengths": lambda shape: tuple(3 if length > 1 else length for length in shape),
    "equal lengths, even": lambda shape: tuple(4 if length > 1 else length for length in shape),
}
"""The second where the function does not take the first."""
_OF_SPECIAL: Mapping[str, Callable[[Shape], Shape]] = {
    "stack of special values": lambda shape: (8, *shape),
    "many special values": lambda shape: (*shape[:-1], COUNT * math.prod(shape[-1:])),
}
"""For what moves values: so many that each special one is where a function looks. The second where it takes no stack."""
_RANKS = range(5)
"""The numbers of dimensions that are tried."""


def in_other_forms(cell: Cell, *, among: Sequence[str], layouts: bool) -> Iterator[Sample]:
    """The calls of a cell in all forms.

    Parameters
    ----------
    among : the dtypes that take turns; every dtype has all where there are none.
    layouts : whether memory layouts reach the function.
    """
    function = cell.function
    if not knowledge.of(function).calls or not function.array_parameters:
        return
    lead = cells.leading_dtype(function, cell.dtypes)
    own = dtypes_in_turn(function, lead, among)
    place = own.index(lead) + first_turn(function) if own else 0
    for number, sample in enumerate(_of_all_forms(function, cell.dtypes, cell.device)):
        # where long arrays do not hold special values in each dtype
        is_special = sample.label in _OF_SPECIAL and kind_of(lead) in "fc" and not rows_of_special(function)
        its_turn = not own or is_special or (place + number) % len(own) == 0
        if sample.label == _MANY:
            its_turn = turn_of_stacks(function, lead) == 0
        if its_turn and (layouts or sample.part != "layouts"):
            yield sample


@functools.lru_cache(maxsize=64)
def _of_all_forms(function: Function, dtypes: tuple[str, ...], device: str) -> tuple[Sample, ...]:
    by_name = dict(zip(function.array_parameters, dtypes, strict=True))
    first = first_row(function, kind_of(cells.leading_dtype(function, dtypes)))
    if first is None or not alike(function, by_name):
        return ()
    made = functools.partial(from_row, function, by_name=by_name, dtypes=dtypes, device=device)
    taken = in_other_shapes(function, first, made)
    plain = made(first)
    laid_out = () if plain is None else in_other_layouts(plain, {**LAYOUTS, "F order": np.asfortranarray})
    stacks = [one for one in taken if one.label == "stack of two"]
    if plain is not None and all(array.ndim < 2 for array in plain.arrays):
        laid_out += tuple(other for one in stacks for other in in_other_layouts(one, {"F order": np.asfortranarray}))
    calls = (one for one in (plain, *taken) if one is not None)
    same = next((same for one in calls for same in in_each_place_of_rows(function, one)), None)
    repeated = [other for one in stacks for other in in_other_layouts(one, {"stride 0": _repeated})]
    if plain is not None and not stacks:
        of_last = in_other_layouts(plain, {"stride 0": VIEWS["stride 0"]})
        repeated = [one for one in of_last if is_valid(function, one)]
    return (*taken, *laid_out, *repeated, *([] if same is None else [same]))


def in_other_shapes(function: Function, row: Row, made: Callable[[Row], Sample | None]) -> list[Sample]:
    """The call with its arrays in all shapes that the function takes; `made` makes it of a row."""
    known = knowledge.of(function)
    of_matrices = any(one.values in MATRICES for one in row.arrays)
    shapes = {**_OF_EACH, **({} if of_matrices else _of_ranks(function, row) | _of_many(row))}

    def taken(
        shapes: Mapping[str, Callable[[Shape], Shape]], values: str = "", *, behind: bool = False
    ) -> Iterator[Sample]:
        for label, change in shapes.items():
            one = _changed(row, label, change, values)
            rows = {_EIGHT: _with_keywords(function, one), _MANY: _along_the_middle(function, one)}.get(label, (one,))
            # what joins arrays along an axis takes them so
            rows = itertools.chain(rows, [_changed(row, label, _behind(change), values)] if behind else [])
            samples = (sample for row in rows if (sample := made(row)) is not None and is_valid(function, sample))
            yield from itertools.islice(samples, 1)

    special = taken(_OF_SPECIAL, "special, turned") if known.bounds.exact and not known.casts else iter(())
    alone = (taken(_OF_NOTHING), taken(_OF_EQUAL), special)
    beside = (
        sample for one in _beside_a_stack(row) if (sample := made(one)) is not None and is_valid(function, sample)
    )
    return [*taken(shapes, behind=True), *(one for several in alone for one in itertools.islice(several, 1)), *beside]


BESIDE_A_STACK = "beside a stack"
"""What the labels begin with of the calls in which one array alone has a further dimension."""


def _beside_a_stack(row: Row) -> Iterator[Row]:
    """The call with a stack of two in the place of one of several arrays, beside which the others have fewer dimensions."""
    places = [place for place, one in enumerate(row.args) if isinstance(one, ArraySpec)]
    for place in places if len(places) > 1 else ():
        stacked = replace(row.args[place], shape=(2, *row.args[place].shape))
        args = (*row.args[:place], stacked, *row.args[place + 1 :])
        yield replace(row, args=args, label=f"{BESIDE_A_STACK}, {place}", part="shapes")


def _of_ranks(function: Function, row: Row) -> dict[str, Callable[[Shape], Shape]]:
    """The shapes of each rank that no keyword goes with, and that neither the call nor a stack of its arrays has."""
    ndim = _rank_of(row)
    known = {ndim, ndim + 1, *keywords.values(function).get("ndim", ())}
    return {f"{rank}-d": functools.partial(_of_rank, rank) for rank in _RANKS if rank not in known}


def _of_many(row: Row) -> dict[str, Callable[[Shape], Shape]]:
    """A stack of more elements than kernels take at a time: a backend may do otherwise with many in many dimensions."""
    size = max((math.prod(one.shape) for one in row.arrays), default=0)
    return {_MANY: lambda shape: (3, 1, max(2, LONG // (3 * max(size, 1)) + 1), *shape)}


def _of_rank(rank: int, shape: Shape) -> Shape:
    """The last lengths, behind those of stacks."""
    return shape[len(shape) - rank :] if rank <= len(shape) else (*(2, 1, 2, 1)[: rank - len(shape)], *shape)


def _behind(change: Callable[[Shape], Shape]) -> Callable[[Shape], Shape]:
    """The same lengths, with those that come on top behind those that there were."""

    def moved(shape: Shape) -> Shape:
        whole = change(shape)
        more = max(len(whole) - len(shape), 0)
        return (*whole[more:], *whole[:more])

    return moved


def first_row(function: Function, kind: str) -> Row | None:
    """The first call of the record, with numbers alone; None where there is none, or no array to be changed."""
    rows = (one for one in knowledge.of(function).calls if not one.mixed and kind in one.kinds)
    first = next(rows, None)
    if first is None or not tracing.is_declared(function):
        return None
    return replace(first.with_arrays(_plain), label="ordinary")


def _rank_of(row: Row) -> int:
    """The greatest number of dimensions of its arrays."""
    return max((len(one.shape) for one in row.arrays), default=0)


def _plain(array: ArraySpec) -> ArraySpec:
    """Ordinary values: among special ones a NaN would be all that a function gives that takes them together."""
    return replace(array, values="ordinary") if array.values in ("edges", "special") else array


def _changed(row: Row, label: str, change: Callable[[Shape], Shape], values: str) -> Row:
    """The call with the arrays of the greatest rank in other shapes, and of these values, if any.

    The others go with each, but for those of a greater rank than the new one, which have the last lengths of it.
    """
    ndim = _rank_of(row)
    most = max((len(change(one.shape)) for one in row.arrays if len(one.shape) == ndim), default=0)

    def changed(one: ArraySpec) -> ArraySpec:
        if len(one.shape) < ndim:
            return replace(one, shape=_of_rank(min(most, len(one.shape)), one.shape))
        plain = one.values in ("ordinary", "special")
        return replace(one, shape=change(one.shape), values=values if values and plain else one.values)

    return replace(row.with_arrays(changed), label=label, part="shapes")


def _with_keywords(function: Function, row: Row) -> Iterator[Row]:
    """The call along an axis, with another choice than the usual one where it has some; the next where it is not taken.

    So many dimensions are taken apart by backends, and what is done with some of them may be done otherwise with the others.
    """
    along = _along_one(function, row)
    others = {
        name: next((one for one in reversed(parameter.choices) if one != parameter.default), parameter.default)
        for name, parameter in function.parameters.items()
        if parameter.role == "choice" and parameter.kind is inspect.Parameter.KEYWORD_ONLY and name not in row.kwargs
    }
    if others:
        yield replace(along, kwargs={**along.kwargs, **others})
    yield along


def _along_one(function: Function, row: Row) -> Row:
    """The call along an axis, where it has one that is not given."""
    given = "axis" in row.kwargs or "axis" not in function.parameters
    return row if given else replace(row, kwargs={**row.kwargs, "axis": -1})


def _along_the_middle(function: Function, row: Row) -> Iterator[Row]:
    """The call along an axis that is neither the first nor the last, where it has one that is not given."""
    if "axis" not in row.kwargs and "axis" in function.parameters:
        yield replace(row, kwargs={**row.kwargs, "axis": -2})
    yield row


def _repeated(array: np.ndarray) -> np.ndarray:
    """The first of a stack, in the place of all."""
    return np.broadcast_to(array[:1], array.shape)
