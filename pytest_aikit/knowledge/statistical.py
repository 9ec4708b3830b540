"""Reductions and cumulations of numbers."""

from __future__ import annotations

import numpy as np

from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitTypeError, AikitValueError
from pytest_aikit.knowledge import terms
from pytest_aikit.knowledge.bounds import MOVED, ROUNDED_TO_16, SUMMED, Bounds
from pytest_aikit.knowledge.calls import (
    BESIDE,
    CUBE,
    EDGES,
    EMPTY,
    LONG_WITH_NAN,
    MANY,
    POINT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    Kink,
    N,
    Row,
    X,
    all_dtypes,
    along_each,
    along_one,
    bad,
    mixed_dtypes,
    reductions,
    row,
)
from pytest_aikit.knowledge.keywords import Keywords, near_one
from pytest_aikit.knowledge.keywords import statistical as keywords
from pytest_aikit.knowledge.records import Drawn, Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference.statistical import (
    cumulative,
    directed,
    einsum,
    reduction,
    scale_of_einsum,
    scale_of_std,
    scale_of_var,
    spread,
    terms_of_einsum,
)
from pytest_aikit.knowledge.scales import of_magnitudes

PRODUCTS = Bounds(
    real={**ROUNDED_TO_16, "*": 12},
    complex=24,
    grows="sqrt",
    why="each factor brings its own rounding; of many these are independent: sqrt(n) ULP at most on the frameworks measured",
)
SQUARES = Bounds(
    real={**ROUNDED_TO_16, "*": 12},
    grows="sqrt",
    why="the square of a difference from a mean that is rounded itself, summed",
)
OPEN = "open"
"""The sign of a zero: what an empty sum starts with, in which order terms are added, which of -0 and +0 is the greater."""

_MANY = all_dtypes(row(ArraySpec((2, 3000), "hundreds"), axis=1, kinds="f", label="many"))
_OF_NOTHING = (row(EMPTY, label="size 0"), row(EMPTY, axis=0, label="size 0, each"))
"""An average of no numbers, which is no number."""


def _cumulations(values: ArraySpec, long: ArraySpec) -> tuple[Row, ...]:
    """Cumulations of these values, and of so many that a narrow dtype must not be added up in."""
    return (
        *all_dtypes(row(values, axis=1), row(ArraySpec((6,), values.values))),
        *all_dtypes(row(long, axis=-1, kinds="f", label="many")),
        row(CUBE, axis=-2, include_initial=True),
        row(CUBE, axis=0, dtype="float32", kinds="biuf"),
        row(EMPTY, axis=0, label="size 0"),
        row(EMPTY, axis=0, include_initial=True, label="size 0, include_initial"),
    )


NO_AXIS = (bad(AikitValueError, "no axis", X), bad(AikitValueError, "0-d, no axis", POINT))
FACTORS = ArraySpec((4, 6), "near one")
NOTHING = ArraySpec((0, 3))


def _directed(values: str, long: ArraySpec) -> tuple[Row, ...]:
    """Cumulations from either side."""
    few = ArraySpec((4, 6), values)
    return (
        *all_dtypes(row(few, axis=1), row(few, exclusive=True), row(few, axis=-1, reverse=True)),
        *all_dtypes(row(long, axis=-1, exclusive=True, reverse=True, kinds="f", label="many")),
        row(CUBE, axis=0, dtype="float32", kinds="biuf"),
        row(EMPTY, exclusive=True, label="size 0"),
        row(EMPTY, axis=1, exclusive=True, reverse=True, label="size 0, axis"),
    )


def _both_ways(values: str) -> tuple[Row, ...]:
    return (*along_one(values), *along_one(values, exclusive=True), *along_one(values, reverse=True))


NO_DIMENSIONS = (bad(AikitAxisError, "0-d", POINT, words=("axis=0", "0 dim")),)

know(
    "cumprod",
    keywords=Keywords(of=near_one),
    reference=directed(np.cumprod, 1),
    bounds=PRODUCTS,
    terms=terms.cumulated,
    integers="modular",
    sign_of_zero=OPEN,
    sizes=_both_ways("factors"),
    calls=_directed("near one", ArraySpec((2, 120), "growing")),
    bad=(*NO_DIMENSIONS, bad(AikitAxisError, "axis", X, axis=-3, words=("axis=-3", "2 dim"))),
)
know(
    "cumsum",
    reference=directed(np.cumsum, 0),
    scale=of_magnitudes(directed(np.cumsum, 0)),
    bounds=SUMMED,
    terms=terms.cumulated,
    integers="modular",
    sign_of_zero=OPEN,
    sizes=_both_ways("terms"),
    calls=_directed("edges", MANY),
    bad=(*NO_DIMENSIONS, bad(AikitAxisError, "axis", X, axis=2, words=("axis=2", "2 dim"))),
)
know(
    "cumulative_prod",
    keywords=Keywords(refused=lambda ndim, axis, **others: axis is None and ndim != 1, of=near_one),
    reference=cumulative(np.cumprod, 1),
    bounds=PRODUCTS,
    terms=terms.cumulated,
    integers="modular",
    sign_of_zero=OPEN,
    sizes=along_one("factors"),
    calls=_cumulations(FACTORS, ArraySpec((2, 120), "growing")),
    bad=(*NO_AXIS, bad(AikitAxisError, "axis=-2", ArraySpec((2,), dtype="float32"), axis=-2, words=("axis=-2",))),
)
know(
    "cumulative_sum",
    keywords=Keywords(refused=lambda ndim, axis, **others: axis is None and ndim != 1),
    reference=cumulative(np.cumsum, 0),
    scale=of_magnitudes(cumulative(np.cumsum, 0)),
    bounds=SUMMED,
    terms=terms.cumulated,
    integers="modular",
    sign_of_zero=OPEN,
    sizes=along_one("terms"),
    calls=_cumulations(EDGES, MANY),
    bad=(
        *NO_AXIS,
        bad(AikitValueError, "axis", ArraySpec((2, 2), dtype="float32"), words=("axis", "(2, 2)")),
        bad(AikitAxisError, "axis=1", ArraySpec((2,), dtype="float32"), axis=1, words=("axis=1",)),
    ),
)
EQUATIONS = (
    *("i->i", "i->", "ij->ji", "ij", "ji", "ii", "ii->i", "iijj->ji", "iji->j", "ijk->ik", "kI", "iii->i"),
    *("i,i", "i,j->ij", "i,j->ji", "ij,jk", "ij,jk->ki", "ij,kj->ik", "ji,jk->ik", "ij,ij->ij", "ij,ij->", "ij,ij->j"),
    *("kij,kjl->kil", "ijk,ilk->jl", "ijkm,ljkm->il", "ij,k->", "ij,k->ik", "ii,ij->j", "ij,jj->i", ",ij->ij", ",->"),
    *("ij, jk, kl -> il", "i,i,i->i", "ij,jk,ki", "i,ij,j->", "ij,k,l->il", "ij,jk,kl,lm->mi"),
    *("...", "...i->...", "i...->...i", "...ij,...jk->...ik", "...ij,...jk", "i...,i...->...", "ij...,jk...->ik..."),
    *("i...,...->i...", "...,...,...i->...i", "...ii->...i"),
)
"""What is moved, taken from diagonals, summed, multiplied, of up to four arrays, with and without a written result."""


def _of_terms(values: str, kinds: str) -> tuple[Row, ...]:
    """Products of matrices, of which the first has these values, and its sums."""
    first, finite = ArraySpec((BESIDE, N), values), ArraySpec((N, 2), "finite terms")
    rows, few = ArraySpec((N, BESIDE), values), ArraySpec((2, BESIDE), "finite terms")
    return (
        row("ij,jk->ik", first, finite, label="inner", kinds=kinds),
        row("ij,kj->ik", rows, few, label="rows", kinds=kinds),
        row("ij->j", rows, label="sum", kinds=kinds),
    )


know(
    "einsum",
    keywords=Keywords(
        values={"equation": EQUATIONS, "dots": ((), (3,), (2, 3, 4))}, made=("operands",), call=keywords.einsum
    ),
    sizes=(
        row("i,i->", ArraySpec((N,), "finite terms"), ArraySpec((N,), "finite terms"), label="sum of products"),
        # what a complex infinity is multiplied with is left to the implementation
        *_of_terms("terms", "biuf"),
        *_of_terms("terms and NaN", "c"),
        row("kij,kj->ki", ArraySpec((N, 2, 3), "finite terms"), ArraySpec((N, 3), "finite terms"), label="stack"),
    ),
    reference=einsum,
    scale=scale_of_einsum,
    bounds=SUMMED,
    terms=terms_of_einsum,
    integers="modular",
    sign_of_zero=OPEN,
    calls=(
        mixed_dtypes("i,i->", VECTOR, VECTOR),
        *all_dtypes(row("ij,jk->ik", X, ArraySpec((4, 2)), label="product")),
        *all_dtypes(row("ij,jk,kl->il", X, ArraySpec((4, 2)), ArraySpec((2, 3)), kinds="iufc", label="three arrays")),
        *all_dtypes(row("ii,ij->j", ArraySpec((3, 3)), X, label="diagonal")),
        *all_dtypes(row("i,i->", ArraySpec((3000,), "whole"), ArraySpec((3000,), "whole"), kinds="f", label="many")),
        *all_dtypes(row("ij,k->", MANY, ArraySpec((2,), "whole"), kinds="f", label="many, of each by itself")),
        *all_dtypes(row("i,i,i,i,i,i->i", *[ArraySpec((24,), "near one")] * 6, kinds="fc", label="six arrays")),
        row("ij,jk->ik", ArraySpec((3, 0)), ArraySpec((0, 2)), label="size 0"),
        row("ij,j->i", EMPTY, ArraySpec((3,)), label="no rows"),
        row("ii->i", ArraySpec((0, 0)), label="size 0, diagonal"),
        row(",->", POINT, POINT, label="0-d"),
    ),
    bad=(
        bad(AikitTypeError, "no string", 3, X, words=("equation=3", "'ij,jk->ik'")),
        bad(AikitValueError, "number of arrays", "ij,jk", X, words=("'ij,jk'", "2 arrays", "1 were given")),
        bad(AikitValueError, "no letter", "i1->i", X, words=("'i1'", "letters")),
        bad(AikitValueError, "two ellipses", "...i...", CUBE, words=("'...i...'", "once")),
        bad(AikitValueError, "two arrows", "ij->i->j", X, words=("'i->j'",)),
        bad(AikitValueError, "result twice", "ij->ii", X, words=("'i'", "twice")),
        bad(AikitValueError, "result unknown", "ij->k", X, words=("'k'", "none of the arrays")),
        bad(AikitValueError, "ellipsis lost", "...i->i", X, words=("'...'",)),
        bad(AikitValueError, "ellipsis unknown", "ij->...i", X, words=("'...'",)),
        bad(AikitAxisError, "too few labels", "i->i", X, words=("(3, 4)", "'i'")),
        bad(AikitAxisError, "too many labels", "...ijk", X, words=("(3, 4)", "'...ijk'")),
        bad(AikitValueError, "lengths", "ij,jk", X, ArraySpec((3, 2)), words=("'j'", "4 and 3", "operands[1]")),
        bad(AikitValueError, "length 1", "ij,jk", X, ArraySpec((1, 2)), words=("'j'", "4 and 1")),
        bad(AikitValueError, "no square", "ii", X, words=("'i'", "3 and 4", "operands[0]")),
        bad(AikitBroadcastShapeError, "ellipses", "...,...", X, ArraySpec((3,)), words=("(3, 4)", "(3,)")),
    ),
    trace=Trace(
        needs=(Need("rank", "an ellipsis stands for so many dimensions", lambda equation, *arrays: "..." in equation),)
    ),
    drawn=Drawn(as_sampled=True),
)

_NAN_ALONG_SEVERAL = row(
    ArraySpec((2, 2100, 3), "one NaN"), axis=(0, 1), keepdims=True, label="NaN among many of several axes", kinds="f"
)
know(
    "max",
    keywords=keywords.OF_EXTREMES,
    bounds=MOVED,
    sizes=along_each("ties"),
    sign_of_zero=OPEN,
    selects="anywhere",
    calls=(*reductions(SPECIAL, empty=False), *LONG_WITH_NAN, _NAN_ALONG_SEVERAL),
    bad=(
        bad(AikitValueError, "empty", NOTHING),
        bad(AikitValueError, "empty axis", NOTHING, axis=0),
        bad(AikitValueError, "of nothing", ArraySpec((0,), dtype="float32"), words=("(0,)",)),
        bad(AikitTypeError, "complex", ArraySpec((2,), dtype="complex64"), words=("complex64",)),
        bad(AikitAxisError, "0-d", ArraySpec((), dtype="float32"), axis=-1, words=("axis=-1", "0 dim")),
        bad(AikitTypeError, "string", ArraySpec((2,), dtype="float32"), axis="0", words=("axis='0'", "str")),
    ),
    gradient=Gradient(kinks=(Kink(([2.0, 2.0, 1.0],), ([0.5, 0.5, 0],)),)),
    drawn=Drawn(least=1),
)
know(
    "mean",
    scale=of_magnitudes(np.mean),
    bounds=SUMMED,
    terms=terms.reduced,
    # what is divided, or multiplied, of a complex infinity is left to the implementation by the standard
    sizes=(*along_each("terms", kinds="biuf"), *along_each("terms and NaN", kinds="c")),
    integers="quotient",
    sign_of_zero=OPEN,
    calls=(*reductions(EDGES, empty=False), *_OF_NOTHING, *_MANY),
    bad=(
        bad(AikitAxisError, "axis twice", X, axis=(0, 0)),
        bad(AikitAxisError, "0-d", ArraySpec((), dtype="float32"), axis=0, words=("axis=0",)),
    ),
)
know(
    "min",
    keywords=keywords.OF_EXTREMES,
    bounds=MOVED,
    sizes=along_each("ties"),
    sign_of_zero=OPEN,
    selects="anywhere",
    calls=(*reductions(SPECIAL, empty=False), *LONG_WITH_NAN, _NAN_ALONG_SEVERAL),
    bad=(
        bad(AikitValueError, "empty", NOTHING),
        bad(AikitValueError, "empty axis", NOTHING, axis=0),
        bad(AikitValueError, "of nothing", ArraySpec((2, 0), dtype="float32"), axis=1, words=("(2, 0)", "axis=1")),
    ),
    gradient=Gradient(kinks=(Kink(([2.0, 2.0, 3.0],), ([0.5, 0.5, 0],)),)),
    drawn=Drawn(least=1),
)
know(
    "prod",
    keywords=Keywords(of=near_one),
    reference=reduction(np.prod),
    bounds=PRODUCTS,
    terms=terms.reduced,
    sizes=along_each("factors"),
    integers="modular",
    sign_of_zero=OPEN,
    calls=(
        *reductions(FACTORS, empty=True),
        *all_dtypes(row(ArraySpec((120, 2), "growing"), axis=0, kinds="f", label="many")),
        row(X, dtype="int64", kinds="iu"),
        row(ArraySpec((2, 2)), dtype="float64", kinds="f"),
    ),
    bad=(
        bad(AikitAxisError, "twice", ArraySpec((2, 3), dtype="float32"), axis=(0, -2), words=("axis=(0, -2)", "twice")),
    ),
)
_OF_CORRECTION = Keywords(
    values={"correction": (0, 1, 0.5, -1, 7)},
    # of as many numbers, or of less, all results are NaN
    silent=lambda correction, **values: ("axis", "ndim", "keepdims") if correction == 7 else (),
)
_FAR_AND_NEAR = (
    row(ArraySpec((3,), lambda dtype: np.array([2000, -2000, 10])), kinds="f", label="squares overflow in 16 bits"),
    row(ArraySpec((3,), lambda dtype: np.array([0.001, 0.002, 0.0015])), kinds="f", label="squares vanish in 16 bits"),
)
DEVIATIONS = (
    *reductions(EDGES, empty=False),
    *_OF_NOTHING,
    *_MANY,
    row(X, correction=1),
    row(X, axis=1, correction=0.5),
    row(X, axis=0, correction=7, keepdims=True),
    row(EMPTY, axis=0, correction=-1, label="size 0, by a divisor above 0"),
    *all_dtypes(*_FAR_AND_NEAR),
    row(X, axis=0, correction=3, label="as much as there are"),
    row(X, axis=1, correction=4, keepdims=True, label="as much as there are in rows"),
)
know(
    "std",
    keywords=_OF_CORRECTION,
    bounds=SQUARES,
    reference=spread(np.std),
    scale=scale_of_std,
    terms=terms.reduced,
    sizes=along_each("terms"),
    integers="quotient",
    sign_of_zero=OPEN,
    calls=DEVIATIONS,
    gradient=Gradient(kinks=(Kink(([2.0, 2.0, 2.0],), ([0, 0, 0],)),)),
    bad=(bad(AikitAxisError, "twice", ArraySpec((2, 2), dtype="float32"), axis=(1, 1), words=("axis=(1, 1)",)),),
)
know(
    "sum",
    reference=reduction(np.sum),
    gradient=Gradient(adds_up=True),
    scale=of_magnitudes(reduction(np.sum)),
    bounds=SUMMED,
    terms=terms.reduced,
    sizes=along_each("terms"),
    integers="modular",
    sign_of_zero=OPEN,
    calls=(
        *reductions(EDGES, empty=True),
        *all_dtypes(row(ArraySpec((3000, 2), "whole"), axis=0, kinds="f", label="many")),
        row(X, dtype="float32", kinds="biuf"),
        row(X, dtype="int64", kinds="biu"),
    ),
    bad=(
        bad(AikitAxisError, "axis twice", X, axis=(0, 0)),
        bad(AikitAxisError, "axis twice, negative", X, axis=(1, -1)),
        bad(AikitTypeError, "dtype", ArraySpec((2,), dtype="float32"), dtype="no", words=("dtype='no'",)),
        bad(
            AikitTypeError,
            "positional for keyword-only",
            ArraySpec((2,), dtype="float32"),
            0,
            words=("too many", "axis"),
        ),
        bad(
            AikitTypeError,
            "keepdims",
            ArraySpec((2,), dtype="float32"),
            keepdims=1,
            words=("keepdims=1", "True or False"),
        ),
        bad(AikitAxisError, "axis=5", ArraySpec((2, 3), dtype="float32"), axis=5, words=("axis=5", "2 dim")),
        bad(AikitAxisError, "negative", ArraySpec((2, 3), dtype="float32"), axis=-3, words=("axis=-3", "2 dim")),
        bad(AikitAxisError, "twice", ArraySpec((2, 3), dtype="float32"), axis=(0, 0), words=("axis=(0, 0)", "twice")),
        bad(AikitAxisError, "0-d", ArraySpec((), dtype="float32"), axis=0, words=("axis=0", "0 dim")),
        bad(AikitTypeError, "float", ArraySpec((2, 3), dtype="float32"), axis=1.0, words=("axis=1.0", "float")),
        bad(AikitTypeError, "bool", ArraySpec((2, 3), dtype="float32"), axis=True, words=("axis=True", "bool")),
        bad(AikitTypeError, "tuple of float", ArraySpec((2, 3), dtype="float32"), axis=(0.0,), words=("axis", "0.0")),
        bad(AikitTypeError, "tuple of None", ArraySpec((2, 3), dtype="float32"), axis=(None,), words=("axis", "None")),
    ),
)
know(
    "var",
    keywords=_OF_CORRECTION,
    bounds=SQUARES,
    reference=spread(np.var),
    scale=scale_of_var,
    terms=terms.reduced,
    sizes=along_each("terms"),
    integers="quotient",
    sign_of_zero=OPEN,
    calls=DEVIATIONS,
    bad=(
        bad(AikitTypeError, "scalar", ArraySpec((2,), dtype="float32"), correction="1", words=("correction='1'",)),
        bad(AikitAxisError, "axis=1", ArraySpec((2,), dtype="float32"), axis=1, words=("axis=1",)),
    ),
)
