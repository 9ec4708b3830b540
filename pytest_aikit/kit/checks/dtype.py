"""The dtype of a result is that of aikit's own function."""

from __future__ import annotations

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling
from pytest_aikit.cases.oracle import expected
from pytest_aikit.kit.checks import KitCheck
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import CheckFailure


def applies(function: Function) -> bool:
    return function.returns != "value" and knowledge.of(function).reference is not None


def run(trial: Trial) -> int:
    calls = 0
    for sample, result in trial.successes():
        wanted = expected(trial.function, sample)
        found = calling.leaves(trial.read(result, sample))
        for array, one in zip(found, wanted if isinstance(wanted, tuple) else (wanted,), strict=False):
            dtype = "int64" if one.dtype == "index" else one.dtype
            got = str(array.dtype)
            if got != dtype:
                raise CheckFailure(f"wrong dtype: {got} for {dtype}", sample=sample, expected=dtype, got=got)
        calls += 1
    return calls


CHECK = KitCheck("dtype", applies, run, __doc__ or "", order=20, once=False)
