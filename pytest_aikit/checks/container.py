"""Containers in place of arguments: the function of each leaf, in containers of their shared structure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import aikit
from aikit.declare import Function
from aikit.exceptions import AikitException, AikitStructureError
from pytest_aikit import calling
from pytest_aikit.checks.native_input import check_same
from pytest_aikit.model import Case, CheckFailure, Evidence, Sample
from pytest_aikit.showing import refusal, shown_by

SCOPE = "item"

DEEP, SHALLOW = ("a", "b/c", "b/d"), ("a", "b")
"""Key chains of two structures that are shared: the leaf ``b`` of the second stands for two of the first."""


def applies(function: Function) -> bool:
    return function.nestable and function.returns != "value"


def run(case: Case) -> Evidence:
    sample, result = calling.first(case)
    if sample is None:
        return Evidence(0)
    places: list[int | str] = [*range(len(sample.args)), *sample.kwargs]

    def only(place: Any) -> Callable[[Any, Any], Any]:
        return lambda where, value: _nested(value) if where == place else value

    for place in places:
        held = f"args[{place}]" if isinstance(place, int) else f"kwargs[{place!r}]"
        with shown_by(_shown(f"{held} = nested({held})\n")):
            _check_call(case, sample, result, only(place))
    with shown_by(_shown(_ALL)):
        _check_call(case, sample, result, lambda where, value: _nested(value))
    with shown_by(_shown(_ALL.replace("value)", f"value, {SHALLOW} if place else {DEEP})"))):
        _check_call(case, sample, result, lambda where, value: _nested(value, SHALLOW if where else DEEP))
    calls = len(places) + 2
    if len(places) > 1:
        with shown_by(_REFUSED):
            _check_refused(case, sample)
        calls += 1
    return Evidence(calls + _check_methods(case, sample, result))


_SOURCE = f"""\
def nested(value, chains={DEEP}):
    if isinstance(value, (list, tuple)) and any(isinstance(item, aikit.Array) for item in value):
        return type(value)(map(nested, value))
    return aikit.Container(dict.fromkeys(chains, value))


"""
_ALL = """\
args = [nested(value) for place, value in enumerate(args)]
kwargs = {place: nested(value) for place, value in kwargs.items()}
"""
_REFUSED = refusal(
    "function(*args, **kwargs)",
    "AikitStructureError",
    "isinstance(error, aikit.AikitStructureError)",
    _SOURCE + _ALL.replace("value)", "value, ('y',) if place else ('x',))"),
)


def _shown(change: str, call: str = "got = function(*args, **kwargs)\n") -> str:
    """A call with containers, and containers of the result of the call without."""
    return (
        f"{_SOURCE}wanted = function(*args, **kwargs)\n{change}{call}"
        'print("got:     ", repr(got))\n'
        'print("expected:", repr(tuple(map(nested, wanted)) if isinstance(wanted, tuple) else nested(wanted)))\n'
    )


def _nested(value: Any, chains: tuple[str, ...] = DEEP) -> Any:
    """A container with the argument at each key chain; of a list of arrays, a list of containers."""
    if isinstance(value, (list, tuple)) and any(type(item) is aikit.Array for item in value):
        return [_nested(item, chains) for item in value]
    return aikit.Container(dict.fromkeys(chains, value))


def _changed(case: Case, sample: Sample, change: Callable[[Any, Any], Any]) -> tuple[list[Any], dict[str, Any]]:
    args, kwargs = calling.arguments(case, sample)
    return [change(i, value) for i, value in enumerate(args)], {
        key: change(key, value) for key, value in kwargs.items()
    }


def _check_call(case: Case, sample: Sample, result: Any, change: Callable[[Any, Any], Any]) -> None:
    _check_result(case, sample, result, calling.call(case, sample, *_changed(case, sample, change)))


def _check_result(case: Case, sample: Sample, result: Any, nested: Any) -> None:
    """Each leaf must be the result of the call without containers."""
    several = isinstance(result, (list, tuple))
    containers = list(nested) if several and isinstance(nested, tuple) else [nested]
    if len(containers) != len(calling.leaves(result)) or any(type(one) is not aikit.Container for one in containers):
        raise CheckFailure("returned no container", sample=sample, expected=aikit.Container, got=type(nested))
    for one, wanted in zip(containers, calling.leaves(result), strict=True):
        if list(one.cont_to_iterator_keys()) != list(DEEP):
            raise CheckFailure(
                "another structure", sample=sample, expected=list(DEEP), got=list(one.cont_to_iterator_keys())
            )
        for leaf in one.cont_to_iterator_values():
            check_same(case.function, sample, wanted, leaf, "another result for the leaf of a container")


def _check_refused(case: Case, sample: Sample) -> None:
    """Containers that share no structure are an error."""
    args, kwargs = _changed(case, sample, lambda where, value: _nested(value, ("x",) if where == 0 else ("y",)))
    try:
        calling.public(case)(*args, **kwargs)
    except AikitStructureError:
        return
    except AikitException as error:
        raise CheckFailure(
            f"containers without shared structure: {type(error).__name__} for AikitStructureError",
            sample=sample,
            error=error,
        ) from error
    raise CheckFailure("containers without shared structure are accepted", sample=sample, expected=AikitStructureError)


def _check_methods(case: Case, sample: Sample, result: Any) -> int:
    """The static form, and the method of a container in the place of the first array."""
    args, kwargs = _changed(case, sample, lambda where, value: _nested(value))
    name = case.function.name
    with aikit.use_backend(case.cell.backend):
        with shown_by(_shown(_ALL, _bound(case, f"aikit.Container.static_{name}(*args, **kwargs)"))):
            static = calling.call(case, sample, args, kwargs, getattr(aikit.Container, f"static_{name}"))
            _check_result(case, sample, result, static)
        first = next(iter(case.function.array_parameters), None)
        place = list(case.function.parameters).index(first) if first else None
        if (
            not case.function.has_method
            or place is None
            or place >= len(args)
            or not isinstance(args[place], aikit.Container)
        ):
            return 1
        with shown_by(_shown(_ALL, _bound(case, f"args.pop({place}).{name}(*args, **kwargs)"))):
            again = calling.call(case, sample, args[:place] + args[place + 1 :], kwargs, getattr(args[place], name))
            _check_result(case, sample, result, again)
    return 2


def _bound(case: Case, call: str) -> str:
    return f"with aikit.use_backend({case.cell.backend!r}):\n    got = {call}\n"
