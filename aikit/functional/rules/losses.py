"""What losses need of their arguments."""

from __future__ import annotations

from typing import Any

from aikit.core.shapes import check_axes, rank_of, shape_of
from aikit.exceptions import AikitBroadcastShapeError, AikitValueError


def check_epsilon(name: str, epsilon: float) -> None:
    """Raise AikitValueError where probabilities cannot be brought between `epsilon` and 1 minus it."""
    if not 0 <= epsilon < 0.5:
        raise AikitValueError(
            f"{name}: epsilon={epsilon} is not in [0, 0.5): predictions are brought between it and 1 minus it"
        )


def check_logits(name: str, from_logits: bool, epsilon: float) -> None:
    """Raise AikitValueError where there is an `epsilon` for logits."""
    if from_logits and epsilon:
        raise AikitValueError(f"{name}: epsilon={epsilon} is for probabilities, and with from_logits=True it must be 0")


def check_reduced_axes(name: str, loss: Any, axis: Any) -> None:
    """Raise AikitAxisError for axes that the terms do not have, also where these are not reduced."""
    if axis is not None and rank_of(loss) is not None:
        check_axes(name, "axis", tuple(axis) if isinstance(axis, list) else axis, len(shape_of(loss)))


def check_classes(name: str, true: Any, pred: Any, axis: int) -> None:
    """There is the axis of the classes, and the others are those of the true ones, as far as a trace knows.

    Raises
    ------
    AikitAxisError : there is no such axis.
    AikitBroadcastShapeError : other dimensions.
    """
    if rank_of(pred) is None:
        return
    shape = shape_of(pred)
    check_axes(name, "axis", axis, len(shape))
    if rank_of(true) not in (None, len(shape) - 1):
        raise AikitBroadcastShapeError(
            f"{name}: true has shape {shape_of(true)} and pred {shape}; true must have the dimensions of pred but axis={axis}"
        )
