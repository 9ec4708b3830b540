"""The argument `out`, which may be one of the inputs, is returned with the result in it, or refused: never ignored."""

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
        calls = _check(trial, sample, wanted, out)
    return calls + _check_inputs(trial, sample, wanted)


def _check_inputs(trial: Trial, sample: Sample, wanted: np.ndarray) -> int:
    """The arguments that the result fits may be `out`."""
    calls = 0
    for place, array in enumerate(sample.args):
        if isinstance(array, np.ndarray) and (array.shape, array.dtype) == (wanted.shape, wanted.dtype):
            args, kwargs = trial.arguments(sample)
            with shown_by(_SHOWN_INPUT.format(place, literals.printable(wanted))):
                try:
                    returned = trial.function.public(*args, **kwargs, out=args[place])
                except Exception:
                    continue  # refused, which is looked at with an object of its own
                got = np.asarray(trial.read(returned, sample))
                if not knowledge.of(trial.function).arbitrary and not same_bits(got, wanted):
                    raise CheckFailure(
                        "out that is an input does not hold the result", sample=sample, expected=wanted, got=got
                    )
            calls += 1
    return calls


_SHOWN_INPUT = """\
got = function(*args, **kwargs, out=args[{}])
print("got:     ", repr(got))
print("expected:", {})
"""
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


CHECK = KitCheck("out", applies, run, __doc__ or "", order=80, once=False, of_makers=True)
