"""What functions of the category need of their arguments, beside shapes that broadcast."""

from __future__ import annotations

from typing import Any

from aikit.core.shapes import broadcast, check_axes, rank_of, shape_of
from aikit.exceptions import AikitBroadcastShapeError


def check_points(y: Any, x: Any, axis: int) -> None:
    """The arguments of `trapz`: there is the axis, and `x` has a point for each value, as far as a trace knows.

    Raises
    ------
    AikitAxisError : there is no such axis.
    AikitBroadcastShapeError : other points than values.
    """
    if rank_of(y) is None:
        return
    values = shape_of(y)
    check_axes("trapz", "axis", axis, len(values))
    if x is None or rank_of(x) is None:
        return
    points = shape_of(x)
    if len(points) not in (1, len(values)):
        raise AikitBroadcastShapeError(
            f"trapz: x has shape {points} and y {values}; x must have one dimension, or as many as y"
        )
    counts = values[axis], points[axis if len(points) > 1 else 0]
    if None not in counts and counts[0] != counts[1]:
        raise AikitBroadcastShapeError(
            f"trapz: x has shape {points} and y {values}: {counts[1]} points for {counts[0]} values along axis={axis}"
        )
    if len(points) > 1:
        others = [[*shape[: axis % len(values)], *shape[axis % len(values) + 1 :]] for shape in (values, points)]
        broadcast("trapz", others)
