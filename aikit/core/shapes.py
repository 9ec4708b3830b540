"""Shapes, without any array."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

from aikit.core.wording import shown
from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitTypeError, AikitValueError

Shape = tuple[int | None, ...]
"""Lengths; None is one that is unknown under a trace."""


symbolic_ints: set[type] = set()
"""The classes of lengths that a trace leaves open: as an int, one would become a constant of the trace."""


def as_int(value: Any) -> Any:
    """`value` as an int, which a length that a trace leaves open stays; TypeError for what is none."""
    return value if type(value) in symbolic_ints else operator.index(value)


def shape_of(x: Any) -> Shape:
    """The shape of an array of any kind, whose rank is known."""
    return tuple(x.shape)


def broadcast(function: str, shapes: Sequence[Any]) -> Shape:
    """The common shape of `shapes`, by the broadcasting rule of the Array API standard; None is an unknown length."""
    checked = [_lengths(function, shape) for shape in shapes]
    # torch.compile knows no default of max
    common: list[int | None] = [1] * max([0, *[len(shape) for shape in checked]])
    for shape in checked:
        for place, length in enumerate(reversed(shape), start=1):
            known = common[-place]
            if length == 1:
                continue
            if known == 1:
                common[-place] = length
            elif known is None or length is None:
                common[-place] = known if length is None else length
            elif known != length:
                raise AikitBroadcastShapeError(
                    f"{function}: the shapes {', '.join(map(str, checked))} do not broadcast: lengths {known} and {length} "
                    "of one dimension differ and neither is 1"
                )
    return tuple(common)


def _lengths(function: str, shape: Any) -> Shape:
    try:
        return tuple(None if length is None else as_int(length) for length in shape)
    except TypeError as error:
        raise AikitTypeError(f"{function}: {shown(shape)} is no shape; a shape is a tuple of ints: {error}") from error


def rank_of(x: Any) -> int | None:
    """The number of dimensions of an array of any kind; None where a trace does not know it."""
    try:
        return len(x.shape)
    except ValueError:  # that of TensorFlow, and that of Array
        return None


def is_known(x: Any) -> bool:
    """Whether a trace knows all lengths of an array."""
    return rank_of(x) is not None and None not in tuple(x.shape)


MOST_ELEMENTS = 2**59
"""More are refused: of the widest dtype they would take more bytes than 64 bits count."""


def _is_too_large(shape: Sequence[Any]) -> bool:
    return max(math.prod(shape), *shape, 0) > MOST_ELEMENTS


def check_size(function: str, shape: Sequence[Any]) -> None:
    """Raise AikitValueError for a shape of more elements than any array can have; frameworks may end the process."""
    if _is_too_large(shape):
        raise AikitValueError(
            f"{function}: an array of shape {tuple(shape)} has more than 2**59 elements, or a dimension of more, and no "
            "memory holds it; pass smaller lengths"
        )


def require_size(*lengths: int) -> None:
    """Raise where an array of this shape would have more elements than any can have, in a call that `check_size` then explains."""
    if _is_too_large(lengths):
        raise ValueError(f"an array of shape {lengths} has too many elements")


# ------------------------------------------------------------------------------------------------ axes


def check_axes(function: str, parameter: str, value: int | tuple[int, ...], ndim: int) -> None:
    """Raise AikitAxisError where an axis is out of range for an array of `ndim` dimensions, or named twice."""
    axes = value if isinstance(value, tuple) else (value,)
    for axis in axes:
        if not -ndim <= axis < ndim:
            raise AikitAxisError(
                f"{function}: {parameter}={value} is out of range for an array of {ndim} dimensions"
                + (f"; use {-ndim} to {ndim - 1}" if ndim else "; a 0-d array has no axis")
            )
    if len({axis % ndim for axis in axes}) < len(axes):
        raise AikitAxisError(f"{function}: {parameter}={value} names an axis twice; name each one once")


def axes_from_front(
    function: str, axes: int | tuple[int, ...] | None, ndim: int, argument: str = "axes"
) -> tuple[int, ...]:
    """`axes`, all where they are None, counted from the front; AikitAxisError as in `check_axes`."""
    if axes is None:
        return tuple(range(ndim))
    check_axes(function, argument, axes, ndim)
    return tuple(axis % ndim for axis in (axes if isinstance(axes, tuple) else (axes,)))
