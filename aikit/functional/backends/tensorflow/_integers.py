"""Integer functions with the rules that hold on all backends for zero divisors, negative exponents and wide shifts."""

from __future__ import annotations

import tensorflow as tf

from aikit.dtypes import default_float

from ._dtypes import AS_UNSIGNED, UNSIGNED


def _is_special(divisor: tf.Tensor) -> tf.Tensor:
    """Divisors that the kernels refuse or trap on: 0, and -1, which overflows with the least integer."""
    if divisor.dtype in UNSIGNED:
        return divisor == 0
    return (divisor == 0) | (divisor == -1)


def floor_divide(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """0 where the divisor is 0; the least integer by -1 wraps to itself."""
    special, one = _is_special(x2), tf.ones((), x2.dtype)
    quotient = tf.raw_ops.FloorDiv(x=x1, y=tf.where(special, one, x2))
    return quotient * tf.where(special, x2, one)


def remainder(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """0 where the divisor is 0."""
    return tf.raw_ops.FloorMod(x=x1, y=tf.where(_is_special(x2), tf.ones((), x2.dtype), x2))


def divide(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """True division, in float64 so that the default float dtype is rounded to once."""
    quotient = tf.realdiv(tf.cast(x1, tf.float64), tf.cast(x2, tf.float64))
    return tf.cast(quotient, default_float().name)


def pow(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """Signed power; with a negative exponent 0, but for the bases 1 and -1."""
    # TensorFlow raises for negative exponents
    power = tf.pow(x1, tf.maximum(x2, 0))
    odd = tf.bitwise.bitwise_and(x2, 1)
    of_units = tf.where(x1 == 1, tf.ones((), x1.dtype), tf.where(x1 == -1, 1 - 2 * odd, tf.zeros((), x1.dtype)))
    return tf.where(x2 < 0, of_units, power)


def pow_of_uint64(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """Power modulo 2**64, by the signed kernel.

    An odd base to the power 2**62 is 1, an even one 0; so exponents from 2**62 on may be replaced by smaller ones
    that agree modulo 2**62 and are not small, which fit int64.
    """
    limit = tf.constant(2**62, tf.uint64)
    reduced = tf.bitwise.bitwise_and(x2, limit - 1) + limit
    exponent = tf.where(x2 >= limit, reduced, x2)
    return tf.bitcast(tf.pow(tf.bitcast(x1, tf.int64), tf.bitcast(exponent, tf.int64)), tf.uint64)


def _fits(count: tf.Tensor) -> tf.Tensor:
    """Whether a shift count is from 0 to the width; the kernels leave other counts undefined."""
    # a negative count is a large one without its sign
    unsigned = tf.bitcast(count, AS_UNSIGNED.get(count.dtype, count.dtype))
    return unsigned < tf.constant(8 * count.dtype.size, unsigned.dtype)


def bitwise_left_shift(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """0 where the count is negative or not less than the width."""
    fits, zero = _fits(x2), tf.zeros((), x1.dtype)
    if tf.executing_eagerly() and tf.reduce_all(fits):
        return tf.raw_ops.LeftShift(x=x1, y=x2)
    return tf.where(fits, tf.raw_ops.LeftShift(x=x1, y=tf.where(fits, x2, zero)), zero)


def bitwise_right_shift(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """0 or -1, by the sign of `x1`, where the count is negative or not less than the width."""
    fits = _fits(x2)
    if tf.executing_eagerly() and tf.reduce_all(fits):
        return tf.raw_ops.RightShift(x=x1, y=x2)
    widest = tf.constant(8 * x2.dtype.size - 1, x2.dtype)
    shifted = tf.raw_ops.RightShift(x=x1, y=tf.where(fits, x2, widest))
    return tf.where(fits, shifted, tf.zeros((), x1.dtype)) if x1.dtype in UNSIGNED else shifted


def sign_of_unsigned(x: tf.Tensor, /) -> tf.Tensor:
    return tf.cast(x != 0, x.dtype)


def negative_of_unsigned(x: tf.Tensor, /) -> tf.Tensor:
    """Modulo 2 to the width; written so that the graph optimizer does not make it the operation that is missing."""
    return tf.bitwise.invert(x) + 1


def fmod(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """The remainder with the sign of the dividend, which TensorFlow has for few dtypes; 0 where the divisor is 0."""
    left = remainder(x1, x2)
    if x1.dtype in UNSIGNED:
        return left
    other_sign = (left != 0) & ((left < 0) != (x1 < 0))
    return left - tf.where(other_sign, x2, tf.zeros((), x2.dtype))


def _magnitude(x: tf.Tensor) -> tf.Tensor:
    """As uint64, which holds that of the smallest signed integer, too."""
    return tf.cast(x, tf.uint64) if x.dtype in UNSIGNED else tf.bitcast(tf.math.abs(tf.cast(x, tf.int64)), tf.uint64)


def _from_magnitude(x: tf.Tensor, dtype: tf.DType) -> tf.Tensor:
    return tf.cast(x if dtype in UNSIGNED else tf.bitcast(x, tf.int64), dtype)


def _common_divisor(x1: tf.Tensor, x2: tf.Tensor) -> tf.Tensor:
    """By Euclid's algorithm, on all elements until the last one is done; of magnitudes."""
    shape = tf.broadcast_dynamic_shape(tf.shape(x1), tf.shape(x2))

    def step(x1: tf.Tensor, x2: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        return tf.where(x2 == 0, x1, x2), remainder(x1, x2)

    state = tf.broadcast_to(x1, shape), tf.broadcast_to(x2, shape)
    return tf.while_loop(lambda _, x2: tf.reduce_any(x2 != 0), step, state)[0]


def gcd(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """Greatest common divisor, which TensorFlow lacks."""
    return _from_magnitude(_common_divisor(_magnitude(x1), _magnitude(x2)), x1.dtype)


def lcm(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
    """Least common multiple, which TensorFlow lacks."""
    one, two = _magnitude(x1), _magnitude(x2)
    return _from_magnitude(floor_divide(one, _common_divisor(one, two)) * two, x1.dtype)
