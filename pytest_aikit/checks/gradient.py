"""Gradients agree with differences of the reference, in every floating dtype; where a backend has no autograd they are refused.

What is differentiated is a weighted sum of all parts of the results, with respect to every floating array of the call; a
complex one by its parts. In float64 and complex128 it is compared with central differences of fourth order of the
reference in a wider type; where those to the two sides disagree there is a kink, and no gradient to compare with. At the
kinks and ties that its record names it is the subgradient that stands there. Beside an infinity, as a mask has, the others
have their gradients, unless its record says that derivatives multiply it by 0. The narrower dtypes are called with the same
values, and may be as many ULP off as the record says. What a function is not differentiable with respect to has the
gradient 0 by definition, as its record says, and so has a result at which it is told to stop gradients. Where a framework
records what is done with its arrays, and aikit's `grad` goes another way, both are held to all of this; where it traces
without knowing lengths, so are gradients that are taken in a trace, and of what one has made. Where values are drawn at
random no reference has differences of them, and it is held against those of the calls themselves.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from aikit.core.records import Function
from aikit.exceptions import AikitNotImplementedException
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, cells, tracing
from pytest_aikit.cases.gradients import calls, differences, differentiating, drawn, shown, traces, variables
from pytest_aikit.cases.gradients.differentiating import Call, Prepared, differentiated
from pytest_aikit.cases.gradients.traces import Loss
from pytest_aikit.cases.gradients.variables import Variable
from pytest_aikit.cases.samples.dtypes import asks_for
from pytest_aikit.cases.showing import is_of_aikit, shown_by
from pytest_aikit.cases.turns import first_turn, has_its_turn
from pytest_aikit.checks import value
from pytest_aikit.frameworks import backends
from pytest_aikit.frameworks.records import OF_A_TRACE
from pytest_aikit.knowledge.calls import Kink
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import format_of, ulps
from pytest_aikit.numerics.promotion import kind_of, real_of

_WIDEST = {"f": "float64", "c": "complex128"}


def applies(function: Function) -> bool:
    known = knowledge.of(function).judge is None or drawn.applies(function)
    return value.applies(function) and known and knowledge.gradients_of(function) != {}


def run(case: Case) -> Evidence:
    if is_refused(case):
        return Evidence(1)
    if not (case.x64 or case.thorough or has_its_turn(case.function)):
        return Evidence(0)
    made = list(_calls(case))
    for call, gradients in zip(made, differentiated(case, made), strict=True):
        with shown_by(functools.partial(shown.source, case, call)):
            try:
                _judge(case, call, gradients)
            except CheckFailure:
                _judge_alone(case, call, gradients)
                raise
    kinks = _kinks(case)
    at_kinks = [
        (kink, kink.sample(dtype), recorded)
        for kink in kinks
        for number, dtype in enumerate(dtypes(case))
        for recorded in _ways(case, number)
        if kind_of(dtype) == "f"
    ]
    found = differentiating.gradients(case, [_at_kink(case, sample, recorded) for _, sample, recorded in at_kinks])
    for (kink, sample, _), one in zip(at_kinks, found, strict=True):
        _judge_kink(case, kink, sample, one)
    if _has_traces(case):
        _check_kinks_of_a_trace(case, kinks)
    return Evidence(len(made) + len(kinks))


def _ways(case: Case, number: int) -> tuple[bool, ...]:
    """Whether the framework records: where it can, also as it does, in all but the widest dtype one or the other in turn."""
    if frameworks.of(case.cell.backend).recorded is None:
        return (False,)
    return (False, True) if case.thorough or not number else (number % 2 == 1,)


def is_refused(case: Case) -> bool:
    """Whether the backend says that it has no gradients."""
    try:
        case.xp.grad(lambda x: x)(1.0)
    except AikitNotImplementedException:
        return True
    return False


# ------------------------------------------------------------------------------------------------ the calls


def dtypes(case: Case) -> list[str]:
    """The floating dtypes in which the function is differentiated, the widest of each kind first."""
    if not case.x64 or not backends.has_x64(case.cell.backend):
        found = ["float32"]
    else:
        found = ["float64", "complex128", "float32", "float16", "bfloat16", "complex64"]
    accepted = cells.accepted_dtypes(case.function) & set(backends.load(case.cell.backend).native_dtypes)
    return [dtype for dtype in found if dtype in accepted]


def _calls(case: Case) -> Iterator[Call]:
    """All calls in the widest dtype; in the others a few where every call costs a compilation, in turn where each costs
    otherwise, else all, too."""
    framework = frameworks.of(case.cell.backend)
    few, in_turn = framework.compiles, case.brief or (framework.in_turn and not case.thorough)
    for number, dtype in enumerate(dtypes(case)):
        of = calls.drawn if drawn.applies(case.function) else calls.ordinary
        found = [Call(sample, variables.of(case.function, sample)) for sample in of(case.cell, dtype)]
        found = [call for call in found if call.variables]
        if not case.x64:
            found = [call for call in found if not asks_for(call.sample, cells.WIDE)][:1]
        elif few:
            compiled = [differentiating.is_compiled(case, call.sample) for call in found]
            together, alone = (
                [call for call, one in zip(found, compiled, strict=True) if one is wanted] for wanted in (True, False)
            )
            few_of = functools.partial(_few, case.function, number, dtype)
            if case.brief and not number:  # with ordinary numbers and with a zero, and of the others some
                together = [*together[:2], *together[2::_TURNS]]
            found = [*few_of(together, True), *few_of(alone, False)]
        elif in_turn and number:
            found = [call for place, call in enumerate(found) if not place or (place + number) % _TURNS == 0]
        yield from found
        if not few and dtype == "float32":
            forms = ("transposed", "in a container") if case.function.nestable else ("transposed",)
            yield from (call._replace(form=form) for call in found[:1] for form in forms)
        if frameworks.of(case.cell.backend).recorded is not None:
            recorded = found if case.thorough else found[number % 2 :: 2]
            yield from (call._replace(form=differentiating.RECORDED) for call in recorded)
        if dtype in _WIDEST.values() and _has_traces(case):
            yield from _with_traces(case, found, dtype)
        if case.x64 and not case.brief:
            yield from _of_keywords(case, dtype)
            yield from () if drawn.applies(case.function) else _of_infinities(case, dtype)
        if not few and case.x64 and not drawn.applies(case.function):
            alike = calls.of_one_array(case.function, (call.sample for call in found)) if not number else None
            if alike is not None:
                yield Call(alike[0], (alike[1],))
        if (
            case.x64 and drawn.applies(case.function) and dtype == "bfloat16"
        ):  # in which one number in hundreds is rounded up
            yield from (Call(one, variables.of(case.function, one)) for one in calls.many_drawn(case.cell, dtype))
        if "stop_gradients" in case.function.parameters and not number:
            yield from (call._replace(form="stopped") for call in found[:1])


_TURNS = 3
"""Of so many calls one is made in each narrower dtype, where they are made in turn: in one of the three real ones, at least."""


def _of_keywords(case: Case, dtype: str) -> Iterator[Call]:
    """The calls with values of keywords, by aikit's `grad` and as the framework records them in turn."""
    framework = frameworks.of(case.cell.backend)
    forms = ("", differentiating.RECORDED) if framework.recorded is not None else ("",)
    is_drawn = drawn.applies(case.function)
    for number, sample in enumerate(calls.of_keywords(case.cell, dtype, dtypes(case), is_drawn)):
        yield Call(sample, variables.of(case.function, sample), forms[number % len(forms)])


def _has_traces(case: Case) -> bool:
    """Whether gradients are taken in a trace and of one.

    In turn of what is made of others, which are traced by themselves, and where all gradients are compiled, which is a trace.
    """
    function = case.function
    if case.brief or traces.trace_of(case) is None:
        return False
    if frameworks.of(case.cell.backend).recorded is not None:  # whose operations are traced, a second for a few
        return case.thorough
    backend = case.cell.backend
    by_itself = not (frameworks.of(backend).compiles or tracing.is_made_of_others(function, backend))
    return case.thorough or by_itself or has_its_turn(function)


def _with_traces(case: Case, found: list[Call], dtype: str) -> Iterator[Call]:
    """The first call in a trace and of one, and some of the others in turn; of complex numbers the first for some functions.

    All of them where a case is thorough. And numbers over the range, of a trace: where nothing is recorded other code may be.
    """
    taken = [call for call in found if traces.takes(case, call.sample)]
    forms, turn, widest = traces.forms_of(case), first_turn(case.function), dtype == dtypes(case)[0]
    if case.thorough:
        yield from (call._replace(trace=form) for call in taken for form in forms)
    else:
        first = forms if widest else forms[turn % len(forms) :][: has_its_turn(case.function)]
        yield from (call._replace(trace=form) for call in taken[:1] for form in first)
        others = taken[2::_TURNS][:2] if widest else []  # the one with a zero is the second
        yield from (call._replace(trace=forms[(turn + number) % len(forms)]) for number, call in enumerate(others))
    far = _over_the_range(case, dtype) if taken and not drawn.applies(case.function) else ()
    yield from (call._replace(trace=OF_A_TRACE) for call in far)


def _of_infinities(case: Case, dtype: str) -> Iterator[Call]:
    """The calls with numbers over the range, and beside an infinity: these of aikit's own functions, and in two dtypes."""
    yield from _over_the_range(case, dtype)
    taken = is_of_aikit(case.function) and dtype in ("float64", "float32")
    for sample in calls.beside_an_infinity(case.cell, dtype) if taken else ():
        yield Call(sample, variables.of(case.function, sample))


def _over_the_range(case: Case, dtype: str) -> Iterator[Call]:
    sample = calls.over_the_range(case.cell, dtype)
    if sample is not None:
        yield Call(sample, variables.of(case.function, sample), differentiating.OVER_THE_RANGE)


def _few(function: Function, number: int, dtype: str, found: list[Call], compiled: bool) -> list[Call]:
    """Those of the calls that are made in the dtype of that number: in turn in all but the widest, and where each is
    compiled by itself; of arrays of that dtype alone, first those that tell the gradient of each argument from 0.

    Of complex ones also the first two, with ordinary numbers and with some on the axes, where branches are cut.
    """
    if not found or (number == 0 and compiled):
        return found
    enough = (2 if dtype in ("float32", *_WIDEST.values()) else 1) if compiled else 1
    first = found[:2] if dtype == "complex128" and compiled else []
    others = [call for call in found[len(first) :] if _is_of(dtype, call)] or found[len(first) :]
    turn = number * (2 if compiled else 1)  # so that the second, which has a zero, is one of them
    turned = [others[(turn + k) % len(others)] for k in range(len(others))]
    untold = functools.cache(lambda place: _untold(function, turned[place]))
    places = list(itertools.islice((place for place in range(len(turned)) if not untold(place)), enough))
    if len(places) < enough:
        places = sorted(range(len(turned)), key=untold)[:enough]
    return first + [turned[place] for place in places]


def _is_of(dtype: str, call: Call) -> bool:
    """Whether no array of a call has another floating dtype, to which the result would be promoted."""
    floating = {array.dtype.name for array in call.sample.arrays if kind_of(array.dtype.name) in "fc"}
    return floating <= {dtype, real_of(dtype)}


def _untold(function: Function, call: Call) -> int:
    """With respect to how many arguments a gradient of 0 would be as good: beside a kink, or where the slope is small."""
    if drawn.applies(function):
        return 0
    defined = knowledge.gradients_of(function)
    return sum(
        defined[variables.name(function, one)] != "zero" and _takes_zeros(function, call, one) for one in call.variables
    )


def _takes_zeros(function: Function, call: Call, variable: Variable) -> bool:
    x = variables.value(call.sample, variable)
    try:
        _compare(function, call, variable, np.zeros(x.shape, x.dtype))
    except CheckFailure:
        return False
    return True


# ------------------------------------------------------------------------------------------------ comparing


def _judge(case: Case, call: Call, gradients: Any) -> None:
    """Compare all gradients of one call."""
    if isinstance(gradients, Exception):
        raise CheckFailure(
            f"gradient: raised {type(gradients).__name__}", sample=call.sample, error=gradients
        ) from gradients
    source = drawn.source if drawn.applies(case.function) else shown.source
    for variable, gradient in zip(call.variables, gradients, strict=True):
        with shown_by(functools.partial(source, case, call, variable)):
            x = variables.value(call.sample, variable)
            if gradient.shape != x.shape or gradient.dtype != x.dtype:
                raise CheckFailure("gradient: another shape or dtype", sample=call.sample, expected=x, got=gradient)
            if not x.size:
                continue
            if drawn.applies(case.function):
                drawn.compare(case, call, variable, gradient)
            else:
                _compare(case.function, call, variable, gradient, value.asked_on(case.cell).on)


def _judge_alone(case: Case, call: Call, gradients: Any) -> None:
    """Of numbers over the range, call again with the first of those whose gradient is wrong, which shows it by itself."""
    if call.form != differentiating.OVER_THE_RANGE or isinstance(gradients, Exception):
        return
    on = value.asked_on(case.cell).on
    for variable, gradient in zip(call.variables, gradients, strict=True):
        for place in np.flatnonzero(_differing(case.function, call, variable, gradient, on)[1])[:1]:
            sample = variables.mapped(call.sample, lambda array: array[place : place + 1])  # noqa: B023
            one = call._replace(sample=sample)
            (again,) = differentiated(case, [one])
            with shown_by(functools.partial(shown.source, case, one)):
                _judge(case, one, again)


def _compare(function: Function, call: Call, variable: Variable, gradient: np.ndarray, on: str = "") -> None:
    expected, wrong = _differing(function, call, variable, gradient, on)
    if np.any(wrong):
        name = variables.name(function, variable)
        raise CheckFailure(
            f"wrong gradient with respect to {name}", sample=call.sample, expected=expected, got=gradient
        )


def _differing(
    function: Function, call: Call, variable: Variable, gradient: np.ndarray, on: str = ""
) -> tuple[np.ndarray, np.ndarray]:
    """What is expected of a gradient, and where it is not that."""
    got = gradient.astype(np.float64)
    if call.form == "stopped" or knowledge.gradients_of(function)[variables.name(function, variable)] == "zero":
        return np.zeros(got.shape), got != 0
    if call.form == differentiating.OVER_THE_RANGE:
        slopes = differences.slopes_over_the_range(function, call.sample, variable)
        dtype = variables.value(call.sample, variable).dtype.name
        return slopes.values, _is_far_off(function, got, slopes, dtype, on, bool(variable.part))
    return _unlike_differences(function, call, variable, got, on)


def _unlike_differences(
    function: Function, call: Call, variable: Variable, got: np.ndarray, on: str
) -> tuple[np.ndarray, np.ndarray]:
    """What is expected, and where it is not that: at a few directions, and element by element where these meet kinks.

    Where that takes too long, some of the elements at a time. Elements that depend on nothing but those in their place are
    moved at once.
    """
    x = variables.value(call.sample, variable)
    infinite = np.isinf(x)
    got = np.where(infinite, 0, got)  # which is what differences are there, and not always the limit of slopes
    many = got.size > differences.MOST_ELEMENTS or knowledge.of(function).has_digits or call.sample.part == "keywords"
    if not function.elementwise:
        expected, wrong = _along(function, call, variable, got, _directions(x), on)
        if np.isfinite(expected).any():
            return expected, wrong
        if many:
            return _along(function, call, variable, got, _parts(x), on)
    expected, scale, _ = differences.slopes(function, call.sample, variable)
    told = np.isfinite(expected) & ~infinite
    return expected, told & ~_is_near(function, call, got, expected, scale, x.dtype.name, on)


def _is_near(function: Function, call: Call, got: Any, expected: Any, scale: Any, dtype: str, on: str) -> Any:
    """Whether a gradient is as near as its dtype can be, or the dtype does not hold what it is made of.

    Subnormal numbers may be flushed.
    """
    bound = knowledge.of(function).gradient.bounds.of(dtype, terms=calls.size(call.sample), on=on)
    form = format_of(dtype)
    allowed = bound * ulps(np.asarray(scale, np.float64), dtype) + differences.ACCURACY * scale
    return (np.abs(got - expected) <= allowed + 4 * form.smallest_normal) | (scale > form.greatest / 16)


def _is_far_off(
    function: Function, got: np.ndarray, slopes: differences.Slopes, dtype: str, on: str, is_complex: bool
) -> np.ndarray:
    """Where gradients that a dtype holds, with what their errors may be, are not as near as it can be.

    It must hold them also without the weights of the loss, of which some are 1/2, and the products whose sums the parts of
    complex ones are, but not what other formulae have on the way.
    A product of a logarithm and of what is flushed may be lost.
    """
    bound, form = knowledge.of(function).gradient.bounds.of(dtype, on=on), format_of(dtype)
    with np.errstate(all="ignore"):
        allowed = bound * ulps(slopes.scale, dtype) + slopes.error
        allowed = allowed + 4 * np.log(form.greatest) * form.smallest_normal
        is_held = (8 if is_complex else 2) * np.abs(slopes.values) + allowed < form.greatest
        return np.asarray(is_held & ~(np.abs(got - slopes.values) <= allowed))


_DIRECTIONS = (-2.0, -1.5, -1.0, -0.75, 0.75, 1.0, 1.5, 2.0)
"""How far each element moves, relative to a step: not all alike, so that it shows where two are exchanged."""

_SEEN = 2
"""Along so many directions: an error shows along each but those that stand upright on it."""


def _coarsest(sample: Sample, dtype: str) -> str:
    """The dtype of a variable, or the one that the call asks for, where that has fewer digits."""
    asked = sample.kwargs.get("dtype")
    if not isinstance(asked, str) or kind_of(asked) not in "fc":
        return dtype
    return min(dtype, real_of(asked), key=lambda name: format_of(name).digits)


def _directions(x: np.ndarray) -> list[np.ndarray]:
    """Along which all elements move."""
    scale = differences.steps(x) / differences.STEP
    return [np.random.default_rng(seed).choice(_DIRECTIONS, x.shape) * scale for seed in range(_SEEN)]


_PARTS = 8
"""So many parts are moved one after the other, where some element has a kink, which is one of all directions."""


def _parts(x: np.ndarray) -> list[np.ndarray]:
    """Along which some of the elements move, and all of them along one of the directions."""
    numbers, every = np.arange(x.size).reshape(x.shape), _directions(x)[0]
    return [np.where(numbers % _PARTS == part, every, 0) for part in range(min(_PARTS, x.size))]


def _along(
    function: Function, call: Call, variable: Variable, got: np.ndarray, directions: list[np.ndarray], on: str
) -> tuple[np.ndarray, np.ndarray]:
    """The gradient at a few directions, where each element by itself would take too long."""
    dtype = _coarsest(call.sample, variables.value(call.sample, variable).dtype.name)
    expected, wrong = np.zeros(len(directions)), np.zeros(len(directions), bool)
    for number, direction in enumerate(directions):
        expected[number], scale = differences.along(function, call.sample, variable, direction)
        product = np.sum(got * direction)
        scale = max(scale, np.sum(np.abs(got * direction)) if np.isfinite(product) else 0)
        near = _is_near(function, call, product, expected[number], scale, dtype, on)
        wrong[number] = np.isfinite(expected[number]) and not near
    return expected, wrong


# ------------------------------------------------------------------------------------------------ kinks


def _kinks(case: Case) -> list[Kink]:
    """Those of the record, and what is promised of a vector once more for vectors along an axis: of ties another code may
    give the same values there, and other gradients. Where each is compiled, of the first one."""
    kinks = list(knowledge.of(case.function).gradient.kinks)
    if "axis" not in case.function.parameters:
        return kinks
    vectors = [one for one in kinks if "axis" not in one.kwargs and _is_of_one_vector(one)]
    return kinks + [_along_an_axis(one) for one in vectors[: 1 if frameworks.of(case.cell.backend).compiles else None]]


def _is_of_one_vector(kink: Kink) -> bool:
    return len(kink.args) == 1 and not any(isinstance(number, list) for number in kink.args[0])


def _along_an_axis(kink: Kink) -> Kink:
    """The kink of a vector, of two of them along the last axis of a matrix."""
    (vector,), (gradient,) = kink.args, kink.gradients
    return Kink(([vector, vector],), ([gradient, gradient],), {**kink.kwargs, "axis": -1})


def _check_kinks_of_a_trace(case: Case, kinks: list[Kink]) -> None:
    """The kinks in the widest dtype, of a trace that was made while nothing was recorded."""
    at_kinks = [(kink, kink.sample(dtypes(case)[0])) for kink in kinks if kind_of(dtypes(case)[0]) == "f"]
    at_kinks = [(kink, sample) for kink, sample in at_kinks if traces.takes(case, sample)]
    found = traces.gradients(case, OF_A_TRACE, [_loss_at_kink(case, sample) for _, sample in at_kinks])
    for (kink, sample), one in zip(at_kinks, found, strict=True):
        _judge_kink(case, kink, sample, one)


def _at_kink(case: Case, sample: Sample, recorded: bool) -> Prepared:
    """The gradients of a loss at a kink with respect to the arrays among the arguments."""
    loss, arrays = _loss_at_kink(case, sample)
    return Prepared(differentiating.gradient_of(case, loss, len(arrays), recorded=recorded), arrays, sample)


def _loss_at_kink(case: Case, sample: Sample) -> Loss:
    """The sum of a result, or of all together."""
    args, kwargs = calling.arguments(case, sample)
    places = [place for place, argument in enumerate(sample.args) if isinstance(argument, np.ndarray)]

    def total(*arrays: Any) -> Any:
        given = dict(zip(places, arrays, strict=True))
        result = calling.public(case)(*(given.get(place, one) for place, one in enumerate(args)), **kwargs)
        first, *others = (case.xp.sum(one) for one in calling.leaves(result))
        return sum(others, start=first)

    return Loss(total, [args[place] for place in places])


def _judge_kink(case: Case, kink: Kink, sample: Sample, found: list[np.ndarray] | Exception) -> None:
    """Compare gradients with the subgradients that are promised."""
    if isinstance(found, Exception):
        raise CheckFailure(f"gradient: raised {type(found).__name__}", sample=sample, error=found) from found
    dtype = calling.sampled_arrays(sample)[0].dtype.name
    bound = knowledge.of(case.function).gradient.bounds.of(dtype, on=value.asked_on(case.cell).on)
    relative = 2 * bound * 2.0 ** -format_of(dtype).digits
    for gradient, promised in zip(found, kink.gradients, strict=True):
        if not np.allclose(gradient.astype(float), promised, rtol=relative, atol=relative):
            raise CheckFailure("gradient at a kink", sample=sample, expected=np.asarray(promised), got=gradient)


CHECK = Check("gradient", "item", applies, run, __doc__, order=190)
