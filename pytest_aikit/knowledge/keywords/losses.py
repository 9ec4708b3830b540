"""Calls of losses."""

from __future__ import annotations

import numpy as np

from pytest_aikit.knowledge.calls import ArraySpec, Row, row
from pytest_aikit.knowledge.keywords import LENGTHS, array, chances, fits, positive, shape_of

_CLASSES = min(LENGTHS)


def binary_cross_entropy(
    *, ndim: int, from_logits: bool, epsilon: float, reduction: str, pos_weight: float | str | None, axis: object
) -> Row | None:
    """`pos_weight`: a number, an array like the others, or one of no dimensions."""
    if (from_logits and epsilon) or not fits(axis, ndim):
        return None
    shapes = {"full": shape_of(ndim), "0-d": ()}
    weight = array(shapes[pos_weight], positive, 2) if isinstance(pos_weight, str) else pos_weight
    return row(
        array(ndim, chances),
        array(ndim, chances, 1),
        from_logits=from_logits,
        epsilon=epsilon,
        reduction=reduction,
        pos_weight=weight,
        axis=axis,
    )


def sparse_cross_entropy(*, ndim: int, axis: int, epsilon: float, reduction: str) -> Row | None:
    """The classes are indices of the shortest axis."""
    if not fits(axis, ndim):
        return None
    shape = shape_of(ndim)
    place = axis % ndim
    if shape[place] < _CLASSES:
        return None
    classes = ArraySpec(
        (*shape[:place], *shape[place + 1 :]), lambda dtype: (np.arange(60) * 7 % _CLASSES).astype(dtype)
    )
    return row(classes, array(ndim, chances), axis=axis, epsilon=epsilon, reduction=reduction)
