"""Containers in place of arguments: the function of each leaf, in containers of their shared structure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import aikit
from aikit.core.records import Function
from aikit.exceptions import AikitException, AikitStructureError, AikitTypeError, AikitValueError
from pytest_aikit.cases import calling, literals
from pytest_aikit.cases.showing import refusal, shown_by
from pytest_aikit.checks.native_input import check_same
from pytest_aikit.checks.out import garbage, garbage_source
from pytest_aikit.model import Case, Check, CheckFailure, Evidence, Sample
from pytest_aikit.numerics.comparing import same_bits

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
    first = places[0] if places else 0
    with shown_by(_shown(_ALL.replace("value)", f"value, {DEEP} if place == {first!r} else {SHALLOW})"))):
        _check_call(case, sample, result, lambda where, value: _nested(value, DEEP if where == first else SHALLOW))
    calls = len(places) + 2
    several = next((one for one in case.samples if len(one.args) + len(one.kwargs) > 1), None)
    if several is not None:
        first = 0 if several.args else next(iter(several.kwargs))
        with shown_by(_refused(first)):
            _check_refused(case, several, first)
        calls += 1
    calls += _check_others(case) + _check_out(case, sample, result) + _check_empty(case, sample, result)
    for one, found in calling.giving_each_argument(case, 1):
        if isinstance(found, tuple) == isinstance(result, tuple):
            calls += _check_methods(case, one, found)
    return Evidence(calls)


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


def _refused(first: int | str) -> str:
    """A call with containers of one structure at one place, and of another one elsewhere."""
    return refusal(
        "function(*args, **kwargs)",
        "AikitStructureError",
        "isinstance(error, aikit.AikitStructureError)",
        _SOURCE + _ALL.replace("value)", f"value, ('x',) if place == {first!r} else ('y',))"),
    )


def _shown(change: str, call: str = "got = function(*args, **kwargs)\n") -> str:
    """A call with containers, and containers of the result of the call without."""
    return (
        f"{_SOURCE}wanted = function(*args, **kwargs)\n{change}{call}"
        'print("got:     ", repr(tuple(got) if isinstance(got, tuple) else got))\n'
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


def _check_others(case: Case) -> int:
    """Leaves that differ, of the first two calls with the same arguments; all containers but the first have other orders."""
    made: dict[Any, tuple[Sample, Any]] = {}
    for sample, result in calling.results(case, by_themselves=True):
        form = (*map(_form, (*sample.args, *sample.kwargs.values())), *sample.kwargs)
        if form in made and len(calling.leaves(result)) == len(calling.leaves(made[form][1])):
            break
        made.setdefault(form, (sample, result))
    else:
        return 0
    first, wanted = made[form]
    with shown_by(lambda: _others_shown(sample)):
        _check_apart(case, (first, wanted), (sample, result))
    return 1


def _check_apart(case: Case, one: tuple[Sample, Any], other: tuple[Sample, Any]) -> None:
    """Call with containers whose leaves are the arguments of one call, of another one, and of the first again."""
    (first, wanted), (sample, result) = one, other
    (args, kwargs), (beside, named) = (calling.arguments(case, each) for each in (first, sample))
    in_order = iter([True])
    given = [_apart(*pair, next(in_order, False)) for pair in zip(args, beside, strict=True)]
    keywords = {name: _apart(value, named[name], next(in_order, False)) for name, value in kwargs.items()}
    found = calling.call(case, first, given, keywords)
    for place, container in enumerate(list(found) if isinstance(found, tuple) else [found]):
        keys = list(container.cont_to_iterator_keys())
        if keys != list(DEEP):
            raise CheckFailure("another structure", sample=first, expected=list(DEEP), got=keys)
        expected = (calling.leaves(one)[place] for one in (wanted, result, wanted))
        for of, leaf in zip(expected, container.cont_to_iterator_values(), strict=True):
            check_same(case.function, first, of, leaf, "another result for one of several leaves that differ")


def _others_shown(sample: Sample) -> str:
    args, kwargs = literals.arguments(sample)
    return f"""\
def apart(one, other, in_order):
    if isinstance(one, (list, tuple)) and any(isinstance(item, aikit.Array) for item in one):
        return [apart(item, beside, in_order) for item, beside in zip(one, other)]
    leaves = dict(zip({DEEP}, (one, other, one)))
    return aikit.Container(leaves if in_order else dict(reversed(leaves.items())))


def leaves(result):
    return result if isinstance(result, (list, tuple)) else [result]


beside, named, in_order = {args}, {kwargs}, iter([True])
wanted = zip(*(leaves(function(*given, **keywords)) for given, keywords in [(args, kwargs), (beside, named), (args, kwargs)]))
given = [apart(*pair, next(in_order, False)) for pair in zip(args, beside)]
found = function(*given, **{{name: apart(one, named[name], next(in_order, False)) for name, one in kwargs.items()}})
print("got:     ", [list(one.cont_to_iterator_values()) for one in leaves(found)])
print("expected:", [*map(list, wanted)])
"""


def _form(value: Any) -> Any:
    """The same for two arguments that may be leaves of one container."""
    return len(value) if isinstance(value, (list, tuple)) and any(isinstance(one, np.ndarray) for one in value) else ""


def _apart(one: Any, other: Any, in_order: bool) -> Any:
    """A container with two arguments as its leaves; of lists of arrays, a list of containers."""
    if isinstance(one, (list, tuple)) and any(type(item) is aikit.Array for item in one):
        return [_apart(item, beside, in_order) for item, beside in zip(one, other, strict=True)]
    leaves = dict(zip(DEEP, (one, other, one), strict=True))
    return aikit.Container(leaves if in_order else dict(reversed(leaves.items())))


def _check_refused(case: Case, sample: Sample, first: int | str) -> None:
    """Containers that share no structure are an error."""
    args, kwargs = _changed(case, sample, lambda where, value: _nested(value, ("x",) if where == first else ("y",)))
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


# ------------------------------------------------------------------------------------------------ out, and no leaves


def _check_out(case: Case, sample: Sample, result: Any) -> int:
    """A container `out` holds the results; one that cannot is an error, and its Arrays are what they were."""
    if not case.function.out or type(result) is not aikit.Array:
        return 0
    targets = [garbage(case, result) for _ in DEEP]
    out = aikit.Container(zip(DEEP, targets, strict=True))
    args, kwargs = _changed(case, sample, lambda where, value: _nested(value))
    made = f"{_SOURCE}wanted = nested(function(*args, **kwargs))\n{_ALL}"
    with shown_by(f"""\
{made}out = aikit.Container((chain, {garbage_source(result)}) for chain in {DEEP})
targets = out.cont_to_flat_list()
got = function(*args, **kwargs, out=out)
print("got:     ", repr(got), got is out, [target is leaf for target, leaf in zip(targets, out.cont_to_flat_list())])
print("expected:", repr(wanted), True, [True] * {len(DEEP)})
"""):
        returned = calling.call(case, sample, args, {**kwargs, "out": out})
        if returned is not out or any(leaf is not targets[i] for i, leaf in enumerate(out.cont_to_flat_list())):
            raise CheckFailure(
                "a container out is not returned with its Arrays", sample=sample, expected=out, got=returned
            )
        _check_result(case, sample, result, returned)
    for what, source, error in _OUTS:
        _check_out_refused(case, sample, result, what, source, error)
    return 1 + len(_OUTS)


_OUTS: tuple[tuple[str, str, type[Exception]], ...] = (
    ("an Array", "arrays = [one()]\nout = arrays[0]\n", AikitTypeError),
    (
        "one Array for several leaves",
        f"arrays = [one()]\nout = aikit.Container(dict.fromkeys({DEEP}, arrays[0]))\n",
        AikitValueError,
    ),
    (
        "a leaf that is None",
        f"arrays = [one(), one()]\nout = aikit.Container(zip({DEEP}, [*arrays, None]))\n",
        AikitTypeError,
    ),
    (
        "a shallower container",
        f"arrays = [one(), one()]\nout = aikit.Container(zip({SHALLOW}, arrays))\n",
        AikitStructureError,
    ),
    (
        "another shape at the last leaf",
        f"arrays = [one(), one(), one(2)]\nout = aikit.Container(zip({DEEP}, arrays))\n",
        AikitValueError,
    ),
)
"""What is no `out` for containers: the source that makes it from Arrays like a result, and the error."""


def _check_out_refused(case: Case, sample: Sample, result: Any, what: str, source: str, error: type[Exception]) -> None:
    scope: dict[str, Any] = {"aikit": aikit, "one": lambda *more: garbage(case, result, None, *more)}
    exec(source, scope)
    one, two = garbage_source(result), garbage_source(result, None, 2)
    unchanged = f"isinstance(error, aikit.{error.__name__}) and repr(arrays) == before"
    args, kwargs = _changed(case, sample, lambda where, value: _nested(value))
    before = [calling.host(array).copy() for array in scope["arrays"]]
    with shown_by(
        refusal(
            "function(*args, **kwargs, out=out)",
            f"{error.__name__}, and out unchanged",
            unchanged,
            f"{_SOURCE}{_ALL}def one(*more):\n    return {two} if more else {one}\n\n\n{source}before = repr(arrays)\n",
        )
    ):
        try:
            calling.public(case)(*args, **kwargs, out=scope["out"])
        except error:
            pass
        except Exception as other:
            raise CheckFailure(f"out of {what}: raised {type(other).__name__}", sample=sample, error=other) from other
        else:
            raise CheckFailure(f"out of {what} is accepted for containers", sample=sample, expected=error)
        now = [calling.host(array) for array in scope["arrays"]]
        if not all(map(same_bits, before, now)):
            raise CheckFailure(
                f"out of {what} is changed by a call that fails", sample=sample, expected=before, got=now
            )


def _check_empty(case: Case, sample: Sample, result: Any) -> int:
    """A function of several results gives as many containers, also where these have no leaves."""
    hint = str(case.function.signature.return_annotation)
    variadic = any(parameter.variadic for parameter in case.function.parameters.values())
    if not isinstance(result, tuple) or ("..." in hint and not variadic):
        return 0
    args, kwargs = _changed(case, sample, lambda where, value: _nested(value, ()))
    with shown_by("""\
wanted = tuple(aikit.Container() for _ in function(*args, **kwargs))
got = function(*[aikit.Container() for _ in args], **{key: aikit.Container() for key in kwargs})
print("got:     ", repr(tuple(got)))
print("expected:", repr(wanted))
"""):
        got = calling.call(case, sample, args, kwargs)
        if not isinstance(got, type(result)) or [type(one) for one in got] != [aikit.Container] * len(result):
            raise CheckFailure("empty containers give other results", sample=sample, expected=len(result), got=got)
    return 1


CHECK = Check("container", "item", applies, run, __doc__, order=90)
