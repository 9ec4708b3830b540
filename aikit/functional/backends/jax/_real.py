"""Real functions that XLA computes less exactly than a caller expects, or not as the standard says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ._derivative import far_from_0, signed_log, with_derivative_of
from ._dtypes import HALF


@with_derivative_of(lambda x: x * lax.stop_gradient(jnp.sign(x)))
def abs(x: jax.Array, /) -> jax.Array:
    """With the derivative 0 at 0, where JAX has 1."""
    return jnp.abs(x)


@with_derivative_of(lambda x1, x2: x1 * lax.stop_gradient(jnp.sign(x1) * jnp.where(jnp.signbit(x2), -1, 1)))
def copysign(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """With the derivative of `abs` at 0."""
    return jnp.copysign(x1, x2)


@jax.jit
def clip(x: jax.Array, /, min: jax.Array | None = None, max: jax.Array | None = None) -> jax.Array:
    """With the derivative 1 where x equals a bound, where JAX has a half, or a quarter."""
    if min is not None:
        x = jnp.where((x < min) | jnp.isnan(min), min, x)
    if max is not None:
        x = jnp.where((x > max) | jnp.isnan(max), max, x)
    return x


def _hypot(x1: jax.Array, x2: jax.Array) -> jax.Array:
    unit = lax.stop_gradient(jnp.maximum(jnp.abs(x1), jnp.abs(x2)))
    unit = jnp.where((unit == 0) | jnp.isinf(unit), 1, unit)
    total = jnp.square(x1 / unit) + jnp.square(x2 / unit)
    return unit * jnp.where(total == 0, 0, jnp.sqrt(jnp.where(total == 0, 1, total)))


@with_derivative_of(_hypot)
def hypot(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """With the derivative 0 at 0, where JAX has 1."""
    return jnp.hypot(x1, x2)


def _ignoring_nan(extreme: Callable[..., jax.Array]) -> Callable[..., jax.Array]:
    return lambda x1, x2: extreme(jnp.where(jnp.isnan(x1), x2, x1), jnp.where(jnp.isnan(x2), x1, x2))


@with_derivative_of(_ignoring_nan(jnp.maximum))
def fmax(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """With half of the derivative for each of two equal numbers, where JAX has all of it for the second."""
    return jnp.fmax(x1, x2)


@with_derivative_of(_ignoring_nan(jnp.minimum))
def fmin(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """See `fmax`."""
    return jnp.fmin(x1, x2)


@jax.custom_jvp
def _exp2(x: jax.Array, /) -> jax.Array:
    """XLA takes exp(x log 2), whose relative error grows with x: 700 ULP at -1006 in float64. Here x is within a half.

    The power of 2 that is left is exact, in two factors of which none overflows where the result does not.
    """
    # the exponents of two factors; beyond them what is left makes exp 0 or infinite
    least = 2 * jnp.finfo(x.dtype).minexp
    whole = lax.round(jnp.clip(x, least, -least), lax.RoundingMethod.TO_NEAREST_EVEN)
    half = lax.floor(whole / 2)
    return jnp.exp((x - whole) * np.log(2).astype(x.dtype)) * _power_of_two(half) * _power_of_two(whole - half)


_exp2.defjvps(lambda tangent, result, x: tangent * (result * np.log(2).astype(x.dtype)))
exp2 = jax.jit(_exp2)


def _power_of_two(exponent: jax.Array) -> jax.Array:
    """2 to an integer in a floating dtype, which must be the exponent of a normal number."""
    limits = jnp.finfo(exponent.dtype)
    bits = exponent.astype(f"int{limits.bits}") + (limits.maxexp - 1)
    return lax.bitcast_convert_type(bits << limits.nmant, exponent.dtype)


@with_derivative_of(jnp.cosh)
def cosh(x: jax.Array, /) -> jax.Array:
    """XLA takes exp(x + log(1/2)), whose relative error grows with x: 350 ULP at 600 in float64."""
    half = jnp.exp(jnp.abs(x) / 2)
    rising = (half / 2) * half  # e^|x| / 2, which overflows only where the result does
    return rising + 0.25 / rising


@with_derivative_of(jnp.sinh)
def sinh(x: jax.Array, /) -> jax.Array:
    """See `cosh`; below 1 by the Taylor series, up to the term in x^19."""
    half = jnp.exp(jnp.abs(x) / 2)
    rising = (half / 2) * half
    series = jnp.ones_like(x)
    for n in range(19, 1, -2):
        series = 1 + series * (x * x) / (n * (n - 1))
    return jnp.where(jnp.abs(x) < 1, x * series, jnp.copysign(rising - 0.25 / rising, x))


@with_derivative_of(jnp.tanh)
def tanh(x: jax.Array, /) -> jax.Array:
    """XLA stops 7 ULP short of 1 in float64, also for infinity."""
    return jnp.where(jnp.abs(x) < 1, jnp.tanh(x), jnp.copysign(1 - 2 / (jnp.exp(2 * jnp.abs(x)) + 1), x))


@with_derivative_of(jnp.log1p)
def log1p(x: jax.Array, /) -> jax.Array:
    """XLA errs by 90 ULP near -0.4 in float64. Beyond 0.3 the rounding of 1 + x does no harm."""
    return jnp.where(jnp.abs(x) < 0.3, jnp.log1p(x), jnp.log(1 + x))


@with_derivative_of(jnp.atanh)
def atanh(x: jax.Array, /) -> jax.Array:
    """XLA errs by 100 ULP near 0.4 in float64, through its `log1p`."""
    size = jnp.abs(x)
    return jnp.copysign(0.5 * log1p(2 * size / (1 - size)), x)


@jax.jit
def sign(x: jax.Array, /) -> jax.Array:
    """XLA keeps the sign of -0."""
    return jnp.where(x == 0, 0, jnp.sign(x))


def in_float32(function: Callable[..., jax.Array]) -> Callable[..., jax.Array]:
    """`function` of 16 bits rounded once: XLA composes it of several operations, and would round each of them."""

    @jax.jit
    def of_wider(*arrays: jax.Array) -> jax.Array:
        return function(*(x.astype(np.float32) for x in arrays)).astype(arrays[0].dtype)

    return of_wider


def _divide(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """XLA multiplies by the reciprocal of a divisor that is broadcast.

    The reciprocal of a huge number is subnormal, hence 0 on the CPU: 7 / 3e38 and 3e38 / 3e38 would be 0, inf / 3e38
    NaN. Both operands are halved twice there, which is exact.
    """
    if x1.shape == x2.shape:
        return lax.div(x1, x2)
    scale = jnp.where(jnp.abs(x2) > jnp.finfo(x2.dtype).max / 4, 0.25, 1).astype(x2.dtype)
    return jnp.divide(x1 * scale, x2 * scale)


def with_slopes_of_quotients(function: Any) -> Any:
    """A quotient, by the rule of which `function`, which is one, is differentiated.

    JAX's has the reciprocal of the square of x2, which is infinite in float16 below 4e-3, and XLA makes one of a quotient of a
    quotient, too.
    """
    quotient = jax.custom_jvp(function)
    quotient.defjvps(
        lambda tangent, result, x1, x2: quotient(tangent, x2),
        lambda tangent, result, x1, x2: -quotient(tangent * result, x2),
    )
    return jax.jit(quotient)


divide = with_slopes_of_quotients(_divide)


@jax.jit
def floor_divide(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """The floor of the exact quotient; `jnp.floor_divide` loses the sign of a zero, and gives NaN for infinities.

    What counts as zero in some steps and not in others would be NaN.
    """
    x1, x2 = _flushed(x1), _flushed(x2)
    modulo = jnp.fmod(x1, x2)
    quotient = divide(x1 - modulo, x2)
    quotient = jnp.where((modulo != 0) & ((modulo < 0) != (x2 < 0)), quotient - 1, quotient)
    quotient = jnp.where(quotient != 0, jnp.round(quotient), jnp.copysign(jnp.zeros_like(quotient), divide(x1, x2)))
    # x1 - modulo is NaN for an infinite x1, and the quotient may be -1 for an infinite x2. In one expression with x2 == 0,
    # LLVM would test the class of x2, and take for nonzero what its arithmetic flushes to zero
    quotient = jnp.where(jnp.isinf(x1) | jnp.isinf(x2), divide(x1, x2), quotient)
    return lax.stop_gradient(jnp.where(x2 == 0, divide(x1, x2), quotient))  # it is in steps


# JAX's derivatives have the square of x, which overflows
acosh = with_derivative_of(far_from_0(jnp.acosh, jnp.log))(jnp.acosh)
asinh = with_derivative_of(far_from_0(jnp.asinh, lambda x: signed_log(x, jnp.abs(x))))(jnp.asinh)


@with_derivative_of(jnp.asin)
def asin(x: jax.Array, /) -> jax.Array:
    """XLA's is 0 for the smallest normal numbers."""
    return jnp.where(jnp.abs(x) <= 8 * jnp.finfo(x.dtype).smallest_normal, x, jnp.asin(x))


def _counts_as_zero(x: jax.Array) -> jax.Array:
    """Where a number is zero or subnormal.

    On the CPU a subnormal number compares as zero in some of the steps that XLA makes of a function, and not in others,
    by its bits. Those of float16 are normal in float32, in which XLA computes.
    """
    return x == 0 if x.dtype == np.float16 else jnp.abs(x) < jnp.finfo(x.dtype).smallest_normal


def _flushed(x: jax.Array) -> jax.Array:
    """Zeros of the same sign in place of subnormal numbers."""
    return jnp.where(_counts_as_zero(x), jnp.copysign(jnp.zeros_like(x), x), x)


@jax.jit
def remainder(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """`jnp.remainder` with the sign of the divisor also for a zero, as in Python, and for what counts as one."""
    modulo = jnp.remainder(x1, x2)
    return jnp.where(_counts_as_zero(modulo), jnp.copysign(jnp.zeros_like(modulo), x2), modulo)


def _atan2_but_at_zero(x1: jax.Array, x2: jax.Array) -> jax.Array:
    """Constant where both are 0, where JAX's derivative is 0 / 0; elsewhere of the greater one next to 1.

    JAX divides by x1**2 + x2**2, which is infinite in float16 from 256 on, and 0 below 2e-4.
    """
    zeros = (x1 == 0) & (x2 == 0)
    scale = lax.stop_gradient(power_next_to(jnp.maximum(jnp.abs(x1), jnp.abs(x2))))
    return jnp.where(zeros, 0, jnp.atan2(x1 * scale, jnp.where(zeros, 1, x2 * scale)))


def power_next_to(size: jax.Array) -> jax.Array:
    """The power of 2 that brings a size next to 1, or nearer, where its dtype does not hold that."""
    most = -jnp.finfo(size.dtype).minexp - 1
    return _power_of_two(-jnp.clip(jnp.floor(jnp.log2(size)), -most, most))


@with_derivative_of(_atan2_but_at_zero)
def atan2(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """XLA takes subnormal numbers for zeros in some steps and not in others: -pi for (5e-324, -0.5), NaN for two."""
    return jnp.atan2(_flushed(x1), _flushed(x2))


def _slope_of_base(x1: jax.Array, x2: jax.Array) -> jax.Array:
    """0 where both are: JAX's is 0 times infinity there, and so are the next ones of whole powers."""
    is_one = (x2 == 0) & (jnp.abs(x1) < jnp.finfo(x1.dtype).tiny)
    return jnp.where(is_one, 0, x2 * _pow_with_slopes(x1, jnp.where(is_one, 1, x2 - 1)))


def _slope_of_exponent(x1: jax.Array, x2: jax.Array) -> jax.Array:
    """0 where the base is, whose logarithm is infinite: a factor of 0 would make it NaN."""
    zero = x1 == 0
    return jnp.where(zero, 0, jnp.log(jnp.where(zero, 1, x1)) * _pow_with_slopes(x1, x2))


_pow_with_slopes = jax.custom_jvp(jnp.pow)
_pow_with_slopes.defjvps(
    lambda tangent, result, x1, x2: tangent * _slope_of_base(x1, x2),
    lambda tangent, result, x1, x2: tangent * _slope_of_exponent(x1, x2),
)


def _pow_in_wider(x1: jax.Array, x2: jax.Array) -> jax.Array:
    """In 16 bits the exponent of the derivative would be rounded."""
    if x1.dtype in HALF:
        return _pow_with_slopes(x1.astype(np.float32), x2.astype(np.float32)).astype(x1.dtype)
    return _pow_with_slopes(x1, x2)


@with_derivative_of(_pow_in_wider)
def pow(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """XLA takes the logarithm of a subnormal number from its bits as if it were normal."""
    return jnp.pow(_flushed(x1), x2)


_INTEGER_OF = {2: np.int16, 4: np.int32, 8: np.int64}


@with_derivative_of(lambda x1, x2: x1 + lax.stop_gradient(jnp.zeros_like(x2)))
def nextafter(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """By the bits alone: where subnormal numbers compare as zeros, XLA takes x2 for the number next to x1."""
    integer = _INTEGER_OF[x1.dtype.itemsize]
    least = jnp.iinfo(integer).min
    # the sign folded, so that the integers are in the order of the values, and both zeros are 0
    bits = [lax.bitcast_convert_type(x, integer) for x in jnp.broadcast_arrays(x1, x2)]
    start, end = (jnp.where(one < 0, least - one, one) for one in bits)
    moved = start + (end > start) - (end < start)
    # a step up from the least negative number gives the negative zero
    result = jnp.where((moved < 0) | ((moved == 0) & (start < 0)), least - moved, moved)
    result = jnp.where(start == end, bits[1], result)
    return jnp.where(jnp.isnan(x1) | jnp.isnan(x2), jnp.nan, lax.bitcast_convert_type(result, x1.dtype))
