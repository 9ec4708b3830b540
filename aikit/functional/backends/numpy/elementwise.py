"""Functions of each element on NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from aikit import dtypes
from aikit.functional.backends import error_function
from aikit.functional.backends.by_dtype import ByDtype, through_wider

from ._dtypes import COMPLEX, FLOATS, HALF, INTEGERS, SIGNED
from ._ufunc import Ufunc
from .core import native_dtypes

abs = Ufunc(np.abs)
acos = Ufunc(np.arccos)
acosh = Ufunc(np.arccosh)
add = Ufunc(np.add)
asin = Ufunc(np.arcsin)
asinh = Ufunc(np.arcsinh)
atan = Ufunc(np.arctan)
atan2 = Ufunc(np.arctan2)
atanh = Ufunc(np.arctanh)
bitwise_and = Ufunc(np.bitwise_and)
bitwise_invert = Ufunc(np.invert)
bitwise_left_shift = Ufunc(np.left_shift)
bitwise_or = Ufunc(np.bitwise_or)
bitwise_right_shift = Ufunc(np.right_shift)
bitwise_xor = Ufunc(np.bitwise_xor)
ceil = Ufunc(np.ceil)
conj = Ufunc(np.conjugate)
copysign = Ufunc(np.copysign)
cos = Ufunc(np.cos)
cosh = Ufunc(np.cosh)
equal = Ufunc(np.equal)
exp = Ufunc(np.exp)


def _exp2_float32(x: np.ndarray, /) -> np.ndarray:
    # NumPy's exp2 of float32 is off by 2.6 ULP near the largest exponents, and inexact at 127
    return np.power(np.float32(2), x, out=...)


exp2 = ByDtype(Ufunc(np.exp2), {native_dtypes["float32"]: _exp2_float32})
floor = Ufunc(np.floor)


def _floor_divide_real(x1: np.ndarray, x2: np.ndarray, /) -> np.ndarray:
    # NumPy follows Python, for which infinities have no quotient; the standard prefers the floor of the quotient
    result = np.floor_divide(x1, x2, out=...)
    infinite = np.isinf(x1) | np.isinf(x2)
    return np.divide(x1, x2, out=result, where=infinite) if infinite.any() else result


floor_divide = ByDtype(Ufunc(np.floor_divide), dict.fromkeys(FLOATS, _floor_divide_real))
fmax = Ufunc(np.fmax)
fmin = Ufunc(np.fmin)
fmod = Ufunc(np.fmod)
gcd = Ufunc(np.gcd)
greater = Ufunc(np.greater)
greater_equal = Ufunc(np.greater_equal)
hypot = Ufunc(np.hypot)
isfinite = Ufunc(np.isfinite)
isinf = Ufunc(np.isinf)
isnan = Ufunc(np.isnan)
lcm = Ufunc(np.lcm)
less = Ufunc(np.less)
less_equal = Ufunc(np.less_equal)
log = Ufunc(np.log)
log10 = Ufunc(np.log10)
log2 = Ufunc(np.log2)
logaddexp = Ufunc(np.logaddexp)
logaddexp2 = Ufunc(np.logaddexp2)
logical_and = Ufunc(np.logical_and)
logical_not = Ufunc(np.logical_not)
logical_or = Ufunc(np.logical_or)
logical_xor = Ufunc(np.logical_xor)
maximum = Ufunc(np.maximum)
minimum = Ufunc(np.minimum)
multiply = Ufunc(np.multiply)
negative = Ufunc(np.negative)
nextafter = Ufunc(np.nextafter)
not_equal = Ufunc(np.not_equal)
positive = Ufunc(np.positive)
reciprocal = Ufunc(np.reciprocal)
remainder = Ufunc(np.remainder)
signbit = Ufunc(np.signbit)
sin = Ufunc(np.sin)
sinh = Ufunc(np.sinh)
sqrt = Ufunc(np.sqrt)
square = Ufunc(np.square)
subtract = Ufunc(np.subtract)
trunc = Ufunc(np.trunc)

# np.rint makes floats of integers, which are round already.
round = ByDtype(Ufunc(np.rint), dict.fromkeys(INTEGERS, positive))


def _expm1_complex(x: np.ndarray) -> np.ndarray:
    # NumPy multiplies exp(re) by cos(im) and sin(im), which gives NaN for 0 * inf and inf * 0, and overflows early.
    result = np.expm1(x, out=...)
    large = (x.real > 40) & np.isfinite(x)  # beside its exponential, 1 is nothing in either precision
    result[large] = np.exp(x[large])
    real = np.where(x.real == -np.inf, -1, result.real + 0.0)  # the standard has +0 at both zeros
    result.real = np.where((x.real == np.inf) & ~np.isfinite(x.imag), np.inf, real)
    vanishes = (x.real == -np.inf) & ~np.isfinite(x.imag)
    result.imag = np.where(x.imag == 0, x.imag, np.where(vanishes, 0, result.imag))
    return result


expm1 = ByDtype(Ufunc(np.expm1), dict.fromkeys(COMPLEX, _expm1_complex))


def _sign_complex(x: np.ndarray) -> np.ndarray:
    # NumPy divides by the absolute value, which may overflow.
    large = np.isfinite(x) & (np.maximum(np.abs(x.real), np.abs(x.imag)) > np.finfo(x.dtype).max / 4)
    return np.sign(np.where(large, np.where(large, x, 0) * 0.25, x))


sign = ByDtype(Ufunc(np.sign), dict.fromkeys(COMPLEX, _sign_complex))


def _log1p_complex(x: np.ndarray) -> np.ndarray:
    # NumPy adds 1 first, which leaves nothing of a small real part, and takes the absolute value, which may overflow.
    result = np.log1p(x, out=...)
    large = np.isfinite(x) & (np.maximum(np.abs(x.real), np.abs(x.imag)) > 2.0**60)
    result[large] = np.log(x[large])
    near = np.abs(x) < 0.5
    small = np.where(near, x, 0)
    result.real = np.where(near, np.log1p(small.real * (2 + small.real) + np.square(small.imag)) / 2, result.real)
    return result


log1p = ByDtype(Ufunc(np.log1p), dict.fromkeys(COMPLEX, _log1p_complex))


def _tan_complex(x: np.ndarray) -> np.ndarray:
    # As in `_tanh_complex`, with the parts exchanged.
    result = np.tan(x, out=...)
    result.real = np.where(np.isinf(x.imag), np.copysign(0, x.real), result.real)
    return result


def _tanh_complex(x: np.ndarray) -> np.ndarray:
    # The C library gives the zero beside an infinite real part the sign of sin(2 * im), the standard that of im.
    result = np.tanh(x, out=...)
    result.imag = np.where(np.isinf(x.real), np.copysign(0, x.imag), result.imag)
    return result


tan = ByDtype(Ufunc(np.tan), dict.fromkeys(COMPLEX, _tan_complex))
tanh = ByDtype(Ufunc(np.tanh), dict.fromkeys(COMPLEX, _tanh_complex))


def _divide_integers(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
    # NumPy divides integers in float64 whatever the default float dtype is.
    return np.true_divide(x1, x2, out=...).astype(native_dtypes[dtypes.default_float().name], copy=False)


divide = ByDtype(Ufunc(np.true_divide), dict.fromkeys(INTEGERS, _divide_integers))


def _pow_signed(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
    # NumPy refuses negative exponents of integers; our rule is the truncated quotient 1 / x1**-x2, with 1 / 0 = 0.
    negative_exponent = x2 < 0
    if not negative_exponent.any():
        return np.power(x1, x2, out=...)
    powers = np.power(x1, np.where(negative_exponent, 0, x2))
    inverse = np.where(np.abs(x1) == 1, np.where(x2 % 2 == 0, 1, x1), 0).astype(x1.dtype)
    return np.where(negative_exponent, inverse, powers)


def _with_squares(general: Any) -> Any:
    """`general`, a power, but products where the exponent is 2 everywhere: NumPy's operator does that, and its function not."""

    def call(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
        return np.square(x1, out=...) if x2.ndim == 0 and x2.item() == 2 else general(x1, x2)

    return call


def _pow_real(x1: np.ndarray, x2: np.ndarray) -> np.ndarray:
    # where the exponent is one number, NumPy takes a root for 1/2, which has other values for -0 and -inf
    if any(x2.strides) or not x2.size or x2.flat[0] != 0.5:
        return np.power(x1, x2, out=...)
    if x2.ndim:
        return np.power(x1, x2.copy(), out=...)
    result = np.sqrt(x1, out=...)
    result += 0
    np.copyto(result, np.inf, where=x1 == -np.inf)
    return result


_REAL = (native_dtypes["float32"], native_dtypes["float64"])
pow = ByDtype(
    _with_squares(Ufunc(np.power)),
    dict.fromkeys(SIGNED, _with_squares(_pow_signed)) | dict.fromkeys(_REAL, _with_squares(_pow_real)),
)


_LONG = 4096
"""From so many elements on `np.clip`, which makes one pass, takes less than two ufuncs, which are called in a tenth of its time."""


def clip(x: np.ndarray, /, min: np.ndarray | None = None, max: np.ndarray | None = None) -> np.ndarray:
    if min is not None and max is not None and x.size > _LONG and min.size == max.size == 1 and x.dtype.kind in "fiu":
        return np.clip(x, min, max)
    result = x if min is None else np.maximum(x, min, out=...)
    if max is not None:
        result = np.minimum(result, max, out=...)
    return result.copy() if result is x else result


def imag(x: np.ndarray, /) -> np.ndarray:
    return x.imag


def real(x: np.ndarray, /) -> np.ndarray:
    return x.real


def isreal(x: np.ndarray, /) -> np.ndarray:
    return np.equal(x.imag, 0, out=...) if x.dtype.kind == "c" else np.ones(x.shape, bool)


def _in_float32(function: Callable[..., np.ndarray]) -> ByDtype:
    """`function`, for 16 bits through float32, so that there is one rounding."""
    return through_wider(function, HALF, native_dtypes["float32"], lambda x, dtype: x.astype(dtype))


def _angle(z: np.ndarray, /, *, deg: bool = False) -> np.ndarray:
    found = np.arctan2(z.imag if z.dtype.kind == "c" else np.zeros((), z.dtype), z.real)
    return np.asarray(found * (180 / math.pi) if deg else found)


angle = _in_float32(_angle)
deg2rad = _in_float32(Ufunc(np.deg2rad))
erf = _in_float32(lambda x: np.asarray(error_function.erf(np, x)))
rad2deg = _in_float32(Ufunc(np.rad2deg))


def nan_to_num(
    x: np.ndarray,
    /,
    *,
    copy: bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
) -> np.ndarray:
    result = x.copy()
    if x.dtype in INTEGERS:
        return result
    # np.nan_to_num leaves bfloat16 as it is
    limits = ml_dtypes.finfo(x.dtype)
    for part in (result.real, result.imag) if x.dtype.kind == "c" else (result,):
        is_nan, above, below = np.isnan(part), part == np.inf, part == -np.inf
        with np.errstate(over="ignore"):  # a float that is too large is infinite
            np.copyto(part, part.dtype.type(nan), where=is_nan)
            np.copyto(part, limits.max if posinf is None else part.dtype.type(posinf), where=above)
            np.copyto(part, limits.min if neginf is None else part.dtype.type(neginf), where=below)
    return result
