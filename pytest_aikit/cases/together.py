"""Calls that are compiled together, where a framework compiles each operation for every new shape.

Compiling takes a hundred times as long as the call, so the calls of a case with each of the lengths, shapes and pairs of
keyword values are made in one function, which is traced and compiled once. The same code of aikit and of its backend runs
in it and chooses the same operations, each of which rounds to its dtype as it does by itself. What may differ is left to
calls by themselves: the first of each tuple of dtypes, those of the record in one dtype, values over the whole range, all
that reads or writes through keys, functions that must know the values, and a call that cannot be traced, changes an Array
or gives something else. A failure counts only where it is found in calls by themselves too, see `forget`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import aikit
from aikit.core.arrays import wrap
from pytest_aikit import clock, frameworks, knowledge
from pytest_aikit.cases import calling, literals, tracing
from pytest_aikit.cases.gradients.variables import replaced
from pytest_aikit.model import Case, Sample

PARTS = ("sizes", "shapes", "scalars", "keywords", "matrices")
"""What is called together: of this there are several calls for each dtype."""


def prepare(case: Case) -> None:
    """Let the calls of a case be made together, as soon as one of them is asked for."""
    framework, gives_arrays = frameworks.of(case.cell.backend), case.function.returns in ("array", "arrays")
    compiled, lacks = framework.compiled, framework.traces[0].lacks if framework.traces else ()
    if compiled is None or not (gives_arrays and case.cell.accepted) or knowledge.of(case.function).trace.unchecked:
        return
    parts = PARTS if case.once else (*PARTS, "calls")
    chosen = [
        one
        for one in case.samples[1:]
        if one.part in parts
        and literals.places(one)
        and all(need.what not in lacks for need in tracing.needs(case, one))
    ]
    if chosen:
        case.kept.together = {id(one) for one in chosen}
        case.kept.ahead = lambda: _call(case, chosen, compiled)


def forget(case: Case) -> bool:
    """Let all calls of a case be made by themselves; False where they were."""
    kept = case.kept
    made = not kept.together.isdisjoint(kept.results)
    kept.together, kept.ahead = set(), None
    if made:
        kept.forget()  # all, for what a call does to its arguments is found when it is made
    return made


class _Traced(NamedTuple):
    """The result of a call for Arrays of traced values, and that for the native arrays themselves."""

    result: Any
    of_natives: Any
    handed_back: bool


def _call(case: Case, chosen: Sequence[Sample], compiled: Callable[[Any], Any]) -> None:
    """Make the calls; those that cannot be traced are left to be made by themselves."""
    given = [calling.arguments(case, sample, watched=False) for sample in chosen]
    natives = [[array.data for array in calling.arrays_of(*one)] for one in given]
    traced: dict[int, _Traced] = {}

    def all_of_them(natives: list[list[Any]]) -> dict[int, list[list[Any]]]:
        for number, (sample, (args, kwargs)) in enumerate(zip(chosen, given, strict=True)):
            found = _traced(case, sample, args, kwargs, natives[number])
            if found is not None:
                traced[number] = found
        return {number: [_data(one.result), _data(one.of_natives)] for number, one in traced.items()}

    kept = case.kept
    try:
        with clock.running(clock.FRAMEWORK):
            results = compiled(all_of_them)(natives)
    except Exception:
        results = {}
    kept.together = {id(chosen[number]) for number in results}
    for number, (leaves, of_natives) in results.items():
        sample, one = id(chosen[number]), traced[number]
        kept.results[sample] = _like(one.result, leaves)
        kept.of_natives[sample] = _like(one.of_natives, of_natives)
        if one.handed_back:
            kept.handed_back.add(sample)


def _traced(case: Case, sample: Sample, args: Any, kwargs: Any, natives: list[Any]) -> _Traced | None:
    """One of the calls; None where it does not give Arrays, changes one, or cannot be made."""
    arrays = list(map(wrap, natives))
    function, places = calling.public(case), literals.places(sample)
    try:
        positional, named = replaced(args, kwargs, dict(zip(places, arrays, strict=True)))
        result = function(*positional, **named)
        positional, named = replaced(args, kwargs, dict(zip(places, natives, strict=True)))
        of_natives = function(*positional, **named)
    except Exception:  # what it raises by itself is what counts
        return None
    leaves = calling.leaves(result)
    plain = all(type(leaf) is aikit.Array for leaf in (*leaves, *calling.leaves(of_natives)))
    unchanged = all(array.data is native for array, native in zip(arrays, natives, strict=True))
    if not (plain and unchanged):
        return None
    return _Traced(result, of_natives, any(leaf is array for leaf in leaves for array in arrays))


def _data(result: Any) -> list[Any]:
    return [leaf.data for leaf in calling.leaves(result)]


def _like(result: Any, natives: list[Any]) -> Any:
    """A result of the same class, made of other native arrays."""
    arrays = list(map(wrap, natives))
    if type(result) in (list, tuple):
        return type(result)(arrays)
    return type(result)(*arrays) if isinstance(result, tuple) else arrays[0]
