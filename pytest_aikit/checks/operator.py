"""Operators, reflected and in place, give the same result as the function they stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import aikit
from aikit.core.records import Function
from aikit.exceptions import AikitTypeError, AikitValueError
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, cells, operators
from pytest_aikit.cases.showing import EXPECTED, shown_by
from pytest_aikit.checks.native_input import check_same
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import same_bits


def applies(function: Function) -> bool:
    return bool(knowledge.of(function).operator)


def run(case: Case) -> Evidence:
    forms = dict(operators.of(case.function))
    normal, in_place = forms[operators.NORMAL], forms.get(operators.IN_PLACE)
    calls = in_containers = 0
    for sample, result in calling.results(case):
        args, _ = calling.arguments(case, sample)
        if not any(type(value) is aikit.Array for value in args):
            continue
        # where the first operand is a Python number, this is the reflected form
        with shown_by(f'{EXPECTED}print("got:     ", repr(operator.{normal.__name__}(*args)))\n'):
            again = calling.again(case, sample, operators.NORMAL)
            if type(again) is not aikit.Array:
                again = calling.call(case, sample, args, {}, normal)
            check_same(case.function, sample, result, again, "another result of the operator")
        calls += 1
        if calls == 1 and _is_plain(case, sample):
            calls += _check_host_arrays(case, sample, normal, result)
        if calls and case.once and not in_containers:
            in_containers = _check_containers(case, sample, normal, result)
        if in_place is not None and type(args[0]) is aikit.Array:
            with shown_by(_IN_PLACE.format(in_place.__name__)):
                if _fits(args[0], result):
                    _check_in_place(case, sample, in_place, result)
                    calls += 1
                elif _cannot_hold(args[0], result):
                    _check_refused(case, sample, in_place)
                    calls += 1
    if in_place is not None and not frameworks.of(case.cell.backend).immutable:
        calls += _check_long_ones(case, in_place)
    return Evidence(calls + in_containers)


def _is_plain(case: Case, sample: Sample) -> bool:
    """Whether there are two arrays of one dtype, one of those on which what does not depend on the dtype is looked at."""
    plain = case.once if frameworks.of(case.cell.backend).in_turn else cells.stands_for_kinds(case.cell)
    return plain and not cells.is_mixed(case.cell) and len(sample.arrays) == len(sample.args) == 2


def _check_host_arrays(case: Case, sample: Sample, operator: Callable[..., Any], result: Any) -> int:
    """An array of NumPy may stand on either side of an Array."""
    for place in (0, 1):
        args, _ = calling.arguments(case, sample)
        given = [calling.host(one).copy() if other == place else one for other, one in enumerate(args)]
        with shown_by(_OF_HOST.format(operator.__name__, place)):
            again = calling.call(case, sample, given, {}, operator)
            check_same(case.function, sample, result, again, "another result of the operator beside an array of NumPy")
    return 2


def _check_containers(case: Case, sample: Sample, operator: Callable[..., Any], result: Any) -> int:
    """A container may stand on either side of an Array, and of an array of NumPy, and on both sides."""
    args, _ = calling.arguments(case, sample)
    forms: list[list[Any]] = [[_nested(one) for one in args]]
    for place in range(len(args)) if len(args) > 1 else ():
        for beside in (lambda one: one, lambda one: calling.host(one).copy() if type(one) is aikit.Array else one):
            forms.append([_nested(one) if other == place else beside(one) for other, one in enumerate(args)])
    for given in forms:
        with shown_by(_OF_CONTAINERS.format(operator.__name__)):
            found = calling.call(case, sample, given, {}, operator)
            if type(found) is not aikit.Container or list(found.cont_to_iterator_keys()) != ["a", "b/c"]:
                raise CheckFailure("the operator of a container gives another structure", sample=sample, got=found)
            for leaf in found.cont_to_iterator_values():
                check_same(case.function, sample, result, leaf, "another result of the operator of a container")
    return len(forms)


def _nested(value: Any) -> Any:
    """A container with an argument at two key chains."""
    return aikit.Container(a=value, b={"c": value})


_OF_CONTAINERS = """\
print("expected:", repr(function(*args)))
for place in range(len(args)):
    for host in (False, True):
        given = [aikit.to_numpy(one) if host and isinstance(one, aikit.Array) else one for one in args]
        given[place] = aikit.Container(a=args[place], b={{"c": args[place]}})
        print("got:     ", repr(operator.{0}(*given)))
"""


_OF_HOST = """\
print("expected:", repr(operator.{0}(*args)))
args[{1}] = aikit.to_numpy(args[{1}])
print("got:     ", repr(operator.{0}(*args)))
"""


_IN_PLACE = """\
wanted = function(*args)
target = args[0]
result = operator.{}(*args)
print("got:     ", repr(result), result is target)
print("expected:", repr(wanted), True)
"""


def _check_long_ones(case: Case, in_place: Callable[..., Any]) -> int:
    """``x += y`` and ``x += 2`` of the longest array of all calls, over whose memory it may be written."""
    accepted = case.function.parameters[case.function.array_parameters[1]].scalars
    found = [one for one in case.samples if one.part == "sizes" and len(one.arrays) == 2]
    if not found:
        return 0
    longest, calls = max(found, key=lambda one: one.arrays[0].size), 0
    for other in (longest.args[1], 2):
        if isinstance(other, int) and (int not in accepted or longest.args[0].dtype == bool):
            continue
        sample = replace(longest, args=(longest.args[0], other), label=f"{longest.label}, in place")
        args, _ = calling.arguments(case, sample)
        wanted = calling.call(case, sample, args, {})
        if _fits(args[0], wanted):
            calls += 1
            with shown_by(_IN_PLACE.format(in_place.__name__)):
                _check_in_place(case, sample, in_place, wanted)
            with shown_by(_HELD.format(in_place.__name__)):
                _check_held_elsewhere(case, sample, in_place)
    return calls + _check_long_one_of_more_dimensions(case, in_place, longest)


def _check_long_one_of_more_dimensions(case: Case, in_place: Callable[..., Any], longest: Sample) -> int:
    """``x += y`` of an `y` that has a dimension more, of length 1, is refused where it would be written over the memory of `x`."""
    if not case.function.elementwise:
        return 0
    one, other = longest.args
    sample = replace(longest, args=(one, other[None]), label=f"{longest.label}, a dimension more")
    _check_refused(case, sample, in_place)
    return 1


def _check_held_elsewhere(case: Case, sample: Sample, in_place: Callable[..., Any]) -> None:
    """``x += y`` does not write over a native array that somebody else has."""
    args, _ = calling.arguments(case, sample, watched=False)
    native = args[0].data
    in_place(*args)
    held = calling.host(aikit.asarray(native))
    if not same_bits(held, sample.args[0]):
        cause = "the in-place operator writes over a native array that is held elsewhere"
        raise CheckFailure(cause, sample=sample, expected=sample.args[0], got=held)


_HELD = """\
native = args[0].data
print("expected:", repr(aikit.asarray(native)))
operator.{}(*args)
print("got:     ", repr(aikit.asarray(native)))
"""


def _fits(target: Any, result: Any) -> bool:
    return (target.dtype, target.shape) == (result.dtype, result.shape)


_ORDER = "biufc"


def _cannot_hold(target: Any, result: Any) -> bool:
    """Whether an array has another shape than a result, or a kind that is before that of the result."""
    return target.shape != result.shape or _ORDER.index(result.dtype.kind) > max(2, _ORDER.index(target.dtype.kind))


def _check_refused(case: Case, sample: Sample, in_place: Callable[..., Any]) -> None:
    """``x += y`` is an error where `x` cannot hold the result, and leaves it as it was."""
    args, _ = calling.arguments(case, sample)
    if isinstance(calling.again(case, sample, operators.IN_PLACE), (AikitTypeError, AikitValueError)):
        return
    try:
        with calling.as_cheaply(case, sample):
            in_place(*args)
    except (AikitTypeError, AikitValueError):
        return
    except Exception as error:
        raise CheckFailure(f"in place: raised {type(error).__name__}", sample=sample, error=error) from error
    raise CheckFailure("the in-place operator puts a result where it does not fit", sample=sample, got=args[0])


def _check_in_place(case: Case, sample: Sample, in_place: Callable[..., Any], result: Any) -> None:
    """``x += y`` leaves `x` the same object, with the result in it."""
    again = calling.again(case, sample, operators.IN_PLACE)
    if type(again) is not aikit.Array:
        args, _ = calling.arguments(case, sample, watched=False)
        again = calling.call(case, sample, args, {}, in_place)
        if again is not args[0]:
            cause = "the in-place operator returns another object"
            raise CheckFailure(cause, sample=sample, expected=args[0], got=again)
    if not _fits(again, result) or not same_bits(calling.host(again), calling.host(result)):
        raise CheckFailure("another result of the in-place operator", sample=sample, expected=result, got=again)


CHECK = Check("operator", "cell", applies, run, __doc__, order=80)
