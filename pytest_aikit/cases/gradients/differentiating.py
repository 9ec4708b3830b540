"""Gradients of calls on a backend."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

import aikit
from aikit.core.arrays import wrap
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling, tracing
from pytest_aikit.cases.gradients import losses, traces, variables
from pytest_aikit.cases.gradients.traces import Loss
from pytest_aikit.cases.gradients.variables import Variable
from pytest_aikit.model import Case, Sample

RECORDED = "recorded"
OVER_THE_RANGE = "over the range"


class Call(NamedTuple):
    """A call that is differentiated.

    Attributes
    ----------
    form : ``transposed``, the arrays are views of others that lie the other way round; ``in a container``, they are
        leaves of containers; ``stopped``, gradients are to stop at the result;
        ``recorded``, the framework gives those of what it has recorded; ``over the range``, numbers may be next to overflow
        and underflow; empty, as they are.
    trace : whether there is a trace, one of `traces.FORMS`, or empty.
    """

    sample: Sample
    variables: tuple[Variable, ...]
    form: str = ""
    trace: str = ""


def differentiated(case: Case, made: Sequence[Call]) -> list[list[np.ndarray] | Exception]:
    """The gradients of calls, or what was raised."""
    found: list[Any] = [None] * len(made)
    of_forms = {form: [place for place, call in enumerate(made) if call.trace == form] for form in traces.FORMS}
    others = [place for place, call in enumerate(made) if not call.trace]
    taken = [(others, gradients(case, [prepare(case, made[place]) for place in others]))]
    for form, places in of_forms.items():
        taken.append((places, traces.gradients(case, form, [loss_of(case, made[place]) for place in places])))
    for places, values in taken:
        for place, value in zip(places, values, strict=True):
            found[place] = value
    return [
        one if isinstance(one, Exception) else [_upright(call, array) for array in one]
        for call, one in zip(made, found, strict=True)
    ]


class Prepared(NamedTuple):
    """A function that gives gradients of the call of a sample, and the arrays that it takes."""

    gradient: Callable[..., Any]
    arrays: list[Any]
    sample: Sample


def gradients(case: Case, prepared: Sequence[Prepared]) -> list[list[np.ndarray] | Exception]:
    """What functions give, or what was raised; on a framework that compiles, what all of them give in one function."""
    compiled: dict[int, list[np.ndarray]] = {}
    together = {number: one for number, one in enumerate(prepared) if is_compiled(case, one.sample)}
    if together:
        with suppress(Exception):  # by itself each says what is wrong with it
            compiled = _compiled(case, together)
    found: list[list[np.ndarray] | Exception] = []
    for number, (gradient, arrays, _) in enumerate(prepared):
        try:
            with calling.cheaply(case):
                found.append(compiled[number] if number in compiled else [calling.host(x) for x in gradient(*arrays)])
        except Exception as error:
            found.append(error)
    return found


def is_compiled(case: Case, sample: Sample) -> bool:
    """Whether it saves time to compile what is differentiated, and the call knows what to do with traced values."""
    framework = frameworks.of(case.cell.backend)
    if framework.compiled is None or knowledge.of(case.function).trace.unchecked:
        return False
    lacks = framework.traces[0].lacks if framework.traces else ()
    return all(need.what not in lacks for need in tracing.needs(case, sample))


def _compiled(case: Case, prepared: Mapping[int, Prepared]) -> dict[int, list[np.ndarray]]:
    """All gradients in one compiled function, but those that cannot be traced: it is compiling that takes the time."""
    done: list[int] = []

    def all_of_them(arrays: list[Any]) -> list[Any]:
        done.clear()
        given, found = iter(arrays), []
        for number, (gradient, own, _) in prepared.items():
            here = list(itertools.islice(given, len(own)))
            with suppress(Exception):
                found.extend(gradient(*here))
                done.append(number)
        return found

    results = iter(_traced(case, all_of_them, [array for one in prepared.values() for array in one.arrays]))
    return {number: list(itertools.islice(results, len(prepared[number].arrays))) for number in done}


def traced(
    case: Case, sample: Sample, function: Callable[[list[Any]], list[Any]], arrays: list[Any]
) -> list[np.ndarray]:
    """What a function of arrays gives that makes the call of a sample, on the host; compiled where that saves time."""
    if is_compiled(case, sample):
        return _traced(case, function, arrays)
    return [calling.host(one) for one in function(arrays)]


def _traced(case: Case, function: Callable[[list[Any]], list[Any]], arrays: list[Any]) -> list[np.ndarray]:
    def of_natives(natives: list[Any]) -> list[Any]:
        return [one.data for one in function([aikit.asarray(native) for native in natives])]

    natives = [array.data for array in arrays]
    compiled = frameworks.of(case.cell.backend).compiled
    assert compiled is not None
    return [calling.host(one) for one in compiled(of_natives, case.thorough)(natives)]


def prepare(case: Case, call: Call) -> Prepared:
    """The function that gives the gradients of a call, and the arrays that it takes."""
    loss, arrays = loss_of(case, call)
    return Prepared(gradient_of(case, loss, len(arrays), recorded=call.form == RECORDED), arrays, call.sample)


def loss_of(case: Case, call: Call) -> Loss:
    """The loss of a call, of which gradients are taken."""
    args, kwargs = calling.arguments(case, call.sample)
    hosts = [variables.value(call.sample, variable) for variable in call.variables]
    traced = (call.sample, hosts[0].dtype.name) if call.trace else None
    total = losses.Losses(case, stopped=call.form == "stopped", traced=traced)
    symmetric = knowledge.of(case.function).gradient.symmetric

    def loss(*arrays: Any) -> Any:
        if call.form == "transposed":
            arrays = tuple(case.xp.permute_dims(x, tuple(range(x.ndim))[::-1]) for x in arrays)
        made = dict(variables.joined(case.xp, call.variables, arrays))
        if symmetric:
            made = {key: (x + case.xp.conj(case.xp.matrix_transpose(x))) / 2 for key, x in made.items()}
        if call.form == "in a container":
            made = {key: aikit.Container(a=x) for key, x in made.items()}
        return total.of(*variables.replaced(args, kwargs, made), str(arrays[0].dtype))

    return Loss(loss, [calling.arrays(case, _upright(call, host)) for host in hosts])


def gradient_of(case: Case, loss: Callable[..., Any], number: int, *, recorded: bool = False) -> Callable[..., Any]:
    """What gives the gradients of a loss of so many Arrays: aikit's `grad`, or what the framework has recorded."""
    framework = frameworks.of(case.cell.backend)
    if not recorded or framework.recorded is None:
        return case.xp.grad(loss, list(range(number)))  # type: ignore[no-any-return]
    gradients = framework.recorded.gradients

    def of_recorded(*arrays: Any) -> list[Any]:
        return [*map(wrap, gradients(lambda leaves: loss(*map(wrap, leaves)).data, [array.data for array in arrays]))]

    return of_recorded


def _upright(call: Call, array: np.ndarray) -> np.ndarray:
    return np.asarray(array.T, order="C") if call.form == "transposed" else array
