"""Functions of each element: integers, whose hard cases the standard leaves undefined, and what the standard lacks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from aikit import dtypes
from aikit.functional.backends import error_function
from aikit.functional.rules.data_type import finfo

from ._rules import rule


@rule("floor_divide", dtypes="real floating-point")
def _floor_divide(backend: Any, standard: Any, x1: Any, x2: Any, /) -> Any:
    # the standard prefers the floor of the quotient, and allows what Python gives for infinities
    xp = backend.namespace
    return xp.where(xp.isinf(x1) | xp.isinf(x2), xp.divide(x1, x2), standard(x1, x2))


@rule("floor_divide", "remainder", dtypes="integer")
def quotient(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /) -> Any:
    """Division by zero gives 0."""
    where = backend.namespace.where
    by_zero = x2 == backend.like(x2, 0)
    return where(by_zero, backend.like(x1, 0), standard(x1, where(by_zero, backend.like(x2, 1), x2)))


@rule("bitwise_left_shift", "bitwise_right_shift", dtypes="integer")
def shift(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /) -> Any:
    """A count that is negative, or no less than the number of bits, shifts every bit out: by all but one, then by one."""
    where = backend.namespace.where
    width = backend.dtype_of(x1).bits
    inside = (x2 >= backend.like(x2, 0)) & (x2 < backend.like(x2, width))
    shifted = standard(x1, where(inside, x2, backend.like(x2, width - 1)))
    return standard(shifted, where(inside, backend.like(x2, 0), backend.like(x2, 1)))


@rule("pow", dtypes="integer")
def power(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /) -> Any:
    """A negative exponent gives the truncated quotient 1 / x1**-x2, with 1 / 0 = 0."""
    if backend.dtype_of(x1).kind == "u":
        return standard(x1, x2)
    where = backend.namespace.where
    zero, one = backend.like(x1, 0), backend.like(x1, 1)
    negative = x2 < zero
    unit = (x1 == one) | (x1 == -one)
    inverse = where(unit, where((x2 & one) == zero, one, x1), zero)
    return where(negative, inverse, standard(x1, where(negative, zero, x2)))


@rule("pow", dtypes="real floating-point")
def _power_of_one_exponent(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /) -> Any:
    """As of an array of exponents: a namespace made of NumPy takes a root for 1/2, which has other values for -0 and -inf."""
    if x2.ndim or not x1.ndim:
        return standard(x1, x2)
    return standard(x1, backend.namespace.broadcast_to(x2, x1.shape) + backend.like(x1, 0))


@rule("divide", dtypes="integer")
def true_quotient(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /) -> Any:
    """The standard divides no integers; the result has the default float dtype."""
    wide = backend.widest("float64")
    result = standard(backend.cast(x1, wide), backend.cast(x2, wide))
    return backend.cast(result, backend.as_native_dtype(dtypes.default_float().name))


@rule("sign", dtypes="complex floating-point")
def direction(backend: Any, standard: Callable[..., Any], x: Any, /) -> Any:
    """A zero of any signs gives 0 + 0j, where a namespace may divide it by its magnitude, and what overflows in that its own."""
    xp, zero = backend.namespace, backend.like(x, 0)
    limit = finfo(backend.dtype_of(x)).max / 4
    large = xp.isfinite(x) & ((xp.abs(xp.real(x)) > limit) | (xp.abs(xp.imag(x)) > limit))
    return xp.where(x == zero, zero, standard(xp.where(large, xp.where(large, x, zero) * 0.25, x)))


@rule("clip")
def clip(backend: Any, standard: Any, x: Any, /, min: Any = None, max: Any = None) -> Any:
    """Limits that cross, that are arrays, or that hold NaN: the standard states none of these for its own clip."""
    result = x if min is None else backend.namespace.maximum(x, min)
    result = result if max is None else backend.namespace.minimum(result, max)
    return backend.copy_array(x) if result is x else result


@rule("exp2")
def exp2(backend: Any, standard: Any, x: Any, /) -> Any:
    """The standard has none."""
    return backend.namespace.pow(backend.like(x, 2), x)


@rule("angle")
def angle(backend: Any, standard: Any, z: Any, /, *, deg: bool = False) -> Any:
    xp = backend.namespace
    of_complex = backend.dtype_of(z).kind == "c"
    found = xp.atan2(xp.imag(z), xp.real(z)) if of_complex else xp.atan2(xp.zeros_like(z), z)
    return found * (180 / math.pi) if deg else found


@rule("deg2rad")
def deg2rad(backend: Any, standard: Any, x: Any, /) -> Any:
    return x * (math.pi / 180)


@rule("erf")
def erf(backend: Any, standard: Any, x: Any, /) -> Any:
    return error_function.erf(backend.namespace, x)


@rule("fmax")
def fmax(backend: Any, standard: Any, x1: Any, x2: Any, /) -> Any:
    return backend.namespace.maximum(*_numbers(backend, x1, x2))


@rule("fmin")
def fmin(backend: Any, standard: Any, x1: Any, x2: Any, /) -> Any:
    return backend.namespace.minimum(*_numbers(backend, x1, x2))


def _numbers(backend: Any, x1: Any, x2: Any) -> tuple[Any, Any]:
    """The elements, the other one in the place of NaN."""
    xp = backend.namespace
    if backend.dtype_of(x1).kind != "f":
        return x1, x2
    return xp.where(xp.isnan(x1), x2, x1), xp.where(xp.isnan(x2), x1, x2)


@rule("fmod", dtypes="real floating-point")
def _fmod(backend: Any, standard: Any, x1: Any, x2: Any, /) -> Any:
    """The remainder of the magnitudes, which is not negative, with the sign of the dividend."""
    xp = backend.namespace
    return xp.copysign(xp.remainder(xp.abs(x1), xp.abs(x2)), x1)


@rule("fmod", dtypes="integer")
def _fmod_integers(backend: Any, standard: Any, x1: Any, x2: Any, /) -> Any:
    """The remainder of `remainder`, less the divisor where that has another sign than the dividend."""
    where, zero = backend.namespace.where, backend.like(x1, 0)
    left = quotient(backend, backend.namespace.remainder, x1, x2)
    return where((left != zero) & ((left < zero) != (x1 < zero)), left - x2, left)


@rule("gcd")
def gcd(backend: Any, standard: Any, x1: Any, x2: Any, /) -> Any:
    """Euclid's algorithm, on all elements until the last one is done."""
    xp = backend.namespace
    x1, x2 = xp.broadcast_arrays(x1, x2)
    zero = backend.like(x1, 0)
    while xp.any(x2 != zero):
        x1, x2 = xp.where(x2 == zero, x1, x2), quotient(backend, xp.remainder, x1, x2)
    return xp.abs(x1)


@rule("lcm")
def lcm(backend: Any, standard: Any, x1: Any, x2: Any, /) -> Any:
    xp = backend.namespace
    return quotient(backend, xp.floor_divide, xp.abs(x1), gcd(backend, None, x1, x2)) * xp.abs(x2)


@rule("isreal")
def isreal(backend: Any, standard: Any, x: Any, /) -> Any:
    xp = backend.namespace
    if backend.dtype_of(x).kind != "c":
        return xp.ones_like(x, dtype=backend.native_dtypes["bool"])
    return xp.imag(x) == 0


@rule("logaddexp2")
def logaddexp2(backend: Any, standard: Any, x1: Any, x2: Any, /) -> Any:
    xp = backend.namespace
    larger = xp.maximum(x1, x2)
    # the difference of equal infinities is NaN, and does not matter
    difference = xp.where(xp.isinf(larger), backend.like(x1, 0), xp.abs(x1 - x2))
    return larger + xp.log1p(xp.exp(difference * -math.log(2))) / math.log(2)


@rule("nan_to_num")
def nan_to_num(
    backend: Any,
    standard: Any,
    x: Any,
    /,
    *,
    copy: bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Any:
    xp, kind = backend.namespace, backend.dtype_of(x).kind
    if kind in "iu":
        return backend.copy_array(x)

    def numbers(part: Any) -> Any:
        largest = finfo(backend.dtype_of(part)).max
        for where, value in (
            (xp.isnan(part), nan),
            (part == math.inf, largest if posinf is None else posinf),
            (part == -math.inf, -largest if neginf is None else neginf),
        ):
            part = xp.where(where, backend.like(part, value), part)
        return part

    if kind == "f":
        return numbers(x)
    real, imaginary = numbers(xp.real(x)), numbers(xp.imag(x))
    # times the imaginary unit an infinity is NaN in the other part
    along = backend.complex_of(xp.where(xp.isfinite(imaginary), imaginary, backend.like(imaginary, 0))) * 1j
    for where, value in (
        (xp.isnan(imaginary), math.nan),
        (imaginary == math.inf, math.inf),
        (imaginary == -math.inf, -math.inf),
    ):
        along = xp.where(where, backend.like(along, complex(0, value)), along)
    return xp.where(xp.isfinite(x), x, backend.complex_of(real) + along)


@rule("rad2deg")
def rad2deg(backend: Any, standard: Any, x: Any, /) -> Any:
    return x * (180 / math.pi)
