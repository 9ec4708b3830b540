"""Beside an Array, a native array or a number, in any order, the values are the same, or the call is refused."""

from __future__ import annotations

from typing import Any

from aikit.core.records import Function
from pytest_aikit.cases import literals
from pytest_aikit.cases.showing import PLAIN_CALL, shown_by
from pytest_aikit.kit.checks import KitCheck, value
from pytest_aikit.kit.trial import Place, Trial, native, places, plain, replaced
from pytest_aikit.model import CheckFailure, Sample

_OTHERS = (("an Array", plain, "aikit.asarray({})"), ("a native array", native, "{}"))

_NUMBERS = (bool, int, float, complex)


def applies(function: Function) -> bool:
    return bool(function.array_parameters) and value.applies(function)


def run(trial: Trial) -> int:
    return _check_arrays(trial) + _check_numbers(trial)


def _check_numbers(trial: Trial) -> int:
    """A number is refused on both sides or on none; the values are looked at by `value`."""
    refused: dict[type, dict[bool, Sample]] = {}
    for sample in trial.samples:
        number = next((one for one in sample.args if isinstance(one, _NUMBERS)), None)
        if sample.part == "scalars" and number is not None:
            refused.setdefault(type(number), {})[trial.refuses_number(sample)] = sample
    for kind, samples in refused.items():
        if len(samples) > 1:
            sample = samples[True]
            raise CheckFailure(f"beside a Python {kind.__name__}: refused in one order alone", sample=sample)
    return len(refused)


def _check_arrays(trial: Trial) -> int:
    sample, _ = trial.first()
    found = [] if sample is None else places(list(sample.args), sample.kwargs)
    if sample is None or len(found) < 2:
        return 0
    calls = 0
    for what, convert, source in _OTHERS:
        refused = {}
        for place in found:
            array = _at(sample, place)
            if not trial.adapter.takes(array):
                continue
            others = "".join(
                f"{literals.at((where, index or 0), sample)} = {source.format(literals.literal(_at(sample, (where, index))))}\n"
                for where, index in found
                if (where, index) != place
            )
            args, kwargs = replaced(*trial.arguments(sample, convert), place, trial.custom(array))
            with shown_by(others + PLAIN_CALL):
                try:
                    result = trial.call(sample, args, kwargs)
                except CheckFailure as failure:
                    if not trial.is_refusal(failure.error):
                        failure.cause = f"beside {what}: {failure.cause}"
                        raise
                    refused[place] = failure.error
                else:
                    value.compare(trial, sample, result, f"beside {what}")
            calls += 1
        if refused and len(refused) < len(found) and all(trial.adapter.takes(_at(sample, place)) for place in found):
            place, error = next(iter(refused.items()))
            raise CheckFailure(f"beside {what}: refused in one order alone", sample=sample, error=error)
    return calls


def _at(sample: Sample, place: Place) -> Any:
    where, index = place
    held = sample.args[where] if isinstance(where, int) else sample.kwargs[where]
    return held if index is None else held[index]


CHECK = KitCheck("mixed", applies, run, __doc__ or "", order=60)
