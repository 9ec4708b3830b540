"""Elementwise functions, where NumPy's are not the same, or lack digits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from pytest_aikit.numerics import wide


def _elementwise(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of Python objects, applied to each element; the results stay objects."""
    return np.frompyfunc(function, function.__code__.co_argcount, 1)


def _by_kind(integers: Callable[..., Any], others: Callable[..., Any]) -> Callable[..., Any]:
    """One function for arrays of Python ints, another for the rest."""

    def chosen(*args: Any) -> Any:
        return integers(*args) if any(np.asarray(a).dtype == object for a in args) else others(*args)

    return chosen


def _int_pow(base: Any, exponent: Any) -> Any:
    """Powers but for a multiple of 2**64; a negative exponent gives 0, except for the bases 1 and -1."""
    negative = np.asarray(exponent < 0, bool)
    # what the exponents of 1 and -1 are even or odd for
    factor, left = _low_bits(base), np.where(negative, _low_bits(exponent) & np.uint64(1), _low_bits(exponent))
    factor = np.where(negative & np.asarray(abs(base) != 1, bool), np.uint64(0), factor)
    left = np.where(negative & (factor == 0), np.uint64(1), left)
    result = np.ones(np.broadcast_shapes(factor.shape, left.shape), np.uint64)
    while left.any():
        result = np.where(left & np.uint64(1), result * factor, result)
        factor, left = factor * factor, left >> np.uint64(1)
    return result


def _low_bits(values: Any) -> np.ndarray:
    """64 bits of Python ints."""
    return np.asarray(values & (2**64 - 1)).astype(np.uint64)


def _left_shift(value: int, count: int) -> int:
    return value << count if 0 <= count < 64 else 0


def _right_shift(value: int, count: int) -> int:
    # 64 places and more leave nothing but the sign; so do negative counts, by aikit's rule
    return value >> (count if 0 <= count < 64 else 64)


def _floor_divide_int(x1: int, x2: int) -> int:
    return x1 // x2 if x2 else 0


def _other_floor_divide(x1: Any, x2: Any) -> Any:
    """The floor of the quotient, also of infinities, for which NumPy follows Python."""
    return np.where(np.isinf(x1) | np.isinf(x2), np.divide(x1, x2), np.floor_divide(x1, x2))


def _remainder_int(x1: int, x2: int) -> int:
    return x1 % x2 if x2 else 0


def _parts(real: Any, imaginary: Any) -> Any:
    """A complex array of its parts; their product with 1j would lose infinities and signs of zeros."""
    result = np.empty(np.broadcast(real, imaginary).shape, np.result_type(real, np.complex64))
    result.real, result.imag = real, imaginary
    return result


def expm1(x: Any) -> Any:
    """Of complex numbers by their parts: NumPy's loses the digits near zero that the function is for."""
    if not np.iscomplexobj(x):
        return np.expm1(x)
    half = np.sin(x.imag / 2)
    real = np.expm1(x.real) * np.cos(x.imag) - 2 * half * half
    return _parts(real, np.where(x.imag == 0, x.imag, np.exp(x.real) * np.sin(x.imag)))


def log1p(x: Any) -> Any:
    """As `expm1`."""
    if not np.iscomplexobj(x):
        return np.log1p(x)
    near = np.abs(x) < 0.5
    small = np.where(near, x, 0)
    real = np.log1p(small.real * (2 + small.real) + small.imag * small.imag) / 2
    far = np.log(_parts(1 + x.real, x.imag))
    return _parts(np.where(near, real, far.real), np.arctan2(x.imag, 1 + x.real))


def scale_of_pow(x1: Any, x2: Any) -> Any:
    """Of complex numbers, by what the error of the logarithm is multiplied; real results are measured by themselves."""
    if not np.iscomplexobj(x1):
        return None
    return np.abs(np.power(x1, x2)) * np.maximum(1, np.abs(x2 * np.log(x1)))


def amplified_in_pow(x1: Any, x2: Any) -> Any:
    """By what the roundings of an exponent, of 1 less, and of the logarithm are multiplied in a derivative."""
    return np.clip((1 + np.abs(x2)) * np.abs(np.log(x1)), 1, 2.0**20)


def _other_pow(x1: Any, x2: Any) -> Any:
    if np.iscomplexobj(x1):
        return np.power(x1, x2)
    # of one exponent for all, NumPy takes a root for 1/2, which has other values for -0 and -inf
    x1, x2 = map(np.array, np.broadcast_arrays(x1, x2))
    # the C library's long double pow gives pow(-inf, -2.0**63) as inf; the special cases are the same in double
    ordinary = np.isfinite(x1) & np.isfinite(x2) & (x1 != 0)
    return np.where(ordinary, np.pow(x1, x2), np.pow(np.float64(x1), np.float64(x2)))


def logaddexp(x1: Any, x2: Any) -> Any:
    """As NumPy's, whose difference of two equal infinities is made good here."""
    return np.where(np.isinf(x1) & (x1 == x2), x1, np.logaddexp(x1, x2))


def logaddexp2(x1: Any, x2: Any) -> Any:
    """As `logaddexp`."""
    return np.where(np.isinf(x1) & (x1 == x2), x1, np.logaddexp2(x1, x2))


def _pi() -> Any:
    return 4 * np.arctan(wide.real()(1))


def deg2rad(x: Any) -> Any:
    return x * (_pi() / 180)


def rad2deg(x: Any) -> Any:
    return x * (180 / _pi())


def angle(z: Any, *, deg: bool) -> Any:
    turn = np.arctan2(z.imag, z.real)
    return rad2deg(turn) if deg else turn


def erf(x: Any) -> Any:
    """That of the C library, of numbers that float64 does not hold that of mpmath; of each number once."""
    if x.dtype == object:
        return np.frompyfunc(wide.context().erf, 1, 1)(x)
    numbers, places = np.unique(x, return_inverse=True)
    of_one = math.erf if x.dtype == np.float64 else _precise_erf
    found = np.array([of_one(number) for number in numbers], x.dtype)[places].reshape(x.shape)
    return np.copysign(found, x)  # of zeros of both signs one alone is among the numbers


def _precise_erf(x: Any) -> Any:
    mp, high = wide.context(), float(x)
    rest = float(x - high) if np.isfinite(high) else 0.0
    return wide.of_mpmath(mp.erf(mp.mpf(high) + mp.mpf(rest)))


def _fmod_int(x1: int, x2: int) -> int:
    return int(math.copysign(1, x1)) * (abs(x1) % abs(x2)) if x2 else 0


def _gcd(x1: int, x2: int) -> int:
    return math.gcd(x1, x2)


def _lcm(x1: int, x2: int) -> int:
    return math.lcm(x1, x2)


def _trunc_divide_int(x1: int, x2: int) -> int:
    return (abs(x1) // abs(x2)) * (1 if (x1 < 0) == (x2 < 0) else -1) if x2 else 0


def _other_trunc_divide(x1: Any, x2: Any) -> Any:
    """The quotient without the remainder, which is exact; one that is infinite or no number as it is."""
    quotient = x1 / x2
    whole = np.rint((x1 - np.fmod(x1, x2)) / x2)
    return np.where(np.isfinite(quotient), np.where(whole == 0, np.copysign(whole, quotient), whole), quotient)


def nan_to_num(x: Any, *, copy: bool, nan: float, posinf: float | None, neginf: float | None) -> Any:
    """NumPy's, which leaves bfloat16 as it is, by its definition."""
    if x.dtype.kind in "iu":
        return x
    limits = ml_dtypes.finfo(x.dtype)
    replaced = ((np.isnan, nan), (np.isposinf, limits.max if posinf is None else posinf),
                (np.isneginf, limits.min if neginf is None else neginf))  # fmt: skip

    def numbers(part: Any) -> Any:
        given = values = np.asarray(part, np.float64)
        for is_one, number in replaced:
            values = np.where(is_one(given), float(number), values)
        return values

    return _parts(numbers(x.real), numbers(x.imag)) if x.dtype.kind == "c" else numbers(x)


def trapz(y: Any, *, x: Any, dx: float, axis: int) -> Any:
    return np.trapezoid(y, x, wide.number(dx), axis)


def scale_of_trapz(y: Any, *, x: Any, dx: float, axis: int) -> Any:
    """The areas without their signs."""
    y = np.abs(np.moveaxis(y, axis, -1))
    points = None if x is None else x if x.ndim == 1 else np.moveaxis(x, axis, -1)
    widths = abs(dx) if points is None else np.abs(np.diff(points))
    return np.sum((y[..., 1:] + y[..., :-1]) * widths, axis=-1) / 2


fmod = _by_kind(_elementwise(_fmod_int), np.fmod)
gcd = _elementwise(_gcd)
lcm = _elementwise(_lcm)
trunc_divide = _by_kind(_elementwise(_trunc_divide_int), _other_trunc_divide)
pow = _by_kind(_int_pow, _other_pow)
floor_divide = _by_kind(_elementwise(_floor_divide_int), _other_floor_divide)
remainder = _by_kind(_elementwise(_remainder_int), np.remainder)
left_shift = _elementwise(_left_shift)
right_shift = _elementwise(_right_shift)
