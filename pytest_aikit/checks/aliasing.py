"""Writing to the result of a call changes no argument, and writing to an argument changes no result."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

import aikit
from aikit.core.records import Function
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, cells
from pytest_aikit.cases.showing import ARRAYS_IN, CHANGED, shown_by
from pytest_aikit.cases.turns import has_its_turn
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import same_bits


def applies(function: Function) -> bool:
    # asarray and its like may return the very Array they were given: to write to it is to write to that one
    return bool(function.array_parameters) and function.returns != "value" and function.backend_rule == "arguments"


def run(case: Case) -> Evidence:
    sample, result = calling.first(case)
    if sample is None or not case.x64:  # which dtypes there are is nothing to the memory
        return Evidence(0)
    _check_writes(case, sample)
    if knowledge.of(case.function).arbitrary:
        return Evidence(1)
    tempting = [one for one in _fixed_points(case, sample, result) if _gives_its_argument(case, one)]
    others = 0
    compiles, known = frameworks.of(case.cell.backend).compiles, knowledge.of(case.function)
    # of matrices, units are what most functions leave as they are
    if not tempting and compiles and (case.thorough or known.matrices or has_its_turn(case.function)):
        with calling.cheaply(case):  # their shapes are their own
            for one in _of_units(sample):
                if _gives_its_argument(case, one):
                    _check_writes(case, one)
                    others += 1
    if cells.stands_for_kinds(case.cell) and not (case.function.view or frameworks.of(case.cell.backend).immutable):
        tempting += itertools.islice(_that_give_an_argument(case, sample), 1)
    if case.function.view and not frameworks.of(case.cell.backend).immutable:
        # what a call has to do with the memory of its arguments depends on the call where it gives a view in NumPy
        tempting += [one for one, _ in calling.results(case) if one is not sample]
    for one in tempting:
        _check_writes(case, one)
    _check_second_call(case, sample, result)
    return Evidence(5 + 3 * (len(tempting) + others))


def _fixed_points(case: Case, sample: Sample, result: Any) -> Iterator[Sample]:
    """Calls whose result may equal an argument, which a function might then hand back: of its own result, of zeros, of units."""
    first, *others = sample.args or (None,)
    if not isinstance(first, np.ndarray):
        return
    if type(result) is aikit.Array:
        own = calling.host(result).copy()
        if (own.shape, own.dtype) == (first.shape, first.dtype):
            yield replace(sample, args=(own, *others), label=f"{sample.label}, of its own result")
    if frameworks.of(case.cell.backend).compiles:  # the function for other shapes
        yield from _changed(sample, {"of zeros": np.zeros_like, "of ones": np.ones_like})
    else:
        yield from _of_units(sample)


def _that_give_an_argument(case: Case, first: Sample) -> Iterator[Sample]:
    """The other calls, an array of whose result equals one of the arguments."""
    for sample, result in calling.results(case):
        found = [calling.host(one) for one in calling.leaves(result) if type(one) is aikit.Array and one.size]
        given = calling.sampled_arrays(sample)
        if sample is not first and any(same_bits(one, other) for one in found for other in given):
            yield sample


def _of_units(sample: Sample) -> Iterator[Sample]:
    """The call of zeros and of units, of which matrices are square."""
    return _changed(sample, {"of zeros": _zeros, "of units": _unit})


def _changed(sample: Sample, changes: Mapping[str, Callable[[np.ndarray], np.ndarray]]) -> Iterator[Sample]:
    for label, change in changes.items():
        args = [change(one) if isinstance(one, np.ndarray) else one for one in sample.args]
        yield replace(sample, args=tuple(args), label=label)


def _zeros(array: np.ndarray) -> np.ndarray:
    return np.zeros(_square(array.shape), array.dtype)


def _square(shape: tuple[int, ...]) -> tuple[int, ...]:
    """A shape whose last two lengths are the lesser of both, so that what exchanges them changes nothing."""
    return (*shape[:-2], min(shape[-2:]), min(shape[-2:])) if len(shape) > 1 else shape


def _unit(array: np.ndarray) -> np.ndarray:
    """A unit matrix of two rows for an array of two dimensions or more, of which nothing changes what it is multiplied by."""
    if array.ndim < 2:
        return np.ones(array.shape, array.dtype)
    return np.broadcast_to(np.eye(2, dtype=array.dtype), (*array.shape[:-2], 2, 2)).copy()


def _gives_its_argument(case: Case, sample: Sample) -> bool:
    """Whether a call succeeds, and an array of its result equals one of its arguments."""
    args, kwargs = calling.arguments(case, sample)
    try:
        result = calling.public(case)(*args, **kwargs)
    except Exception:
        return False  # the function does not take such arguments
    given = calling.sampled_arrays(sample)
    found = [calling.host(one) for one in calling.leaves(result) if type(one) is aikit.Array]
    return any(same_bits(one, other) for one in found for other in given)


def _check_writes(case: Case, sample: Sample) -> None:
    """Write to the result of a call, and to the arguments of another."""
    args, kwargs = calling.arguments(case, sample, watched=False)
    native = [value.data for value in calling.arrays_of(args, kwargs)]
    with shown_by(CHANGED):
        result = calling.call(case, sample, args, kwargs)
        _check_unchanged(case, sample, args, kwargs, native, calling.CHANGED)
    for array in calling.leaves(result):
        if _can_write(array):
            with calling.cheaply(case):
                array[...] = 1
    with shown_by(_RESULT_WRITTEN):
        _check_unchanged(case, sample, args, kwargs, native, "writing to the result changes an argument")
    if not knowledge.of(case.function).arbitrary:
        _check_other_direction(case, sample)


def _check_other_direction(case: Case, sample: Sample) -> None:
    args, kwargs = calling.arguments(case, sample, watched=False)
    result = calling.leaves(calling.call(case, sample, args, kwargs))
    before = [calling.host(array).copy() for array in result]
    _write_to_each(case, args, kwargs)
    for array, values in zip(result, before, strict=True):
        if not same_bits(calling.host(array), values):
            cause = "writing to an argument changes the result"
            with shown_by(_ARGUMENT_WRITTEN):
                raise CheckFailure(cause, sample=sample, expected=values, got=calling.host(array))


def _check_second_call(case: Case, sample: Sample, result: Any) -> None:
    """Of an argument that was written to, a second call gives the result for what is in it now."""
    for source, change in _CHANGES.items():
        fresh, keywords = calling.arguments(case, sample, watched=False)
        try:
            _write_to_each(case, fresh, keywords, change)
            wanted = calling.public(case)(*fresh, **keywords)
        except Exception:
            continue  # the function does not take what is written
        if all(
            same_bits(calling.host(one), calling.host(two))
            for one, two in zip(calling.leaves(result), calling.leaves(wanted), strict=True)
        ):
            continue  # which shows nothing
        if not _check_written(case, sample, wanted, source) and not frameworks.of(case.cell.backend).immutable:
            _check_written(case, sample, wanted, source, natively=True)
        return


def _check_written(case: Case, sample: Sample, wanted: Any, source: str, *, natively: bool = False) -> bool:
    """Compare what a second call gives; whether the Arrays have the native arrays still that they had before the write."""
    args, kwargs = calling.arguments(case, sample, watched=False)
    before = [id(array.data) for array in calling.arrays_of(args, kwargs)]
    # nobody looks at this result, which may share memory: a write would give the argument memory of its own
    calling.call(case, sample, args, kwargs)
    try:
        _write_to_each(case, args, kwargs, _CHANGES[source], natively=natively)
    except Exception:
        if not natively:
            raise
        return False  # a class of native arrays of which nothing is known may take no writes
    written = f"{_WRITTEN}; array.data[...] = written.data" if natively else "array[...] = 1"
    with shown_by(_WRITTEN_BETWEEN.replace("array[...] = 1", written).replace("= 1", f"= {source}")):
        again = calling.call(case, sample, args, kwargs)
        for one, other in zip(calling.leaves(wanted), calling.leaves(again), strict=True):
            if not same_bits(calling.host(one), calling.host(other)):
                cause = "a second call gives the result for what was in an argument before"
                raise CheckFailure(cause, sample=sample, expected=calling.host(one), got=calling.host(other))
    return before == [id(array.data) for array in calling.arrays_of(args, kwargs)]


Change = Callable[[Any, int], Any]
_CHANGES: Mapping[str, Change] = {
    "1": lambda array, place: 1,
    "array + array": lambda array, place: array + array,
    "0": lambda array, place: 0,
    "array @ array": lambda array, place: array @ array,
    "place": lambda array, place: place,
    'float("nan")': lambda array, place: float("nan"),
}
"""Source -> what is written to an Array, of which each has its place; the others where a function does not take ones, as of a
matrix, or gives the same."""


_WRITTEN = "written = aikit.copy_array(array); written[...] = 1"
_WRITTEN_BETWEEN = f"""\
import copy

{ARRAYS_IN}

function(*args, **kwargs)
for place, array in enumerate(arrays_in(*args, *kwargs.values())):
    if array.size:
        array[...] = 1
others, keywords = copy.deepcopy((args, kwargs))
print("got:     ", repr(function(*args, **kwargs)))
print("expected:", repr(function(*others, **keywords)))
"""
_RESULT_WRITTEN = f"""\
{ARRAYS_IN}

given = args, kwargs, aikit.to_native((args, kwargs), nested=True)
print("expected:", repr(given))
for array in arrays_in(function(*args, **kwargs)):
    if array.size:
        array[...] = 1
print("got:     ", repr(given))
"""
_ARGUMENT_WRITTEN = f"""\
{ARRAYS_IN}

result = function(*args, **kwargs)
print("expected:", repr(result))
for array in arrays_in(*args, *kwargs.values()):
    if array.size:
        array[...] = 1
print("got:     ", repr(result))
"""


def _write_to_each(
    case: Case, args: Any, kwargs: Any, change: Change = _CHANGES["1"], *, natively: bool = False
) -> None:
    """Write to each array, by what is compiled cheaply, for how it is written is the business of other checks."""
    for place, array in enumerate(calling.arrays_of(args, kwargs)):
        if _can_write(array) and natively:
            written = aikit.copy_array(array)
            written[...] = change(array, place)
            array.data[...] = written.data
        elif _can_write(array):
            with calling.cheaply(case):
                array[...] = change(array, place)


def _can_write(array: Any) -> bool:
    return type(array) is aikit.Array and bool(array.size)


def _check_unchanged(case: Case, sample: Sample, args: Any, kwargs: Any, native: list[Any], cause: str) -> None:
    """Hold the arguments, and the native arrays that were in them, against the sample."""
    for array, handed_in, values in zip(
        calling.arrays_of(args, kwargs), native, calling.sampled_arrays(sample), strict=True
    ):
        for one in (array, handed_in):
            if not same_bits(calling.host(one), values):
                raise CheckFailure(cause, sample=sample, expected=values, got=calling.host(one))


CHECK = Check("aliasing", "cell", applies, run, __doc__, order=110, mixed=False, of_writes=True)
