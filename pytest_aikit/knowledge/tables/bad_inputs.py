"""Bad inputs that the parameters of a function do not tell, because they depend on the shapes of several arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aikit.exceptions import (
    AikitAxisError,
    AikitBroadcastShapeError,
    AikitOverflowError,
    AikitTypeError,
    AikitValueError,
)
from pytest_aikit.knowledge.calls import CUBE, POINT, ArraySpec, Bad, X, bad

VECTOR = ArraySpec((3,))

_TRANSFORM = (
    bad(AikitValueError, "no length", X, n=0),
    bad(AikitValueError, "negative length", X, n=-1),
    bad(AikitValueError, "no elements", ArraySpec((3, 0))),
    bad(AikitAxisError, "0-d", POINT),
    bad(AikitValueError, "too many elements", X, n=2**62),
)
_HALF_A_SPECTRUM = (*_TRANSFORM, bad(AikitValueError, "one element", ArraySpec((3, 1))))
_TRANSFORMS = (
    bad(AikitValueError, "lengths without axes", X, s=(2, 2)),
    bad(AikitValueError, "other number", X, s=(2, 2), axes=(0,)),
    bad(AikitValueError, "no length", X, s=(0,), axes=(0,)),
    bad(AikitValueError, "negative length", X, s=(2, -2), axes=(0, 1)),
    bad(AikitValueError, "no elements", ArraySpec((3, 0))),
    bad(AikitAxisError, "out of range", X, axes=(2,)),
    bad(AikitAxisError, "axis twice", X, axes=(0, -2)),
    bad(AikitValueError, "too many elements", X, s=(2**40, 2**40), axes=(0, 1)),
)
_NO_AXES = (bad(AikitValueError, "no axes", X, axes=()), bad(AikitValueError, "0-d", POINT))
_FREQUENCIES = (
    bad(AikitValueError, "too many", 2**62),
    bad(AikitValueError, "no length", 0),
    bad(AikitValueError, "negative length", -3),
    bad(AikitValueError, "no distance", 4, d=0.0),
    bad(AikitTypeError, "distance no number", 4, d="1"),
)
_SHIFTS = (
    bad(AikitAxisError, "out of range", X, axes=2),
    bad(AikitAxisError, "axis twice", X, axes=(1, -1)),
    bad(AikitAxisError, "0-d", POINT, axes=0),
)

_MATRIX = (bad(AikitValueError, "no matrix", VECTOR),)
_SQUARE = (*_MATRIX, bad(AikitValueError, "not square", X))
_FINITE = (bad(AikitValueError, "not finite", ArraySpec((2, 2), "not finite")),)

_SHAPE = (
    bad(AikitValueError, "negative length", (2, -1)),
    bad(AikitTypeError, "length no int", (2, 1.5)),
    bad(AikitTypeError, "text", "ab"),
    bad(AikitValueError, "too many elements", (2**40, 2**40)),
    bad(AikitValueError, "a dimension beyond 64 bits", (0, 2**70)),
)

ROWS: Mapping[str, Sequence[Bad]] = {
    **dict.fromkeys(("fft", "ifft", "rfft", "ihfft"), _TRANSFORM),
    **dict.fromkeys(("irfft", "hfft"), _HALF_A_SPECTRUM),
    **dict.fromkeys(("fftn", "ifftn"), _TRANSFORMS),
    **dict.fromkeys(("rfftn", "irfftn"), _TRANSFORMS + _NO_AXES),
    **dict.fromkeys(("fftfreq", "rfftfreq"), _FREQUENCIES),
    **dict.fromkeys(("fftshift", "ifftshift"), _SHIFTS),
    **dict.fromkeys((), _SQUARE),
    **dict.fromkeys((), _SQUARE + _FINITE),
    **dict.fromkeys((), _MATRIX + _FINITE),
    **dict.fromkeys(
        (),
        (
            *_MATRIX,
            *_FINITE,
            bad(AikitTypeError, "tolerance no number", X, rtol="1"),
            bad(AikitBroadcastShapeError, "tolerance", CUBE, rtol=ArraySpec((3,))),
        ),
    ),
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
