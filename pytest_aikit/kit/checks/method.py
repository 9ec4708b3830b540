"""A method of Array that is given an object of the class leads to the class, too."""

from __future__ import annotations

from aikit.core.records import Function
from pytest_aikit.checks import method
from pytest_aikit.kit.checks import KitCheck, value
from pytest_aikit.kit.trial import Trial, plain
from pytest_aikit.model import CheckFailure


def applies(function: Function) -> bool:
    return method.applies(function) and value.applies(function) and len(function.array_parameters) > 1


def run(trial: Trial) -> int:
    sample, _ = trial.first()
    first = list(trial.function.parameters).index(trial.function.array_parameters[0])
    if sample is None or first != 0 or len(sample.args) < 2:
        return 0
    args, kwargs = trial.arguments(sample)
    if not any(isinstance(one, trial.adapter.array_class) for one in args[1:]):
        return 0
    array = plain(sample.args[0])
    try:
        result = trial.call(sample, args[1:], kwargs, getattr(array, trial.function.name))
    except CheckFailure as failure:
        if trial.is_refusal(failure.error):
            return 1  # which `mixed` looks at
        failure.cause = f"the method {failure.cause}"
        raise
    value.compare(trial, sample, result, "the method")
    return 1


CHECK = KitCheck("method", applies, run, __doc__ or "", order=100)
