"""Rules that functions of several categories share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from aikit.core.records import Arguments, Rule
from aikit.core.shapes import broadcast, rank_of, shape_of
from aikit.exceptions import AikitBroadcastShapeError, AikitValueError


class ValuesRefused(ValueError):
    """Values of a function's first argument for which there is no result; a backend raises it where it looks at them.

    Attributes
    ----------
    says : what is wrong, and the way out; it goes on from the name of the argument.
    """

    says: ClassVar[str]


def at_least(ndim: int, parameter: str = "x") -> Rule:
    """An array has at least so many dimensions."""

    def rule(name: str, arguments: Arguments, backend: Any) -> None:
        shape = shape_of(arguments[parameter])
        if len(shape) < ndim:
            raise AikitValueError(
                f"{name}: {parameter} has shape {shape}; it needs at least {ndim} dimension{'s' * (ndim > 1)}"
            )

    return rule


def not_negative(parameter: str) -> Rule:
    """An int, or each of a tuple, is 0 or more; None is not looked at."""

    def rule(name: str, arguments: Arguments, backend: Any) -> None:
        value = arguments[parameter]
        numbers = value if isinstance(value, tuple) else (value,)
        if any(isinstance(number, int) and number < 0 for number in numbers):
            raise AikitValueError(f"{name}: {parameter}={value} is negative; it must be 0 or more")

    return rule


def elements_along_axis(name: str, arguments: Arguments, backend: Any) -> None:
    """There are elements to choose from along `axis`."""
    shape, axis = shape_of(arguments["x"]), arguments["axis"]
    axes = range(len(shape)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    if any(shape[one] == 0 for one in axes):
        raise AikitValueError(f"{name}: x of shape {shape} has no elements along axis={axis} to choose from")


def an_axis(name: str, arguments: Arguments, backend: Any) -> None:
    """`axis` is given but for an array of one dimension, and there is one."""
    shape = shape_of(arguments["x"])
    if arguments["axis"] is None and len(shape) != 1:
        raise AikitValueError(f"{name}: axis=None is for arrays of 1 dimension and x has shape {shape}; give the axis")
    if not shape:
        raise AikitValueError(f"{name}: x has no dimensions; it needs at least 1")


def check_broadcast(name: str, arguments: Arguments, parameters: Sequence[str]) -> None:
    """Raise AikitBroadcastShapeError where the shapes of some arguments do not broadcast; an unknown rank is let pass."""
    given = {p: arguments[p] for p in parameters if arguments.get(p) is not None}
    if any(rank_of(x) is None for x in given.values()):
        return
    try:
        broadcast(name, [shape_of(x) for x in given.values()])
    except AikitBroadcastShapeError:
        described = ", ".join(f"{p} {shape_of(x)}" for p, x in given.items())
        raise AikitBroadcastShapeError(
            f"{name}: the shapes do not broadcast: {described}; lengths must be equal or 1, counted from the last dimension"
        ) from None


def check_stacks(name: str, one: Sequence[int | None], two: Sequence[int | None]) -> None:
    """Raise AikitBroadcastShapeError where the leading dimensions of two arrays do not broadcast."""
    try:
        broadcast(name, [one, two])
    except AikitBroadcastShapeError:
        raise AikitBroadcastShapeError(f"{name}: the leading dimensions {one} and {two} do not broadcast") from None
