"""Special cases of the Python Array API standard 2025.12 that are worth stating one by one.

NumPy is the reference of the check `value`, and for most functions its special cases are the standard's. Here stand
those where it is not so, where aikit settles what the standard leaves open, and the complex ones, which `value` leaves
out because NumPy follows the C library there.
https://data-apis.org/array-api/2025.12/API_specification/elementwise_functions.html
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, nan, pi

from pytest_aikit.knowledge.special_cases import EITHER_INF, EITHER_ZERO, Complex, Real

REAL: Mapping[str, tuple[Real, ...]] = {
    # (arguments, result)
    "abs": (((-0.0,), 0.0), ((-inf,), inf)),
    "acos": (((1.0,), 0.0), ((2.0,), nan), ((-1.0,), pi)),
    "acosh": (((1.0,), 0.0), ((0.5,), nan), ((inf,), inf)),
    "add": (((inf, -inf), nan), ((-0.0, -0.0), -0.0), ((-0.0, 0.0), 0.0), ((3.0, -3.0), 0.0)),
    "asin": (((-0.0,), -0.0), ((2.0,), nan), ((1.0,), pi / 2)),
    "asinh": (((-0.0,), -0.0), ((-inf,), -inf)),
    "atan": (((-0.0,), -0.0), ((inf,), pi / 2), ((-inf,), -pi / 2)),
    "atan2": (
        ((0.0, 0.0), 0.0), ((0.0, -0.0), pi), ((-0.0, 0.0), -0.0), ((-0.0, -0.0), -pi), ((-0.0, -1.0), -pi),
        ((1.0, inf), 0.0),
        ((-1.0, inf), -0.0), ((1.0, -inf), pi), ((-1.0, -inf), -pi), ((inf, 1.0), pi / 2), ((inf, inf), pi / 4),
        ((inf, -inf), 3 * pi / 4), ((-inf, inf), -pi / 4), ((-inf, -inf), -3 * pi / 4),
    ),
    "atanh": (((1.0,), inf), ((-1.0,), -inf), ((-0.0,), -0.0), ((2.0,), nan)),
    "ceil": (((-0.5,), -0.0), ((-0.0,), -0.0), ((-inf,), -inf)),
    "copysign": (((1.0, -0.0), -1.0), ((0.0, -1.0), -0.0), ((inf, -2.0), -inf), ((-3.0, 0.0), 3.0)),
    "cos": (((inf,), nan), ((-0.0,), 1.0)),
    "cosh": (((-0.0,), 1.0), ((-inf,), inf)),
    "divide": (
        ((inf, -inf), nan), ((0.0, -0.0), nan), ((1.0, -0.0), -inf), ((-1.0, -0.0), inf), ((0.0, -1.0), -0.0),
        ((1.0, -inf), -0.0), ((-1.0, -inf), 0.0), ((inf, -0.0), -inf),
    ),
    "exp": (((-0.0,), 1.0), ((-inf,), 0.0), ((inf,), inf)),
    "expm1": (((-0.0,), -0.0), ((-inf,), -1.0), ((inf,), inf)),
    "floor": (((0.5,), 0.0), ((-0.0,), -0.0), ((-0.5,), -1.0)),
    # the standard also allows what Python gives for infinities; aikit takes what it prefers
    "floor_divide": (
        ((inf, inf), nan), ((0.0, 0.0), nan), ((1.0, 0.0), inf), ((-1.0, 0.0), -inf), ((1.0, -inf), -0.0),
        ((-1.0, inf), -0.0), ((1.0, inf), 0.0), ((-1.0, -inf), 0.0), ((0.0, -1.0), -0.0), ((inf, 1.0), inf),
        ((inf, -1.0), -inf), ((-inf, 1.0), -inf), ((-inf, -1.0), inf), ((0.0, inf), 0.0), ((0.0, -inf), -0.0),
    ),
    "hypot": (((inf, nan), inf), ((nan, -inf), inf), ((-0.0, 0.0), 0.0), ((nan, 1.0), nan)),
    "log": (((0.0,), -inf), ((-0.0,), -inf), ((1.0,), 0.0), ((-1.0,), nan), ((inf,), inf)),
    "log10": (((0.0,), -inf), ((1.0,), 0.0), ((100.0,), 2.0), ((-1.0,), nan)),
    "log1p": (((-1.0,), -inf), ((-0.0,), -0.0), ((-2.0,), nan), ((inf,), inf)),
    "log2": (((0.0,), -inf), ((1.0,), 0.0), ((8.0,), 3.0), ((-1.0,), nan)),
    "logaddexp": (((inf, inf), inf), ((-inf, -inf), -inf), ((-inf, 2.0), 2.0), ((inf, -inf), inf), ((nan, inf), nan)),
    "maximum": (((nan, 1.0), nan), ((1.0, nan), nan), ((inf, -inf), inf)),
    "minimum": (((nan, 1.0), nan), ((1.0, nan), nan), ((inf, -inf), -inf)),
    "multiply": (((inf, 0.0), nan), ((inf, -2.0), -inf), ((-0.0, 3.0), -0.0), ((-0.0, -3.0), 0.0)),
    "nextafter": (((nan, 1.0), nan), ((1.0, nan), nan), ((2.0, 2.0), 2.0), ((inf, inf), inf)),
    "pow": (
        ((1.0, nan), 1.0), ((nan, 0.0), 1.0), ((nan, -0.0), 1.0), ((-1.0, inf), 1.0), ((-1.0, -inf), 1.0),
        ((2.0, -inf), 0.0),
        ((0.5, -inf), inf), ((-0.0, -1.0), -inf), ((-0.0, -2.0), inf), ((-0.0, 3.0), -0.0), ((-0.0, 2.0), 0.0),
        ((-inf, 3.0), -inf), ((-inf, -3.0), -0.0), ((-inf, -2.0), 0.0), ((-8.0, 0.5), nan), ((nan, 1.0), nan),
    ),
    "reciprocal": (((0.0,), inf), ((-0.0,), -inf), ((-inf,), -0.0)),
    # Python's sign rule; a finite number and an infinity of the other sign leave the infinity
    "remainder": (
        ((5.0, -3.0), -1.0), ((-5.0, 3.0), 1.0), ((3.0, -3.0), -0.0), ((-3.0, 3.0), 0.0), ((1.0, 0.0), nan),
        ((inf, 2.0), nan),
        ((1.0, inf), 1.0), ((-1.0, inf), inf), ((1.0, -inf), -inf), ((-0.0, 2.0), 0.0),
    ),
    "round": (((0.5,), 0.0), ((1.5,), 2.0), ((2.5,), 2.0), ((-0.5,), -0.0), ((-2.5,), -2.0), ((-0.0,), -0.0)),
    "sign": (((nan,), nan), ((-inf,), -1.0), ((3.0,), 1.0)),
    "sin": (((-0.0,), -0.0), ((inf,), nan)),
    "sinh": (((-0.0,), -0.0), ((-inf,), -inf)),
    "sqrt": (((-0.0,), -0.0), ((-1.0,), nan), ((inf,), inf)),
    "subtract": (((inf, inf), nan), ((-0.0, 0.0), -0.0), ((0.0, -0.0), 0.0), ((0.0, 0.0), 0.0)),
    "tan": (((-0.0,), -0.0), ((inf,), nan)),
    "tanh": (((-0.0,), -0.0), ((-inf,), -1.0), ((inf,), 1.0)),
    "trunc": (((-0.5,), -0.0), ((-0.0,), -0.0), ((-1.5,), -1.0)),
}  # fmt: skip
"""Function -> (arguments, result) of real floating dtypes. Signs of zeros count."""

INTEGER: Mapping[str, tuple[tuple[tuple[int, int], int], ...]] = {
    # undefined in the standard; aikit's rules
    "floor_divide": (((7, 0), 0), ((0, 0), 0), ((-7, 2), -4), ((7, -2), -4)),
    "remainder": (((7, 0), 0), ((0, 0), 0), ((-7, 2), 1), ((7, -2), -1)),
    "pow": (((2, -1), 0), ((1, -5), 1), ((-1, -2), 1), ((-1, -3), -1), ((0, -1), 0), ((0, 0), 1)),
    "bitwise_left_shift": (((1, 100), 0), ((1, -1), 0), ((-1, 3), -8)),
    "bitwise_right_shift": (((8, 100), 0), ((-8, 100), -1), ((8, -1), 0), ((-8, -1), -1), ((-8, 1), -4)),
}
"""Function -> (arguments, result) of integer dtypes; those with a negative number are for signed ones only."""

COMPLEX: Mapping[str, tuple[Complex, ...]] = {
    # argument, (real part, imaginary part) of the result; None for a part that is not looked at
    "abs": ((complex(-inf, nan), (inf, None)), (complex(nan, inf), (inf, None)), (complex(nan, 1), (nan, None))),
    "acos": (
        (complex(0, 0), (pi / 2, -0.0)), (complex(1, inf), (pi / 2, -inf)), (complex(inf, 1), (0.0, -inf)),
        (complex(nan, nan), (nan, nan)),
    ),
    "acosh": (
        (complex(0, 0), (0.0, pi / 2)), (complex(1, inf), (inf, pi / 2)), (complex(-inf, 1), (inf, pi)),
        (complex(nan, nan), (nan, nan)),
    ),
    "asinh": (
        (complex(0, 0), (0.0, 0.0)), (complex(1, inf), (inf, pi / 2)), (complex(inf, 1), (inf, 0.0)),
        (complex(inf, inf), (inf, pi / 4)),
    ),
    "atanh": (
        (complex(0, 0), (0.0, 0.0)), (complex(1, 0), (inf, 0.0)), (complex(1, inf), (0.0, pi / 2)),
        (complex(inf, 1), (0.0, pi / 2)),
    ),
    "conj": ((complex(nan, inf), (nan, -inf)), (complex(-0.0, 0.0), (-0.0, -0.0))),
    "cosh": (
        (complex(0, 0), (1.0, 0.0)), (complex(inf, 0), (inf, 0.0)), (complex(inf, nan), (inf, nan)),
        (complex(nan, nan), (nan, nan)),
    ),
    "exp": (
        (complex(0, 0), (1.0, 0.0)), (complex(-0.0, 0), (1.0, 0.0)), (complex(1, inf), (nan, nan)),
        (complex(inf, 0), (inf, 0.0)),
        (complex(-inf, inf), (EITHER_ZERO, EITHER_ZERO)), (complex(inf, inf), (EITHER_INF, nan)),
        (complex(nan, 0), (nan, 0.0)),
    ),
    "expm1": (
        (complex(0, 0), (0.0, 0.0)), (complex(-0.0, 0), (0.0, 0.0)), (complex(inf, 0), (inf, 0.0)),
        (complex(1, inf), (nan, nan)),
        (complex(nan, 0), (nan, 0.0)), (complex(-inf, inf), (-1.0, EITHER_ZERO)), (complex(inf, inf), (EITHER_INF, nan)),
        (complex(-inf, nan), (-1.0, EITHER_ZERO)), (complex(inf, nan), (EITHER_INF, nan)),
    ),
    "log": (
        (complex(-0.0, 0), (-inf, pi)), (complex(0, 0), (-inf, 0.0)), (complex(1, inf), (inf, pi / 2)),
        (complex(-inf, 1), (inf, pi)),
        (complex(inf, 1), (inf, 0.0)), (complex(inf, inf), (inf, pi / 4)), (complex(inf, nan), (inf, nan)),
        (complex(nan, nan), (nan, nan)),
    ),
    "log1p": (
        (complex(-1, 0), (-inf, 0.0)), (complex(inf, 1), (inf, 0.0)), (complex(-inf, 1), (inf, pi)),
        (complex(nan, nan), (nan, nan)),
    ),
    "sign": (
        (complex(0, 0), (0.0, 0.0)), (complex(-0.0, -0.0), (0.0, 0.0)), (complex(3, -4), (0.6, -0.8)),
        (complex(nan, 1), (nan, nan)),
    ),
    "sinh": (
        (complex(0, 0), (0.0, 0.0)), (complex(inf, 0), (inf, 0.0)), (complex(inf, nan), (EITHER_INF, nan)),
        (complex(nan, nan), (nan, nan)),
    ),
    "sqrt": (
        (complex(0, 0), (0.0, 0.0)), (complex(-0.0, 0), (0.0, 0.0)), (complex(1, inf), (inf, inf)),
        (complex(nan, inf), (inf, inf)),
        (complex(-inf, 1), (0.0, inf)), (complex(inf, 1), (inf, 0.0)), (complex(-4, -0.0), (0.0, -2.0)),
        (complex(nan, nan), (nan, nan)),
    ),
    # the zero beside an infinity has the sign of the other part, where C99 has that of the sine of its double
    "tan": (
        (complex(0, 0), (0.0, 0.0)), (complex(2, inf), (0.0, 1.0)), (complex(-2, inf), (-0.0, 1.0)),
        (complex(1, -inf), (0.0, -1.0)), (complex(inf, inf), (EITHER_ZERO, 1.0)),
    ),
    "tanh": (
        (complex(0, 0), (0.0, 0.0)), (complex(inf, 1), (1.0, 0.0)), (complex(inf, inf), (1.0, EITHER_ZERO)),
        (complex(inf, 2), (1.0, 0.0)), (complex(inf, -2), (1.0, -0.0)), (complex(-inf, 2), (-1.0, 0.0)),
        (complex(inf, nan), (1.0, EITHER_ZERO)), (complex(nan, nan), (nan, nan)),
    ),
}  # fmt: skip
"""Function -> (argument, parts of the result) of complex dtypes, as the standard's table has them."""
