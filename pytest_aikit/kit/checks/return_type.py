"""A result is of the class: a native array, or an Array, has dropped what the class is for. Several are a tuple, by their names."""

from __future__ import annotations

from aikit.core.records import Function
from pytest_aikit.cases import calling
from pytest_aikit.checks.return_type import check_structure
from pytest_aikit.kit.checks import KitCheck
from pytest_aikit.kit.trial import Trial
from pytest_aikit.model import CheckFailure


def applies(function: Function) -> bool:
    return function.returns != "value"


def run(trial: Trial) -> int:
    calls = 0
    for sample, result in trial.successes():
        check_structure(trial.function, sample, result)
        for one in calling.leaves(result):
            if not trial.is_own(one) and not _lacks_the_dtype(trial, one):
                cause = f"gives an object of {trial.name_of(type(one))}"
                raise CheckFailure(cause, sample=sample, expected=trial.adapter.array_class.__name__, got=one)
        calls += 1
    return calls


def _lacks_the_dtype(trial: Trial, one: object) -> bool:
    """Whether a result has a dtype that the class does not have."""
    dtype = str(getattr(one, "dtype", "")).rpartition(".")[2]
    return bool(dtype) and dtype not in trial.adapter.dtypes


CHECK = KitCheck("return_type", applies, run, __doc__ or "", order=5, once=False)
