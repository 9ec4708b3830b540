"""Linear algebra; what the matrices are is said in `pytest_aikit.cases.matrices`."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitTypeError, AikitValueError
from pytest_aikit.knowledge import terms
from pytest_aikit.knowledge.bounds import ACCELERATOR, MOVED, ROUNDED_TO_16, SUMMED, Bounds, exact, on
from pytest_aikit.knowledge.calls import (
    AT_THE_CORNERS,
    BESIDE,
    CUBE,
    EDGES,
    EMPTY,
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
    anywhere,
    bad,
    mixed_dtypes,
    row,
    wrong_values,
)
from pytest_aikit.knowledge.keywords import Keywords, near_one
from pytest_aikit.knowledge.keywords import linear_algebra as keywords
from pytest_aikit.knowledge.left_out import EACH, INFINITIES, NotAlone
from pytest_aikit.knowledge.records import FORTH_AND_BACK, Drawn, Gradient, Need, Trace, know
from pytest_aikit.knowledge.reference import linear_algebra as reference
from pytest_aikit.knowledge.reference import unique
from pytest_aikit.knowledge.reference._matrices import as_int
from pytest_aikit.knowledge.scales import of_magnitudes
from pytest_aikit.numerics.comparing import format_of

UNDECOMPOSED = {"x": NotAlone(EACH, "whether a decomposition of NaN gives NaN or an error is the framework's")}
INFINITE_SYSTEM = NotAlone(INFINITIES, "what elimination makes of infinities depends on its order")
OF_MATRICES: dict[str, Any] = {
    "has_digits": True,
    "bounds": Bounds(
        real={**ROUNDED_TO_16, "*": 12},
        complex=12,
        grows="sqrt",
        why="a few n roundings for matrices of up to 4 rows, of the norms that the scales state; those of larger ones, and of "
        "the terms of a norm, are independent",
    ),
    "terms": terms.of_order,
    "sign_of_zero": "open",
    "no_subnormals": "it squares and divides on the way, which no framework promises to survive near underflow",
}
"""What is known about the functions whose references compute with matrices of mpmath."""
OF_EIGENVALUES: dict[str, Any] = {
    **OF_MATRICES,
    "bounds": Bounds(
        real={**ROUNDED_TO_16, "*": 24},
        complex=24,
        grows="sqrt",
        why="as of other matrices, in each of the steps that an iteration takes, two or three for each eigenvalue",
    ),
}
_OF_JACOBI = {
    "wider_on": (on(ACCELERATOR, float32=320, float64=320, complex64=320, complex128=320),),
    "why": "as of matrices; cuSOLVER's rotations end within a tolerance: seen are 279, of equal values, 33 of them, and 342 of 65",
}
"""Of singular values, and of Hermitian matrices."""
OF_VECTORS = replace(
    OF_MATRICES["bounds"],
    real={**ROUNDED_TO_16, "*": 24},
    complex=24,
    why="as of matrices, and the vectors are multiplied: seen is 12.5 in float64, by LAPACK, of (4, 3)",
)
_OF_LOGARITHMS = replace(
    OF_MATRICES["bounds"],
    wider_on=(on(ACCELERATOR, complex64=32),),
    why="as of matrices; CUDA's moduli are all rounded the same way, and their logarithms added up: seen is 43.8, of 65 rows",
)
OF_SINGULAR_VALUES = OF_MATRICES | {"bounds": replace(OF_MATRICES["bounds"], **_OF_JACOBI)}

MATRIX = (bad(AikitValueError, "no matrix", ArraySpec((3,))),)
SQUARE = (*MATRIX, bad(AikitValueError, "not square", X))
NOT_FINITE = (
    ("a NaN", ArraySpec((3, 2, 2), "a NaN")),
    ("an infinity", ArraySpec((3, 2, 2), "an infinity")),
    ("an infinite imaginary part", ArraySpec((3, 2, 2), "an infinity", "complex64")),
)
"""Stacks with one matrix that has no decomposition."""
FINITE = tuple(wrong_values(AikitValueError, label, x) for label, x in NOT_FINITE)
BAD_TOLERANCE = (
    *MATRIX,
    *FINITE,
    bad(AikitTypeError, "tolerance no number", X, rtol="1"),
    bad(AikitBroadcastShapeError, "tolerance", CUBE, rtol=ArraySpec((3,), dtype="float32")),
)
TO_CONTRACT = (
    ((), ()),
    ((-1,), (0,)),
    ((0,), (-1,)),
    ([1], [1]),
    ((0, 1), (0, 1)),
    ((1, 0), (0, -1)),
    ((-1, 0), (1, 2)),
    ((0, 1, 2), (2, 0, 1)),
)
"""Axes of two arrays of which the first has up to four dimensions, and the second one more than there are axes."""
REGULAR = ArraySpec((3, 3), "well conditioned")


def _square(values: str) -> tuple[Row, ...]:
    """Calls of a function of square matrices."""
    return (
        *all_dtypes(row(ArraySpec((3, 3), values))),
        row(ArraySpec((2, 2, 4, 4), values), label="stack"),
        row(ArraySpec((1, 1), values), label="one element"),
        row(ArraySpec((0, 0), values), label="size 0"),
        row(ArraySpec((0, 3, 3), values), label="empty stack"),
    )


NAN_IN_ONE = ArraySpec((3, 3, 3), "all NaN")
"""A stack of which one matrix has no numbers, and the others have results as ever."""


def _any_shape(values: str = "matrix") -> tuple[Row, ...]:
    """Calls of a function of matrices of any shape."""
    return (
        *all_dtypes(row(ArraySpec((4, 3), values))),
        row(ArraySpec((3, 4), values), label="more columns"),
        row(ArraySpec((2, 2, 3, 3), values), label="stack"),
        row(ArraySpec((3, 0), values), label="size 0"),
        row(ArraySpec((0, 2, 3), values), label="empty stack"),
    )


def _with(values: str, *shapes: tuple[int, ...], **kwargs: Any) -> tuple[Row, ...]:
    """A call with a matrix, or a stack of them, of each shape."""
    sizes = (" x ".join(map(str, shape)) for shape in shapes)
    return tuple(
        row(ArraySpec(shape, values), label=f"{values}, {size}", **kwargs)
        for shape, size in zip(shapes, sizes, strict=True)
    )


def _sizes_apart(dtype: str) -> np.ndarray:
    """Three matrices: the squares of one overflow, those of another one vanish. What is divided by the greatest of all is lost."""
    form = format_of(dtype)
    sizes = np.ldexp(1.0, np.array([1, 0, -1]) * (int(np.frexp(form.greatest)[1]) // 2))
    return sizes[:, None, None] * np.asarray([[4, 1, -1], [1, 2, 0.5], [-1, 0.5, -3]])


APART = row(ArraySpec((3, 3, 3), _sizes_apart), label="sizes apart")
SQUARES = ((1, 1), (0, 0), (0, 3, 3), (3, 3), (2, 4, 4), (33, 33))
OBLONGS = ((1, 1), (1, 5), (5, 1), (0, 3), (3, 0), (0, 2, 3), (6, 4), (4, 6), (2, 6, 4), (2, 4, 6), (33, 20), (20, 33))
"""Beyond the blocks of LAPACK, of 32 rows; tall and wide; stacks, and none."""
OF_ANY_RANK = (*_with("clustered", *OBLONGS, (33, 33)), *_with("low rank", (4, 3), (3, 4), (2, 3, 4)), APART)
REGULAR_ONES = (
    *_with("well conditioned", *SQUARES, (65, 65)),
    *_with("negative determinant", *SQUARES[3:], (1, 1), (4, 4)),
)
HERMITIAN_ONES = (
    *_with("clustered hermitian", *SQUARES, (6, 6), (2, 7, 7)),
    *_with("lower triangle of hermitian", (2, 3, 3)),
    APART,
)
SEPARATED_ONES = (
    *_with("separated", *SQUARES),
    # LAPACK scales matrices whose squares are out of range
    row(ArraySpec((3, 3), "square overflows"), label="square overflows"),
    APART,
)

ABOUT_THE_TOLERANCE, BELOW_THE_TOLERANCE = (
    tuple(
        row(keywords.of_tolerances(parts, shape), label=f"{place} the default tolerance of {words}", kinds="fc")
        for shape, words in (((4, 3), "more rows"), ((3, 5), "more columns"))
    )
    # of the inverse of what is hardly above it no digit is certain
    for parts, place in (((1.1, 0.9), "about"), ((0.9, 0.9), "below"))
)
TOLERANCES = (
    row(ArraySpec((4, 3), "low rank"), rtol=1e-3),
    row(ArraySpec((2, 4, 3), "low rank"), rtol=keywords.tolerances((2,))),
    row(ArraySpec((2, 4, 3)), rtol=0),
)

know(
    "linalg.cholesky",
    not_alone=UNDECOMPOSED,
    matrices=(
        *_with("positive definite", *SQUARES, (65, 65)),
        *_with("positive definite", (2, 4, 4), (33, 33), upper=True),
        *_with("lower triangle of positive definite", (2, 3, 3)),
        *_with("upper triangle of positive definite", (2, 3, 3), upper=True),
    ),
    keywords=Keywords(values={"stack": keywords.STACKS}, call=keywords.cholesky),
    reference=reference.cholesky,
    **OF_MATRICES,
    scale=reference.scale_of_cholesky,
    calls=(*_square("positive definite"), *all_dtypes(row(ArraySpec((3, 3), "positive definite"), upper=True))),
    bad=(
        *SQUARE,
        wrong_values(AikitValueError, "not positive definite", ArraySpec((3, 3, 3), "negative")),
        wrong_values(AikitValueError, "NaN", NAN_IN_ONE),
        wrong_values(AikitValueError, "not positive definite, complex", ArraySpec((3, 3, 3), "negative", "complex64")),
    ),
    gradient=Gradient(symmetric=True),
)

know(
    "linalg.cross",
    drawn=Drawn(lengths=False),
    keywords=Keywords(values={"axis": (-1, -2, -3, -4), "others": ("all", "1", "3")}, call=keywords.cross),
    sizes=(
        row(ArraySpec((N, 3), "finite terms"), ArraySpec((N, 3), "finite terms"), label="last axis"),
        row(ArraySpec((3, N), "finite terms"), ArraySpec((3, N), "finite terms"), axis=-2, label="first axis"),
    ),
    reference=reference.cross,
    scale=reference.scale_of_cross,
    bounds=Bounds(real=1.5, complex=8, why="two products and their difference, each rounded"),
    integers="modular",
    sign_of_zero="open",
    calls=(
        mixed_dtypes(ArraySpec((3,)), ArraySpec((3,))),
        *all_dtypes(row(ArraySpec((4, 3)), ArraySpec((4, 3)))),
        row(ArraySpec((3, 2)), ArraySpec((3, 1)), axis=-2, label="broadcasting"),
        row(ArraySpec((2, 1, 3)), ArraySpec((4, 3)), label="stacks"),
        row(ArraySpec((3,), "edges"), ArraySpec((3,), "edges"), kinds="iu", label="integer overflow"),
        row(ArraySpec((0, 3)), ArraySpec((1, 3)), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "length", ArraySpec((2, 4)), ArraySpec((2, 4))),
        bad(AikitAxisError, "not negative", ArraySpec((2, 3)), ArraySpec((2, 3)), axis=1),
        bad(AikitBroadcastShapeError, "stacks", ArraySpec((2, 3)), ArraySpec((4, 3))),
    ),
)

know(
    "linalg.det",
    matrices=REGULAR_ONES,
    reference=reference.det,
    **OF_MATRICES,
    scale=reference.scale_of_det,
    gradient=Gradient(
        bounds=Bounds(
            real=FORTH_AND_BACK,
            wider_on=(on(ACCELERATOR, float32=32),),
            why="as of most; seen are 17 of CUDA's inverse",
        )
    ),
    calls=(
        *_square("well conditioned"),
        row(ArraySpec((3, 3), "low rank"), label="singular"),
        row(NAN_IN_ONE, label="NaN in one"),
        row(ArraySpec((3, 2, 2), "singular"), label="one of them singular"),
        *_with("low rank", (4, 4)),
    ),
    bad=SQUARE,
)

know(
    "diag",
    keywords=Keywords(values={"ndim": (1, 2), "k": (0, 1, -1, 2, -2, 9)}),
    # a vector of each length would make a matrix of its square
    sizes=(row(ArraySpec((BESIDE, N), "moved")), row(ArraySpec((N, BESIDE), "moved"), k=-2)),
    reference=lambda x, *, k: np.diag(x, as_int(k)),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(SPECIAL), row(ArraySpec((24,), "special")), row(ArraySpec((4,)), k=-3)),
        row(ArraySpec((4,)), k=2),
        row(X, k=1),
        row(X, k=-(2**70), label="outside"),
        *(row(X, k=k, label=f"{place} the corner") for k, place in AT_THE_CORNERS),
        row(EMPTY, label="size 0"),
        row(ArraySpec((0,)), k=2, label="of no elements"),
    ),
    bad=(
        bad(AikitValueError, "0-d", POINT, words=("()", "vector or a matrix")),
        bad(AikitValueError, "stack", CUBE, words=("(2, 3, 4)", "vector or a matrix")),
        bad(AikitValueError, "too many elements", ArraySpec((3,)), k=2**40),
        bad(AikitTypeError, "float", X, k=1.5, words=("k=1.5",)),
    ),
    trace=Trace(needs=(Need("rank", "of a vector it makes a matrix, and of a matrix a vector"),)),
)

know(
    "linalg.diagonal",
    keywords=Keywords(values={"ndim": (2, 3, 4), "offset": (0, 1, -1, 2, -2, 9)}),
    reference=lambda x, *, offset: np.linalg.diagonal(x, offset=as_int(offset)),
    bounds=MOVED,
    calls=(
        *all_dtypes(row(SPECIAL), row(SPECIAL, offset=2)),
        row(CUBE, offset=-1),
        row(X, offset=2**70, label="outside"),
        *(row(X, offset=offset, label=f"{place} the corner") for offset, place in AT_THE_CORNERS),
        row(EMPTY, label="size 0"),
    ),
    bad=(bad(AikitValueError, "no matrix", ArraySpec((3,))),),
)

know(
    "linalg.eig",
    matrices=SEPARATED_ONES,
    reference=reference.eig,
    **OF_EIGENVALUES,
    scale=reference.scale_of_vectors,
    not_unique=(0, 1),
    properties=reference.of_eig,
    calls=_square("separated"),
    bad=SQUARE + FINITE,
    gradient=Gradient(unique=unique.EIG),
)

know(
    "linalg.eigh",
    not_alone=UNDECOMPOSED,
    matrices=HERMITIAN_ONES,
    reference=reference.eigh,
    **OF_SINGULAR_VALUES,
    scale=reference.scale_of_vectors,
    parts=("real", "values"),
    not_unique=(1,),
    properties=reference.of_eigh,
    calls=_square("hermitian"),
    bad=SQUARE + FINITE,
    gradient=Gradient(symmetric=True, unique=unique.EIGH),
)

know(
    "linalg.eigvals",
    matrices=SEPARATED_ONES,
    reference=reference.eigenvalues,
    **OF_EIGENVALUES,
    scale=reference.of_norm,
    not_unique=(0,),
    properties=reference.of_eigenvalues,
    calls=_square("separated"),
    bad=SQUARE + FINITE,
    gradient=Gradient(unique=unique.EIGVALS),
)

know(
    "linalg.eigvalsh",
    not_alone=UNDECOMPOSED,
    matrices=HERMITIAN_ONES,
    reference=reference.hermitian_eigenvalues,
    **OF_MATRICES,
    scale=reference.of_norm,
    calls=_square("hermitian"),
    bad=SQUARE + FINITE,
    gradient=Gradient(symmetric=True),
)

know(
    "inner",
    keywords=Keywords(why_none="there are none"),
    sizes=(
        row(ArraySpec((N,), "finite terms"), ArraySpec((N,), "finite terms"), label="vectors"),
        row(ArraySpec((BESIDE, N), "finite terms"), ArraySpec((2, N), "finite terms"), label="matrices"),
        row(ArraySpec((N, 3), "finite terms"), ArraySpec((3,), "finite terms"), label="rows"),
    ),
    scale=of_magnitudes(np.inner),
    bounds=SUMMED,
    terms=lambda x1, x2: x1.shape[-1] if x1.ndim and x2.ndim else 1,
    integers="modular",
    sign_of_zero="open",
    calls=(
        mixed_dtypes(VECTOR, VECTOR),
        *all_dtypes(row(ArraySpec((3, 4)), ArraySpec((2, 4)))),
        *all_dtypes(row(MANY, MANY, kinds="f", label="many")),
        row(ArraySpec((4,)), ArraySpec((4,)), label="vectors"),
        row(ArraySpec((4,)), CUBE, label="vector, stack"),
        row(CUBE, ArraySpec((2, 4)), label="stack, matrix"),
        row(POINT, X, label="0-d, matrix"),
        row(X, POINT, label="matrix, 0-d"),
        row(POINT, POINT, label="0-d"),
        row(ArraySpec((3, 0)), ArraySpec((2, 0)), label="size 0"),
        row(ArraySpec((2, 3), "edges"), ArraySpec((2, 3), "edges"), kinds="iu", label="integer overflow"),
    ),
    bad=(
        bad(AikitValueError, "lengths", X, ArraySpec((4, 3)), words=("(3, 4)", "(4, 3)")),
        bad(AikitValueError, "length 1", ArraySpec((3,)), ArraySpec((1,)), words=("(3,)", "(1,)")),
    ),
    drawn=Drawn(as_sampled=True),
)

know(
    "linalg.inv",
    matrices=REGULAR_ONES,
    reference=reference.inv,
    **OF_MATRICES,
    scale=reference.scale_of_inv,
    calls=(*_square("well conditioned"), row(NAN_IN_ONE, label="NaN in one")),
    bad=(*SQUARE, wrong_values(AikitValueError, "singular", ArraySpec((3, 3, 3), "singular"))),
)

know(
    "matmul",
    sizes=(
        row(ArraySpec((BESIDE, N), "terms"), ArraySpec((N, 2), "finite terms"), kinds="iuf", label="inner axis"),
        row(ArraySpec((BESIDE, N), "terms and NaN"), ArraySpec((N, 2), "finite terms"), kinds="c", label="inner axis"),
        row(ArraySpec((N, 3), "finite terms"), ArraySpec((3, 2), "finite terms"), label="rows"),
        row(ArraySpec((2, 3), "finite terms"), ArraySpec((3, N), "finite terms"), label="columns"),
        row(ArraySpec((N,), "finite terms"), ArraySpec((N,), "finite terms"), label="vectors"),
        row(ArraySpec((3, N), "terms"), ArraySpec((N,), "terms"), kinds="iuf", label="matrix, vector"),
        row(ArraySpec((N, 2, 3), "finite terms"), ArraySpec((3, 2), "finite terms"), label="stack"),
    ),
    scale=of_magnitudes(np.matmul),
    bounds=SUMMED,
    terms=terms.of_product,
    integers="modular",
    sign_of_zero="open",
    operator="matmul",
    calls=(
        mixed_dtypes(VECTOR, VECTOR),
        *all_dtypes(row(ArraySpec((3, 4)), ArraySpec((4, 2)))),
        row(ArraySpec((3, 4)), ArraySpec((4,)), label="matrix, vector"),
        row(ArraySpec((4,)), ArraySpec((4, 2)), label="vector, matrix"),
        row(ArraySpec((4,)), ArraySpec((4,)), label="vectors"),
        *all_dtypes(row(MANY, ArraySpec((3000, 2), "whole"), kinds="f", label="many")),
        row(ArraySpec((2, 1, 3, 4)), ArraySpec((5, 4, 2)), label="broadcasting"),
        row(ArraySpec((3, 0)), ArraySpec((0, 2)), label="size 0"),
        row(ArraySpec((2, 3), "edges"), ArraySpec((3, 2), "edges"), kinds="iu", label="integer overflow"),
    ),
    bad=(
        bad(AikitValueError, "inner lengths", X, X),
        bad(AikitValueError, "0-d", POINT, X),
        bad(AikitValueError, "0-d second", X, POINT, words=("()",)),
        bad(AikitBroadcastShapeError, "stacks", ArraySpec((2, 3, 4)), ArraySpec((3, 4, 2))),
        bad(
            AikitValueError,
            "inner",
            ArraySpec((2, 3), dtype="float32"),
            ArraySpec((2, 3), dtype="float32"),
            words=("(2, 3)",),
        ),
        bad(AikitValueError, "0-d", ArraySpec((), dtype="float32"), ArraySpec((2, 3), dtype="float32"), words=("()",)),
        bad(
            AikitBroadcastShapeError,
            "stacks",
            ArraySpec((2, 2, 3), dtype="float32"),
            ArraySpec((3, 3, 2), dtype="float32"),
            words=("(2,)", "(3,)"),
        ),
    ),
)

know(
    "linalg.matrix_norm",
    matrices=tuple(
        one for order in (2, -2, "nuc") for one in _with("clustered", (6, 4), (4, 6), (2, 6, 4), (33, 20), ord=order)
    )
    + tuple(replace(APART, kwargs={"ord": order}) for order in (2, -2, "nuc")),
    keywords=Keywords(
        values={"ndim": (2, 3, 4), "ord": ("fro", "nuc", None, 1, -1, 2, -2, math.inf, -math.inf)},
        call=keywords.matrix_norm,
    ),
    sizes=(
        *(row(ArraySpec((BESIDE, N), "finite terms"), ord=order) for order in ("fro", 1)),
        *(row(ArraySpec((N, BESIDE), "finite terms"), ord=order) for order in ("fro", math.inf, 1)),
    ),
    reference=reference.matrix_norm,
    **{**OF_SINGULAR_VALUES, "terms": terms.of_elements},
    scale=reference.scale_of_norm,
    calls=(
        *all_dtypes(row(X), row(ArraySpec((3, 4), "matrix"), ord=2)),
        *(row(CUBE, ord=order) for order in (None, "nuc", 1, -1, 2.0, -2, math.inf, -math.inf)),
        *(
            row(ArraySpec((4097, 3), "one NaN"), ord=order, label=f"NaN in some rows of many, {order}", kinds="f")
            for order in (math.inf, -math.inf)
        ),
        row(CUBE, keepdims=True, ord="fro"),
        row(CUBE, keepdims=True, ord=-2),
        row(CUBE, keepdims=True, ord=math.inf),
        row(EMPTY, label="size 0"),
        row(ArraySpec((0, 2, 3)), ord=1, label="empty stack"),
    ),
    bad=(
        *MATRIX,
        bad(AikitValueError, "other order", X, ord=3),
        bad(AikitTypeError, "order no number", X, ord=(1,)),
        bad(AikitValueError, "no elements", ArraySpec((0, 3)), ord=1),
        *(wrong_values(AikitValueError, label, x, ord=order) for order in (2, -2, "nuc") for label, x in NOT_FINITE),
    ),
    gradient=Gradient(
        long=(row(ArraySpec((65, 2))),),
        kinks=(
            Kink(([[0.0, 0.0], [0.0, 0.0]],), ([[0, 0], [0, 0]],)),
            Kink(([[0.0, 0.0], [0.0, 0.0]],), ([[0, 0], [0, 0]],), {"ord": 1}),
        ),
    ),
)

know(
    "linalg.matrix_power",
    matrices=tuple(replace(one, args=(*one.args, n)) for n in (3, -2) for one in REGULAR_ONES),
    keywords=Keywords(values={"stack": keywords.STACKS, "n": (0, 1, 2, 3, -1, -2)}, call=keywords.matrix_power),
    reference=reference.matrix_power,
    **OF_MATRICES,
    scale=reference.scale_of_power,
    calls=(
        *all_dtypes(row(REGULAR, 3), row(REGULAR, -2)),
        row(ArraySpec((2, 3, 3), "well conditioned"), 0),
        row(ArraySpec((2, 3, 3), "well conditioned"), 1),
        row(ArraySpec((2, 3, 3), "well conditioned"), -1),
        *(row(ArraySpec((2, 2), "well conditioned"), n) for n in (6, 9, -11)),
        *(row(NAN_IN_ONE, n, label=f"NaN in one, power {n}") for n in (2, -1)),
        row(ArraySpec((0, 0)), 2, label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "no matrix", ArraySpec((3,)), 2),
        bad(AikitValueError, "not square", X, 2),
        wrong_values(AikitValueError, "singular", ArraySpec((3, 2, 2), "singular"), -1),
    ),
)

know(
    "linalg.matrix_rank",
    not_alone=UNDECOMPOSED,
    matrices=OF_ANY_RANK,
    keywords=Keywords(
        values={"stack": keywords.STACKS, "shape": keywords.SHAPES, "rtol": (None, 1e-3, 0.61, "one", "each")},
        call=keywords.with_tolerance,
    ),
    reference=reference.matrix_rank,
    widened=False,
    **OF_MATRICES,
    calls=(
        *_any_shape(),
        *all_dtypes(
            row(ArraySpec((4, 3), "low rank")),
            *ABOUT_THE_TOLERANCE,
        ),
        *TOLERANCES,
    ),
    bad=BAD_TOLERANCE,
)

know(
    "matrix_transpose",
    sizes=anywhere("moved")[1:],
    bounds=MOVED,
    calls=(*all_dtypes(row(SPECIAL)), row(CUBE, label="stack"), row(EMPTY, label="size 0")),
    bad=(
        bad(AikitValueError, "no matrix", ArraySpec((3,))),
        bad(AikitValueError, "1-d", ArraySpec((3,), dtype="float32"), words=("(3,)",)),
        bad(AikitValueError, "0-d", POINT),
    ),
)

know(
    "linalg.outer",
    sizes=(
        row(ArraySpec((N,), "finite terms"), ArraySpec((3,), "finite terms"), label="rows"),
        row(ArraySpec((3,), "finite terms"), ArraySpec((N,), "finite terms"), label="columns"),
    ),
    bounds=exact(
        "one product, which IEEE 754 requires to be correctly rounded; a complex one rounds its parts", complex=4
    ),
    integers="modular",
    calls=(
        mixed_dtypes(VECTOR, VECTOR),
        *all_dtypes(row(ArraySpec((4,)), ArraySpec((3,)))),
        row(ArraySpec((5,), "edges"), ArraySpec((4,), "edges"), kinds="iu", label="integer overflow"),
        row(ArraySpec((0,)), ArraySpec((3,)), label="size 0"),
    ),
    bad=(bad(AikitValueError, "no vector", X, ArraySpec((3,))), bad(AikitValueError, "0-d", ArraySpec((3,)), POINT)),
)

know(
    "linalg.pinv",
    not_alone=UNDECOMPOSED,
    matrices=(*_with("clustered", *OBLONGS[:-2]), *_with("low rank", (4, 3), (3, 4), (2, 3, 4)), APART),
    keywords=Keywords(
        values={"stack": keywords.STACKS, "shape": keywords.SHAPES, "rtol": (None, 1e-3, 0.61, "one", "each")},
        call=keywords.with_tolerance,
    ),
    reference=reference.pinv,
    widened=False,
    **OF_MATRICES,
    scale=reference.scale_of_pinv,
    # those of low rank have no gradient: the rank is another one beside them
    calls=(
        *_any_shape("clustered"),
        *all_dtypes(row(ArraySpec((4, 3), "low rank")), *BELOW_THE_TOLERANCE),
        *TOLERANCES[:2],
        row(REGULAR, rtol=0),
    ),
    bad=BAD_TOLERANCE,
    # what is left out is taken for 0 by the derivatives of the frameworks
    gradient=Gradient(zero=("rtol",), open=reference.leaves_out_values),
)

know(
    "lu_factor",
    matrices=(
        *OF_ANY_RANK,
        *_with("singular", (3, 3), (2, 3, 3)),  # where there is no derivative
        *_with("well conditioned", (4, 4), (2, 3, 3), pivot=False),
    ),
    keywords=Keywords(values={"stack": keywords.STACKS, "shape": keywords.SHAPES}, call=keywords.decomposition),
    reference=reference.lu_factor,
    **OF_MATRICES,
    scale=reference.scale_of_lu,
    parts=("values", "index"),
    not_unique=(0, 1),
    properties=reference.of_lu,
    calls=(
        *_any_shape(),
        *all_dtypes(row(ArraySpec((4, 3), "matrix"), pivot=False)),
        row(ArraySpec((2, 3, 4), "matrix"), pivot=False),
        row(ArraySpec((2, 0, 3), "matrix"), pivot=False, label="size 0, no interchanges"),
        row(ArraySpec((3, 3), lambda dtype: np.asarray([0, 2, 1, 3, 1, 2, 6, 1, 1])), label="interchanges"),
    ),
    bad=(bad(AikitValueError, "no matrix", ArraySpec((3,)), words=("A has shape (3,)",)),),
    gradient=Gradient(unique=unique.LU),
    trace=Trace(needs=(Need("lengths", "one column is eliminated after the other"), Need("rank", "of matrices"))),
)

know(
    "linalg.qr",
    matrices=(*OF_ANY_RANK, *_with("clustered", *OBLONGS, mode="complete")),
    keywords=Keywords(values={"stack": keywords.STACKS, "shape": keywords.SHAPES}, call=keywords.decomposition),
    reference=reference.qr,
    **OF_MATRICES,
    scale=reference.scale_of_qr,
    not_unique=(0, 1),
    properties=reference.of_qr,
    calls=(*_any_shape(), *all_dtypes(row(ArraySpec((4, 3), "matrix"), mode="complete")), row(X, mode="complete")),
    bad=MATRIX,
    gradient=Gradient(
        unique=unique.QR,
        # PyTorch and TensorFlow have none, JAX that of the other vectors
        open=lambda x, *, mode="reduced": mode == "complete" and x.shape[-2] > x.shape[-1],
    ),
)

know(
    "linalg.slogdet",
    not_alone={"x": NotAlone(("NaN",), "which sign the determinant has that is NaN is not defined")},
    matrices=(*REGULAR_ONES, APART),
    reference=reference.slogdet,
    **OF_MATRICES | {"bounds": _OF_LOGARITHMS},
    scale=reference.scale_of_slogdet,
    parts=("values", "real"),
    calls=(*_square("well conditioned"), row(ArraySpec((3, 3), "singular"), label="singular")),
    bad=SQUARE,
)

know(
    "linalg.solve",
    matrices=(
        *(replace(one, args=(*one.args, ArraySpec((*one.args[0].shape[:-1], 2)))) for one in REGULAR_ONES),
        *(replace(one, args=(*one.args, ArraySpec(one.args[0].shape[-1:]))) for one in REGULAR_ONES),
    ),
    reference=reference.solve,
    **OF_MATRICES,
    scale=reference.scale_of_solve,
    calls=(
        mixed_dtypes(REGULAR, ArraySpec((3,))),
        *all_dtypes(row(REGULAR, ArraySpec((3, 2)))),
        row(REGULAR, ArraySpec((3,)), label="vector"),
        row(ArraySpec((2, 3, 3), "well conditioned"), ArraySpec((3,)), label="one vector for a stack"),
        row(ArraySpec((3, 3, 3), "well conditioned"), ArraySpec((3, 3)), label="a matrix that might be vectors"),
        row(ArraySpec((2, 1, 3, 3), "well conditioned"), ArraySpec((4, 3, 2)), label="broadcasting"),
        row(ArraySpec((0, 0)), ArraySpec((0, 2)), label="size 0"),
        row(REGULAR, ArraySpec((3, 0)), label="no columns"),
        row(NAN_IN_ONE, ArraySpec((3, 2)), label="NaN in one"),
        row(NAN_IN_ONE, ArraySpec((3,)), label="NaN in one, vector"),
        row(replace(NAN_IN_ONE, shape=(3, 3)), ArraySpec((3,)), label="NaN, vector"),
        row(ArraySpec((0, 3, 3)), ArraySpec((3,)), label="empty stack"),
    ),
    bad=(
        bad(AikitValueError, "no matrix", ArraySpec((3,)), ArraySpec((3,))),
        bad(AikitValueError, "not square", X, ArraySpec((3,))),
        bad(AikitValueError, "0-d", ArraySpec((3, 3)), POINT),
        bad(AikitValueError, "other rows", ArraySpec((3, 3)), ArraySpec((4, 3))),
        bad(AikitValueError, "other length", ArraySpec((3, 3)), ArraySpec((4,))),
        bad(AikitBroadcastShapeError, "stacks", ArraySpec((2, 3, 3)), ArraySpec((4, 3, 1))),
        wrong_values(AikitValueError, "singular", ArraySpec((3, 3, 3), "singular"), ArraySpec((3,))),
    ),
)

know(
    "linalg.svd",
    matrices=(*OF_ANY_RANK, *_with("clustered", *OBLONGS, full_matrices=False)),
    keywords=Keywords(values={"stack": keywords.STACKS, "shape": keywords.SHAPES}, call=keywords.decomposition),
    reference=reference.svd,
    **OF_MATRICES | {"bounds": replace(OF_VECTORS, **_OF_JACOBI)},
    scale=reference.scale_of_svd,
    parts=("values", "real", "values"),
    not_unique=(0, 2),
    properties=reference.of_svd,
    calls=(
        *_any_shape(),
        *all_dtypes(row(ArraySpec((4, 3), "matrix"), full_matrices=False)),
        row(X, full_matrices=False),
    ),
    bad=MATRIX + FINITE,
    gradient=Gradient(unique=unique.SVD),
)

know(
    "linalg.svdvals",
    not_alone=UNDECOMPOSED,
    matrices=OF_ANY_RANK,
    reference=reference.singular_values,
    **OF_SINGULAR_VALUES,
    scale=reference.of_norm,
    calls=(*_any_shape(), row(ArraySpec((3, 3), "low rank"))),
    bad=MATRIX + FINITE,
)

know(
    "tensordot",
    keywords=Keywords(values={"axes": (0, 1, 2, 3, *TO_CONTRACT)}, call=keywords.tensordot),
    sizes=(
        row(ArraySpec((BESIDE, N), "finite terms"), ArraySpec((N, 2), "finite terms"), axes=1),
        row(ArraySpec((N, BESIDE), "finite terms"), ArraySpec((N, 2), "finite terms"), axes=((0,), (0,))),
    ),
    scale=of_magnitudes(np.tensordot),
    bounds=SUMMED,
    terms=terms.contracted,
    integers="modular",
    sign_of_zero="open",
    calls=(
        mixed_dtypes(VECTOR, VECTOR, axes=1),
        *all_dtypes(row(ArraySpec((2, 3, 4)), ArraySpec((3, 4, 2)))),
        *all_dtypes(row(MANY, ArraySpec((3000, 2), "whole"), axes=1, kinds="f", label="many")),
        row(X, ArraySpec((4, 2)), axes=1),
        row(X, ArraySpec((2,)), axes=0),
        row(CUBE, ArraySpec((4, 2, 5)), axes=((0, 2), (1, 0))),
        row(CUBE, ArraySpec((4, 2, 5)), axes=([-1], [0])),
        row(ArraySpec((3, 0)), ArraySpec((0, 2)), axes=1, label="size 0"),
        row(POINT, POINT, axes=((), ()), label="0-d"),
        row(POINT, X, axes=0, label="0-d, matrix"),
    ),
    bad=(
        bad(AikitValueError, "lengths", X, ArraySpec((4, 3))),
        bad(AikitAxisError, "axis out of range", X, X, axes=((2,), (0,))),
        bad(AikitValueError, "other number", X, X, axes=((0, 1), (0,))),
        bad(
            AikitValueError,
            "lengths",
            ArraySpec((2, 3), dtype="float32"),
            ArraySpec((2, 3), dtype="float32"),
            axes=1,
            words=("axis 1 of x1", "length 3", "axis 0 of x2", "2"),
        ),
    ),
)

know(
    "tensorsolve",
    not_alone={"x1": INFINITE_SYSTEM, "x2": INFINITE_SYSTEM},
    reference=reference.tensorsolve,
    **OF_MATRICES,
    scale=reference.scale_of_tensorsolve,
    keywords=Keywords(
        values={"ndim": (2, 3, 4), "axes": (None, (), 0, 1, -2, (0,), (0, 2), (2, 0), (-1, 0))},
        call=keywords.tensorsolve,
    ),
    sizes=(
        row(keywords.system(4, 4), ArraySpec((4,)), kinds=""),
    ),  # it takes no stacks: an axis more is one of the system
    matrices=tuple(
        row(keywords.system(*shape), ArraySpec(shape[:ndim]), label=f"order {math.prod(shape[:ndim])}")
        for shape, ndim in (((1, 1), 1), ((3, 3), 1), ((5, 4, 20), 2), ((33, 3, 11), 1))
    ),
    calls=(
        mixed_dtypes(keywords.system(2, 2, 4), ArraySpec((2, 2))),
        *all_dtypes(row(keywords.system(2, 3, 6), ArraySpec((2, 3)))),
        row(keywords.system(6, 3, 2), ArraySpec((6,)), label="one dimension"),
        row(keywords.system(2, 3, 3, 2), ArraySpec((2, 3)), label="more dimensions"),
        row(keywords.system(2, 6, 3), ArraySpec((6,)), axes=[0], label="an axis moved"),
        row(keywords.system(1), POINT, label="0-d"),
        row(keywords.system(1, 1), ArraySpec((1, 1)), label="one unknown, of no axes"),
        row(ArraySpec((0, 2, 0)), ArraySpec((0, 2)), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "other number", ArraySpec((2, 3, 5)), ArraySpec((2, 3)), words=("(2, 3, 5)", "6")),
        bad(AikitValueError, "other shape", ArraySpec((2, 3, 6)), ArraySpec((3, 2)), words=("(2, 3, 6)", "(3, 2)")),
        bad(AikitAxisError, "axis", ArraySpec((2, 3, 6)), ArraySpec((2, 3)), axes=(3,), words=("axes=(3,)",)),
        wrong_values(AikitValueError, "singular", ArraySpec((2, 2), "singular"), ArraySpec((2,))),
    ),
    trace=Trace(needs=(Need("lengths", "the lengths say which axes are those of the equations"),)),
    drawn=Drawn(as_sampled=True, lengths=False),
)

know(
    "linalg.trace",
    keywords=Keywords(values={"ndim": (2, 3, 4), "offset": (0, 1, -1, 2, -2, 9)}),
    reference=reference.trace,
    scale=of_magnitudes(reference.trace),
    bounds=SUMMED,
    terms=terms.of_diagonal,
    integers="modular",
    sign_of_zero="open",
    calls=(
        *all_dtypes(row(EDGES), row(ArraySpec((4, 3)), offset=-1)),
        row(CUBE, offset=1),
        row(X, offset=-(2**70), label="outside"),
        *(row(X, offset=offset, label=f"{place} the corner") for offset, place in AT_THE_CORNERS),
        row(X, dtype="float32", kinds="iuf"),
        row(EMPTY, label="size 0"),
    ),
    bad=(bad(AikitValueError, "no matrix", ArraySpec((3,))),),
)

know(
    "vander",
    keywords=Keywords(values={"ndim": (1, 2, 3, 4), "N": (None, 0, 1, 2, 5)}, of=near_one),
    sizes=(row(ArraySpec((N,), "finite terms"), N=3),),
    reference=reference.vander,
    bounds=Bounds(
        real={"float16": 4, "bfloat16": 4, "*": 4},
        complex=16,
        why="a product for each power, one of the other, each rounded",
    ),
    integers="modular",
    sign_of_zero="open",
    no_subnormals="powers of them vanish",
    calls=(
        *all_dtypes(row(ArraySpec((4,), "near one")), row(ArraySpec((12,)), N=4, increasing=True)),
        row(ArraySpec((2, 3), "near one"), label="stack"),
        row(ArraySpec((6,), "edges"), N=3, kinds="iuf"),
        row(ArraySpec((3,), "edges"), N=5, kinds="iu", label="integer overflow"),
        row(ArraySpec((0,)), label="size 0"),
        row(ArraySpec((3,)), N=0, label="no columns"),
    ),
    bad=(
        bad(AikitValueError, "0-d", POINT, words=("()", "1 dimension")),
        bad(AikitValueError, "negative", ArraySpec((3,)), N=-1, words=("N=-1",)),
        bad(AikitTypeError, "float", ArraySpec((3,)), N=1.5, words=("N=1.5",)),
    ),
    trace=Trace(
        needs=(
            Need(
                "lengths",
                "there are as many columns as rows where nothing else is said",
                lambda x, *, N=None, **options: N is None,
            ),
        )
    ),
)

know(
    "vector_to_skew_symmetric_matrix",
    keywords=Keywords(why_none="there are none"),
    sizes=(row(ArraySpec((N, 3), "moved")),),
    reference=reference.skew_symmetric,
    bounds=MOVED,
    integers="modular",
    calls=(
        *all_dtypes(row(ArraySpec((8, 3), "special"))),
        row(ArraySpec((3,)), label="vector"),
        row(ArraySpec((2, 4, 3)), label="stack"),
        row(ArraySpec((0, 3)), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "length", ArraySpec((3, 4)), words=("(3, 4)", "length 3")),
        bad(AikitValueError, "0-d", POINT, words=("()",)),
    ),
    trace=Trace(needs=(Need("lengths", "a vector has three elements"),)),
    drawn=Drawn(as_sampled=True, lengths=False),
)

know(
    "vecdot",
    keywords=Keywords(values={"axis": (-1, 0, 1, -2, -3, -4), "broadcast": (False, True)}, call=keywords.vecdot),
    sizes=(
        row(ArraySpec((BESIDE, N), "finite terms"), ArraySpec((BESIDE, N), "finite terms"), label="last axis"),
        row(ArraySpec((N, BESIDE), "terms"), ArraySpec((N, BESIDE), "finite terms"), axis=-2, kinds="iuf"),
        row(ArraySpec((N, BESIDE), "terms and NaN"), ArraySpec((N, BESIDE), "finite terms"), axis=-2, kinds="c"),
        row(ArraySpec((N,), "finite terms"), ArraySpec((N,), "finite terms"), label="vectors"),
    ),
    reference=reference.vecdot,
    scale=of_magnitudes(reference.vecdot),
    bounds=SUMMED,
    terms=terms.of_vectors,
    integers="modular",
    sign_of_zero="open",
    calls=(
        mixed_dtypes(VECTOR, VECTOR),
        *all_dtypes(row(ArraySpec((2, 4)), ArraySpec((2, 4))), row(MANY, MANY, kinds="f", label="many")),
        row(ArraySpec((3, 2)), ArraySpec((3, 2)), axis=-2),
        row(ArraySpec((2, 1, 4)), ArraySpec((3, 4)), label="broadcasting"),
        row(ArraySpec((4, 3, 2)), ArraySpec((4, 2)), axis=0, label="broadcasting, an axis from the front"),
        row(ArraySpec((4,)), ArraySpec((4,)), label="vectors"),
        row(ArraySpec((2, 0)), ArraySpec((2, 0)), label="size 0"),
    ),
    bad=(
        bad(AikitValueError, "lengths", ArraySpec((3,)), ArraySpec((4,))),
        bad(AikitBroadcastShapeError, "stacks", ArraySpec((2, 4)), X),
        bad(
            AikitValueError,
            "lengths",
            ArraySpec((2,), dtype="float32"),
            ArraySpec((3,), dtype="float32"),
            words=("axis -1", "x1 has length 2", "x2 3"),
        ),
        bad(
            AikitAxisError,
            "axis=1",
            ArraySpec((2,), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            axis=1,
            words=("axis=1",),
        ),
    ),
)

know(
    "linalg.vector_norm",
    keywords=Keywords(values={"ord": (0, 1, 2, -1, 2.5, math.inf, -math.inf)}),
    sizes=(
        *along_each("terms"),
        *(along_one("finite terms", ord=order)[1] for order in (1, 3)),
        *(along_one("finite terms", ord=order)[2] for order in (0, math.inf, -math.inf)),
    ),
    reference=reference.vector_norm,
    **{**OF_MATRICES, "terms": terms.reduced},
    calls=(
        *all_dtypes(row(EDGES), row(X), row(MANY, axis=1, kinds="f", label="many")),
        *(row(CUBE, axis=1, ord=order) for order in (0, 1, 2, 3, -1, -2, 2.5, 0.5, -2.5, 7, math.inf, -math.inf)),
        *(
            row(
                ArraySpec((4097, 3), "one NaN"),
                axis=1,
                ord=order,
                label=f"NaN in some rows of many, {order}",
                kinds="f",
            )
            for order in (math.inf, -math.inf)
        ),
        row(CUBE, axis=(0, -1)),
        row(ArraySpec((0, 2, 3)), axis=-1, label="size 0, two dimensions left"),
        row(CUBE, axis=[2, 1], ord=1),
        row(CUBE, axis=-1, keepdims=True),
        row(CUBE, keepdims=True, ord=math.inf),
        row(X, axis=(), ord=3),
        row(POINT, label="0-d"),
        row(EMPTY, label="size 0"),
        row(EMPTY, axis=0, ord=math.inf, label="size 0, greatest"),
        row(EMPTY, axis=0, ord=-math.inf, label="size 0, smallest"),
        row(EMPTY, axis=0, ord=3, label="size 0, cubes"),
    ),
    gradient=Gradient(
        kinks=(
            Kink(([0.0, 0.0],), ([0, 0],)),
            Kink(([[0.0, 0.0], [3.0, 4.0]],), ([[0, 0], [0.6, 0.8]],), {"axis": 1}),
            Kink(([0.0, 2.0],), ([0, 1],), {"ord": 1}),
            Kink(([0.0, 0.0],), ([0, 0],), {"ord": 3}),
            Kink(([0.0, 2.0],), ([0, 1],), {"ord": 0.5}),
            Kink(([0.0, 2.0],), ([0, 0],), {"ord": -1}),
            Kink(([0.0, 0.0],), ([0, 0],), {"ord": math.inf}),
            Kink(([2.0, -2.0, 1.0],), ([0.5, -0.5, 0],), {"ord": math.inf}),
        )
    ),
)
