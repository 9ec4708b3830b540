"""Calls with one and the same array in several places, where a function may look at who its arguments are."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit.cases import oracle
from pytest_aikit.cases.calling import sampled_arrays
from pytest_aikit.cases.samples.admitted import admissible
from pytest_aikit.cases.samples.asking import is_valid
from pytest_aikit.model import Sample

LABEL = "one array in each place"


def in_each_place(function: Function, by_name: Mapping[str, str], sample: Sample) -> Sample | None:
    """The call of an elementwise function with the first array of those that are brought to one dtype in the place of all."""
    names = list(by_name)
    members = [place for place, name in enumerate(names) if name in function.promote]
    if len(members) < 2:
        return None
    args = [sample.args[members[0]] if place in members else array for place, array in enumerate(sample.args)]
    args = admissible(function, by_name, args)
    return replace(sample, args=_with(args, members, args[members[0]]), label=LABEL)


def in_each_place_of_rows(function: Function, sample: Sample) -> Iterator[Sample]:
    """The same of a call of a record, with the lists of arrays, of each of its arrays in turn.

    In the places of all that are promoted, or, where the function does not take that, of those of its shape. Nothing where
    there is one array, or another dtype; and not of an array beyond the domain of another place.
    """
    placed = [p.name for p in function.parameters.values() if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    places = range(len(sample.args))
    promoted = [place for place in places if placed[min(place, len(placed) - 1)] in function.promote]
    found = [array for place in promoted for array in _arrays(sample.args[place])]
    if len({array.dtype for array in found}) > 1:
        promoted = []
    chosen = [(promoted, array) for array in found]
    for array in filter(np.size, sampled_arrays(sample)):
        chosen.append(([place for place in places if _holds_alike(sample.args[place], array)], array))
    for members, array in chosen:
        if sum(len(_arrays(sample.args[place])) for place in members) > 1:
            made = replace(sample, args=_with(list(sample.args), members, array), label=LABEL, part="calls")
            if is_valid(function, made) and not _is_undefined(function, made):
                yield made


def _holds_alike(value: Any, array: np.ndarray) -> bool:
    """Whether an argument is an array, or a list of some, of the shape and dtype of another one."""
    found = _arrays(value)
    return bool(found) and all((one.shape, one.dtype) == (array.shape, array.dtype) for one in found)


def _is_undefined(function: Function, sample: Sample) -> bool:
    wanted = oracle.expected(function, sample)
    exact = [getattr(one, "exact", None) for one in (wanted if isinstance(wanted, tuple) else (wanted,))]
    return any(isinstance(one, np.ndarray) and one.dtype.kind in "fc" and np.isnan(one).any() for one in exact)


def _arrays(value: Any) -> list[np.ndarray]:
    return [one for one in (value if isinstance(value, (list, tuple)) else [value]) if isinstance(one, np.ndarray)]


def _with(args: list[Any], members: list[int], array: np.ndarray) -> tuple[Any, ...]:
    def changed(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(map(changed, value))
        return array if isinstance(value, np.ndarray) else value

    return tuple(changed(value) if place in members else value for place, value in enumerate(args))
