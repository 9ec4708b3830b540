"""Elementwise functions, where NumPy's are not the same, or lack digits."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

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


def _int_pow(base: int, exponent: int) -> int:
    """A negative exponent gives 0, except for the bases 1 and -1. (Python takes the modulus, so 64 bits suffice.)"""
    if exponent < 0:
        return {1: 1, -1: 1 if exponent % 2 == 0 else -1}.get(base, 0)
    return builtins.pow(base, exponent, 1 << 64)


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


def with_digits(function: str) -> Callable[..., Any]:
    """expm1 and log1p of complex numbers by mpmath: NumPy's lose the digits near zero that the functions are for."""
    numpy_function = getattr(np, function)

    def precise(x: Any) -> Any:
        if not np.iscomplexobj(x):
            return numpy_function(x)
        x = np.asarray(x)
        result = np.array(numpy_function(x))
        # on the real axis it is the real function; NumPy multiplies an infinity by the sine of 0
        result.imag = np.where((x.imag == 0) & np.isnan(result.imag) & ~np.isnan(x.real), x.imag, result.imag)
        for place in np.ndindex(x.shape):
            if np.isfinite(x[place]) and x[place] != 0 and np.isfinite(result[place]):
                result[place] = _with_mpmath(function, x[place], result[place])
        return result

    return precise


def _with_mpmath(function: str, x: Any, rough: Any) -> Any:
    import mpmath

    with mpmath.workprec(200):
        z = mpmath.mpc(float(x.real), float(x.imag))
        value = getattr(mpmath, function)(z)
        real, imaginary = (wide.of_mpmath(part) for part in (value.real, value.imag))
    # the sign of a zero, and with it the side of a branch cut, is NumPy's to say, for mpmath has none
    return (real or rough.real) + 1j * (
        -imaginary if x.imag == 0 and imaginary * rough.imag < 0 else imaginary or rough.imag
    )


def _complex_pow(x1: Any, x2: Any) -> Any:
    """exp(x2 log(x1)), by mpmath, because the error of the logarithm is multiplied by x2."""
    import mpmath

    def one(base: Any, exponent: Any) -> Any:
        with mpmath.workprec(200):
            value = mpmath.mpc(complex(base)) ** mpmath.mpc(complex(exponent))
            return wide.complex_()(wide.of_mpmath(value.real) + 1j * wide.of_mpmath(value.imag))

    return np.asarray(_elementwise(one)(x1, x2)).astype(wide.complex_())


def scale_of_pow(x1: Any, x2: Any) -> Any:
    """Of complex numbers, by what the error of the logarithm is multiplied; real results are measured by themselves."""
    if not np.iscomplexobj(x1):
        return None
    return np.abs(_complex_pow(x1, x2)) * np.maximum(1, np.abs(x2 * np.log(x1)))


def _other_pow(x1: Any, x2: Any) -> Any:
    if np.iscomplexobj(x1):
        return _complex_pow(x1, x2)
    # the C library's long double pow gives pow(-inf, -2.0**63) as inf; the special cases are the same in double
    ordinary = np.isfinite(x1) & np.isfinite(x2) & (x1 != 0)
    return np.where(ordinary, np.pow(x1, x2), np.pow(np.float64(x1), np.float64(x2)))


def logaddexp(x1: Any, x2: Any) -> Any:
    """As NumPy's, whose difference of two equal infinities is made good here."""
    return np.where(np.isinf(x1) & (x1 == x2), x1, np.logaddexp(x1, x2))


pow = _by_kind(_elementwise(_int_pow), _other_pow)
floor_divide = _by_kind(_elementwise(_floor_divide_int), _other_floor_divide)
remainder = _by_kind(_elementwise(_remainder_int), np.remainder)
left_shift = _elementwise(_left_shift)
right_shift = _elementwise(_right_shift)
