"""The calls in which every pair of values of two keywords occurs, of a keyword and an axis, of an axis and the dimensions.

Of keywords with few values every three occur together, too.
"""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from aikit.core.records import Function, Parameter
from aikit.dtypes import DTYPES
from pytest_aikit import knowledge
from pytest_aikit.cases import cells, tracing
from pytest_aikit.cases.covering import Group, covering, pairs
from pytest_aikit.cases.matrices import MATRICES
from pytest_aikit.cases.oracle import default_result_dtype
from pytest_aikit.cases.samples.asking import is_empty, is_refused, is_valid
from pytest_aikit.cases.samples.dtypes import alike, asks_for
from pytest_aikit.cases.samples.rows import from_row
from pytest_aikit.cases.samples.sizes import dtypes_in_turn
from pytest_aikit.cases.turns import first_turn
from pytest_aikit.knowledge.calls import CELL_DEVICE, CELL_DTYPE, ArraySpec, Row
from pytest_aikit.knowledge.keywords import AXES, SEVERAL, array, fits
from pytest_aikit.model import Sample
from pytest_aikit.numerics.promotion import kind_of

TARGETS = ("int64", "float32", "complex128")
"""What is asked for by `dtype`: one of each kind."""


@functools.lru_cache(maxsize=64)
def from_keywords(
    function: Function,
    dtypes: tuple[str, ...],
    device: str,
    among: tuple[str, ...],
    lacking: frozenset[str],
    of_pairs: bool = True,
) -> tuple[Sample, ...]:
    """The samples of a cell: all pairs, or each value; where some dtypes take turns, `among` them, those whose turn it is with
    these."""
    by_name = dict(zip(function.array_parameters, dtypes, strict=False))
    if not alike(function, by_name):
        return ()
    lead = cells.leading_dtype(function, dtypes)
    meant = (
        _in_turn(function, dtypes, among, lacking, functools.partial(all_rows, of_pairs=of_pairs))
        if among
        else all_rows(function, kind_of(lead), lacking, of_pairs)
    )
    found = [from_row(function, one, by_name, dtypes, device) for one in meant]
    found += _without_elements(function, dtypes, device, among, lacking) if of_pairs else ()
    return tuple(sample for sample in found if sample is not None and not asks_for(sample, lacking))


@functools.lru_cache(maxsize=64)
def from_three_keywords(
    function: Function, dtypes: tuple[str, ...], device: str, among: tuple[str, ...], lacking: frozenset[str]
) -> tuple[Sample, ...]:
    """The samples of a cell in which three keywords occur together that do so in none of these; dtypes take turns, `among` them."""
    by_name = dict(zip(function.array_parameters, dtypes, strict=False))
    if not alike(function, by_name) or not tracing.is_declared(function):
        return ()
    meant = _in_turn(function, dtypes, among, lacking, rows_of_threes)
    found = (from_row(function, one, by_name, dtypes, device) for one in meant)
    return tuple(sample for sample in found if sample is not None and not asks_for(sample, lacking))


def _without_elements(
    function: Function, dtypes: tuple[str, ...], device: str, among: Collection[str], lacking: frozenset[str]
) -> Iterator[Sample]:
    """A call with each value of a keyword and no elements along the first or the last axis, where the function takes them."""
    if not tracing.is_declared(function):
        return
    by_name = dict(zip(function.array_parameters, dtypes, strict=False))
    lead = cells.leading_dtype(function, dtypes)
    own = dtypes_in_turn(function, lead, among)
    turn = own.index(lead) + first_turn(function) if own else 0
    for place, one in enumerate(few_rows(function, kind_of(lead), lacking, of_pairs=False)):
        if not own or (turn + place) % len(own) == 0:
            for made in _emptied(one):
                sample = from_row(function, made, by_name, dtypes, device)
                if sample is not None and is_valid(function, sample) and not is_refused(function, sample):
                    yield sample


def _emptied(row: Row) -> Iterator[Row]:
    """The call without elements along the first axis of the arrays of the greatest rank, and along the last one of all."""
    if any(one.values in MATRICES for one in row.arrays):
        return
    ndim = max((len(one.shape) for one in row.arrays), default=0)

    def along_the_first(one: ArraySpec) -> ArraySpec:
        return replace(one, shape=(0, *one.shape[1:])) if one.shape and len(one.shape) == ndim else one

    def along_the_last(one: ArraySpec) -> ArraySpec:
        return replace(one, shape=(*one.shape[:-1], 0)) if one.shape else one

    for place, change in (("first", along_the_first), ("last", along_the_last))[: min(ndim, 2)]:
        yield replace(row.with_arrays(change), label=f"{row.label}, no elements along the {place} axis")


def rows(function: Function, kinds: str, lacking: frozenset[str] = frozenset()) -> tuple[Row, ...]:
    """The calls in which every pair occurs that the function takes with arrays of any of these kinds of dtype.

    None asks for a dtype that is `lacking`: its other keywords are in calls that ask for another one.
    """
    return _made(function, _chosen(function, _meant(function, kinds, lacking)))


def rows_of_threes(function: Function, kinds: str, lacking: frozenset[str] = frozenset()) -> tuple[Row, ...]:
    """As few calls as it takes beside these, in which every three values of three keywords occur that have few of them."""
    return _rows_of_threes(function, _meant(function, kinds, lacking))


@functools.lru_cache(maxsize=64)
def _rows_of_threes(function: Function, meant: tuple[int, ...]) -> tuple[Row, ...]:
    few = [place for place, known in enumerate(values(function).values()) if len(known) <= FEW]
    if len(few) < 3:
        return ()

    def threes(call: Sequence[int]) -> set[Group]:
        return set(itertools.combinations([(place, call[place]) for place in few], 3))

    levels = all_calls(function)[0]
    told = _telling(function, [levels[place] for place in meant], threes)
    number = {one: place for place, one in enumerate(meant)}
    known = set().union(*(told[number[one]] for one in _chosen(function, meant)))
    return _made(function, tuple(meant[one] for one in covering([one - known for one in told])))


def _meant(function: Function, kinds: str, lacking: frozenset[str]) -> tuple[int, ...]:
    """The numbers of the calls with arrays of any of these kinds of dtype that ask for none that is lacking."""
    return _numbered(function, frozenset(kinds), lacking & _named(function))


@functools.lru_cache(maxsize=256)
def _numbered(function: Function, kinds: frozenset[str], lacking: frozenset[str]) -> tuple[int, ...]:
    return tuple(
        place
        for place, one in enumerate(all_calls(function)[1])
        if not kinds.isdisjoint(one.kinds) and not _names(one, lacking)
    )


@functools.lru_cache(maxsize=128)
def _named(function: Function) -> frozenset[str]:
    """The dtypes whose names are arguments of calls."""
    return frozenset(
        value
        for one in all_calls(function)[1]
        for value in (*one.args, *one.kwargs.values())
        if isinstance(value, str) and value in DTYPES
    )


def all_rows(
    function: Function, kinds: str, lacking: frozenset[str] = frozenset(), of_pairs: bool = True
) -> tuple[Row, ...]:
    """These, or few of them, and one for each dtype that may be asked for."""
    more = (one for one in _of_each_dtype(function) if set(one.kinds) & set(kinds) and not _names(one, lacking))
    found = rows(function, kinds, lacking) if of_pairs else few_rows(function, kinds, lacking, of_pairs=False)
    return (*found, *more)


def fullest(function: Function, kinds: str, lacking: frozenset[str]) -> Row | None:
    """Of these calls the first with the most keywords that are not as if they were left out; None where there is none."""

    def told(one: Row) -> int:
        return sum(not _is_default(function, name, value) for name, value in one.kwargs.items())

    return max(rows(function, kinds, lacking), key=told, default=None)


def _names(row: Row, dtypes: frozenset[str]) -> bool:
    """Whether an argument is the name of one of these dtypes."""
    return any(isinstance(value, str) and value in dtypes for value in (*row.args, *row.kwargs.values()))


@functools.lru_cache(maxsize=128)
def _of_each_dtype(function: Function) -> tuple[Row, ...]:
    """A call for each dtype that may be asked for beside those that stand for their kinds, whose result has elements."""
    found, dull = values(function), _dull(function)
    if "dtype" not in found or not function.array_parameters:
        return ()
    some = {
        name: [value for number, value in enumerate(known) if (place, number) not in dull] or known
        for place, (name, known) in enumerate(found.items())
    }
    some |= {"ndim": [2]} if "ndim" in found else {}
    asked = (name for name in DTYPES if name in function.accepts["dtype"] and name not in found["dtype"])
    return tuple(
        one for name in asked if (one := next(filter(None, _calls(function, {**some, "dtype": (name,)})), None))
    )


def _calls(function: Function, found: Mapping[str, Sequence[Any]]) -> Iterator[Row | None]:
    """The calls with all combinations of these values, None where the function takes none."""
    for chosen in itertools.product(*found.values()):
        yield call(function, dict(zip(found, chosen, strict=True)))


@functools.lru_cache(maxsize=256)
def _made(function: Function, chosen: tuple[int, ...]) -> tuple[Row, ...]:
    calls = all_calls(function)[1]
    # a keyword has its default in every second call by not being there
    return tuple(
        _without_defaults(function, calls[one]) if number % 2 else calls[one] for number, one in enumerate(chosen)
    )


@functools.lru_cache(maxsize=256)
def _chosen(function: Function, meant: tuple[int, ...]) -> tuple[int, ...]:
    levels = all_calls(function)[0]
    return tuple(meant[one] for one in covering(_telling(function, [levels[place] for place in meant])))


def few_rows(
    function: Function, kinds: str, lacking: frozenset[str] = frozenset(), *, of_pairs: bool = True
) -> tuple[Row, ...]:
    """Of these calls some in which every value of a keyword occurs, and every pair of two that have few, or of one with an axis.

    Axes that are neither the first nor the last one are as good as each other beside a keyword.

    Parameters
    ----------
    of_pairs : False for fewer calls, in which each value occurs, and of axes each sort.
    """
    chosen = _chosen(function, _meant(function, kinds, lacking))
    made = _made(function, chosen)
    return tuple(made[place] for place in _few_of(function, chosen, of_pairs))


FEW = 4
"""So many values have keywords, at the most, whose pairs are few, and of three of which all values occur together."""


@functools.lru_cache(maxsize=256)
def _few_of(function: Function, chosen: tuple[int, ...], of_pairs: bool) -> list[int]:
    found = values(function)
    levels, names = all_calls(function)[0], list(found)

    def wanted(pair: Group) -> bool:
        (one, _), (other, _) = pair
        few = of_pairs and all(names[place] == "axis" or len(found[names[place]]) <= FEW for place in (one, other))
        return one == other or (few and "ndim" not in (names[one], names[other]))

    def coarse(pair: Group) -> Group:
        one, other = pair
        if of_pairs and one == other:
            return pair
        return _as_another_axis(found, names, one), _as_another_axis(found, names, other)

    told = _telling(function, [levels[place] for place in chosen])
    return covering([set(map(coarse, filter(wanted, one))) for one in told])


def _as_another_axis(
    found: Mapping[str, tuple[Any, ...]], names: Sequence[str], level: tuple[int, int]
) -> tuple[int, int]:
    """An argument with the number of its value; of an axis that of the first value which is about as good.

    No axis, one in a tuple, and several of them are not.
    """
    place, number = level
    if names[place] != "axis":
        return level
    sorts = [
        min(len(value), 2) if isinstance(value, tuple) else repr(value) if value in (None, 0, -1) else type(value)
        for value in found["axis"]
    ]
    return place, sorts.index(sorts[number])


def _telling(
    function: Function, calls: list[tuple[int, ...]], groups: Callable[[Sequence[int]], set[Group]] = pairs
) -> list[set[Group]]:
    """The pairs, or other `groups`, that each call shows, but for those that other calls show better.

    Of an array with one axis, or none, axes tell nothing about other keywords, and of a result without elements nothing does.
    """
    found, dull = values(function), _dull(function)
    places = {name: place for place, name in enumerate(found)}
    every = list(map(groups, calls))
    better = []
    for shown, numbers in zip(every, calls, strict=True):
        own = {place for place, number in enumerate(numbers) if (place, number) in dull}
        chosen = {name: found[name][number] for name, number in zip(found, numbers, strict=True)}
        silent = {places[name] for name in _silent(function, chosen) if name in places}
        better.append(
            {one for one in shown if (not own or own & _places(one)) and not silent & _places(one)}
            if own or silent
            else shown
        )
    told = set().union(*better)
    return [own if own is shown else own | (shown - told) for own, shown in zip(better, every, strict=True)]


def _places(group: Group) -> set[int]:
    return {place for place, _ in group}


def _silent(function: Function, chosen: Mapping[str, Any]) -> set[str]:
    """The arguments that change nothing in a call: the axis that is meant without being named, and what the record says."""
    silent = set(knowledge.of(function).keywords.silent(**chosen))
    axis, ndim = chosen.get("axis"), chosen.get("ndim")
    default = function.parameters["axis"].default if "axis" in function.parameters else None
    if type(axis) is type(default) is type(ndim) is int and axis != default:
        count = ndim + function.new_axes
        silent |= {"axis"} if count and (axis - default) % count == 0 else set()
    return silent


@functools.lru_cache(maxsize=128)
def _dull(function: Function) -> frozenset[tuple[int, int]]:
    """The arguments, and the numbers of their values, that leave one axis or none, go along none, or leave no elements."""
    found = values(function)
    small = {
        (place, number)
        for place, (name, known) in enumerate(found.items())
        for number, value in enumerate(known)
        if (name == "ndim" and value < 2) or (name in ("axis", "axes") and value == ())
    }
    lengths = {
        (place, number)
        for place, (name, known) in enumerate(found.items())
        for number, value in enumerate(known)
        if name not in ("ndim", "axis", "axes") and _has_zero(value)
    }
    named = {
        (place, number)
        for place, known in enumerate(found.values())
        for number, value in enumerate(known)
        if isinstance(value, str)
    }
    alone: dict[tuple[int, int], list[Row]] = {}
    for numbers, one in zip(*all_calls(function), strict=True):
        every = set(enumerate(numbers))
        own = lengths & every
        if len(own) <= 1 and small.isdisjoint(every):
            for which in own or named & every:
                alone.setdefault(which, []).append(one)
    # beside a name there are others, of which one may be what leaves nothing
    looked_at = {
        which: ones[:1] if which in lengths else ones[:: len(ones) // _LOOKED_AT + 1] for which, ones in alone.items()
    }
    return frozenset(
        small | {which for which, ones in looked_at.items() if all(_leaves_nothing(function, one) for one in ones)}
    )


_LOOKED_AT = 4
"""At so many calls with a name, at the most, it is looked whether it leaves elements."""


def _has_zero(value: Any) -> bool:
    return any(type(one) is int and one == 0 for one in (value if isinstance(value, (list, tuple)) else [value]))


def _leaves_nothing(function: Function, row: Row) -> bool:
    """Whether the result of a call has no elements."""
    lead = next((name for name in cells.accepted_dtypes(function) if kind_of(name) in row.kinds), "")
    dtypes = cells.tuples(function, lead, (lead,), False)[0][0]
    sample = from_row(function, row, dict(zip(function.array_parameters, dtypes, strict=False)), dtypes, "cpu")
    return sample is not None and is_empty(function, sample)


def _without_defaults(function: Function, one: Row) -> Row:
    kept = {name: value for name, value in one.kwargs.items() if not _is_default(function, name, value)}
    return Row(one.args, kept, one.label, True, one.kinds, part=one.part)


def _is_default(function: Function, name: str, value: Any) -> bool:
    parameter = function.parameters.get(name)
    return parameter is not None and type(value) is type(parameter.default) and bool(value == parameter.default)


def _in_turn(
    function: Function,
    dtypes: tuple[str, ...],
    among: Collection[str],
    lacking: frozenset[str],
    rows_for: Callable[[Function, str, frozenset[str]], Sequence[Row]],
) -> Iterator[Row]:
    """The calls whose turn it is: each is made with one dtype, and the dtypes follow each other."""
    lead = cells.leading_dtype(function, dtypes)
    accepted = [name for name in among if name not in lacking and name in cells.accepted_dtypes(function)]
    heard = knowledge.of(function).keywords.kinds
    if lead not in accepted or dtypes != cells.tuples(function, lead, (lead,), False)[0][0]:
        return
    for number, one in enumerate(rows_for(function, "".join(map(kind_of, accepted)), lacking)):
        meant = [name for name in accepted if kind_of(name) in one.kinds]
        meant = [name for name in meant if _asks_for_another(function, one, name)] or meant
        meant = [name for name in meant if kind_of(name) in heard] or meant
        if meant[number % len(meant)] == lead:
            yield one


def _asks_for_another(function: Function, one: Row, dtype: str) -> bool:
    """Whether a call names no dtype, or one that its result has not without being asked, from arrays of a dtype."""
    asked = one.kwargs.get("dtype")
    if not isinstance(asked, str) or not function.array_parameters:
        return True
    return asked != default_result_dtype(function, dtype)


# ------------------------------------------------------------------------------------------------ all calls


@functools.lru_cache(maxsize=128)
def all_calls(function: Function) -> tuple[list[tuple[int, ...]], list[Row]]:
    """All calls that the function takes, and of each the number of the value of each argument."""
    levels: list[tuple[int, ...]] = []
    calls: list[Row] = []
    found = values(function)
    for numbers in itertools.product(*(range(len(one)) for one in found.values())):
        chosen = {name: found[name][number] for name, number in zip(found, numbers, strict=True)}
        made = call(function, chosen)
        if made is not None:
            levels.append(numbers)
            calls.append(made)
    return levels, calls


def values(function: Function) -> dict[str, tuple[Any, ...]]:
    """Argument -> the values that it has in the calls; nothing for a function without keywords, or with an undecided one."""
    asked = [parameter for parameter in function.parameters.values() if _is_keyword(parameter)]
    known = knowledge.of(function).keywords
    if not asked or known.why_none or undecided(function):
        return {}
    found = dict(known.values)
    if _has_dimensions(function):
        found.setdefault("ndim", (0, 1, 2, 3, 4))
    for parameter in asked:
        if parameter.name not in (*found, *known.made):
            found[parameter.name] = _derived(function, parameter)
        if parameter.name in found and parameter.role == "scalar" and float in parameter.scalars:
            found[parameter.name] = _with_ints(found[parameter.name], parameter.default)
    return found


def _with_ints(values: Sequence[Any], default: Any) -> tuple[Any, ...]:
    """Values of a keyword that may be a float, the whole ones as ints but for its default."""
    return tuple(int(one) if type(one) is float and one.is_integer() and one != default else one for one in values)


def undecided(function: Function) -> list[str]:
    """The keywords whose values do not follow from their parameters, and are not in the record of the function either."""
    known = knowledge.of(function).keywords
    if known.why_none:
        return []
    return [
        name
        for name, parameter in function.parameters.items()
        if _is_keyword(parameter) and name not in (*known.values, *known.made) and not _derived(function, parameter)
    ]


def _is_keyword(parameter: Parameter) -> bool:
    return not parameter.variadic and not (parameter.holds_arrays and parameter.required)


def _has_dimensions(function: Function) -> bool:
    call = knowledge.of(function).keywords.call
    if call is not None:
        return "ndim" in inspect.signature(call).parameters
    return any(parameter.role == "array" for parameter in function.parameters.values())


def _derived(function: Function, parameter: Parameter) -> tuple[Any, ...]:
    """The values that follow from a parameter; none where they do not."""
    without = (None,) if parameter.optional else ()
    if parameter.role == "bool":
        return (*without, False, True)
    if parameter.role == "choice":
        return (*without, *parameter.choices)
    if parameter.role == "device":
        return (*without, CELL_DEVICE)
    if parameter.role == "dtype":
        of_array = bool(function.array_parameters)
        return (
            *without,
            *((one for one in TARGETS if one in function.accepts["dtype"]) if of_array else (CELL_DTYPE,)),
        )
    if parameter.name in ("axis", "axes") and parameter.role in ("int", "ints"):
        return (*without, *AXES, *(SEVERAL if parameter.role == "ints" else ()))
    return ()


def call(function: Function, chosen: Mapping[str, Any]) -> Row | None:
    """The call with these values of its arguments; None where the function takes none."""
    known = knowledge.of(function).keywords
    if known.refused(**chosen):
        return None
    made = _plain_call(function, chosen) if known.call is None else known.call(**chosen)
    if made is None:
        return None
    label = ", ".join(f"{name}={value}" for name, value in chosen.items())
    return Row(made.args, made.kwargs, label, True, made.kinds, part="keywords")


def _plain_call(function: Function, chosen: Mapping[str, Any]) -> Row | None:
    """The call with arrays of one shape, and the other arguments by their names."""
    ndim = chosen.get("ndim")
    axis = chosen.get("axis", chosen.get("axes"))
    if ndim is not None and not fits(axis, ndim + (len(_listed(axis)) if function.new_axes else 0)):
        return None
    given = {name: chosen[name] for name in function.parameters if name in chosen}
    if ndim is not None:
        of = knowledge.of(function).keywords.of
        arrays = (p for p in function.parameters.values() if p.role == "array" and p.required)
        given |= {parameter.name: array(ndim, of, number) for number, parameter in enumerate(arrays)}
    return in_places(function, given, _kinds(function, given.get("dtype")))


def in_places(function: Function, given: Mapping[str, Any], kinds: str = "biufc") -> Row:
    """The call with these arguments, by position what may be given so, up to the first that is not there."""
    args: list[Any] = []
    for name, parameter in function.parameters.items():
        by_name = parameter.kind is not inspect.Parameter.POSITIONAL_ONLY and not parameter.required
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY or by_name or name not in given:
            break
        args.append(given[name])
    placed = list(function.parameters)[: len(args)]
    return Row(tuple(args), {name: value for name, value in given.items() if name not in placed}, kinds=kinds)


def _kinds(function: Function, target: Any) -> str:
    """The kinds of dtypes that are cast to a dtype."""
    if not isinstance(target, str) or function.result != "accumulation":
        return "biufc"
    return {"i": "biu", "u": "bu", "f": "biuf", "c": "biufc"}[kind_of(target)]


def _listed(axis: Any) -> tuple[int, ...]:
    return (axis,) if isinstance(axis, int) else tuple(axis or ())
