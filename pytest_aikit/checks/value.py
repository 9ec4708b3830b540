"""Values equal the reference within the function's bound; NaN, infinities and zeros exactly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from aikit.declare import Function
from pytest_aikit import calling
from pytest_aikit.comparing import Difference, difference, is_subnormal
from pytest_aikit.expected import ExpectedArray, expected
from pytest_aikit.model import Case, CheckFailure, Evidence, Sample
from pytest_aikit.promotion import kind_of
from pytest_aikit.references import COMPLEX_SIGN_OF_ZERO, SIGN_OF_ZERO_OPEN, reference
from pytest_aikit.tolerances import bound

SCOPE = "cell"
FLUSHED = "subnormal flushed"
"""The cause where a framework took subnormal numbers for zero, or gave zero for a subnormal result."""


def applies(function: Function) -> bool:
    return function.returns != "value" and reference(function.name) is not None


def run(case: Case) -> Evidence:
    worst = 0.0
    flushed = None
    for sample in case.samples:
        result = calling.result(case, sample)
        try:
            worst = max(worst, compare(case.function, sample, result))
        except CheckFailure as failure:
            if failure.cause != FLUSHED:
                raise
            # a graver fault of a later sample comes first
            flushed = flushed or failure
    if flushed is not None:
        raise flushed
    return Evidence(len(case.samples), worst)


def compare(function: Function, sample: Sample, result: Any) -> float:
    """Compare the result of a sample with what it must be; the worst error in ULP."""
    wanted = expected(function, sample)
    several = isinstance(wanted, tuple)
    found = calling.leaves(result)
    if several != isinstance(result, (list, tuple)) or (several and len(found) != len(wanted)):
        raise CheckFailure(
            "wrong number of arrays", sample=sample, expected=len(wanted) if several else 1, got=len(found)
        )
    worst = 0.0
    for place, (array, one) in enumerate(zip(found, wanted if several else (wanted,), strict=True)):
        got = calling.host(array)
        fault = difference_from(function, got, one)
        if fault:
            raise _failure(function, sample, place if several else None, got, one, fault)
        worst = max(worst, fault.ulp or 0.0)
    return worst


def difference_from(function: Function, got: np.ndarray, wanted: ExpectedArray) -> Difference:
    """What is wrong with the values of one array; a wrong dtype is left to the check `dtype`."""
    if got.shape != wanted.shape:
        return Difference("wrong shape", np.ones(got.shape, bool))
    if wanted.exact is None:
        return Difference(None, np.zeros(got.shape, bool))
    if wanted.dtype == "index" or kind_of(wanted.dtype) not in "fc":
        wrong = np.asarray(got != wanted.exact)
        return Difference("wrong value" if wrong.any() else None, wrong)
    strict = function.name not in SIGN_OF_ZERO_OPEN
    if kind_of(wanted.dtype) == "c":
        strict = function.name in COMPLEX_SIGN_OF_ZERO
    limit = bound(function.name, wanted.dtype, of_complex=wanted.kind == "c", of_integers=wanted.kind in "iu")
    return difference(got, wanted.exact, wanted.dtype, limit, wanted.scale, strict)


def _failure(
    function: Function, sample: Sample, place: int | None, got: np.ndarray, wanted: ExpectedArray, fault: Difference
) -> CheckFailure:
    fault = without_flush(function, sample, place, got, wanted, fault)
    exact = wanted.shape if fault.cause == "wrong shape" else wanted.exact
    return CheckFailure(str(fault.cause), sample=sample, expected=exact, got=got, ulp=fault.ulp)


# ------------------------------------------------------------------------------------------------ subnormals


def without_flush(
    function: Function, sample: Sample, place: int | None, got: np.ndarray, wanted: ExpectedArray, fault: Difference
) -> Difference:
    """The fault that is left where subnormal numbers are left out of account; that they were flushed where none is."""
    if wanted.exact is None:
        return fault
    if fault.cause != "wrong shape" and function.category == "elementwise":
        flushed = _subnormal_places(sample, got, wanted)
        rest = np.where(flushed, wanted.exact.astype(got.dtype), got)
        left = difference_from(function, rest, wanted)
        return left if left else Difference(FLUSHED, fault.wrong, fault.ulp)
    return (
        Difference(FLUSHED, fault.wrong, fault.ulp)
        if _explained_by_zeros(function, sample, place, got, wanted)
        else fault
    )


def _explained_by_zeros(
    function: Function, sample: Sample, place: int | None, got: np.ndarray, wanted: ExpectedArray
) -> bool:
    """Whether a function that is not elementwise gives what zeros in the place of subnormal numbers give."""
    flushed = _flush_sample(sample)
    if flushed is None:
        return False
    other = expected(function, flushed)
    # where data only moves, subnormal numbers are taken for zeros and come out as they are
    again = difference_from(function, _flush_argument(got), other if place is None else other[place])
    if again.cause == "wrong shape" or wanted.exact is None:
        return False
    return not (again.wrong & ~is_subnormal(wanted.exact, wanted.dtype)).any() if again else True


def _subnormal_places(sample: Sample, got: np.ndarray, wanted: ExpectedArray) -> np.ndarray:
    """Where the result of an elementwise function or one of its arguments is subnormal.

    A result that is a little larger, and came out as zero, was computed from a subnormal intermediate one.
    """
    assert wanted.exact is not None
    places = is_subnormal(wanted.exact, wanted.dtype) | ((got == 0) & is_subnormal(wanted.exact / 4, wanted.dtype))
    for value in (*sample.args, *sample.kwargs.values()):
        if isinstance(value, np.ndarray):
            places = places | is_subnormal(value, value.dtype.name)
    return places


def _flush_sample(sample: Sample) -> Sample | None:
    """The sample with zeros for subnormal numbers; None where it has none."""
    args = tuple(map(_flush_argument, sample.args))
    kwargs = {name: _flush_argument(value) for name, value in sample.kwargs.items()}
    changed = any(
        new is not old
        for new, old in zip((*args, *kwargs.values()), (*sample.args, *sample.kwargs.values()), strict=True)
    )
    return replace(sample, args=args, kwargs=kwargs) if changed else None


def _flush_argument(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        new = type(value)(map(_flush_argument, value))
        return value if all(a is b for a, b in zip(new, value, strict=True)) else new
    if not isinstance(value, np.ndarray):
        return value
    subnormal = is_subnormal(value, value.dtype.name)
    if not subnormal.any():
        return value
    if kind_of(value.dtype.name) == "c":
        return np.where(subnormal, np.zeros((), value.dtype), value)
    return np.where(subnormal, np.copysign(np.zeros((), value.dtype), value), value)
