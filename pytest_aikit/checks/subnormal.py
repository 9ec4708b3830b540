"""Subnormal arguments and results of real dtypes keep their values; they are not flushed to zero.

Complex arithmetic is left out: its formulae overflow or vanish there in every framework.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from aikit.declare import Function
from pytest_aikit import calling
from pytest_aikit.checks import value
from pytest_aikit.model import Case, CheckFailure, Evidence
from pytest_aikit.promotion import kind_of
from pytest_aikit.special_values import subnormal_values

SCOPE = "cell"
MIXED = False


def applies(function: Function) -> bool:
    # the first array of searchsorted is sorted, and how numbers are ordered shows in `sort` too
    return value.applies(function) and bool(function.array_parameters) and function.name != "searchsorted"


def run(case: Case) -> Evidence:
    """Call the function as in the first sample of the cell, with subnormal numbers for the values."""
    dtype = case.cell.dtypes[
        case.function.array_parameters.index((*case.function.promote, *case.function.array_parameters)[0])
    ]
    if kind_of(dtype) != "f" or not case.samples:
        return Evidence(0)
    first = case.samples[0]
    sample = replace(first, args=tuple(_tiny(arg, place) for place, arg in enumerate(first.args)), label="subnormal")
    try:
        value.compare(case.function, sample, calling.result(case, sample), subnormal=True)
    except CheckFailure as failure:
        if failure.error is None:
            failure.cause = "subnormal numbers lost"
        raise
    return Evidence(1)


def _tiny(argument: Any, place: int) -> Any:
    """Subnormal numbers in the shape of a floating array; anything else as it is."""
    if isinstance(argument, (list, tuple)) and any(isinstance(item, np.ndarray) for item in argument):
        return type(argument)(_tiny(item, place + index) for index, item in enumerate(argument))
    if not isinstance(argument, np.ndarray) or kind_of(argument.dtype.name) != "f":
        return argument
    return np.resize(np.roll(subnormal_values(argument.dtype.name), 5 * place), argument.shape)
