"""Calls with one special value alone in one array among ordinary ones, so that it shows what becomes of it there.

Elementwise functions are called with all pairs of special values, and what only moves values with special ones everywhere.
What computes with several elements hides one behind another: here each array argument holds one at a time.
"""

from __future__ import annotations

import functools
import inspect
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import cells, tracing
from pytest_aikit.cases.matrices import MATRICES
from pytest_aikit.cases.samples.asking import is_valid
from pytest_aikit.cases.samples.dtypes import alike
from pytest_aikit.cases.samples.keywords import few_rows
from pytest_aikit.cases.samples.rows import from_row
from pytest_aikit.cases.samples.sizes import dtypes_in_turn
from pytest_aikit.cases.turns import first_turn
from pytest_aikit.knowledge.calls import ArraySpec, Row
from pytest_aikit.knowledge.left_out import INFINITIES
from pytest_aikit.model import Cell, Sample
from pytest_aikit.numerics.promotion import kind_of, name_of

Place = tuple[int | str, int]
"""The position or name of an argument, and which array of it where it is a list."""
_VALUES: Mapping[str, Mapping[str, complex]] = {
    "f": {"NaN": np.nan, "infinity": np.inf, "-infinity": -np.inf},
    # what becomes of complex infinities is the implementation's
    "c": {"complex NaN": complex(np.nan, np.nan)},
}

_IN = " in "
"""Stands in labels between the value and the parameter."""


def with_one_special_value(cell: Cell, *, among: Sequence[str]) -> Iterator[Sample]:
    """The calls of a cell with a special value alone in each of the array arguments; `among` dtypes, if any, in turn."""
    if cells.is_mixed(cell):
        return
    lead = cells.leading_dtype(cell.function, cell.dtypes)
    own = [one for one in dtypes_in_turn(cell.function, lead, among) if kind_of(one) == kind_of(lead)]
    turn = own.index(lead) + first_turn(cell.function) if own else 0
    for place, sample in enumerate(of_all_arguments(cell.function, cell.dtypes, cell.device)):
        if not own or (turn + place) % len(own) == 0:
            yield sample


@functools.lru_cache(maxsize=64)
def of_all_arguments(function: Function, dtypes: tuple[str, ...], device: str) -> tuple[Sample, ...]:
    """The calls of a function with a special value alone in each of the array arguments; none of what they do not concern."""
    if not function.array_parameters:
        return ()
    known, by_name = knowledge.of(function), dict(zip(function.array_parameters, dtypes, strict=True))
    lead = kind_of(cells.leading_dtype(function, dtypes))
    if function.elementwise or known.bounds.exact or known.reference is None or not tracing.is_declared(function):
        return ()
    if known.arbitrary or known.judge or known.properties or lead not in _VALUES or not alike(function, by_name):
        return ()
    found: list[Sample] = []
    for row, places in _calls_of_all(function, lead):
        plain = from_row(function, row, by_name, dtypes, device)
        if plain is not None and is_valid(function, plain):
            for place in places:
                found += _with_each_value(function, plain, place, _values_for(function, row, place))
    return tuple(found)


def told(sample: Sample) -> tuple[complex, str]:
    """The special value that stands alone in a call, and the parameter in which it does."""
    word, _, name = sample.label.partition(_IN)
    return next(values[word] for values in _VALUES.values() if word in values), name


def _calls_of_all(function: Function, lead: str) -> Iterator[tuple[Row, list[Place]]]:
    """Calls of the record that have all array arguments together, as few as it takes, and the places that each is for."""
    calls = knowledge.of(function).calls
    known = {_name_of(function, place) for row in calls for place, _ in _arrays(row, ArraySpec)}
    # a parameter that is no array in any of them may be one in the calls of keywords
    more = [
        row
        for row in few_rows(function, lead, of_pairs=False)
        if any(_name_of(function, place) not in known for place, _ in _arrays(row, ArraySpec))
    ]
    seen: set[tuple[str, int]] = set()
    for row in (one for rows in (calls, more) for one in sorted(rows, key=lambda one: -len(one.arrays))):
        if row.mixed or lead not in row.kinds or any(0 in array.shape for array in row.arrays):
            continue
        names = {place: (_name_of(function, place), place[1]) for place, _ in _arrays(row, ArraySpec)}
        places = [place for place, name in names.items() if name not in seen]
        seen.update(names.values())
        if places:
            yield replace(row.with_arrays(_plain), label="ordinary"), places


def _plain(array: ArraySpec) -> ArraySpec:
    """Ordinary values in the place of special ones."""
    return replace(array, values="ordinary") if array.values in ("edges", "special", "one NaN") else array


def _values_for(function: Function, row: Row, place: Place) -> Collection[str]:
    """Which special values an argument may have; of a factorization of infinities nobody says what it is."""
    left_out = knowledge.of(function).not_alone.get(_name_of(function, place))
    of_matrices = any(one.values in MATRICES for one in row.arrays)
    words = {word for values in _VALUES.values() for word in values}
    return words.difference(INFINITIES if of_matrices else (), left_out.words if left_out else ())


def _with_each_value(function: Function, sample: Sample, place: Place, words: Collection[str]) -> Iterator[Sample]:
    """The call with each of the special values alone in the array at a place."""
    key, index = place
    array = dict(_arrays(sample, np.ndarray))[place]
    for word, value in _VALUES.get(kind_of(name_of(array.dtype)), {}).items():
        changed = array.copy()
        changed.flat[zlib.crc32(f"{function.name} {place} {word}".encode()) % array.size] = value
        args = tuple(_with(changed, index, one) if number == key else one for number, one in enumerate(sample.args))
        kwargs = {name: _with(changed, index, one) if name == key else one for name, one in sample.kwargs.items()}
        label = f"{word}{_IN}{_name_of(function, place)}"
        made = replace(sample, args=args, kwargs=kwargs, label=label, part="alone")
        if word in words and is_valid(function, made):
            yield made


def _with(array: np.ndarray, index: int, value: Any) -> Any:
    """An argument with another array in the place of its own, or of one of its list."""
    if isinstance(value, (list, tuple)):
        return type(value)(array if number == index else one for number, one in enumerate(value))
    return array


def _arrays(call: Row | Sample, sort: type) -> Iterator[tuple[Place, Any]]:
    """The arrays of a call, or what describes them, with their places."""
    given: list[tuple[int | str, Any]] = [*enumerate(call.args), *call.kwargs.items()]
    for key, value in given:
        for index, one in enumerate(value if isinstance(value, (list, tuple)) else [value]):
            if isinstance(one, sort):
                yield (key, index), one


def _name_of(function: Function, place: Place) -> str:
    """The parameter of an argument."""
    names = [one.name for one in function.parameters.values() if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    return place[0] if isinstance(place[0], str) else names[min(place[0], len(names) - 1)]
