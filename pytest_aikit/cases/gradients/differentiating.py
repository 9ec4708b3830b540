"""Gradients of calls on a backend."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

import aikit
from pytest_aikit import frameworks, knowledge
from pytest_aikit.cases import calling
from pytest_aikit.cases.gradients import losses, variables
from pytest_aikit.cases.gradients.variables import Variable
from pytest_aikit.model import Case, Sample


class Call(NamedTuple):
    """A call that is differentiated.

    Attributes
    ----------
    form : ``transposed``, the arrays are views of others that lie the other way round; ``in a container``, they are
        leaves of containers; empty, as they are.
    """

    sample: Sample
    variables: tuple[Variable, ...]
    form: str = ""


def differentiated(case: Case, made: Sequence[Call]) -> list[list[np.ndarray] | Exception]:
    """The gradients of calls, or what was raised."""
    found = gradients(case, [prepare(case, call) for call in made])
    return [
        one if isinstance(one, Exception) else [_upright(call, array) for array in one]
        for call, one in zip(made, found, strict=True)
    ]


Prepared = tuple[Callable[..., Any], list[Any]]
"""A function that gives gradients, and the arrays that it takes."""


def gradients(case: Case, prepared: Sequence[Prepared]) -> list[list[np.ndarray] | Exception]:
    """What functions give, or what was raised; on a framework that compiles, what all of them give in one function."""
    compiled: dict[int, list[np.ndarray]] = {}
    if is_compiled(case):
        with suppress(Exception):  # by itself each says what is wrong with it
            compiled = _compiled(case, prepared)
    found: list[list[np.ndarray] | Exception] = []
    for number, (gradient, arrays) in enumerate(prepared):
        try:
            found.append(compiled[number] if number in compiled else [calling.host(one) for one in gradient(*arrays)])
        except Exception as error:
            found.append(error)
    return found


def is_compiled(case: Case) -> bool:
    """Whether it saves time to compile what is differentiated, and the function knows what to do with traced values."""
    framework, known = frameworks.of(case.cell.backend), knowledge.of(case.function)
    lacks = framework.traces[0].lacks if framework.traces else ()
    knows_enough = all(need.what not in lacks for need in known.trace.needs) and not known.shaped_by_values
    return framework.compiled is not None and knows_enough and not known.trace.unchecked


def _compiled(case: Case, prepared: Sequence[Prepared]) -> dict[int, list[np.ndarray]]:
    """All gradients in one compiled function, but those that cannot be traced: it is compiling that takes the time."""
    done: list[int] = []

    def all_of_them(arrays: list[Any]) -> list[Any]:
        done.clear()
        given, found = iter(arrays), []
        for number, (gradient, own) in enumerate(prepared):
            here = list(itertools.islice(given, len(own)))
            with suppress(Exception):
                found.extend(gradient(*here))
                done.append(number)
        return found

    results = iter(traced(case, all_of_them, [array for _, arrays in prepared for array in arrays]))
    return {number: list(itertools.islice(results, len(prepared[number][1]))) for number in done}


def traced(case: Case, function: Callable[[list[Any]], list[Any]], arrays: list[Any]) -> list[np.ndarray]:
    """What a function of arrays gives, on the host; compiled where that saves time."""
    if not is_compiled(case):
        return [calling.host(one) for one in function(arrays)]

    def of_natives(natives: list[Any]) -> list[Any]:
        return [one.data for one in function([aikit.asarray(native) for native in natives])]

    natives = [array.data for array in arrays]
    compiled = frameworks.of(case.cell.backend).compiled
    assert compiled is not None
    return [calling.host(one) for one in compiled(of_natives, case.thorough)(natives)]


def prepare(case: Case, call: Call) -> Prepared:
    """The function that gives the gradients of a call, and the arrays that it takes."""
    args, kwargs = calling.arguments(case, call.sample)

    def loss(*arrays: Any) -> Any:
        if call.form == "transposed":
            arrays = tuple(case.xp.permute_dims(x, tuple(range(x.ndim))[::-1]) for x in arrays)
        made = dict(variables.joined(case.xp, call.variables, arrays))
        if knowledge.of(case.function).gradient.symmetric:
            made = {key: (x + case.xp.conj(case.xp.matrix_transpose(x))) / 2 for key, x in made.items()}
        if call.form == "in a container":
            made = {key: aikit.Container(a=x) for key, x in made.items()}
        return losses.loss(case, *variables.replaced(args, kwargs, made), str(arrays[0].dtype))

    hosts = [variables.value(call.sample, variable) for variable in call.variables]
    arrays = [calling.arrays(case, _upright(call, host)) for host in hosts]
    return case.xp.grad(loss, list(range(len(arrays)))), arrays


def _upright(call: Call, array: np.ndarray) -> np.ndarray:
    return np.asarray(array.T, order="C") if call.form == "transposed" else array
