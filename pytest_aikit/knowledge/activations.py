"""Activations."""

from __future__ import annotations

from math import inf, nan

import numpy as np

from aikit.exceptions import AikitAxisError
from pytest_aikit.knowledge import terms
from pytest_aikit.knowledge.bounds import OF_SUMS, UNROUNDED, Bounds, on
from pytest_aikit.knowledge.calls import (
    CUBE,
    EDGES,
    EMPTY,
    POINT,
    SPECIAL,
    ArraySpec,
    Kink,
    N,
    all_dtypes,
    along_one,
    bad,
    row,
)
from pytest_aikit.knowledge.critical import reaching
from pytest_aikit.knowledge.keywords import Keywords, all_sorts
from pytest_aikit.knowledge.left_out import LeftOut
from pytest_aikit.knowledge.records import Gradient, know
from pytest_aikit.knowledge.reference import activations as reference
from pytest_aikit.knowledge.special_cases import SpecialCases
from pytest_aikit.numerics.comparing import Format

LONG, FINITE = ArraySpec((N,), "moved"), ArraySpec((N,), "finite terms")


def _near_overflow(form: Format, x: np.ndarray) -> np.ndarray:
    return np.isfinite(x) & (np.abs(x) > form.greatest / 8)


know(
    "gelu",
    reference=reference.gelu,
    # of 1 + erf(x) nothing but the rounding is left where x is small
    scale=lambda x, *, approximate: np.abs(x),
    bounds=Bounds(wider_on=(on("torch", float32=6),), why="seen are 4.9 in oneDNN's, near -3"),
    sizes=(row(FINITE, label="vector"), row(FINITE, approximate=True, label="vector, approximate")),
    left_out={
        "f": LeftOut(
            lambda form, x: x > form.greatest / 8,
            "of oneDNN, which PyTorch has it of in float32 and bfloat16, it is infinite there, and NaN of infinity",
            of_format=True,
        )
    },
    # oneDNN's for AVX2, which PyTorch has it of, gives 0 for -0
    sign_of_zero="open",
    special=SpecialCases(real=(((0.0,), 0.0), ((-inf,), nan), ((nan,), nan))),
    # there the slopes, too, are of what is left of 1 + erf(x)
    gradient=Gradient(open=lambda x, *, approximate=False: not approximate and bool((x < -5).any())),
)  # fmt: skip

know(
    "hardswish",
    reference=reference.hardswish,
    critical=(reference.ends_of_hardswish,),
    left_out={
        "f": LeftOut(
            _near_overflow, "the product of x and 6 overflows in some frameworks before it is divided", of_format=True
        )
    },
    special=SpecialCases(real=(((0.0,), 0.0), ((3.0,), 3.0), ((-3.0,), -0.0), ((1.5,), 1.125), ((-inf,), nan))),
    gradient=Gradient(kinks=(Kink(([-3.0, 3.0, 0.0],), ([0, 1, 0.5],)),)),
)  # fmt: skip

know(
    "leaky_relu",
    reference=reference.leaky_relu,
    keywords=Keywords(values={"alpha": (0.2, 0.5, 2.5, -1.0)}, of=all_sorts),
    sizes=(row(LONG, label="vector"), row(LONG, alpha=2.5, label="vector, alpha")),
    special=SpecialCases(real=(((-0.0,), -0.0), ((inf,), inf), ((-inf,), -inf), ((nan,), nan))),
    gradient=Gradient(kinks=(Kink(([0.0, 2.0, -1.0],), ([0.2, 1, 0.2],)), Kink(([0.0],), ([2.5],), {"alpha": 2.5}))),
)  # fmt: skip

know(
    "log_softmax",
    keywords=Keywords(values={"ndim": (1, 2, 3, 4)}),
    sizes=along_one("finite terms"),
    reference=lambda x, *, axis: reference.log_softmax(x, -1 if axis is None else axis),
    scale=reference.scale_of_log_softmax,
    bounds=OF_SUMS,
    terms=terms.last_or,
    sign_of_zero="open",
    calls=(
        *all_dtypes(row(EDGES), row(SPECIAL, axis=0), row(ArraySpec((1, 24), "special"), label="all special values")),
        row(CUBE, axis=1),
        row(CUBE, axis=-3),
        row(EMPTY, axis=0, label="size 0, axis"),
        row(EMPTY, label="size 0"),
    ),
    bad=(bad(AikitAxisError, "0-d", POINT),),
)

know(
    "mish",
    reference=reference.mish,
    critical=(reaching(np.log),),
    bounds=Bounds(
        real={"float32": 4, "float64": 6, "*": 1},
        wider_on=(on("jax", float32=7, float64=8), on("tensorflow", float32=6)),
        why="of exp, log1p and tanh one after the other; seen are 5.4 and 5.7 on JAX, 4.2 and 4.8 on TensorFlow",
    ),
    left_out={
        "f": LeftOut(
            lambda form, x: (np.exp(x) < form.smallest_normal) & (np.exp(x) > form.smallest_normal / 2.0 ** (form.digits + 10)),
            "the exponential is subnormal, and what it lacks is multiplied by x",
            of_format=True,
        )
    },
    special=SpecialCases(real=(((0.0,), 0.0), ((-0.0,), -0.0), ((inf,), inf), ((-inf,), nan), ((nan,), nan))),
)  # fmt: skip

know(
    "relu",
    reference=lambda x: np.maximum(x, 0),
    bounds=UNROUNDED,
    sign_of_zero="open",  # as of maximum
    selects="in place",
    special=SpecialCases(
        real=(((inf,), inf), ((-inf,), 0.0), ((nan,), nan), ((-3.0,), 0.0)), integer=(((-3,), 0), ((7,), 7))
    ),
    gradient=Gradient(kinks=(Kink(([0.0, 2.0, -1.0],), ([0, 1, 0],)),)),
)  # fmt: skip

know(
    "sigmoid",
    reference=reference.sigmoid,
    bounds=Bounds(wider_on=(on("tensorflow", float32=8),), why="seen are 6.0 in Eigen's rational approximation"),
    critical=(reaching(np.log),),
    special=SpecialCases(real=(((0.0,), 0.5), ((-inf,), 0.0), ((inf,), 1.0), ((nan,), nan))),
)  # fmt: skip

know(
    "softmax",
    keywords=Keywords(values={"ndim": (1, 2, 3, 4)}),
    sizes=along_one("finite terms"),
    reference=lambda x, *, axis: reference.softmax(x, -1 if axis is None else axis),
    scale=reference.scale_of_softmax,
    bounds=OF_SUMS,
    terms=terms.last_or,
    calls=(
        *all_dtypes(row(EDGES), row(SPECIAL, axis=0), row(ArraySpec((1, 24), "special"), label="all special values")),
        row(CUBE, axis=1),
        row(CUBE, axis=-3),
        row(EMPTY, axis=0, label="size 0, axis"),
        row(EMPTY, label="size 0"),
    ),
    bad=(bad(AikitAxisError, "0-d", POINT),),
)

know(
    "softplus",
    reference=reference.softplus,
    scale=reference.scale_of_softplus,
    critical=(reaching(np.log),),
    bounds=Bounds(
        wider_on=(on("jax", float32=6), on("tensorflow", float32=9, float64=9)),
        why="as of exp; seen are 6.9 and 7.3 of TensorFlow's, near the end where it takes the exponential alone",
    ),
    keywords=Keywords(values={"beta": (None, 2.5, -1.5, 0), "threshold": (None, 2.0, 0.0, -0.5)}, of=all_sorts,
                      # the first elements are special ones
                      silent=lambda *, ndim, **others: () if ndim > 3 else ("beta", "threshold")),
    sizes=(row(LONG, label="vector"), row(LONG, beta=2.5, threshold=1.0, label="vector, threshold")),
    special=SpecialCases(real=(((-inf,), 0.0), ((inf,), inf), ((nan,), nan))),
)  # fmt: skip

know(
    "softsign",
    reference=lambda x: x / (1 + np.abs(x)),
    special=SpecialCases(real=(((-0.0,), -0.0), ((1.0,), 0.5), ((-3.0,), -0.75), ((inf,), nan), ((nan,), nan))),
    gradient=Gradient(kinks=(Kink(([0.0, 1.0],), ([1, 0.25],)),)),
)  # fmt: skip
