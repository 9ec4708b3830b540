"""Values equal the reference within the function's bound; NaN, infinities and zeros exactly."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.declare import Function
from pytest_aikit import calling, wide
from pytest_aikit.comparing import Difference, difference, without_flushed
from pytest_aikit.expected import ExpectedArray, bind, expected, widened
from pytest_aikit.linalg_references import PROPERTIES
from pytest_aikit.model import Case, CheckFailure, Evidence, Sample
from pytest_aikit.promotion import kind_of
from pytest_aikit.references import COMPLEX_SIGN_OF_ZERO, SIGN_OF_ZERO_OPEN, reference
from pytest_aikit.tolerances import bound

SCOPE = "cell"


def applies(function: Function) -> bool:
    return function.returns != "value" and reference(function.name) is not None


def run(case: Case) -> Evidence:
    results = [(sample, calling.result(case, sample)) for sample in case.samples]
    return Evidence(len(results), max((compare(case.function, *pair) for pair in results), default=0.0))


def compare(function: Function, sample: Sample, result: Any) -> float:
    """Compare the result of a sample with what it must be; the worst error in ULP.

    Zeros for subnormal results pass, because the standard leaves open whether these survive.
    """
    wanted = expected(function, sample)
    several = isinstance(wanted, tuple)
    found = calling.leaves(result)
    if several != isinstance(result, (list, tuple)) or (several and len(found) != len(wanted)):
        raise CheckFailure(
            "wrong number of arrays", sample=sample, expected=len(wanted) if several else 1, got=len(found)
        )
    worst = 0.0
    for array, one in zip(found, wanted if several else (wanted,), strict=True):
        got = calling.host(array)
        fault = difference_from(function, got, one)
        if fault:
            wanted_values = one.shape if fault.cause == "wrong shape" else one.exact
            raise CheckFailure(str(fault.cause), sample=sample, expected=wanted_values, got=got, ulp=fault.ulp)
        worst = max(worst, fault.ulp or 0.0)
    return max(worst, _check_properties(function, sample, found))


def _check_properties(function: Function, sample: Sample, found: list[Any]) -> float:
    """What must hold of a result that is not unique; the worst error in ULP."""
    properties = PROPERTIES.get(function.name)
    if properties is None:
        return 0.0
    arguments = bind(function, sample)
    x = widened(arguments.pop(function.array_parameters[0]))
    results = [widened(calling.host(array)) for array in found]
    dtype = str(found[-1].dtype)
    worst = 0.0
    for name, got, exact, scale in properties(x, *results, **arguments):
        scale = np.broadcast_to(np.asarray(scale, wide.real()), got.shape)
        fault = difference(got, exact, dtype, bound(function.name, dtype), scale, zero_signs=False)
        if fault:
            raise CheckFailure(name, sample=sample, expected=exact, got=got, ulp=fault.ulp)
        worst = max(worst, fault.ulp or 0.0)
    return worst


def difference_from(function: Function, got: np.ndarray, wanted: ExpectedArray, subnormal: bool = False) -> Difference:
    """What is wrong with the values of one array; a wrong dtype is left to the check `dtype`.

    Zeros for subnormal results are right, unless `subnormal` says that they matter.
    """
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
    if not subnormal:
        got = without_flushed(got, wanted.exact, wanted.dtype, limit)
    return difference(got, wanted.exact, wanted.dtype, limit, wanted.scale, strict, wanted.low)
