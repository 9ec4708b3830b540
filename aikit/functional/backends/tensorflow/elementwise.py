"""Elementwise functions. Where the framework is right, a line; where not, a detour or a `def` that says why."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import tensorflow as tf
from tensorflow.python.eager.record import could_possibly_record

from aikit.functional.backends.by_dtype import takes_numbers
from aikit.functional.rules.data_type import finfo

from . import _complex, _integers
from ._bits import as_bits, fold_sign, from_bits
from ._complex import summed_to
from ._dtypes import (
    COMPLEX,
    FLOATS,
    HALF,
    INTEGERS,
    NARROW_UNSIGNED,
    SIGNED,
    TO_FLOAT64,
    UNSIGNED,
    ByDtype,
    Function,
    binary,
    detoured,
    except_for,
    through,
    unary,
)
from .core import LEAST_MAXIMUM, as_scalar, is_traced

_raw = tf.raw_ops

# ---------------------------------------------------------------------------------------------- right as they are

add = binary(_raw.AddV2)
conj = tf.math.conj
cos = tf.math.cos
cosh = tf.math.cosh
equal = binary(_raw.Equal)
exp = except_for(tf.math.exp, (COMPLEX, _complex.exp))
greater = tf.math.greater
greater_equal = tf.math.greater_equal
imag = tf.math.imag
less = tf.math.less
less_equal = tf.math.less_equal
logical_and = tf.math.logical_and
logical_not = tf.math.logical_not
logical_or = tf.math.logical_or
multiply = binary(_raw.Mul)
not_equal = binary(_raw.NotEqual)
positive = tf.identity
real = tf.math.real
sin = tf.math.sin
sinh = tf.math.sinh
square = tf.math.square
subtract = binary(_raw.Sub)

# ------------------------------------------------------------------------------------- another kernel for some dtypes

bitwise_and = except_for(binary(_raw.BitwiseAnd), ([tf.bool], tf.math.logical_and))
bitwise_invert = except_for(unary(_raw.Invert), ([tf.bool], tf.math.logical_not))
bitwise_left_shift = _integers.bitwise_left_shift
bitwise_or = except_for(binary(_raw.BitwiseOr), ([tf.bool], tf.math.logical_or))
bitwise_right_shift = _integers.bitwise_right_shift
bitwise_xor = except_for(binary(_raw.BitwiseXor), ([tf.bool], tf.math.not_equal))
ceil = except_for(tf.math.ceil, (INTEGERS, tf.identity))


def _divide(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    # tf.math.reciprocal approximates, and is off by thousands of ULP where the result is near the least normal number; the
    # optimizer of graphs makes it of the quotient of a constant 1, so that it must not see that this is one
    if not tf.executing_eagerly() and _are_ones(tf.get_static_value(x1)):
        x1 = tf.where(tf.math.is_nan(x2), x2, x1)
    return tf.realdiv(x1, x2)


def _are_ones(value: Any) -> bool:
    """Whether the values of a tensor are at hand, and all of them 1."""
    return value is not None and bool((value == 1).all())


divide = except_for(_divide, (INTEGERS, _integers.divide), (COMPLEX, _complex.divide))
expm1 = except_for(tf.math.expm1, (COMPLEX, _complex.expm1))
floor = except_for(tf.math.floor, (INTEGERS, tf.identity))
log = except_for(tf.math.log, (COMPLEX, _complex.log))
log1p = except_for(tf.math.log1p, (COMPLEX, _complex.log1p))
tan = except_for(tf.math.tan, (COMPLEX, _complex.tan))
tanh = except_for(tf.math.tanh, (COMPLEX, _complex.tanh))
logical_xor = tf.math.not_equal


def _sign(x: tf.Tensor, /) -> tf.Tensor:
    # of a subnormal number, which its kernels take for a zero, TensorFlow's own is its magnitude, whose square is 0
    found = tf.math.sign(x)
    return found * tf.math.abs(found)


negative = except_for(tf.math.negative, (UNSIGNED, _integers.negative_of_unsigned))
round = except_for(tf.math.round, (INTEGERS, tf.identity), (COMPLEX, _complex.round))
sign = except_for(_sign, (UNSIGNED, _integers.sign_of_unsigned), (COMPLEX, _complex.sign))
sqrt = except_for(tf.math.sqrt, (COMPLEX, _complex.sqrt))


def may_be_differentiated() -> bool:
    """Whether a tape may record what is called now; in a graph nobody knows."""
    return not tf.executing_eagerly() or could_possibly_record()


def _zero_of_the_run(dtype: tf.DType) -> tf.Tensor:
    """0, which the optimizer of graphs does not know: of a power of 0.5 it makes a root, which is another one at -0.0 and -inf."""
    return tf.raw_ops.PlaceholderWithDefault(input=tf.zeros((), dtype), shape=())


_Gradient = Callable[[tf.Tensor], tuple[tf.Tensor, tf.Tensor]]


@tf.custom_gradient
def _power(x1: tf.Tensor, x2: tf.Tensor) -> tuple[tf.Tensor, _Gradient]:
    """TensorFlow's derivatives of whole powers, of an order or the next, are 0 times infinity at a base of 0."""

    def gradient(upstream: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        zero, one, positive = tf.zeros((), x1.dtype), tf.ones((), x1.dtype), x1 > 0
        is_one = (x2 == 0) & (tf.abs(x1) < finfo(x1).smallest_normal)
        of_base = tf.where(is_one, zero, x2 * _power(x1, tf.where(is_one, one, x2 - one)))
        of_exponent = tf.where(positive, tf.math.log(tf.where(positive, x1, one)) * _power(x1, x2), zero)
        return summed_to(upstream * of_base, x1), summed_to(upstream * of_exponent, x2)

    return tf.math.pow(x1, x2), gradient


def _pow(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    if not may_be_differentiated():
        return tf.math.pow(x1, x2)
    if not tf.executing_eagerly():
        x2 = x2 + _zero_of_the_run(x2.dtype)
    return _power(x1, x2)


def _with_squares(general: Function) -> Function:
    """`general`, a power, but products where the exponent is known, and 2 or 3: their derivatives of each order are numbers at 0."""

    def call(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
        exponent = tf.get_static_value(x2) if x2.shape.rank == 0 else None
        if exponent == 2:
            return tf.math.square(x1)
        return tf.math.square(x1) * x1 if exponent == 3 else general(x1, x2)

    return call


def _pow_of_float64(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """Of exponents of 2**53 and more, all of which are even, Eigen's power next to 1 has lost all digits."""
    found = _pow(x1, x2)
    large = (tf.abs(x2) >= 2.0**53) & tf.math.is_finite(x2)
    if tf.executing_eagerly() and not tf.reduce_any(large):
        return found
    base = tf.abs(x1)
    large &= (base > 0.5) & (base < 2)
    one, zero = tf.ones((), x1.dtype), tf.zeros((), x2.dtype)
    of_large = tf.exp(tf.where(large, x2, zero) * tf.math.log(tf.where(large, base, one)))
    return tf.where(large, of_large, found)


def _pow_of_float32(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    # Eigen's vectorised power of float32 has lost all digits where the exponent is 2**30
    if tf.executing_eagerly() and tf.reduce_max(tf.abs(x2)) < 1024:
        return _pow(x1, x2)
    return _pow_through_float64(x1, x2)


_pow_through_float64 = through(_with_squares(_pow), tf.float64)


pow = ByDtype(
    _pow,
    {
        tf.float32: _with_squares(_pow_of_float32),
        tf.float64: _with_squares(_pow_of_float64),
        **dict.fromkeys(SIGNED, _with_squares(_integers.pow)),
        **{dtype: through(tf.math.pow, other) for dtype, other in NARROW_UNSIGNED.items()},
        tf.uint64: _integers.pow_of_uint64,
        **dict.fromkeys(COMPLEX, _with_squares(_complex.pow)),
        **dict.fromkeys(HALF, _pow_through_float64),
    },
)


def exp2(x: tf.Tensor, /) -> tf.Tensor:
    # TensorFlow has none, and exp(x log 2) is no power of two where x is whole
    return pow(tf.constant(2, x.dtype), x)


def _always(value: bool):
    """For the integers, which have neither NaN nor infinities."""
    return lambda x, /: tf.fill(tf.shape(x), value)


isfinite = except_for(tf.math.is_finite, (INTEGERS, _always(True)), (COMPLEX, _complex.isfinite))
isinf = except_for(tf.math.is_inf, (INTEGERS, _always(False)), (COMPLEX, _complex.isinf))
isnan = except_for(tf.math.is_nan, (INTEGERS, _always(False)), (COMPLEX, _complex.isnan))

# ------------------------------------------------------------------------------- not in TensorFlow, or wrong there


def _symmetric(extreme: Function) -> Function:
    """A maximum or minimum whose gradient is half for each of two equal arguments, and not all for the first."""

    def call(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
        if not may_be_differentiated():
            return extreme(x1, x2)
        tie = tf.equal(x1, x2) & tf.math.is_finite(x1)
        return tf.where(tie, x1 + 0.5 * (x2 - x1), extreme(x1, x2))

    return call


maximum = except_for(tf.math.maximum, (FLOATS, _symmetric(tf.math.maximum)))
minimum = except_for(tf.math.minimum, (FLOATS, _symmetric(tf.math.minimum)))


@takes_numbers
def clip(x: tf.Tensor, /, min: tf.Tensor | float | None = None, max: tf.Tensor | float | None = None) -> tf.Tensor:
    # tf.clip_by_value lacks dtypes and does not broadcast x
    if min is None and max is None:
        return tf.identity(x)
    if min is not None:
        x = _raw.Maximum(x=x, y=_end(min, x))
    return x if max is None else _raw.Minimum(x=x, y=_end(max, x))


def _end(end: tf.Tensor | float, x: tf.Tensor) -> tf.Tensor | float:
    """An end of `clip` as a tensor; as a number where TensorFlow takes the same tensor from its cache, in no time.

    There 0.0 and -0.0 are one.
    """
    if type(end) not in (int, float, bool):
        return end
    traced = is_traced(x)
    is_beside_the_cache = traced or x.device.endswith("CPU:0")
    if is_beside_the_cache and x.dtype in (tf.float32, tf.float64) and -LEAST_MAXIMUM <= end <= LEAST_MAXIMUM:
        if end != 0:
            return float(end)
        if not traced and math.copysign(1, end) > 0:
            return _zero(x.dtype)
    return as_scalar(end, x.dtype, None if traced else x.device)


@functools.cache
def _zero(dtype: tf.DType) -> tf.Tensor:
    with tf.device("CPU:0"):
        return as_scalar(0, dtype)


def signbit(x: tf.Tensor, /) -> tf.Tensor:
    return as_bits(x) < 0


def copysign(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    size = tf.math.abs(x1)
    return tf.where(signbit(x2), -size, size)


def _reciprocal(x: tf.Tensor, /) -> tf.Tensor:
    return _divide(tf.ones((), x.dtype), x)  # see there


reciprocal = except_for(_reciprocal, (COMPLEX, _complex.reciprocal))


def _trunc(x: tf.Tensor, /) -> tf.Tensor:
    return tf.where(x < 0, tf.math.ceil(x), tf.math.floor(x))


trunc = except_for(_trunc, (INTEGERS, tf.identity))


def _hypot(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    return (_with_slopes_of_hypot if may_be_differentiated() else _absolute)(x1, x2)


def _absolute(x1: tf.Tensor, x2: tf.Tensor) -> tf.Tensor:
    # the absolute value of a complex number is TensorFlow's only hypotenuse that does not overflow early
    return tf.math.abs(tf.complex(x1, x2))


@tf.custom_gradient
def _with_slopes_of_hypot(x1: tf.Tensor, x2: tf.Tensor) -> tuple[tf.Tensor, _Gradient]:
    def gradient(upstream: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        # TensorFlow's own divides by the square root of a sum of squares: it is 0 below 1e-19 in float32
        scale = _next_to_1(x1, x2)
        y1, y2 = x1 * scale, x2 * scale
        per_size = tf.math.divide_no_nan(upstream, _absolute(y1, y2))
        return summed_to(per_size * y1, x1), summed_to(per_size * y2, x2)

    return _absolute(x1, x2), gradient


def _modulus(z: tf.Tensor, /) -> tf.Tensor:
    if not may_be_differentiated():
        return tf.math.abs(z)
    return _with_slopes_of_hypot(tf.math.real(z), tf.math.imag(z))


abs = except_for(tf.math.abs, (UNSIGNED, tf.identity), (COMPLEX, _modulus))


def _next_to_1(x1: tf.Tensor, x2: tf.Tensor) -> tf.Tensor:
    """The power of 2 that brings the greater of two sizes next to 1, or nearer, where the dtype does not hold that."""
    size = tf.stop_gradient(tf.math.maximum(tf.math.abs(x1), tf.math.abs(x2)))
    most = -math.log2(finfo(size).smallest_normal) - 1
    return tf.math.pow(tf.cast(2, size.dtype), -tf.clip_by_value(tf.math.floor(log2(size)), -most, most))


hypot = detoured(_hypot, HALF)


@tf.custom_gradient
def _with_slopes_of_acosh(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
    # TensorFlow's own divides by the hyperbolic sine of the result, whose rounding it multiplies
    return tf.math.acosh(x), lambda upstream: upstream / (tf.math.sqrt(x - 1) * tf.math.sqrt(x + 1))


@tf.custom_gradient
def _with_slopes_of_asinh(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
    return tf.math.asinh(x), lambda upstream: upstream / hypot(x, tf.ones((), x.dtype))


def _acosh(x: tf.Tensor, /) -> tf.Tensor:
    return (_with_slopes_of_acosh if may_be_differentiated() else tf.math.acosh)(x)


def _asinh(x: tf.Tensor, /) -> tf.Tensor:
    return (_with_slopes_of_asinh if may_be_differentiated() else tf.math.asinh)(x)


def _with_slopes_far_from_0(native: Function, primitive: Function) -> Function:
    """Of complex x TensorFlow makes the derivative of its square, which overflows: far from 0 it is that of `primitive`."""

    def call(x: tf.Tensor, /) -> tf.Tensor:
        if not may_be_differentiated():
            return native(x)
        size = tf.math.maximum(tf.math.abs(tf.math.real(x)), tf.math.abs(tf.math.imag(x)))
        far = (size > 2.0**30) & ~tf.math.is_inf(size)
        slopes = primitive(tf.where(far, x, tf.ones((), x.dtype)))
        value = tf.stop_gradient(native(x)) - (tf.stop_gradient(slopes) - slopes)  # which leaves -0.0 as it is
        return tf.where(far, value, native(tf.where(far, tf.constant(0.5, x.dtype), x)))

    return call


def _signed_log(part: tf.Tensor, x: tf.Tensor) -> tf.Tensor:
    sign = copysign(tf.ones_like(part), part)
    return tf.cast(sign, x.dtype) * _complex.log(x)


def _log_from_above(x: tf.Tensor) -> tf.Tensor:
    """1j * log(x), or -1j * log(x) below the real axis: far from 0 the root of 1 - x**2 is -1j * x, or 1j * x."""
    return tf.constant(1j, x.dtype) * _signed_log(tf.math.imag(x), x)


acos = except_for(tf.math.acos, (COMPLEX, _with_slopes_far_from_0(tf.math.acos, lambda x: -_log_from_above(x))))
acosh = except_for(tf.math.acosh, (FLOATS, _acosh), (COMPLEX, _with_slopes_far_from_0(tf.math.acosh, _complex.log)))
asin = except_for(tf.math.asin, (COMPLEX, _with_slopes_far_from_0(tf.math.asin, _log_from_above)))
asinh = except_for(
    tf.math.asinh,
    (FLOATS, _asinh),
    (COMPLEX, _with_slopes_far_from_0(tf.math.asinh, lambda x: _signed_log(tf.math.real(x), x))),
)
atan = except_for(tf.math.atan, (COMPLEX, _with_slopes_far_from_0(tf.math.atan, lambda x: -_complex.reciprocal(x))))
atanh = except_for(tf.math.atanh, (COMPLEX, _with_slopes_far_from_0(tf.math.atanh, _complex.reciprocal)))


def _larger_and_difference(x1: tf.Tensor, x2: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
    """The larger number, and how much larger it is; where they are equal both derivatives take the first for it."""
    larger = tf.math.maximum(x1, x2)
    # the difference of equal infinities is NaN, and does not matter
    difference = larger - tf.where(x1 >= x2, x2, x1)
    return larger, tf.where(tf.math.is_inf(larger), tf.zeros((), x1.dtype), difference)


def _logaddexp(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    larger, difference = _larger_and_difference(x1, x2)
    return larger + tf.math.log1p(tf.math.exp(-difference))


logaddexp = detoured(_logaddexp, HALF)


def _log_to_base(base: int) -> ByDtype:
    """TensorFlow has the natural logarithm only; powers of the base shall give integers, as in NumPy."""

    def in_float64(x: tf.Tensor, /) -> tf.Tensor:
        result = tf.math.log(x) / math.log(base)
        integer = tf.math.round(result)
        # where x is a power of the base but for 2 ULP, its logarithm is the integer but for 1
        # (their ratio, for their difference may be subnormal, which its kernels take for a zero)
        ratio = tf.math.pow(tf.constant(base, x.dtype), integer) / x
        exact = tf.math.is_finite(result) & (tf.math.abs(ratio - 1) <= 2**-51) & (integer != 0)
        return result + tf.stop_gradient(tf.where(exact, integer - result, tf.zeros((), x.dtype)))

    def scaled(x: tf.Tensor, /) -> tf.Tensor:
        return tf.math.log(x) / math.log(base)

    cases = {dtype: through(scaled, other) for dtype, other in TO_FLOAT64.items()}
    return ByDtype(in_float64, {**cases, **dict.fromkeys(COMPLEX, _complex.divided_by_log(base))})


log2 = _log_to_base(2)
log10 = _log_to_base(10)


def _remainder(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    modulo = tf.math.floormod(x1, x2)
    # TensorFlow gives a zero the sign of the dividend, Python that of the divisor; and a subnormal number, which its
    # kernel takes for a zero, is left as it is
    return tf.where(modulo == 0, copysign(tf.zeros_like(modulo), x2), modulo)


remainder = except_for(_remainder, (INTEGERS, _integers.remainder))


def _floor_divide(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    # TensorFlow's own is the floor of the rounded quotient: 1 // 0.1 would be 10. Where no quotient is whole, that is right
    if tf.executing_eagerly():
        quotient = tf.stop_gradient(x1) / tf.stop_gradient(x2)
        floored = tf.math.floor(quotient)
        if not tf.reduce_any((floored == quotient) | tf.math.is_nan(quotient)):
            return floored
    return _floor_divide_exactly(x1, x2)


def _floor_divide_exactly(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    x1, x2 = tf.stop_gradient(x1), tf.stop_gradient(x2)
    left = tf.stop_gradient(tf.raw_ops.TruncateMod(x=x1, y=x2))  # of which a graph has no derivative
    one_less = (left != 0) & ((left < 0) != (x2 < 0))
    exact = (x1 - left) / x2 - tf.cast(one_less, x1.dtype)
    quotient = x1 / x2
    floored = tf.where(exact == 0, copysign(exact, quotient), tf.math.round(exact))
    return tf.where((x2 == 0) | tf.math.is_inf(x1) | tf.math.is_inf(x2), quotient, floored)


def _floor_divide_float32(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """By float64, in which a quotient of float32 is whole only where it is."""
    quotient = tf.cast(tf.stop_gradient(x1), tf.float64) / tf.cast(tf.stop_gradient(x2), tf.float64)
    return tf.cast(tf.math.floor(quotient), tf.float32)


floor_divide = ByDtype(
    _floor_divide,
    {
        tf.float32: _floor_divide_float32,
        **{dtype: through(_floor_divide, other) for dtype, other in HALF.items()},
        **dict.fromkeys(INTEGERS, _integers.floor_divide),
    },
)


def nextafter(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    # TensorFlow has it for float32 and float64, where it takes x2 for the number next to a zero if x2 is subnormal
    bits = as_bits(x2)
    start, end = fold_sign(as_bits(x1)), fold_sign(bits)
    moved = start + tf.cast(end > start, bits.dtype) - tf.cast(end < start, bits.dtype)
    # a step up from the least negative number gives the negative zero
    folded = tf.where((moved < 0) | ((moved == 0) & (start < 0)), bits.dtype.min - moved, moved)
    result = from_bits(tf.where(start == end, bits, folded), x1.dtype)
    result = tf.where(tf.math.is_nan(x1) | tf.math.is_nan(x2), x1 + x2, result)
    return _sloped_as(tf.broadcast_to(x1, tf.shape(result)), result)


@tf.custom_gradient
def _sloped_as(x: tf.Tensor, result: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tuple[tf.Tensor, tf.Tensor]]]:
    """The result, with the gradient of x: bits have none."""
    return result, lambda upstream: (upstream, tf.zeros_like(upstream))


def _atan2(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    return (_with_slopes_of_atan2 if may_be_differentiated() else _angle_of)(x1, x2)


def _angle_of(x1: tf.Tensor, x2: tf.Tensor) -> tf.Tensor:
    # of two subnormal numbers, which count as zeros in some steps and not in others, TensorFlow's own is pi / 4 or NaN
    of_zeros = copysign(tf.cast(signbit(x2), x2.dtype) * math.pi, x1)
    return tf.where((x1 == 0) & (x2 == 0), of_zeros, tf.math.atan2(x1, x2))


@tf.custom_gradient
def _with_slopes_of_atan2(x1: tf.Tensor, x2: tf.Tensor) -> tuple[tf.Tensor, _Gradient]:
    def gradient(upstream: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        # TensorFlow's own divides by x1**2 + x2**2: it is 0 in float32 from 2e19 on, and infinite below 3e-20
        scale = _next_to_1(x1, x2)
        y1, y2 = x1 * scale, x2 * scale
        per_square = tf.math.divide_no_nan(upstream, y1 * y1 + y2 * y2) * scale
        return summed_to(per_square * y2, x1), summed_to(-per_square * y1, x2)

    return _angle_of(x1, x2), gradient


atan2 = detoured(_atan2, HALF)


# ---------------------------------------------------------------------------------------------- of TensorFlow's others


def _erf_of_float64(x: tf.Tensor, /) -> tf.Tensor:
    # TensorFlow's own is NaN for large numbers
    return tf.math.erf(tf.where(tf.math.abs(x) > 6, 6 * tf.math.sign(x), x))


erf = ByDtype(tf.math.erf, {tf.float64: _erf_of_float64})
gcd = _integers.gcd
lcm = _integers.lcm


def _times(factor: float) -> ByDtype:
    """The product with a constant."""
    return detoured(lambda x: x * factor, HALF)


deg2rad = _times(math.pi / 180)
rad2deg = _times(180 / math.pi)


def _angle_real(z: tf.Tensor, /, *, deg: bool = False) -> tf.Tensor:
    of_negative = tf.constant(180 if deg else math.pi, z.dtype)
    return tf.where(tf.math.is_nan(z), z, tf.where(signbit(z), of_negative, tf.zeros((), z.dtype)))


def _angle_complex(z: tf.Tensor, /, *, deg: bool = False) -> tf.Tensor:
    found = atan2(tf.math.imag(z), tf.math.real(z))
    return rad2deg(found) if deg else found


angle = except_for(_angle_real, (COMPLEX, _angle_complex))


def _ignoring_nan(extreme: Function) -> Function:
    def call(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
        return extreme(tf.where(tf.math.is_nan(x1), x2, x1), tf.where(tf.math.is_nan(x2), x1, x2))

    return call


fmax = except_for(tf.math.maximum, (FLOATS, _ignoring_nan(maximum)))
fmin = except_for(tf.math.minimum, (FLOATS, _ignoring_nan(minimum)))


@tf.custom_gradient
def _fmod_of_one_shape(
    x1: tf.Tensor, x2: tf.Tensor
) -> tuple[tf.Tensor, Callable[[tf.Tensor], tuple[tf.Tensor, tf.Tensor]]]:
    """TensorFlow has no derivative of it."""
    return _raw.TruncateMod(x=x1, y=x2), lambda upstream: (upstream, -upstream * _trunc(x1 / x2))


def _fmod(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    shape = tf.broadcast_dynamic_shape(tf.shape(x1), tf.shape(x2))
    return _fmod_of_one_shape(tf.broadcast_to(x1, shape), tf.broadcast_to(x2, shape))


fmod = ByDtype(
    _fmod,
    {
        **{dtype: through(_fmod, other) for dtype, other in HALF.items()},
        **dict.fromkeys(INTEGERS, _integers.fmod),
    },
)

isreal = except_for(_always(True), (COMPLEX, lambda x, /: tf.math.imag(x) == 0))


def _logaddexp2(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    larger, difference = _larger_and_difference(x1, x2)
    return larger + tf.math.log1p(tf.math.exp(difference * -math.log(2))) / math.log(2)


logaddexp2 = detoured(_logaddexp2, HALF)


def _nan_to_num(
    x: tf.Tensor, /, *, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> tf.Tensor:
    def of(value: float | None, limit: float) -> tf.Tensor:
        # a float that is too large is infinite
        return tf.cast(tf.constant(limit if value is None else value, tf.float64), x.dtype)

    found = tf.where(tf.math.is_nan(x), of(nan, 0.0), x)
    found = tf.where(x == math.inf, of(posinf, x.dtype.max), found)
    return tf.where(x == -math.inf, of(neginf, x.dtype.min), found)


def _nan_to_num_complex(x: tf.Tensor, /, **options: Any) -> tf.Tensor:
    return tf.complex(_nan_to_num(tf.math.real(x), **options), _nan_to_num(tf.math.imag(x), **options))


nan_to_num = except_for(_nan_to_num, (INTEGERS, lambda x, /, **options: tf.identity(x)), (COMPLEX, _nan_to_num_complex))

__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "angle",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "ceil",
    "clip",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "deg2rad",
    "divide",
    "equal",
    "erf",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "floor_divide",
    "fmax",
    "fmin",
    "fmod",
    "gcd",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "isreal",
    "lcm",
    "less",
    "less_equal",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logaddexp2",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "nan_to_num",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "rad2deg",
    "real",
    "reciprocal",
    "remainder",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "trunc",
]
