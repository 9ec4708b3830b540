"""Bad inputs that the parameters of a function do not tell, because they depend on the shapes of several arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aikit.exceptions import (
    AikitBroadcastShapeError,
    AikitOverflowError,
    AikitTypeError,
    AikitValueError,
)
from pytest_aikit.knowledge.calls import ArraySpec, Bad, X, bad

VECTOR = ArraySpec((3,))

_SHAPE = (
    bad(AikitValueError, "negative length", (2, -1)),
    bad(AikitTypeError, "length no int", (2, 1.5)),
    bad(AikitTypeError, "text", "ab"),
    bad(AikitValueError, "too many elements", (2**40, 2**40)),
    bad(AikitValueError, "a dimension beyond 64 bits", (0, 2**70)),
)

ROWS: Mapping[str, Sequence[Bad]] = {
    "arange": (
        bad(AikitValueError, "step 0", 0, 5, 0),
        bad(AikitValueError, "no end", 0.0, float("inf")),
        bad(AikitValueError, "too many", 2**62),
        bad(AikitOverflowError, "beyond the default dtype", 0, 2**40, 2**39),
        bad(AikitOverflowError, "first beyond the default dtype", 2**31, 2**31 + 2),
        bad(AikitOverflowError, "last beyond the dtype", 250, 257, dtype="uint8"),
        bad(AikitOverflowError, "negative", -2, 2, dtype="uint8"),
        bad(AikitOverflowError, "floats beyond the dtype", 0.0, 400.0, 100.0, dtype="int8"),
    ),
    "linspace": (
        bad(AikitValueError, "negative number", 0.0, 1.0, -1),
        bad(AikitTypeError, "number no int", 0.0, 1.0, 2.5),
        bad(AikitValueError, "too many", 0.0, 1.0, 2**62),
    ),
    **dict.fromkeys(("zeros", "ones", "empty"), _SHAPE),
    "full": (
        bad(AikitValueError, "negative length", (2, -1), 1.0),
        bad(AikitTypeError, "fill value no number", (2,), "a"),
        bad(AikitValueError, "too many elements", (2**40, 2**40), 1.0),
    ),
    "eye": (
        bad(AikitValueError, "negative length", -1),
        bad(AikitTypeError, "length no int", 2.5),
        bad(AikitValueError, "too many elements", 2**40),
    ),
    "tril": (bad(AikitValueError, "no matrix", VECTOR),),
    "triu": (bad(AikitValueError, "no matrix", VECTOR),),
    "clip": (bad(AikitBroadcastShapeError, "do not fit", X, ArraySpec((5,)), None),),
    "meshgrid": (bad(AikitValueError, "two dimensions", X, VECTOR),),
}
"""Function -> bad inputs that its parameters do not tell."""
