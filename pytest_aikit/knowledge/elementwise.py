"""Elementwise functions: sums, products and quotients, rounding, signs.

Most are sampled from their declarations alone, and NumPy's functions of the same names are their references.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from typing import Any

import numpy as np

from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitTypeError
from pytest_aikit.knowledge.bounds import ACCELERATOR, ROUNDED_ONCE, SUMMED, UNROUNDED, Bounds, exact, on
from pytest_aikit.knowledge.calls import (
    BESIDE,
    EDGES,
    EMPTY,
    POINT,
    ArraySpec,
    Kink,
    N,
    X,
    all_dtypes,
    along_one,
    bad,
    row,
)
from pytest_aikit.knowledge.critical import squares, whole
from pytest_aikit.knowledge.digits import each
from pytest_aikit.knowledge.keywords import Keywords, not_finite_first
from pytest_aikit.knowledge.keywords.elementwise import trapz
from pytest_aikit.knowledge.left_out import (
    IMPLEMENTATION,
    LeftOut,
    by_the_table,
    not_finite,
    product_at_the_ends,
    quotient_at_the_ends,
    subnormal_remainder,
)
from pytest_aikit.knowledge.records import Drawn, Gradient, know
from pytest_aikit.knowledge.reference import elementwise as reference
from pytest_aikit.knowledge.special_cases import SpecialCases


def _by_what_is_broadcast(x1: Any, x2: Any, /, **options: Any) -> bool:
    """Whether the divisor stands for several elements, or is no array."""
    return not isinstance(x2, np.ndarray) or np.broadcast_shapes(np.shape(x1), x2.shape) != x2.shape


QUOTIENT = Bounds(
    real=2,
    complex=8,
    integers=2,
    exact_on=("numpy", "array_api_strict", "torch", "tensorflow", "jax"),
    wider_on=(on(ACCELERATOR, float32=3),),
    unless=_by_what_is_broadcast,
    unless_on=("jax",),
    why="IEEE 754 asks for 0, but XLA multiplies by the reciprocal of a divisor that is broadcast: two roundings, each of half "
    "of the distance from 1 to the next number, which is up to two ULP of a quotient; of complex numbers it is one of sums of products; both integers are rounded to the floating dtype before the division, which rounds once more. On a GPU XLA takes a division of float32 that is within 2 ULP: seen are 1.95, and 2.05 of integers",
)
FLOORED = Bounds(
    real=2,
    why="where the quotient is too large for a dtype to hold all integers, it is rounded before 1 is taken off, and after "
    "it; where it has a fraction of one bit, the rounded difference of dividend and remainder makes it a whole number too "
    "few; no other error of a whole number is as small as this",
)
REMAINDER = (
    "the remainder of the truncated division is subnormal, and the standard leaves open whether it is then a zero"
)

know(
    "abs",
    critical=(squares,),
    digits=each(lambda mp: abs),
    bounds=exact("nothing is rounded; of complex numbers the parts a few times, without cancellation in the magnitude", complex=4),
    integers="exact",
    operator="abs",
    special=SpecialCases(
        real=(((-0.0,), 0.0), ((-inf,), inf)),
        complex=((complex(-inf, nan), (inf, None)), (complex(nan, inf), (inf, None)), (complex(nan, 1), (nan, None))),
    ),
    gradient=Gradient(kinks=(Kink(([0.0, -0.0, 2.0, -3.0],), ([0, 0, 1, -1],)),)),
    bad=(bad(AikitTypeError, "bool", ArraySpec((2,), dtype="bool"), words=("bool",)),),
)  # fmt: skip

know(
    "add",
    bounds=ROUNDED_ONCE,
    gradient=Gradient(adds_up=True),
    integers="exact",
    operator="add",
    special=SpecialCases(real=(((inf, -inf), nan), ((-0.0, -0.0), -0.0), ((-0.0, 0.0), 0.0), ((3.0, -3.0), 0.0))),
    bad=(
        bad(
            AikitBroadcastShapeError,
            "shapes",
            ArraySpec((2, 3), dtype="float32"),
            ArraySpec((4,), dtype="float32"),
            words=("x1 (2, 3)", "x2 (4,)"),
        ),
        bad(
            AikitTypeError,
            "bool",
            ArraySpec((2,), dtype="bool"),
            ArraySpec((2,), dtype="bool"),
            words=("x1", "bool", "numeric"),
        ),
        bad(TypeError, "missing", ArraySpec((2,), dtype="float32"), words=("x2",)),
        bad(AikitTypeError, "string", ArraySpec((2,), dtype="float32"), "a", words=("x2='a'", "str")),
        bad(AikitTypeError, "None", ArraySpec((2,), dtype="float32"), None, words=("x2=None", "NoneType")),
        bad(AikitTypeError, "list", ArraySpec((2,), dtype="float32"), 1, out=[0, 0], words=("out=[0, 0]", "list")),
    ),
)  # fmt: skip
know(
    "ceil",
    critical=(whole,),
    gradient=Gradient(waves=True),
    bounds=UNROUNDED,
    special=SpecialCases(real=(((-0.5,), -0.0), ((-0.0,), -0.0), ((-inf,), -inf))),
)

know(
    "copysign",
    bounds=UNROUNDED,
    left_out={"f": LeftOut(lambda x1, x2: np.isnan(x2), "the sign of a NaN is not defined")},
    special=SpecialCases(real=(((1.0, -0.0), -1.0), ((0.0, -1.0), -0.0), ((inf, -2.0), -inf), ((-3.0, 0.0), 3.0))),
    gradient=Gradient(
        kinks=(
            Kink(([3.0, 3.0, -2.0], [-0.0, 0.0, -0.0]), ([-1, 1, 1], [0, 0, 0])),
            Kink(([0.0, -0.0, 0.0], [1.0, 2.0, -1.0]), ([0, 0, 0], [0, 0, 0])),
        )
    ),
)  # fmt: skip

know(
    "divide",
    critical=(squares,),
    digits=each(lambda mp: lambda x, y: x / y),
    bounds=QUOTIENT,
    integers="quotient",
    operator="truediv",
    left_out={"c": LeftOut(quotient_at_the_ends, IMPLEMENTATION, of_format=True)},
    special=SpecialCases(
        real=(
            ((inf, -inf), nan), ((0.0, -0.0), nan), ((1.0, -0.0), -inf), ((-1.0, -0.0), inf), ((0.0, -1.0), -0.0),
            ((1.0, -inf), -0.0), ((-1.0, -inf), 0.0), ((inf, -0.0), -inf),
        ),
    ),
)  # fmt: skip

know(
    "floor",
    critical=(whole,),
    gradient=Gradient(waves=True),
    bounds=UNROUNDED,
    special=SpecialCases(real=(((0.5,), 0.0), ((-0.0,), -0.0), ((-0.5,), -1.0))),
    bad=(bad(AikitTypeError, "complex", ArraySpec((2,), dtype="complex64"), words=("complex64",)),),
)

know(
    "floor_divide",
    critical=(whole,),
    gradient=Gradient(waves=True),
    reference=reference.floor_divide,
    digits=each(lambda mp: lambda x, y: mp.floor(x / y)),
    bounds=FLOORED,
    whole=True,
    integers="exact",
    operator="floordiv",
    left_out={"f": LeftOut(subnormal_remainder, REMAINDER, of_format=True)},
    special=SpecialCases(
        # the standard also allows what Python gives for infinities; aikit takes what it prefers
        real=(
            ((inf, inf), nan), ((0.0, 0.0), nan), ((1.0, 0.0), inf), ((-1.0, 0.0), -inf), ((1.0, -inf), -0.0),
            ((-1.0, inf), -0.0), ((1.0, inf), 0.0), ((-1.0, -inf), 0.0), ((0.0, -1.0), -0.0), ((inf, 1.0), inf),
            ((inf, -1.0), -inf), ((-inf, 1.0), -inf), ((-inf, -1.0), inf), ((0.0, inf), 0.0), ((0.0, -inf), -0.0),
        ),
        # undefined in the standard; aikit's rules
        integer=(((7, 0), 0), ((0, 0), 0), ((-7, 2), -4), ((7, -2), -4)),
    ),
    drawn=Drawn(wide=True),
)  # fmt: skip

know(
    "fmod",
    critical=(whole,),
    gradient=Gradient(waves=True),
    reference=reference.fmod,
    bounds=exact("IEEE 754 has it exact"),
    integers="exact",
    left_out={"f": LeftOut(subnormal_remainder, REMAINDER, of_format=True)},
    special=SpecialCases(
        real=(
            ((5.0, -3.0), 2.0),
            ((-5.0, 3.0), -2.0),
            ((-3.0, 3.0), -0.0),
            ((3.0, -3.0), 0.0),
            ((1.0, 0.0), nan),
            ((inf, 2.0), nan),
            ((1.0, inf), 1.0),
            ((-1.0, inf), -1.0),
            ((-0.0, 2.0), -0.0),
        ),
        # an integer divided by zero leaves 0
        integer=(((7, 0), 0), ((0, 0), 0), ((-7, 2), -1), ((7, -2), 1)),
    ),
)

know(
    "gcd",
    reference=reference.gcd,
    integers="exact",
    special=SpecialCases(integer=(((0, 0), 0), ((12, 18), 6), ((-12, 18), 6), ((0, -5), 5), ((5, 0), 5))),
    bad=(
        bad(
            AikitTypeError,
            "float",
            ArraySpec((2,), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            words=("x1", "float32", "integer"),
        ),
    ),
)
know(
    "lcm",
    reference=reference.lcm,
    integers="exact",
    special=SpecialCases(integer=(((0, 0), 0), ((4, 6), 12), ((-4, 6), 12), ((0, -5), 0))),
)

know(
    "multiply",
    critical=(squares,),
    gradient=Gradient(adds_up=True),
    digits=each(lambda mp: lambda x, y: x * y),
    bounds=exact("IEEE 754; of complex numbers the parts are rounded a few times", complex=4),
    integers="exact",
    operator="mul",
    left_out={"c": LeftOut(product_at_the_ends, IMPLEMENTATION, of_format=True)},
    special=SpecialCases(real=(((inf, 0.0), nan), ((inf, -2.0), -inf), ((-0.0, 3.0), -0.0), ((-0.0, -3.0), 0.0))),
    bad=(bad(AikitTypeError, "dict", {}, ArraySpec((2,), dtype="float32"), words=("x1={}", "dict")),),
)  # fmt: skip

know(
    "nan_to_num",
    reference=reference.nan_to_num,
    widened=False,
    bounds=UNROUNDED,
    keywords=Keywords(
        values={"nan": (0.0, 2.5, -2, inf), "posinf": (None, 7.5, -inf, 0), "neginf": (None, -7.0, inf, 0)},
        of=not_finite_first,
        kinds="fc",
    ),
    special=SpecialCases(real=(((nan,), 0.0), ((-0.0,), -0.0), ((2.5,), 2.5))),
    gradient=Gradient(kinks=(Kink(([nan, inf, 2.0, -inf],), ([0, 0, 1, 0],)),)),
)

know("negative", bounds=UNROUNDED, integers="exact", sign_of_zero="all", operator="neg")

know(
    "nextafter",
    bounds=UNROUNDED,
    widened=False,
    left_out={"f": LeftOut(lambda x1, x2: (x1 == 0) & (x2 == 0), "which zero is next to a zero is not defined")},
    special=SpecialCases(real=(((nan, 1.0), nan), ((1.0, nan), nan), ((2.0, 2.0), 2.0), ((inf, inf), inf))),
    gradient=Gradient(zero=("x2",)),
)  # fmt: skip
know("positive", bounds=UNROUNDED, sign_of_zero="all", operator="pos")

know(
    "reciprocal",
    critical=(squares,),
    reference=lambda x: 1 / x,
    digits=each(lambda mp: lambda x: 1 / x),
    bounds=replace(
        exact("a quotient, by XLA for a GPU within 2 ULP; of complex numbers one of sums of products", complex=8),
        wider_on=(on(ACCELERATOR, float32=2),),
    ),
    left_out={"c": LeftOut(lambda x: not_finite(x) | (x == 0), IMPLEMENTATION)},
    special=SpecialCases(real=(((0.0,), inf), ((-0.0,), -inf), ((-inf,), -0.0))),
)  # fmt: skip

know(
    "remainder",
    critical=(whole,),
    gradient=Gradient(waves=True),
    reference=reference.remainder,
    bounds=ROUNDED_ONCE,
    integers="exact",
    operator="mod",
    left_out={"f": LeftOut(subnormal_remainder, REMAINDER, of_format=True)},
    special=SpecialCases(
        # Python's sign rule; a finite number and an infinity of the other sign leave the infinity
        real=(
            ((5.0, -3.0), -1.0), ((-5.0, 3.0), 1.0), ((3.0, -3.0), -0.0), ((-3.0, 3.0), 0.0), ((1.0, 0.0), nan),
            ((inf, 2.0), nan),
            ((1.0, inf), 1.0), ((-1.0, inf), inf), ((1.0, -inf), -inf), ((-0.0, 2.0), 0.0),
        ),
        # undefined in the standard; aikit's rules
        integer=(((7, 0), 0), ((0, 0), 0), ((-7, 2), 1), ((7, -2), -1)),
    ),
)  # fmt: skip

know(
    "round",
    critical=(whole,),
    gradient=Gradient(waves=True),
    bounds=UNROUNDED,
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((0.5,), 0.0), ((1.5,), 2.0), ((2.5,), 2.0), ((-0.5,), -0.0), ((-2.5,), -2.0), ((-0.0,), -0.0)),
    ),
)  # fmt: skip

know(
    "sign",
    critical=(squares,),
    digits=each(lambda mp: lambda x: x / abs(x)),
    bounds=replace(
        exact("nothing is rounded; of complex numbers the parts a few times: by XLA for a GPU seen are 4.2", complex=4),
        wider_on=(on(ACCELERATOR, complex64=8),),
    ),
    sign_of_zero="open",
    left_out={"c": LeftOut(not_finite, IMPLEMENTATION)},
    special=SpecialCases(
        real=(((nan,), nan), ((-inf,), -1.0), ((3.0,), 1.0)),
        complex=(
            (complex(0, 0), (0.0, 0.0)), (complex(-0.0, -0.0), (0.0, 0.0)), (complex(3, -4), (0.6, -0.8)),
            (complex(nan, 1), (nan, nan)),
            # what aikit says of infinities, as NumPy does
            (complex(inf, 2), (1.0, 0.0)), (complex(-inf, 2), (-1.0, 0.0)), (complex(2, -inf), (0.0, -1.0)),
            (complex(-3, inf), (0.0, 1.0)), (complex(-inf, inf), (nan, nan)),
        ),
    ),
)  # fmt: skip

know("signbit", left_out={"f": LeftOut(np.isnan, "the sign of a NaN is not defined")})

know(
    "subtract",
    bounds=ROUNDED_ONCE,
    integers="exact",
    operator="sub",
    special=SpecialCases(real=(((inf, inf), nan), ((-0.0, 0.0), -0.0), ((0.0, -0.0), 0.0), ((0.0, 0.0), 0.0))),
)  # fmt: skip

know(
    "trapz",
    reference=reference.trapz,
    scale=reference.scale_of_trapz,
    bounds=SUMMED,
    terms=lambda y, *, x, dx, axis: y.shape[axis],
    sign_of_zero="open",  # of a sum
    keywords=Keywords(
        values={"x": (None, "points", "full"), "dx": (1.0, 0.3, -2.0)},
        silent=lambda *, x, **others: () if x is None else ("dx",),
        call=trapz,
    ),
    sizes=(
        *along_one("terms", kinds="biuf"),
        # products of complex infinities are left to the implementation by the standard
        *along_one("finite terms", kinds="c"),
        row(ArraySpec((BESIDE, N), "finite terms"), x=ArraySpec((N,), "finite terms"), label="points"),
    ),
    calls=(
        *all_dtypes(row(EDGES), row(ArraySpec((4, 6)), x=ArraySpec((6,)), label="points")),
        row(ArraySpec((4, 6)), x=ArraySpec((4, 1)), axis=0, label="points of all dimensions"),
        row(ArraySpec((4, 6)), dx=0.5, axis=-2),
        row(ArraySpec((3, 1)), label="one point"),
        row(EMPTY, label="size 0"),
        row(EMPTY, axis=0, label="size 0, axis"),
    ),
    bad=(
        bad(AikitAxisError, "axis", X, axis=2, words=("axis=2", "2 dim")),
        bad(AikitAxisError, "0-d", POINT, words=("axis=-1", "0 dim")),
        bad(AikitBroadcastShapeError, "points", X, x=ArraySpec((2,)), words=("(2,)", "(3, 4)")),
        bad(AikitBroadcastShapeError, "points of axis", X, x=ArraySpec((4,)), axis=0, words=("4 points", "3 values")),
        bad(AikitBroadcastShapeError, "dimensions", X, x=ArraySpec((1, 3, 4)), words=("(1, 3, 4)",)),
        bad(AikitBroadcastShapeError, "do not fit", X, x=ArraySpec((2, 4)), words=("(3,)", "(2,)")),
    ),
)

know(
    "trunc",
    critical=(whole,),
    gradient=Gradient(waves=True),
    bounds=UNROUNDED,
    special=SpecialCases(real=(((-0.5,), -0.0), ((-0.0,), -0.0), ((-1.5,), -1.0))),
)

know(
    "trunc_divide",
    critical=(whole,),
    gradient=Gradient(waves=True),
    reference=reference.trunc_divide,
    digits=each(lambda mp: lambda x, y: (mp.floor if (x < 0) == (y < 0) else mp.ceil)(x / y)),
    bounds=FLOORED,
    whole=True,
    integers="exact",
    left_out={"f": LeftOut(subnormal_remainder, REMAINDER, of_format=True)},
    special=SpecialCases(
        real=(
            ((7.0, 2.0), 3.0),
            ((-7.0, 2.0), -3.0),
            ((-1.0, 2.0), -0.0),
            ((1.0, 0.0), inf),
            ((1.0, -0.0), -inf),
            ((0.0, 0.0), nan),
            ((inf, inf), nan),
            ((-inf, 2.0), -inf),
            ((1.0, -inf), -0.0),
            ((-1.0, -inf), 0.0),
        ),
        integer=(((7, 0), 0), ((-7, 0), 0), ((0, 0), 0), ((-7, 2), -3), ((7, -2), -3), ((-8, 2), -4)),
    ),
    drawn=Drawn(wide=True),
)
