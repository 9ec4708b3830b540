"""The class is asked first, with the permanent function and what the caller wrote, and its answer is what the call gives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aikit.core.records import Function
from pytest_aikit.cases import calling
from pytest_aikit.checks.override import same_objects
from pytest_aikit.kit.checks import KitCheck
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import CheckFailure

NAME = "__aikit_array_function__"


def applies(function: Function) -> bool:
    return bool(function.array_parameters)


def run(trial: Trial) -> int:
    sample, _ = trial.first()
    if sample is None:
        return 0
    args, kwargs = trial.arguments(sample)
    calls: list[tuple[Any, Any, Any, Any, Any]] = []
    with _watched(trial.adapter.array_class, calls) as is_watched:
        result = trial.call(sample, args, kwargs)
    if not is_watched:
        return 0  # the class cannot be changed, as one of an extension module
    if not calls:
        raise CheckFailure("the class is not asked", sample=sample)
    function, types, given, keywords, answer = calls[-1]  # the outermost call is the last to end
    if function is not trial.function.public:
        raise CheckFailure("another function arrives", sample=sample, expected=trial.function.public, got=function)
    arrays = [one for value in (*args, *kwargs.values()) for one in calling.leaves(value)]
    own = {type(one) for one in arrays if isinstance(one, trial.adapter.array_class)}
    if not own <= {*types}:
        raise CheckFailure("the class is not among the types", sample=sample, expected=own, got=types)
    if (
        not same_objects(given, args)
        or list(keywords) != list(kwargs)
        or not same_objects(keywords.values(), kwargs.values())
    ):
        raise CheckFailure(
            "other arguments arrive than the caller's", sample=sample, expected=(args, kwargs), got=(given, keywords)
        )
    if result is not answer:
        raise CheckFailure("the answer of the class is not what the call gives", sample=sample, got=result)
    return 1


@contextmanager
def _watched(cls: type, calls: list[tuple[Any, Any, Any, Any, Any]]) -> Iterator[bool]:
    """Note what the method of a class receives and answers; gives whether that can be done."""
    own = cls.__dict__.get(NAME)
    method: Any = getattr(cls, NAME)

    def noted(self: Any, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        given = func, list(types), tuple(args), dict(kwargs)
        answer = method(self, func, types, args, kwargs)
        calls.append((*given, answer))
        return answer

    try:
        setattr(cls, NAME, noted)
    except (TypeError, AttributeError):
        yield False
        return
    try:
        yield True
    finally:
        if own is None:
            delattr(cls, NAME)
        else:
            setattr(cls, NAME, own)


CHECK = KitCheck("override", applies, run, __doc__ or "", order=40)
