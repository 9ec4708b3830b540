"""The calls by which activations, norms and attention are sampled."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_aikit.knowledge.calls import (
    CUBE,
    EDGES,
    EMPTY,
    SPECIAL,
    ArraySpec,
    Row,
    all_dtypes,
    mixed_dtypes,
    row,
)

ROWS: dict[str, Sequence[Row]] = {
    "softmax": (
        *all_dtypes(row(EDGES), row(SPECIAL, axis=0), row(ArraySpec((1, 24), "special"), label="all special values")),
        row(CUBE, axis=1),
        row(CUBE, axis=-3),
        row(EMPTY, axis=0, label="size 0, axis"),
        row(EMPTY, label="size 0"),
    ),
    "scaled_dot_product_attention": (
        mixed_dtypes(ArraySpec((2, 3)), ArraySpec((4, 3)), ArraySpec((4, 2))),
        *all_dtypes(
            row(ArraySpec((3, 4)), ArraySpec((5, 4)), ArraySpec((5, 2))),
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
        row(
            ArraySpec((3, 4)),
            ArraySpec((5, 4)),
            ArraySpec((5, 2)),
            mask=ArraySpec((2, 1, 5), "mask"),
            label="mask of more dimensions",
        ),
        row(
            ArraySpec((2, 3, 4)),
            ArraySpec((2, 5, 4)),
            ArraySpec((2, 5, 4)),
            mask=ArraySpec((5,), "mask"),
            label="mask of the keys",
        ),
        row(ArraySpec((3, 4)), ArraySpec((5, 4)), ArraySpec((5, 2)), mask=ArraySpec((), "mask"), label="0-d mask"),
        row(ArraySpec((3, 4)), ArraySpec((5, 4)), ArraySpec((5, 2)), dropout_p=0.5),
        row(ArraySpec((3, 4)), ArraySpec((5, 4)), ArraySpec((5, 2)), training=True),
        row(
            ArraySpec((3, 4)),
            ArraySpec((5, 4), "one NaN"),
            ArraySpec((5, 2)),
            mask=ArraySpec((3, 5), "mask", "bool"),
            label="NaN in a masked key",
        ),
        row(
            ArraySpec((3, 4), "one NaN"),
            ArraySpec((5, 4)),
            ArraySpec((5, 2)),
            mask=ArraySpec((3, 5), "mask", "bool"),
            label="NaN in a masked query",
        ),
        row(
            ArraySpec((3, 4)),
            ArraySpec((5, 4), "one NaN"),
            ArraySpec((5, 2)),
            is_causal=True,
            label="NaN in a later key",
        ),
        row(ArraySpec((3, 4)), ArraySpec((0, 4)), ArraySpec((0, 2)), label="no keys"),
        row(ArraySpec((0, 4)), ArraySpec((5, 4)), ArraySpec((5, 2)), label="no queries"),
        row(ArraySpec((3, 0)), ArraySpec((5, 0)), ArraySpec((5, 2)), label="no depth"),
    ),
    "multi_head_attention": (
        mixed_dtypes(ArraySpec((3, 4)), 0.5, 2, ArraySpec((5, 4))),
        *all_dtypes(
            row(ArraySpec((3, 4)), 0.5, 2),
            row(ArraySpec((3, 4)), 0.25, 2, ArraySpec((5, 8)), mask=ArraySpec((3, 5), "mask")),
        ),
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
        row(ArraySpec((3, 4)), 0.5, 2, mask=ArraySpec((3,), "mask"), label="mask of the keys"),
        row(ArraySpec((3, 4)), 0.5, 2, ArraySpec((0, 4)), label="no keys"),
        row(ArraySpec((0, 4)), 0.5, 2, ArraySpec((5, 4)), label="no queries"),
        row(ArraySpec((3, 0)), 0.5, 2, label="no features"),
    ),
}
"""Function -> its calls."""
