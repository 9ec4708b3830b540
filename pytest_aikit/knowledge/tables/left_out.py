"""Values that are not sampled."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pytest_aikit.knowledge.left_out import LeftOut, by_the_table, extreme, not_finite

LEFT_OUT: Mapping[tuple[str, str], LeftOut] = {
    # (function, kind of dtype): what is replaced by 1, and why
    ("copysign", "f"): LeftOut(lambda x1, x2: np.isnan(x2), "the sign of a NaN is not defined"),
    ("signbit", "f"): LeftOut(np.isnan, "the sign of a NaN is not defined"),
    ("nextafter", "f"): LeftOut(lambda x1, x2: (x1 == 0) & (x2 == 0), "which zero is next to a zero is not defined"),
    ("divide", "c"): LeftOut(lambda x1, x2: extreme(x1, x2) | (x2 == 0), "left to the implementation by the standard"),
    ("multiply", "c"): LeftOut(extreme, "left to the implementation by the standard"),
    ("square", "c"): LeftOut(extreme, "left to the implementation by the standard"),
    ("reciprocal", "c"): LeftOut(lambda x: not_finite(x) | (x == 0), "left to the implementation by the standard"),
    ("sign", "c"): LeftOut(not_finite, "left to the implementation by the standard"),
    ("pow", "c"): LeftOut(
        lambda x1, x2: extreme(x1, x2) | (x1.imag == 0) | (abs(x2) > 6),
        "left to the implementation by the standard; on the branch cut and far out errors grow without bound",
    ),
    **{
        (name, "c"): by_the_table(*poles)
        for name, poles in {
            "acos": (), "acosh": (), "asin": (), "asinh": (), "atan": (1j, -1j), "atanh": (1, -1), "cos": (),
            "cosh": (), "exp": (), "expm1": (), "log": (0,), "log10": (0,), "log1p": (-1,), "log2": (0,), "sin": (),
            "sinh": (), "sqrt": (), "tan": (), "tanh": (), "round": (),
        }.items()
    },
}  # fmt: skip
"""Values that are not sampled, because no rule says what the result is."""
