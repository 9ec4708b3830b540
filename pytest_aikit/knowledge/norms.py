"""Norms of layers."""

from __future__ import annotations

import numpy as np

from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitValueError
from pytest_aikit.knowledge import terms
from pytest_aikit.knowledge.bounds import OF_SUMS
from pytest_aikit.knowledge.calls import (
    BESIDE,
    CUBE,
    EDGES,
    EMPTY,
    POINT,
    VECTOR,
    ArraySpec,
    N,
    X,
    all_dtypes,
    bad,
    mixed_dtypes,
    row,
)
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords.layers import layer_norm
from pytest_aikit.knowledge.records import Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import norms as reference
from pytest_aikit.numerics.comparing import format_of
from pytest_aikit.numerics.promotion import kind_of

FOUR = ArraySpec((4,))


def _one_large_row(dtype: str) -> np.ndarray:
    if kind_of(dtype) != "f":  # which is refused
        return np.ones((2, 4))
    return np.array([[1, 2, 3, 5], [1, 2, 3, 5]]) * np.array([[1], [format_of(dtype).greatest / 16]])


know(
    "layer_norm",
    sizes=(
        row(ArraySpec((BESIDE, N), "finite terms"), [1], label="last axis"),
        row(ArraySpec((N, BESIDE), "finite terms"), [0], label="first axis"),
        row(ArraySpec((N, 3), "finite terms"), [1], scale=ArraySpec((3,)), label="stack"),
    ),
    reference=reference.layer_norm,
    scale=reference.scale_of_layer_norm,
    bounds=OF_SUMS,
    terms=lambda x, axes, **options: terms.reduced(x, axis=axes),
    sign_of_zero="open",  # of a difference of equal numbers, and of a sum with the offset
    keywords=Keywords(
        values={
            "axes": (0, 1, 2, -1, -2, -4, (-1,), (0, 1), (-1, 0), (2, 1, 0)),
            "scale": (None, "full", "0-d"),
            "offset": (None, "full", "0-d"),
            "eps": (1e-5, 0.25, 0),
            "new_std": (1.0, 2.5, -2),
        },
        made=("normalized_idxs",),
        call=layer_norm,
    ),
    calls=(
        mixed_dtypes(VECTOR, 0, scale=VECTOR),
        *all_dtypes(row(X, [1]), row(X, [1], scale=FOUR, offset=FOUR, new_std=2.5)),
        row(CUBE, (2, -2), scale=ArraySpec((3, 1)), offset=POINT, label="last axes"),
        row(CUBE, [2, 0], scale=ArraySpec((2, 4)), offset=FOUR, label="other axes"),
        row(CUBE, 1, eps=0.25, new_std=0.5),
        row(EDGES, [-1], label="NaN and infinities"),
        *all_dtypes(row(ArraySpec((4, 6), "square overflows"), [1], label="squares overflow")),
        *all_dtypes(row(ArraySpec((2, 4), _one_large_row), [1], kinds="f", label="squares overflow in one")),
        row(EMPTY, [1], scale=ArraySpec((3,)), label="size 0"),
        row(EMPTY, [0], label="size 0, axis"),
    ),
    # two numbers become -1 and 1, but for `eps`, so that the terms of a slope cancel
    gradient=Gradient(
        long=(row(ArraySpec((2, 65)), [1], scale=ArraySpec((65,)), offset=ArraySpec((65,))),),
        open=lambda x, axes, /, **options: terms.reduced(x, axis=axes) == 2,
    ),
    bad=(
        bad(AikitAxisError, "out of range", X, [2]),
        bad(AikitAxisError, "axis twice", X, [1, -1]),
        bad(AikitAxisError, "0-d", POINT, [0]),
        bad(AikitValueError, "no axes", X, []),
        bad(AikitBroadcastShapeError, "scale", X, [1], scale=ArraySpec((3,))),
        bad(AikitBroadcastShapeError, "scale of all axes", X, [1], scale=X),
        bad(AikitBroadcastShapeError, "larger offset", ArraySpec((3, 1)), [1], offset=FOUR),
    ),
    trace=Trace(
        needs=(
            Need(
                "rank",
                "the parameters of axes counted from the front need to know how many there are",
                lambda x, axes, /, *, scale=None, offset=None, **keywords: (
                    (scale is not None or offset is not None) and np.min(axes) >= 0
                ),
            ),
        )
    ),
)
