"""Differences, and what holds of all or any elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from aikit.exceptions import AikitAxisError, AikitValueError
from pytest_aikit.knowledge.bounds import Bounds
from pytest_aikit.knowledge.calls import (
    EDGES,
    POINT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    X,
    all_dtypes,
    along_each,
    along_one,
    bad,
    mixed_dtypes,
    reductions,
    row,
)
from pytest_aikit.knowledge.keywords import Keywords, four_in_five, one_in_five
from pytest_aikit.knowledge.keywords import elementwise as keywords
from pytest_aikit.knowledge.records import Gradient, know

know(
    "all",
    keywords=Keywords(of=four_in_five),
    sizes=along_each("flags"),
    calls=reductions(SPECIAL, empty=True),
    bad=(
        bad(AikitAxisError, "axis twice", X, axis=(0, 0)),
        bad(AikitAxisError, "0-d", ArraySpec((), dtype="bool"), axis=0, words=("axis=0",)),
    ),
)
know(
    "any",
    keywords=Keywords(of=one_in_five),
    sizes=along_each("flags"),
    calls=reductions(SPECIAL, empty=True),
    bad=(bad(AikitAxisError, "twice", ArraySpec((2, 2), dtype="bool"), axis=(0, 0), words=("axis=(0, 0)",)),),
)


def _diff(x: Any, *, axis: int, n: int, prepend: Any, append: Any) -> Any:
    parts = [part for part in (prepend, x, append) if part is not None]
    return np.diff(np.concat(parts, axis=axis), n=n, axis=axis)


def _terms_of_diff(x: Any, *, axis: int, n: int, prepend: Any, append: Any) -> Any:
    """The sums of the magnitudes of all that is subtracted, one subtraction after the other."""
    parts = [np.abs(part) for part in (prepend, x, append) if part is not None]
    terms = np.moveaxis(np.concat(parts, axis=axis), axis, -1)
    for _ in range(n):
        terms = terms[..., 1:] + terms[..., :-1]
    return np.moveaxis(terms, -1, axis)


know(
    "diff",
    keywords=Keywords(
        values={"n": (0, 1, 2, 3), "prepend": (None, 1, 2), "append": (None, 1, 3)},
        silent=lambda *, n, prepend, append, **others: () if n or prepend or append else ("axis",),
        call=keywords.diff,
    ),
    sizes=along_one("finite terms"),
    reference=_diff,
    scale=_terms_of_diff,
    bounds=Bounds(real=2, complex=8, why="up to three subtractions in a row, each rounded"),
    integers="exact",
    sign_of_zero="open",  # of equal numbers
    calls=(
        mixed_dtypes(VECTOR, prepend=ArraySpec((3,)), append=ArraySpec((2,))),
        *all_dtypes(row(EDGES)),
        row(X, axis=0),
        row(X, n=2),
        row(X, n=0),
        row(ArraySpec((3, 9)), n=7),
        row(X, prepend=ArraySpec((3, 1)), append=ArraySpec((3, 2))),
        row(ArraySpec((1,)), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "negative order", X, n=-1),
        bad(AikitAxisError, "0-d", POINT),
        bad(AikitAxisError, "0-d", ArraySpec((), dtype="float32"), words=("axis=-1",)),
        bad(
            AikitValueError,
            "prepend",
            ArraySpec((2, 3), dtype="float32"),
            prepend=ArraySpec((3, 1), dtype="float32"),
            words=("diff: prepend has shape (3, 1)", "(2, 3)"),
        ),
        bad(AikitValueError, "n", ArraySpec((3,), dtype="float32"), n=-1, words=("n=-1",)),
    ),
    gradient=Gradient(long=(row(ArraySpec((2, 3)), prepend=ArraySpec((2, 65)), append=ArraySpec((2, 65))),)),
)
