"""The forms of calls: dtypes, shapes and keywords are drawn, and the values of the arrays are not there yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from aikit.core.records import Function, Parameter
from pytest_aikit import knowledge
from pytest_aikit.cases import cells
from pytest_aikit.cases.samples import keywords
from pytest_aikit.knowledge.calls import ArraySpec, Placeholder, Row, at_length
from pytest_aikit.knowledge.keywords import Dimensions
from pytest_aikit.numerics.promotion import kind_of
from pytest_aikit.strategies import keys
from pytest_aikit.strategies.values import has_seed, numbers, sort_of

LONGEST = 4_097
"""The longest axis that is drawn, now and then."""
_AXES = ("axis", "axes", "source", "destination")
"""The parameters of ints that do not speak of lengths."""


class Form(NamedTuple):
    """A call whose arrays have dtypes and shapes, and no values yet.

    Attributes
    ----------
    function : the qualified name: Hypothesis prints what it draws from, and a record is long.
    dtypes : those of the array parameters.
    layout : the memory layout of all arrays.
    device : what `pytest_aikit.knowledge.calls.CELL_DEVICE` stands for.
    """

    function: str
    dtypes: tuple[str, ...]
    row: Row
    layout: str
    device: str


@st.composite
def forms(
    draw: Any, name: str, tuples: st.SearchStrategy[tuple[str, ...]], layouts: Sequence[str], device: str
) -> Form:
    """Forms of calls that a function must accept."""
    function = cells.known_function(name)
    dtypes = draw(tuples)
    one = draw(st.one_of(list(_rows(function, dtypes))))
    return Form(name, dtypes, replace(one, label="drawn", part="drawn"), draw(st.sampled_from(list(layouts))), device)


def _rows(function: Function, dtypes: tuple[str, ...]) -> Iterator[st.SearchStrategy[Row]]:
    """The rows that a function takes with arrays of these dtypes, by what is drawn of them."""
    known, lead = knowledge.of(function), cells.leading_dtype(function, dtypes)
    beside = zip(function.array_parameters, dtypes, strict=False)
    kinds = {kind_of(lead), *(kind_of(dtype) for name, dtype in beside if name in function.promote)}
    if known.drawn.of_key is not None:
        yield keys.rows(known.drawn.of_key)
        return
    if not known.calls:
        yield _elementwise(function, dict(zip(function.array_parameters, dtypes, strict=True)))
    if lead not in cells.accepted_dtypes(function):
        # it joins the dtype of an array beside it, which must be there
        yield from (_in_other_shapes(function, one) for one in known.calls if one.mixed)
        return
    if any(kinds <= {*one.kinds} for one in keywords.all_calls(function)[1] if keywords.values(function)):
        yield _with_keywords(function, kinds)
    sizes = [one for one in known.sizes if kinds <= {*one.kinds}]
    if sizes:
        yield _with_lengths(sizes)
    listed = [one for one in (*known.calls, *known.matrices) if kinds <= {*one.kinds}]
    if listed:
        yield st.sampled_from(listed).flatmap(lambda one: _in_other_shapes(function, one))


# ------------------------------------------------------------------------------------------------ elementwise


@st.composite
def _elementwise(draw: Any, function: Function, by_name: Mapping[str, str]) -> Row:
    """Shapes that broadcast to one, now and then long ones, and a Python number in place of one of several arrays."""
    args: list[Any] = [ArraySpec(shape, "special") for shape in draw(_shapes(len(by_name)))]
    numbers = _numbers(function, by_name)
    if numbers and draw(_in(8)):
        place, number = draw(st.sampled_from(numbers).flatmap(lambda one: st.tuples(st.just(one[0]), one[1])))
        args = [ArraySpec(one.shape) for one in args]
        args[place] = number
    return Row(tuple(args))


def _numbers(function: Function, by_name: Mapping[str, str]) -> list[tuple[int, st.SearchStrategy[Any]]]:
    """The places in which a Python number may stand beside an array of the promotion group, and the numbers."""
    found = []
    for place, name in enumerate(by_name):
        beside = [by_name[other] for other in function.promote if other != name]
        if name in function.promote and beside and {*beside} <= cells.accepted_dtypes(function):
            found += [(place, one) for one in numbers(beside[0], tuple(function.parameters[name].scalars))]
    return found


def _in(count: int) -> st.SearchStrategy[bool]:
    """True once in so many times."""
    return st.integers(1, count).map(lambda number: number == count)


@st.composite
def _shapes(draw: Any, count: int) -> tuple[tuple[int, ...], ...]:
    if draw(_in(5)):
        length = draw(_lengths())
        return tuple(draw(st.sampled_from([(length,), (1,), ()])) if place else (length,) for place in range(count))
    least = 0 if draw(_in(6)) else 1
    found = npst.mutually_broadcastable_shapes(num_shapes=count, max_dims=4, max_side=5, min_side=least)
    return tuple(draw(found).input_shapes)


def _lengths() -> st.SearchStrategy[int]:
    """Lengths of an axis, most of them short."""
    return st.one_of(st.integers(1, 70), st.integers(1, 70), st.integers(1, LONGEST))


# ------------------------------------------------------------------------------------------------ from the record


@st.composite
def _with_keywords(draw: Any, function: Function, kinds: Set[str]) -> Row:
    """Any combination of the values of keywords, and arrays of any lengths."""
    levels, calls = keywords.all_calls(function)
    place = draw(st.sampled_from([place for place, one in enumerate(calls) if kinds <= {*one.kinds}]))
    found = keywords.values(function)
    chosen = {name: found[name][number] for name, number in zip(found, levels[place], strict=True)}
    drawn = knowledge.of(function).drawn
    if not drawn.lengths or not chosen.get("ndim"):
        return draw(_in_other_shapes(function, calls[place]))
    lengths = draw(st.tuples(*[_axis(drawn.least, draw(_in(6)))] * chosen["ndim"]))
    # where other arguments do not allow these lengths
    return keywords.call(function, {**chosen, "ndim": Dimensions(lengths)}) or calls[place]


def _axis(least: int, may_be_empty: bool = False) -> st.SearchStrategy[int]:
    """The length of one of several axes, which may be none at all now and then."""
    return st.integers(least if may_be_empty else max(least, 1), 6)


def _with_lengths(rows: Sequence[Row]) -> st.SearchStrategy[Row]:
    return st.builds(at_length, st.sampled_from(rows), _lengths())


@st.composite
def _in_other_shapes(draw: Any, function: Function, one: Row) -> Row:
    """A row with other lengths, those that are equal alike; of a function that makes arrays with another shape."""
    if not function.array_parameters:
        names = [*function.parameters]
        shapes = npst.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5)
        args = [
            draw(shapes) if function.parameters[n].role == "shape" else v for n, v in zip(names, one.args, strict=False)
        ]
        return replace(one, args=(*args, *one.args[len(args) :]))
    if not _is_of_any_lengths(function, one):
        return one
    lengths = sorted({length for array in _specs(one) for length in array.shape if length > 1})
    if not lengths:
        return one
    others = draw(st.tuples(*[_axis(knowledge.of(function).drawn.least)] * len(lengths)))
    return _with_shapes(one, dict(zip(lengths, others, strict=True)))


def _is_of_any_lengths(function: Function, one: Row) -> bool:
    """Whether nothing but the shapes of arrays says how long these are."""
    if not knowledge.of(function).drawn.lengths or not all(
        has_seed(array.values) or sort_of(function, array.values) for array in _specs(one)
    ):
        return False
    parameters = list(function.parameters.values())
    given = [(parameters[min(place, len(parameters) - 1)], value) for place, value in enumerate(one.args)]
    if not one.kwargs.keys() <= function.parameters.keys():
        return False  # what may have any name is a length
    given += [(function.parameters[name], value) for name, value in one.kwargs.items()]
    return all(_says_no_length(parameter, value) for parameter, value in given)


def _says_no_length(parameter: Parameter, value: Any) -> bool:
    if isinstance(value, (ArraySpec, Placeholder)) or parameter.name in _AXES:
        return True
    if isinstance(value, (list, tuple)):
        return bool(value) and all(isinstance(item, ArraySpec) for item in value)
    return value is None or parameter.role not in ("int", "ints", "shape")


def _specs(one: Row) -> list[ArraySpec]:
    placed = [*one.args, *one.kwargs.values()]
    within = [item for value in placed if isinstance(value, (list, tuple)) for item in value]
    return [value for value in (*placed, *within) if isinstance(value, ArraySpec)]


def _with_shapes(one: Row, lengths: Mapping[int, int]) -> Row:
    def changed(value: Any) -> Any:
        if isinstance(value, ArraySpec):
            return replace(value, shape=tuple(lengths.get(length, length) for length in value.shape))
        if isinstance(value, (list, tuple)) and any(isinstance(item, ArraySpec) for item in value):
            return type(value)(map(changed, value))
        return value

    kwargs = {name: changed(value) for name, value in one.kwargs.items()}
    return replace(one, args=tuple(map(changed, one.args)), kwargs=kwargs)
