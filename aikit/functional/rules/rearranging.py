"""What a pattern of einops makes of an array: the functions that are called, one after the other.

einops does its work on what stands for an array of any lengths, and notes what is asked of it. So its patterns and its order
of the steps are those that its users know, and the steps are functions of aikit, whose dtypes, gradients and traces they have.
A plan is made once for each pattern, and filled with the lengths of an array.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from aikit.core.on_import import on_import
from aikit.core.records import REGISTRY, Arguments
from aikit.core.shapes import shape_of
from aikit.exceptions import AikitException, AikitTypeError, AikitValueError

NO_REDUCTIONS = ("rearrange", "repeat")


class Number(NamedTuple):
    """An axis, or a length: the product of dimensions of the array, times and over numbers."""

    dimensions: tuple[int, ...]
    times: int
    over: int = 1


class Step(NamedTuple):
    """A function, and its argument beside the array: lengths, or axes, which are given by their name or not."""

    function: str
    numbers: tuple[Number, ...]
    by_name: bool = False


class Plan(NamedTuple):
    """What a pattern makes of an array.

    Attributes
    ----------
    steps : the functions, in their order.
    stated : dimensions of the array, and the lengths that are stated for them.
    divided : dimensions of the array, and the lengths of parts into which they are divided.
    wrong : what is wrong with the pattern; otherwise empty.
    """

    steps: tuple[Step, ...]
    stated: tuple[tuple[int, int], ...] = ()
    divided: tuple[tuple[int, int], ...] = ()
    wrong: str = ""


def check_reduced(name: str, dtype: Any, reduction: str) -> None:
    """Raise AikitTypeError for a dtype that the reduction does not take."""
    taken = REGISTRY[reduction]
    if not taken.takes("x", str(dtype)):
        raise AikitTypeError(
            f"{name}: x has dtype {dtype}, of which there is no {reduction!r}; it takes {taken.dtypes['x']} dtypes, so cast it "
            "with aikit.astype, or take another reduction"
        )


def plan(name: str, shape: tuple[Any, ...], pattern: Any, reduction: str, lengths: Mapping[str, int]) -> Plan:
    """What a pattern makes of an array of a shape.

    Parameters
    ----------
    shape : the lengths, None for one that is not known.
    reduction : that of einops, or one of `NO_REDUCTIONS`.
    lengths : those of axes that are given by their names.

    Raises
    ------
    AikitTypeError : a pattern that is no string.
    AikitValueError : what is no pattern, or does not fit the shape and the lengths.
    AikitException : einops is not installed.
    """
    if not isinstance(pattern, str):
        raise AikitTypeError(
            f"{name}: pattern={pattern!r} is a {type(pattern).__name__}; it is a string, such as 'b c h w -> b (h w) c'"
        )
    found = _found(name, len(shape), pattern, reduction, tuple(lengths.items()))
    wrong = found.wrong
    for axis, length in found.stated:
        if shape[axis] is None:
            wrong = f"dimension {axis} is to have length {length}, and this trace does not know it; state it, as with tf.ensure_shape"
        elif shape[axis] != length:
            wrong = f"dimension {axis} is to have length {length}"
    for axis, length in found.divided:
        if isinstance(shape[axis], int) and shape[axis] % length != 0:
            wrong = f"dimension {axis} cannot be divided into parts of {length}"
    if wrong:
        raise AikitValueError(
            f"{name}: pattern={pattern!r} does not fit x of shape {shape} with the lengths {lengths}: {wrong}; name each "
            "dimension, as in 'b c h w -> b (h w) c', and give the lengths that do not follow, as in h=2"
        )
    return found


def filled(numbers: tuple[Number, ...], shape: tuple[Any, ...]) -> tuple[Any, ...]:
    """The numbers of a step for an array of a shape; -1 in the place of one of what is not known."""
    found = []
    for dimensions, times, over in numbers:
        length: Any = times
        for axis in dimensions:
            length = None if length is None or shape[axis] is None else length * shape[axis]
        found.append(-1 if length is None else length // over)
    return tuple(found)


def require_one_open(name: str, lengths: tuple[Any, ...], shape: tuple[Any, ...]) -> None:
    """Raise AikitValueError where several lengths of a shape are not known."""
    if lengths.count(-1) > 1:
        raise AikitValueError(
            f"{name}: under this trace x has the shape {shape}, and the pattern makes several lengths that are not known of it; "
            "state all but one, as with tf.ensure_shape"
        )


def times_along(numbers: tuple[Number, ...]) -> tuple[int, ...]:
    """How many times there is what is broadcast to a shape along each of its dimensions: those that are new have length 1."""
    return tuple(1 if number.dimensions else number.times for number in numbers)


# ------------------------------------------------------------------------------------------------ once a call has failed


def reduced(name: str, arguments: Arguments, backend: Any) -> None:
    """The pattern fits, and there are elements to choose from."""
    shape, pattern, reduction = shape_of(arguments["x"]), arguments["pattern"], arguments["reduction"]
    plan(name, shape, pattern, reduction, arguments["axes_lengths"])
    if reduction in ("min", "max") and 0 in shape:
        raise AikitValueError(
            f"{name}: x of shape {shape} has no elements to choose from for reduction={reduction!r} along what "
            f"pattern={pattern!r} leaves out"
        )


# ------------------------------------------------------------------------------------------------ the work of einops


def _found(name: str, ndim: int, pattern: str, reduction: str, given: tuple[tuple[str, int], ...]) -> Plan:
    return _planned(name, ndim, pattern, reduction, given)


# what it is called with are constants of a trace, so that the tracer need not follow einops
on_import("torch._dynamo", lambda tracer: tracer.assume_constant_result(_found))


@functools.lru_cache(1024)
def _planned(name: str, ndim: int, pattern: str, reduction: str, given: tuple[tuple[str, int], ...]) -> Plan:
    einops, lengths = _einops(name), dict(given)
    if pattern.count("->") != 1:
        return Plan((), wrong=f"it has {pattern.count('->')} arrows, and must have one")
    for axis, length in given:
        if length < 0:
            return Plan((), wrong=f"{axis}={length} is negative")
        if axis in ("tensor", "pattern", "reduction"):
            return Plan((), wrong=f"einops has an argument {axis!r} of its own")
    noted = _Noted(ndim)
    try:
        einops.array_api.reduce(noted, pattern, reduction, **lengths)
    except einops.EinopsError as error:
        why = str(error).partition(f"Additional info: {lengths}.")[2].strip() or str(error)
        return Plan((), wrong=" ".join(why.split()))
    except ZeroDivisionError:
        return Plan((), wrong="a length of 0 leaves the other parts of a dimension open")
    if reduction not in NO_REDUCTIONS and all(step.function != reduction for step in noted.steps):
        noted.steps.append(Step(reduction, (), by_name=True))  # of each element by itself, for its dtype
    return Plan(tuple(noted.steps), tuple(noted.stated), tuple(noted.divided))


def _einops(name: str) -> Any:
    try:
        import einops.array_api
    except ImportError:
        raise AikitException(f"{name} needs einops; pip install 'pytest-aikit[einops]'") from None
    return einops


class _Open(int):
    """A length that may be any, and what is computed of it: an int for einops, which compares and divides it.

    Attributes
    ----------
    number : what it is of the dimensions of the array.
    noted : what keeps the lengths with which it is compared, and by which it is divided, as if they fitted.
    """

    number: Number
    noted: _Noted

    def __new__(cls, number: Number, noted: _Noted) -> _Open:
        made = super().__new__(cls)
        made.number, made.noted = number, noted
        return made

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __ne__(self, other: object) -> bool:
        assert isinstance(other, int)
        self.noted.stated.append((self.number.dimensions[0], other))
        return False

    def __mod__(self, other: int) -> int:
        self.noted.divided.append((self.number.dimensions[0], other))
        return 0 % other

    def __mul__(self, other: int) -> _Open:
        one, two = self.number, _number(other)
        product = Number((*one.dimensions, *two.dimensions), one.times * two.times, one.over * two.over)
        return _Open(product, self.noted)

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> _Open:
        return _Open(self.number._replace(over=self.number.over * other), self.noted)


def _number(length: int) -> Number:
    return length.number if isinstance(length, _Open) else Number((), length)


class _Noted:
    """Stands for an array of any lengths, and for its namespace: notes the functions that are called with it.

    Attributes
    ----------
    stated, divided : as those of a plan.
    """

    def __init__(self, ndim: int) -> None:
        self.stated: list[tuple[int, int]] = []
        self.divided: list[tuple[int, int]] = []
        self.shape: tuple[int, ...] = tuple(_Open(Number((axis,), 1), self) for axis in range(ndim))
        self.steps: list[Step] = []

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __array_namespace__(self) -> _Noted:
        return self

    def _note(self, shape: Iterable[int], function: str, numbers: Iterable[int], by_name: bool = False) -> _Noted:
        self.shape = tuple(shape)
        self.steps.append(Step(function, tuple(map(_number, numbers)), by_name))
        return self

    def reshape(self, x: _Noted, shape: list[int]) -> _Noted:
        return self._note(shape, "reshape", shape)

    def permute_dims(self, x: _Noted, axes: list[int]) -> _Noted:
        return self._note([self.shape[axis] for axis in axes], "permute_dims", axes)

    def expand_dims(self, x: _Noted, *, axis: int) -> _Noted:
        return self._note((*self.shape[:axis], 1, *self.shape[axis:]), "expand_dims", (axis,), by_name=True)

    def broadcast_to(self, x: _Noted, shape: list[int]) -> _Noted:
        return self._note(shape, "broadcast_to", shape)

    def _reduce(self, reduction: str, x: _Noted, *, axis: tuple[int, ...]) -> _Noted:
        kept = [length for place, length in enumerate(self.shape) if place not in axis]
        return self._note(kept, reduction, axis, by_name=True)

    def __getattr__(self, reduction: str) -> Any:
        return functools.partial(self._reduce, reduction)
