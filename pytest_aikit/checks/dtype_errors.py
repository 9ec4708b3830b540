"""Arrays of dtypes that the function does not take raise the documented error, which names function and argument."""

from __future__ import annotations

import numpy as np

from aikit.core.records import Function
from aikit.exceptions import AikitDtypePromotionError, AikitTypeError
from pytest_aikit.cases import calling
from pytest_aikit.cases.oracle import bind
from pytest_aikit.cases.showing import refusal, shown_by
from pytest_aikit.checks import errors
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample


def applies(function: Function) -> bool:
    return True


def run(case: Case) -> Evidence:
    if not case.samples:
        return Evidence(0)
    # an argument that is left out cannot be refused
    sample = max(case.samples, key=lambda one: len(_arrays(case, one)))
    with shown_by(_shown(case)):
        _check_refused(case, sample)
    if errors.keeps_arguments(case, sample):
        raise CheckFailure("the error keeps the arguments alive", sample=sample, shown=errors.KEPT)
    return Evidence(2)


def _shown(case: Case) -> str:
    name, dtypes = errors.name_of(case.function), case.cell.dtypes
    wanted = "AikitTypeError or AikitDtypePromotionError, which names the function, and an argument or the dtypes"
    return refusal(
        "function(*args, **kwargs)",
        wanted,
        "isinstance(error, (aikit.AikitTypeError, aikit.AikitDtypePromotionError)) "
        f"and {name!r} in text and (any(name in text for name in {[*case.function.parameters]}) "
        f"or all(dtype in text for dtype in {[*dtypes]}))",
    )


def _check_refused(case: Case, sample: Sample) -> None:
    args, kwargs = calling.arguments(case, sample)
    try:
        result = calling.public(case)(*args, **kwargs)
    except (AikitTypeError, AikitDtypePromotionError) as error:
        check_message(case, sample, error)
    except Exception as error:
        raise CheckFailure(
            f"{type(error).__name__} for a dtype that is not taken", sample=sample, error=error
        ) from error
    else:
        raise CheckFailure("a dtype that is not taken is accepted", sample=sample, expected=AikitTypeError, got=result)


def _arrays(case: Case, sample: Sample) -> list[str]:
    """The parameters that are given an array."""
    arguments = bind(case.function, sample)
    return [name for name in case.function.array_parameters if isinstance(arguments[name], (np.ndarray, list, tuple))]


def check_message(case: Case, sample: Sample, error: Exception) -> None:
    """The message names the function, and an argument or the dtypes that have nothing in common."""
    text = str(error)
    name = errors.name_of(case.function)
    if name not in text:
        raise CheckFailure("the message does not name the function", sample=sample, expected=name, error=error)
    named = any(name in text for name in case.function.parameters)
    if not named and not all(dtype in text for dtype in case.cell.dtypes):
        raise CheckFailure("the message names neither argument nor dtypes", sample=sample, error=error)


CHECK = Check("dtype_errors", "rejected", applies, run, __doc__, order=130)
