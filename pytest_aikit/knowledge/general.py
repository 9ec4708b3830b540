"""General functions: between backends, and to Python."""

from __future__ import annotations

import math

import numpy as np

from aikit.exceptions import AikitTypeError, AikitValueError
from pytest_aikit.knowledge import terms
from pytest_aikit.knowledge.bounds import ROUNDED_TO_16, Bounds
from pytest_aikit.knowledge.calls import (
    BESIDE,
    CUBE,
    EDGES,
    EMPTY,
    FEW,
    POINT,
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
)
from pytest_aikit.knowledge.keywords import Keywords
from pytest_aikit.knowledge.keywords import general as keywords
from pytest_aikit.knowledge.records import Drawn, Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import general as reference
from pytest_aikit.numerics.promotion import kind_of


def _ramp(dtype: str) -> np.ndarray:
    """Numbers that every dtype holds."""
    return np.arange(24) % 2 if dtype == "bool" else np.arange(24) % 100


def _last_differs(dtype: str) -> np.ndarray:
    """These, but for one in the last place of each 3 or 12."""
    return _ramp(dtype) + (np.arange(24) % 3 == 2) if dtype != "bool" else _ramp(dtype) ^ (np.arange(24) % 3 == 2)


def _infinite(dtype: str) -> np.ndarray:
    """Infinite, where the dtype has such."""
    return np.array([math.inf, -math.inf, 1.0]) if kind_of(dtype) in "fc" else np.ones(3)


def _nan(dtype: str) -> np.ndarray:
    """NaN, where the dtype has it."""
    return np.array([math.nan if kind_of(dtype) in "fc" else 0.0])


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
    reference=lambda x, in_axes=0, out_axes=0: np.moveaxis(x * x[(0,) * x.ndim] + x, in_axes, out_axes),
    bounds=Bounds(real=1.5, complex=6, why="a product and a sum"),
    scale=lambda x, in_axes=0, out_axes=0: np.moveaxis(abs(x) * abs(x[(0,) * x.ndim]) + abs(x), in_axes, out_axes),
    calls=(
        *all_dtypes(row(X)),
        *(row(CUBE, in_axes=i, out_axes=o) for i in (0, 1, -1) for o in (0, 2, -2)),
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
    row(ArraySpec((N,), _ramp), ArraySpec((N,), _ramp), label="equal"),
    row(ArraySpec((N,), _ramp), ArraySpec((N,), _last_differs), label="the last differs"),
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
    ),
    bad=(
        *_BAD_NORM,
        bad(AikitValueError, "no matrix", ArraySpec((3,)), 1.0, words=("(3,)", "2 dim")),
        bad(AikitValueError, "other norm", X, 1.0, p=3, words=("3", "norm")),
        bad(AikitValueError, "not finite", ArraySpec((2, 2), "not finite"), 1.0, words=("NaN",)),
    ),
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
know("set_min_base", bad=(bad(AikitValueError, "negative", -1.0, words=("val=-1.0",)),))
know("stable_pow", bad=(bad(AikitValueError, "negative", 1.0, 2.0, min_base=-1.0, words=("min_base=-1.0",)),))
