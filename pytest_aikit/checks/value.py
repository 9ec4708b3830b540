"""Values equal the reference within the function's bound; NaN, infinities and zeros exactly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np

from aikit.declare import Function
from pytest_aikit import calling
from pytest_aikit.comparing import Difference, difference, format_of
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
        raise CheckFailure("wrong number of arrays", sample=sample, expected=len(wanted) if several else 1, got=len(found))
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
    cause = FLUSHED if _is_flush(function, sample, place, got, wanted, fault) else fault.cause
    assert cause is not None
    return CheckFailure(
        cause, sample=sample, expected=wanted.exact if fault.cause != "wrong shape" else wanted.shape, got=got, ulp=fault.ulp
    )


# ------------------------------------------------------------------------------------------------ subnormals


def _is_flush(
    function: Function, sample: Sample, place: int | None, got: np.ndarray, wanted: ExpectedArray, fault: Difference
) -> bool:
    """Whether all that is wrong comes from subnormal arguments or results that were taken for zero."""
    if wanted.exact is None or not _has_subnormal(sample, wanted):
        return False
    other = expected(function, _flush_sample(sample))
    if place is not None:
        other = other[place]
    again = difference_from(function, got, other)
    if again.cause == "wrong shape":
        return False
    if fault.cause == "wrong shape":
        return not again
    explained = ~again.wrong | _zero_for_subnormal(got, wanted) | _zero_for_subnormal(got, other)
    # the sign of a flushed zero is the business of nobody
    explained |= (got == 0) & (np.asarray(other.exact) == 0)
    return bool(explained[fault.wrong].all())


def _zero_for_subnormal(got: np.ndarray, wanted: ExpectedArray) -> np.ndarray:
    if wanted.dtype == "index" or kind_of(wanted.dtype) != "f":
        return np.zeros(got.shape, bool)
    return (got == 0) & (np.abs(wanted.exact) < format_of(wanted.dtype).smallest_normal)


def _has_subnormal(sample: Sample, wanted: ExpectedArray) -> bool:
    if wanted.exact is not None and wanted.dtype != "index" and kind_of(wanted.dtype) == "f":
        small = (wanted.exact != 0) & (np.abs(wanted.exact) < format_of(wanted.dtype).smallest_normal)
        if small.any():
            return True
    values = [item for value in (*sample.args, *sample.kwargs.values()) for item in calling.leaves(value)]
    return any(isinstance(value, np.ndarray) and not np.array_equal(value, _flush(value), equal_nan=True) for value in values)


def _flush_sample(sample: Sample) -> Sample:
    return replace(
        sample,
        args=tuple(map(_flush_argument, sample.args)),
        kwargs={name: _flush_argument(value) for name, value in sample.kwargs.items()},
    )


def _flush_argument(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(map(_flush_argument, value))
    return _flush(value) if isinstance(value, np.ndarray) else value


def _flush(array: np.ndarray) -> np.ndarray:
    """Zeros of the same sign in place of subnormal numbers."""
    if kind_of(array.dtype.name) != "f":
        return array
    tiny = ml_dtypes.finfo(array.dtype).smallest_normal
    return np.where(np.abs(array) < tiny, np.copysign(np.zeros((), array.dtype), array), array)
