"""The calls by which the steps of optimizers are sampled: weights, gradients, and running means that are positive."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_aikit.knowledge.calls import (
    CUBE,
    EMPTY,
    POINT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    Row,
    X,
    all_dtypes,
    mixed_dtypes,
    row,
)

_W, _V = ArraySpec((3, 4)), ArraySpec((3, 4), "positive")
_ONE = ArraySpec((), "positive")

_UPDATES = (
    mixed_dtypes(VECTOR, VECTOR, 0.5),
    *all_dtypes(row(_W, _W, ArraySpec((4,), "positive"))),
    row(_W, _W, 0.125, stop_gradients=False),
    row(_W, _W, 2, label="int for a rate"),
    row(ArraySpec((3, 1)), ArraySpec((4,)), 0.5, label="broadcasting"),
    row(POINT, POINT, 0.5, label="0-d"),
    row(EMPTY, EMPTY, 0.5, label="size 0"),
)
_MEANS_AND_RATE = (
    mixed_dtypes(VECTOR, VECTOR, 0.5, VECTOR, ArraySpec((24,), "positive"), 3),
    *all_dtypes(row(_W, _W, _ONE, _W, _V, _ONE)),
    row(_W, _W, 0.125, _W, _V, 1000, stop_gradients=False),
    row(_W, _W, 0.5, _W, _V, 2, beta1=0.5, beta2=0.75, epsilon=0.25),
    row(POINT, POINT, 0.5, POINT, _ONE, 3, label="0-d"),
    row(EMPTY, EMPTY, 0.5, EMPTY, EMPTY, 3, label="size 0"),
)

ROWS: dict[str, Sequence[Row]] = {
    "stop_gradient": (*all_dtypes(row(SPECIAL)), row(CUBE), row(POINT, label="0-d"), row(EMPTY, label="size 0")),
    "optimizer_update": _UPDATES,
    "gradient_descent_update": _UPDATES,
    "lars_update": (*_UPDATES, row(X, X, 0.5, decay_lambda=0.25)),
    "adam_step": (
        mixed_dtypes(VECTOR, VECTOR, ArraySpec((24,), "positive"), 3),
        *all_dtypes(row(_W, _W, _V, _ONE)),
        row(_W, _W, _V, 1000),
        row(_W, _W, _V, 2, beta1=0.5, beta2=0.75, epsilon=0.25),
        row(POINT, POINT, _ONE, 3, label="0-d"),
        row(EMPTY, EMPTY, EMPTY, 3, label="size 0"),
    ),
    "adam_update": _MEANS_AND_RATE,
    "lamb_update": (
        *_MEANS_AND_RATE,
        row(_W, _W, 0.5, _W, _V, 2, decay_lambda=0.25),
        row(_W, _W, 0.5, _W, _V, 2, max_trust_ratio=0.5),
    ),
}
"""Function -> its calls."""
