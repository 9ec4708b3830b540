"""Under jax.jit, torch.compile and tf.function results are those of eager calls, with one trace for one shape.

The trace leaves the framework nowhere, and is called again with other values; each value of a keyword is in some call. A
call that needs to know what the trace does not, by the record of the function, is refused with an error.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import aikit
from aikit.backend_handler import load
from aikit.core.records import Function
from aikit.dtypes import DTYPES
from aikit.exceptions import AikitException
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, cells, literals, tracing
from pytest_aikit.cases.rounding import same_but_for_rounding
from pytest_aikit.cases.samples import core_samples, keywords
from pytest_aikit.cases.samples.rows import from_row
from pytest_aikit.cases.samples.scalars import with_scalars
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.cases.tracing import Call
from pytest_aikit.cases.turns import has_its_turn
from pytest_aikit.checks import value
from pytest_aikit.frameworks.records import FIRST, Trace, Traced
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.promotion import kind_of

AT_ONCE = 12
"""So many calls are one trace at the most."""


def applies(function: Function) -> bool:
    return function.returns in ("array", "arrays") and not knowledge.of(function).trace.unchecked


def run(check: str, case: Case) -> Evidence:
    """Trace the calls of a case by the transforms that the check of this name looks at: none where there are none."""
    made = 0
    for trace in frameworks.of(case.cell.backend).traces:
        if trace.check == check and _is_traced(case, trace):
            made += _check_trace(case, trace)
    return Evidence(made)


def _is_traced(case: Case, trace: Trace) -> bool:
    """Whether the cell is traced: the one for what is done once for each function, and where it costs little others.

    So are complex numbers where the result is boolean, for of real ones it may be the same whatever these are, and matrices of
    them, of which others are made. In the pass without 64-bit dtypes, which traces all anew, functions take turns.
    """
    if (trace.maps or trace.constants) and not tracing.is_declared(case.function):
        return False
    if not (case.thorough or tracing.is_tried(case.function, case.cell.backend, trace, case.brief)):
        return False
    if not (case.x64 or case.thorough or has_its_turn(case.function)):
        return False
    if case.once or not case.x64 or not cells.stands_for_kinds(case.cell):
        return case.once
    differs = case.function.result == "boolean" or bool(knowledge.of(case.function).matrices)
    of_complex = differs and case.cell.dtypes[0] == "complex64"
    return trace.cheap or case.thorough or of_complex


def _check_trace(case: Case, trace: Trace) -> int:
    taken, refused = [], []
    # of keys of indices there are too many forms
    calls = tracing.chosen(case, trace.cheap, trace.lacks if tracing.is_declared(case.function) else ())
    if trace.joins and not case.brief:
        calls = itertools.chain(calls, _of_other_kinds(case), _with_neutral_numbers(case))
    # what does without lengths is other code
    without_lengths = trace.lacks_lengths and "rank" not in trace.lacks
    if not case.brief and (without_lengths or trace is frameworks.of(case.cell.backend).traces[0]):
        calls = itertools.chain(calls, _of_keywords(case))
    for call in calls:
        arrays = calling.sampled_arrays(call.sample)
        lacking = [need for need in tracing.needs(case, call.sample) if arrays and need.what in trace.lacks]
        if lacking:
            refused.append((call, lacking[0].why))
        elif FIRST in trace.lacks and any(need.what == "lengths" for need in tracing.needs(case, call.sample)):
            continue  # which lengths it needs is not said
        elif arrays or not (trace.maps or trace.lacks_lengths or "lengths" in trace.constants):
            taken.append(call)
    # what one call needs to be constant would be so for the others
    at_once = 1 if trace.constants else AT_ONCE
    for start in range(0, len(taken), at_once):
        _check_calls(case, trace, taken[start : start + at_once])
    for call, why in refused:
        with shown_by(lambda: _shown(case, call.sample, trace)):  # noqa: B023
            _check_refused(case, trace, call, why)
    return len(taken) + len(refused)


def _of_other_kinds(case: Case) -> Iterator[Call]:
    """A call with arrays of each of the other kinds of dtype, and of dtypes with code of their own: a trace may be another there.

    Not where a case is thorough, whose cells of these dtypes are traced, nor in the pass without 64-bit dtypes.
    """
    function, own = case.function, kind_of(cells.leading_dtype(case.function, case.cell.dtypes))
    one_call = tracing.is_one_call(case, cheap=False)
    if case.thorough or not case.x64 or not tracing.is_declared(function) or one_call:
        return
    native = set(load(case.cell.backend).native_dtypes)
    others = [dtype for dtype in ("bool", "int64", "complex64") if kind_of(dtype) != own]
    for dtype in dict.fromkeys((*others, *tracing.with_code_of_its_own(function, case.cell.backend))):
        if dtype in cells.accepted_dtypes(function) & native and dtype != case.cell.dtypes[0]:
            dtypes, _ = cells.tuples(function, dtype, (dtype,), False)[0]
            other = replace(case.cell, dtypes=dtypes)
            yield from tracing.telling(case, core_samples(other, frozenset(DTYPES) - native, in_turn=True))


def _of_keywords(case: Case) -> Iterator[Call]:
    """Calls with each value of a keyword, of which one may lead out of the trace.

    Not where calls with keywords are compiled together, nor of what is made of others.
    """
    function, dtypes = case.function, case.cell.dtypes
    if frameworks.of(case.cell.backend).compiles or not case.x64 or not case.once or not tracing.is_declared(function):
        return
    if tracing.is_one_call(case, cheap=False):
        return
    by_name = dict(zip(function.array_parameters, dtypes, strict=False))
    kind = kind_of(cells.leading_dtype(function, dtypes))
    rows = keywords.few_rows(function, kind, of_pairs=False)
    made = (from_row(function, one, by_name, dtypes, case.cell.device) for one in rows)
    for sample in filter(None, made):
        call = tracing.made_eagerly(case, sample)
        if call is not None:
            yield call


def _with_neutral_numbers(case: Case) -> Iterator[Call]:
    """Calls with 0, 1 or 0.5 in the place of an array, of which an optimizer may make a shorter one, as x of x + 0.

    Not where a case is thorough, in which all calls with numbers are traced, nor in the pass without 64-bit dtypes.
    """
    names = dict(zip(case.function.array_parameters, case.cell.dtypes, strict=False))
    if not case.function.elementwise or case.thorough or not case.x64 or knowledge.of(case.function).calls:
        return
    chosen = (one for one in with_scalars(case.function, names) if one.label.startswith(_NEUTRAL))
    for sample in chosen:
        yield from tracing.telling(case, [sample])


_NEUTRAL = ("0.0 for", "1.0 for", "0.5 for")


def _check_calls(case: Case, trace: Trace, calls: Sequence[Call]) -> None:
    """All calls in one trace; where that fails, each by itself, to name the one that does."""
    try:
        _check_together(case, trace, calls)
    except CheckFailure:
        for call in calls if len(calls) > 1 else ():
            _check_together(case, trace, [call])
        raise


def _check_together(case: Case, trace: Trace, calls: Sequence[Call]) -> None:
    """Call a trace as it was made, and with other values; where it does not know the lengths, also with others."""
    declared = tracing.is_declared(case.function)
    changes = tracing.takes_other_values(case.function)
    others = [tracing.with_other_values(case, call) if changes else call for call in calls]
    with shown_by(lambda: _shown(case, calls[0].sample, trace)):
        try:
            natives = [tracing.natives(case, one) for one in (calls, others)]
            traced = trace.trace(tracing.as_function(case, calls, trace.cheap), natives[0])
            found = traced.call(natives)
        except Exception as error:
            raise _raised(trace, "", calls[0].sample, error) from error
    _check_results(case, trace, "", calls, calls, found[0])
    _check_shapes(case, trace, calls, traced)
    _check_results(case, trace, ", with other values", calls, others, found[1])
    if declared and _leaves_lengths_open(case, trace, calls):
        _check_other_lengths(case, trace, calls, traced)
    with shown_by(lambda: _shown(case, calls[0].sample, trace)):
        handed_back = all(any(one is native for native in natives[0]) for one in itertools.chain(*found[0]))
        if traced.traces() != 1 and not (handed_back and traced.traces() == 0):  # of which PyTorch has no graph
            raise CheckFailure(
                f"under {trace.label}: more than one trace", sample=calls[0].sample, expected=1, got=traced.traces()
            )
        outside = sorted(set(traced.outside()))
        if outside:
            raise CheckFailure(
                f"under {trace.label}: leaves the framework for {', '.join(outside)}", sample=calls[0].sample
            )


def _check_shapes(case: Case, trace: Trace, calls: Sequence[Call], traced: Traced) -> None:
    """What follows from the shapes of the arguments is known under the trace, so that it can be asked for there.

    Where it does not know these, what it knows of the shape is right.
    """
    for call, shapes in zip(tracing.in_order(case, calls, trace.cheap), traced.shapes(), strict=False):
        if not trace.lacks_lengths and any(need.what == "sizes" for need in tracing.needs(case, call.sample)):
            continue
        for eager, shape in zip(call.eager, shapes, strict=True):
            known = trace.lacks_lengths and _may_be(shape, eager.shape)
            if shape != eager.shape and not known:
                with shown_by(lambda: _shown(case, call.sample, trace, known=trace.known)):  # noqa: B023
                    raise CheckFailure(
                        f"under {trace.label}: the shape is {'wrong' if trace.lacks_lengths else 'not known'}",
                        sample=call.sample,
                        expected=eager.shape,
                        got=shape,
                    )


def _may_be(known: tuple[int | None, ...] | None, shape: tuple[int, ...]) -> bool:
    """Whether this may be the shape, of which so much is known."""
    if known is None:
        return True
    return len(known) == len(shape) and all(one in (None, other) for one, other in zip(known, shape, strict=True))


def _leaves_lengths_open(case: Case, trace: Trace, calls: Sequence[Call]) -> bool:
    constant = (need.what in trace.constants for call in calls for need in tracing.needs(case, call.sample))
    return trace.lacks_lengths or ("lengths" in trace.constants and not any(constant))


def _check_other_lengths(
    case: Case, trace: Trace, calls: Sequence[Call], traced: Traced, by_chance: bool = True
) -> None:
    """Other lengths, the first ones that are not refused: a trace may be of one branch of two.

    Where all are refused, the trace is made once more with some of them: lengths may fit each other by chance.
    """
    failure, resized = None, []
    for more in tracing.RESIZES:
        others = [tracing.with_other_lengths(case, call, more, first=FIRST in trace.lacks) for call in calls]
        if all(one is other for one, other in zip(calls, others, strict=True)):
            continue
        resized.append(others)
        try:
            found = traced.call([tracing.natives(case, others)])
        except Exception as error:
            failure = failure or _raised(trace, ", with other lengths", others[0].sample, error)
            continue
        return _check_results(case, trace, ", with other lengths", calls, others, found[0])
    if failure is not None and by_chance and trace.constants:
        again = trace.trace(tracing.as_function(case, resized[0], trace.cheap), tracing.natives(case, resized[0]))
        return _check_other_lengths(case, trace, resized[0], again, by_chance=False)
    if failure is not None:
        with shown_by(lambda: _shown(case, calls[0].sample, trace, failure.sample)):
            raise failure


def _raised(trace: Trace, how: str, sample: Sample, error: Exception) -> CheckFailure:
    return CheckFailure(f"under {trace.label}{how}: raised {type(error).__name__}", sample=sample, error=error)


def _check_results(
    case: Case, trace: Trace, how: str, calls: Sequence[Call], others: Sequence[Call], found: Any
) -> None:
    """Compare what a trace of some calls gives for others with what these give without it."""
    in_order = (tracing.in_order(case, one, trace.cheap) for one in (calls, others))
    for call, other, arrays in zip(*in_order, found, strict=True):
        with shown_by(lambda: _shown(case, call.sample, trace, other.sample)):  # noqa: B023
            _check_arrays(case, trace, how, other, arrays)


def _check_refused(case: Case, trace: Trace, call: Call, why: str) -> None:
    """What a trace must know and does not is a documented error: one of ours, or that of the tracer."""
    natives = tracing.natives(case, [call])
    try:
        found = trace.trace(tracing.as_function(case, [call], trace.cheap), natives).call([natives])
    except Exception as error:
        named = any(name in str(error) for name in (case.function.qualified_name, "under this trace"))
        own = isinstance(error, AikitException) and named
        if own or load(case.cell.backend).is_untranslated(error):
            return
        raise CheckFailure(
            f"under {trace.label}: refused with {type(error).__name__}", sample=call.sample, error=error
        ) from error
    raise CheckFailure(f"under {trace.label}: not refused, although {why}", sample=call.sample, got=found)


def _check_arrays(case: Case, trace: Trace, how: str, call: Call, arrays: Any) -> None:
    """Compare with the results without a trace; what is not unique may be another that is as right, as judged by its value."""
    found, others = [aikit.asarray(native) for native in arrays], []

    def failure(what: str, expected: Any, got: Any) -> CheckFailure:
        return CheckFailure(f"under {trace.label}{how}: {what}", sample=call.sample, expected=expected, got=got)

    if len(arrays) != len(call.eager):
        raise failure("wrong number of arrays", len(call.eager), len(arrays))
    for place, (eager, traced) in enumerate(zip(call.eager, found, strict=True)):
        if str(eager.dtype) != str(traced.dtype):
            raise failure("wrong dtype", eager, traced)
        if eager.shape != traced.shape:
            raise failure("wrong shape", eager, traced)
        if not same_but_for_rounding(case.function, call.sample, place, eager, traced):
            others.append((place, failure("wrong value", calling.host(eager), calling.host(traced))))
    if not others:
        return
    open_places = knowledge.of(case.function).not_unique
    for place, wrong in others:
        if place not in open_places:
            raise wrong
    try:
        value.compare(case.function, call.sample, found if len(found) > 1 else found[0], value.asked_on(case.cell))
    except CheckFailure:
        raise others[0][1] from None


def _shown(case: Case, sample: Sample, trace: Trace, called: Sample | None = None, known: str = "") -> str:
    """A trace that is made with the arrays of a sample, and called also with those of another; `known`: what it shows instead."""
    instead = {place: f"given[{number}]" for number, place in enumerate(literals.places(sample))}
    args, kwargs = literals.arguments(sample, instead=instead)
    others = ", ".join(literals.argument(array) for array in calling.sampled_arrays(called or sample))
    counted = f', "traces:", {trace.counted}' if trace.counted else ""
    got = known or f"*shown(traced(others)){counted}"
    expected = (
        "[list(x.shape) for x in wanted]" if known else f"""*shown(wanted){', "traces:", 1' if counted else ""}"""
    )
    return f"""\
others = aikit.to_native([{others}], nested=True)
arrays = aikit.to_native([{", ".join(literals.at(place, sample) for place in instead)}], nested=True)


def call(arrays):
    found = []
    for given in (arrays, [xp.asarray(array) for array in arrays]):
        result = function(*{args}, **{kwargs})
        found += [one.data for one in (result if isinstance(result, (list, tuple)) else [result])]
    return found


def shown(found):
    return [(str(aikit.asarray(one).dtype), aikit.to_numpy(aikit.asarray(one)).tolist()) for one in found]


{trace.before}wanted = call(others)
{trace.source}traced(arrays)
print("got:     ", {got})
print("expected:", {expected})
"""


CHECK = Check("trace", "cell", applies, functools.partial(run, "trace"), __doc__, order=150, mixed=False)
