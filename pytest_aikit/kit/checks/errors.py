"""An axis that is not there, shapes that do not fit and values that mean nothing are an error, not a result."""

from __future__ import annotations

from typing import Any

from aikit.core.records import Function
from aikit.exceptions import AikitDeviceError, AikitException, AikitTypeError
from pytest_aikit.cases import cells
from pytest_aikit.cases.bad_inputs import bad_inputs
from pytest_aikit.cases.samples.rows import described_array
from pytest_aikit.kit.checks import KitCheck
from pytest_aikit.kit.trial import Trial
from pytest_aikit.knowledge.calls import ArraySpec
from pytest_aikit.model import CheckFailure, Sample

_PROPER = (AikitException, TypeError, ValueError, IndexError, NotImplementedError)
_OF_TYPES = (TypeError, AikitTypeError, AikitDeviceError)
"""What classes may take in more generously than aikit does: a float for an integer, a name of a dtype of their own.
NumPy takes the axes 0 and -1 of arrays of no dimension, and so do those who forward to it."""


def applies(function: Function) -> bool:
    return bool(function.array_parameters)


def run(trial: Trial) -> int:
    sample, _ = trial.first()
    if sample is None:
        return 0
    calls = 0
    for bad in bad_inputs(trial.function, sample.args, sample.kwargs):
        if bad.error in _OF_TYPES or ("axis" in bad.kwargs and _is_0_d(bad.args[0])):
            continue
        given = Sample(
            tuple(_described(trial, one) for one in bad.args),
            {name: _described(trial, one) for name, one in bad.kwargs.items()},
            bad.label,
        )
        if not trial.reaches(given):
            continue
        args, kwargs = trial.arguments(given)
        try:
            result = trial.function.public(*args, **kwargs)
        except _PROPER:
            calls += 1
        except Exception as error:
            raise CheckFailure(f"{bad.label}: raised {type(error).__name__}", sample=given, error=error) from error
        else:
            raise CheckFailure(f"{bad.label}: accepted", sample=given, expected=bad.error, got=result)
    return calls


def _is_0_d(one: Any) -> bool:
    return isinstance(one, ArraySpec) and one.shape == ()


def _described(trial: Trial, one: Any) -> Any:
    """An argument of a row as host data."""
    if isinstance(one, ArraySpec):
        return described_array(one, trial.function, cells.leading_dtype(trial.function, trial.cell.dtypes))
    return [_described(trial, item) for item in one] if isinstance(one, list) else one


CHECK = KitCheck("errors", applies, run, __doc__ or "", order=110)
