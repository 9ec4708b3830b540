"""Sorting."""

from __future__ import annotations

import numpy as np

from aikit.exceptions import AikitAxisError, AikitTypeError
from pytest_aikit.knowledge.bounds import MOVED
from pytest_aikit.knowledge.calls import BESIDE, EMPTY, POINT, SPECIAL, ArraySpec, N, all_dtypes, along_one, bad, row
from pytest_aikit.knowledge.keywords import Keywords, distinct
from pytest_aikit.knowledge.records import know
from pytest_aikit.knowledge.reference import sorting as reference

CALLS = (
    *all_dtypes(row(SPECIAL), row(ArraySpec((24,), "special"), descending=True)),
    row(ArraySpec((3, 8), "few"), axis=0),
    row(ArraySpec((3, 8), "few"), axis=-2, descending=True),
    row(EMPTY, label="size 0"),
)


def _with_ties(seed: int) -> ArraySpec:
    return ArraySpec((16,), lambda dtype: np.random.default_rng(seed).integers(0, 3, 16))


TIES = tuple(row(_with_ties(seed), label=f"ties, {seed}") for seed in range(8))
"""As short as what some kernels sort by a network of comparisons, which is not stable."""
WITHOUT_TIES = ArraySpec((3, 8), lambda dtype: distinct(dtype, 0)[:24].reshape(3, 8))
"""Of which the order is open where it is not asked to be stable."""
SIZES = (*along_one("ties"), *along_one("ties", descending=True)[1:])
BAD = (bad(AikitAxisError, "0-d", POINT),)

know(
    "argsort",
    keywords=Keywords(of=distinct),
    sizes=SIZES,
    reference=reference.argsort,
    calls=(*CALLS, *TIES, row(WITHOUT_TIES, stable=False, kinds="iuf")),
    bad=(*BAD, bad(AikitAxisError, "axis=-2", ArraySpec((2,), dtype="float32"), axis=-2, words=("axis=-2",))),
)
know(
    "sort",
    keywords=Keywords(of=distinct),
    sizes=SIZES,
    reference=reference.sort,
    bounds=MOVED,
    # the standard leaves open which of -0 and +0 is the greater one
    sign_of_zero="open",
    selects="anywhere",
    calls=(*CALLS, row(ArraySpec((3, 8)), stable=False)),
    bad=(
        *BAD,
        bad(AikitTypeError, "complex", ArraySpec((2,), dtype="complex64"), words=("complex64",)),
        bad(
            AikitTypeError,
            "descending",
            ArraySpec((2,), dtype="float32"),
            descending="yes",
            words=("descending='yes'",),
        ),
        bad(AikitAxisError, "axis=1", ArraySpec((2,), dtype="float32"), axis=1, words=("axis=1",)),
        bad(AikitAxisError, "0-d", ArraySpec((), dtype="float32"), words=("axis=-1",)),
    ),
)
know(
    "msort",
    keywords=Keywords(of=distinct),
    sizes=(row(ArraySpec((N,), "ties")), row(ArraySpec((N, BESIDE), "ties"))),
    reference=lambda a: reference.sort(a, axis=0, descending=False, stable=True),
    bounds=MOVED,
    sign_of_zero="open",
    selects="anywhere",
    calls=(
        *all_dtypes(row(SPECIAL), row(ArraySpec((24,), "special"))),
        row(ArraySpec((3, 2, 4), "few"), label="three dimensions"),
        row(ArraySpec((0, 3)), label="size 0"),
        row(ArraySpec((3, 0)), label="size 0, columns"),
    ),
    bad=(
        bad(AikitAxisError, "0-d", POINT, words=("axis=0",)),
        bad(AikitTypeError, "complex", ArraySpec((2,), dtype="complex64"), words=("complex64",)),
    ),
)
