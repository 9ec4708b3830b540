"""Linear layers, convolutions and attention."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from aikit.exceptions import AikitBroadcastShapeError, AikitIndexError, AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import MOVED, OF_SUMS, SUMMED, Bounds
from pytest_aikit.knowledge.calls import BESIDE, CUBE, POINT, ArraySpec, Kink, N, X, all_dtypes, bad, mixed_dtypes, row
from pytest_aikit.knowledge.keywords import Keywords, array, convolutions, pooling
from pytest_aikit.knowledge.keywords import layers as keywords
from pytest_aikit.knowledge.records import FORTH_AND_BACK, Drawn, Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import convolutions as convolved
from pytest_aikit.knowledge.reference import detection, recurrent
from pytest_aikit.knowledge.reference import layers as reference
from pytest_aikit.knowledge.reference import pooling as reference_of_pooling
from pytest_aikit.knowledge.reference import random as judges
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
        row(POINT, 0.5, seed=8, label="0-d"),
        row(ArraySpec((0, 3)), 0.5, seed=9, label="size 0"),
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
            "dropout_p": (0.0, 0.5),
        },
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
    gradient=OF_SATURATED,
    scale=reference.scale_of_attention,
    bounds=OF_SUMS,
    terms=lambda query, key, value, **options: max(key.shape[-2:]),
    sign_of_zero="open",
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

# ------------------------------------------------------------------------------------------------ convolutions

IMAGE, FILTERS = ArraySpec((2, 6, 5, 2)), ArraySpec((3, 2, 2, 3))
VECTORS, TAPS = ArraySpec((2, 7, 2)), ArraySpec((3, 2, 3))
OF_PRODUCTS = "products among the terms may be flushed one by one, which no framework promises to keep"
OF_LENGTHS = Trace(needs=(Need("lengths", "the lengths of the filters say how the input is padded"),))
_OF_IMAGES = (
    bad(AikitValueError, "image of another rank", ArraySpec((6, 5, 2)), FILTERS, 1, "SAME", words=("(6, 5, 2)",)),
    bad(AikitValueError, "other channels", ArraySpec((2, 6, 5, 4)), FILTERS, 1, "SAME", words=("channels",)),
    bad(
        AikitValueError, "no channels", ArraySpec((2, 6, 5, 0)), ArraySpec((3, 2, 0, 3)), 1, "SAME", words=("length 0",)
    ),
    bad(AikitValueError, "unknown padding", IMAGE, FILTERS, 1, "FULL", words=("padding='FULL'", "SAME")),
    bad(AikitValueError, "negative padding", IMAGE, FILTERS, 1, [(0, 0), (0, -1)], words=("negative",)),
    bad(AikitValueError, "padding of three dimensions", IMAGE, FILTERS, 1, [(0, 0)] * 3, words=("padding=",)),
    bad(AikitTypeError, "padding of floats", IMAGE, FILTERS, 1, 1.5, words=("padding=1.5",)),
    bad(AikitValueError, "no stride", IMAGE, FILTERS, 0, "SAME", words=("strides=0",)),
    bad(AikitValueError, "strides of three dimensions", IMAGE, FILTERS, (1, 1, 1), "SAME", words=("strides=",)),
    bad(AikitValueError, "no dilation", IMAGE, FILTERS, 1, "SAME", dilations=0, words=("dilations=0",)),
    bad(AikitValueError, "unknown format", IMAGE, FILTERS, 1, "SAME", data_format="NHCW", words=("data_format",)),
)
"""Of a convolution of two dimensions, and of its transpose."""
_OF_GROUPS = (
    bad(AikitValueError, "no groups", IMAGE, FILTERS, 1, "SAME", feature_group_count=0),
    bad(AikitValueError, "groups that do not divide", IMAGE, FILTERS, 1, "SAME", feature_group_count=4),
    bad(AikitValueError, "four dimensions", IMAGE, FILTERS, 1, "SAME", dims=4, words=("dims=4",)),
)
_BIAS = ArraySpec((4,))
_IN_FRONT: Mapping[str, Any] = {"data_format": "channel_first", "filter_format": "channel_first"}
_OF_GROUPS_IN_FRONT: Mapping[str, Any] = {**_IN_FRONT, "dims": 3, "feature_group_count": 2}

know(
    "conv_general_dilated",
    keywords=Keywords(
        values={
            **convolutions.OF_EITHER,
            "dims": (1, 2, 3),
            "feature_group_count": (1, 2, 3),
            "x_dilations": (1, 2, "each"),
        },
        call=convolutions.general,
    ),
    sizes=(
        row(ArraySpec((1, N, 2), "finite terms"), ArraySpec((3, 2, 2)), 1, "SAME", dims=1, label="length"),
        row(ArraySpec((N, 3, 2, 1), "finite terms"), ArraySpec((2, 2, 1, 2)), 1, "VALID", label="batch"),
        row(
            ArraySpec((1, 2, 2, N), "finite terms"),
            ArraySpec((2, 1, N, 2), "finite terms", along=2),
            1,
            "SAME",
            label="channels",
        ),
        row(ArraySpec((1, 4, 1)), ArraySpec((2, 1, N), "finite terms"), 2, "VALID", dims=1, label="filters"),
    ),
    reference=convolved.convolution,
    scale=of_magnitudes(convolved.convolution),
    bounds=SUMMED,
    terms=convolved.terms,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), ArraySpec((2, 1, 1)), 1, "VALID", dims=1),
        *all_dtypes(
            row(IMAGE, FILTERS, 1, "SAME"),
            row(IMAGE, FILTERS, 2, "VALID", bias=ArraySpec((3,))),
            row(ArraySpec((2, 6, 5, 3)), ArraySpec((3, 2, 1, 6)), 1, "SAME", feature_group_count=3, label="depthwise"),
        ),
        row(IMAGE, FILTERS, 3, "SAME", label="stride of three"),
        row(IMAGE, FILTERS, (1, 3), "VALID", label="strides of another length"),
        row(IMAGE, ArraySpec((1, 1, 2, 3)), 1, "VALID", label="filters of one element"),
        row(IMAGE, ArraySpec((1, 1, 2, 3)), 3, "SAME", label="filters shorter than the stride"),
        row(IMAGE, ArraySpec((8, 9, 2, 3)), 1, "SAME", label="filters longer than the input"),
        row(IMAGE, ArraySpec((8, 9, 2, 3)), 2, "same", dilations=(1, 2), label="longer than the input, in steps"),
        row(IMAGE, FILTERS, 1, [2, (0, 1)], label="an int and a pair"),
        row(IMAGE, FILTERS, 2, 3, label="more zeros than the filters reach over"),
        row(
            IMAGE, FILTERS, (2, 1), "SAME", dilations=(1, 3), x_dilations=(3, 1), label="other steps in each dimension"
        ),
        row(ArraySpec((0, 6, 5, 2)), FILTERS, 1, "SAME", label="no batch"),
        row(
            ArraySpec((0, 6, 5, 4)),
            ArraySpec((3, 2, 2, 6)),
            2,
            "VALID",
            feature_group_count=2,
            label="no batch, groups",
        ),
        row(ArraySpec((1, 6, 5, 2)), FILTERS, 1, "VALID", label="batch of one"),
        row(ArraySpec((1, 1, 1, 2)), ArraySpec((1, 1, 2, 1)), 1, "valid", label="one element"),
        row(
            ArraySpec((2, 4, 4, 3, 5)),
            ArraySpec((6, 2, 2, 1, 3)),
            (2, 1, 3),
            [(1, 0), (0, 2), (2, 1)],
            bias=ArraySpec((6,)),
            **_OF_GROUPS_IN_FRONT,
            label="three dimensions, groups",
        ),
        row(
            ArraySpec((2, 3, 3, 3, 3)),
            ArraySpec((3, 3, 3, 3, 3)),
            1,
            "SAME",
            **_IN_FRONT,
            dims=3,
            label="equal lengths",
        ),
        row(
            ArraySpec((2, 2, 7)), ArraySpec((3, 2, 3)), 2, 1, x_dilations=2, **_IN_FRONT, dims=1, label="one dimension"
        ),
        row(ArraySpec((2, 6, 5, 2), "one NaN"), FILTERS, 1, "SAME", dilations=2, label="one NaN, dilations"),
        row(ArraySpec((2, 6, 5, 2), "one NaN"), FILTERS, 2, 1, label="one NaN"),
    ),
    bad=(
        *_OF_IMAGES,
        *_OF_GROUPS,
        bad(AikitValueError, "bias", IMAGE, FILTERS, 1, "SAME", bias=_BIAS, words=("bias", "(3,)")),
        bad(AikitValueError, "no dilation of the input", IMAGE, FILTERS, 1, "SAME", x_dilations=-1),
        bad(AikitValueError, "too long", IMAGE, ArraySpec((7, 2, 2, 3)), 1, "VALID", words=("reach",)),
        bad(AikitValueError, "too long by dilations", IMAGE, FILTERS, 1, 0, dilations=(1, 5), words=("reach",)),
    ),
    trace=OF_LENGTHS,
)

know(
    "conv_general_transpose",
    keywords=Keywords(
        values={
            **convolutions.OF_EITHER,
            "dims": (1, 2, 3),
            "feature_group_count": (1, 2, 3),
            "output_shape": (None, "lengths", "whole"),
        },
        call=convolutions.general_transpose,
    ),
    sizes=(
        row(ArraySpec((1, N, 2), "finite terms"), ArraySpec((3, 2, 2)), 1, "SAME", dims=1, label="length"),
        row(ArraySpec((N, 3, 2, 1), "finite terms"), ArraySpec((2, 2, 2, 1)), 2, "VALID", label="batch"),
        row(
            ArraySpec((1, 2, 2, N), "finite terms"),
            ArraySpec((2, 1, 2, N), "finite terms", along=3),
            1,
            "SAME",
            label="channels",
        ),
    ),
    reference=convolved.transposed,
    scale=of_magnitudes(convolved.transposed),
    bounds=SUMMED,
    terms=convolved.terms_of_transpose,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), ArraySpec((2, 1, 1)), 1, "VALID", dims=1),
        *all_dtypes(
            row(IMAGE, ArraySpec((3, 2, 3, 2)), 2, "SAME"),
            row(IMAGE, ArraySpec((3, 2, 3, 2)), 1, "VALID", bias=ArraySpec((3,))),
            row(ArraySpec((2, 6, 5, 3)), ArraySpec((3, 2, 2, 3)), 2, "SAME", feature_group_count=3, label="depthwise"),
        ),
        row(IMAGE, ArraySpec((1, 1, 3, 2)), 3, "VALID", label="filters shorter than the stride"),
        row(IMAGE, ArraySpec((1, 2, 3, 2)), 3, "SAME", bias=ArraySpec((3,)), label="nothing comes to some"),
        row(IMAGE, ArraySpec((1, 2, 3, 2)), 3, 0, label="as long as all that is reached"),
        row(IMAGE, ArraySpec((8, 9, 3, 2)), 1, "SAME", label="filters longer than the result"),
        row(IMAGE, ArraySpec((4, 3, 3, 2)), (1, 3), [(2, 0), (0, 2)], label="pairs"),
        row(IMAGE, ArraySpec((4, 3, 3, 2)), (1, 3), [(0, 3), (3, 0)], output_shape=(6, 13), label="pairs, a length"),
        row(IMAGE, ArraySpec((3, 3, 3, 2)), 2, 1, output_shape=(12, 10), label="one more"),
        row(IMAGE, ArraySpec((2, 2, 3, 2)), 1, 2, label="more zeros than the filters reach over"),
        row(VECTORS, ArraySpec((3, 3, 2)), 2, "SAME", dims=1, output_shape=13, label="an int"),
        row(IMAGE, ArraySpec((3, 2, 3, 2)), 2, "SAME", dilations=(1, 3), label="other steps in each dimension"),
        row(ArraySpec((0, 6, 5, 2)), ArraySpec((3, 2, 3, 2)), 2, "SAME", label="no batch"),
        row(ArraySpec((1, 1, 1, 2)), ArraySpec((1, 1, 1, 2)), 1, "valid", label="one element"),
        row(
            ArraySpec((2, 4, 4, 3, 5)),
            ArraySpec((4, 3, 2, 1, 3)),
            (2, 1, 3),
            [(1, 0), (0, 1), (2, 1)],
            bias=ArraySpec((6,)),
            **_OF_GROUPS_IN_FRONT,
            label="three dimensions, groups",
        ),
        row(
            ArraySpec((2, 3, 3, 3, 3)),
            ArraySpec((3, 3, 3, 3, 3)),
            1,
            "SAME",
            **_IN_FRONT,
            dims=3,
            label="equal lengths",
        ),
        row(ArraySpec((2, 2, 7)), ArraySpec((2, 3, 3)), 2, 1, **_IN_FRONT, dims=1, label="one dimension"),
        row(ArraySpec((2, 6, 5, 2), "one NaN"), ArraySpec((3, 2, 3, 2)), 2, "SAME", dilations=2, label="one NaN"),
    ),
    bad=(
        *_OF_IMAGES,
        *_OF_GROUPS,
        bad(AikitValueError, "bias", IMAGE, ArraySpec((3, 2, 3, 2)), 1, "SAME", bias=_BIAS, words=("bias", "(3,)")),
        bad(
            AikitValueError,
            "lengths that do not fit",
            IMAGE,
            ArraySpec((3, 2, 3, 2)),
            2,
            "SAME",
            output_shape=(13, 10),
            words=("output_shape=(13, 10)", "11 to 12"),
        ),
        bad(AikitValueError, "three lengths", IMAGE, ArraySpec((3, 2, 3, 2)), 2, "SAME", output_shape=(12, 10, 3)),
        bad(AikitValueError, "another batch", IMAGE, ArraySpec((3, 2, 3, 2)), 2, "SAME", output_shape=(3, 12, 10, 3)),
        bad(AikitValueError, "nothing is left", IMAGE, ArraySpec((3, 2, 3, 2)), 1, 4, words=("1 at least",)),
    ),
    trace=OF_LENGTHS,
)

know(
    "conv1d",
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "x_dilations": (1, 2, "each")},
        call=convolutions.of_dims(convolutions.general, 1),
    ),
    sizes=(row(ArraySpec((N, 3, 1), "finite terms"), ArraySpec((2, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.convolution, dims=1),
    scale=of_magnitudes(partial(convolved.convolution, dims=1)),
    bounds=SUMMED,
    terms=convolved.terms,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), ArraySpec((2, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 7, 2)), ArraySpec((3, 2, 3)), 1, "SAME")),
        row(ArraySpec((3,) * 3), ArraySpec((3,) * 3), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 7, 2)), ArraySpec((3, 2, 3)), 2, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 7)),
            ArraySpec((3, 2, 3)),
            2,
            "SAME",
            data_format="NCW",
            filter_format="channel_first",
            x_dilations=2,
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=(
        bad(AikitValueError, "another rank", IMAGE, FILTERS, 1, "SAME"),
        bad(
            AikitValueError,
            "unknown padding",
            ArraySpec((2, 7, 2)),
            ArraySpec((3, 2, 3)),
            1,
            "FULL",
            words=("padding='FULL'",),
        ),
        bad(AikitValueError, "no stride", ArraySpec((2, 7, 2)), ArraySpec((3, 2, 3)), 0, "SAME", words=("strides=0",)),
    ),
    trace=OF_LENGTHS,
)

know(
    "conv1d_transpose",
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "output_shape": (None, "lengths", "whole")},
        call=convolutions.of_dims(convolutions.general_transpose, 1),
    ),
    sizes=(row(ArraySpec((N, 3, 1), "finite terms"), ArraySpec((2, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.transposed, dims=1),
    scale=of_magnitudes(partial(convolved.transposed, dims=1)),
    bounds=SUMMED,
    terms=convolved.terms_of_transpose,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), ArraySpec((2, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 7, 2)), ArraySpec((3, 3, 2)), 2, "SAME")),
        row(ArraySpec((3,) * 3), ArraySpec((3,) * 3), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 7, 2)), ArraySpec((3, 3, 2)), 1, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 7)),
            ArraySpec((2, 3, 3)),
            2,
            "SAME",
            data_format="NCW",
            filter_format="channel_first",
            output_shape=13,
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=(
        bad(AikitValueError, "another rank", IMAGE, FILTERS, 1, "SAME"),
        bad(
            AikitValueError,
            "unknown padding",
            ArraySpec((2, 7, 2)),
            ArraySpec((3, 3, 2)),
            1,
            "FULL",
            words=("padding='FULL'",),
        ),
        bad(AikitValueError, "no stride", ArraySpec((2, 7, 2)), ArraySpec((3, 3, 2)), 0, "SAME", words=("strides=0",)),
    ),
    trace=OF_LENGTHS,
)

know(
    "conv2d",
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "x_dilations": (1, 2, "each")},
        call=convolutions.of_dims(convolutions.general, 2),
    ),
    sizes=(row(ArraySpec((N, 3, 1, 1), "finite terms"), ArraySpec((2, 1, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.convolution, dims=2),
    scale=of_magnitudes(partial(convolved.convolution, dims=2)),
    bounds=SUMMED,
    terms=convolved.terms,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1, 1)), ArraySpec((2, 1, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 6, 5, 2)), ArraySpec((3, 2, 2, 3)), 1, "SAME")),
        row(ArraySpec((3,) * 4), ArraySpec((3,) * 4), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 6, 5, 2)), ArraySpec((3, 2, 2, 3)), 2, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 6, 5)),
            ArraySpec((3, 2, 3, 2)),
            2,
            "SAME",
            data_format="NCHW",
            filter_format="channel_first",
            x_dilations=2,
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=_OF_IMAGES,
    trace=OF_LENGTHS,
)

know(
    "conv2d_transpose",
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "output_shape": (None, "lengths", "whole")},
        call=convolutions.of_dims(convolutions.general_transpose, 2),
    ),
    sizes=(row(ArraySpec((N, 3, 1, 1), "finite terms"), ArraySpec((2, 1, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.transposed, dims=2),
    scale=of_magnitudes(partial(convolved.transposed, dims=2)),
    bounds=SUMMED,
    terms=convolved.terms_of_transpose,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1, 1)), ArraySpec((2, 1, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 6, 5, 2)), ArraySpec((3, 2, 3, 2)), 2, "SAME")),
        row(ArraySpec((3,) * 4), ArraySpec((3,) * 4), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 6, 5, 2)), ArraySpec((3, 2, 3, 2)), 1, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 6, 5)),
            ArraySpec((2, 3, 3, 2)),
            2,
            "SAME",
            data_format="NCHW",
            filter_format="channel_first",
            output_shape=(11, 9),
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=_OF_IMAGES,
    trace=OF_LENGTHS,
)

know(
    "conv3d",
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "x_dilations": (1, 2, "each")},
        call=convolutions.of_dims(convolutions.general, 3),
    ),
    sizes=(row(ArraySpec((N, 1, 3, 1, 1), "finite terms"), ArraySpec((1, 2, 1, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.convolution, dims=3),
    scale=of_magnitudes(partial(convolved.convolution, dims=3)),
    bounds=SUMMED,
    terms=convolved.terms,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1, 1, 1)), ArraySpec((2, 1, 1, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 4, 3, 5, 2)), ArraySpec((2, 1, 3, 2, 3)), 1, "SAME")),
        row(ArraySpec((3,) * 5), ArraySpec((3,) * 5), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 4, 3, 5, 2)), ArraySpec((2, 1, 3, 2, 3)), 2, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 4, 3, 5)),
            ArraySpec((3, 2, 2, 1, 3)),
            2,
            "SAME",
            data_format="NCDHW",
            filter_format="channel_first",
            x_dilations=2,
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=(
        bad(AikitValueError, "another rank", IMAGE, FILTERS, 1, "SAME"),
        bad(
            AikitValueError,
            "unknown padding",
            ArraySpec((2, 4, 3, 5, 2)),
            ArraySpec((2, 1, 3, 2, 3)),
            1,
            "FULL",
            words=("padding='FULL'",),
        ),
        bad(
            AikitValueError,
            "no stride",
            ArraySpec((2, 4, 3, 5, 2)),
            ArraySpec((2, 1, 3, 2, 3)),
            0,
            "SAME",
            words=("strides=0",),
        ),
    ),
    trace=OF_LENGTHS,
)

know(
    "conv3d_transpose",
    keywords=Keywords(
        values={**convolutions.OF_EITHER, "output_shape": (None, "lengths", "whole")},
        call=convolutions.of_dims(convolutions.general_transpose, 3),
    ),
    sizes=(row(ArraySpec((N, 1, 3, 1, 1), "finite terms"), ArraySpec((1, 2, 1, 1, 1)), 2, "SAME", label="batch"),),
    reference=partial(convolved.transposed, dims=3),
    scale=of_magnitudes(partial(convolved.transposed, dims=3)),
    bounds=SUMMED,
    terms=convolved.terms_of_transpose,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1, 1, 1)), ArraySpec((2, 1, 1, 1, 1)), 1, "VALID"),
        *all_dtypes(row(ArraySpec((2, 4, 3, 5, 2)), ArraySpec((2, 1, 3, 3, 2)), 2, "SAME")),
        row(ArraySpec((3,) * 5), ArraySpec((3,) * 5), 1, "SAME", label="equal lengths"),
        row(ArraySpec((2, 4, 3, 5, 2)), ArraySpec((2, 1, 3, 3, 2)), 1, "VALID", bias=ArraySpec((3,))),
        row(
            ArraySpec((2, 2, 4, 3, 5)),
            ArraySpec((2, 3, 2, 1, 3)),
            2,
            "SAME",
            data_format="NCDHW",
            filter_format="channel_first",
            output_shape=(7, 5, 9),
            dilations=2,
            bias=ArraySpec((3,)),
            label="all keywords",
        ),
    ),
    bad=(
        bad(AikitValueError, "another rank", IMAGE, FILTERS, 1, "SAME"),
        bad(
            AikitValueError,
            "unknown padding",
            ArraySpec((2, 4, 3, 5, 2)),
            ArraySpec((2, 1, 3, 3, 2)),
            1,
            "FULL",
            words=("padding='FULL'",),
        ),
        bad(
            AikitValueError,
            "no stride",
            ArraySpec((2, 4, 3, 5, 2)),
            ArraySpec((2, 1, 3, 3, 2)),
            0,
            "SAME",
            words=("strides=0",),
        ),
    ),
    trace=OF_LENGTHS,
)

know(
    "depthwise_conv2d",
    keywords=Keywords(
        values={
            **{name: values for name, values in convolutions.OF_EITHER.items() if name != "bias"},
            "multiplier": (None, 1, 2),
        },
        call=convolutions.depthwise,
    ),
    sizes=(row(ArraySpec((N, 3, 2, 2), "finite terms"), ArraySpec((2, 1, 2)), 1, "VALID", label="batch"),),
    reference=convolved.depthwise,
    scale=of_magnitudes(convolved.depthwise),
    bounds=SUMMED,
    terms=convolved.terms_of_each,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1, 1)), ArraySpec((2, 1, 1)), 1, "VALID"),
        *all_dtypes(row(IMAGE, ArraySpec((3, 2, 2)), 1, "SAME")),
        row(IMAGE, ArraySpec((3, 2, 2, 3)), 2, "VALID", label="several filters of each"),
        row(ArraySpec((2, 6, 5, 1)), ArraySpec((3, 2, 1, 2)), 1, "SAME", label="one channel"),
        row(
            ArraySpec((2, 2, 6, 5)),
            ArraySpec((3, 2, 2)),
            1,
            "SAME",
            data_format="NCHW",
            dilations=2,
            label="all keywords",
        ),
    ),
    bad=(
        bad(AikitValueError, "another rank", ArraySpec((6, 5, 2)), ArraySpec((3, 2, 2)), 1, "SAME"),
        bad(AikitValueError, "filters of another rank", IMAGE, ArraySpec((3, 2)), 1, "SAME"),
        bad(AikitValueError, "other channels", IMAGE, ArraySpec((3, 2, 4)), 1, "SAME", words=("channels",)),
        bad(AikitValueError, "unknown padding", IMAGE, ArraySpec((3, 2, 2)), 1, "FULL", words=("padding='FULL'",)),
        bad(AikitValueError, "no stride", IMAGE, ArraySpec((3, 2, 2)), 0, "SAME", words=("strides=0",)),
        bad(AikitValueError, "too long", IMAGE, ArraySpec((7, 2, 2)), 1, "VALID", words=("reach",)),
    ),
    trace=OF_LENGTHS,
)

know(
    "conv",
    keywords=Keywords(
        values={
            **convolutions.OF_EITHER,
            "strides": (1, "each"),
            "padding": ("VALID", "SAME", "pairs"),
            "dims": (1, 2, 3),
            "feature_group_count": (1, 2),
            "x_dilations": (1, 2, "each"),
            "output_shape": (None, "lengths"),
        },
        call=convolutions.either,
    ),
    sizes=(row(ArraySpec((N, 3, 1), "finite terms"), ArraySpec((2, 1, 1)), 2, "SAME", dims=1, label="batch"),),
    reference=convolved.either,
    scale=of_magnitudes(convolved.either),
    bounds=SUMMED,
    terms=convolved.terms_of_either,
    sign_of_zero="open",
    no_subnormals=OF_PRODUCTS,
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), ArraySpec((2, 1, 1)), 1, "VALID", dims=1),
        *all_dtypes(
            row(IMAGE, FILTERS, 1, "SAME"),
            row(IMAGE, ArraySpec((3, 2, 3, 2)), 2, "SAME", transpose=True, bias=ArraySpec((3,))),
        ),
        row(
            ArraySpec((2, 4, 4, 3, 5)),
            ArraySpec((6, 2, 2, 1, 3)),
            2,
            "SAME",
            x_dilations=2,
            dilations=2,
            **_OF_GROUPS_IN_FRONT,
            label="all keywords",
        ),
        row(
            ArraySpec((2, 7, 2)),
            ArraySpec((3, 3, 2)),
            2,
            "SAME",
            transpose=True,
            dims=1,
            output_shape=13,
            label="a length",
        ),
    ),
    bad=(
        *_OF_IMAGES,
        *_OF_GROUPS,
        bad(AikitValueError, "lengths of no transpose", IMAGE, FILTERS, 1, "SAME", output_shape=(6, 5)),
        bad(
            AikitValueError,
            "input of a transpose in steps",
            IMAGE,
            ArraySpec((3, 2, 3, 2)),
            1,
            "SAME",
            transpose=True,
            x_dilations=2,
        ),
    ),
    trace=OF_LENGTHS,
)


def _cell(*stack: int, steps: int = 3, width: int = 2, features: int = 4) -> tuple[ArraySpec, ...]:
    """The arrays of an LSTM cell: its input, its states, and its weights."""
    shapes = (*stack, steps, features), (*stack, width), (*stack, width), (features, 4 * width), (width, 4 * width)
    return tuple(ArraySpec(shape, "probabilities") for shape in shapes)


GATES = ArraySpec((8,), "probabilities")

know(
    "lstm_update",
    keywords=Keywords(
        values={"stack": keywords.STACKS, "bias": (None, "gates"), "recurrent_bias": (None, "gates")},
        call=keywords.lstm_update,
    ),
    sizes=(row(*(replace(one, shape=(N, *one.shape)) for one in _cell()[:3]), *_cell()[3:], label="stack"),),
    reference=recurrent.lstm_update,
    bounds=Bounds(real=2, why="0.55 was seen, of a scale that takes each gate to be as large as the largest"),
    scale=recurrent.scale_of_lstm_update,
    sign_of_zero="open",
    calls=(
        mixed_dtypes(*_cell()),
        *all_dtypes(row(*_cell(2)), row(*_cell(2), bias=GATES, recurrent_bias=GATES)),
        row(*_cell(), label="no stack"),
        row(*_cell(2, 3), bias=GATES, label="stack of stacks"),
        row(*_cell(2, steps=0), label="no steps"),
        row(*_cell(0), label="size 0"),
        row(ArraySpec((3, 2, 4)), *_cell(2)[1:], time_major=True),
    ),
    bad=(
        bad(AikitValueError, "vector", ArraySpec((4,)), *_cell()[1:]),
        bad(AikitValueError, "other features", ArraySpec((3, 5)), *_cell()[1:], words=("kernel", "(4, 8)")),
        bad(AikitValueError, "other state", _cell()[0], ArraySpec((3,)), *_cell()[2:], words=("init_h", "(3,)")),
        bad(AikitValueError, "other gates", *_cell()[:3], ArraySpec((4, 6)), _cell()[4], words=("kernel", "(4, 6)")),
        bad(AikitValueError, "other bias", *_cell(), bias=ArraySpec((2,)), words=("bias", "(2,)")),
    ),
    trace=Trace(needs=(Need("lengths", "each step is a part of the input"),)),
)

# ------------------------------------------------------------------------------------------------ boxes

BOXES, SCORES = ArraySpec((24, 4), keywords.boxes), ArraySpec((24,), keywords.all_scores)
SCORES_OF_5 = ArraySpec((5,), keywords.all_scores)
REGIONS = ArraySpec((6, 5), keywords.regions)


def _far_apart(dtype: str) -> np.ndarray:
    return keywords.boxes(dtype) * 128


know(
    "nms",
    keywords=Keywords(
        values={
            "number": (6, 24),
            "scores": (None, "all differ", "few"),
            "iou_threshold": (0.0, 0.25, 0.5, 1.0),
            "max_output_size": (None, 0, 2, 99),
            "score_threshold": (-math.inf, -0.25, 0, 0.25),
        },
        made=("boxes",),
        call=keywords.nms,
    ),
    sizes=(row(BOXES, kinds=""),),  # each is compared with each, and the reference does it one by one
    reference=detection.nms,
    shaped_by_values=True,
    calls=(
        *all_dtypes(row(BOXES, SCORES), row(BOXES, ArraySpec((24,), keywords.few_scores), 0.25, label="equal scores")),
        *all_dtypes(row(BOXES, ArraySpec((24,), "one NaN"), 0.25, label="NaN")),
        *all_dtypes(row(ArraySpec((24, 4), _far_apart), SCORES, 0.25, label="areas beyond half precision")),
        row(BOXES, ArraySpec((24,), keywords.few_scores), 1.0, None, 0.25, label="scores at the threshold"),
        row(BOXES, label="no scores"),
        row(BOXES, SCORES, 0.25, 3, 0.125),
        row(ArraySpec((1300, 4), keywords.boxes), ArraySpec((1300,), keywords.all_scores), 0.75, label="many"),
        row(ArraySpec((5, 4), lambda dtype: np.array([1, 1, 1, 3])), SCORES_OF_5, label="boxes without an area"),
        row(
            ArraySpec((3, 4), lambda dtype: np.array([0, 0, 2, 2, 0, 0, 2, 1, 0, 0, 1, 1])),
            None,
            0.5,
            label="the threshold",
        ),
        row(ArraySpec((1, 4), keywords.boxes), label="one"),
        row(ArraySpec((0, 4)), ArraySpec((0,)), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "5 columns", ArraySpec((3, 5)), words=("boxes", "(3, 5)")),
        bad(AikitValueError, "one box", ArraySpec((4,)), words=("boxes", "(4,)")),
        bad(AikitValueError, "other scores", ArraySpec((3, 4)), ArraySpec((4,)), words=("scores", "(4,)")),
        bad(AikitValueError, "scores of two dimensions", ArraySpec((3, 4)), ArraySpec((3, 1)), words=("(3, 1)",)),
        bad(AikitValueError, "negative number", ArraySpec((3, 4)), max_output_size=-1, words=("max_output_size=-1",)),
        bad(AikitTypeError, "text", ArraySpec((3, 4)), iou_threshold="1", words=("iou_threshold='1'",)),
    ),
    trace=Trace(needs=(Need("values", "they say which boxes remain"),)),
    drawn=Drawn(as_sampled=True),
)
know(
    "roi_align",
    keywords=Keywords(
        values={
            "images": ("of several channels", "of a pixel"),
            "output_size": (1, (2, 3), [3, 2]),
            "spatial_scale": (1.0, 0.5),
            "sampling_ratio": (-1, 0, 1, 3),
            "aligned": (False, True),
        },
        made=("boxes",),
        call=keywords.roi_align,
    ),
    sizes=(
        row(ArraySpec((1, N, 3, 3), "finite terms"), ArraySpec((1, 5), keywords.regions), 2, 1.0, 2, label="channels"),
        row(ArraySpec((1, 1, 2, N), "finite terms"), ArraySpec((1, 5), keywords.regions), 2, 1.0, 2, label="width"),
    ),
    reference=detection.roi_align,
    scale=detection.scale_of_regions,
    bounds=Bounds(
        real={"float16": 1, "bfloat16": 1, "*": 8}, why="a coordinate of up to 15 is rounded a few times; 4.9 was seen"
    ),
    gradient=Gradient(zero=("boxes",)),
    no_subnormals=OF_PRODUCTS,
    sign_of_zero="open",
    calls=(
        mixed_dtypes(ArraySpec((2, 2, 4, 5)), REGIONS, 2),
        *all_dtypes(row(ArraySpec((2, 3, 5, 6)), REGIONS, 2, 0.5, 2, True)),
        row(ArraySpec((2, 3, 5, 6)), REGIONS, (2, 3)),
        row(ArraySpec((2, 1, 5, 6), "one NaN"), REGIONS, 3, 1.0, 2, label="NaN"),
        row(ArraySpec((2, 3, 5, 6)), ArraySpec((0, 5)), 2, label="no boxes"),
        row(ArraySpec((2, 0, 5, 6)), REGIONS, 2, label="no channels"),
    ),
    bad=(
        bad(AikitValueError, "one image", CUBE, REGIONS, 2, words=("input", "(2, 3, 4)")),
        bad(AikitValueError, "4 columns", ArraySpec((2, 3, 5, 6)), ArraySpec((6, 4)), 2, words=("boxes", "(6, 4)")),
        bad(AikitValueError, "no pixels", ArraySpec((2, 3, 0, 6)), REGIONS, 2, words=("(2, 3, 0, 6)",)),
        bad(AikitValueError, "no parts", ArraySpec((2, 3, 5, 6)), REGIONS, (2, 0), words=("output_size=(2, 0)",)),
        bad(AikitValueError, "3 numbers of parts", ArraySpec((2, 3, 5, 6)), REGIONS, (1, 2, 3), words=("(1, 2, 3)",)),
        bad(
            AikitIndexError,
            "image that is not there",
            ArraySpec((1, 3, 5, 6)),
            REGIONS,
            2,
            words=("image 1", "1 images"),
        ),
        bad(
            AikitIndexError, "negative image", ArraySpec((2, 3, 5, 6)), ArraySpec((1, 5), lambda dtype: -np.ones(5)), 2
        ),
        bad(AikitTypeError, "text", ArraySpec((2, 3, 5, 6)), REGIONS, 2, "1", words=("spatial_scale='1'",)),
    ),
    trace=Trace(
        needs=(
            Need("values", "they say how many points a part of a box has", detection.depends_on_values),
            Need("lengths", "the pixels are counted"),
            Need("rank", "the axes of the images are the last two"),
        )
    ),
    drawn=Drawn(as_sampled=True),
)


def _layers(
    *stack: Any,
    num_layers: int = 1,
    bidirectional: bool = False,
    has_biases: bool = False,
    batch: Any = 2,
    width: int = 2,
    features: Any = 3,
) -> tuple[Any, ...]:
    """The arguments of LSTM layers: an input of a shape without its features, states, weights, and numbers."""
    places = num_layers * (2 if bidirectional else 1)
    shapes = [(4 * width, features), (4 * width, width), (4 * width,), (4 * width,)][: 4 if has_biases else 2]
    above = [(4 * width, width * (2 if bidirectional else 1)), *shapes[1:]]
    of_all = [one for place in range(places) for one in (shapes if place < places // num_layers else above)]
    shapes = [(*stack, features), *[(places, batch, width)] * 2, *of_all]
    arrays = [array(shape, keywords.signed, number) for number, shape in enumerate(shapes)]
    return arrays[0], arrays[1:3], arrays[3:], has_biases, num_layers, 0.0, False, bidirectional


def _with(place: int, value: Any, *, of: tuple[Any, ...] = _layers(3, 2)) -> tuple[Any, ...]:
    """The arguments with another one in a place."""
    return (*of[:place], value, *of[place + 1 :])


know(
    "lstm",
    keywords=Keywords(
        values={
            "num_layers": (1, 2, 3),
            "dropout": (0.0, 0.5),
            "sizes": (None, "equal", "falling"),
        },
        made=("batch_sizes", "initial_states", "all_weights", "train"),
        call=keywords.lstm,
    ),
    sizes=(
        row(*_layers(2, N, batch=N), label="batch"),
        row(*_layers(2, 2, features=N), label="features"),
    ),
    reference=recurrent.lstm,
    bounds=Bounds(real=2, why="as of `lstm_update`, by a scale that takes each gate to be as large as the largest"),
    scale=recurrent.scale_of_lstm,
    sign_of_zero="open",
    calls=(
        mixed_dtypes(*_layers(3, 2)),
        *all_dtypes(
            row(*_layers(3, 2, has_biases=True)),
            row(*_layers(3, 2, num_layers=2, bidirectional=True)),
            row(*_layers(6, batch=3, bidirectional=True), batch_sizes=(3, 2, 1)),
        ),
        row(*_layers(2, 3), batch_first=True, label="batch first"),
        row(*_layers(9, batch=4, num_layers=2), batch_sizes=[4, 4, 1], label="sequences that end together"),
        row(*_layers(1, 2), label="one step"),
        row(*_layers(0, 2), label="no steps"),
        row(*_layers(0, 2, num_layers=2, bidirectional=True), label="no steps, two directions"),
        row(*_layers(3, 0, batch=0), label="no batch"),
        row(*_layers(3, 2, features=0), label="no features"),
        row(*_with(6, True, of=_with(5, 0.5)), label="dropout of one layer"),
    ),
    bad=(
        bad(AikitValueError, "matrix", *_with(0, ArraySpec((3, 3))), words=("input", "(3, 3)")),
        bad(
            AikitValueError, "three states", *_with(1, [_layers(3, 2)[1][0]] * 3), words=("initial_states", "3 arrays")
        ),
        bad(AikitValueError, "too few weights", *_with(2, _layers(3, 2)[2][:1]), words=("all_weights", "1 arrays")),
        bad(AikitValueError, "biases that are not said", *_with(3, True), words=("all_weights", "has_biases=True")),
        bad(AikitValueError, "no layers", *_with(4, 0), words=("num_layers=0",)),
        bad(AikitValueError, "no probability", *_with(5, -0.5), words=("dropout=-0.5",)),
        bad(AikitValueError, "other features", *_with(0, ArraySpec((3, 2, 4))), words=("w_ih of layer 0", "(8, 4)")),
        bad(AikitValueError, "other batch", *_with(0, ArraySpec((3, 4, 3))), words=("initial_states: h", "(1, 4, 2)")),
        bad(AikitValueError, "batch last", *_layers(3, 2), batch_first=True, words=("initial_states: h", "(1, 3, 2)")),
        bad(
            AikitValueError,
            "other gates",
            *_with(2, [ArraySpec((6, 3)), ArraySpec((8, 2))]),
            words=("w_ih of layer 0", "(6, 3)"),
        ),
        bad(AikitValueError, "a vector of weights", *_with(2, [ArraySpec((8, 3)), ArraySpec((8,))]), words=("(8,)",)),
        bad(AikitValueError, "no sequence", *_layers(6, batch=3), batch_sizes=(), words=("batch_sizes=()",)),
        bad(AikitValueError, "growing", *_layers(6, batch=1), batch_sizes=(1, 2, 3), words=("batch_sizes=(1, 2, 3)",)),
        bad(AikitValueError, "rows", *_layers(6, batch=3), batch_sizes=(3, 2), words=("adds up to 5", "6 rows")),
        bad(AikitValueError, "negative", *_layers(2, batch=3), batch_sizes=(3, -1), words=("batch_sizes=(3, -1)",)),
        bad(AikitValueError, "not packed", *_layers(3, 2), batch_sizes=(2, 2, 2), words=("(rows, in)",)),
    ),
    trace=Trace(needs=(Need("lengths", "each step is a part of the input"),)),
)

# ------------------------------------------------------------------------------------------------ pooling

_OF_WINDOWS = Trace(needs=(Need("lengths", "the spatial lengths say where windows end"),))
_LAST = {1: "NWC", 2: "NHWC", 3: "NDHWC"}
_FIRST = {1: "NCW", 2: "NCHW", 3: "NCDHW"}
_SPATIAL = {1: (7,), 2: (6, 5), 3: (4, 3, 5)}


def _bad_windows(dims: int) -> tuple[Any, ...]:
    """Bad inputs of all pooling over so many spatial dimensions."""
    x = ArraySpec((2, *_SPATIAL[dims], 3))
    return (
        bad(AikitValueError, "another rank", ArraySpec((7, 3)), 2, 1, "VALID", words=("(7, 3)",)),
        bad(
            AikitValueError, "no length", ArraySpec((2, *_SPATIAL[dims][:-1], 0, 3)), 2, 1, "SAME", words=("length 0",)
        ),
        bad(AikitValueError, "no window", x, 0, 1, "VALID", words=("kernel=0",)),
        bad(AikitValueError, "windows of four dimensions", x, (2,) * 4, 1, "VALID", words=("kernel=(2, 2, 2, 2)",)),
        bad(AikitTypeError, "windows of floats", x, 1.5, 1, "VALID", words=("kernel=1.5",)),
        bad(AikitValueError, "no stride", x, 2, 0, "VALID", words=("strides=0",)),
        bad(AikitValueError, "unknown padding", x, 2, 1, "FULL", words=("padding='FULL'",)),
        bad(AikitValueError, "negative padding", x, 2, 1, -1, words=("negative",)),
        bad(AikitTypeError, "padding of floats", x, 2, 1, 0.5, words=("padding=0.5",)),
        bad(AikitValueError, "too long", x, 9, 1, "VALID", words=("reach", "SAME")),
        bad(AikitValueError, "unknown format", x, 2, 1, "VALID", data_format="NC", words=("data_format",)),
        bad(AikitTypeError, "no bool", x, 2, 1, "VALID", ceil_mode=2, words=("ceil_mode=2",)),
    )


def _ties(dims: int) -> list[Any]:
    """Ones, of which the first one of each window has the gradient."""
    return np.ones((1, *(2,) * dims, 1)).tolist()


def _first_ones(dims: int) -> list[Any]:
    found = np.zeros((1, *(2,) * dims, 1))
    found.flat[0] = 1
    return found.tolist()


for _dims in (1, 2, 3):
    _x = ArraySpec((2, *_SPATIAL[_dims], 3))
    _special = ArraySpec((1, *_SPATIAL[_dims], 2), "special")
    know(
        f"max_pool{_dims}d",
        keywords=Keywords(
            values={**pooling.COMMON, "dilation": (1, 2, "each") if _dims < 3 else (1, "each")},
            call=pooling.of_max(_dims),
        ),
        sizes=(
            row(ArraySpec((N, *(3,) * _dims, 1), "moved"), 2, 1, "VALID", label="batch"),
            row(ArraySpec((1, *(3,) * _dims, N), "moved", along=_dims + 1), 2, 2, "VALID", label="channels"),
            *(
                [row(ArraySpec((1, 2, N), "moved", along=2), 3, 2, "SAME", data_format="NCW", label="length")]
                if _dims == 1
                else []
            ),
        ),
        reference=reference_of_pooling.greatest,
        bounds=MOVED,
        sign_of_zero="open",
        selects="anywhere",
        calls=(
            mixed_dtypes(ArraySpec((1, *(3,) * _dims, 1)), 2, 1, "VALID"),
            *all_dtypes(row(_special, 2, 1, "SAME"), row(_x, 3, 2, 1, data_format=_LAST[_dims])),
            row(ArraySpec((2, 3, *_SPATIAL[_dims]), "few"), 2, 2, "VALID", data_format=_FIRST[_dims], ceil_mode=True),
            row(_x, 1, 1, "VALID", label="windows of one element"),
            row(_x, 1, 3, "VALID", label="every third element"),
            row(_x, 3, 1, 3, label="windows of padding alone"),
            row(_x, 2, 1, [(0, 5)] * _dims, label="padding at the end"),
            row(_x, 2, 3, "SAME", dilation=4, label="elements apart, beyond the input"),
            row(ArraySpec((0, *_SPATIAL[_dims], 3)), 2, 1, "VALID", label="no batch"),
            row(ArraySpec((1, *(1,) * _dims, 1)), 1, 1, "valid", label="one element"),
            row(ArraySpec((2, *_SPATIAL[_dims], 3), "one NaN"), 3, 1, "SAME", label="one NaN", kinds="f"),
        ),
        bad=(*_bad_windows(_dims), bad(AikitValueError, "no dilation", _x, 2, 1, "SAME", dilation=0)),
        gradient=Gradient(kinks=(Kink((_ties(_dims), 2, 1, "VALID"), (_first_ones(_dims),)),)),
        trace=_OF_WINDOWS,
    )
    know(
        f"avg_pool{_dims}d",
        keywords=Keywords(
            values={**pooling.COMMON, "divisor_override": (None, 3, -2)},
            call=pooling.of_avg(_dims),
        ),
        sizes=(
            row(ArraySpec((N, *(3,) * _dims, 1), "finite terms"), 2, 1, "VALID", label="batch"),
            row(ArraySpec((1, *(3,) * _dims, N), "finite terms", along=_dims + 1), 2, 2, "VALID", label="channels"),
            *(
                [row(ArraySpec((1, 2, N), "finite terms", along=2), 3, 2, "SAME", data_format="NCW", label="length")]
                if _dims == 1
                else []
            ),
        ),
        reference=reference_of_pooling.means,
        scale=reference_of_pooling.scale_of_means,
        bounds=SUMMED,
        terms=reference_of_pooling.terms,
        sign_of_zero="open",
        calls=(
            mixed_dtypes(ArraySpec((1, *(3,) * _dims, 1)), 2, 1, "VALID"),
            *all_dtypes(row(_x, 2, 1, "SAME"), row(_x, 3, 2, 1, count_include_pad=True), row(_x, 2, 2, "VALID")),
            row(ArraySpec((2, 3, *_SPATIAL[_dims])), 2, 2, "VALID", data_format=_FIRST[_dims], ceil_mode=True),
            row(_x, 3, 2, 1, count_include_pad=True, ceil_mode=True, label="padding counts, the rest does not"),
            row(_x, 2, 1, 1, divisor_override=5),
            row(_x, 1, 1, "VALID", label="windows of one element"),
            row(_x, 1, 3, "VALID", label="every third element"),
            row(_x, 3, 1, 3, label="windows of padding alone"),
            row(_x, 2, 1, [(0, 5)] * _dims, count_include_pad=True, label="padding at the end"),
            row(ArraySpec((0, *_SPATIAL[_dims], 3)), 2, 1, "SAME", label="no batch"),
            row(ArraySpec((1, *(1,) * _dims, 1)), 1, 1, "valid", label="one element"),
            row(ArraySpec((2, *_SPATIAL[_dims], 3), "one NaN"), 3, 1, "SAME", label="one NaN"),
        ),
        bad=(
            *_bad_windows(_dims),
            bad(AikitValueError, "no divisor", _x, 2, 1, "SAME", divisor_override=0, words=("divisor_override=0",)),
        ),
        trace=_OF_WINDOWS,
    )

know(
    "pool",
    keywords=Keywords(
        values={
            "pool_type": ("AVG", "MAX"),
            "strides": (None, 2, "each"),
            "padding": ("VALID", "SAME", 1, "pairs"),
            "dilations": (None, 2),
        },
        made=("window_shape",),
        call=pooling.pool,
    ),
    sizes=(row(ArraySpec((N, 3, 1), "finite terms"), 2, "AVG", label="batch"),),
    reference=reference_of_pooling.pooled,
    scale=of_magnitudes(reference_of_pooling.pooled),
    bounds=SUMMED,
    sign_of_zero="open",
    no_subnormals="of those that compare as zeros any is the greatest, which is said of `max_pool1d` and its kin",
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 1)), 2, "AVG"),
        *all_dtypes(row(VECTORS, 3, "MAX"), row(IMAGE, (2, 3), "AVG", strides=2, padding="SAME")),
        row(IMAGE, [2, 2], "AVG", dilations=(1, 2), ceil_mode=True, strides=2, label="means of elements apart"),
        row(ArraySpec((2, 3, 4, 3, 5)), (2, 1, 3), "MAX", data_format="NCDHW", padding=1, label="three dimensions"),
        row(ArraySpec((0, 7, 2)), 3, "AVG", dilations=2, label="no batch"),
    ),
    bad=(
        bad(AikitValueError, "another order", IMAGE, (2, 2), "MAX", data_format="NWC", words=("data_format='NWC'",)),
        bad(AikitValueError, "four dimensions", IMAGE, (2,) * 4, "MAX", words=("window_shape=(2, 2, 2, 2)",)),
        bad(AikitValueError, "another rank", IMAGE, (2,), "MAX", words=("(2, 6, 5, 2)",)),
        bad(AikitValueError, "unknown type", IMAGE, (2, 2), "SUM", words=("pool_type='SUM'",)),
        bad(AikitValueError, "too long", VECTORS, 9, "AVG", words=("reach",)),
        bad(AikitValueError, "no dilation", VECTORS, 2, "AVG", dilations=0, words=("dilation=0",)),
    ),
    trace=_OF_WINDOWS,
)

_OF_PARTS = Trace(needs=(Need("lengths", "the lengths say where parts end"),))
know(
    "adaptive_avg_pool1d",
    keywords=Keywords(values={"output_size": (1, 3, 9)}, call=pooling.adaptive_1d),
    reference=reference_of_pooling.adaptive(np.mean, 1),
    scale=of_magnitudes(reference_of_pooling.adaptive(np.mean, 1)),
    bounds=SUMMED,
    terms=reference_of_pooling.terms_of_parts,
    sign_of_zero="open",
    sizes=(row(ArraySpec((1, 2, N), "finite terms", along=2), 5, label="length"),),
    calls=(
        mixed_dtypes(ArraySpec((1, 3)), 2),
        *all_dtypes(row(ArraySpec((2, 3, 7)), 3)),
        row(ArraySpec((2, 3, 6)), 2, label="parts of one length"),
        row(ArraySpec((3, 4)), 7, label="more parts than elements"),
        row(ArraySpec((3, 4)), 1, label="one part"),
        row(ArraySpec((0, 3, 4)), 2, label="no batch"),
    ),
    bad=(
        bad(AikitValueError, "vector", ArraySpec((4,)), 2, words=("(4,)",)),
        bad(AikitValueError, "no parts", X, 0, words=("output_size=0",)),
        bad(AikitValueError, "no elements", ArraySpec((3, 0)), 2, words=("(3, 0)",)),
    ),
    trace=_OF_PARTS,
)
know(
    "adaptive_avg_pool2d",
    keywords=Keywords(values={"output_size": (1, 4, (3, 2))}, call=pooling.adaptive_2d),
    reference=reference_of_pooling.adaptive(np.mean, 2),
    scale=of_magnitudes(reference_of_pooling.adaptive(np.mean, 2)),
    bounds=SUMMED,
    terms=reference_of_pooling.terms_of_parts,
    sizes=(row(ArraySpec((N, 2, 3, 1), "finite terms"), 2, label="batch"),),
    sign_of_zero="open",
    calls=(
        mixed_dtypes(ArraySpec((3, 3, 1)), 2),
        *all_dtypes(row(IMAGE, (4, 3)), row(IMAGE, 2, data_format="NCHW")),
        row(ArraySpec((6, 5, 2)), (2, 7), label="no batch axis"),
        row(ArraySpec((0, 6, 5, 2)), 2, label="no batch"),
    ),
    bad=(
        bad(AikitValueError, "matrix", X, 2, words=("(3, 4)",)),
        bad(AikitValueError, "three sizes", IMAGE, (2, 2, 2), words=("output_size=(2, 2, 2)",)),
        bad(AikitValueError, "negative", IMAGE, (2, -1), words=("output_size=(2, -1)",)),
    ),
    trace=_OF_PARTS,
)
know(
    "adaptive_max_pool2d",
    keywords=Keywords(values={"output_size": (1, 4, (3, 2))}, call=pooling.adaptive_2d),
    reference=reference_of_pooling.adaptive(np.max, 2),
    bounds=MOVED,
    sign_of_zero="open",
    selects="anywhere",
    sizes=(row(ArraySpec((N, 1, 2, 3), "moved"), 2, label="batch"),),
    calls=(
        mixed_dtypes(ArraySpec((1, 3, 3)), 2),
        *all_dtypes(row(ArraySpec((2, 3, 6, 5), "special"), (4, 3))),
        row(ArraySpec((3, 6, 5)), (2, 7), label="no batch axis"),
        row(ArraySpec((0, 3, 6, 5)), 2, label="no batch"),
        row(ArraySpec((2, 3, 6, 5), "one NaN"), 2, label="one NaN"),
    ),
    bad=(
        bad(AikitValueError, "matrix", X, 2, words=("(3, 4)",)),
        bad(AikitValueError, "no parts", ArraySpec((2, 3, 6, 5)), 0, words=("output_size=0",)),
    ),
    trace=_OF_PARTS,
)
