"""Under jax.jit, torch.compile and tf.function results are those of eager calls, with one trace for one shape.

Under tf.function also where the lengths of the arguments, or their numbers of dimensions, are not known: every function
that TensorFlow can do works, and the few others say what must be known.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

import aikit
from aikit.core.records import Function
from aikit.exceptions import AikitValueError
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, literals
from pytest_aikit.cases.oracle import expected, widened
from pytest_aikit.cases.showing import shown_by
from pytest_aikit.frameworks.records import Trace
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import difference, without_flushed
from pytest_aikit.numerics.promotion import kind_of

ENOUGH = 2  # the first sample, and the first with keywords: a trace costs some 100 ms


def applies(function: Function) -> bool:
    known = knowledge.of(function)
    return (
        function.returns in ("array", "arrays")
        and bool(function.array_parameters)
        and not known.trace.eager_only
        and not known.shaped_by_values
    )


def run(case: Case) -> Evidence:
    traces = frameworks.of(case.cell.backend).traces  # none where the backend knows no traces
    chosen = _chosen(case) if traces else []
    for sample, result in chosen:
        for trace in traces:
            with shown_by(functools.partial(_shown, case, sample, trace)):
                _check_one(case, sample, result, trace)
    return Evidence(len(chosen) * len(traces))


def _chosen(case: Case) -> list[tuple[Sample, Any]]:
    found: list[tuple[Sample, Any]] = []
    for sample, result in calling.results(case):
        if sample.part == "keywords":
            continue  # there are too many of them to compile
        if calling.sampled_arrays(sample) and (not found or sample.kwargs) and not _data_dependent(sample):
            found.append((sample, result))
        if len(found) == ENOUGH:
            break
    return found


def _data_dependent(sample: Sample) -> bool:
    return sample.label == "repeats array"


def _check_one(case: Case, sample: Sample, result: Any, trace: Trace) -> None:
    args, kwargs = calling.arguments(case, sample)
    function = calling.public(case)

    def both(natives: list[Any]) -> list[Any]:
        """Natives take the slow path, Arrays the fast one, in one trace."""
        found: list[Any] = []
        for convert in (_same, case.xp.asarray):
            given = iter([convert(native) for native in natives])
            positional = [_filled(value, given) for value in args]
            keywords = {name: _filled(value, given) for name, value in kwargs.items()}
            found.extend(array.data for array in calling.leaves(function(*positional, **keywords)))
        return found

    natives = [array.data for array in calling.arrays_of(args, kwargs)]
    traced, count = trace.compile(both, natives)
    try:
        traced(natives)
        twice = traced(natives)
    except Exception as error:
        if not trace.knows_shapes and knowledge.of(case.function).trace.needs_shape and _says_what_is_needed(error):
            return
        raise CheckFailure(f"under {trace.label}: raised {type(error).__name__}", sample=sample, error=error) from error
    if count() != 1:
        raise CheckFailure("more than one trace for one shape", sample=sample, expected=1, got=count())
    eager = calling.leaves(result)
    for place, native in enumerate(twice):
        _check_same(case.function, sample, place % len(eager), eager[place % len(eager)], aikit.asarray(native))


def _shown(case: Case, sample: Sample, trace: Trace) -> str:
    """Natives take the slow path, Arrays the fast one, in one trace."""
    instead = {place: f"given[{number}]" for number, place in enumerate(literals.places(sample))}
    args, kwargs = literals.arguments(sample, instead=instead)
    return f"""\
arrays = aikit.to_native([{", ".join(literals.at(place, sample) for place in instead)}], nested=True)


def both(arrays):
    found = []
    for given in (arrays, [xp.asarray(array) for array in arrays]):
        result = function(*{args}, **{kwargs})
        found += [one.data for one in (result if isinstance(result, (list, tuple)) else [result])]
    return found


{trace.before}wanted = both(arrays)
traced = {trace.source}
traced(arrays)
got = traced(arrays)
print("got:     ", *((str(one.dtype), one.shape, aikit.to_numpy(one)) for one in got), "traces:", {trace.counted})
print("expected:", *((str(one.dtype), one.shape, aikit.to_numpy(one)) for one in wanted), "traces:", 1)
"""


def _says_what_is_needed(error: Exception) -> bool:
    return isinstance(error, AikitValueError) and "know" in str(error)


def _same(native: Any) -> Any:
    return native


def _filled(value: Any, given: Any) -> Any:
    """The argument with each Array in it replaced by the next of `given`."""
    if isinstance(value, (list, tuple)) and any(type(item) is aikit.Array for item in value):
        return type(value)(_filled(item, given) for item in value)
    return next(given) if type(value) is aikit.Array else value


def _check_same(function: Function, sample: Sample, place: int, eager: Any, traced: Any) -> None:
    """Compiled code may round in another order, so floating values may differ by twice the bound, and by 2 ULP."""
    if (eager.dtype, eager.shape) != (traced.dtype, traced.shape):
        raise CheckFailure("another dtype or shape under a trace", sample=sample, expected=eager, got=traced)
    one, two = calling.host(eager), calling.host(traced)
    known = knowledge.of(function)
    if known.arbitrary or kind_of(str(eager.dtype)) not in "fc":
        same = known.arbitrary or np.array_equal(one, two)
    else:
        wanted = expected(function, sample)
        scale = (wanted[place] if isinstance(wanted, tuple) else wanted).scale
        dtype = str(eager.dtype)
        limit = max(2.0, 2 * known.bound(dtype))
        # compiled code may flush subnormal results that the eager call keeps, and the other way round
        exact = without_flushed(one, widened(two), dtype, limit)
        same = not difference(without_flushed(two, exact, dtype, limit), exact, dtype, limit, scale, zero_signs=False)
    if not same:
        raise CheckFailure("another result under a trace", sample=sample, expected=one, got=two)


CHECK = Check("trace", "item", applies, run, __doc__, order=150)
