"""Calls of samples as one function of native arrays, which a tracer takes; and the same calls with other arrays.

What a trace must not keep is what it was made with: it is called with other values, and where it does not know the
lengths, with others. All samples of a case are one function, for most of what a trace costs is paid once.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import aikit
from aikit.backend_handler import find_implementation, load
from aikit.core.arrays import wrap
from aikit.core.records import REGISTRY, Function
from pytest_aikit import frameworks, knowledge, memory
from pytest_aikit.cases import calling
from pytest_aikit.cases.samples.values import OVER_THE_RANGE
from pytest_aikit.cases.turns import first_turn, has_its_turn
from pytest_aikit.frameworks.records import FIRST, Trace
from pytest_aikit.knowledge.records import Need
from pytest_aikit.model import LONG, Case, CheckFailure, Sample
from pytest_aikit.numerics.comparing import same_bits
from pytest_aikit.numerics.promotion import kind_of


@dataclass(frozen=True)
class Call:
    """A call, and what it gives without a trace."""

    sample: Sample
    eager: list[Any]


def is_declared(function: Function) -> bool:
    """Whether a function is one that aikit declares, and none that stands for a special method or a nest of calls."""
    return function.qualified_name in REGISTRY and REGISTRY[function.qualified_name] is function


def takes_other_values(function: Function) -> bool:
    """Whether a function takes other values in the same shapes: all do but those that stand for a special method with a key."""
    return is_declared(function) or function.kind == "compositional"


def needs(case: Case, sample: Sample) -> tuple[Need, ...]:
    """What the call of a sample must know."""
    known = knowledge.of(case.function)
    of_shapes = (Need("sizes", "the values say the shape of the result"),) if known.shaped_by_values else ()
    return of_shapes + tuple(need for need in known.trace.needs if need.of(*sample.args, **sample.kwargs))


def is_made_of_others(function: Function, backend: str) -> bool:
    """Whether a function is made of others on a backend, each of which is traced by itself."""
    if not is_declared(function) or function.kind not in ("compositional", "mixed"):
        return False
    return function.kind == "compositional" or find_implementation(function, load(backend)) is None


def with_code_of_its_own(function: Function, backend: str) -> list[str]:
    """A dtype for each implementation that a backend has of a function beside the usual one."""
    loaded = load(backend)
    names = {native: name for name, native in loaded.native_dtypes.items()}
    cases = getattr(find_implementation(function, loaded), "cases", {})
    return list({id(implementation): names[native] for native, implementation in cases.items()}.values())


def is_one_call(case: Case, cheap: bool) -> bool:
    """Whether one call is traced, in one form: a trace costs as much as all functions that are called in it.

    So is one of every function where a case is brief. The other calls and the other form are left to cases that are thorough.
    """
    return not (cheap or case.thorough) and (case.brief or is_made_of_others(case.function, case.cell.backend))


def is_tried(function: Function, backend: str, trace: Trace, brief: bool = False) -> bool:
    """Whether a transform is tried where a case is not thorough: the first of each framework, which its users take, and each
    further one for some of the functions in turn where these are made of others, or a case is `brief`.
    """
    if trace is frameworks.of(backend).traces[0] or has_its_turn(function):
        return True
    return not brief and (trace.cheap or not is_made_of_others(function, backend))


def chosen(case: Case, cheap: bool, lacks: Collection[str] = ()) -> Iterator[Call]:
    """The calls that are traced, the first with keywords and the first without: of each part, where that costs little.

    Where lengths are among what a trace `lacks`, it is so of each form of the call, see `_form`. Where a case is thorough,
    there are more of each; not where all are in parts of a great many. A call that has the same results with other values
    could be a constant of the trace: then another one follows, a few times. Of what is made of other functions it is the
    first with keywords alone, if there is one, and one that must know what a trace may not.
    """
    seen: Counter[Any] = Counter()
    alike: Counter[Any] = Counter()
    by_themselves = [sample for sample in case.samples if id(sample) not in case.kept.together]
    few = [sample for sample in by_themselves if sample.part not in MANY]
    one_call = is_one_call(case, cheap)
    if one_call:
        few = sorted(few, key=lambda sample: not sample.kwargs)
    of_each_form = "lengths" in lacks and "rank" not in lacks and not one_call
    for sample in at_critical_points_first(few) or by_themselves:
        parts = sample.part if cheap or case.thorough else "", bool(sample.kwargs), _form(sample, lacks)
        kind = bool(needs(case, sample)) if one_call else parts
        if seen[kind] < (MOST if (case.thorough or of_each_form) and few else 1):
            call = made_eagerly(case, sample)
            if call is None:
                continue
            yield call
            if alike[kind] < ALIKE and takes_other_values(case.function) and not _shows_values(case, call):
                alike[kind] += 1
            else:
                seen[kind] += 1


def _form(sample: Sample, lacks: Collection[str]) -> tuple[Any, ...]:
    """What decides which way a call goes where less is known: the types of what is no array, as an axis or several."""
    given = (*sample.args, *sample.kwargs.values()) if {"lengths", FIRST}.intersection(lacks) else ()
    return tuple(type(one) for one in given if not isinstance(one, np.ndarray))


def at_critical_points_first(found: Sequence[Sample]) -> list[Sample]:
    """Some calls, first the one with the critical points of a function, where it may be another one; special values are among them."""
    return sorted(found, key=lambda sample: sample.label not in OVER_THE_RANGE)


def telling(case: Case, found: Sequence[Sample]) -> Iterator[Call]:
    """The first of some calls whose results depend on the values, or the first of all; none where there is none."""
    first = at_critical_points_first(found)[:ALIKE]
    made = [call for sample in first if (call := made_eagerly(case, sample)) is not None]
    yield from itertools.islice((*(call for call in made if _shows_values(case, call)), *made), 1)


def made_eagerly(case: Case, sample: Sample) -> Call | None:
    """The call of a sample; None where it raises, which is the business of the check `value`."""
    try:
        return Call(sample, calling.leaves(calling.result(case, sample)))
    except CheckFailure:
        return None


def _shows_values(case: Case, call: Call) -> bool:
    """Whether the results are others with other values."""
    return _differ(call, with_other_values(case, call))


def _differ(call: Call, other: Call) -> bool:
    """Whether results are others, and not but for rounding."""
    return any(not _is_near(*map(calling.host, pair)) for pair in zip(call.eager, other.eager, strict=False))


def _is_near(one: np.ndarray, two: np.ndarray) -> bool:
    if one.shape != two.shape or kind_of(one.dtype.name) not in "fc":
        return same_bits(one, two)
    wide = np.complex128 if kind_of(one.dtype.name) == "c" else np.float64
    return np.allclose(one.astype(wide), two.astype(wide), _NEAR, 0, equal_nan=True)


_NEAR = 1e-2
"""So near, relative to them, may numbers be that are the same but for rounding."""


ALIKE = 3
"""So many calls of a part whose results do not depend on the values are followed by another one."""


MANY = ("keywords", *LONG, "matrices", "keys")
"""The parts with a great many calls, of which a trace shows little that others do not; those with keywords are chosen elsewhere."""

MOST = 8
"""So many calls of a part, with keywords and without, are traced where a case is thorough."""


def changed(case: Case, call: Call, change: Callable[[np.ndarray], np.ndarray]) -> Call:
    """The call with each array changed; the call itself where it has none, or refuses them."""
    sample = call.sample
    if not calling.sampled_arrays(sample):
        return call
    args, kwargs = memory.mapped(change, sample.args), memory.mapped(change, list(sample.kwargs.values()))
    other = replace(sample, args=args, kwargs=dict(zip(sample.kwargs, kwargs, strict=True)))
    if calling.refuses_values(case, other.args, other.kwargs):
        return call
    try:
        return Call(other, calling.leaves(calling.call(case, other, *calling.arguments(case, other))))
    except CheckFailure:
        return call


def with_other_values(case: Case, call: Call) -> Call:
    """The call with the numbers in reverse order: what is an index, or a positive definite matrix, remains one.

    Floating ones are halved where that gives the same, as it does of singular values.
    """
    other = changed(case, call, lambda array: np.flip(array) if array.ndim else array)
    if _differ(call, other):
        return other
    halves = changed(case, call, _halved)
    return halves if _differ(call, halves) else other


def _halved(array: np.ndarray) -> np.ndarray:
    return np.asarray(array / array.dtype.type(2)) if kind_of(array.dtype.name) in "fc" else array


RESIZES = 1, -1, 4
"""By how much lengths are changed, until a call takes them: 1 more, so that equal ones remain equal, and others not."""


def with_other_lengths(case: Case, call: Call, more: int, *, first: bool = False) -> Call:
    """The call with each length above 1 changed, or the `first` of each array, but not to 1: of 0 and 1 PyTorch makes constants.

    A part of a positive definite matrix remains one, which more of it does not.
    """

    def resized(array: np.ndarray) -> np.ndarray:
        for axis, length in enumerate(array.shape[:1] if first else array.shape):
            if length >= 2 and length + more >= 2:
                array = np.take(array, np.arange(length + more) % length, axis=axis)
        return array

    return changed(case, call, resized)


def natives(case: Case, calls: Sequence[Call]) -> list[Any]:
    """The native arrays of calls, in memory of their own."""
    return [array.data for call in calls for array in calling.arrays_of(*calling.arguments(case, call.sample))]


def as_function(case: Case, calls: Sequence[Call], cheap: bool = True) -> Callable[[list[Any]], list[list[Any]]]:
    """The calls as a function of their native arrays, which gives the native arrays of each result.

    The first is made with native arrays, which take the slow path, the others with Arrays, which take the fast one; where
    there is no other, it is made with both, or, where it costs much, with one of them in turn. It is made of the source of
    the calls, for a tracer that follows Python takes as long for each step of it as for one of the function.
    """
    forms: list[tuple[str, ...]]
    if len(calls) > 1:
        forms = [(_NATIVE,), *[(_ARRAY,)] * (len(calls) - 1)]
    elif is_one_call(case, cheap):
        forms = [(_ARRAY if first_turn(case.function) % 2 else _NATIVE,)]
    else:
        forms = [(_NATIVE, _ARRAY)]
    scope = {"function": calling.public(case), "wrap": wrap, "of_result": _natives_of_result}
    sources, start = [], 0
    for call, converted in zip(calls, forms, strict=True):
        args, kwargs = calling.arguments(case, call.sample)
        places = range(start, start + len(calling.arrays_of(args, kwargs)))
        for form in converted:
            arrays = map(form.format, places)
            given = [_source(value, arrays, scope) for value in args]
            given += [f"{name}={_source(value, arrays, scope)}" for name, value in kwargs.items()]
            sources.append(f"of_result(function({', '.join(given)}))")
        start = places.stop
    traced: Callable[[list[Any]], list[list[Any]]] = eval(f"lambda natives: [{', '.join(sources)}]", scope)
    return traced


_NATIVE, _ARRAY = "natives[{}]", "wrap(natives[{}])"
"""The source of an argument in the two forms of a call."""


def _source(value: Any, arrays: Iterator[str], scope: dict[str, Any]) -> str:
    """The source of an argument, with the next of `arrays` for each Array; what is none has a name in the scope."""
    if type(value) is aikit.Array:
        return next(arrays)
    if isinstance(value, (list, tuple)) and any(type(item) is aikit.Array for item in value):
        items = ", ".join(_source(item, arrays, scope) for item in value)
        return f"[{items}]" if isinstance(value, list) else f"({items},)"
    name = f"value_{len(scope)}"
    scope[name] = value
    return name


def _natives_of_result(result: Any) -> list[Any]:
    return [array.data for array in calling.leaves(result)]


def in_order(case: Case, calls: Sequence[Call], cheap: bool = True) -> list[Call]:
    """The calls in the order of the results of `as_function`."""
    return list(calls) if len(calls) > 1 or is_one_call(case, cheap) else [*calls, *calls]
