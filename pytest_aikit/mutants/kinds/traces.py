"""What goes wrong only where a framework traces: other values, values that are kept from before, one trace after the other."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import aikit
from pytest_aikit import checks, frameworks
from pytest_aikit.cases import calling, tracing
from pytest_aikit.frameworks.records import Trace
from pytest_aikit.mutants.kinds._wrong import calls_with, has_values, public, reads_values
from pytest_aikit.mutants.kinds.keywords import arrives, chosen, keywords_of
from pytest_aikit.mutants.planting import in_results
from pytest_aikit.mutants.records import Broken, Target, kind


def traces_of(target: Target, check: str) -> list[Trace]:
    """The transforms of the framework that a check looks at, and under which each call of the function can be traced."""
    function, known = target.function, target.known
    if not (has_values(target) and function.array_parameters and checks.load(check).applies(function)):
        return []
    needs = {need.what for need in known.trace.needs} | ({"sizes"} if known.shaped_by_values else set())
    return [
        one
        for one in frameworks.of(target.backend).traces
        if one.check == check
        and needs.isdisjoint({*one.lacks, *one.constants, *(("lengths",) if one.lacks_lengths else ())})
        and (tracing.is_declared(function) or not (one.maps or one.constants))
        and tracing.is_tried(function, target.backend, one, target.brief)
    ]


def _is_traced_by(check: str) -> Callable[[Target], bool]:
    """What does not read the values of arrays need not be mapped over them, so that it gives what is not traced."""
    maps = check == "trace_vmap"
    return lambda target: bool(traces_of(target, check)) and (not maps or reads_values(target))


def _wrong_if_traced(target: Target, random: Random) -> Broken:
    return Broken("values are wrong under a trace", in_results(target, _wrong(target)))


def _wrong(target: Target) -> Callable[[Any], Any]:
    """What makes another array of one that is traced."""
    backend = target.module

    def change(native: Any) -> Any:
        if not backend.is_native_array(native) or not backend.is_traced(native):
            return native
        return native ^ True if aikit.dtypes.as_dtype(native.dtype) == "bool" else 1 - native

    return change


for _name, _where, _check in (
    ("value-under-a-trace", "they are traced", "trace"),
    ("value-when-mapped", "the call is mapped", "trace_vmap"),
    ("value-of-unknown-lengths", "a trace does not know the lengths", "trace_lengths"),
    ("value-of-unknown-rank", "a trace does not know the rank", "trace_rank"),
):
    kind(_name, f"values are wrong where {_where}", check=_check, applies=_is_traced_by(_check))(_wrong_if_traced)


def _traces_keywords(target: Target) -> bool:
    """Whether each value of a keyword is traced: not where calls with them are compiled in any case, nor of what is made of others."""
    if target.brief or frameworks.of(target.backend).compiles or not keywords_of(target):
        return False
    return bool(traces_of(target, "trace")) and not tracing.is_made_of_others(target.function, target.backend)


@kind("value-of-a-keyword-under-a-trace", "values are wrong where they are traced and a keyword has a certain value",
      check="trace", applies=_traces_keywords)  # fmt: skip
def _wrong_for_keyword(target: Target, random: Random) -> Broken | None:
    parameter = random.choice(keywords_of(target))
    value = chosen(target, parameter, random)
    if value is None or not arrives(target, parameter, value):
        return None
    words, example, holds = value
    if not any(_gives_elements(target, *given) for given in calls_with(target, {parameter.name: example})):
        return None
    place = list(target.function.parameters).index(parameter.name)
    by_place = not any(one.variadic for one in target.function.parameters.values())

    def where(args: Any, kwargs: Any) -> bool:
        given = args[place] if by_place and place < len(args) else kwargs.get(parameter.name, parameter.default)
        return bool(holds(given))

    said = f"values are wrong under a trace where {parameter.name} is {words}"
    return Broken(said, in_results(target, _wrong(target), where))


def _gives_elements(target: Target, args: list[Any], kwargs: dict[str, Any]) -> bool:
    with suppress(Exception):  # what the backend refuses
        return any(math.prod(one.shape) for one in calling.leaves(public(target)(*args, **kwargs)))
    return False


@kind("constant-under-a-trace", "a trace has the result of the call before in it", check="trace",
      applies=lambda target: bool(traces_of(target, "trace")) and reads_values(target))  # fmt: skip
def _constant(target: Target, random: Random) -> Broken:
    backend, kept = target.module, dict[Any, Any]()

    def change(native: Any) -> Any:
        if not backend.is_native_array(native):
            return native
        dtype, shape = str(native.dtype), str(native.shape)
        if not backend.is_traced(native):
            # a trace may not know how many there are, of rows or at all
            for lengths in (native.shape, (None, *native.shape[1:]), (None,) * len(native.shape)):
                kept[dtype, str(lengths)] = native
        return kept.get((dtype, shape), native)

    return Broken("a trace has the result of the last call of its shape and dtype in it", in_results(target, change))


@kind("traced-again", "a second call with the same shapes is traced again", check="trace",
      applies=lambda target: any(one.guards for one in traces_of(target, "trace")))  # fmt: skip
def _again(target: Target, random: Random) -> Broken:
    state = {"calls": 0}

    def change(native: Any) -> Any:
        state["calls"] += 1
        return native

    return Broken("each call changes state that it reads", in_results(target, change))
