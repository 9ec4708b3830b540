"""What is checked of a function of a namespace, each by the name of the check of backends that says the same of them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling
from pytest_aikit.model import CheckFailure, Sample
from pytest_aikit.namespaces import comparing, layouts, refusals, showing
from pytest_aikit.namespaces.trial import Trial
from pytest_aikit.numerics.comparing import same_bits

_FEW = 2
"""How many calls of an operator, and how many copies, are made: it is the function by another way."""


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
    calls = 0
    for sample in trial.samples:
        try:
            result, _ = trial.result(sample)
        except CheckFailure as failure:
            if refusals.may_be_refused(trial.function, sample, failure.error):
                continue
            raise
        comparing.compare(trial.space, trial.function, sample, result)
        calls += 1
    return calls + _in_other_layouts(trial)


def _in_other_layouts(trial: Trial) -> int:
    calls = 0
    for sample, called, shown in layouts.calls(trial):
        try:
            comparing.compare(trial.space, trial.function, sample, called())
        except CheckFailure as failure:
            if refusals.may_be_refused(trial.function, sample, failure.error):
                continue
            failure.cause, failure.shown = f"arrays that are views: {failure.cause}", shown
            raise
        calls += 1
    return calls


@_check("dtype")
def dtype(trial: Trial) -> int:
    """Dtypes follow the promotion table and the default dtypes of the namespace; a result is on the device of the arrays."""
    calls = _on_device_of_arguments(trial)
    for sample, result, _ in trial.successes():
        comparing.require_dtypes(trial.space, trial.function, sample, result)
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


@_check("aliasing", lambda function: "copy" in function.signature.parameters)
def copies(trial: Trial) -> int:
    """What is asked for as a copy shares no memory with what it is a copy of: to write to it changes nothing there."""
    calls = 0
    for sample in [one for one in trial.samples if one.arrays and one.arrays[0].size][:_FEW]:
        asked = refusals.with_argument(trial.function, sample, "copy", True)
        try:
            result, (args, kwargs) = trial.call(asked)
            result[...] = 1
        except Exception:
            continue  # it cannot be written to; that a call raises is the business of the check `value`
        now = trial.space.to_numpy(trial.arrays(args, kwargs)[0])
        if not same_bits(asked.arrays[0], np.asarray(now)):
            raise CheckFailure("a copy shares memory", sample=asked, expected=asked.arrays[0], got=now)
        calls += 1
    return calls


@_check("errors")
def errors(trial: Trial) -> int:
    """An axis that is not there, and shapes that do not fit, are an error, not a result."""
    for label, sample in (found := list(refusals.refused(trial.function, trial.samples, trial.space.version))):
        try:
            result, _ = trial.call(sample)
            got = [comparing.read(trial.space, array, sample) for array in calling.leaves(result)]
        except CheckFailure:
            continue
        raise CheckFailure(f"{label}: accepted", sample=sample, got=got)
    return len(found)


@_check("operator", lambda function: bool(knowledge.of(function).operator))
def in_operator(trial: Trial) -> int:
    """The operator gives what the function gives: of arrays and Python scalars, reflected, and in place."""
    name = knowledge.of(trial.function).operator
    calls = 0
    if not hasattr(trial.space.array_class, f"__{name.strip('_')}__"):
        return calls  # which the verdict on the pieces says
    plain = [one for one in trial.samples if not one.kwargs]
    of_arrays = [one for one in plain if all(isinstance(value, np.ndarray) for value in one.args)]
    in_place = [one for one in of_arrays[_FEW:] if _keeps_first(trial, one)][:1]
    for sample in (*of_arrays[:_FEW], *in_place, *(one for one in plain if one.part == "scalars")):
        for said, called in _forms(trial, name, sample):
            try:
                result = trial.call(sample, called)[0]
                comparing.compare(trial.space, trial.function, sample, result)
                comparing.require_dtypes(trial.space, trial.function, sample, result)
            except CheckFailure as failure:
                failure.cause = f"the operator{'' if said == name else f' {said}'}: {failure.cause}"
                failure.shown = showing.OPERATOR.format(
                    f"operator.{said}" if "__" not in said else showing.REFLECTED.format(said)
                )
                raise
            calls += 1
    return calls


def _forms(trial: Trial, name: str, sample: Sample) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The ways to write an operator that are to give the same for a sample."""
    yield name, getattr(operator, name)
    if len(sample.args) == 1:
        return
    plain = name.strip("_")
    if isinstance(sample.args[1], np.ndarray) and hasattr(trial.space.array_class, f"__r{plain}__"):
        yield f"__r{plain}__", lambda x, y: getattr(y, f"__r{plain}__")(x)
    if hasattr(operator, f"i{plain}") and _keeps_first(trial, sample):
        yield f"i{plain}", getattr(operator, f"i{plain}")


def _keeps_first(trial: Trial, sample: Sample) -> bool:
    """Whether the result of a call may replace its first argument: it is an array of its dtype and shape."""
    if len(sample.args) == 1 or not isinstance(sample.args[0], np.ndarray):
        return False
    first, second = sample.args
    if not trial.function.elementwise and np.ndim(second) < 2:
        return False  # a product with one vector
    wanted = comparing.expected(trial.space, trial.function, sample)
    return bool(wanted.shape == first.shape) and comparing.dtypes(trial.space, trial.function, sample) == [
        first.dtype.name
    ]
