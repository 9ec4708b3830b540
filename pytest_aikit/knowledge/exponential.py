"""Exponentials, logarithms, powers and roots; see `elementwise`."""

from __future__ import annotations

from math import inf, nan

import numpy as np

from pytest_aikit.knowledge.bounds import ACCELERATOR, Bounds, exact, on
from pytest_aikit.knowledge.calls import Kink
from pytest_aikit.knowledge.complex_cases import of_the_standard
from pytest_aikit.knowledge.critical import exponents, one, powers, reaching, squares, whole
from pytest_aikit.knowledge.digits import each
from pytest_aikit.knowledge.left_out import (
    IMPLEMENTATION,
    LeftOut,
    by_the_table,
    power_at_the_ends,
    product_at_the_ends,
)
from pytest_aikit.knowledge.records import Gradient, has_infinities, know
from pytest_aikit.knowledge.reference import elementwise as reference
from pytest_aikit.knowledge.scales import greatest
from pytest_aikit.knowledge.special_cases import SpecialCases

ROOT = Bounds(
    real={"float32": 1, "float64": 1, "*": 0},
    complex=4,
    exact_on=("numpy", "array_api_strict", "jax", "tensorflow"),
    why="IEEE 754 asks for 0, but PyTorch takes MKL's, whose error is 0.56, and 0.63 in float32 on AMD's Zen 5; of complex "
    "numbers the parts are rounded a few times",
)

know(
    "erf",
    critical=(one, reaching(np.sqrt), reaching(lambda x: np.sqrt(-np.log(x)))),
    reference=reference.erf,
    digits=each(lambda mp: mp.erf),
    bounds=Bounds(
        wider_on=(on("jax", float32=7), on("tensorflow", float32=8)),
        why="seen are 5.1 in XLA's and 6.0 in Eigen's rational approximation, near 3",
    ),
    special=SpecialCases(real=(((0.0,), 0.0), ((-0.0,), -0.0), ((-inf,), -1.0), ((inf,), 1.0), ((nan,), nan))),
)

know(
    "exp",
    critical=(reaching(np.log),),
    digits=each(lambda mp: mp.exp),
    bounds=Bounds(wider_on=(on("jax", float32=6),), why="XLA's is off by 4.1 ULP in float32 beside overflow"),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), 1.0), ((-inf,), 0.0), ((inf,), inf)), complex=of_the_standard("exp")),
)  # fmt: skip


def _is_power_of_two(x: np.ndarray) -> np.ndarray:
    return np.abs(np.frexp(x)[0]) == 0.5


know(
    "exp2",
    critical=(reaching(np.log2), whole, exponents),
    digits=each(lambda mp: lambda x: mp.power(2, x)),
    bounds=Bounds(
        real={"float32": 1.5, "float64": 2, "*": 1},
        wider_on=(on(ACCELERATOR, float32=2),),
        why="seen are 1.0 in float32, by NumPy's power with AVX-512, and 1.5 in float64, by TensorFlow's power; CUDA's is within "
        "2: https://docs.nvidia.com/cuda/cuda-c-programming-guide/#mathematical-functions-appendix",
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
        wider_on=(on("jax", float32=8, float64=6), on("tensorflow", float32=6)),
        why="seen are 5.6 in float32 and 4.1 in float64 near 0.002, where XLA goes over to another series, and 4.2 in Eigen's",
    ),
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), -0.0), ((-inf,), -1.0), ((inf,), inf)), complex=of_the_standard("expm1")),
)  # fmt: skip

know(
    "log",
    critical=(one,),
    digits=each(lambda mp: mp.log),
    left_out={"c": by_the_table(0)},
    special=SpecialCases(real=(((0.0,), -inf), ((-0.0,), -inf), ((1.0,), 0.0), ((-1.0,), nan), ((inf,), inf)), complex=of_the_standard("log")),
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
    bounds=Bounds(
        complex=10,
        wider_on=(on("tensorflow", float32=6),),
        why="seen are 3.9 in Eigen's, near 0.03, and twice as many in what TensorFlow makes of it for complex numbers",
    ),
    left_out={"c": by_the_table(-1)},
    special=SpecialCases(real=(((-1.0,), -inf), ((-0.0,), -0.0), ((-2.0,), nan), ((inf,), inf)), complex=of_the_standard("log1p")),
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


def _on_lower_side(x: np.ndarray) -> np.ndarray:
    """On the negative real axis, which is the branch cut of the logarithm, with an imaginary part of -0."""
    return (x.real < 0) & (x.imag == 0) & np.signbit(x.imag)


def _is_pole(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
    """Where 0 has no power."""
    return (x1 == 0) & (x2 != 0) & ~(x2.real > 0)


know(
    "pow",
    critical=(squares, whole),
    reference=reference.pow,
    digits=each(lambda mp: lambda x, y: x**y),
    all_values=(2,),
    # of complex numbers, the error of the logarithm is multiplied by the exponent
    scale=reference.scale_of_pow,
    bounds=Bounds(complex=12, why="seen are 8.7 in XLA's, in float32"),
    integers="exact",
    operator="pow",
    left_out={"c": LeftOut(
        lambda form, x1, x2: power_at_the_ends(form, x1, x2) | _on_lower_side(x1) | _is_pole(x1, x2) | (abs(x2) > 6),
        "left to the implementation by the standard; far out errors grow without bound", of_format=True,
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
    gradient=Gradient(
        kinks=(Kink(([0.0, 2.0], 0.0), ([0, 0],)), Kink(([0.0, 2.0], 2), ([0, 4],))), of_positive=True,
        amplified=reference.amplified_in_pow, open=has_infinities,
    ),
)  # fmt: skip

know(
    "sqrt",
    critical=(one,),
    digits=each(lambda mp: mp.sqrt),
    bounds=ROOT,
    left_out={"c": by_the_table()},
    special=SpecialCases(real=(((-0.0,), -0.0), ((-1.0,), nan), ((inf,), inf)), complex=(*of_the_standard("sqrt"), (complex(-4, -0.0), (0.0, -2.0)))),
)  # fmt: skip

know(
    "square",
    critical=(squares,),
    reference=lambda x: x * x,
    digits=each(lambda mp: lambda x: x * x),
    bounds=exact("a product; of complex numbers the parts are rounded a few times", complex=4),
    integers="exact",
    left_out={"c": LeftOut(lambda form, x: product_at_the_ends(form, x, x), IMPLEMENTATION, of_format=True)},
)
