"""A call leaves its arguments as they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.cases.calling import CHANGED
from pytest_aikit.kit.checks import KitCheck, always
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import CheckFailure
from pytest_aikit.numerics.comparing import same_bits


def run(trial: Trial) -> int:
    calls = 0
    for sample, _ in trial.successes():
        args, kwargs = trial.given(sample) or ([], {})
        for before, now in zip((*sample.args, *sample.kwargs.values()), (*args, *kwargs.values()), strict=True):
            if not _is_unchanged(trial, before, now):
                raise CheckFailure(CHANGED, sample=sample, expected=before, got=now)
        calls += 1
    return calls


def _is_unchanged(trial: Trial, before: Any, now: Any) -> bool:
    if isinstance(before, np.ndarray):
        try:
            return same_bits(before, np.asarray(trial.read(now)))
        except CheckFailure:
            return False
    if isinstance(before, (list, tuple)):
        return len(before) == len(now) and all(_is_unchanged(trial, *pair) for pair in zip(before, now, strict=True))
    return True


CHECK = KitCheck("unchanged", always, run, __doc__ or "", order=30, once=False)
