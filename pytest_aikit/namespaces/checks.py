"""What is checked of a function of a namespace, each by the name of the check of backends that says the same of them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling
from pytest_aikit.model import CheckFailure
from pytest_aikit.namespaces import comparing, showing
from pytest_aikit.namespaces.trial import Trial
from pytest_aikit.numerics.comparing import same_bits

_FEW = 2
"""How many calls of an operator are made: it is the function by another way."""


@dataclass(frozen=True)
class NamespaceCheck:
    """One check of a namespace.

    Attributes
    ----------
    run : raises `CheckFailure` where what must hold does not; returns the number of calls that it looked at.
    applies : whether it says anything about a function.
    """

    name: str
    run: Callable[[Trial], int]
    applies: Callable[[Function], bool]


CHECKS: list[NamespaceCheck] = []
"""All of them, in the order in which they run."""


def _check(
    name: str, applies: Callable[[Function], bool] = lambda function: True
) -> Callable[..., Callable[[Trial], int]]:
    def register(run: Callable[[Trial], int]) -> Callable[[Trial], int]:
        CHECKS.append(NamespaceCheck(name, run, applies))
        return run

    return register


@_check("value")
def value(trial: Trial) -> int:
    """Values equal what the standard says, for ordinary and special values and all keywords."""
    for sample in trial.samples:
        comparing.compare(trial.space, trial.function, sample, trial.result(sample)[0])
    return len(trial.samples)


@_check("dtype")
def dtype(trial: Trial) -> int:
    """Dtypes follow the promotion table and the default dtypes of the namespace; a result is on the device of the arrays."""
    calls = _on_device_of_arguments(trial)
    for sample, result, _ in trial.successes():
        wanted = comparing.dtypes(trial.space, trial.function, sample)
        for array, dtype in zip(calling.leaves(result), wanted, strict=False):
            comparing.require_array(trial.space, array, sample)
            got = trial.space.dtype_name(array.dtype)
            if got != dtype:
                raise CheckFailure(f"wrong dtype: {got} for {dtype}", sample=sample, expected=dtype, got=got)
        calls += 1
    return calls


def _on_device_of_arguments(trial: Trial) -> int:
    calls = 0
    for sample, result, (args, kwargs) in trial.successes():
        homes = [one.device for one in trial.arrays(args, kwargs) if hasattr(one, "device")]
        for array in calling.leaves(result) if homes else ():
            found = getattr(array, "device", homes[0])
            if found != homes[0]:
                raise CheckFailure("wrong device", sample=sample, expected=homes[0], got=found)
        calls += bool(homes)
    return calls


@_check("aliasing")
def unchanged(trial: Trial) -> int:
    """A call leaves its arguments as they are."""
    calls = 0
    for sample, _, (args, kwargs) in trial.successes():
        now = [trial.space.to_numpy(one) for one in trial.arrays(args, kwargs)]
        for before, array in zip(sample.arrays, now, strict=False):
            if not same_bits(before, np.asarray(array)):
                raise CheckFailure("changes its input", sample=sample, expected=before, got=array)
        calls += 1
    return calls


@_check("operator", lambda function: bool(knowledge.of(function).operator))
def in_operator(trial: Trial) -> int:
    """The operator gives what the function gives."""
    name = knowledge.of(trial.function).operator
    called = getattr(operator, name)
    calls = 0
    if not hasattr(trial.space.array_class, f"__{name.strip('_')}__"):
        return calls  # which the verdict on the pieces says
    for sample in trial.samples[:_FEW]:
        if not all(isinstance(one, np.ndarray) for one in sample.args) or sample.kwargs:
            continue
        try:
            comparing.compare(trial.space, trial.function, sample, trial.call(sample, called)[0])
        except CheckFailure as failure:
            failure.cause = f"the operator: {failure.cause}"
            failure.shown = showing.OPERATOR.format(name)
            raise
        calls += 1
    return calls
