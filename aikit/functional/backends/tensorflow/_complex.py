"""Complex functions where TensorFlow's own overflow, lose digits or miss the special values of C99.

The gradients are stated: differentiating through the case distinctions would give NaN where one case overflows.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import tensorflow as tf

from ._bits import as_bits, from_bits

_Unary = Callable[[tf.Tensor], tf.Tensor]


def _with_derivative(derivative: _Unary) -> Callable[[_Unary], _Unary]:
    """Give a holomorphic function its derivative."""

    def decorate(function: _Unary) -> _Unary:
        @tf.custom_gradient
        def with_gradient(z: tf.Tensor) -> tuple[tf.Tensor, _Unary]:
            return function(z), lambda upstream: upstream * tf.math.conj(derivative(z))

        @functools.wraps(function)
        def call(z: tf.Tensor, /) -> tf.Tensor:
            return with_gradient(tf.convert_to_tensor(z))

        return call

    return decorate


def _log_of_absolute(x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
    """log(hypot(x, y)), without overflow, and with all digits where the hypotenuse is near 1."""
    large = tf.maximum(tf.abs(x), tf.abs(y))
    small = tf.minimum(tf.abs(x), tf.abs(y))
    square_less_one = (large - 1) * (large + 1) + small * small
    halved = large > 1
    scale = tf.where(halved, tf.constant(0.5, x.dtype), tf.constant(1, x.dtype))
    far = tf.math.log(tf.abs(tf.complex(x * scale, y * scale)))
    far += tf.where(halved, tf.constant(math.log(2), x.dtype), tf.constant(0, x.dtype))
    return tf.where(tf.abs(square_less_one) < 0.5, 0.5 * tf.math.log1p(square_less_one), far)


@_with_derivative(lambda z: reciprocal(z))
def log(z: tf.Tensor) -> tf.Tensor:
    # TensorFlow's own squares the parts, which overflows, and loses the digits near 1
    x, y = tf.math.real(z), tf.math.imag(z)
    return tf.complex(_log_of_absolute(x, y), tf.math.atan2(y, x))


@_with_derivative(lambda z: reciprocal(z + 1))
def log1p(z: tf.Tensor) -> tf.Tensor:
    # TensorFlow's own gives NaN for infinities and loses the digits near 0
    x, y = tf.math.real(z), tf.math.imag(z)
    square_less_one = x * (x + 2) + y * y
    near = 0.5 * tf.math.log1p(square_less_one)
    real = tf.where(tf.abs(square_less_one) < 0.5, near, _log_of_absolute(1 + x, y))
    return tf.complex(real, tf.math.atan2(y, 1 + x))


@_with_derivative(lambda z: exp(z))
def exp(z: tf.Tensor) -> tf.Tensor:
    # TensorFlow's own multiplies exp(x), which overflows where a part of the product need not
    x, y = tf.math.real(z), tf.math.imag(z)
    large = (x > _LARGE_EXPONENT) & tf.math.is_finite(x) & tf.math.is_finite(y)
    half = tf.math.exp(tf.where(large, x / 2, tf.zeros((), x.dtype)))
    halves = tf.complex(half * tf.math.cos(y) * half, tf.where(y == 0, y, half * tf.math.sin(y) * half))
    return tf.where(large, halves, tf.math.exp(z))


_LARGE_EXPONENT = 40.0
"""Beside the exponential of so much, 1 is nothing in either precision."""


@_with_derivative(lambda z: exp(z))
def expm1(z: tf.Tensor) -> tf.Tensor:
    # TensorFlow's own gives NaN for infinities and loses small imaginary parts
    x, y = tf.math.real(z), tf.math.imag(z)
    half = tf.math.sin(0.5 * y)
    real = tf.math.expm1(x) * tf.math.cos(y) - 2 * half * half
    real = tf.where(real == 0, tf.zeros((), x.dtype), real)  # the standard has +0 at both zeros
    imaginary = tf.where(y == 0, y, tf.math.exp(x) * tf.math.sin(y))
    # of an infinite imaginary part nothing is left where the factor is 0
    vanishes = (x == -math.inf) & ~tf.math.is_finite(y)
    real = tf.where((x == math.inf) & ~tf.math.is_finite(y), x, real)
    near = tf.where(vanishes, tf.constant(-1, z.dtype), tf.complex(real, imaginary))
    return tf.where((x > _LARGE_EXPONENT) & tf.math.is_finite(x) & tf.math.is_finite(y), exp(z), near)


def _zero_signed_as(x: tf.Tensor) -> tf.Tensor:
    # by the bits: a constant of TensorFlow may come from a cache in which -0.0 and 0.0 are one
    bits = as_bits(x)
    return from_bits(tf.bitwise.bitwise_and(bits, tf.constant(bits.dtype.min, bits.dtype)), x.dtype)


@_with_derivative(lambda z: 1 + tf.square(tf.math.tan(z)))
def tan(z: tf.Tensor) -> tf.Tensor:
    # as in `tanh`, with the parts exchanged
    x, y, result = tf.math.real(z), tf.math.imag(z), tf.math.tan(z)
    return tf.complex(tf.where(tf.math.is_inf(y), _zero_signed_as(x), tf.math.real(result)), tf.math.imag(result))


@_with_derivative(lambda z: 1 - tf.square(tf.math.tanh(z)))
def tanh(z: tf.Tensor) -> tf.Tensor:
    # the C library gives the zero beside an infinite real part the sign of sin(2y), the standard that of y
    x, y, result = tf.math.real(z), tf.math.imag(z), tf.math.tanh(z)
    return tf.complex(tf.math.real(result), tf.where(tf.math.is_inf(x), _zero_signed_as(y), tf.math.imag(result)))


def divided_by_log(base: float) -> _Unary:
    """The logarithm to `base`; part by part, since a complex product of an infinity has a NaN."""

    def call(z: tf.Tensor, /) -> tf.Tensor:
        result = log(z)
        divisor = tf.constant(math.log(base), result.dtype.real_dtype)
        return tf.complex(tf.math.real(result) / divisor, tf.math.imag(result) / divisor)

    return call


_EXPONENT = {tf.float32: (23, 127), tf.float64: (52, 1023)}
"""Bits of the fraction, and bias of the exponent."""


def _inverse_power_of_two(x: tf.Tensor) -> tf.Tensor:
    """About 1 / x for positive x: a power of two, so that scaling by it is exact."""
    shift, bias = _EXPONENT[x.dtype]
    bits = as_bits(x)
    exponent = tf.bitwise.right_shift(bits, tf.constant(shift, bits.dtype))
    return from_bits(tf.bitwise.left_shift(tf.maximum(2 * bias - exponent, 1), tf.constant(shift, bits.dtype)), x.dtype)


def _unit_where_infinite(z: tf.Tensor) -> tf.Tensor:
    """Infinite `z` on the axes or diagonals of the unit square, in the same direction; other `z` as they are."""
    x, y = tf.math.real(z), tf.math.imag(z)
    infinite = tf.math.is_inf(x) | tf.math.is_inf(y)

    def fold(part: tf.Tensor) -> tf.Tensor:
        return tf.where(infinite, tf.where(tf.math.is_inf(part), tf.sign(part), part * 0), part)

    return tf.complex(fold(x), fold(y))


def _is_moderate(z: tf.Tensor) -> bool:
    """Whether the squares of the parts neither overflow nor vanish beside each other, as far as that is known."""
    if not tf.executing_eagerly() or not tf.size(z):
        return False
    magnitude = tf.maximum(tf.abs(tf.math.real(z)), tf.abs(tf.math.imag(z)))
    return bool(tf.reduce_min(magnitude) > 2.0**-30) and bool(tf.reduce_max(magnitude) < 2.0**30)


def _quotient(z: tf.Tensor, w: tf.Tensor) -> tf.Tensor:
    if _is_moderate(w) and _is_moderate(z):
        return tf.realdiv(z, w)
    magnitude = tf.maximum(tf.abs(tf.math.real(w)), tf.abs(tf.math.imag(w)))
    scale = _inverse_power_of_two(magnitude)
    unit = _unit_where_infinite(w)
    c, d = tf.math.real(unit) * scale, tf.math.imag(unit) * scale
    a, b = tf.math.real(z) * scale, tf.math.imag(z) * scale
    norm = c * c + d * d
    infinite = tf.math.is_inf(magnitude)
    norm = tf.where(infinite, tf.constant(math.inf, norm.dtype), norm)
    ratio = tf.complex((a * c + b * d) / norm, (b * c - a * d) / norm)
    by_zero = tf.complex(tf.math.real(z) / magnitude, tf.math.imag(z) / magnitude)
    return tf.where(magnitude == 0, by_zero, ratio)


@tf.custom_gradient
def _divide(z: tf.Tensor, w: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tuple[tf.Tensor, tf.Tensor]]]:
    result = _quotient(z, w)

    def gradient(upstream: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        to_z = upstream * tf.math.conj(reciprocal(w))
        to_w = -to_z * tf.math.conj(result)
        return summed_to(to_z, z), summed_to(to_w, w)

    return result, gradient


def summed_to(gradient: tf.Tensor, x: tf.Tensor) -> tf.Tensor:
    """Undo the broadcasting of `x`: sum over the dimensions that were added or of size 1."""
    _, axes = tf.raw_ops.BroadcastGradientArgs(s0=tf.shape(gradient), s1=tf.shape(x))
    return tf.reshape(tf.reduce_sum(gradient, axes), tf.shape(x))


def divide(z: tf.Tensor, w: tf.Tensor, /) -> tf.Tensor:
    """z / w, scaled; infinite and zero divisors as in NumPy."""
    return _divide(tf.convert_to_tensor(z), tf.convert_to_tensor(w))


def reciprocal(z: tf.Tensor, /) -> tf.Tensor:
    return divide(tf.ones((), z.dtype), z)


def sign(z: tf.Tensor, /) -> tf.Tensor:
    # TensorFlow's own gives NaN for infinities, 0 where the square underflows, and loses the sign of zero parts
    x, y = tf.math.real(z), tf.math.imag(z)
    magnitude = tf.maximum(tf.abs(x), tf.abs(y))
    scale = tf.where(magnitude == 0, tf.zeros((), x.dtype), _inverse_power_of_two(magnitude))
    x_scaled, y_scaled = x * scale, y * scale
    absolute = tf.abs(tf.complex(x_scaled, y_scaled))
    absolute = tf.where(absolute == 0, tf.ones((), x.dtype), absolute)
    usual = tf.complex(x_scaled / absolute, y_scaled / absolute)
    usual = tf.where(magnitude == 0, tf.zeros((), z.dtype), usual)  # not the zero of the argument
    x_infinite, y_infinite = tf.math.is_inf(x), tf.math.is_inf(y)
    zero = tf.zeros((), x.dtype)
    along_axis = tf.complex(tf.where(x_infinite, tf.sign(x), zero), tf.where(y_infinite, tf.sign(y), zero))
    return tf.where(tf.not_equal(x_infinite, y_infinite), along_axis, usual)


@_with_derivative(lambda z: reciprocal(2 * tf.math.sqrt(z)))
def sqrt(z: tf.Tensor) -> tf.Tensor:
    # TensorFlow's own loses the sign of a zero imaginary part, which tells the side of the branch cut; and it squares the
    # parts, which overflow or vanish, so that large and small ones are scaled
    x, y = tf.math.real(z), tf.math.imag(z)
    _, bias = _EXPONENT[x.dtype]
    magnitude, half = tf.maximum(tf.abs(x), tf.abs(y)), bias // 4
    one = tf.ones((), x.dtype)
    large, small = magnitude > 2.0 ** (bias - 4), magnitude < 2.0 ** (-2 * half)
    scale = tf.where(large, 2.0 ** (-2 * half) * one, tf.where(small, 2.0 ** (2 * half) * one, one))
    back = tf.where(large, 2.0**half * one, tf.where(small, 2.0**-half * one, one))
    root = tf.math.sqrt(tf.complex(x * scale, y * scale))
    imaginary = tf.abs(tf.math.imag(root)) * back
    return tf.complex(tf.math.real(root) * back, tf.where(as_bits(tf.math.imag(z)) < 0, -imaginary, imaginary))


@tf.custom_gradient
def _power(z: tf.Tensor, w: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tuple[tf.Tensor, tf.Tensor]]]:
    power = tf.math.pow(z, w)

    def gradient(upstream: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        # TensorFlow's logarithm, of which its own gradient is made, is NaN far out
        slopes = w * _power(z, w - 1), power * log(z)
        of_z, of_w = (upstream * tf.math.conj(one) for one in slopes)
        return summed_to(of_z, z), summed_to(of_w, w)

    return power, gradient


def pow(z: tf.Tensor, w: tf.Tensor, /) -> tf.Tensor:
    """z ** w; 1 where `w` is 0, and 0 where `z` is 0 and the real part of `w` positive, as in NumPy."""
    # TensorFlow's own goes through the logarithm, so that 1j ** 2 would have an imaginary part
    one, zero = tf.ones((), z.dtype), tf.zeros((), z.dtype)
    base_is_zero = tf.equal(z, zero)
    power = _power(tf.where(base_is_zero, one, z), w)
    nan = tf.constant(complex(math.nan, math.nan), z.dtype)
    power = tf.where(base_is_zero, tf.where(tf.math.real(w) > 0, zero, nan), power)
    exact = tf.where(tf.equal(w, one), z, tf.where(tf.equal(w, 2 * one), z * z, power))
    exact = tf.where(tf.equal(w, zero), one, exact)
    # these do not depend on w, whose derivative is that of the power
    of_power = isfinite(power) & ~base_is_zero
    derived = tf.stop_gradient(exact) + (power - tf.stop_gradient(power))
    return tf.where(of_power, derived, exact)


def round(z: tf.Tensor, /) -> tf.Tensor:
    return tf.complex(tf.round(tf.math.real(z)), tf.round(tf.math.imag(z)))


def isfinite(z: tf.Tensor, /) -> tf.Tensor:
    return tf.math.is_finite(tf.math.real(z)) & tf.math.is_finite(tf.math.imag(z))


def isinf(z: tf.Tensor, /) -> tf.Tensor:
    return tf.math.is_inf(tf.math.real(z)) | tf.math.is_inf(tf.math.imag(z))


def isnan(z: tf.Tensor, /) -> tf.Tensor:
    return tf.not_equal(z, z)
