"""The argument `out` is returned with the result in it, or refused: never ignored."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import literals
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.kit.checks import KitCheck
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import CheckFailure, Sample
from pytest_aikit.numerics.comparing import same_bits


def applies(function: Function) -> bool:
    return function.out and function.returns == "array"


def run(trial: Trial) -> int:
    sample, result = trial.first()
    if sample is None:
        return 0
    wanted = np.asarray(trial.read(result, sample))
    if wanted.dtype.name not in trial.adapter.dtypes:
        return 0
    out = trial.garbage(result)
    with shown_by(_SHOWN.format(literals.literal(np.ones(wanted.shape, wanted.dtype)), literals.printable(wanted))):
        return _check(trial, sample, wanted, out)


_SHOWN = """\
out = made({})
got = function(*args, **kwargs, out=out)
print("got:     ", repr(got), got is out)
print("expected:", {}, True)
"""


def _check(trial: Trial, sample: Sample, wanted: np.ndarray, out: Any) -> int:
    args, kwargs = trial.arguments(sample)
    try:
        returned = trial.function.public(*args, **kwargs, out=out)
    except Exception as error:
        left = np.asarray(trial.read(out, sample))
        if not same_bits(left, np.ones(wanted.shape, wanted.dtype)):
            raise CheckFailure("out is changed by a call that fails", sample=sample, error=error, got=left) from error
        return 1
    if returned is not out:
        raise CheckFailure("out is not returned", sample=sample, expected="the object passed as out", got=returned)
    got = np.asarray(trial.read(out, sample))
    if not knowledge.of(trial.function).arbitrary and not same_bits(got, wanted):
        raise CheckFailure("out does not hold the result", sample=sample, expected=wanted, got=got)
    return 1


CHECK = KitCheck("out", applies, run, __doc__ or "", order=80, of_makers=True)
