"""The special cases of the standard, and those that aikit settles, hold one by one."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling
from pytest_aikit.cases.samples.values import special_size
from pytest_aikit.knowledge import special_cases
from pytest_aikit.knowledge.bounds import DEFAULT
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import ulps
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of


def applies(function: Function) -> bool:
    return knowledge.of(function).special != special_cases.NONE


def run(case: Case) -> Evidence:
    dtype = case.cell.dtypes[0]
    sample, wanted = _packed(case.function, dtype)
    # what is compiled for the first call does for this one, where that call is made by itself
    if sample is None or (case.samples and id(case.samples[0]) in case.kept.together):
        return Evidence(0)
    got = calling.host(calling.call(case, sample, *calling.arguments(case, sample)))
    if kind_of(dtype) in "iu":
        faults = list(np.asarray(got != wanted))
    else:
        faults = [_fault(value, parts, real_of(dtype)) for value, parts in zip(got, wanted, strict=True)]
    for place, fault in enumerate(faults):
        if fault:
            one = Sample(tuple(array[place : place + 1] for array in sample.args), {}, "special case")
            cause = fault if isinstance(fault, str) else "wrong value"
            raise CheckFailure(cause, sample=one, expected=wanted[place], got=got[place])
    return Evidence(len(faults))


@functools.cache
def _packed(function: Function, dtype: str) -> tuple[Sample | None, Any]:
    """All cases of a function for a dtype in one sample, with the results as parts.

    They are repeated until there are as many as elements in the first call, so that they stand in all places of a vector,
    and what is compiled for that call does.
    """
    kind = kind_of(dtype)
    table = knowledge.of(function).special.of(kind)
    if not table:
        return None, None
    size = max(special_size(function), len(table))
    repeated = [table[place % len(table)] for place in range(size)]
    rows = [args if isinstance(args, tuple) else (args,) for args, _ in repeated]
    args = tuple(np.array(column, dtype=numpy_dtype(dtype)) for column in zip(*rows, strict=True))
    results = [result for _, result in repeated]
    if kind in "iu":
        return Sample(args, {}, "special cases"), np.array(results, dtype=dtype)
    return Sample(args, {}, "special cases"), [result if kind == "c" else (result, None) for result in results]


def _fault(value: Any, parts: tuple[Any, Any], dtype: str) -> str | None:
    """What is wrong with a result, None where nothing is."""
    wide = complex(value)
    for got, wanted in ((wide.real, parts[0]), (wide.imag, parts[1])):
        fault = None if wanted is None else _part_fault(got, wanted, dtype)
        if fault is not None:
            return fault
    return None


def _part_fault(got: float, wanted: Any, dtype: str) -> str | None:
    if isinstance(wanted, special_cases.OpenSign):
        got, wanted = abs(got), wanted.value
    if np.isnan(wanted):
        return None if np.isnan(got) else "a number for NaN"
    if np.isnan(got):
        return "NaN for a number"
    if wanted == 0:
        return "wrong value" if got != 0 else None if np.signbit(got) == np.signbit(wanted) else "wrong sign of zero"
    if np.isinf(wanted) or np.isinf(got):
        return (
            None
            if got == wanted
            else "wrong value for infinity"
            if np.isinf(wanted)
            else "infinity for a finite number"
        )
    return None if abs(got - wanted) <= DEFAULT[dtype] * float(ulps(np.float64(abs(wanted)), dtype)) else "wrong value"


CHECK = Check("special", "cell", applies, run, __doc__, order=20, mixed=False, drawn=True, by_function=True)
