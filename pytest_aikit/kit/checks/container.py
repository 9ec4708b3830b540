"""In a container, each leaf gives what it gives by itself."""

from __future__ import annotations

from typing import Any

import numpy as np

import aikit
from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.kit.checks import KitCheck
from pytest_aikit.kit.trial import Trial, replaced
from pytest_aikit.model import CheckFailure, Sample
from pytest_aikit.numerics.comparing import same_bits


def applies(function: Function) -> bool:
    return function.nestable and function.returns == "array" and bool(function.array_parameters)


def run(trial: Trial) -> int:
    sample, result = trial.first()
    if sample is None:
        return 0
    args, kwargs = trial.arguments(sample)
    own = [place for place, one in enumerate(args) if isinstance(one, trial.adapter.array_class)]
    if not own:
        return 0
    nested = aikit.Container(a=args[own[0]], b={"c": args[own[0]]})
    args, kwargs = replaced(args, kwargs, (own[0], None), nested)
    with shown_by(_SHOWN.format(own[0])):
        return _check(trial, sample, result, args, kwargs)


_SHOWN = """\
wanted = function(*args, **kwargs)
args[{0}] = aikit.Container(a=args[{0}], b={{"c": args[{0}]}})
print("got:     ", repr(function(*args, **kwargs)))
print("expected:", repr(wanted), "in each leaf")
"""


def _check(trial: Trial, sample: Sample, result: Any, args: list[Any], kwargs: dict[str, Any]) -> int:
    found = trial.call(sample, args, kwargs)
    if not isinstance(found, aikit.Container):
        raise CheckFailure("a container gives no container", sample=sample, got=found)
    wanted = trial.read(result, sample)
    for leaf in (found["a"], found["b"]["c"]):
        got = trial.read(leaf, sample)
        if trial.is_own(result) and not trial.is_own(leaf):
            raise CheckFailure(f"a leaf gives an object of {trial.name_of(type(leaf))}", sample=sample, got=leaf)
        if not knowledge.of(trial.function).arbitrary and not same_bits(np.asarray(got), np.asarray(wanted)):
            raise CheckFailure("a leaf gives other values", sample=sample, expected=wanted, got=got)
    return 1


CHECK = KitCheck("container", applies, run, __doc__ or "", order=70)
