"""Python scalars beside arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from aikit.core.records import Function
from pytest_aikit.cases.samples.admitted import admissible
from pytest_aikit.cases.samples.values import few_of_the_range, in_shape
from pytest_aikit.model import Sample
from pytest_aikit.numerics.promotion import kind_of
from pytest_aikit.numerics.special_values import special_values

_NUMBERS: Mapping[str, Any] = {"b": True, "i": 3, "u": 3, "f": 2.5, "c": 1.5 - 2j}

_ABOVE: Mapping[str, tuple[Any, ...]] = {"i": (2.5, 1.5 - 2j), "u": (2.5, 1.5 - 2j), "f": (1.5 - 2j,)}
"""Kind of dtype -> numbers of a kind above it, whose default dtype another one joins, or whose precision follows its own."""


def with_scalars(function: Function, by_name: Mapping[str, str]) -> Iterator[Sample]:
    """A Python scalar in place of each array that may be one, and a Python int or bool beside arrays of other kinds."""
    if len(by_name) < 2:
        return
    arrays = in_shape(function, by_name, ((2, 3),))
    names = list(by_name)
    for place, (name, dtype) in enumerate(by_name.items()):
        accepted = function.parameters[name].scalars
        yield from _with_telling_numbers(function, by_name, place)
        above = _ABOVE.get(kind_of(dtype), ()) if name in function.promote else ()
        for number in dict.fromkeys((_NUMBERS[kind_of(dtype)], 2, True, *above)):
            if type(number) in accepted and not (kind_of(dtype) == "b" and number == 2):
                args = [number if other == name else array for other, array in zip(names, arrays, strict=True)]
                label = f"Python {type(number).__name__} for {name}{', of a kind above' * (number in above)}"
                yield Sample(tuple(args), {}, label, "scalars")


_TELLING: Mapping[str, tuple[Any, ...]] = {
    "b": (),
    "i": (0, 1, -1),
    "u": (0, 1),
    "f": (0.0, 1.0, -1.0, 0.5),
    "c": (0.0, 1.0, -1.0, 0.5, 1j),
}
"""Kind of dtype -> the numbers beside which a function is often another one, but not for special values."""


def _with_telling_numbers(function: Function, by_name: Mapping[str, str], place: int) -> Iterator[Sample]:
    """Each of these numbers in one place, and special values in the others, with some of every part of the range."""
    for number, args in _beside_telling_numbers(function, by_name, place):
        if type(number) in function.parameters[list(by_name)[place]].scalars:
            given = [number if other == place else x for other, x in enumerate(args)]
            yield Sample(tuple(given), {}, _label(number, list(by_name)[place]), "scalars")


def with_numbers_in_arrays(function: Function, by_name: Mapping[str, str]) -> Iterator[Sample]:
    """Each of these numbers in an array of no dimension, and in one that repeats a single element: a function may look for
    the number in what it reads as one."""
    for place, name in enumerate(by_name if len(by_name) > 1 else ()):
        for number, args in _beside_telling_numbers(function, by_name, place):
            alone = np.array(number, args[place].dtype)
            for array, form in ((alone, "of no dimension"), (np.broadcast_to(alone, args[place].shape), "stride 0")):
                given = [array if other == place else x for other, x in enumerate(args)]
                yield Sample(tuple(given), {}, f"{_label(number, name)}, {form}", "layouts")


def _label(number: Any, name: str) -> str:
    return f"{number!r} for {name}"


def _beside_telling_numbers(
    function: Function, by_name: Mapping[str, str], place: int
) -> Iterator[tuple[Any, list[np.ndarray]]]:
    """Each number, and the arrays of a call in which the one in this place is full of it."""
    names = list(by_name)
    name, dtype = names[place], by_name[names[place]]
    if name not in function.promote:
        return
    sorts = [np.concatenate([special_values(one), few_of_the_range(one)]) for one in by_name.values()]
    size = max(one.size for one in sorts)
    others = [np.resize(one, size) for one in sorts]
    for number in _TELLING[kind_of(dtype)]:
        filled = np.full(size, number, others[place].dtype)
        args = admissible(
            function, by_name, [filled if other == name else x for other, x in zip(names, others, strict=True)]
        )
        if (args[place] == filled).all():
            yield number, args


def bools_with_scalars(function: Function, by_name: Mapping[str, str]) -> Iterator[Sample]:
    """Arrays of bools beside a Python int and a Python float, whose default dtype the bools join."""
    arrays = dict(zip(by_name, in_shape(function, by_name, ((2, 3),)), strict=True))
    for name in function.promote:
        for number in (2, 2.5):
            if by_name[name] == "int32" and type(number) in function.parameters[name].scalars:
                label = f"Python {type(number).__name__} for {name} beside bools"
                yield Sample(tuple({**arrays, name: number}.values()), {}, label, "scalars")
