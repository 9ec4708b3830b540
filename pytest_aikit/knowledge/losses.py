"""Losses."""

from __future__ import annotations

import numpy as np

from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitIndexError, AikitValueError
from pytest_aikit.knowledge import terms
from pytest_aikit.knowledge.bounds import Bounds
from pytest_aikit.knowledge.calls import BESIDE, ArraySpec, N, all_dtypes, bad, mixed_dtypes, row, wrong_values
from pytest_aikit.knowledge.keywords import Keywords, chances
from pytest_aikit.knowledge.keywords.losses import binary_cross_entropy, sparse_cross_entropy
from pytest_aikit.knowledge.records import Drawn, Gradient, know
from pytest_aikit.knowledge.reference import losses as reference
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype
from pytest_aikit.numerics.special_values import COUNT

CHANCES = ArraySpec((3, 4), "probabilities")
TERMS = Bounds(
    real={"float16": 1, "bfloat16": 1, "*": 12},
    grows="sqrt",
    why="a logarithm, products and a sum of terms, each rounded",
)


def _certain(dtype: str) -> np.ndarray:
    """Probabilities of which some are 0 or 1."""
    return np.array([0, 1, 0.25, 1, 1, 0, 0.5, 0, 0]).astype(numpy_dtype(dtype))


def _certain_logits(dtype: str) -> np.ndarray:
    """Logits that are infinite on both sides of the first, second, third and fourth of four probabilities."""
    logits = np.array([-np.inf, np.inf, np.inf, np.inf, np.inf, -np.inf, -np.inf, -np.inf, 0, np.nan, 1, -2])
    with np.errstate(invalid="ignore"):  # of integers, which are refused
        return logits.astype(numpy_dtype(dtype))


CLASSES = ArraySpec((3, 4), lambda dtype: np.zeros(12, dtype), "int32")


def _classes(dtype: str) -> np.ndarray:
    """Indices of one of four, from both ends where the dtype has a sign."""
    return np.array([2, -4, 3, 1, -1, 3, 0] if kind_of(dtype) == "i" else [2, 0, 3, 1, 0, 3, 3]).astype(
        numpy_dtype(dtype)
    )


def _classes_of_three(dtype: str) -> np.ndarray:
    return np.array([2, 0, 1, 2]).astype(numpy_dtype(dtype))


know(
    "binary_cross_entropy",
    axis_of_result=True,
    keywords=Keywords(
        values={
            "from_logits": (False, True),
            "epsilon": (0.0, 1e-7, 0.25),
            "pos_weight": (None, 2.5, "full", "0-d"),
        },
        silent=lambda *, reduction, **others: ("axis",) if reduction == "none" else (),
        call=binary_cross_entropy,
    ),
    sizes=(
        row(ArraySpec((N,), "chances"), ArraySpec((N,), "chances"), label="vector"),
        row(ArraySpec((N,), "chances"), ArraySpec((N,), "moved"), from_logits=True, reduction="none", label="logits"),
        row(
            ArraySpec((N, BESIDE), "chances"), ArraySpec((N, BESIDE), "chances"), axis=0, reduction="sum", label="axis"
        ),
    ),
    reference=reference.binary_cross_entropy,
    scale=reference.scale_of_binary_cross_entropy,
    bounds=TERMS,
    terms=lambda true, pred, *, reduction, axis, **options: (
        1 if reduction == "none" else terms.reduced(np.broadcast_arrays(true, pred)[0], axis=axis)
    ),
    sign_of_zero="open",
    no_subnormals="the logarithm of a number and the one of 0 are far apart",
    calls=(
        mixed_dtypes(ArraySpec((COUNT,), "probabilities"), ArraySpec((COUNT,), "probabilities")),
        *all_dtypes(
            row(CHANCES, CHANCES),
            row(
                ArraySpec((3, 4), _certain),
                ArraySpec((3, 4), "edges"),
                from_logits=True,
                reduction="none",
                label="logits",
            ),
            row(ArraySpec((4,), "probabilities"), ArraySpec((4,), "probabilities"), label="vectors"),
        ),
        row(ArraySpec((4,), _certain), ArraySpec((3, 4), _certain), reduction="none", label="certain"),
        row(
            ArraySpec((4,), _certain),
            ArraySpec((3, 4), _certain_logits),
            from_logits=True,
            reduction="none",
            label="certain logits",
        ),
        row(ArraySpec((4,), "probabilities"), CHANCES, reduction="none", label="broadcasting"),
        row(CHANCES, CHANCES, pos_weight=2.5, axis=(0, 1), label="pos_weight"),
        row(CHANCES, CHANCES, epsilon=0.25, axis=1),
        row(ArraySpec((0, 2, 3)), ArraySpec((0, 2, 3)), reduction="sum", axis=1, label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "epsilon", CHANCES, CHANCES, epsilon=0.5, words=("epsilon=0.5", "[0, 0.5)")),
        bad(
            AikitValueError,
            "epsilon of logits",
            CHANCES,
            CHANCES,
            from_logits=True,
            epsilon=0.1,
            words=("epsilon=0.1",),
        ),
        bad(AikitAxisError, "axis", CHANCES, CHANCES, axis=2, words=("axis=2", "2 dim")),
        bad(AikitAxisError, "axis of none", CHANCES, CHANCES, axis=-3, reduction="none", words=("axis=-3", "2 dim")),
        bad(
            AikitAxisError,
            "axis twice",
            CHANCES,
            CHANCES,
            axis=(1, -1),
            reduction="none",
            words=("axis=(1, -1)", "twice"),
        ),
        bad(AikitValueError, "reduction", CHANCES, CHANCES, reduction="median", words=("reduction='median'",)),
        bad(AikitBroadcastShapeError, "shapes", ArraySpec((2,)), CHANCES, words=("(2,)", "(3, 4)")),
    ),
    drawn=Drawn(as_sampled=True),
    gradient=Gradient(
        long=(row(*[ArraySpec((65,), "probabilities")] * 2, pos_weight=ArraySpec((65,), "probabilities")),)
    ),
)

know(
    "cross_entropy",
    axis_of_result=True,
    keywords=Keywords(values={"epsilon": (1e-7, 0.25)}, of=chances),
    sizes=(
        row(ArraySpec((BESIDE, N), "chances"), ArraySpec((BESIDE, N), "chances"), label="last axis"),
        row(ArraySpec((N, BESIDE), "chances"), ArraySpec((N, BESIDE), "chances"), axis=0, label="first axis"),
    ),
    reference=reference.cross_entropy,
    bounds=TERMS,
    terms=lambda true, pred, axis, epsilon: np.broadcast_shapes(true.shape, pred.shape)[axis],
    sign_of_zero="open",
    no_subnormals="it takes small numbers for larger ones by definition",
    calls=(
        mixed_dtypes(ArraySpec((COUNT,), "probabilities"), ArraySpec((COUNT,), "probabilities")),
        *all_dtypes(row(ArraySpec((4, 5), "probabilities"), ArraySpec((4, 5), "probabilities"))),
        row(CHANCES, CHANCES, axis=0),
        row(ArraySpec((4,), "probabilities"), CHANCES, label="broadcasting"),
        row(CHANCES, CHANCES, -1, 0.25, label="epsilon"),
        row(ArraySpec((0, 3)), ArraySpec((0, 3)), label="size 0"),
        *all_dtypes(row(CHANCES, ArraySpec((3, 4), _certain), label="impossible and certain")),
    ),
    bad=(
        bad(AikitValueError, "epsilon", CHANCES, CHANCES, epsilon=0.5, words=("epsilon=0.5", "[0, 0.5)")),
        bad(AikitBroadcastShapeError, "shapes", ArraySpec((2,)), CHANCES, words=("(2,)", "(3, 4)")),
    ),
    drawn=Drawn(as_sampled=True),
)

_PREDICTED = ArraySpec(CHANCES.shape, CHANCES.values, "float32")

know(
    "sparse_cross_entropy",
    keywords=Keywords(values={"ndim": (1, 2, 3, 4), "epsilon": (1e-7, 0.25)}, call=sparse_cross_entropy),
    sizes=(
        row(ArraySpec((N,), _classes), ArraySpec((N, 4), "chances"), label="last axis"),
        row(ArraySpec((N,), _classes), ArraySpec((4, N), "chances"), axis=0, reduction="none", label="first axis"),
    ),
    reference=reference.sparse_cross_entropy,
    bounds=TERMS,
    terms=lambda true, pred, *, reduction, **options: 1 if reduction == "none" else true.size,
    sign_of_zero="open",
    no_subnormals="it takes small numbers for larger ones by definition",
    calls=(
        *all_dtypes(row(ArraySpec((3,), _classes), CHANCES), row(ArraySpec((3,), _classes), CHANCES, reduction="none")),
        row(ArraySpec((4,), _classes_of_three), CHANCES, axis=0, reduction="sum"),
        row(ArraySpec((1,), _classes), CHANCES, epsilon=0.25, reduction="none", label="broadcasting"),
        row(
            ArraySpec((3, 4), _certain, "int32"),
            ArraySpec((3, 4, 2), "edges"),
            epsilon=0.25,
            reduction="none",
            label="NaN",
        ),
        row(ArraySpec((0,)), ArraySpec((0, 4)), reduction="sum", label="size 0"),
    ),
    bad=(
        bad(
            AikitValueError,
            "epsilon",
            ArraySpec((3,), _classes, "int32"),
            _PREDICTED,
            epsilon=-1.0,
            words=("epsilon=-1.0",),
        ),
        bad(AikitAxisError, "axis", ArraySpec((3,), _classes, "int32"), _PREDICTED, axis=2, words=("axis=2",)),
        bad(AikitBroadcastShapeError, "dimensions", CLASSES, _PREDICTED, words=("(3, 4)",)),
        bad(AikitBroadcastShapeError, "shapes", ArraySpec((2,), _classes, "int32"), _PREDICTED),
        wrong_values(
            AikitIndexError,
            "class",
            ArraySpec((3,), lambda dtype: np.array([0, 4, 1], dtype), "int32"),
            _PREDICTED,
            words=("4",),
        ),
    ),
    drawn=Drawn(as_sampled=True),
)
