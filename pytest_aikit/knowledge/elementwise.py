"""Elementwise functions.

Most are sampled from their declarations alone, and NumPy's functions of the same names are their references.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan, pi
from typing import Any

import numpy as np

from aikit.exceptions import AikitAxisError, AikitBroadcastShapeError, AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import ROUNDED_ONCE, SUMMED, UNROUNDED, Bounds, exact
from pytest_aikit.knowledge.calls import (
    BESIDE,
    EDGES,
    EMPTY,
    POINT,
    SPECIAL,
    VECTOR,
    ArraySpec,
    Kink,
    N,
    Row,
    X,
    all_dtypes,
    along_one,
    bad,
    mixed_dtypes,
    row,
)
from pytest_aikit.knowledge.critical import exponents, one, powers, quarter_turns, reaching, squares, whole
from pytest_aikit.knowledge.digits import each
from pytest_aikit.knowledge.keywords import Keywords, Made, all_sorts, array
from pytest_aikit.knowledge.keywords.elementwise import clip, trapz
from pytest_aikit.knowledge.left_out import LeftOut, by_the_table, extreme, not_finite, subnormal_remainder
from pytest_aikit.knowledge.records import Drawn, Gradient, know
from pytest_aikit.knowledge.reference import elementwise as reference
from pytest_aikit.knowledge.scales import greatest
from pytest_aikit.knowledge.special_cases import EITHER_INF, EITHER_ZERO, SpecialCases
from pytest_aikit.numerics.promotion import numpy_dtype
from pytest_aikit.numerics.special_values import COUNT, special_values

QUOTIENT = Bounds(
    real=2,
    complex=8,
    integers=2,
    why="IEEE 754 asks for 0, but XLA multiplies by the reciprocal of a divisor that is broadcast: two roundings, each of half "
    "of the distance from 1 to the next number, which is up to two ULP of a quotient; of complex numbers it is one of sums of products; both integers are rounded to the floating dtype before the division, which rounds once more",
)
FLOORED = Bounds(
    real=2,
    why="where the quotient is too large for a dtype to hold all integers, it is rounded before 1 is taken off, and after "
    "it; where it has a fraction of one bit, the rounded difference of dividend and remainder makes it a whole number too "
    "few; no other error of a whole number is as small as this",
)
CONSTANT = Bounds(
    real={"float32": 2, "float64": 2, "*": 1},
    why="the constant and the product are rounded: one and a half ULP at most",
)
ROOT = Bounds(
    real={"float32": 1, "float64": 1, "*": 0},
    complex=4,
    why="IEEE 754 asks for 0, but PyTorch takes MKL's, whose error is 0.56, and 0.63 in float32 on AMD's Zen 5; of complex "
    "numbers the parts are rounded a few times",
)
REMAINDER = (
    "the remainder of the truncated division is subnormal, and the standard leaves open whether it is then a zero"
)
IMPLEMENTATION = "left to the implementation by the standard"
TIED = [1.0, 2.0, 0.0]

EACH_SPECIAL = ArraySpec((COUNT * COUNT,), lambda dtype: np.repeat(special_values(dtype), COUNT))
ALL_SPECIAL = ArraySpec((COUNT * COUNT,), special_values)
MORE_SPECIAL = ArraySpec((COUNT * COUNT,), lambda dtype: np.roll(np.tile(special_values(dtype), COUNT), 7))
"""Special values in all pairs with others, and limits of which one may be above the other, and one or both NaN."""
OVER_THE_RANGE = ArraySpec((4_300,), "over the range")

know("isfinite", "isinf", "isnan", "logical_not")
know(
    "logical_and",
    "logical_or",
    "logical_xor",
    bad=(
        bad(
            AikitTypeError,
            "int",
            ArraySpec((2,), dtype="int32"),
            ArraySpec((2,), dtype="int32"),
            words=("x1", "int32", "boolean"),
        ),
    ),
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
    "acos",
    critical=(one,),
    digits=each(lambda mp: mp.acos),
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((1.0,), 0.0), ((2.0,), nan), ((-1.0,), pi)),
        complex=(
            (complex(0, 0), (pi / 2, -0.0)), (complex(1, inf), (pi / 2, -inf)), (complex(inf, 1), (0.0, -inf)),
            (complex(nan, nan), (nan, nan)),
        ),
    ),
)  # fmt: skip

know(
    "acosh",
    critical=(one, reaching(np.cosh)),
    digits=each(lambda mp: mp.acosh),
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((1.0,), 0.0), ((0.5,), nan), ((inf,), inf)),
        complex=(
            (complex(0, 0), (0.0, pi / 2)), (complex(1, inf), (inf, pi / 2)), (complex(-inf, 1), (inf, pi)),
            (complex(nan, nan), (nan, nan)),
        ),
    ),
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
    "angle",
    critical=(one,),
    reference=reference.angle,
    # as of atan2
    digits=lambda mp: (
        lambda z, *, deg: each(lambda mp: lambda z: mp.arg(z) * (180 / mp.pi if deg else 1) or None)(mp)(z)
    ),
    bounds=Bounds(
        real={"float32": 8, "float64": 4, "*": 1}, complex=8, why="as of atan2, and a product where it is in degrees"
    ),
    keywords=Keywords(of=all_sorts),
    special=SpecialCases(real=(((0.0,), 0.0), ((-0.0,), pi), ((-inf,), pi), ((2.0,), 0.0), ((nan,), nan))),
)

know(
    "asin",
    critical=(one,),
    digits=each(lambda mp: mp.asin),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), -0.0), ((2.0,), nan), ((1.0,), pi / 2))),
)  # fmt: skip

know(
    "asinh",
    critical=(one, reaching(np.sinh)),
    digits=each(lambda mp: mp.asinh),
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((-0.0,), -0.0), ((-inf,), -inf)),
        complex=(
            (complex(0, 0), (0.0, 0.0)), (complex(1, inf), (inf, pi / 2)), (complex(inf, 1), (inf, 0.0)),
            (complex(inf, inf), (inf, pi / 4)),
        ),
    ),
)  # fmt: skip

know(
    "atan",
    critical=(one, reaching(np.tan)),
    digits=each(lambda mp: mp.atan),
    left_out={"c": by_the_table(1j, -1j)},
    special=SpecialCases(real=(((-0.0,), -0.0), ((inf,), pi / 2), ((-inf,), -pi / 2))),
)  # fmt: skip

know(
    "atan2",
    critical=(one,),
    # mpmath knows no negative zero, which makes 0 of pi
    digits=each(lambda mp: lambda y, x: mp.atan2(y, x) or None),
    bounds=Bounds(
        real={"float32": 8, "float64": 4, "*": 1}, why="TensorFlow's is off by 4.2 ULP in float32 where the angle is near pi / 4"
    ),
    special=SpecialCases(
        real=(
            ((0.0, 0.0), 0.0), ((0.0, -0.0), pi), ((-0.0, 0.0), -0.0), ((-0.0, -0.0), -pi), ((-0.0, -1.0), -pi),
            ((1.0, inf), 0.0),
            ((-1.0, inf), -0.0), ((1.0, -inf), pi), ((-1.0, -inf), -pi), ((inf, 1.0), pi / 2), ((inf, inf), pi / 4),
            ((inf, -inf), 3 * pi / 4), ((-inf, inf), -pi / 4), ((-inf, -inf), -3 * pi / 4),
        ),
    ),
    gradient=Gradient(kinks=(Kink(([0.0, 1.0], [0.0, 1.0]), ([0, 0.5], [0, -0.5])),)),
)  # fmt: skip

know(
    "atanh",
    critical=(one, reaching(np.tanh)),
    digits=each(lambda mp: mp.atanh),
    left_out={"c": by_the_table(1, -1)},
    special=SpecialCases(
        real=(((1.0,), inf), ((-1.0,), -inf), ((-0.0,), -0.0), ((2.0,), nan)),
        complex=(
            (complex(0, 0), (0.0, 0.0)), (complex(1, 0), (inf, 0.0)), (complex(1, inf), (0.0, pi / 2)),
            (complex(inf, 1), (0.0, pi / 2)),
        ),
    ),
)  # fmt: skip

know(
    "bitwise_and",
    operator="and_",
    bad=(
        bad(
            AikitTypeError,
            "bitwise float",
            ArraySpec((2,), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            words=("x1", "float32"),
        ),
    ),
)
know("bitwise_invert", operator="invert")

know(
    "bitwise_left_shift",
    reference=reference.left_shift,
    integers="exact",
    operator="lshift",
    special=SpecialCases(
        # undefined in the standard; aikit's rules
        integer=(((1, 100), 0), ((1, -1), 0), ((-1, 3), -8)),
    ),
)  # fmt: skip

know("bitwise_or", operator="or_")

know(
    "bitwise_right_shift",
    reference=reference.right_shift,
    integers="exact",
    operator="rshift",
    special=SpecialCases(
        # undefined in the standard; aikit's rules
        integer=(((8, 100), 0), ((-8, 100), -1), ((8, -1), 0), ((-8, -1), -1), ((-8, 1), -4)),
    ),
)  # fmt: skip

know("bitwise_xor", operator="xor")
know(
    "ceil",
    critical=(whole,),
    bounds=UNROUNDED,
    special=SpecialCases(real=(((-0.5,), -0.0), ((-0.0,), -0.0), ((-inf,), -inf))),
)

know(
    "clip",
    reference=lambda x, min, max: x if min is None and max is None else np.clip(x, min, max),
    bounds=UNROUNDED,
    # as of maximum
    sign_of_zero="open",
    selects="in place",
    keywords=Keywords(
        values={"min": (None, "scalar", "array", "shorter", "0-d"), "max": (None, "scalar", "array", "shorter", "0-d")},
        call=clip,
    ),
    calls=(
        mixed_dtypes(VECTOR, ArraySpec((COUNT,), "low"), ArraySpec((COUNT,), "high")),
        *all_dtypes(row(SPECIAL, ArraySpec((4, 6), "low"), ArraySpec((4, 6), "high"))),
        *all_dtypes(
            row(EACH_SPECIAL, ALL_SPECIAL, MORE_SPECIAL, kinds="iuf", label="limits of all sorts"),
            row(OVER_THE_RANGE, ArraySpec((), "low"), ArraySpec((), "high"), kinds="iuf", label="over the range"),
        ),
        row(EACH_SPECIAL, ALL_SPECIAL, kinds="iuf", label="lower limits of all sorts"),
        row(EACH_SPECIAL, None, ALL_SPECIAL, kinds="iuf", label="upper limits of all sorts"),
        row(SPECIAL, min=ArraySpec((6,), "low")),
        row(SPECIAL, max=ArraySpec((4, 1), "high")),
        row(SPECIAL, 1, 3, kinds="iu", label="Python scalars"),
        row(SPECIAL, 0.5, 2.0, kinds="f", label="Python scalars"),
        row(SPECIAL, label="no bounds"),
        row(POINT, ArraySpec((), "low"), ArraySpec((), "high"), label="0-d"),
        row(EMPTY, ArraySpec((), "low"), ArraySpec((), "high"), label="size 0"),
    ),
    bad=(
        bad(AikitBroadcastShapeError, "do not fit", X, ArraySpec((5,)), None),
        bad(
            AikitBroadcastShapeError,
            "shapes",
            ArraySpec((3,), dtype="float32"),
            ArraySpec((2,), dtype="float32"),
            None,
            words=("(3,)", "(2,)"),
        ),
        bad(AikitTypeError, "complex", ArraySpec((2,), dtype="complex64"), 0, 1, words=("complex64",)),
    ),
    gradient=Gradient(
        kinks=(
            Kink(([1.0, 2.0, 3.0, 0.0, 5.0], 1.0, 3.0), ([1, 1, 1, 0, 0],)),
            Kink(([1.0, 2.0], [1.0, 0.0], [3.0, 2.0]), ([1, 1], [0, 0], [0, 0])),
            Kink(([1.0, 2.0], 1.0, 1.0), ([1, 0],)),
        )
    ),
    drawn=Drawn(wide=False, as_sampled=True),
)

know(
    "conj",
    bounds=UNROUNDED,
    sign_of_zero="all",
    special=SpecialCases(complex=((complex(nan, inf), (nan, -inf)), (complex(-0.0, 0.0), (-0.0, -0.0)))),
)  # fmt: skip

know(
    "copysign",
    bounds=UNROUNDED,
    left_out={"f": LeftOut(lambda x1, x2: np.isnan(x2), "the sign of a NaN is not defined")},
    special=SpecialCases(real=(((1.0, -0.0), -1.0), ((0.0, -1.0), -0.0), ((inf, -2.0), -inf), ((-3.0, 0.0), 3.0))),
)  # fmt: skip

know(
    "cos",
    critical=(quarter_turns,),
    digits=each(lambda mp: mp.cos),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((inf,), nan), ((-0.0,), 1.0))),
)  # fmt: skip

know(
    "cosh",
    critical=(reaching(np.arccosh),),
    digits=each(lambda mp: mp.cosh),
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((-0.0,), 1.0), ((-inf,), inf)),
        complex=(
            (complex(0, 0), (1.0, 0.0)), (complex(inf, 0), (inf, 0.0)), (complex(inf, nan), (inf, nan)),
            (complex(nan, nan), (nan, nan)),
        ),
    ),
)  # fmt: skip

know(
    "deg2rad",
    reference=reference.deg2rad,
    digits=each(lambda mp: lambda x: x * mp.pi / 180),
    bounds=CONSTANT,
    special=SpecialCases(real=(((-0.0,), -0.0), ((-inf,), -inf), ((180.0,), pi))),
)

know(
    "divide",
    critical=(squares,),
    digits=each(lambda mp: lambda x, y: x / y),
    bounds=QUOTIENT,
    integers="quotient",
    operator="truediv",
    left_out={"c": LeftOut(lambda x1, x2: extreme(x1, x2) | (x2 == 0), IMPLEMENTATION)},
    special=SpecialCases(
        real=(
            ((inf, -inf), nan), ((0.0, -0.0), nan), ((1.0, -0.0), -inf), ((-1.0, -0.0), inf), ((0.0, -1.0), -0.0),
            ((1.0, -inf), -0.0), ((-1.0, -inf), 0.0), ((inf, -0.0), -inf),
        ),
    ),
)  # fmt: skip

know("equal", operator="eq")

know(
    "erf",
    critical=(one, reaching(np.sqrt), reaching(lambda x: np.sqrt(-np.log(x)))),
    reference=reference.erf,
    digits=each(lambda mp: mp.erf),
    special=SpecialCases(real=(((0.0,), 0.0), ((-0.0,), -0.0), ((-inf,), -1.0), ((inf,), 1.0), ((nan,), nan))),
)

know(
    "exp",
    critical=(reaching(np.log),),
    digits=each(lambda mp: mp.exp),
    bounds=Bounds(real={"float32": 6, "float64": 4, "*": 1}, why="XLA's is off by 4.1 ULP in float32 beside overflow"),
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((-0.0,), 1.0), ((-inf,), 0.0), ((inf,), inf)),
        complex=(
            (complex(0, 0), (1.0, 0.0)), (complex(-0.0, 0), (1.0, 0.0)), (complex(1, inf), (nan, nan)),
            (complex(inf, 0), (inf, 0.0)),
            (complex(-inf, inf), (EITHER_ZERO, EITHER_ZERO)), (complex(inf, inf), (EITHER_INF, nan)),
            (complex(nan, 0), (nan, 0.0)),
        ),
    ),
)  # fmt: skip


def _is_power_of_two(x: np.ndarray) -> np.ndarray:
    return np.abs(np.frexp(x)[0]) == 0.5


know(
    "exp2",
    critical=(reaching(np.log2), whole, exponents),
    digits=each(lambda mp: lambda x: mp.power(2, x)),
    bounds=Bounds(
        real={"float32": 1.5, "float64": 2, "*": 1},
        why="seen are 1.0 in float32, by NumPy's power with AVX-512, and 1.5 in float64, by TensorFlow's power",
    ),
    exact_at=_is_power_of_two,
    special=SpecialCases(real=(((-0.0,), 1.0), ((-inf,), 0.0), ((inf,), inf), ((nan,), nan), ((-3.0,), 0.125))),
)  # fmt: skip

know(
    "expm1",
    critical=(reaching(np.log), reaching(np.log1p)),
    reference=reference.expm1,
    digits=each(lambda mp: mp.expm1),
    bounds=Bounds(
        real={"float32": 8, "float64": 4, "*": 1}, why="XLA's is off by 4.4 ULP near 0.06 in float32, where it goes over to another series"
    ),
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((-0.0,), -0.0), ((-inf,), -1.0), ((inf,), inf)),
        complex=(
            (complex(0, 0), (0.0, 0.0)), (complex(-0.0, 0), (0.0, 0.0)), (complex(inf, 0), (inf, 0.0)),
            (complex(1, inf), (nan, nan)),
            (complex(nan, 0), (nan, 0.0)), (complex(-inf, inf), (-1.0, EITHER_ZERO)), (complex(inf, inf), (EITHER_INF, nan)),
            (complex(-inf, nan), (-1.0, EITHER_ZERO)), (complex(inf, nan), (EITHER_INF, nan)),
        ),
    ),
)  # fmt: skip

know(
    "floor",
    critical=(whole,),
    bounds=UNROUNDED,
    special=SpecialCases(real=(((0.5,), 0.0), ((-0.0,), -0.0), ((-0.5,), -1.0))),
    bad=(bad(AikitTypeError, "complex", ArraySpec((2,), dtype="complex64"), words=("complex64",)),),
)

know(
    "floor_divide",
    critical=(whole,),
    reference=reference.floor_divide,
    digits=each(lambda mp: lambda x, y: mp.floor(x / y)),
    bounds=FLOORED,
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
    "fmax",
    reference=np.fmax,
    bounds=UNROUNDED,
    sign_of_zero="open",  # as of maximum
    selects="in place",
    special=SpecialCases(
        real=(((nan, 1.0), 1.0), ((1.0, nan), 1.0), ((nan, nan), nan), ((inf, -inf), inf), ((nan, -inf), -inf))
    ),
    gradient=Gradient(
        kinks=(
            Kink((TIED, [1.0, 1.0, 1.0]), ([0.5, 1, 0], [0.5, 0, 1])),
            Kink(([nan, 2.0], [-1.0, nan]), ([0, 1], [1, 0])),
        )
    ),
)

know(
    "fmin",
    reference=np.fmin,
    bounds=UNROUNDED,
    sign_of_zero="open",  # as of maximum
    selects="in place",
    special=SpecialCases(
        real=(((nan, 1.0), 1.0), ((1.0, nan), 1.0), ((nan, nan), nan), ((inf, -inf), -inf), ((nan, inf), inf))
    ),
    gradient=Gradient(
        kinks=(
            Kink((TIED, [1.0, 1.0, 1.0]), ([0.5, 0, 1], [0.5, 1, 0])),
            Kink(([nan, 2.0], [-1.0, nan]), ([0, 1], [1, 0])),
        )
    ),
)

know(
    "fmod",
    critical=(whole,),
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


know("greater", operator="gt")
know("greater_equal", operator="ge")

know(
    "hypot",
    critical=(squares,),
    digits=each(lambda mp: mp.hypot),
    special=SpecialCases(real=(((inf, nan), inf), ((nan, -inf), inf), ((-0.0, 0.0), 0.0), ((nan, 1.0), nan))),
    gradient=Gradient(kinks=(Kink(([0.0, 3.0], [0.0, 4.0]), ([0, 0.6], [0, 0.8])),)),
    bad=(
        bad(
            AikitTypeError, "int", ArraySpec((2,), dtype="int32"), ArraySpec((2,), dtype="int32"), words=("x1", "int32")
        ),
        bad(AikitTypeError, "complex for real", ArraySpec((2,), dtype="float32"), 1j, words=("x2=1j", "complex")),
    ),
)  # fmt: skip

know("imag", bounds=UNROUNDED, sign_of_zero="all")
know("isreal")
know(
    "lcm",
    reference=reference.lcm,
    integers="exact",
    special=SpecialCases(integer=(((0, 0), 0), ((4, 6), 12), ((-4, 6), 12), ((0, -5), 0))),
)


know("less", operator="lt")
know("less_equal", operator="le")

know(
    "log",
    critical=(one,),
    digits=each(lambda mp: mp.log),
    left_out={"c": by_the_table(0)},
    special=SpecialCases(
        real=(((0.0,), -inf), ((-0.0,), -inf), ((1.0,), 0.0), ((-1.0,), nan), ((inf,), inf)),
        complex=(
            (complex(-0.0, 0), (-inf, pi)), (complex(0, 0), (-inf, 0.0)), (complex(1, inf), (inf, pi / 2)),
            (complex(-inf, 1), (inf, pi)),
            (complex(inf, 1), (inf, 0.0)), (complex(inf, inf), (inf, pi / 4)), (complex(inf, nan), (inf, nan)),
            (complex(nan, nan), (nan, nan)),
        ),
    ),
)  # fmt: skip

know(
    "log10",
    critical=(one, powers(10)),
    digits=each(lambda mp: mp.log10),
    left_out={"c": by_the_table(0)},
    special=SpecialCases(real=(((0.0,), -inf), ((1.0,), 0.0), ((100.0,), 2.0), ((-1.0,), nan))),
)  # fmt: skip

know(
    "log1p",
    critical=(one, reaching(np.expm1)),
    reference=reference.log1p,
    digits=each(lambda mp: mp.log1p),
    left_out={"c": by_the_table(-1)},
    special=SpecialCases(
        real=(((-1.0,), -inf), ((-0.0,), -0.0), ((-2.0,), nan), ((inf,), inf)),
        complex=(
            (complex(-1, 0), (-inf, 0.0)), (complex(inf, 1), (inf, 0.0)), (complex(-inf, 1), (inf, pi)),
            (complex(nan, nan), (nan, nan)),
        ),
    ),
)  # fmt: skip

know(
    "log2",
    critical=(one, powers(2)),
    digits=each(lambda mp: lambda x: mp.log(x, 2)),
    left_out={"c": by_the_table(0)},
    special=SpecialCases(real=(((0.0,), -inf), ((1.0,), 0.0), ((8.0,), 3.0), ((-1.0,), nan))),
)  # fmt: skip

know(
    "logaddexp",
    critical=(reaching(np.log),),
    reference=reference.logaddexp,
    digits=each(lambda mp: lambda x, y: max(x, y) + mp.log1p(mp.exp(-abs(x - y)))),
    # the logarithm of a sum near 1 is small where the arguments are not
    scale=greatest,
    special=SpecialCases(
        real=(((inf, inf), inf), ((-inf, -inf), -inf), ((-inf, 2.0), 2.0), ((inf, -inf), inf), ((nan, inf), nan)),
    ),
)  # fmt: skip

know(
    "logaddexp2",
    critical=(reaching(np.log2),),
    reference=reference.logaddexp2,
    digits=each(lambda mp: lambda x, y: max(x, y) + mp.log(1 + mp.power(2, -abs(x - y)), 2)),
    # as of logaddexp
    scale=greatest,
    sign_of_zero="open",  # of what is less than half of the least number, and not 0
    special=SpecialCases(
        real=(
            ((inf, inf), inf),
            ((-inf, -inf), -inf),
            ((-inf, 2.0), 2.0),
            ((inf, -inf), inf),
            ((nan, inf), nan),
            ((3.0, 3.0), 4.0),
        ),
    ),
)

know(
    "maximum",
    bounds=UNROUNDED,
    # the standard leaves open which of -0 and +0 is the greater one
    sign_of_zero="open",
    selects="in place",
    special=SpecialCases(real=(((nan, 1.0), nan), ((1.0, nan), nan), ((inf, -inf), inf))),
    gradient=Gradient(kinks=(
        Kink((TIED, [1.0, 1.0, 1.0]), ([0.5, 1, 0], [0.5, 0, 1])),
        Kink(([0.0, 2.0, -1.0], 0), ([0.5, 1, 0],)),
    )),
)  # fmt: skip

know(
    "minimum",
    bounds=UNROUNDED,
    # as of maximum
    sign_of_zero="open",
    selects="in place",
    special=SpecialCases(real=(((nan, 1.0), nan), ((1.0, nan), nan), ((inf, -inf), -inf))),
    gradient=Gradient(kinks=(Kink((TIED, [1.0, 1.0, 1.0]), ([0.5, 0, 1], [0.5, 1, 0])),)),
)  # fmt: skip

know(
    "multiply",
    critical=(squares,),
    gradient=Gradient(adds_up=True),
    digits=each(lambda mp: lambda x, y: x * y),
    bounds=exact("IEEE 754; of complex numbers the parts are rounded a few times", complex=4),
    integers="exact",
    operator="mul",
    left_out={"c": LeftOut(extreme, IMPLEMENTATION)},
    special=SpecialCases(real=(((inf, 0.0), nan), ((inf, -2.0), -inf), ((-0.0, 3.0), -0.0), ((-0.0, -3.0), 0.0))),
    bad=(bad(AikitTypeError, "dict", {}, ArraySpec((2,), dtype="float32"), words=("x1={}", "dict")),),
)  # fmt: skip

know(
    "nan_to_num",
    reference=reference.nan_to_num,
    widened=False,
    bounds=UNROUNDED,
    keywords=Keywords(
        values={"nan": (0.0, 2.5, -1.5), "posinf": (None, 7.0, -3.0, 0), "neginf": (None, -7.0, 1.0, 0)}, of=all_sorts
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

know("not_equal", operator="ne")
know("positive", bounds=UNROUNDED, sign_of_zero="all", operator="pos")

know(
    "pow",
    critical=(squares, whole),
    reference=reference.pow,
    digits=each(lambda mp: lambda x, y: x**y),
    all_values=(2,),
    # of complex numbers, the error of the logarithm is multiplied by the exponent
    scale=reference.scale_of_pow,
    integers="exact",
    operator="pow",
    left_out={"c": LeftOut(
        lambda x1, x2: extreme(x1, x2) | (x1.imag == 0) | (abs(x2) > 6),
        "left to the implementation by the standard; on the branch cut and far out errors grow without bound",
    )},
    special=SpecialCases(
        real=(
            ((1.0, nan), 1.0), ((nan, 0.0), 1.0), ((nan, -0.0), 1.0), ((-1.0, inf), 1.0), ((-1.0, -inf), 1.0),
            ((2.0, -inf), 0.0),
            ((0.5, -inf), inf), ((-0.0, -1.0), -inf), ((-0.0, -2.0), inf), ((-0.0, 3.0), -0.0), ((-0.0, 2.0), 0.0),
            ((-inf, 3.0), -inf), ((-inf, -3.0), -0.0), ((-inf, -2.0), 0.0), ((-8.0, 0.5), nan), ((nan, 1.0), nan),
        ),
        # undefined in the standard; aikit's rules
        integer=(((2, -1), 0), ((1, -5), 1), ((-1, -2), 1), ((-1, -3), -1), ((0, -1), 0), ((0, 0), 1)),
    ),
    gradient=Gradient(kinks=(Kink(([0.0, 2.0], 0.0), ([0, 0],)), Kink(([0.0, 2.0], 2), ([0, 4],))), of_positive=True),
)  # fmt: skip

know(
    "rad2deg",
    reference=reference.rad2deg,
    digits=each(lambda mp: lambda x: x * 180 / mp.pi),
    bounds=CONSTANT,
    special=SpecialCases(real=(((-0.0,), -0.0), ((-inf,), -inf))),
)


know("real", bounds=UNROUNDED, sign_of_zero="all")

know(
    "reciprocal",
    critical=(squares,),
    reference=lambda x: 1 / x,
    digits=each(lambda mp: lambda x: 1 / x),
    bounds=exact("a quotient; of complex numbers one of sums of products", complex=8),
    left_out={"c": LeftOut(lambda x: not_finite(x) | (x == 0), IMPLEMENTATION)},
    special=SpecialCases(real=(((0.0,), inf), ((-0.0,), -inf), ((-inf,), -0.0))),
)  # fmt: skip

know(
    "remainder",
    critical=(whole,),
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
    bounds=exact("nothing is rounded; of complex numbers the parts a few times", complex=4),
    sign_of_zero="open",
    left_out={"c": LeftOut(not_finite, IMPLEMENTATION)},
    special=SpecialCases(
        real=(((nan,), nan), ((-inf,), -1.0), ((3.0,), 1.0)),
        complex=(
            (complex(0, 0), (0.0, 0.0)), (complex(-0.0, -0.0), (0.0, 0.0)), (complex(3, -4), (0.6, -0.8)),
            (complex(nan, 1), (nan, nan)),
        ),
    ),
)  # fmt: skip

know("signbit", left_out={"f": LeftOut(np.isnan, "the sign of a NaN is not defined")})

know(
    "sin",
    critical=(quarter_turns,),
    digits=each(lambda mp: mp.sin),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), -0.0), ((inf,), nan))),
    bad=(
        bad(AikitTypeError, "int", ArraySpec((2,), dtype="int32"), words=("x", "int32", "floating-point")),
        bad(AikitTypeError, "bool", ArraySpec((2,), dtype="bool"), words=("x", "bool", "floating-point")),
        bad(AikitTypeError, "Python int", 1, words=("x=1", "int")),
        bad(TypeError, "unknown keyword", ArraySpec((2,), dtype="float32"), foo=1, words=("foo",)),
        bad(AikitTypeError, "too many", ArraySpec((2,), dtype="float32"), 1, 2, words=("too many", "signature")),
        bad(TypeError, "keyword for positional-only", x=ArraySpec((2,), dtype="float32"), words=("x",)),
        bad(
            AikitValueError,
            "shape",
            ArraySpec((2,), dtype="float32"),
            out=ArraySpec((3,), dtype="float32"),
            words=("out", "(3,)", "(2,)"),
        ),
        bad(
            AikitValueError,
            "shape that broadcasts",
            ArraySpec((1,), dtype="float32"),
            out=ArraySpec((3,), dtype="float32"),
            words=("out", "(3,)", "(1,)"),
        ),
        bad(
            AikitTypeError,
            "dtype",
            ArraySpec((2,), dtype="float32"),
            out=ArraySpec((2,), dtype="int32"),
            words=("out", "int32", "float32"),
        ),
        bad(
            AikitTypeError,
            "complex result",
            ArraySpec((2,), dtype="complex64"),
            out=ArraySpec((2,), dtype="float32"),
            words=("out", "float32", "complex64"),
        ),
    ),
)  # fmt: skip

know(
    "sinh",
    critical=(reaching(np.arcsinh),),
    digits=each(lambda mp: mp.sinh),
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((-0.0,), -0.0), ((-inf,), -inf)),
        complex=(
            (complex(0, 0), (0.0, 0.0)), (complex(inf, 0), (inf, 0.0)), (complex(inf, nan), (EITHER_INF, nan)),
            (complex(nan, nan), (nan, nan)),
        ),
    ),
)  # fmt: skip

know(
    "sqrt",
    critical=(one,),
    digits=each(lambda mp: mp.sqrt),
    bounds=ROOT,
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((-0.0,), -0.0), ((-1.0,), nan), ((inf,), inf)),
        complex=(
            (complex(0, 0), (0.0, 0.0)), (complex(-0.0, 0), (0.0, 0.0)), (complex(1, inf), (inf, inf)),
            (complex(nan, inf), (inf, inf)),
            (complex(-inf, 1), (0.0, inf)), (complex(inf, 1), (inf, 0.0)), (complex(-4, -0.0), (0.0, -2.0)),
            (complex(nan, nan), (nan, nan)),
        ),
    ),
)  # fmt: skip

know(
    "square",
    critical=(squares,),
    reference=lambda x: x * x,
    digits=each(lambda mp: lambda x: x * x),
    bounds=exact("a product; of complex numbers the parts are rounded a few times", complex=4),
    integers="exact",
    left_out={"c": LeftOut(extreme, IMPLEMENTATION)},
)

know(
    "subtract",
    bounds=ROUNDED_ONCE,
    integers="exact",
    operator="sub",
    special=SpecialCases(real=(((inf, inf), nan), ((-0.0, 0.0), -0.0), ((0.0, -0.0), 0.0), ((0.0, 0.0), 0.0))),
)  # fmt: skip

know(
    "tan",
    critical=(quarter_turns,),
    digits=each(lambda mp: mp.tan),
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((-0.0,), -0.0), ((inf,), nan)),
        # the zero beside an infinity has the sign of the other part, where C99 has that of the sine of its double
        complex=(
            (complex(0, 0), (0.0, 0.0)), (complex(2, inf), (0.0, 1.0)), (complex(-2, inf), (-0.0, 1.0)),
            (complex(1, -inf), (0.0, -1.0)), (complex(inf, inf), (EITHER_ZERO, 1.0)),
        ),
    ),
)  # fmt: skip

know(
    "tanh",
    critical=(reaching(np.arctanh),),
    digits=each(lambda mp: mp.tanh),
    left_out={"c": by_the_table()},
    special=SpecialCases(
        real=(((-0.0,), -0.0), ((-inf,), -1.0), ((inf,), 1.0)),
        complex=(
            (complex(0, 0), (0.0, 0.0)), (complex(inf, 1), (1.0, 0.0)), (complex(inf, inf), (1.0, EITHER_ZERO)),
            (complex(inf, 2), (1.0, 0.0)), (complex(inf, -2), (1.0, -0.0)), (complex(-inf, 2), (-1.0, 0.0)),
            (complex(inf, nan), (1.0, EITHER_ZERO)), (complex(nan, nan), (nan, nan)),
        ),
    ),
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
    bounds=UNROUNDED,
    special=SpecialCases(real=(((-0.5,), -0.0), ((-0.0,), -0.0), ((-1.5,), -1.0))),
)

know(
    "trunc_divide",
    critical=(whole,),
    reference=reference.trunc_divide,
    digits=each(lambda mp: lambda x, y: (mp.floor if (x < 0) == (y < 0) else mp.ceil)(x / y)),
    bounds=FLOORED,
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


def _close(dtype: str, number: int) -> np.ndarray:
    """Values of all sorts; in the second array every third is a little off, and every third far off."""
    values = all_sorts(dtype, 0)
    factors = np.resize([1, 1.0009765625, 1.25], values.shape) if number else np.ones(values.shape)
    with np.errstate(all="ignore"):
        return np.asarray(values * factors, values.dtype)


TOLERANCES: dict[str, Any] = {"rtol": (1e-05, 0.01, 0.5, 0), "atol": (1e-08, 0.125, 0)}


def _all_close(*, same: bool, rtol: float, atol: float, equal_nan: bool) -> Row:
    """Ones beside what is hardly as far off as the tolerances allow together, and NaN where it counts as equal; or anything."""
    if not same:
        return row(array(2, _close, 0), array(2, _close, 1), rtol=rtol, atol=atol, equal_nan=equal_nan)
    others = (nan,) if equal_nan else ()
    arrays = (1.0, 1.0 + (atol + rtol) * 0.97, *others), (1.0, 1.0, *others)
    return row(*(ArraySpec((2, 3), _of(values)) for values in arrays), rtol=rtol, atol=atol, equal_nan=equal_nan)


def _of(values: tuple[float, ...]) -> Callable[[str], np.ndarray]:
    return lambda dtype: np.array(values).astype(numpy_dtype(dtype))


know(
    "isclose",
    reference=np.isclose,
    keywords=Keywords(values=TOLERANCES, of=_close),
)
know(
    "allclose",
    # of which the last alone is far from the others, for some lengths
    sizes=tuple(row(ArraySpec((N,), "flags"), number, label=f"close to {number}") for number in (0, 1)),
    reference=lambda a, b, **tolerances: np.asarray(np.allclose(a, b, **tolerances)),
    keywords=Keywords(
        values={**TOLERANCES, "same": (True, False)},
        silent=lambda *, same, **others: () if same else ("rtol", "atol", "equal_nan"),
        call=_all_close,
    ),
    calls=(
        mixed_dtypes(VECTOR, VECTOR),
        *all_dtypes(
            row(ArraySpec((4, 6), Made(_close, 0)), ArraySpec((4, 6), Made(_close, 0)), equal_nan=True, label="equal"),
            row(ArraySpec((4, 6), Made(_close, 0)), ArraySpec((4, 6), Made(_close, 1)), equal_nan=True, rtol=0.5),
        ),
        row(ArraySpec((4, 6), Made(_close, 0)), ArraySpec((4, 6), Made(_close, 1)), equal_nan=True, label="far"),
        row(ArraySpec((3, 1), "ordinary"), ArraySpec((4,), "ordinary"), atol=100, label="broadcasting"),
        row(SPECIAL, SPECIAL, label="NaN"),
        row(X, 0.5, atol=100, label="Python scalar"),
        row(0.5, X, label="Python scalar first"),
        row(EMPTY, EMPTY, label="size 0"),
        row(POINT, POINT, label="0-d"),
    ),
)
