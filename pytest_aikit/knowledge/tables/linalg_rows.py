"""The calls by which linear algebra is sampled; what the matrices are is said in `pytest_aikit.cases.matrices`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pytest_aikit.knowledge.calls import CUBE, EDGES, EMPTY, MANY, ArraySpec, Row, X, all_dtypes, mixed_dtypes, row


def _square(values: str) -> tuple[Row, ...]:
    """Calls of a function of square matrices."""
    return (
        *all_dtypes(row(ArraySpec((3, 3), values))),
        row(ArraySpec((2, 2, 4, 4), values), label="stack"),
        row(ArraySpec((1, 1), values), label="one element"),
        row(ArraySpec((0, 0), values), label="size 0"),
        row(ArraySpec((0, 3, 3), values), label="empty stack"),
    )


def _any_shape(values: str = "matrix") -> tuple[Row, ...]:
    """Calls of a function of matrices of any shape."""
    return (
        *all_dtypes(row(ArraySpec((4, 3), values))),
        row(ArraySpec((3, 4), values), label="more columns"),
        row(ArraySpec((2, 2, 3, 3), values), label="stack"),
        row(ArraySpec((3, 0), values), label="size 0"),
        row(ArraySpec((0, 2, 3), values), label="empty stack"),
    )


_TOLERANCES = (
    row(ArraySpec((4, 3), "low rank"), rtol=1e-3),
    row(ArraySpec((2, 4, 3), "low rank"), rtol=ArraySpec((2,), "small")),
    row(ArraySpec((2, 4, 3)), rtol=0),
)

ROWS: dict[str, Sequence[Row]] = {
    "cholesky": (*_square("positive definite"), *all_dtypes(row(ArraySpec((3, 3), "positive definite"), upper=True))),
    "det": (*_square("well conditioned"), row(ArraySpec((3, 3), "low rank"), label="singular")),
    "eig": _square("separated"),
    "eigh": _square("hermitian"),
    "eigvals": _square("separated"),
    "eigvalsh": _square("hermitian"),
    "inv": _square("well conditioned"),
    "matrix_norm": (
        *all_dtypes(row(X), row(ArraySpec((3, 4), "matrix"), ord=2)),
        *(row(CUBE, ord=order) for order in (None, "nuc", 1, -1, 2.0, -2, math.inf, -math.inf)),
        row(CUBE, keepdims=True, ord="fro"),
        row(CUBE, keepdims=True, ord=-2),
        row(CUBE, keepdims=True, ord=math.inf),
        row(EMPTY, label="size 0"),
        row(ArraySpec((0, 2, 3)), ord=1, label="empty stack"),
    ),
    "matrix_power": (
        *all_dtypes(row(ArraySpec((3, 3), "well conditioned"), 3), row(ArraySpec((3, 3), "well conditioned"), -2)),
        row(ArraySpec((2, 3, 3), "well conditioned"), 0),
        row(ArraySpec((2, 3, 3), "well conditioned"), 1),
        row(ArraySpec((2, 3, 3), "well conditioned"), -1),
        row(ArraySpec((2, 2), "well conditioned"), 6),
        row(ArraySpec((0, 0)), 2, label="size 0"),
    ),
    "matrix_rank": (*_any_shape(), *all_dtypes(row(ArraySpec((4, 3), "low rank"))), *_TOLERANCES),
    "pinv": (*_any_shape("low rank"), *_TOLERANCES[:2], row(ArraySpec((3, 3), "well conditioned"), rtol=0)),
    "qr": (*_any_shape(), *all_dtypes(row(ArraySpec((4, 3), "matrix"), mode="complete")), row(X, mode="complete")),
    "slogdet": (*_square("well conditioned"), row(ArraySpec((3, 3), "singular"), label="singular")),
    "solve": (
        mixed_dtypes(ArraySpec((3, 3), "well conditioned"), ArraySpec((3,))),
        *all_dtypes(row(ArraySpec((3, 3), "well conditioned"), ArraySpec((3, 2)))),
        row(ArraySpec((3, 3), "well conditioned"), ArraySpec((3,)), label="vector"),
        row(ArraySpec((2, 3, 3), "well conditioned"), ArraySpec((3,)), label="one vector for a stack"),
        row(ArraySpec((3, 3, 3), "well conditioned"), ArraySpec((3, 3)), label="a matrix that might be vectors"),
        row(ArraySpec((2, 1, 3, 3), "well conditioned"), ArraySpec((4, 3, 2)), label="broadcasting"),
        row(ArraySpec((0, 0)), ArraySpec((0, 2)), label="size 0"),
        row(ArraySpec((3, 3), "well conditioned"), ArraySpec((3, 0)), label="no columns"),
        row(ArraySpec((0, 3, 3)), ArraySpec((3,)), label="empty stack"),
    ),
    "svd": (
        *_any_shape(),
        *all_dtypes(row(ArraySpec((4, 3), "matrix"), full_matrices=False)),
        row(X, full_matrices=False),
    ),
    "svdvals": (*_any_shape(), row(ArraySpec((3, 3), "low rank"))),
    "vector_norm": (
        *all_dtypes(row(EDGES), row(X), row(MANY, axis=1, kinds="f", label="many")),
        *(row(CUBE, axis=1, ord=order) for order in (0, 1, 2, 3, -1, -2, 2.5, math.inf, -math.inf)),
        row(CUBE, axis=(0, -1)),
        row(CUBE, axis=[2, 1], ord=1),
        row(CUBE, axis=-1, keepdims=True),
        row(CUBE, keepdims=True, ord=math.inf),
        row(X, axis=(), ord=3),
        row(ArraySpec(()), label="0-d"),
        row(EMPTY, label="size 0"),
        row(EMPTY, axis=0, ord=math.inf, label="size 0, greatest"),
        row(EMPTY, axis=0, ord=-math.inf, label="size 0, smallest"),
        row(EMPTY, axis=0, ord=3, label="size 0, cubes"),
    ),
}
"""Function -> its calls."""
