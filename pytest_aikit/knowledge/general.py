"""General functions: between backends, and to Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from aikit.exceptions import (
    AikitAxisError,
    AikitBroadcastShapeError,
    AikitIndexError,
    AikitTypeError,
    AikitValueError,
)
from pytest_aikit.knowledge import terms
from pytest_aikit.knowledge.bounds import MOVED, ROUNDED_TO_16, SUMMED, Bounds
from pytest_aikit.knowledge.calls import (
    BESIDE,
    CUBE,
    EDGES,
    EMPTY,
    FAR,
    FEW,
    NORMAL_TIES,
    POINT,
    SHORT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    Kink,
    N,
    X,
    all_dtypes,
    bad,
    mixed_dtypes,
    row,
    these,
    wrong_values,
)
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords import general as keywords
from pytest_aikit.knowledge.linear_algebra import NOT_FINITE, UNDECOMPOSED
from pytest_aikit.knowledge.records import Drawn, Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import general as reference
from pytest_aikit.knowledge.reference import rearranging
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype
from pytest_aikit.numerics.special_values import COUNT


def _ramp(dtype: str) -> np.ndarray:
    """Numbers that every dtype holds."""
    return np.arange(24) % 2 if dtype == "bool" else np.arange(24) % 100


def _last_differs(dtype: str) -> np.ndarray:
    """These, but for one in the last place of each 3 or 12."""
    return _ramp(dtype) + (np.arange(24) % 3 == 2) if dtype != "bool" else _ramp(dtype) ^ (np.arange(24) % 3 == 2)


_ENDS = (0, 6, 128, 4_096, 99_999)
"""The last place of some of the lengths, which is beyond the shorter ones."""


def _differs_at(*places: int) -> Callable[[str], np.ndarray]:
    """Many zeros, but for ones in these places."""
    return lambda dtype: np.isin(np.arange(max(_ENDS) + 1), places)


def _infinite(dtype: str) -> np.ndarray:
    """Infinite, where the dtype has such."""
    return np.array([math.inf, -math.inf, 1.0]) if kind_of(dtype) in "fc" else np.ones(3)


def _nan(dtype: str) -> np.ndarray:
    """NaN, where the dtype has it."""
    return np.array([math.nan if kind_of(dtype) in "fc" else 0.0])


def _rows(*rows: tuple[int, ...]) -> ArraySpec:
    """The indices of these rows, in int32."""
    return ArraySpec((len(rows), len(rows[0])), lambda dtype: np.array(rows).ravel(), "int32")


def _first(number: int) -> Callable[[str], np.ndarray]:
    """The first place, again and again: there is one in any array."""
    return lambda dtype: np.zeros(number)


def _pairs(length: int) -> Callable[[str], np.ndarray]:
    """Indices of an axis of so many, most of them several times, in an order of no period that is a length."""
    return lambda dtype: np.random.default_rng(length).integers(0, length, 1009)


def _shuffled(dtype: str) -> np.ndarray:
    """Indices of 2,500 places, each of which is there once: more pairs than are compared at a time."""
    return np.random.default_rng(2500).permutation(2500)


_SPECIALS = ArraySpec((COUNT,), "special")
_EACH_ONCE = ArraySpec((COUNT,), lambda dtype: np.random.default_rng(COUNT).permutation(COUNT))
"""A place for each of them, which is then the only one of its place."""


def _twos(dtype: str) -> np.ndarray:
    return np.full(1, 2, numpy_dtype(dtype))


_BAD_NORM = (
    bad(AikitValueError, "0", X, 0.0, words=("max_norm=0.0", "greater than 0")),
    bad(AikitValueError, "negative", X, -1, words=("max_norm=-1",)),
    bad(AikitValueError, "infinite", X, math.inf, words=("max_norm=inf", "finite")),
    bad(AikitTypeError, "text", X, "1", words=("max_norm='1'",)),
    bad(AikitTypeError, "integers", ArraySpec((2, 2), dtype="int32"), 1.0, words=("int32",)),
)

know(
    "to_backend",
    bad=(bad(AikitTypeError, "of a list", [1.0], "numpy", words=("x=[1.0]", "list")),),
)

know("to_scalar", bad=(bad(AikitValueError, "of two", ArraySpec((2,), dtype="float32"), words=("(2,)", "to_list")),))

know(
    "vmap",
    keywords=Keywords(
        values={"in_axes": (0, 1, -1), "out_axes": (0, 2, -2)},
        call=lambda *, in_axes, out_axes: row(CUBE, in_axes=in_axes, out_axes=out_axes),
    ),
    trace=Trace(
        needs=(Need("rank", "the element that is mapped beside the array is found by the number of dimensions"),)
    ),
    reference=reference.mapped,
    bounds=Bounds(real=1.5, complex=6, why="a product and a sum"),
    scale=lambda x, **axes: reference.mapped(abs(x), **axes),
    calls=(
        *all_dtypes(row(X)),
        *(row(CUBE, in_axes=i, out_axes=o) for i in (0, 1, -1) for o in (0, 2, -2)),
    ),
    bad=(
        *(bad(AikitAxisError, f"in_axes={axis}", X, in_axes=axis, words=("in_axes", "(3, 4)")) for axis in (2, -3)),
        bad(AikitAxisError, "an axis of 0-d", POINT, words=("in_axes", "()")),
        bad(AikitValueError, "axes for what is no nest", X, in_axes=(), words=("in_axes", "()")),
        bad(AikitValueError, "no elements", ArraySpec((0, 4)), words=("at least 1", "0")),
        bad(AikitValueError, "results without the axis", X, out_axes=None, words=("out_axes", "None")),
    ),
    drawn=Drawn(as_sampled=True),
)

_EQUAL_OR_NOT = (
    mixed_dtypes(VECTOR, VECTOR),
    *all_dtypes(row(FEW, FEW, label="two numbers")),
    *all_dtypes(row(ArraySpec((3, 4), _ramp), ArraySpec((3, 4), _ramp), label="equal")),
    *all_dtypes(row(ArraySpec((3, 4), _ramp), ArraySpec((3, 4), _last_differs), label="the last differs")),
    row(SPECIAL, SPECIAL, label="NaN"),
    row(ArraySpec((3, 4), _ramp), ArraySpec((12,), _ramp), label="other dimensions"),
    row(ArraySpec((1,), _ramp), ArraySpec((3,), _ramp), label="shapes that would broadcast"),
    row(POINT, POINT, label="0-d"),
    row(EMPTY, EMPTY, label="size 0"),
    row(EMPTY, ArraySpec((0, 4)), label="size 0, other lengths"),
)
_LONG_EQUAL = (
    row(ArraySpec((N,), _differs_at()), ArraySpec((N,), _differs_at()), label="equal"),
    *(
        row(ArraySpec((N,), _differs_at()), ArraySpec((N,), _differs_at(place)), label=f"{place} differs")
        for place in _ENDS
    ),
)
_LENGTHS = Trace(needs=(Need("lengths", "arrays of different shapes are not equal"),))

know(
    "all_equal",
    keywords=Keywords(values={"number": (1, 2, 3), "equal": (False, True)}, call=keywords.all_equal),
    sizes=_LONG_EQUAL,
    reference=reference.all_equal,
    calls=(
        *_EQUAL_OR_NOT,
        row(FEW, label="one array"),
        row(*[ArraySpec((3,), _ramp)] * 3, label="three"),
        row(ArraySpec((3,), _ramp), ArraySpec((3,), _ramp), ArraySpec((3,), _last_differs), equality_matrix=True),
        row(ArraySpec((3,), _ramp), ArraySpec((4,), _ramp), ArraySpec((3,), _ramp), equality_matrix=True),
    ),
    bad=(bad(AikitValueError, "none", words=("no arrays",)),),
    trace=_LENGTHS,
    drawn=Drawn(as_sampled=True),
)

know(
    "array_equal",
    keywords=Keywords(why_none="there are none"),
    sizes=_LONG_EQUAL,
    reference=np.array_equal,
    calls=_EQUAL_OR_NOT,
    trace=_LENGTHS,
    drawn=Drawn(as_sampled=True),
)

_NORMS = Bounds(
    real={**ROUNDED_TO_16, "*": 12},
    complex=16,
    grows="sqrt",
    why="a norm, as linalg.vector_norm gives it, two quotients and a product of it",
)

know(
    "clip_matrix_norm",
    not_alone=UNDECOMPOSED,
    keywords=Keywords(
        values={"ndim": (2, 3), "max_norm": (0.5, 100), "p": (2.0, "fro", "nuc", 1, -1, math.inf, -2)},
    ),
    sizes=(
        row(ArraySpec((BESIDE, N), "finite terms"), 2.0, p="fro"),
        row(ArraySpec((N, BESIDE), "finite terms"), 2, p=1),
    ),
    reference=reference.clip_matrix_norm,
    bounds=_NORMS,
    terms=lambda x, max_norm, **options: terms.of_elements(x),
    no_subnormals="it squares and divides on the way, which no framework promises to survive near underflow",
    sign_of_zero="open",
    calls=(
        *all_dtypes(row(X, 2.0), row(X, 1e6, label="none is greater"), row(CUBE, 3, p="fro")),
        row(CUBE, 0.25, p=math.inf),
        row(ArraySpec((3, 3), "low rank"), 0.5, p="nuc"),
        row(ArraySpec((0, 3)), 1.0, p="fro", label="size 0"),
        row(ArraySpec((0, 2, 3)), 1.0, label="empty stack"),
        row(X, 0.5, p="nuc", label="the sum of all singular values"),
    ),
    bad=(
        *_BAD_NORM,
        bad(AikitValueError, "no matrix", ArraySpec((3,)), 1.0, words=("(3,)", "2 dim")),
        bad(AikitValueError, "other norm", X, 1.0, p=3, words=("3", "norm")),
        *(wrong_values(AikitValueError, label, x, 1.0, words=("NaN",)) for label, x in NOT_FINITE),
    ),
    drawn=Drawn(least=1),
)

know(
    "clip_vector_norm",
    keywords=Keywords(values={"max_norm": (0.5, 1000), "p": (0, 1, 2.0, 2.5, -1, math.inf, -math.inf)}),
    sizes=(
        row(ArraySpec((N,), "finite terms"), 2.0, label="vector"),
        row(ArraySpec((N, BESIDE), "finite terms"), 2.0, p=1),
        row(ArraySpec((BESIDE, N), "finite terms"), 1e30, kinds="fc", label="not greater"),
    ),
    reference=reference.clip_vector_norm,
    bounds=_NORMS,
    terms=lambda x, max_norm, **options: x.size,
    no_subnormals="it squares and divides on the way, which no framework promises to survive near underflow",
    sign_of_zero="open",
    calls=(
        *all_dtypes(row(X, 2.0), row(X, 1e4, label="not greater"), row(EDGES, 1.0)),
        *(row(CUBE, 1.5, p=p) for p in (0, 1, 3, -1, 2.5, math.inf, -math.inf)),
        row(POINT, 0.5, label="0-d"),
        row(EMPTY, 1.0, label="size 0"),
        row(ArraySpec((3,), lambda dtype: np.zeros(3)), 1.0, label="zeros"),
    ),
    bad=_BAD_NORM,
    gradient=Gradient(kinks=(Kink(([0.0, 0.0], 1.0), ([1, 1],)), Kink(([3.0, 4.0], 10.0), ([1, 1],)))),
)

know(
    "fourier_encode",
    keywords=Keywords(
        values={"num_bands": (0, 1, 2, 5), "several": (False, True)},
        made=("max_freq",),
        silent=lambda *, num_bands, **others: () if num_bands > 2 else ("linear",),  # both ends are the same ones
        call=keywords.fourier_encode,
    ),
    sizes=(
        row(ArraySpec((N,), "factors"), 6.0, label="positions"),
        row(ArraySpec((BESIDE, N), "factors"), 6.0, num_bands=2, flatten=True, label="flat"),
    ),
    reference=reference.fourier_encode,
    scale=reference.scale_of_fourier_encode,
    bounds=Bounds(
        real={**ROUNDED_TO_16, "*": 6}, why="a power, two products and a sine each round the angle, or by it"
    ),
    calls=(
        *all_dtypes(row(ArraySpec((3, 4), "near one"), 10.0)),
        *all_dtypes(row(ArraySpec((3, 4), "near one"), ArraySpec((4,), "growing"), num_bands=3, linear=True)),
        mixed_dtypes(ArraySpec((24,), "near one"), ArraySpec((24,), "growing")),
        row(ArraySpec((3, 4), "near one"), 10, num_bands=2, concat=False),
        row(ArraySpec((3, 4), "near one"), 2.5, flatten=True),
        row(ArraySpec((), "near one"), 3.0, label="0-d"),
        row(EMPTY, 3.0, label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "negative", X, 2.0, num_bands=-1, words=("num_bands=-1",)),
        bad(AikitValueError, "0-d, flat", POINT, 2.0, flatten=True, words=("flatten=True",)),
        bad(AikitBroadcastShapeError, "max_freq", X, ArraySpec((3,)), words=("(3,)", "(3, 4)")),
        bad(AikitBroadcastShapeError, "max_freq, larger", X, ArraySpec((2, 3, 4)), words=("(2, 3, 4)", "(3, 4)")),
    ),
    gradient=Gradient(long=(row(ArraySpec((65,), "near one"), ArraySpec((65,), "growing")),), of_positive=True),
    trace=Trace(
        needs=(
            Need("lengths", "axes become one", lambda *args, flatten=False, **options: flatten),
            Need("rank", "axes become one", lambda *args, flatten=False, **options: flatten),
        )
    ),
    drawn=Drawn(as_sampled=True),
)

know(
    "gather",
    keywords=Keywords(
        values={"ndim": (1, 2, 3, 4), "batch_dims": (0, 1, 2, -1), "of": (0, 1, 2, 3)}, call=keywords.gather
    ),
    sizes=(
        row(ArraySpec((7,), "moved"), ArraySpec((N,), "places of few"), label="indices"),
        row(ArraySpec((BESIDE, N), "moved"), ArraySpec((N,), "places in reverse"), label="last axis"),
        row(ArraySpec((N, BESIDE), "moved"), ArraySpec((N,), "places in reverse"), axis=0),
        row(ArraySpec((2, N), "moved"), ArraySpec((2, N), "places in reverse"), batch_dims=1, label="batch"),
    ),
    reference=reference.gather,
    bounds=MOVED,
    calls=(
        *all_dtypes(row(ArraySpec((2, 3)), ArraySpec((4,), "places"))),
        *all_dtypes(row(ArraySpec((2, 3)), ArraySpec((2, 4), "places"), batch_dims=1, label="batch, from both ends")),
        row(ArraySpec((0, 3)), ArraySpec((0,), "indices"), axis=-1, label="size 0, no indices"),
        row(X, ArraySpec((2, 2), "indices"), axis=0),
        row(ArraySpec((2, 4, 3)), ArraySpec((2, 5), "indices"), axis=2, batch_dims=1),
        row(ArraySpec((2, 3, 4)), ArraySpec((2, 5, 2), "indices"), axis=1, batch_dims=-2),
        row(X, 2, axis=1, label="int"),
        row(ArraySpec((2, 200)), ArraySpec((2, 3), SHORT.values, SHORT.dtype), batch_dims=1, label="short indices"),
        row(X, ArraySpec((0,), "indices"), label="no indices"),
        row(ArraySpec((2, 3)), ArraySpec((2, 0), "indices"), batch_dims=1, label="no indices, batch"),
    ),
    bad=(
        bad(AikitTypeError, "floats", X, ArraySpec((2,), dtype="float32"), words=("indices", "float32", "integer")),
        bad(AikitAxisError, "axis", X, these(0), axis=2, words=("axis=2",)),
        bad(AikitAxisError, "0-d", POINT, these(0), words=("axis=-1",)),
        wrong_values(
            AikitIndexError,
            "out of range",
            ArraySpec((3,)),
            these(0, 3),
            words=("gather: indices", "axis 0 of length 3"),
        ),
        wrong_values(AikitIndexError, "rows, out of range", ArraySpec((3,)), _rows((7,)), words=("7 to 7", "length 3")),
        wrong_values(
            AikitIndexError,
            "batch, out of range",
            ArraySpec((2, 3)),
            _rows((0,), (3,)),
            batch_dims=1,
            words=("gather: indices", "axis 1 of length 3"),
        ),
        wrong_values(
            AikitIndexError, "batch, negative", ArraySpec((2, 3)), _rows((0,), (-4,)), batch_dims=1, words=("-4",)
        ),
        bad(AikitValueError, "batch not there", X, these(0), batch_dims=2, words=("batch_dims=2",)),
        bad(
            AikitValueError,
            "batch that holds the axis",
            X,
            _rows((0,), (1,), (2,)),
            axis=0,
            batch_dims=1,
            words=("axis=0",),
        ),
        bad(AikitValueError, "other batch", X, _rows((0,), (1,)), batch_dims=1, words=("(3, 4)", "(2, 1)")),
    ),
    trace=Trace(
        needs=(
            Need(
                "lengths",
                "the dimensions of a batch are compared",
                lambda params, indices, *, batch_dims=0, **options: batch_dims != 0,
            ),
        )
    ),
    drawn=Drawn(as_sampled=True),
)

know(
    "gather_nd",
    keywords=Keywords(
        values={"ndim": (1, 2, 3, 4), "batch_dims": (0, 1, 2, -1), "of": (0, 1, 2), "number": (1, 2, 3)},
        call=keywords.gather_nd,
    ),
    sizes=(
        row(ArraySpec((5,), "moved"), ArraySpec((N, 1), _pairs(5)), label="elements"),
        row(ArraySpec((5, N), "moved"), ArraySpec((7, 1), _pairs(5)), label="slices"),
        row(ArraySpec((5, 5), "moved"), ArraySpec((N, 2), _pairs(5)), label="pairs"),
    ),
    reference=reference.gather_nd,
    bounds=MOVED,
    calls=(
        *all_dtypes(row(ArraySpec((3, 2)), ArraySpec((4, 1), "places"), label="slices, from both ends")),
        *all_dtypes(row(ArraySpec((3, 3)), ArraySpec((4, 2), _pairs(3)))),
        row(ArraySpec((2, 3, 4)), ArraySpec((2, 2, 1), "indices"), batch_dims=1),
        row(ArraySpec((2, 3, 4)), ArraySpec((2, 1), "indices"), batch_dims=1, label="batch alone"),
        row(CUBE, ArraySpec((2, 3), _pairs(2)), label="all axes"),
        row(FAR, replace(SHORT, shape=(3, 1)), label="short indices"),
        row(X, ArraySpec((0, 2), "indices"), label="no indices"),
        row(ArraySpec((3, 0)), ArraySpec((2, 1), "indices"), label="size 0"),
    ),
    bad=(
        bad(AikitTypeError, "floats", X, ArraySpec((2, 1), dtype="float32"), words=("indices", "float32", "integer")),
        bad(AikitValueError, "0-d", X, ArraySpec((), "indices", "int32"), words=("indices",)),
        bad(AikitValueError, "too many", X, _rows((0, 0, 0)), words=("(1, 3)", "1 to 2")),
        bad(AikitValueError, "none", X, ArraySpec((2, 0), "indices", "int32"), words=("(2, 0)",)),
        wrong_values(AikitIndexError, "out of range", X, _rows((0, 0), (2, 4)), words=("4", "length 4")),
        wrong_values(AikitIndexError, "negative", X, _rows((0, 0), (-4, 0)), words=("-4", "length 3")),
        wrong_values(
            AikitIndexError, "out of range of nothing", ArraySpec((3, 0)), _rows((3,)), words=("3", "length 3")
        ),
        bad(AikitValueError, "other batch", X, _rows((0,), (1,)), batch_dims=1, words=("(3, 4)", "(2, 1)")),
        bad(
            AikitValueError,
            "a batch of rows",
            ArraySpec((2, 1)),
            _rows((0,), (0,)),
            batch_dims=2,
            words=("batch_dims=2",),
        ),
        bad(
            AikitValueError,
            "too many beside a batch",
            X,
            ArraySpec((3, 1, 2), "indices", "int32"),
            batch_dims=1,
            words=("(3, 1, 2)",),
        ),
    ),
    trace=Trace(needs=(Need("lengths", "an index for each of so many axes"),)),
    drawn=Drawn(as_sampled=True),
)

know(
    "scatter_flat",
    keywords=Keywords(values={"ndim": (1, 2, 3, 4), "size": (None, 4, 7)}, call=keywords.scatter_flat),
    sizes=(
        row(ArraySpec((N,), _pairs(5)), ArraySpec((N,), "finite terms"), size=5, label="sums"),
        row(ArraySpec((7,), _first(7)), ArraySpec((7,), "whole"), size=N, label="size"),
        row(ArraySpec((N,), _pairs(5)), ArraySpec((N,), "ties"), size=6, reduction="min", kinds="iuf"),
        row(ArraySpec((N,), _pairs(5)), ArraySpec((N, 2), "ties"), size=6, reduction="max", kinds="iuf"),
    ),
    reference=reference.scatter_flat,
    scale=reference.scale_of_scattered,
    bounds=SUMMED,
    terms=lambda indices, updates, **options: len(indices),
    integers="modular",
    sign_of_zero="open",
    calls=(
        *all_dtypes(row(ArraySpec((4,), "indices"), ArraySpec((4,)), size=5)),
        *all_dtypes(row(ArraySpec((6,), "places"), ArraySpec((6, 2)), size=3, label="from both ends")),
        *all_dtypes(row(ArraySpec((3,), "indices"), ArraySpec((3,), "special"), size=4, reduction="replace")),
        *all_dtypes(
            *(
                row(ArraySpec((4,), "indices"), ArraySpec((4,)), size=5, reduction=r, kinds="iuf")
                for r in ("min", "max")
            )
        ),
        *all_dtypes(*(row(_EACH_ONCE, _SPECIALS, size=COUNT + 1, reduction=r, kinds="iuf") for r in ("min", "max"))),
        *all_dtypes(row(_EACH_ONCE, _SPECIALS, size=COUNT + 1, label="each by itself")),
        row(ArraySpec((4,), "indices"), ArraySpec((4, 2, 3)), label="size of the indices"),
        row(SHORT, ArraySpec((3,)), size=200, label="short indices"),
        row(ArraySpec((0,), "indices"), ArraySpec((0, 2)), size=3, label="no updates"),
        row(ArraySpec((0,), "indices"), ArraySpec((0,)), size=0, reduction="replace", label="size 0"),
        row(
            ArraySpec((4,), _pairs(3)),
            ArraySpec((4,), _twos),
            size=3,
            reduction="replace",
            kinds="iu",
            label="equal ones of a place",
        ),
        *all_dtypes(row(ArraySpec((3000,), _pairs(1)), ArraySpec((3000,), "whole"), size=1, label="many to one place")),
        row(ArraySpec((2500,), _shuffled), ArraySpec((2500,), "whole"), size=2500, label="many to many places"),
    ),
    bad=(
        bad(AikitTypeError, "floats", ArraySpec((2,), dtype="float32"), ArraySpec((2,), dtype="float32"), size=3),
        bad(AikitValueError, "two dimensions", _rows((0, 1)), ArraySpec((1, 2), dtype="float32"), words=("(1, 2)",)),
        bad(
            AikitValueError, "other number", these(0, 1), ArraySpec((3,), dtype="float32"), words=("2 indices", "(3,)")
        ),
        bad(AikitValueError, "negative size", these(0), ArraySpec((1,), dtype="float32"), size=-1, words=("size=-1",)),
        wrong_values(
            AikitIndexError, "out of range", these(0, 3), ArraySpec((2,), dtype="float32"), size=3, words=("3",)
        ),
        wrong_values(
            AikitIndexError, "negative", these(0, -4), ArraySpec((2,), dtype="float32"), size=3, words=("-4",)
        ),
        bad(
            AikitTypeError,
            "order of complex numbers",
            these(0),
            ArraySpec((1,), dtype="complex64"),
            size=3,
            reduction="min",
            words=("complex64", "'min'"),
        ),
        bad(
            AikitValueError,
            "reduction",
            these(0),
            ArraySpec((1,), dtype="float32"),
            reduction="mean",
            words=("'mean'",),
        ),
        bad(AikitValueError, "too many elements", these(0), ArraySpec((1,), dtype="float32"), size=2**62),
    ),
    trace=Trace(
        needs=(
            Need("values", "the greatest index says the length", lambda *args, size=None, **options: size is None),
            Need("rank", "the indices are those of a vector"),
        )
    ),
    drawn=Drawn(as_sampled=True),
)

know(
    "scatter_nd",
    keywords=Keywords(
        values={"of": (1, 2, 3), "number": (1, 2, 3), "slices": ((), (2,), (0,)), "given": (False, True)},
        made=("shape",),
        call=keywords.scatter_nd,
    ),
    sizes=(
        row(ArraySpec((N, 2), _pairs(5)), ArraySpec((N,), "finite terms"), (5, 6), label="sums"),
        row(ArraySpec((7, 1), _pairs(5)), ArraySpec((7, N), "finite terms"), (5, N), label="slices"),
    ),
    reference=reference.scatter_nd,
    scale=reference.scale_of_scattered_nd,
    bounds=SUMMED,
    terms=lambda indices, updates, *args, **options: max(updates.size, 1),
    integers="modular",
    sign_of_zero="open",
    calls=(
        *all_dtypes(row(ArraySpec((4, 2), _pairs(3)), ArraySpec((4,)), (3, 4))),
        *all_dtypes(row(ArraySpec((4, 1), "places"), ArraySpec((4, 2)), (3, 2), label="slices, from both ends")),
        row(ArraySpec((3, 1), "indices"), ArraySpec((3,)), 4, reduction="replace", label="int for a shape"),
        row(ArraySpec((2, 3, 2), _pairs(3)), ArraySpec((2, 3)), [3, 3], reduction="max", kinds="iuf"),
        *all_dtypes(
            *(
                row(replace(_EACH_ONCE, shape=(COUNT, 1)), _SPECIALS, COUNT + 1, reduction=r, kinds="iuf")
                for r in ("min", "max")
            )
        ),
        row(ArraySpec((4, 2), _pairs(3)), ArraySpec((4, 2)), label="shape of the indices"),
        row(ArraySpec((2, 3, 2), _pairs(3)), ArraySpec((2, 3, 2, 2)), (3, 3, 2, 2), label="four dimensions"),
        row(replace(SHORT, shape=(3, 1)), ArraySpec((3,)), 200, label="short indices"),
        row(_rows((0, -1), (-3, 2), (-1, -4), (2, 0)), ArraySpec((4,)), (3, 4), label="several, from both ends"),
        row(ArraySpec((0, 2), "indices"), ArraySpec((0,)), (2, 3), label="no updates"),
        row(
            ArraySpec((4, 1), _pairs(3)),
            ArraySpec((4,), _twos),
            3,
            reduction="replace",
            kinds="iu",  # which of them has the gradient is left open
            label="equal ones of a place",
        ),
        row(ArraySpec((2,), "indices"), POINT, (3, 4), label="one index"),
        *all_dtypes(row(ArraySpec((3000, 1), _pairs(1)), ArraySpec((3000,), "whole"), 1, label="many to one place")),
    ),
    bad=(
        bad(AikitTypeError, "floats", ArraySpec((2, 1), dtype="float32"), ArraySpec((2,), dtype="float32"), (3,)),
        bad(AikitValueError, "no index", ArraySpec((2, 0), "indices", "int32"), ArraySpec((2,), dtype="float32"), (3,)),
        bad(AikitValueError, "too many", _rows((0, 0)), ArraySpec((1,), dtype="float32"), (3,), words=("(1, 2)",)),
        bad(
            AikitValueError,
            "updates",
            _rows((0,), (1,)),
            ArraySpec((3,), dtype="float32"),
            (3,),
            words=("(3,)", "(2,)"),
        ),
        wrong_values(
            AikitIndexError, "out of range", _rows((0, 3)), ArraySpec((1,), dtype="float32"), (3, 3), words=("3",)
        ),
        wrong_values(
            AikitIndexError, "negative", _rows((-4, 0)), ArraySpec((1,), dtype="float32"), (3, 3), words=("-4",)
        ),
        bad(
            AikitTypeError,
            "order",
            _rows((0,)),
            ArraySpec((1,), dtype="complex64"),
            (3,),
            reduction="max",
            words=("'max'",),
        ),
    ),
    trace=Trace(
        needs=(
            Need("values", "the greatest indices say the lengths", lambda i, u, shape=None, **options: shape is None),
            Need("lengths", "the updates must have the shape of the indices"),
        )
    ),
    drawn=Drawn(as_sampled=True),
)

know(
    "has_nans",
    sizes=(row(ArraySpec((N,), "terms")), row(ArraySpec((N,), "finite terms"))),
    reference=lambda x, *, include_infs: ~np.isfinite(x).all() if include_infs else np.isnan(x).any(),
    calls=(
        *all_dtypes(row(SPECIAL), row(X), row(ArraySpec((6,), "one NaN"), include_infs=False, kinds="fc")),
        *all_dtypes(row(ArraySpec((3,), _infinite), include_infs=False), row(ArraySpec((3,), _infinite))),
        row(POINT, label="0-d"),
        row(EMPTY, label="size 0"),
    ),
)

know(
    "value_is_nan",
    keywords=Keywords(values={"ndim": (0,)}),
    sizes=(row(POINT, kinds=""),),  # it takes one element
    reference=lambda x, *, include_infs: np.reshape(~np.isfinite(x) if include_infs else np.isnan(x), ()),
    calls=(
        *all_dtypes(row(POINT), row(ArraySpec((1, 1)))),
        *all_dtypes(
            *(row(ArraySpec((), one), include_infs=some) for one in (_infinite, _nan) for some in (False, True))
        ),
        row(math.nan, label="number"),
        row(-math.inf, include_infs=False, label="infinite number"),
        row(3, label="int"),
    ),
    bad=(
        bad(AikitValueError, "several", X, words=("(3, 4)", "one element", "has_nans")),
        bad(AikitValueError, "none", ArraySpec((0,)), words=("(0,)",)),
    ),
    trace=Trace(
        needs=(
            Need("lengths", "there must be one element", lambda x, **options: np.ndim(x) > 0),
            Need("rank", "there must be one element"),
        )
    ),
)

know("itemsize", bad=(bad(AikitTypeError, "of a list", [1.0], words=("x=[1.0]", "list")),))
know("shape", bad=(bad(AikitTypeError, "of a list", [1.0], words=("x=[1.0]", "list")),))
know("strides", bad=(bad(AikitTypeError, "of a list", [1.0], words=("x=[1.0]", "list")),))
know("get_num_dims", bad=(bad(AikitTypeError, "of a list", [1.0], words=("x=[1.0]", "list")),))
know(
    "vmap.drawn",
    reference=lambda x: {"alike": "True", "apart": "(True, True)", "in a thread": "numpy", "after it": "True"},
    calls=(row(X),),
    drawn=Drawn(as_sampled=True),
)
know(
    "use_backend",
    reference=lambda x: dict.fromkeys(
        (
            "in a context",
            "within a function of its arrays",
            "after it",
            "in a context within",
            "in the innermost",
            "back in that within",
            "back in the first",
            "in one that is left open",
            "after another thread closed it",
            "where the one around it is closed",
            "in another one after both",
        ),
        True,
    ),
    calls=(row(X),),
    drawn=Drawn(as_sampled=True),
)
know("set_default_int_dtype", reference=reference.settings, calls=(row(X),), drawn=Drawn(as_sampled=True))
know(
    "set_item",
    reference=reference.assigned,
    bounds=MOVED,
    integers="modular",
    trace=Trace(
        unchecked="an Array around a native array that is written to is looked at in the cells of `__setitem__`"
    ),
    calls=(row(ArraySpec((3, 4), "whole")),),
    drawn=Drawn(as_sampled=True),
)
know(
    "stable_divide",
    reference=reference.stabilised,
    bounds=Bounds(
        real=4,
        complex=8,
        why="a sum, and a quotient or a power of it, in which the rounding of the sum counts three times",
    ),
    no_subnormals="what is added is the least normal number",
    calls=(row(ArraySpec((3, 4), "positive")),),
    drawn=Drawn(as_sampled=True),
)
_NO_LEAST = (("negative", -1.0), ("infinite", math.inf))
know("set_min_base", bad=tuple(bad(AikitValueError, label, one, words=(f"val={one}",)) for label, one in _NO_LEAST))
know(
    "stable_pow",
    bad=(
        *(bad(AikitValueError, label, 1.0, 2.0, min_base=one, words=(f"min_base={one}",)) for label, one in _NO_LEAST),
        bad(AikitTypeError, "base no number", "1", 2.0, words=("base='1'",)),
        bad(AikitTypeError, "exponent no number", X, None, words=("exponent=None",)),
        bad(AikitTypeError, "constant no number", X, 2.0, min_base="1", words=("min_base='1'",)),
        bad(AikitTypeError, "constant a bool", X, 2.0, min_base=True, words=("min_base=True",)),
    ),
)

# ------------------------------------------------------------------------------------------------ patterns

LONG, NARROW, TALL = ArraySpec((N,), "moved"), ArraySpec((BESIDE, N), "moved"), ArraySpec((N, BESIDE), "moved")
_NO_PATTERNS = (
    bad(AikitTypeError, "no string", X, 3, words=("pattern=3", "'b c h w -> b (h w) c'")),
    bad(AikitValueError, "no arrow", X, "a b", words=("'a b'", "0 arrows")),
    bad(AikitValueError, "two arrows", X, "a b -> b -> a", words=("2 arrows",)),
    bad(AikitValueError, "one name twice", X, "a a -> a", words=("'a a -> a'", "(3, 4)", "duplicate")),
    bad(AikitValueError, "too few names", X, "a -> a", words=("'a -> a'", "(3, 4)")),
    bad(AikitValueError, "too many names", X, "a b ... c -> ...", words=("(3, 4)",)),
    bad(AikitValueError, "no name", X, "a _b -> a _b", words=("_b",)),
    bad(AikitValueError, "sign", X, "a b$ -> a b", words=("'$'",)),
    bad(AikitValueError, "parentheses", X, "(a b -> a b", words=("'(a b -> a b'",)),
    bad(AikitValueError, "parentheses in parentheses", X, "((a) b) c -> c", words=("brackets",)),
    bad(AikitValueError, "two ellipses", X, "... ... -> ...", words=("'... ... -> ...'",)),
    bad(AikitValueError, "ellipsis on the right alone", X, "a b -> a b ...", words=("Ellipsis",)),
    bad(AikitValueError, "two open lengths", X, "(a b) c -> a b c", words=("(3, 4)", "infer")),
    bad(AikitValueError, "length of no axis", X, "a b -> a b", c=2, words=("c", "{'c': 2}")),
    bad(AikitValueError, "other length", X, "a b -> a b", a=4, words=("(3, 4)", "{'a': 4}")),
    bad(AikitValueError, "other length, stated", X, "a 1 -> a", words=("(3, 4)",)),
    bad(AikitValueError, "length that does not divide", X, "(a c) b -> a b c", c=2, words=("(3, 4)", "{'c': 2}")),
    bad(AikitValueError, "length 0 that does not divide", X, "(a c) b -> a b c", c=0, words=("(3, 4)", "{'c': 0}")),
    bad(AikitValueError, "negative length", X, "(a c) b -> a b c", c=-3, words=("c=-3", "negative")),
    bad(AikitValueError, "name that einops has", X, "(a tensor) b -> b", tensor=3, words=("'tensor'",)),
    bad(AikitTypeError, "float", X, "(a c) b -> a b c", c=3.0, words=("c=3.0", "float")),
    bad(AikitTypeError, "bool", X, "(a c) b -> a b c", c=True, words=("c=True", "bool")),
    bad(AikitTypeError, "None", X, "(a c) b -> a b c", c=None, words=("c=None", "int")),
)
_OF_DIMENSIONS = Trace(
    needs=(
        Need("rank", "each dimension has a name"),
        Need("lengths", "a length is stated, or a shape is made of several lengths", rearranging.needs_lengths),
    )
)

know(
    "einops_rearrange",
    package="einops",
    keywords=Keywords(
        values={"pattern": keywords.patterns(rearranging.REARRANGED)},
        made=("axes_lengths",),
        call=keywords.of_pattern(rearranging.REARRANGED),
    ),
    sizes=(row(TALL, "long short -> short long"), row(TALL, "long short -> (short long)")),
    reference=rearranging.rearrange,
    bounds=MOVED,
    calls=(
        *all_dtypes(
            row(SPECIAL, "long short -> (short long)"), row(ArraySpec((2, 12, 3)), "b (h w) c -> b c h w", h=3)
        ),
        row(ArraySpec((2, 3, 4)), "... d -> d ...", label="ellipsis"),
        row(ArraySpec((2, 1, 3, 1)), "a 1 b () -> b a", label="length 1"),
        row(POINT, "-> 1", label="0-d"),
        row(ArraySpec((0, 6)), "a (b c) -> c (a b)", b=2, label="size 0"),
    ),
    bad=(
        *_NO_PATTERNS,
        bad(AikitValueError, "name that is lost", X, "a b -> a", words=("'b'",)),
        bad(AikitValueError, "name that is new", X, "a b -> a b c", words=("'c'",)),
        bad(AikitValueError, "number", X, "a b -> a b 2", words=("'a b -> a b 2'",)),
    ),
    trace=_OF_DIMENSIONS,
    drawn=Drawn(lengths=False),
)
know(
    "einops_reduce",
    package="einops",
    keywords=Keywords(
        values={"pattern": keywords.patterns(rearranging.REDUCED)},
        made=("axes_lengths",),
        call=keywords.of_pattern(rearranging.REDUCED),
    ),
    sizes=tuple(
        row(ArraySpec(shape, values), pattern, reduction, kinds=kinds, label=f"{reduction}, {pattern}")
        for pattern, shape in (
            ("long ->", (N,)),
            ("short long -> short", (BESIDE, N)),
            ("long short -> short", (N, BESIDE)),
        )
        for reduction, values, kinds in (
            ("sum", "finite terms", "biufc"),
            ("mean", "finite terms", "biufc"),
            ("max", NORMAL_TIES, "biuf"),
            ("prod", "factors", "biufc"),
        )
    ),
    reference=rearranging.reduce,
    scale=rearranging.scale_of_reduced,
    terms=rearranging.terms_of_reduced,
    bounds=Bounds(
        real={**ROUNDED_TO_16, "*": 12},
        complex=24,
        grows="sqrt",
        why="as of sums and products, which it is among others",
    ),
    integers="modular",
    sign_of_zero="open",
    calls=(
        *all_dtypes(
            *(row(ArraySpec((2, 3, 4)), "a b c -> c a", one) for one in ("sum", "mean", "any", "all")),
            *(row(ArraySpec((3, 4)), "a 4 -> a", one, kinds="biuf") for one in ("min", "max")),
            row(ArraySpec((2, 3, 4), "near one"), "a b c -> c a", "prod"),
            row(ArraySpec((2, 3)), "a b -> b a", "mean", label="nothing reduced"),
        ),
        row(ArraySpec((6, 4)), "(a b) c -> (c a)", "sum", a=2),
        row(ArraySpec((2, 3)), "a b -> 1 b", "sum", label="length 1"),
        row(POINT, "->", "sum", label="0-d"),
        row(ArraySpec((0, 6)), "long short -> short", "sum", label="size 0"),
    ),
    bad=(
        *(one._replace(args=(*one.args, "sum")) for one in _NO_PATTERNS),
        bad(AikitValueError, "reduction", X, "a b -> a", "median", words=("reduction='median'", "'mean'")),
        bad(AikitValueError, "no string for a reduction", X, "a b -> a", 3, words=("reduction=3",)),
        bad(AikitValueError, "name that is new", X, "a b -> a b c", "sum", words=("'c'",)),
        bad(AikitTypeError, "order", ArraySpec((2,), dtype="complex64"), "a ->", "max", words=("complex64", "'max'")),
        bad(
            AikitTypeError,
            "order, nothing reduced",
            ArraySpec((2,), dtype="complex64"),
            "a -> a",
            "min",
            words=("'min'",),
        ),
        bad(AikitValueError, "of nothing", ArraySpec((0, 2), dtype="float32"), "a b -> b", "max", words=("(0, 2)",)),
    ),
    gradient=Gradient(kinks=(Kink(([2.0, 2.0, 1.0], "a ->", "max"), ([0.5, 0.5, 0],)),)),
    trace=_OF_DIMENSIONS,
    drawn=Drawn(lengths=False),
)
know(
    "einops_repeat",
    package="einops",
    keywords=Keywords(
        values={"pattern": keywords.patterns(rearranging.REPEATED)},
        made=("axes_lengths",),
        call=keywords.of_pattern(rearranging.REPEATED),
    ),
    sizes=(row(LONG, "long -> (long 2)"), row(LONG, "long -> 2 long")),
    reference=rearranging.repeat,
    bounds=MOVED,
    calls=(
        *all_dtypes(row(SPECIAL, "h w -> (w h r)", r=2), row(ArraySpec((2, 3)), "h w -> w h 2")),
        row(ArraySpec((2, 3)), "h w -> 2 h (w 3)", label="new axes, alone and within another one"),
        row(ArraySpec((2, 3, 4)), "... d -> (... r) d", r=2, label="ellipsis"),
        row(ArraySpec((3, 1)), "a 1 -> a r", r=4, label="length 1"),
        row(POINT, " -> a b", a=2, b=3, label="0-d"),
        row(ArraySpec((3,)), "a -> a r", r=0, label="size 0"),
    ),
    bad=(
        *_NO_PATTERNS,
        bad(AikitValueError, "name that is lost", X, "a b -> a", words=("'b'",)),
        bad(AikitValueError, "length that is not given", X, "a b -> a b c", words=("'c'",)),
    ),
    trace=_OF_DIMENSIONS,
    drawn=Drawn(lengths=False),
)
