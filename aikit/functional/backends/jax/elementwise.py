"""Elementwise functions.

The functions of `jax.numpy` are compiled and dispatched by C++ (`jnp.sin`); where one is a Python object that calls
the compiled code (`jnp.add`), compiling it once more saves half of the time of a call. A `def` is compiled as a whole.
"""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from aikit.dtypes import default_float
from aikit.functional.backends.by_dtype import ByDtype

from . import _complex, _real
from ._dtypes import COMPLEX, HALF, INTEGERS
from .core import as_native_dtype, native_dtypes

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

SINGLE_AND_DOUBLE = (native_dtypes["float32"], native_dtypes["float64"])
DOUBLE = (native_dtypes["float64"],)
REAL_FLOATS = HALF + SINGLE_AND_DOUBLE


def _mended(
    native: Any,
    *,
    integer: Any = None,
    half: Any = None,
    real: Any = None,
    only: tuple[Any, ...] = REAL_FLOATS,
    complex: Any = None,
) -> ByDtype:
    """`native` with what replaces it for the integers, those of 16 bits, the real floating dtypes and the complex ones.

    `only` : the real floating dtypes for which `real` does.
    """
    replacements = ((INTEGERS, integer), (only, real), (HALF, half), (COMPLEX, complex))
    return ByDtype(native, {dtype: other for dtypes, other in replacements if other for dtype in dtypes})


# ------------------------------------------------------------------------------------------------ one argument

abs = _mended(jnp.abs, real=_real.abs, complex=_complex.abs)
acos = _mended(jnp.acos, half=_real.in_float32(jnp.acos), complex=_complex.acos)
acosh = _mended(
    jnp.acosh, half=_real.in_float32(_real.acosh), real=_real.acosh, only=SINGLE_AND_DOUBLE, complex=_complex.acosh
)
asin = _mended(jnp.asin, half=_real.in_float32(_real.asin), real=_real.asin, complex=_complex.asin)
asinh = _mended(
    jnp.asinh, half=_real.in_float32(_real.asinh), real=_real.asinh, only=SINGLE_AND_DOUBLE, complex=_complex.asinh
)
atan = _mended(jnp.atan, complex=_complex.atan)
atanh = _mended(jnp.atanh, half=_real.in_float32(jnp.atanh), real=_real.atanh, only=DOUBLE, complex=_complex.atanh)
bitwise_invert = jnp.bitwise_invert
ceil = jnp.ceil
conj = jax.jit(jnp.conj)
cos = _mended(jnp.cos, complex=_complex.cos)
cosh = _mended(jnp.cosh, real=_real.cosh, only=SINGLE_AND_DOUBLE, complex=_complex.cosh)
deg2rad = _mended(jnp.deg2rad, half=_real.in_float32(jnp.deg2rad))
erf = _mended(jax.scipy.special.erf, half=_real.in_float32(jax.scipy.special.erf))
exp = _mended(jnp.exp, complex=_complex.exp)
exp2 = _mended(_real.exp2, half=_real.in_float32(_real.exp2))
expm1 = _mended(jnp.expm1, half=_real.in_float32(jnp.expm1), complex=_complex.expm1)
floor = jnp.floor
imag = jnp.imag
isfinite = jnp.isfinite
isinf = jnp.isinf
isnan = jnp.isnan
isreal = jax.jit(jnp.isreal)
log = _mended(jnp.log, complex=_complex.log)
log10 = _mended(jnp.log10, half=_real.in_float32(jnp.log10), complex=_complex.log10)
log1p = _mended(jnp.log1p, half=_real.in_float32(jnp.log1p), real=_real.log1p, only=DOUBLE, complex=_complex.log1p)
log2 = _mended(jnp.log2, half=_real.in_float32(jnp.log2), complex=_complex.log2)
logical_not = jnp.logical_not
negative = jax.jit(jnp.negative)
positive = jnp.positive
rad2deg = _mended(jnp.rad2deg, half=_real.in_float32(jnp.rad2deg))
real = jnp.real
reciprocal = _mended(jnp.reciprocal, complex=_complex.reciprocal)
round = jnp.round
sign = _mended(jnp.sign, real=_real.sign, complex=_complex.sign)
signbit = jnp.signbit
sin = _mended(jnp.sin, complex=_complex.sin)
sinh = _mended(jnp.sinh, real=_real.sinh, only=SINGLE_AND_DOUBLE, complex=_complex.sinh)
sqrt = _mended(jnp.sqrt, complex=_complex.sqrt)
square = jnp.square
tan = _mended(jnp.tan, complex=_complex.tan)
tanh = _mended(jnp.tanh, real=_real.tanh, only=DOUBLE, complex=_complex.tanh)
trunc = jnp.trunc

# ------------------------------------------------------------------------------------------------ two arguments

add = jax.jit(jnp.add)
atan2 = _real.atan2
bitwise_and = jax.jit(jnp.bitwise_and)
bitwise_or = jax.jit(jnp.bitwise_or)
bitwise_xor = jax.jit(jnp.bitwise_xor)
clip = _mended(jnp.clip, real=_real.clip)
copysign = _mended(jnp.copysign, real=_real.copysign)
equal = jnp.equal
fmax = _mended(jnp.maximum, real=_real.fmax)
fmin = _mended(jnp.minimum, real=_real.fmin)
greater = jnp.greater
greater_equal = jnp.greater_equal
hypot = _mended(jnp.hypot, half=_real.in_float32(_real.hypot), real=_real.hypot)
less = jnp.less
less_equal = jnp.less_equal
logaddexp = _mended(jax.jit(jnp.logaddexp), half=_real.in_float32(jnp.logaddexp))
logaddexp2 = _mended(jax.jit(jnp.logaddexp2), half=_real.in_float32(jnp.logaddexp2))
logical_and = jax.jit(jnp.logical_and)
logical_or = jax.jit(jnp.logical_or)
logical_xor = jax.jit(jnp.logical_xor)
maximum = jax.jit(jnp.maximum)
minimum = jax.jit(jnp.minimum)
multiply = jax.jit(jnp.multiply)
nextafter = _real.nextafter
not_equal = jnp.not_equal
subtract = jax.jit(jnp.subtract)

# ------------------------------------------------------------------------------------------------ division


@functools.partial(jax.jit, static_argnames="dtype")
def _divide_as(x1: jax.Array, x2: jax.Array, *, dtype: np.dtype[Any]) -> jax.Array:
    """Integers beyond the range of a half-precision dtype may have a quotient within it."""
    wide = jnp.promote_types(dtype, np.float32)
    return jnp.divide(x1.astype(wide), x2.astype(wide)).astype(dtype)


def _divide_integers(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    return _divide_as(x1, x2, dtype=as_native_dtype(default_float().name))


divide = _mended(
    jax.jit(jnp.divide),
    integer=_divide_integers,
    real=_real.divide,
    complex=_real.with_slopes_of_quotients(jnp.divide),
)


def _zero_by_zero(function: Any) -> Any:
    """`function` of integers, with the result 0 where the divisor is 0, which XLA leaves undefined."""

    @jax.jit
    def division(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
        return jnp.where(x2 == 0, 0, function(x1, jnp.where(x2 == 0, 1, x2)))

    return division


floor_divide = _mended(
    _real.floor_divide,
    integer=_zero_by_zero(jnp.floor_divide),
    half=_real.in_float32(_real.floor_divide),
)
fmod = _mended(jax.jit(jnp.fmod), integer=_zero_by_zero(jnp.fmod), half=_real.in_float32(jnp.fmod))
remainder = ByDtype(_real.remainder, dict.fromkeys(INTEGERS, _zero_by_zero(jnp.remainder)))

# ------------------------------------------------------------------------------------------------ powers


@jax.jit
def _pow_integers(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """`jnp.power` looks at the lowest six bits of the exponent only and leaves negative exponents undefined."""
    x1, x2 = jnp.broadcast_arrays(x1, x2)
    return lax.cond(jnp.all((x2 >= 0) & (x2 < 64)), jnp.power, _pow_of_any_integers, x1, x2)


def _pow_of_any_integers(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    """By repeated squaring, with wrap-around; a negative exponent gives 0 unless the base is 1 or -1."""
    negative_exponent = x2 < 0
    of_one = jnp.where((x1 == 1) | (x2 & 1 == 0), jnp.ones_like(x1), x1)  # for the bases 1 and -1

    def step(state: tuple[jax.Array, jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array, jax.Array]:
        result, base, exponent = state
        return jnp.where(exponent & 1 == 1, result * base, result), base * base, exponent >> 1

    exponent = jnp.where(negative_exponent, 0, x2)
    result, _, _ = lax.while_loop(lambda state: jnp.any(state[2] != 0), step, (jnp.ones_like(x1), x1, exponent))
    is_unit = (x1 == 1) | (x1 == -1 if x1.dtype.kind == "i" else False)
    return jnp.where(negative_exponent, jnp.where(is_unit, of_one, 0), result)


_integer_pow = jax.jit(lax.integer_pow, static_argnames="y")


def _with_squares(general: Any) -> Any:
    """`general`, a power, but products where the exponent is a number, which comes as an array of the host, and 2 or 3."""

    def call(x1: jax.Array, x2: Any, /) -> jax.Array:
        if type(x2) is np.ndarray and x2 in (2, 3):
            return _integer_pow(x1, y=int(x2.real))
        return general(x1, x2)

    return call


pow = _mended(
    _with_squares(_real.pow),
    integer=_with_squares(_pow_integers),
    half=_real.pow,  # a product would be rounded twice
    complex=_with_squares(_complex.pow),
)

# ------------------------------------------------------------------------------------------------ shifts


def _shift_in_range(x1: jax.Array, x2: jax.Array) -> jax.Array:
    """Whether a shift count is from 0 to the width less one; XLA leaves the others to the device."""
    return (x2 >= 0) & (x2 < jnp.iinfo(x1.dtype).bits)


@jax.jit
def bitwise_left_shift(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    in_range = _shift_in_range(x1, x2)
    return jnp.where(in_range, jnp.left_shift(x1, jnp.where(in_range, x2, 0)), 0)


@jax.jit
def bitwise_right_shift(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    last = jnp.iinfo(x1.dtype).bits - 1
    shifted = jnp.right_shift(x1, jnp.where(_shift_in_range(x1, x2), x2, last))
    # a count beyond the width leaves copies of the sign bit, which for an unsigned dtype are zeros
    return shifted if x1.dtype.kind == "i" else jnp.where(_shift_in_range(x1, x2), shifted, 0)


# ------------------------------------------------------------------------------------------------ number theory


def _magnitude(x: jax.Array) -> jax.Array:
    """In the unsigned dtype of the width, which holds that of the smallest signed integer, too."""
    return jnp.abs(x).astype(f"uint{8 * x.dtype.itemsize}")


def _common_divisor(x1: jax.Array, x2: jax.Array) -> jax.Array:
    """By Euclid's algorithm, on magnitudes; `jnp.gcd` goes on for ever beside the smallest integer."""

    def step(pair: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        x1, x2 = pair
        return jnp.where(x2 == 0, x1, x2), jnp.where(x2 == 0, 0, lax.rem(x1, jnp.where(x2 == 0, 1, x2)))

    return lax.while_loop(lambda pair: jnp.any(pair[1] != 0), step, tuple(jnp.broadcast_arrays(x1, x2)))[0]


@jax.jit
def gcd(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    return _common_divisor(_magnitude(x1), _magnitude(x2)).astype(x1.dtype)


@jax.jit
def lcm(x1: jax.Array, x2: jax.Array, /) -> jax.Array:
    one, two = _magnitude(x1), _magnitude(x2)
    divisor = _common_divisor(one, two)
    return (lax.div(jnp.broadcast_to(one, divisor.shape), jnp.maximum(divisor, 1)) * two).astype(x1.dtype)


# ------------------------------------------------------------------------------------------------ with keywords


@functools.partial(jax.jit, static_argnames="deg")
def angle(z: jax.Array, /, *, deg: bool = False) -> jax.Array:
    wide = z.astype(np.float32) if z.dtype in HALF else z
    if jnp.iscomplexobj(wide):
        found = _real.atan2(jnp.imag(wide), jnp.real(wide))
    else:  # that of 0 and x, to its sign
        found = jnp.where(jnp.isnan(wide), jnp.nan, jnp.where(jnp.signbit(wide), np.pi, 0.0)).astype(wide.dtype)
    return (jnp.rad2deg(found) if deg else found).astype(jnp.finfo(z.dtype).dtype)


@functools.partial(jax.jit, static_argnames=("copy", "nan", "posinf", "neginf"))
def nan_to_num(
    x: jax.Array, /, *, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> jax.Array:
    def numbers(part: jax.Array) -> jax.Array:
        # that of JAX replaces what it has put in the place of another one
        limits = jnp.finfo(part.dtype)
        found = jnp.where(jnp.isnan(part), nan, part)
        found = jnp.where(jnp.isposinf(part), limits.max if posinf is None else posinf, found)
        return jnp.where(jnp.isneginf(part), limits.min if neginf is None else neginf, found)

    if jnp.issubdtype(x.dtype, jnp.integer):
        return x
    return lax.complex(numbers(x.real), numbers(x.imag)) if jnp.iscomplexobj(x) else numbers(x)
