"""A call changes none of its arguments, and writing to its result or to an argument changes nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np

import aikit
from aikit.declare import Function
from pytest_aikit import calling
from pytest_aikit.comparing import same_bits
from pytest_aikit.model import Case, CheckFailure, Evidence, Sample
from pytest_aikit.references import UNSPECIFIED

SCOPE = "cell"
MIXED = False
ONCE_ON = frozenset({"jax", "tensorflow"})  # their arrays cannot be written to, so sharing memory shows nowhere


def applies(function: Function) -> bool:
    # asarray and its like may return the very Array they were given: to write to it is to write to that one
    return bool(function.array_parameters) and function.returns != "value" and function.backend_rule == "arguments"


def run(case: Case) -> Evidence:
    sample, _ = calling.first(case)
    if sample is None:
        return Evidence(0)
    args, kwargs = calling.arguments(case, sample)
    native = [value.data for value in _arrays(args, kwargs)]
    result = calling.call(case, sample, args, kwargs)
    _check_unchanged(case, sample, args, kwargs, native, "an argument is changed by the call")
    for array in calling.leaves(result):
        if _can_write(array):
            array[...] = 1
    _check_unchanged(case, sample, args, kwargs, native, "writing to the result changes an argument")
    if case.function.name not in UNSPECIFIED:
        _check_other_direction(case, sample)
    return Evidence(2)


def _check_other_direction(case: Case, sample: Sample) -> None:
    args, kwargs = calling.arguments(case, sample)
    result = calling.leaves(calling.call(case, sample, args, kwargs))
    before = [calling.host(array).copy() for array in result]
    for array in _arrays(args, kwargs):
        if _can_write(array):
            array[...] = 1
    for array, values in zip(result, before, strict=True):
        if not same_bits(calling.host(array), values):
            raise CheckFailure(
                "writing to an argument changes the result", sample=sample, expected=values, got=calling.host(array)
            )


def _can_write(array: Any) -> bool:
    return type(array) is aikit.Array and bool(array.size)


def _arrays(args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    """The Arrays among the arguments, those in lists too."""
    return [item for value in (*args, *kwargs.values()) for item in calling.leaves(value) if type(item) is aikit.Array]


def _check_unchanged(case: Case, sample: Sample, args: Any, kwargs: Any, native: list[Any], cause: str) -> None:
    """Hold the arguments, and the native arrays that were in them, against the sample."""
    wanted = [
        item
        for value in (*sample.args, *sample.kwargs.values())
        for item in calling.leaves(value)
        if isinstance(item, np.ndarray)
    ]
    for array, handed_in, values in zip(_arrays(args, kwargs), native, wanted, strict=True):
        for one in (array, handed_in):
            if not same_bits(calling.host(one), values):
                raise CheckFailure(cause, sample=sample, expected=values, got=calling.host(one))
