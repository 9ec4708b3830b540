"""Keywords and axes that are taken for others."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from random import Random
from typing import Any

from aikit.core.records import Parameter
from pytest_aikit import frameworks
from pytest_aikit.cases.oracle import default_result_dtype
from pytest_aikit.cases.samples.keywords import FEW
from pytest_aikit.cases.samples.keywords import values as keyword_values
from pytest_aikit.mutants.kinds._wrong import (
    accepts,
    comes_through,
    distinguishes,
    has_values,
    of_arrays,
    recorded,
    same,
    takes_shape,
    tells,
)
from pytest_aikit.mutants.planting import Call, PublicCall, in_implementation, in_public
from pytest_aikit.mutants.records import Broken, Target, kind

_ROLES = ("bool", "choice", "int", "ints", "scalar")
_AXES = ("axis", "axes")


def keywords_of(target: Target) -> list[Parameter]:
    """The parameters beside the arrays that a value may be ignored of, because there is a default to take instead."""
    found = target.function.parameters.values()
    return [p for p in found if not p.holds_arrays and p.role in _ROLES and not p.required and p.name not in _UNSEEN]


_UNSEEN = ("copy", "stable", "stop_gradients", "seed")
"""Keywords that no value depends on: whether memory is shared, an order is free, a gradient stops, or which of all draws it is."""

Holds = Callable[[Any], bool]


def sorts_of_values(target: Target, parameter: Parameter) -> list[tuple[str, Any, Holds]]:
    """Classes of values of a keyword that do not mean its default: in words, an example, and whether a value is of each."""
    alike = target.known.keywords.as_default.get(parameter.name, ())
    return [one for one in _sorts_of_values(target, parameter) if one[1] not in alike]


def _sorts_of_values(target: Target, parameter: Parameter) -> list[tuple[str, Any, Holds]]:
    default = parameter.default
    if parameter.role == "bool":
        other = not default
        return [(repr(other), other, lambda value: value is other)] if isinstance(default, bool) else []
    if parameter.role == "choice":
        others = [one for one in parameter.choices if one != default]
        return [(repr(one), one, lambda value, one=one: value == one and type(value) is type(one)) for one in others]  # type: ignore[misc]
    found: list[tuple[str, Any, Holds]] = [
        ("a negative number", -1, lambda value: _is_number(value) and value < 0 and value != default),
        (
            "a positive number",
            2 if default == 1 else 1,
            lambda value: _is_number(value) and value > 0 and value != default,
        ),
        ("0", 0, lambda value: _is_number(value) and value == 0 and value != default),
    ]
    if parameter.role == "scalar" and _is_number(default) and default > 0:
        found = found[1:2]  # what is a positive number by default is no other one elsewhere
    if parameter.role == "ints":
        found.append(("a tuple", (0, 1), lambda value: isinstance(value, tuple) and len(value) > 1))
    return [
        (said, example, holds)
        for said, example, holds in found
        if holds(example) and accepts(target, {parameter.name: example}) is not False
    ]


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def chosen(target: Target, parameter: Parameter, random: Random) -> tuple[str, Any, Holds] | None:
    """One of the classes of values of a keyword; None where it has none."""
    found = sorts_of_values(target, parameter)
    return random.choice(found) if found else None


def arrives(target: Target, parameter: Parameter, value: tuple[str, Any, Holds]) -> bool:
    """Whether a keyword comes to the implementation with a value of a class, if any call is taken with the example of it."""
    _, example, holds = value

    def noted(call: Call) -> Any:
        if holds(call.arguments[parameter.name]):
            call.differs()
        return call.result()

    return comes_through(target, noted, {parameter.name: example})


@kind("keyword-ignored", "one value of a keyword is ignored", check="value",
      applies=lambda target: has_values(target) and bool(keywords_of(target)))  # fmt: skip
def _ignored(target: Target, random: Random) -> Broken | None:
    parameter = random.choice(keywords_of(target))
    value = chosen(target, parameter, random)
    if value is None or not arrives(target, parameter, value):
        return None
    said, _, holds = value

    def broken(call: Call) -> Any:
        if not holds(call.arguments[parameter.name]):
            return call.result()
        call.differs()
        return call.with_arguments(**{parameter.name: parameter.default})

    return Broken(f"{parameter.name} is ignored where it is {said}", in_implementation(target, broken))


@kind("pair-of-keywords", "a keyword is ignored where another one has a certain value", check="value",
      applies=lambda target: has_values(target) and not target.brief and len(keywords_of(target)) > 1)  # fmt: skip
def _pair(target: Target, random: Random) -> Broken | None:
    parameters = random.sample(keywords_of(target), 2)
    return _ignored_beside(target, [(one, chosen(target, one, random)) for one in parameters])


@kind("three-keywords", "a keyword is ignored where two others have certain values", check="value",
      applies=lambda target: has_values(target) and not target.brief and len(_of_few_values(target)) > 2)  # fmt: skip
def _three(target: Target, random: Random) -> Broken | None:
    found, known = [], keyword_values(target.function)
    for one in random.sample(_of_few_values(target), 3):
        value = chosen(target, one, random)
        # of such keywords no other values than these are looked at
        found.append((one, value if value is not None and any(map(value[2], known[one.name])) else None))
    return _ignored_beside(target, found)


def _of_few_values(target: Target) -> list[Parameter]:
    """The keywords that have few values, of which every three occur together; none where each call is compiled."""
    if target.in_turn and frameworks.of(target.backend).compiles:
        return []
    known = keyword_values(target.function)
    return [one for one in keywords_of(target) if 0 < len(known.get(one.name, ())) <= FEW]


def _ignored_beside(target: Target, found: list[tuple[Parameter, tuple[str, Any, Holds] | None]]) -> Broken | None:
    """The last of some keywords is ignored where each has a value of a class."""
    values = [(parameter.name, *value) for parameter, value in found if value is not None]
    if len(values) < len(found):
        return None
    together = {name: example for name, _, example, _ in values}
    without = {found[-1][0].name: found[-1][0].default}
    if _is_empty(target, together) or accepts(target, together) is False:
        return None
    if tells(target, together, {**together, **without}) is False:
        return None

    def broken(call: Call) -> Any:
        if not all(holds(call.arguments[name]) for name, _, _, holds in values):
            return call.result()
        call.differs()
        return call.with_arguments(**without)

    if not comes_through(target, broken, together):
        return None
    (name, said, _, _), *others = reversed(values)
    beside = " and ".join(f"{one} is {word}" for one, word, _, _ in reversed(others))
    return Broken(f"{name} is ignored where it is {said} and {beside}", in_implementation(target, broken))


def _is_empty(target: Target, keywords: dict[str, Any]) -> bool:
    """Whether a length among the keywords is 0, so that the result has no elements, whatever else they say."""
    found = of_arrays(target, _SHAPES[0], **keywords) if 0 in keywords.values() else None
    return found is not None and not isinstance(found, (list, tuple)) and 0 in found.shape


@kind("default-changed", "a keyword that is not given has another value than its default", check="value",
      applies=lambda target: has_values(target) and bool(keywords_of(target)))  # fmt: skip
def _default(target: Target, random: Random) -> Broken | None:
    parameter = random.choice(keywords_of(target))
    found = [example for _, example, _ in sorts_of_values(target, parameter) if _tells(target, parameter.name, example)]
    if not found:
        return None
    other = random.choice(found)

    def broken(call: PublicCall) -> Any:
        if not call.is_plain or parameter.name in call.given:
            return call.result()
        call.differs()
        return call.real(*call.args, **call.kwargs, **{parameter.name: other})

    return Broken(f"{parameter.name} is {other!r} where it is not given", in_public(target, broken))


_SHAPES = ((2, 3), (3, 3), (4,), (2, 3, 4), (2, 4, 4), (2, 2, 2, 2))


def _tells(target: Target, name: str, value: Any) -> bool:
    """Whether a keyword with this value gives arrays of some shape another result than without it."""
    if target.function.parameters[name].kind is inspect.Parameter.POSITIONAL_ONLY:
        return False
    for shape in _SHAPES:
        without, given = of_arrays(target, shape), of_arrays(target, shape, **{name: value})
        if without is not None and given is not None and not same(without, given):
            return True
    return False


@kind("dtype-ignored", "one dtype that is asked for is ignored", check="dtype", applies=lambda target: has_values(target)
      and _is_optional(target, "dtype") and bool(target.function.array_parameters))  # fmt: skip
def _dtype_ignored(target: Target, random: Random) -> Broken | None:
    accepted = [name for name in target.module.native_dtypes if name in target.function.accepts["dtype"]]
    told = [
        name for name in accepted if any(default_result_dtype(target.function, one) != name for one in target.dtypes)
    ]
    taken = [name for name in told if any(of_arrays(target, shape, dtype=name) is not None for shape in _SHAPES)]
    if not taken:
        return None
    dtype = random.choice(taken)

    def broken(call: PublicCall) -> Any:
        if not call.is_plain or str(call.kwargs.get("dtype")) != dtype:
            return call.result()
        result = call.real(*call.args, **{name: value for name, value in call.kwargs.items() if name != "dtype"})
        call.watch.reached += result.dtype != dtype
        return result

    return Broken(f"dtype={dtype} is ignored", in_public(target, broken))


@kind("device-ignored", "the device that is asked for is ignored", check="dtype",
      applies=lambda target: has_values(target) and _is_optional(target, "device") and target.devices > 1)  # fmt: skip
def _device_ignored(target: Target, random: Random) -> Broken:
    def broken(call: PublicCall) -> Any:
        if not call.is_plain or call.kwargs.get("device") is None:
            return call.result()
        call.differs()
        return call.real(*call.args, **{name: value for name, value in call.kwargs.items() if name != "device"})

    return Broken("device is ignored", in_public(target, broken))


def _is_optional(target: Target, name: str) -> bool:
    found = target.function.parameters.get(name)
    return found is not None and not found.required


# ------------------------------------------------------------------------------------------------ several numbers


def _is_of_several(value: Any) -> bool:
    """Whether it is several numbers, not all the same."""
    return isinstance(value, (list, tuple)) and all(type(one) is int for one in value) and len(set(value)) > 1


def _is_of_pairs(value: Any) -> bool:
    """Whether it is pairs of numbers, not all of which are equal ones."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(one, (list, tuple)) for one in value):
        return False
    return any(len(one) == 2 and one[0] != one[1] for one in value)


@kind("one-of-several-numbers", "of several numbers, as one for each dimension, one is taken for all", check="value",
      applies=lambda target: has_values(target) and bool(_of_numbers(target)))  # fmt: skip
def _one_number(target: Target, random: Random) -> Broken | None:
    # of one dimension there is one number
    names = [
        name
        for name in _of_numbers(target)
        if any(map(_is_of_several, recorded(target, name))) or any(accepts(target, {name: one}) for one in _SEVERAL)
    ]
    if not names:
        return None
    name, place = random.choice(names), random.choice((0, -1))

    def broken(call: Call) -> Any:
        value = call.arguments[name]
        if not _is_of_several(value):
            return call.result()
        call.differs()
        return call.with_arguments(**{name: type(value)([value[place]] * len(value))})

    said = f"of several {name} the {'last' if place else 'first'} one is taken for all"
    return Broken(said, in_implementation(target, broken))


def _of_numbers(target: Target) -> list[str]:
    """The parameters at which several numbers stand that are no axes, each of which is named once."""
    found = target.function.parameters.values()
    return [p.name for p in found if p.role == "ints" and p.name not in _OF_AXES]


_SEVERAL = ((1, 2), (2, 1), (2, 1, 1), (3, 1), (1, 3), (1, 2, 1, 1))
"""Several numbers, some of which a function takes with some call of its record, if it takes several at all."""

_OF_AXES = ("axis", "axes", "source", "destination", "normalized_idxs")
"""Parameters at which axes stand."""


_PAIRS = ("padding", "pad_width")
"""Parameters at which pairs of numbers may stand."""


@kind("pairs-turned", "a pair of numbers, as of what goes before and after an axis, is turned", check="value",
      applies=lambda target: has_values(target) and any(p in target.function.parameters for p in _PAIRS))  # fmt: skip
def _turned_pairs(target: Target, random: Random) -> Broken:
    name = next(p for p in _PAIRS if p in target.function.parameters)

    def broken(call: Call) -> Any:
        value = call.arguments[name]
        if not _is_of_pairs(value):
            return call.result()
        call.differs()
        turned = [tuple(reversed(one)) if isinstance(one, (list, tuple)) else one for one in value]
        return call.with_arguments(**{name: type(value)(turned)})

    return Broken(f"the pairs of {name} are turned", in_implementation(target, broken))


# ------------------------------------------------------------------------------------------------ axes


def _axis(target: Target) -> str:
    found = target.function.parameters
    return next((name for name in _AXES if name in found and found[name].role in ("int", "ints")), "")


@kind("axis-of-one-rank", "another axis is taken for arrays of one number of dimensions", check="value",
      applies=lambda target: has_values(target) and not target.brief
      and bool(_axis(target)) and bool(target.function.array_parameters))  # fmt: skip
def _rank(target: Target, random: Random) -> Broken | None:
    name, rank = _axis(target), random.choice((2, 3, 4))
    form = random.choice(("a positive", "a negative", "a"))
    shapes = ((2, 3, 4, 5)[:rank], (2,) * rank, (3,) * rank, (1,) * rank)
    if not any(_tells_axes(target, name, shape) for shape in shapes):
        return None
    taken = [shape for shape in shapes if takes_shape(target, shape)]
    axes = [axis for axis in range(-rank, rank) if _has_sign(axis, form)]
    if taken and not any(of_arrays(target, shape, **{name: axis}) is not None for shape in taken for axis in axes):
        return None  # such axes are refused

    is_order = target.function.parameters[name].required

    def broken(call: Call) -> Any:
        axis = call.arguments[name]
        # what the axis counts may stand beside an array of fewer dimensions
        if max((len(one.shape) for one in call.arrays()), default=-1) != rank or not _has_sign(axis, form):
            return call.result()
        moved = _next(axis, rank, is_order)
        if moved is None:
            return call.result()
        call.differs()
        return call.with_arguments(**{name: moved})  # which refuses it where it does not fit the other arguments

    return Broken(f"{form} {name} of {rank}-d arrays is taken for the next one", in_implementation(target, broken))


def _tells_axes(target: Target, name: str, shape: tuple[int, ...]) -> bool:
    """Whether it matters which axis is named; so it is taken to be where this cannot be said."""
    one: dict[str, Any] = {name: 0}
    other: dict[str, Any] = {name: 1}
    if target.function.parameters[name].role == "ints" and target.function.parameters[name].required:
        one, other = {name: tuple(range(len(shape)))}, {name: (*range(1, len(shape)), 0)}
    return distinguishes(target, shape, one, other) is not False


def _has_sign(axis: Any, form: str) -> bool:
    numbers = axis if isinstance(axis, tuple) else (axis,)
    if not numbers or any(type(one) is not int for one in numbers):
        return False
    return form == "a" or any((one < 0) is (form == "a negative") for one in numbers)


def _next(axis: Any, rank: int, is_order: bool) -> Any:
    """The next axis, or the next of each; None where these are the same ones, unless their order is what matters."""
    if isinstance(axis, tuple):
        moved = tuple((one + 1) % rank for one in axis)
        return None if not is_order and {one % rank for one in axis} == set(moved) else moved
    return (axis + 1) % rank


@kind("order-of-axes", "a tuple of axes is sorted before it is used", check="value",
      applies=lambda target: has_values(target) and not target.brief and any(
          p.role == "ints" and not p.holds_arrays for p in target.function.parameters.values()))  # fmt: skip
def _order(target: Target, random: Random) -> Broken | None:
    names = [p.name for p in target.function.parameters.values() if p.role == "ints"]
    tried = [(2, 0, 1), (2, 0), (1, 0)]
    if not any(
        distinguishes(target, (2, 3, 4), dict.fromkeys(names, one), dict.fromkeys(names, tuple(sorted(one))))
        for one in tried
    ):
        return None

    def broken(call: Call) -> Any:
        changed = {}
        for name in names:
            value = call.arguments[name]
            if isinstance(value, tuple) and tuple(sorted(value)) != value:
                changed[name] = tuple(sorted(value))
        if not changed:
            return call.result()
        try:
            result = call.with_arguments(**changed)
        except Exception:
            return call.result()
        call.differs()
        return result

    return Broken(f"{', '.join(names)}: several are taken in ascending order", in_implementation(target, broken))
