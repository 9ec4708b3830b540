"""Subnormal numbers are kept or flushed to zeros of the same sign, and which of the two is measured.

The Array API standard leaves open whether subnormal numbers survive, and it depends on the processor. So each value of
a result must be f(x), or f of x with zeros of the same signs in place of the subnormal numbers of some arguments; and
where it is subnormal itself, it may be a zero of its sign. Complex arguments are not made subnormal: their formulae
overflow or vanish there in every framework.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases import calling, cells
from pytest_aikit.cases.flushing import is_selected, wanted, with_flushed_arguments
from pytest_aikit.cases.oracle import ExpectedArray
from pytest_aikit.checks import value
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import is_subnormal
from pytest_aikit.numerics.promotion import kind_of
from pytest_aikit.numerics.special_values import subnormal_values

INPUTS, RESULTS = "subnormal inputs", "subnormal results"
"""The properties that are measured: what becomes of arguments, and of results of arguments that are not subnormal."""


def applies(function: Function) -> bool:
    of_arrays = function.returns != "value" and bool(function.array_parameters)
    return value.applies(function) and of_arrays and not knowledge.of(function).no_subnormals


def run(case: Case) -> Evidence:
    """Judge the subnormal results of the first sample, and call the function as there with subnormal arguments."""
    first, result = calling.first(case)
    if first is None:
        return Evidence(0)
    asked = value.asked_on(case.cell)
    seen = _judge(case.function, first, result, asked)
    dtype = cells.leading_dtype(case.function, case.cell.dtypes)
    calls = 1
    # where calls of this form are compiled together, those of the functions that it is made of show what becomes of them
    if kind_of(dtype) == "f" and id(first) not in case.kept.together:
        sample = replace(
            first, args=tuple(_tiny(arg, place) for place, arg in enumerate(first.args)), label="subnormal"
        )
        seen += _judge(case.function, sample, calling.call(case, sample, *calling.arguments(case, sample)), asked)
        calls = 2
    return Evidence(
        calls, properties={name: summary for name in (INPUTS, RESULTS) if (summary := _summary(name, seen))}
    )


def _tiny(argument: Any, place: int) -> Any:
    """Subnormal numbers in the shape of a floating array; anything else as it is."""
    if isinstance(argument, (list, tuple)) and any(isinstance(item, np.ndarray) for item in argument):
        return type(argument)(_tiny(item, place + index) for index, item in enumerate(argument))
    if not isinstance(argument, np.ndarray) or kind_of(argument.dtype.name) != "f":
        return argument
    return np.resize(np.roll(subnormal_values(argument.dtype.name), 5 * place), argument.shape)


def _summary(name: str, seen: Counter[tuple[str, str]]) -> str:
    found = [outcome for outcome in ("kept", "flushed") if seen[name, outcome]]
    return "mixed" if len(found) == 2 else "".join(found)


# ------------------------------------------------------------------------------------------------ right or wrong


@dataclass(frozen=True)
class _Verdict:
    """Where the values of one array are right.

    Attributes
    ----------
    kept : as f(x).
    right : as f(x), or as f of flushed arguments; or a zero where that is subnormal.
    lost : as f of flushed arguments where that is another value than f(x).
    alike : where flushed arguments give the same value.
    """

    kept: np.ndarray
    right: np.ndarray
    lost: np.ndarray
    alike: np.ndarray


def _judge(function: Function, sample: Sample, result: Any, asked: value.Asked) -> Counter[tuple[str, str]]:
    """How many values were kept and flushed; raises `CheckFailure` where one is neither."""
    asked = value.of_call(function, sample, asked)
    found, plain = calling.leaves(result), wanted(function, sample)
    if len(found) != len(plain):
        raise CheckFailure("wrong number of arrays", sample=sample, expected=len(plain), got=len(found))
    variants = [wanted(function, flat) for flat in with_flushed_arguments(sample)]
    seen: Counter[tuple[str, str]] = Counter()
    for place, one in enumerate(plain):
        if one.exact is not None:
            got = calling.host(found[place])
            verdict = _verdict(function, sample, got, one, [arrays[place] for arrays in variants], asked)
            if not verdict.right.all():
                raise _failure(function, sample, got, one, verdict.right, asked)
            seen += _seen(got, one, verdict)
    return seen


def _verdict(
    function: Function,
    sample: Sample,
    got: np.ndarray,
    plain: ExpectedArray,
    variants: list[ExpectedArray],
    asked: value.Asked,
) -> _Verdict:
    """Compare an array with what it must be, and with that for each choice of flushed arguments."""
    kept = ~value.difference_from(function, got, plain, subnormal=True, asked=asked).wrong
    right = ~value.difference_from(function, got, plain, asked=asked).wrong
    lost, alike = np.zeros(got.shape, bool), np.ones(got.shape, bool)
    for one in variants:
        same = one.exact == plain.exact if got.shape == one.shape == plain.shape else np.zeros(got.shape, bool)
        alike &= same
        if got.shape == one.shape:
            found = ~value.difference_from(function, got, one, asked=asked).wrong
            selected = is_selected(function, sample, got, one)
            right |= found | selected
            lost |= (found | (selected & ~kept)) & ~same
    return _Verdict(kept, right, lost, alike)


def _seen(got: np.ndarray, plain: ExpectedArray, verdict: _Verdict) -> Counter[tuple[str, str]]:
    """What the values show; those that are right either way show nothing."""
    assert plain.exact is not None
    tiny = verdict.alike & is_subnormal(plain.exact, plain.dtype) if got.shape == plain.shape else False
    counts = {
        (INPUTS, "kept"): verdict.kept & ~verdict.alike & ~verdict.lost,
        (INPUTS, "flushed"): verdict.lost & ~verdict.kept,
        (RESULTS, "kept"): tiny & is_subnormal(got, plain.dtype),
        (RESULTS, "flushed"): tiny & ~verdict.kept,
    }
    return Counter({key: int(np.sum(mask)) for key, mask in counts.items()})


def _failure(
    function: Function,
    sample: Sample,
    got: np.ndarray,
    plain: ExpectedArray,
    right: np.ndarray,
    asked: value.Asked,
) -> CheckFailure:
    """What is wrong with the values that are not right in any way."""
    assert plain.exact is not None
    if got.shape != plain.shape:
        return CheckFailure("wrong shape", sample=sample, expected=plain.shape, got=got)
    where_wrong = np.where(right, plain.exact, got.astype(plain.exact.dtype))
    fault = value.difference_from(function, where_wrong, plain, asked=asked)
    return CheckFailure(str(fault.cause), sample=sample, expected=plain.exact, got=got, ulp=fault.ulp)


CHECK = Check("subnormal", "cell", applies, run, __doc__, order=30, mixed=False)
