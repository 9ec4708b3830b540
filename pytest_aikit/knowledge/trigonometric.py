"""Trigonometric and hyperbolic functions, and the angles and hypotenuses of triangles; see `elementwise`."""

from __future__ import annotations

from math import inf, nan, pi

import numpy as np

from aikit.exceptions import AikitTypeError, AikitValueError
from pytest_aikit.knowledge.bounds import Bounds, on
from pytest_aikit.knowledge.calls import ArraySpec, Kink, bad
from pytest_aikit.knowledge.complex_cases import of_the_standard
from pytest_aikit.knowledge.critical import one, quarter_turns, reaching, squares
from pytest_aikit.knowledge.digits import each
from pytest_aikit.knowledge.left_out import by_the_table
from pytest_aikit.knowledge.records import Gradient, has_infinities, know
from pytest_aikit.knowledge.reference import elementwise as reference
from pytest_aikit.knowledge.special_cases import SpecialCases

CONSTANT = Bounds(
    real={"float32": 2, "float64": 2, "*": 1},
    why="the constant and the product are rounded: one and a half ULP at most",
)

know(
    "acos",
    critical=(one,),
    digits=each(lambda mp: mp.acos),
    bounds=Bounds(wider_on=(on("tensorflow", float32=6),), why="seen are 4.3 in Eigen's, near 0.58"),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((1.0,), 0.0), ((2.0,), nan), ((-1.0,), pi)), complex=of_the_standard("acos")),
)  # fmt: skip

know(
    "acosh",
    critical=(one, reaching(np.cosh)),
    digits=each(lambda mp: mp.acosh),
    bounds=Bounds(wider_on=(on("jax", float32=6, float64=6),), why="seen are 4.1 in XLA's, near 1.09"),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((1.0,), 0.0), ((0.5,), nan), ((inf,), inf)), complex=of_the_standard("acosh")),
)  # fmt: skip

know(
    "asin",
    critical=(one,),
    digits=each(lambda mp: mp.asin),
    bounds=Bounds(wider_on=(on("tensorflow", float32=6),), why="seen are 4.3 in Eigen's, near 0.5"),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), -0.0), ((2.0,), nan), ((1.0,), pi / 2)), complex=of_the_standard("asin")),
)  # fmt: skip

know(
    "asinh",
    critical=(one, reaching(np.sinh)),
    digits=each(lambda mp: mp.asinh),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), -0.0), ((-inf,), -inf)), complex=of_the_standard("asinh")),
)  # fmt: skip

know(
    "atan",
    critical=(one, reaching(np.tan)),
    digits=each(lambda mp: mp.atan),
    bounds=Bounds(
        wider_on=(on("tensorflow", float32=6, float64=6),), why="seen are 3.7 and 4.4 in Eigen's, where the angle is near pi / 4"
    ),
    left_out={"c": by_the_table(1j, -1j)},
    special=SpecialCases(real=(((-0.0,), -0.0), ((inf,), pi / 2), ((-inf,), -pi / 2)), complex=of_the_standard("atan")),
)  # fmt: skip

know(
    "atan2",
    critical=(one,),
    # mpmath knows no negative zero, which makes 0 of pi
    digits=each(lambda mp: lambda y, x: mp.atan2(y, x) or None),
    bounds=Bounds(
        wider_on=(on("tensorflow", float32=8, float64=6),), why="seen are 4.2 in Eigen's, where the angle is near pi / 4"
    ),
    special=SpecialCases(
        real=(
            ((0.0, 0.0), 0.0), ((0.0, -0.0), pi), ((-0.0, 0.0), -0.0), ((-0.0, -0.0), -pi), ((-0.0, -1.0), -pi),
            ((1.0, inf), 0.0),
            ((-1.0, inf), -0.0), ((1.0, -inf), pi), ((-1.0, -inf), -pi), ((inf, 1.0), pi / 2), ((inf, inf), pi / 4),
            ((inf, -inf), 3 * pi / 4), ((-inf, inf), -pi / 4), ((-inf, -inf), -3 * pi / 4),
        ),
    ),
    gradient=Gradient(kinks=(Kink(([0.0, 1.0], [0.0, 1.0]), ([0, 0.5], [0, -0.5])),), open=has_infinities),
)  # fmt: skip

know(
    "atanh",
    critical=(one, reaching(np.tanh)),
    digits=each(lambda mp: mp.atanh),
    left_out={"c": by_the_table(1, -1)},
    special=SpecialCases(real=(((1.0,), inf), ((-1.0,), -inf), ((-0.0,), -0.0), ((2.0,), nan)), complex=of_the_standard("atanh")),
)  # fmt: skip

know(
    "cos",
    critical=(quarter_turns,),
    gradient=Gradient(waves=True),
    digits=each(lambda mp: mp.cos),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((inf,), nan), ((-0.0,), 1.0)), complex=of_the_standard("cos")),
)  # fmt: skip

know(
    "cosh",
    critical=(reaching(np.arccosh),),
    digits=each(lambda mp: mp.cosh),
    bounds=Bounds(wider_on=(on("jax", float64=6),), why="seen are 4.5 in XLA's, of sums of exponentials"),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), 1.0), ((-inf,), inf)), complex=of_the_standard("cosh")),
)  # fmt: skip

know(
    "deg2rad",
    reference=reference.deg2rad,
    digits=each(lambda mp: lambda x: x * mp.pi / 180),
    bounds=CONSTANT,
    special=SpecialCases(real=(((-0.0,), -0.0), ((-inf,), -inf), ((180.0,), pi))),
)

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

know(
    "rad2deg",
    reference=reference.rad2deg,
    digits=each(lambda mp: lambda x: x * 180 / mp.pi),
    bounds=CONSTANT,
    special=SpecialCases(real=(((-0.0,), -0.0), ((-inf,), -inf))),
)

know(
    "sin",
    critical=(quarter_turns,),
    gradient=Gradient(waves=True),
    digits=each(lambda mp: mp.sin),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), -0.0), ((inf,), nan)), complex=of_the_standard("sin")),
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
    bounds=Bounds(wider_on=(on("jax", float32=6, float64=7),), why="seen are 5.3 in XLA's, of differences of exponentials"),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), -0.0), ((-inf,), -inf)), complex=of_the_standard("sinh")),
)  # fmt: skip

know(
    "tan",
    critical=(quarter_turns,),
    gradient=Gradient(waves=True),
    digits=each(lambda mp: mp.tan),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), -0.0), ((inf,), nan)), complex=of_the_standard("tan")),
)  # fmt: skip

know(
    "tanh",
    critical=(reaching(np.arctanh),),
    digits=each(lambda mp: mp.tanh),
    bounds=Bounds(
        wider_on=(on("jax", float32=6), on("tensorflow", float32=8, float64=10)),
        why="seen are 4.6 in XLA's rational approximation, and in Eigen's 5.6 and 8.0, where it is next to 1",
    ),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), -0.0), ((-inf,), -1.0), ((inf,), 1.0)), complex=of_the_standard("tanh")),
)  # fmt: skip
