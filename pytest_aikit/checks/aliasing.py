"""Writing to the result of a call changes no argument, and writing to an argument changes no result."""

from __future__ import annotations

from typing import Any

import aikit
from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling
from pytest_aikit.cases.showing import ARRAYS_IN, CHANGED, shown_by
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import same_bits


def applies(function: Function) -> bool:
    # asarray and its like may return the very Array they were given: to write to it is to write to that one
    return bool(function.array_parameters) and function.returns != "value" and function.backend_rule == "arguments"


def run(case: Case) -> Evidence:
    sample, _ = calling.first(case)
    if sample is None:
        return Evidence(0)
    args, kwargs = calling.arguments(case, sample, watched=False)
    native = [value.data for value in calling.arrays_of(args, kwargs)]
    with shown_by(CHANGED):
        result = calling.call(case, sample, args, kwargs)
        _check_unchanged(case, sample, args, kwargs, native, calling.CHANGED)
    for array in calling.leaves(result):
        if _can_write(array):
            array[...] = 1
    with shown_by(_RESULT_WRITTEN):
        _check_unchanged(case, sample, args, kwargs, native, "writing to the result changes an argument")
    if not knowledge.of(case.function).arbitrary:
        _check_other_direction(case, sample)
    return Evidence(2)


def _check_other_direction(case: Case, sample: Sample) -> None:
    args, kwargs = calling.arguments(case, sample, watched=False)
    result = calling.leaves(calling.call(case, sample, args, kwargs))
    before = [calling.host(array).copy() for array in result]
    for array in calling.arrays_of(args, kwargs):
        if _can_write(array):
            array[...] = 1
    for array, values in zip(result, before, strict=True):
        if not same_bits(calling.host(array), values):
            cause = "writing to an argument changes the result"
            with shown_by(_ARGUMENT_WRITTEN):
                raise CheckFailure(cause, sample=sample, expected=values, got=calling.host(array))


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
