"""The error function for libraries that have none, of functions of the Array API standard alone.

Below 1 it is x plus x times a polynomial in x squared; beyond, 1 less ``exp(-x**2)`` times a polynomial in
``s = 14.4 / (x + 3) - 2.6``, which goes from -1 to 1 as x goes from 6 to 1. The coefficients are those of the interpolations
in Chebyshev points, worked out with 60 digits. The error is 1 ULP in float64, and 2 in float32.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_NEAR = (
    1.28379167095512559e-01, -3.76126389031835429e-01, 1.12837916709451300e-01, -2.68661706432569945e-02,
    5.22397760726994558e-03, -8.54832598254322523e-04, 1.20552951126670012e-04, -1.49247407853775756e-05,
    1.64474711905946175e-06, -1.62088298568102018e-07, 1.37215204063510941e-08, -7.79854385054994733e-10,
)  # fmt: skip
_FAR = (
    2.07983291333428855e-01, 1.54361174294369186e-01, 4.96984454033941384e-02, 1.27131476956921473e-02,
    2.47931469708620022e-03, 3.31602960576804853e-04, 1.95635831980995260e-05, -2.42555747324700573e-06,
    -5.54127310709043957e-07, 4.52670299659700896e-09, 1.13393370612805570e-08, 2.63813306763736196e-10,
    -2.57005042464829228e-10, -6.04685801820303269e-12, 6.04406831844964271e-12,
)  # fmt: skip


def erf(xp: Any, x: Any) -> Any:
    """The error function of the elements of a real floating-point array, in the functions of the namespace `xp`."""
    size = xp.abs(x)
    is_near = size < 1
    near = xp.where(is_near, x, xp.zeros_like(x))
    # 1 to the last digit beyond 6, where the square must not overflow
    far = xp.where(size < 6, xp.where(is_near, xp.ones_like(x), size), xp.full_like(x, 6))
    beyond = 1 - xp.exp(-far * far) * _polynomial(_FAR, 14.4 / (far + 3) - 2.6)
    return xp.where(is_near, near + near * _polynomial(_NEAR, near * near), beyond * xp.sign(x))


def _polynomial(coefficients: Sequence[float], x: Any) -> Any:
    """By Horner's rule, the coefficients in ascending order."""
    result = x * coefficients[-1] + coefficients[-2]
    for coefficient in coefficients[-3::-1]:
        result = result * x + coefficient
    return result
