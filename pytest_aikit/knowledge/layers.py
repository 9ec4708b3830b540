"""Linear layers, dropout and attention."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from aikit.exceptions import AikitBroadcastShapeError, AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import ACCELERATOR, OF_SUMS, SUMMED, Bounds, on
from pytest_aikit.knowledge.calls import BESIDE, CUBE, POINT, ArraySpec, N, X, all_dtypes, bad, mixed_dtypes, row
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords import layers as keywords
from pytest_aikit.knowledge.records import FORTH_AND_BACK, Drawn, Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import layers as reference
from pytest_aikit.knowledge.reference import random as judges
from pytest_aikit.knowledge.reference import recurrent
from pytest_aikit.knowledge.scales import of_magnitudes


def _linear(x: Any, weight: Any, *, bias: Any) -> Any:
    return x @ np.swapaxes(weight, -1, -2) + (0 if bias is None else bias)


PROJECTIONS = ("to_q_fn", "to_kv_fn", "to_out_fn", "to_q_v", "to_kv_v", "to_out_v")
"""They are the caller's functions, which are left to the unit tests."""
QUERIES, KEYS, VALUES = ArraySpec((3, 4)), ArraySpec((5, 4)), ArraySpec((5, 2))


know(
    "linear",
    keywords=Keywords(
        values={"stack": keywords.STACKS, "weights": ("one", "each"), "bias": (None, "vector", "0-d", "stack")},
        call=keywords.linear,
    ),
    sizes=(
        row(ArraySpec((BESIDE, N), "finite terms"), ArraySpec((2, N), "finite terms"), label="features"),
        row(ArraySpec((N, 3), "finite terms"), ArraySpec((2, 3), "finite terms"), bias=ArraySpec((2,)), label="stack"),
        row(ArraySpec((2, 3), "finite terms"), ArraySpec((N, 3), "finite terms"), bias=ArraySpec((N,), "finite terms")),
    ),
    reference=_linear,
    scale=of_magnitudes(_linear),
    bounds=SUMMED,
    terms=lambda x, weight, *, bias: x.shape[-1],
    sign_of_zero="open",
    calls=(
        mixed_dtypes(ArraySpec((3,)), ArraySpec((2, 3))),
        *all_dtypes(
            row(ArraySpec((4, 3)), ArraySpec((2, 3))), row(ArraySpec((4, 3)), ArraySpec((2, 3)), bias=ArraySpec((2,)))
        ),
        row(ArraySpec((3,)), ArraySpec((2, 3)), label="vector"),
        row(CUBE, ArraySpec((5, 4)), bias=ArraySpec((5,)), label="stack"),
        row(CUBE, ArraySpec((2, 5, 4)), bias=ArraySpec((2, 1, 5)), label="stack of weights"),
        row(ArraySpec((4, 3)), ArraySpec((2, 3)), bias=POINT, label="0-d bias"),
        row(ArraySpec((4, 3)), ArraySpec((2, 3)), bias=ArraySpec((4, 1)), label="bias of another shape"),
        row(ArraySpec((0, 3)), ArraySpec((2, 3)), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "other length", X, ArraySpec((2, 3))),
        bad(AikitValueError, "no matrix", ArraySpec((3,)), ArraySpec((3,))),
        bad(AikitBroadcastShapeError, "bias", X, ArraySpec((2, 4)), bias=ArraySpec((3,))),
    ),
)

LONG = ArraySpec((50, 1000), "positive")

know(
    "dropout",
    reference=lambda x, prob, /, *, scale, dtype, training, seed, noise_shape: np.zeros(x.shape),
    judge=judges.dropped,
    gradient=Gradient(in_place=True),
    keywords=Keywords(
        values={
            "ndim": (0, 2, 3),
            "prob": (0.0, 0.25, 1),
            "seed": (0, -7, 2**70),
            "noise_shape": (None, "ones"),
        },
        call=keywords.dropout,
    ),
    sizes=(row(ArraySpec((N,), "moved"), 0.5, seed=2, label="vector"),),
    calls=(
        *all_dtypes(row(X, 0.5, seed=1), row(LONG, 0.25, seed=2), row(LONG, 0.75, scale=False, seed=3)),
        row(ArraySpec((2000, 3), "positive"), 0.5, seed=4, noise_shape=(2000, 1)),
        row(ArraySpec((3, 2000), "positive"), 0.5, seed=4, noise_shape=[1, 2000]),
        row(LONG, 0.999, seed=5, label="most"),
        row(ArraySpec((3, 4), "one NaN"), 0.9, seed=6, label="NaN"),
        row(X, 0.5, training=False, label="no training"),
        row(X, 0.5, dtype="float64", seed=7),
        row(X, 0.5, scale=False, seed=10, label="no scale"),
        row(X, 0.5, noise_shape=(3, 1), seed=11, label="shared noise"),
        row(X, 0.5, training=False, seed=12, label="no training, a seed"),
        row(POINT, 0.5, seed=8, label="0-d"),
        row(ArraySpec((0, 3)), 0.5, seed=9, label="size 0"),
        *all_dtypes(row(LONG, 0.998, scale=False, seed=13, label="nearly all")),
    ),
    bad=(
        bad(AikitValueError, "more than 1", X, 1.5, seed=1, words=("prob=1.5",)),
        bad(AikitValueError, "negative", X, -0.5, seed=1, words=("prob=-0.5",)),
        bad(AikitValueError, "NaN", X, float("nan"), seed=1, words=("prob=nan",)),
        bad(AikitTypeError, "text", X, "1", seed=1, words=("prob='1'",)),
        bad(AikitBroadcastShapeError, "noise of another length", X, 0.5, seed=1, noise_shape=(3, 2), words=("(3, 2)",)),
        bad(AikitBroadcastShapeError, "noise of another rank", X, 0.5, seed=1, noise_shape=(4,), words=("(4,)",)),
    ),
)

OF_SATURATED = Gradient(
    bounds=Bounds(
        real={**FORTH_AND_BACK, "*": 512},
        why="where a similarity is far above the others its softmax is 1, and the gradient the difference of what is 1 "
        "but for rounding, times keys and queries of up to 16; 223 was seen",
    )
)

know(
    "scaled_dot_product_attention",
    keywords=Keywords(
        values={
            "stack": keywords.STACKS,
            "mask": (None, "full", "of the keys", "0-d"),
            "scale": (None, 0.25, -0.5, 0),
            "dropped": ((False, 0.0), (False, 0.5), (True, 0.0), (True, 1.0)),
        },
        made=("training", "dropout_p"),
        silent=lambda *, dropped, **others: tuple(others) if all(dropped) else (),
        call=keywords.attention,
    ),
    sizes=(
        row(
            ArraySpec((N, 4), "finite terms"),
            ArraySpec((5, 4), "finite terms"),
            ArraySpec((5, 2), "finite terms"),
            label="queries",
        ),
        row(
            ArraySpec((3, 4), "finite terms"),
            ArraySpec((N, 4), "finite terms"),
            ArraySpec((N, 2), "finite terms"),
            label="keys",
        ),
        row(
            ArraySpec((3, N), "finite terms"),
            ArraySpec((5, N), "finite terms"),
            ArraySpec((5, 2), "finite terms"),
            scale=0.5,
            label="depth",
        ),
    ),
    reference=reference.attention,
    gradient=replace(
        OF_SATURATED, long=(row(ArraySpec((65, 2)), ArraySpec((3, 2)), ArraySpec((3, 2)), mask=ArraySpec((65, 3))),)
    ),
    scale=reference.scale_of_attention,
    bounds=OF_SUMS,
    terms=lambda query, key, value, **options: max(key.shape[-2:]),
    sign_of_zero="open",
    trace=Trace(
        needs=(
            Need(
                "values",
                "what is dropped is drawn anew in each call",
                lambda *args, training=False, dropout_p=0, **options: bool(training and dropout_p),
            ),
        )
    ),
    calls=(
        mixed_dtypes(ArraySpec((2, 3)), ArraySpec((4, 3)), ArraySpec((4, 2))),
        *all_dtypes(
            row(QUERIES, KEYS, VALUES),
            row(
                ArraySpec((2, 2, 3, 4)),
                ArraySpec((2, 2, 5, 4)),
                ArraySpec((2, 2, 5, 4)),
                mask=ArraySpec((3, 5), "mask"),
                scale=0.25,
            ),
        ),
        row(ArraySpec((2, 3, 4)), ArraySpec((2, 5, 4)), ArraySpec((2, 5, 2)), is_causal=True),
        row(
            ArraySpec((5, 4)),
            ArraySpec((3, 4)),
            ArraySpec((3, 2)),
            is_causal=True,
            scale=0.125,
            label="causal, more queries than keys",
        ),
        row(ArraySpec((2, 1, 3, 4)), ArraySpec((3, 5, 4)), ArraySpec((1, 5, 2)), label="broadcasting"),
        row(QUERIES, KEYS, VALUES, mask=ArraySpec((2, 1, 5), "mask"), label="mask of more dimensions"),
        row(
            ArraySpec((2, 3, 4)),
            ArraySpec((2, 5, 4)),
            ArraySpec((2, 5, 4)),
            mask=ArraySpec((5,), "mask"),
            label="mask of the keys",
        ),
        row(QUERIES, KEYS, VALUES, mask=ArraySpec((), "mask"), label="0-d mask"),
        row(QUERIES, KEYS, VALUES, dropout_p=0.5),
        row(QUERIES, KEYS, VALUES, training=True),
        row(
            QUERIES,
            ArraySpec((5, 4), "one NaN"),
            VALUES,
            mask=ArraySpec((3, 5), "mask", "bool"),
            label="NaN in a masked key",
        ),
        row(
            ArraySpec((3, 4), "one NaN"),
            KEYS,
            VALUES,
            mask=ArraySpec((3, 5), "mask", "bool"),
            label="NaN in a masked query",
        ),
        row(QUERIES, ArraySpec((5, 4), "one NaN"), VALUES, is_causal=True, label="NaN in a later key"),
        row(
            ArraySpec((2, 3, 4)),
            ArraySpec((2, 5, 4), "one NaN"),
            ArraySpec((2, 5, 2)),
            mask=ArraySpec((3, 5), "mask", "bool"),
            label="NaN in a key of one of two",
        ),
        row(QUERIES, ArraySpec((0, 4)), ArraySpec((0, 2)), label="no keys"),
        row(ArraySpec((0, 4)), KEYS, VALUES, label="no queries"),
        row(ArraySpec((3, 0)), ArraySpec((5, 0)), VALUES, label="no depth"),
    ),
    bad=(
        bad(AikitValueError, "other depth", X, ArraySpec((5, 3)), VALUES),
        bad(AikitValueError, "other number of values", X, KEYS, ArraySpec((6, 2))),
        bad(
            AikitValueError,
            "other number in heads",
            ArraySpec((1, 1, 3, 4)),
            ArraySpec((1, 1, 5, 4)),
            ArraySpec((1, 1, 1, 4)),
        ),
        bad(AikitValueError, "vector", ArraySpec((4,)), KEYS, VALUES),
        bad(AikitBroadcastShapeError, "stacks", ArraySpec((2, 3, 4)), ArraySpec((3, 5, 4)), VALUES),
        bad(AikitBroadcastShapeError, "mask", X, KEYS, VALUES, mask=ArraySpec((3, 4))),
        bad(AikitBroadcastShapeError, "mask of more queries", ArraySpec((1, 4)), KEYS, VALUES, mask=ArraySpec((3, 5))),
        bad(
            AikitBroadcastShapeError,
            "mask of more keys",
            X,
            ArraySpec((1, 4)),
            ArraySpec((1, 2)),
            mask=ArraySpec((3, 5)),
        ),
        bad(AikitValueError, "two masks", X, KEYS, VALUES, mask=ArraySpec((3, 5)), is_causal=True),
        bad(AikitValueError, "no probability", X, X, X, dropout_p=1.5, words=("dropout_p=1.5",)),
    ),
)

know(
    "scaled_dot_product_attention.dropped",
    reference=reference.dropped,
    bounds=Bounds(real=4, why="a softmax, and a quotient, whose divisor may be inverted"),
    trace=Trace(unchecked="what is dropped is drawn anew in each call"),
    calls=(row(QUERIES),),
    drawn=Drawn(as_sampled=True),
)

for name, variables in (("scaled_dot_product_attention.dropped_gradients", 4), ("lstm.dropped_gradients", 2)):
    know(
        name,
        reference=lambda x, count=variables: np.ones(count),
        trace=Trace(unchecked="what is dropped is drawn anew in each call"),
        calls=(row(QUERIES),),
        drawn=Drawn(as_sampled=True),
    )

know(
    "lstm.dropped",
    reference=recurrent.dropped,
    bounds=Bounds(
        real=8,
        wider_on=(on(ACCELERATOR, float32=64),),
        why="four hyperbolic tangents and a quotient, of which the first two are computed with; cuDNN's as in `lstm`",
    ),
    trace=Trace(unchecked="what is dropped is drawn anew in each call"),
    calls=(row(QUERIES),),
    drawn=Drawn(as_sampled=True),
)

know(
    "multi_head_attention",
    keywords=Keywords(
        values={
            "stack": keywords.STACKS,
            "num_heads": (1, 2, 4),
            "context": (None, "wide", "narrow"),
            "mask": (None, "full", "of the keys"),
            "scale": (0.5, 1),
        },
        made=PROJECTIONS,
        call=keywords.heads,
    ),
    reference=reference.of_heads(reference.attention),
    gradient=OF_SATURATED,
    scale=reference.of_heads(reference.scale_of_attention),
    sign_of_zero="open",
    no_subnormals="an array may be flushed as keys and not as values, which are apart in the function of these",
    calls=(
        mixed_dtypes(QUERIES, 0.5, 2, KEYS),
        *all_dtypes(row(QUERIES, 0.5, 2), row(QUERIES, 0.25, 2, ArraySpec((5, 8)), mask=ArraySpec((3, 5), "mask"))),
        row(ArraySpec((3, 6)), 0.5, 3, ArraySpec((5, 6)), label="context of the width of the queries"),
        row(ArraySpec((2, 3, 4)), 0.125, 2, ArraySpec((2, 5, 8)), mask=ArraySpec((2, 3, 5), "mask"), label="stack"),
        row(
            ArraySpec((2, 1, 3, 4)),
            0.5,
            4,
            ArraySpec((2, 5, 4)),
            mask=ArraySpec((2, 3, 5), "mask"),
            label="broadcasting",
        ),
        row(ArraySpec((2, 3, 4)), 0.5, 2, mask=ArraySpec((2, 1, 3, 3), "mask"), label="mask with an axis of heads"),
        row(ArraySpec((2, 3, 4)), 1, 2, mask=ArraySpec((2, 2, 1, 3), "mask"), label="mask of each head"),
        row(QUERIES, 0.5, 2, mask=ArraySpec((3,), "mask"), label="mask of the keys"),
        row(QUERIES, 0.5, 2, ArraySpec((0, 4)), label="no keys"),
        row(ArraySpec((0, 4)), 0.5, 2, KEYS, label="no queries"),
        row(ArraySpec((3, 0)), 0.5, 2, label="no features"),
    ),
    bad=(
        bad(AikitValueError, "heads that do not divide", X, 0.5, 3),
        bad(AikitValueError, "no heads", X, 0.5, 0),
        bad(AikitValueError, "vector", ArraySpec((4,)), 0.5, 2),
        bad(AikitValueError, "other width", X, 0.5, 2, ArraySpec((3, 6))),
        bad(AikitTypeError, "scale no number", X, "1", 2),
        bad(AikitBroadcastShapeError, "stacks", CUBE, 0.5, 2, ArraySpec((3, 5, 4))),
        bad(AikitBroadcastShapeError, "mask", X, 0.5, 2, mask=ArraySpec((3, 4), "ordinary", "bool")),
        bad(AikitBroadcastShapeError, "mask of other heads", X, 0.5, 2, mask=ArraySpec((3, 3, 3), "ordinary", "bool")),
        bad(
            AikitBroadcastShapeError,
            "mask of more dimensions",
            X,
            0.5,
            2,
            mask=ArraySpec((1, 2, 3, 3), "ordinary", "bool"),
        ),
        bad(AikitTypeError, "mask of floats", X, 0.5, 2, mask=ArraySpec((3, 3), "ordinary", "float32")),
    ),
    trace=Trace(needs=(Need("lengths", "the heads divide a length that must be known"),)),
)

know(
    "multi_head_attention.projected",
    keywords=Keywords(
        values={"context": (False, True), "lacks": ("none", "to_q", "to_kv", "to_out")},
        call=lambda **options: row(QUERIES, **options),
    ),
    reference=reference.projected(reference.attention),
    scale=reference.projected(reference.scale_of_attention),
    sign_of_zero="open",
    no_subnormals="as of multi_head_attention",
    calls=(*all_dtypes(row(QUERIES)), row(QUERIES, context=True, lacks="to_kv")),
    drawn=Drawn(as_sampled=True),
    trace=Trace(needs=(Need("lengths", "the heads divide a length that must be known"),)),
)
