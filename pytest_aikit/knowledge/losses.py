"""Losses."""

from __future__ import annotations

import numpy as np

from pytest_aikit.knowledge.bounds import Bounds
from pytest_aikit.knowledge.calls import BESIDE, ArraySpec, N, all_dtypes, mixed_dtypes, row
from pytest_aikit.knowledge.keywords import Keywords, chances
from pytest_aikit.knowledge.records import Drawn, know
from pytest_aikit.knowledge.reference.losses import cross_entropy
from pytest_aikit.numerics.special_values import COUNT

CHANCES = ArraySpec((3, 4), "probabilities")


know(
    "cross_entropy",
    axis_of_result=True,
    keywords=Keywords(values={"epsilon": (1e-7, 0.25)}, of=chances),
    sizes=(
        row(ArraySpec((BESIDE, N), "chances"), ArraySpec((BESIDE, N), "chances"), label="last axis"),
        row(ArraySpec((N, BESIDE), "chances"), ArraySpec((N, BESIDE), "chances"), axis=0, label="first axis"),
    ),
    reference=cross_entropy,
    bounds=Bounds(
        real={"float16": 2, "bfloat16": 2, "*": 12},
        grows="sqrt",
        why="a logarithm, a product and a sum of its terms, each rounded, in 16 bits too: a half, a half and a half of a ULP",
    ),
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
    ),
    drawn=Drawn(as_sampled=True),
)
