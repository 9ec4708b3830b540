"""Operators with an object of the class on either side, an Array on the other, give the same values as the function."""

from __future__ import annotations

import operator
from typing import Any

import aikit
from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import literals
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.kit.checks import KitCheck, value
from pytest_aikit.kit.trial import Trial, plain
from pytest_aikit.model import CheckFailure, Sample


def applies(function: Function) -> bool:
    return bool(knowledge.of(function).operator)


def run(trial: Trial) -> int:
    sample, _ = trial.first()
    if sample is None or sample.kwargs:
        return 0
    called = getattr(operator, knowledge.of(trial.function).operator)
    own, others = trial.arguments(sample)[0], trial.arguments(sample, plain)[0]
    if len(own) == 1:
        given: list[tuple[str, list[Any]]] = [("", own)] if _defines(trial) else []
    else:
        given = [("on the left of an Array", [own[0], others[1]]), ("on the right of an Array", [others[0], own[1]])]
        given += [("on both sides", own)] if _defines(trial) else []
    for where, args in given:
        plain_at = [place for place, one in enumerate(args) if isinstance(one, aikit.Array)]
        made = "".join(f"args[{place}] = aikit.asarray({literals.literal(sample.args[place])})\n" for place in plain_at)
        with shown_by(f'{made}print("got:     ", repr(operator.{called.__name__}(*args)))\n'):
            _check(trial, sample, args, f"the operator {where}".strip())
    return len(given)


def _check(trial: Trial, sample: Sample, args: list[Any], what: str) -> None:
    called = getattr(operator, knowledge.of(trial.function).operator)
    try:
        result = called(*args)
    except Exception as error:
        if not trial.is_refusal(error) or not _mixes(trial, args):
            raise CheckFailure(f"{what} raised {type(error).__name__}", sample=sample, error=error) from error
    else:
        value.compare(trial, sample, result, what)


def _defines(trial: Trial) -> bool:
    """Whether the class has the operator itself."""
    name = f"__{knowledge.of(trial.function).operator.strip('_')}__"
    classes = trial.adapter.array_class.__mro__
    return any(name in vars(cls) for cls in classes if cls is not object)  # which has comparisons


def _mixes(trial: Trial, args: list[object]) -> bool:
    return not all(isinstance(one, trial.adapter.array_class) for one in args)


CHECK = KitCheck("operator", applies, run, __doc__ or "", order=90)
