"""Overrides, containers and errors."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import aikit
from aikit.core.arrays import ArrayBase
from aikit.exceptions import AikitException, AikitTypeError
from pytest_aikit.cases import bad_inputs
from pytest_aikit.mutants.kinds._wrong import has_values
from pytest_aikit.mutants.kinds.results import refusable
from pytest_aikit.mutants.planting import PublicCall, in_public
from pytest_aikit.mutants.records import Broken, Target, kind


def _overridable(target: Target) -> bool:
    function = target.function
    return bool(function.array_parameters) and function.kind != "standalone"


# ------------------------------------------------------------------------------------------------ overrides


@kind(
    "override-skipped",
    "a class that overrides the function is refused as a foreign one",
    check="override",
    applies=_overridable,
)
def _skipped(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        if not call.overriding:
            return call.result()
        call.differs()
        one = call.overriding[0]
        raise call.refuse(AikitTypeError(f"{target.function.qualified_name}: x={one!r} is a {type(one).__name__}"))

    return Broken("a class that overrides the function is refused", in_public(target, broken))


@kind("override-skipped-behind-an-array", "an override is not looked for behind the first argument", check="override",
      applies=lambda target: _overridable(target) and len(target.function.array_parameters) > 1)  # fmt: skip
def _behind(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        if not call.overriding or not isinstance(call.items[0], ArrayBase):
            return call.result()
        call.differs()
        one = call.overriding[0]
        raise call.refuse(AikitTypeError(f"{target.function.qualified_name}: x={one!r} is a {type(one).__name__}"))

    return Broken("an override is not looked for where the first argument is an Array", in_public(target, broken))


@kind("override-of-out-skipped", "an override is not looked for in out", check="override",
      applies=lambda target: _overridable(target) and target.function.out)  # fmt: skip
def _out_skipped(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        out = call.kwargs.get("out")
        if (
            out is None
            or isinstance(out, (ArrayBase, aikit.Container))
            or not hasattr(type(out), "__aikit_array_function__")
        ):
            return call.result()
        call.differs()
        return call.real(*call.args, **{name: value for name, value in call.kwargs.items() if name != "out"})

    return Broken("an override in out is ignored", in_public(target, broken))


@kind("override-called-twice", "an override is called twice", check="override", applies=_overridable)
def _twice(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        if call.overriding:
            call.differs()
            call.result()
        return call.result()

    return Broken("an override is called twice", in_public(target, broken))


@kind("override-error-swallowed", "an error of an override is swallowed", check="override", applies=_overridable)
def _swallowed(target: Target, random: Random) -> Broken:
    ours = random.choice((True, False))

    def broken(call: PublicCall) -> Any:
        try:
            return call.result()
        except Exception as error:
            if not call.overriding or isinstance(error, AikitException) is not ours:
                raise
            call.differs()
            return None

    what = "the TypeError" if ours else "an error of its own"
    return Broken(f"{what} of an override is swallowed", in_public(target, broken))


@kind(
    "override-sees-copies", "an override receives copies of the other arguments", check="override", applies=_overridable
)
def _copies(target: Target, random: Random) -> Broken | None:
    if len(target.function.array_parameters) < 2:
        return None

    def broken(call: PublicCall) -> Any:
        if not call.overriding or not call.arrays:
            return call.result()
        call.differs()
        return call.real(*map(_copied, call.args), **{name: _copied(value) for name, value in call.kwargs.items()})

    return Broken("an override receives copies of the Arrays beside it", in_public(target, broken))


def _copied(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(map(_copied, value))
    return copy.copy(value) if isinstance(value, ArrayBase) else value


@kind("not-implemented-returned", "NotImplemented of an override is returned", check="override", applies=_overridable)
def _not_implemented(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        try:
            return call.result()
        except AikitTypeError:
            if not call.overriding:
                raise
            call.differs()
            return NotImplemented

    return Broken("NotImplemented of an override is returned", in_public(target, broken))


# ------------------------------------------------------------------------------------------------ containers


def _nestable(target: Target) -> bool:
    return target.function.nestable and has_values(target)


def _of_containers(target: Target, said: str, change: Callable[[Any], Any]) -> Broken:
    """A mutant that changes the containers of results."""

    def broken(call: PublicCall) -> Any:
        result = call.result()
        if not call.has_containers:
            return result
        several = isinstance(result, tuple)
        leaves = [_changed(call, one, change) for one in (result if several else [result])]
        return type(result)(*leaves) if hasattr(result, "_fields") else tuple(leaves) if several else leaves[0]

    return Broken(said, in_public(target, broken))


def _changed(call: PublicCall, result: Any, change: Callable[[Any], Any]) -> Any:
    if not isinstance(result, aikit.Container) or not len(result):
        return result
    call.differs()
    return change(result)


@kind("container-leaf-skipped", "the last leaf of a container is left as None", check="container", applies=_nestable)
def _leaf_skipped(target: Target, random: Random) -> Broken:
    def change(found: Any) -> Any:
        return found.cont_set_at_key_chain(list(found.cont_to_iterator_keys())[-1], None)

    return _of_containers(target, "the last leaf is skipped", change)


@kind("container-leaves-alike", "each leaf has the result of the last one", check="container", applies=_nestable)
def _alike(target: Target, random: Random) -> Broken | None:
    if not target.function.out:
        return None

    def broken(call: PublicCall) -> Any:
        out = call.kwargs.get("out")
        if not call.has_containers or not isinstance(out, ArrayBase):
            return call.result()
        call.differs()
        result = call.real(*call.args, **{name: value for name, value in call.kwargs.items() if name != "out"})
        return result.cont_map(lambda leaf, chain: out) if isinstance(result, aikit.Container) else result

    return Broken("an Array out stands at each leaf of the result", in_public(target, broken))


@kind(
    "container-structure-lost", "the containers of results have another structure", check="container", applies=_nestable
)
def _structure(target: Target, random: Random) -> Broken:
    said, change = random.choice(_STRUCTURES)
    return _of_containers(target, said, change)


_STRUCTURES: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("the containers of results are flat", lambda found: found.cont_flatten_key_chains()),
    ("the keys of the results stand in another order", lambda found: aikit.Container(reversed(list(found.items())))),
    ("a dict is returned for a container", lambda found: found.cont_to_dict()),
)


@kind("container-structure-accepted", "containers without shared structure are accepted", check="container",
      applies=lambda target: _nestable(target) and len(target.function.parameters) > 1)  # fmt: skip
def _any_structure(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        try:
            return call.result()
        except aikit.AikitStructureError:
            call.differs()
            return next(one for one in call.items if isinstance(one, aikit.Container))

    return Broken("containers without shared structure are accepted", in_public(target, broken))


# ------------------------------------------------------------------------------------------------ errors


def _refuses(target: Target) -> bool:
    return has_values(target)


def _on_error(target: Target, said: str, wrong: Callable[[PublicCall, AikitException], Any]) -> Broken:
    """A mutant that does something else where the function refuses a plain call, of which none overrides it."""

    def broken(call: PublicCall) -> Any:
        try:
            return call.result()
        except AikitException as error:
            if not call.is_plain:
                raise
            found = error
        call.differs()
        return wrong(call, found)

    return Broken(said, in_public(target, broken))


@kind("error-class-changed", "bad input raises another class", check="errors", applies=_refuses)
def _class(target: Target, random: Random) -> Broken | None:
    classes = _classes_of_errors(target)
    if not classes:
        return None
    cls = random.choice(classes)
    other = ValueError if random.choice((True, False)) else AikitException

    def wrong(call: PublicCall, error: AikitException) -> Any:
        raise call.refuse(error if type(error) is not cls else other(str(error)))

    return _on_error(target, f"{other.__name__} for {cls.__name__}", wrong)


@kind("error-without-function", "the message does not name the function", check="errors", applies=_refuses)
def _unnamed(target: Target, random: Random) -> Broken | None:
    classes = _classes_of_errors(target)
    if not classes:
        return None
    cls = random.choice(classes)

    def wrong(call: PublicCall, error: AikitException) -> Any:
        if type(error) is not cls:
            raise call.refuse(error)
        raise call.refuse(cls(str(error).replace(target.function.qualified_name, "it")))

    return _on_error(target, f"the message of {cls.__name__} does not name the function", wrong)


@kind("error-without-argument", "the message does not name the argument", check="errors", applies=_refuses)
def _without_argument(target: Target, random: Random) -> Broken | None:
    names = _refused_parameters(target)
    if not names:
        return None
    name = random.choice(names)

    def wrong(call: PublicCall, error: AikitException) -> Any:
        head, _, rest = str(error).partition(":")
        raise call.refuse(type(error)(f"{head}:{rest.replace(name, 'this')}"))

    return _on_error(target, f"the message does not say {name}", wrong)


@kind("bad-input-accepted", "a value that is refused is taken for the default", check="errors", applies=_refuses)
def _accepted(target: Target, random: Random) -> Broken | None:
    # an array is not told by its representation
    inputs = [one for one in _bad_inputs(target) if one.error is not TypeError and "ArraySpec" not in one.label]
    if not inputs:
        return None
    cls = random.choice(sorted({one.error for one in inputs}, key=lambda one: one.__name__))
    one = random.choice([one for one in inputs if one.error is cls])
    name = one.label.partition("=")[0] if "=" in one.label else ""
    value = _given(target, one.args, one.kwargs, name)

    def wrong(call: PublicCall, error: AikitException) -> Any:
        if type(error) is not cls or _given(target, call.args, call.kwargs, name) != value:
            raise call.refuse(error)
        return aikit.get_backend(target.backend).zeros(3)

    return _on_error(target, f"{one.label} is accepted", wrong)


@kind("error-keeps-arguments", "an error that was caught keeps the arguments alive", check=("errors", "dtype_errors"),
      applies=lambda target: _refuses(target) and bool(target.function.array_parameters))  # fmt: skip
def _kept(target: Target, random: Random) -> Broken | None:
    if not _classes_of_errors(target) and not refusable(target):
        return None  # what is refused is no array, or refused by Python

    def wrong(call: PublicCall, error: AikitException) -> Any:
        kept = call.refuse(error)
        kept.args = (*kept.args[:1], (kept, call.args))
        kept.__dict__["kept"] = call.args, kept
        raise kept

    return _on_error(target, "an error is in a cycle with the arguments", wrong)


def _given(target: Target, args: Any, kwargs: Any, name: str) -> str:
    """The argument at a parameter, as its representation; empty where there is none."""
    try:
        given = target.function.signature.bind_partial(*args, **kwargs).arguments
    except TypeError:
        return ""
    return repr(given[name]) if name in given else ""


def _bad_inputs(target: Target) -> list[Any]:
    """The bad inputs that follow from the parameters, and those of the record."""
    function = target.function
    arrays = [np.zeros((2, 3), np.float32) for p in function.parameters.values() if p.holds_arrays and p.required]
    return list(bad_inputs.bad_inputs(function, arrays, {}))


def _classes_of_errors(target: Target) -> list[Any]:
    found = {one.error for one in _bad_inputs(target) if issubclass(one.error, AikitException)}
    return sorted(found, key=lambda one: one.__name__)


def _refused_parameters(target: Target) -> list[str]:
    """The parameters whose values are refused, one by one."""
    labels = [one.label for one in _bad_inputs(target) if "=" in one.label]
    return sorted({label.partition("=")[0] for label in labels} & target.function.parameters.keys())
