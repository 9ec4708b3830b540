"""The calls by which activations, norms and attention are sampled."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_aikit.rows import CUBE, EDGES, EMPTY, SPECIAL, VECTOR, A, Row, X, all_dtypes, mixed_dtypes, row

ROWS: dict[str, Sequence[Row]] = {
    "softmax": (
        *all_dtypes(row(EDGES), row(SPECIAL, axis=0), row(A((1, 24), "special"), label="all special values")),
        row(CUBE, axis=1),
        row(CUBE, axis=-3),
        row(EMPTY, axis=0, label="size 0, axis"),
        row(EMPTY, label="size 0"),
    ),
    "layer_norm": (
        mixed_dtypes(VECTOR, 0, scale=VECTOR),
        *all_dtypes(row(X, [1]), row(X, [1], scale=A((4,)), offset=A((4,)), new_std=2.5)),
        row(CUBE, (2, -2), scale=A((3, 1)), offset=A(()), label="last axes"),
        row(CUBE, [2, 0], scale=A((2, 4)), offset=A((4,)), label="other axes"),
        row(CUBE, 1, eps=0.25, new_std=0.5),
        row(EDGES, [-1], label="NaN and infinities"),
        *all_dtypes(row(A((4, 6), "square overflows"), [1], label="squares overflow")),
        row(EMPTY, [1], scale=A((3,)), label="size 0"),
        row(EMPTY, [0], label="size 0, axis"),
    ),
    "scaled_dot_product_attention": (
        mixed_dtypes(A((2, 3)), A((4, 3)), A((4, 2))),
        *all_dtypes(
            row(A((3, 4)), A((5, 4)), A((5, 2))),
            row(A((2, 2, 3, 4)), A((2, 2, 5, 4)), A((2, 2, 5, 4)), mask=A((3, 5), "mask"), scale=0.25),
        ),
        row(A((2, 3, 4)), A((2, 5, 4)), A((2, 5, 2)), is_causal=True),
        row(A((5, 4)), A((3, 4)), A((3, 2)), is_causal=True, scale=0.125, label="causal, more queries than keys"),
        row(A((2, 1, 3, 4)), A((3, 5, 4)), A((1, 5, 2)), label="broadcasting"),
        row(A((3, 4)), A((5, 4)), A((5, 2)), mask=A((2, 1, 5), "mask"), label="mask of more dimensions"),
        row(A((2, 3, 4)), A((2, 5, 4)), A((2, 5, 4)), mask=A((5,), "mask"), label="mask of the keys"),
        row(A((3, 4)), A((5, 4)), A((5, 2)), mask=A((), "mask"), label="0-d mask"),
        row(A((3, 4)), A((5, 4)), A((5, 2)), dropout_p=0.5),
        row(A((3, 4)), A((5, 4)), A((5, 2)), training=True),
        row(A((3, 4)), A((5, 4), "one NaN"), A((5, 2)), mask=A((3, 5), "mask", "bool"), label="NaN in a masked key"),
        row(A((3, 4), "one NaN"), A((5, 4)), A((5, 2)), mask=A((3, 5), "mask", "bool"), label="NaN in a masked query"),
        row(A((3, 4)), A((5, 4), "one NaN"), A((5, 2)), is_causal=True, label="NaN in a later key"),
        row(A((3, 4)), A((0, 4)), A((0, 2)), label="no keys"),
        row(A((0, 4)), A((5, 4)), A((5, 2)), label="no queries"),
        row(A((3, 0)), A((5, 0)), A((5, 2)), label="no depth"),
    ),
    "multi_head_attention": (
        mixed_dtypes(A((3, 4)), 0.5, 2, A((5, 4))),
        *all_dtypes(row(A((3, 4)), 0.5, 2), row(A((3, 4)), 0.25, 2, A((5, 8)), mask=A((3, 5), "mask"))),
        row(A((3, 6)), 0.5, 3, A((5, 6)), label="context of the width of the queries"),
        row(A((2, 3, 4)), 0.125, 2, A((2, 5, 8)), mask=A((2, 3, 5), "mask"), label="stack"),
        row(A((2, 1, 3, 4)), 0.5, 4, A((2, 5, 4)), mask=A((2, 3, 5), "mask"), label="broadcasting"),
        row(A((2, 3, 4)), 0.5, 2, mask=A((2, 1, 3, 3), "mask"), label="mask with an axis of heads"),
        row(A((2, 3, 4)), 1, 2, mask=A((2, 2, 1, 3), "mask"), label="mask of each head"),
        row(A((3, 4)), 0.5, 2, mask=A((3,), "mask"), label="mask of the keys"),
        row(A((3, 4)), 0.5, 2, A((0, 4)), label="no keys"),
        row(A((0, 4)), 0.5, 2, A((5, 4)), label="no queries"),
        row(A((3, 0)), 0.5, 2, label="no features"),
    ),
}
"""Function -> its calls."""
