"""What normalisations need of their arguments: axes and shapes that fit each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aikit.core.records import Arguments
from aikit.core.shapes import check_axes, shape_of
from aikit.exceptions import AikitBroadcastShapeError, AikitValueError

SQUARED = 0.4
"""The power of the greatest number of a dtype up to which squares, and sums of very many of them, are far from overflow."""


def normalised_axes(function: str, axes: int | Sequence[int], ndim: int) -> tuple[int, ...]:
    """The axes of a normalisation, counted from the front and in order; AikitAxisError as in `check_axes`."""
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    if not axes:
        raise AikitValueError(f"{function}: normalized_idxs={axes} names no axis; it must name at least one")
    check_axes(function, "normalized_idxs", axes, ndim)
    return tuple(sorted(axis % ndim for axis in axes))


def lacking_axes(
    function: str,
    parameter: str,
    shape: Sequence[int | None],
    axes: tuple[int, ...],
    of: Sequence[int | None],
) -> tuple[int, ...]:
    """The axes that an array lacks beside another one, if its dimensions, from the last, stand for some axes of that.

    Raises
    ------
    AikitBroadcastShapeError : `shape` does not broadcast to the lengths of these axes.
    """
    lengths = tuple(of[axis] for axis in axes)
    pairs = zip(shape[::-1], lengths[::-1], strict=False)
    if len(shape) > len(axes) or not all(one in (1, None) or length in (one, None) for one, length in pairs):
        raise AikitBroadcastShapeError(
            f"{function}: {parameter} has shape {tuple(shape)}; it must broadcast to {lengths}, the lengths of the axes "
            f"{axes} of an array of shape {tuple(of)}"
        )
    had = axes[len(axes) - len(shape) :]
    return tuple(axis for axis in range(len(of)) if axis not in had)


# ------------------------------------------------------------------------------------------------ once a call has failed


def layer_norm(name: str, arguments: Arguments, backend: Any) -> None:
    """The axes are there, and scale and offset broadcast along them."""
    shape = shape_of(arguments["x"])
    axes = normalised_axes(name, arguments["normalized_idxs"], len(shape))
    for parameter in ("scale", "offset"):
        if arguments[parameter] is not None:
            lacking_axes(name, parameter, shape_of(arguments[parameter]), axes, shape)
