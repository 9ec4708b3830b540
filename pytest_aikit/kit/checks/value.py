"""Values equal the reference within the bounds of aikit's own functions, whatever the keywords."""

from __future__ import annotations

from typing import Any

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.checks import value
from pytest_aikit.kit.checks import KitCheck
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import CheckFailure, Sample


def applies(function: Function) -> bool:
    return knowledge.of(function).reference is not None


def run(trial: Trial) -> int:
    calls = 0
    for sample in trial.samples:
        if not trial.refuses_number(sample) and not trial.needs_a_copy(sample):
            compare(trial, sample, trial.result(sample))
            calls += 1
    return calls


def compare(trial: Trial, sample: Sample, result: Any, where: str = "") -> None:
    """Compare a result with the reference; `where` goes before the cause of a failure."""
    try:
        # what a function gives as a value of Python is no array that is to be read
        found = result if trial.function.returns == "value" else trial.read(result, sample)
        value.compare(trial.function, sample, found)
    except CheckFailure as failure:
        failure.shown = ""  # which is for Arrays
        failure.cause = f"{where}: {failure.cause}" if where else failure.cause
        raise


CHECK = KitCheck("value", applies, run, __doc__ or "", order=10, once=False)
