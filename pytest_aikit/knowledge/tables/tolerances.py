"""Bounds, see `pytest_aikit.knowledge.bounds`."""

from __future__ import annotations

from collections.abc import Mapping

EXACT = frozenset({
    # IEEE 754 requires these to be correctly rounded
    "add", "subtract", "multiply", "remainder",
    # and these follow from one such operation
    "square", "reciprocal",
    # no rounding at all
    "abs", "ceil", "clip", "conj", "copysign", "floor", "imag", "maximum", "minimum", "negative",
    "nextafter", "positive", "real", "round", "sign", "trunc",
    # data movement and selection






})  # fmt: skip
"""The functions whose real results are exact or correctly rounded, whatever the dtype."""

COMPLEX: Mapping[str, float] = {
    # no rounding, or one in each part
    **dict.fromkeys(EXACT, 0),
    # a few roundings of the parts, no cancellation in the magnitude
    **dict.fromkeys(("abs", "multiply", "square", "sqrt", "sign"), 4),
    # a quotient of sums of products
    **dict.fromkeys(("divide", "reciprocal"), 8),
    # the error of the logarithm is multiplied by the exponent
    "pow": 64,
}
"""Bounds of complex results, where they are not `DEFAULT`."""

BOUNDS: Mapping[str, Mapping[str, float]] = {
    # where the quotient is too large for a dtype to hold all integers, it is rounded before 1 is taken off, and after it;
    # no other error of a whole number is as small as this
    "floor_divide": {"*": 1},
    # IEEE 754 asks for 0, but PyTorch takes MKL's, whose error is 0.56, and 0.63 in float32 on AMD's Zen 5
    "sqrt": {"float32": 1, "float64": 1, "*": 0},
    # IEEE 754 asks for 0, but XLA multiplies by the reciprocal of a divisor that is broadcast
    "divide": {"*": 1},
    # XLA composes these of several operations, each of which it rounds to the narrow dtype
    **{name: {"float16": 2, "bfloat16": 2} for name in ("acosh", "asin", "atanh", "expm1", "hypot", "log10", "log2")},
    # start + i * step: two roundings
}
"""Bounds that are not `DEFAULT`, with the reason."""


INTEGERS: Mapping[str, float] = {
    # both integers are rounded to the floating dtype before the division, which rounds once more
    "divide": 1.5,
}
"""Bounds of floating results of integers, where they are not those of floating arguments."""
