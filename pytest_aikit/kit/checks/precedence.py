"""The class leaves a call to a class that it does not know, and takes its own subclasses for itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit.cases import calling
from pytest_aikit.kit.checks import KitCheck, value
from pytest_aikit.kit.trial import Trial, places, replaced
from pytest_aikit.model import CheckFailure, Sample


class Unknown:
    """A class of somebody else, which answers every call."""

    def __aikit_array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> str:
        return "the other class"


def applies(function: Function) -> bool:
    return bool(function.array_parameters)


def run(trial: Trial) -> int:
    sample, _ = trial.first()
    if sample is None:
        return 0
    calls = _with_subclass(trial, sample)
    args, kwargs = trial.arguments(sample)
    found = places(list(sample.args), sample.kwargs)
    for place in found if len(found) > 1 else ():
        if _is_last_own(trial, sample, place):
            continue
        changed = replaced(args, kwargs, place, Unknown())
        try:
            result = trial.function.public(*changed[0], **changed[1])
        except Exception as error:
            raise CheckFailure(
                "does not return NotImplemented for a class that it does not know", sample=sample, error=error
            ) from error
        if not isinstance(result, str):
            raise CheckFailure(
                "answers for a class that it does not know", sample=sample, expected="NotImplemented", got=result
            )
        calls += 1
    return calls


def _is_last_own(trial: Trial, sample: Sample, place: Any) -> bool:
    """Whether no object of the class is left when another stands at a place."""
    args, kwargs = replaced(list(sample.args), sample.kwargs, place, None)
    left = [item for one in (*args, *kwargs.values()) for item in calling.leaves(one) if isinstance(item, np.ndarray)]
    return not any(map(trial.adapter.takes, left))


def _with_subclass(trial: Trial, sample: Sample) -> int:
    """Objects of a subclass that adds nothing give the same values."""
    cls = trial.adapter.array_class
    try:
        subclass = type(f"{cls.__name__}Subclass", (cls,), {})
    except TypeError:
        return 0  # it cannot be inherited from

    def made(array: np.ndarray) -> Any:
        one = trial.custom(array)
        if type(one) is cls:
            one.__class__ = subclass
        return one

    try:
        args, kwargs = trial.arguments(sample, made)
    except TypeError:
        return 0  # the layout of its objects is fixed
    try:
        result = trial.call(sample, args, kwargs)
    except CheckFailure as failure:
        raise CheckFailure("refuses objects of a subclass", sample=sample, error=failure.error) from failure
    if value.applies(trial.function):
        value.compare(trial, sample, result, "objects of a subclass")
    return 1


CHECK = KitCheck("precedence", applies, run, __doc__ or "", order=50)
