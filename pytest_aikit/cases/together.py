"""Calls that are compiled together, where a framework compiles each operation for every new shape and dtype.

Compiling takes a hundred times as long as the call, so the calls of an item with each of the lengths, shapes and pairs of
keyword values are made in one function, which is traced and compiled once. The same code of aikit and of its backend runs in
it and chooses the same operations, each of which rounds to its dtype as it does by itself. What may differ is left to calls
by themselves: in one dtype the first of the record, and those that give an argument for the first time; the first of another
one in turn, with what has its form; values over the whole range and special values in long arrays there, and floating values
over the whole range in every dtype; all that reads or writes through keys, functions that must know the values, and a call
that cannot be traced, changes an Array or gives something else. So are pairs of dtypes, which are converted to one for which
the operation is compiled already. Of calls of one form the first is traced, for all of them.

A failure counts only where it is found in calls by themselves too, see `forget`. What is called together is not optimized, so
that other instructions compute it: XLA has another ``tan`` and ``cbrt`` there, of other digits. Nor is what cannot be called
together where what can has no calls by themselves, but for values over the whole range. What a framework makes of a loop of
one length is seen where all calls are made by themselves, in the profiles that combine all with all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

import aikit
from aikit.core.arrays import wrap
from aikit.core.records import Function
from pytest_aikit import clock, frameworks, memory
from pytest_aikit.cases import calling, cells, literals, operators, oracle, tracing
from pytest_aikit.cases.gradients.variables import replaced
from pytest_aikit.cases.samples.values import OVER_THE_RANGE
from pytest_aikit.cases.turns import called_in_other_forms, is_called_by_itself
from pytest_aikit.model import OF_VALUES, Case, Sample
from pytest_aikit.numerics.promotion import kind_of

PARTS = ("sizes", "shapes", "scalars", "keywords", "matrices", "drawn")
"""What is called together: of this there are several calls for each dtype, or for each function."""


def prepare(cases: Sequence[Case]) -> None:
    """Let the calls of the cases of an item be made together, as soon as one of them is asked for."""
    framework = frameworks.of(cases[0].cell.backend) if cases else None
    if framework is None or framework.compiled is None:
        return
    for case in cases:
        if case.cell.accepted and not _has_calls_by_themselves(case):
            case.kept.cheaply = {id(one) for one in case.samples if one.label not in OVER_THE_RANGE}
    compiled, lacks = framework.compiled, framework.traces[0].lacks if framework.traces else ()
    chosen = [(case, one) for case in cases for one in _chosen(case, lacks)]
    together = list({id(case): case for case, _ in chosen}.values())

    def make_them() -> None:
        for case in together:
            case.kept.ahead = None
        # a case may have been told to forget meanwhile
        _call([(case, one) for case, one in chosen if id(one) in case.kept.together], compiled)

    for case in together:
        case.kept.together = {id(one) for other, one in chosen if other is case}
        case.kept.ahead = make_them


def _chosen(case: Case, lacks: Collection[str]) -> Iterator[Sample]:
    """The calls of a case that are made together."""
    function = case.function
    if function.returns not in ("array", "arrays") or not case.cell.accepted or cells.is_mixed(case.cell):
        return
    composed, alone = _is_composed(function), _has_calls_by_themselves(case)
    parts = (*PARTS, "calls", "values", "special", "alone") if composed or not alone else (*PARTS, "calls")
    of_digits = not composed and kind_of(cells.computed_dtype(case.cell)) in "fc"
    forms = {_form(one) for one in case.samples[:1] if one.part != "drawn"} if alone else set()
    others = [one for one in case.samples if one.part not in PARTS] if case.once else []
    own = set(map(id, oracle.giving_each_argument(function, others)))
    for one in case.samples:
        if (
            one.part in parts
            and id(one) not in own
            and _form(one) not in forms
            and not (of_digits and one.label in OVER_THE_RANGE)
            and (literals.places(one) or not alone)
            and all(need.what not in lacks for need in tracing.needs(case, one))
        ):
            yield one


def _is_composed(function: Function) -> bool:
    return function.kind in ("compositional", "mixed")


def _has_calls_by_themselves(case: Case) -> bool:
    """Whether some calls of a case that could be made together are made by themselves.

    What is made of other functions, and pairs of dtypes, which are converted first, lead to calls that others make.
    """
    of_others = _is_composed(case.function) or cells.is_mixed(case.cell)
    return case.once or (not of_others and is_called_by_itself(case))


def _form(sample: Sample) -> tuple[Any, ...]:
    """The same for two samples for whose calls the same is compiled."""
    shapes = [(array.dtype, array.shape) for array in sample.arrays]
    return (*shapes, repr(memory.mapped(lambda array: None, [sample.args, dict(sample.kwargs)])))


def forget(case: Case) -> bool:
    """Let all calls of a case be made by themselves, and as users have them; False where they were."""
    kept = case.kept
    made = not (kept.together | kept.cheaply).isdisjoint(kept.results)
    kept.together, kept.cheaply, kept.ahead = set(), set(), None
    if made:
        kept.forget()  # all, for what a call does to its arguments is found when it is made
    return made


class _Traced(NamedTuple):
    """The results of a call for Arrays of traced values, by the way of calling, and the errors of those that are refused."""

    results: dict[str, Any]
    refused: dict[str, Exception]
    handed_back: bool


def _call(chosen: Sequence[tuple[Case, Sample]], compiled: Callable[[Callable[..., Any], bool], Any]) -> None:
    """Make the calls; those that cannot be traced are left to be made by themselves."""
    given = [calling.arguments(case, sample, watched=False) for case, sample in chosen]
    in_other_forms = {
        one for case in {id(case): case for case, _ in chosen}.values() for one in called_in_other_forms(case)
    }
    natives = [[array.data for array in calling.arrays_of(*one)] for one in given]
    alike = _alike(chosen, in_other_forms)
    traced: dict[int, _Traced] = {}

    def all_of_them(natives: list[list[Any]]) -> dict[int, dict[str, list[Any]]]:
        for (number, *_), arrays in zip(alike, natives, strict=True):
            case, sample = chosen[number]
            found = _traced(case, sample, *given[number], arrays, id(sample) in in_other_forms)
            if found is not None:
                traced[number] = found
        return {number: {way: _data(one) for way, one in found.results.items()} for number, found in traced.items()}

    made = compiled(all_of_them, False)
    results: dict[int, dict[str, list[Any]]] = {}
    try:
        for turn in range(max(map(len, alike), default=0)):
            numbers = [group[turn % len(group)] for group in alike]
            with clock.running(clock.FRAMEWORK):
                found = made([natives[number] for number in numbers])
            results |= {
                number: found[first] for (first, *_), number in zip(alike, numbers, strict=True) if first in found
            }
    except Exception:
        results = {}
    firsts = {number: first for first, *others in alike for number in (first, *others)}
    for number, (case, sample) in enumerate(chosen):
        if number not in results:
            case.kept.together.discard(id(sample))
            continue
        _keep(case, sample, traced[firsts[number]], results[number])


def _alike(chosen: Sequence[tuple[Case, Sample]], in_other_forms: Collection[int]) -> list[list[int]]:
    """The places of the calls for which the same is compiled: of these the first is traced, for all of them."""
    found: dict[Any, list[int]] = {}
    for number, (case, sample) in enumerate(chosen):
        ways = sample.part in OF_VALUES, id(sample) in in_other_forms
        found.setdefault((id(case), *ways, _form(sample)), []).append(number)
    return list(found.values())


def _keep(case: Case, sample: Sample, traced: _Traced, results: dict[str, list[Any]]) -> None:
    """Let a case have the results of a call, in each of the ways of calling, and the errors of those that are refused."""
    kept = case.kept
    made = {(way, id(sample)): _like(one, results[way]) for way, one in traced.results.items()}
    kept.results[id(sample)] = sample, made.pop((_PLAIN, id(sample)))
    kept.again.update(made)
    kept.again.update({(way, id(sample)): error for way, error in traced.refused.items()})
    if traced.handed_back:
        kept.handed_back.add(id(sample))


_PLAIN = "plain"


def _traced(
    case: Case, sample: Sample, args: Any, kwargs: Any, natives: list[Any], in_other_forms: bool
) -> _Traced | None:
    """One of the calls; None where it does not give Arrays, changes one, or cannot be made."""
    places = literals.places(sample)

    def called(function: Callable[..., Any], given: list[Any]) -> Any:
        positional, named = replaced(args, kwargs, dict(zip(places, given, strict=True)))
        return function(*positional, **named)

    arrays, function = list(map(wrap, natives)), calling.public(case)
    try:
        found = {_PLAIN: called(function, arrays)}
        if in_other_forms:
            found[calling.NATIVES] = called(function, natives)
    except Exception:  # what it raises by itself is what counts
        return None
    refused: dict[str, Exception] = {}
    for way, function in operators.of(case.function) if sample.part not in OF_VALUES else ():
        target, *others = map(wrap, natives)
        try:
            result = called(function, [target, *others])
        except Exception as error:
            refused[way] = error.with_traceback(None)  # in whose frames are traced values
        else:
            if way != operators.IN_PLACE or result is target:
                found[way] = result
    leaves = calling.leaves(found[_PLAIN])
    plain = all(type(leaf) is aikit.Array for result in found.values() for leaf in calling.leaves(result))
    unchanged = all(array.data is native for array, native in zip(arrays, natives, strict=True))
    if not (plain and unchanged):
        return None
    return _Traced(found, refused, any(leaf is array for leaf in leaves for array in arrays))


def _data(result: Any) -> list[Any]:
    return [leaf.data for leaf in calling.leaves(result)]


def _like(result: Any, natives: list[Any]) -> Any:
    """A result of the same class, made of other native arrays."""
    arrays = list(map(wrap, natives))
    if type(result) in (list, tuple):
        return type(result)(arrays)
    return type(result)(*arrays) if isinstance(result, tuple) else arrays[0]
