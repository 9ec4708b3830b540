"""Complex functions, with the special cases of C99 (Annex G), which the standard takes over with few changes.

XLA's own are exact for most numbers, but they know neither the sign of a zero, which says on which side of a branch
cut a number lies, nor how an infinite part goes with a NaN; `sinh`, `log1p` and `pow` also lose digits.

Below, z = x + iy. The inverse functions are computed where both parts are positive and then reflected.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax import Array, lax

from . import _real
from ._derivative import far_from_0, signed_log, with_derivative_of, with_slope


def _parts(z: Array) -> tuple[Array, Array]:
    return lax.real(z), lax.imag(z)


def _turned(z: Array) -> Array:
    """iz, exactly."""
    x, y = _parts(z)
    return lax.complex(-y, x)


def _turned_back(z: Array) -> Array:
    """-iz, exactly."""
    x, y = _parts(z)
    return lax.complex(y, -x)


@with_derivative_of(jnp.abs)
def abs(z: Array, /) -> Array:
    x, y = _parts(z)
    return jnp.where(jnp.isinf(x) | jnp.isinf(y), jnp.inf, jnp.abs(z))


def _unit(z: Array, /) -> Array:
    """z / |z|, and 0 for 0; JAX takes the derivative of its own for zero. Its squares must not overflow or vanish."""
    zero = z == 0
    z = z * lax.stop_gradient(_real.power_next_to(jnp.maximum(*map(jnp.abs, _parts(z)))))
    return jnp.where(zero, 0, z) / jnp.abs(jnp.where(zero, 1, z))


@with_derivative_of(_unit)
def sign(z: Array, /) -> Array:
    """z / |z|; an infinite part outweighs a finite one."""
    x, y = _parts(z)
    x, y = (jnp.where(jnp.isinf(x) | jnp.isinf(y), jnp.where(jnp.isinf(part), part, 0), part) for part in (x, y))
    largest = jnp.maximum(jnp.abs(x), jnp.abs(y))
    x, y = (jnp.where(jnp.isinf(largest) & (jnp.abs(part) == largest), jnp.sign(part), part) for part in (x, y))
    # a division by the largest would multiply by its reciprocal, which may vanish
    scale = jnp.where(jnp.isinf(largest) | (largest == 0), 1, _real.power_next_to(largest))
    x, y = x * scale, y * scale
    size = jnp.where(largest == 0, 1, jnp.hypot(x, y))
    both_infinite = jnp.isinf(lax.real(z)) & jnp.isinf(lax.imag(z))
    x, y = (jnp.where(both_infinite, jnp.nan, jnp.where(largest == 0, 0, part / size)) for part in (x, y))
    return lax.complex(x, y)


# ------------------------------------------------------------------------------------------------ exponential


@with_derivative_of(jnp.exp)
def exp(z: Array, /) -> Array:
    x, y = _parts(z)
    real, imag = _parts(jnp.exp(z))
    unbounded = ~jnp.isfinite(y)
    real = jnp.where(unbounded & jnp.isinf(x), jnp.where(x > 0, jnp.inf, 0), real)
    imag = jnp.where(unbounded & (x == -jnp.inf), jnp.where(jnp.isnan(y), 0, jnp.copysign(0.0, y)), imag)
    return lax.complex(real, jnp.where(y == 0, y, imag))


@with_slope(exp)
def expm1(z: Array, /) -> Array:
    """XLA errs by 1830 ULP in the imaginary part where the sine is small, and gives NaN at -inf + inf i."""
    x, y = _parts(z)
    real, imag = _parts(exp(z))
    near = jnp.expm1(x) * jnp.cos(y) - 2 * jnp.square(jnp.sin(y / 2))
    near = jnp.where(near == 0, 0, near)  # the standard has +0 at both zeros
    return lax.complex(jnp.where(jnp.abs(x) < 1, near, real - 1), imag)


def _factors(x: Array) -> tuple[Array, Array, Array]:
    """sinh x, cosh x, each without a factor that would make it overflow, and this factor."""
    large = jnp.abs(x) > 20
    half = jnp.where(large, jnp.exp(jnp.abs(x) / 2), 1)
    moderate = jnp.where(large, 0, x)
    return (
        jnp.where(large, jnp.copysign(half / 2, x), _real.sinh(moderate)),
        jnp.where(large, half / 2, _real.cosh(moderate)),
        half,
    )


@with_derivative_of(jnp.sinh)
def sinh(z: Array, /) -> Array:
    x, y = _parts(z)
    odd, even, factor = _factors(x)
    unbounded = ~jnp.isfinite(y)
    real = jnp.where(unbounded & ((x == 0) | jnp.isinf(x)), x, odd * jnp.cos(y) * factor)
    return lax.complex(real, jnp.where(y == 0, y, even * jnp.sin(y) * factor))


@with_slope(lambda z: sinh(z))  # XLA's, which is JAX's derivative, loses digits next to 0
def cosh(z: Array, /) -> Array:
    x, y = _parts(z)
    odd, even, factor = _factors(x)
    real = jnp.where(~jnp.isfinite(y) & jnp.isinf(x), jnp.inf, even * jnp.cos(y) * factor)
    zero = jnp.where(jnp.signbit(x) == jnp.signbit(y), 0.0, -0.0)
    return lax.complex(real, jnp.where((y == 0) | ((x == 0) & ~jnp.isfinite(y)), zero, odd * jnp.sin(y) * factor))


@with_derivative_of(jnp.tanh)
def tanh(z: Array, /) -> Array:
    """By the formula of Kahan, "Branch Cuts for Complex Elementary Functions" (1987); next to poles XLA's is a difference."""
    x, y = _parts(z)
    real, imag = _parts(jnp.tanh(z))
    near = (jnp.abs(x) < 8) & jnp.isfinite(y)
    a, b = _real.sinh(jnp.where(near, x, 0)), jnp.tan(jnp.where(near, y, 0))
    beta = 1 + b * b
    size = 1 + beta * a * a
    real = jnp.where(near, beta * jnp.sqrt(1 + a * a) * a / size, real)
    imag = jnp.where(near, b / size, imag)
    imag = jnp.where(jnp.isinf(x), jnp.copysign(0.0, y), imag)  # where C99 has the sign of sin(2y)
    return lax.complex(jnp.where(x == 0, x, real), jnp.where(y == 0, y, imag))


@with_derivative_of(jnp.sin)
def sin(z: Array, /) -> Array:
    return _turned_back(sinh(_turned(z)))


@with_derivative_of(jnp.cos)
def cos(z: Array, /) -> Array:
    return cosh(_turned(z))


@with_derivative_of(jnp.tan)
def tan(z: Array, /) -> Array:
    return _turned_back(tanh(_turned(z)))


# ------------------------------------------------------------------------------------------------ logarithm and powers


@with_derivative_of(jnp.log)
def log(z: Array, /) -> Array:
    x, y = _parts(z)
    size = abs(z)
    # near |z| = 1 the logarithm of the rounded |z| has lost digits
    larger, smaller = jnp.maximum(jnp.abs(x), jnp.abs(y)), jnp.minimum(jnp.abs(x), jnp.abs(y))
    near = _real.log1p((larger - 1) * (larger + 1) + smaller * smaller) / 2
    far = jnp.where(jnp.isinf(size), jnp.log(jnp.hypot(x / 2, y / 2)) + math.log(2), jnp.log(size))
    return lax.complex(jnp.where((size > 0.5) & (size < 2), near, far), jnp.atan2(y, x))


def _scaled_logarithm(native: Callable[[Array], Array], base: float) -> Callable[[Array], Array]:
    @with_derivative_of(native)
    def logarithm(z: Array, /) -> Array:
        x, y = _parts(log(z))
        return lax.complex(x / math.log(base), y / math.log(base))

    return logarithm


log2 = _scaled_logarithm(jnp.log2, 2)
log10 = _scaled_logarithm(jnp.log10, 10)


@with_derivative_of(jnp.log1p)
def log1p(z: Array, /) -> Array:
    x, y = _parts(z)
    real, imag = _parts(log(lax.complex(1 + x, y)))
    near = _real.log1p(x * (2 + x) + y * y) / 2
    return lax.complex(jnp.where((jnp.abs(x) < 0.5) & (jnp.abs(y) < 0.5), near, real), imag)


@with_derivative_of(jnp.sqrt)
def sqrt(z: Array, /) -> Array:
    x, y = _parts(z)
    real, imag = _parts(jnp.sqrt(lax.complex(x, jnp.abs(y))))
    real = jnp.where(jnp.isinf(y) | (x == jnp.inf), jnp.inf, real)
    imag = jnp.where(jnp.isinf(y) | (x == -jnp.inf), jnp.inf, imag)
    return lax.complex(real, jnp.copysign(imag, y))


_pow_with_slopes = jax.custom_jvp(jnp.pow)
# of XLA's own powers and logarithms, which are NaN far out, JAX's would be NaN, too
_pow_with_slopes.defjvps(
    lambda tangent, result, z, w: tangent * (w * pow(z, w - 1)),
    lambda tangent, result, z, w: tangent * (log(z) * pow(z, w)),
)


def _pow_beside_zero(z: Array, w: Array, /) -> Array:
    """A power, whose derivatives are NaN where z is 0, but there the products that it is."""
    of_zero = (z == 0) & (w.real > 0)
    small = jnp.where(w == 1, z, jnp.where(w == 2, z * z, 0))
    return jnp.where(of_zero, small, _pow_with_slopes(jnp.where(of_zero, 1, z), w))


@with_derivative_of(_pow_beside_zero)
def pow(z: Array, w: Array, /) -> Array:
    """|z|^c e^(-d arg z) at the angle d log|z| + c arg z, for w = c + id."""
    c, d = _parts(w)
    log_size, angle = _parts(log(z))
    size, decay = jnp.pow(abs(z), c), jnp.exp(-d * angle)
    # one of the factors may overflow although the product does not
    fits = jnp.isfinite(size) & jnp.isfinite(decay) & (size != 0) & (decay != 0)
    size = jnp.where(fits, size * decay, jnp.exp(c * log_size - d * angle))
    angle = jnp.where(d == 0, 0, d * log_size) + c * angle
    power = lax.complex(size * jnp.cos(angle), jnp.where(angle == 0, angle, size * jnp.sin(angle)))
    of_zero = jnp.where(c > 0, 0, jnp.nan)
    power = jnp.where(z == 0, lax.complex(of_zero, of_zero).astype(z.dtype), power)
    return jnp.where(w == 0, 1, power)


# ------------------------------------------------------------------------------------------------ inverse functions


def _in_first_quadrant(native: Callable[[Array], Array], z: Array) -> tuple[Array, Array]:
    """`native` of |x| + i|y|, reflected back; for the functions that are odd in x and in y."""
    x, y = _parts(z)
    real, imag = _parts(native(lax.complex(jnp.abs(x), jnp.abs(y))))
    return jnp.copysign(real, x), jnp.copysign(imag, y)


# far from 0 the root of 1 + z**2 is z or -z, and that of 1 - z**2 iz or -iz
@with_derivative_of(far_from_0(jnp.asinh, lambda z: signed_log(lax.real(z), z)))
def asinh(z: Array, /) -> Array:
    x, y = _parts(z)
    real, imag = _in_first_quadrant(jnp.asinh, z)
    return lax.complex(real, jnp.where((y == 0) & jnp.isnan(x), y, imag))


@with_derivative_of(far_from_0(jnp.asin, lambda z: 1j * signed_log(lax.imag(z), z)))
def asin(z: Array, /) -> Array:
    return _turned_back(asinh(_turned(z)))


@with_derivative_of(far_from_0(jnp.acos, lambda z: -1j * signed_log(lax.imag(z), z)))
def acos(z: Array, /) -> Array:
    x, y = _parts(z)
    real, imag = _parts(jnp.acos(lax.complex(x, jnp.abs(y))))
    return lax.complex(jnp.where((x == 0) & jnp.isnan(y), math.pi / 2, real), -jnp.copysign(imag, y))


# JAX has 1 / sqrt(z**2 - 1) for the derivative, which left of the imaginary axis has the wrong sign
@with_derivative_of(lambda z: jnp.log(z + jnp.sqrt(z + 1) * jnp.sqrt(z - 1)))
def acosh(z: Array, /) -> Array:
    real, imag = _parts(acos(z))
    return lax.complex(jnp.abs(imag), jnp.copysign(real, lax.imag(z)))


@with_derivative_of(jnp.atanh)
def atanh(z: Array, /) -> Array:
    x, y = _parts(z)
    real, imag = _in_first_quadrant(jnp.atanh, z)
    unknown, unbounded = jnp.isnan(x) | jnp.isnan(y), jnp.isinf(x) | jnp.isinf(y)
    real = jnp.where(unknown, jnp.where(unbounded | (x == 0), jnp.copysign(0.0, x), jnp.nan), real)
    imag = jnp.where(unknown, jnp.where(jnp.isinf(y), jnp.copysign(math.pi / 2, y), jnp.nan), imag)
    return lax.complex(real, imag)


@with_derivative_of(jnp.atan)
def atan(z: Array, /) -> Array:
    return _turned_back(atanh(_turned(z)))


@jax.custom_jvp
def _reciprocal(z: Array) -> Array:
    return jnp.reciprocal(z)


@_reciprocal.defjvp
def _slopes(primals: tuple[Array], tangents: tuple[Array]) -> tuple[Array, Array]:
    """JAX divides by the square of z, which may be subnormal."""
    result = _reciprocal(*primals)
    return result, -tangents[0] * result * result


reciprocal = jax.jit(_reciprocal)
