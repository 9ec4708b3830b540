"""What each function computes, written with NumPy and mpmath and without aikit.

A reference receives the arguments of the call with all floating arrays in a wider type, and integers either as they
are or, where the function does arithmetic, as Python ints (see `pytest_aikit.cases.oracle`). A function that is not in `REFERENCES` is
NumPy's function of the same name, which is then the same function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pytest_aikit.knowledge.scales import greatest
from pytest_aikit.numerics import wide

INTEGER_ARITHMETIC = frozenset({
    "abs", "add", "bitwise_left_shift", "bitwise_right_shift",
    "floor_divide",  "multiply", "negative", "pow",  "remainder", "square", "subtract",

})  # fmt: skip
"""The functions that compute with integers: exactly here, and wrapped to the dtype of the result at the end."""

QUOTIENTS = frozenset(
    {
        "divide",
    }
)
"""The functions whose result is floating where the arguments are integers."""

SIGN_OF_ZERO_OPEN = frozenset({
    # the standard leaves open which of -0 and +0 is the greater one
    "maximum", "minimum", "clip",

    # what an empty sum starts with, and in which order terms are added

    "sign",
})  # fmt: skip
"""The functions that may return a zero of either sign."""

COMPLEX_SIGN_OF_ZERO = frozenset({"conj", "imag", "negative", "positive", "real"})
"""The functions that only rearrange the parts of a complex number: the signs of zeros are theirs there, too."""


# --------------------------------------------------------------------------------------------- elementwise


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
    return pow(base, exponent, 1 << 64)


def _left_shift(value: int, count: int) -> int:
    return value << count if 0 <= count < 64 else 0


def _right_shift(value: int, count: int) -> int:
    # 64 places and more leave nothing but the sign; so do negative counts, by aikit's rule
    return value >> (count if 0 <= count < 64 else 64)


def _shift(shift: Callable[[int, int], int]) -> Callable[..., Any]:
    return lambda x1, x2: _elementwise(shift)(x1, x2)


def _floor_divide_int(x1: int, x2: int) -> int:
    return x1 // x2 if x2 else 0


def _floor_divide(x1: Any, x2: Any) -> Any:
    """The floor of the quotient, also of infinities, for which NumPy follows Python."""
    return np.where(np.isinf(x1) | np.isinf(x2), np.divide(x1, x2), np.floor_divide(x1, x2))


def _remainder_int(x1: int, x2: int) -> int:
    return x1 % x2 if x2 else 0


def _with_digits(function: str) -> Callable[..., Any]:
    """expm1 and log1p of complex numbers by mpmath: NumPy's lose the digits near zero that the functions are for."""
    numpy_function = getattr(np, function)

    def precise(x: Any) -> Any:
        if not np.iscomplexobj(x):
            return numpy_function(x)
        x = np.asarray(x)
        result = np.array(numpy_function(x))
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
    # the sign of a zero is NumPy's to say, for mpmath has none
    return (real or rough.real) + 1j * (imaginary or rough.imag)


def _complex_pow(x1: Any, x2: Any) -> Any:
    """exp(x2 log(x1)), by mpmath, because the error of the logarithm is multiplied by x2."""
    import mpmath

    def one(base: Any, exponent: Any) -> Any:
        with mpmath.workprec(200):
            value = mpmath.mpc(complex(base)) ** mpmath.mpc(complex(exponent))
            return wide.complex_()(wide.of_mpmath(value.real) + 1j * wide.of_mpmath(value.imag))

    return np.asarray(_elementwise(one)(x1, x2)).astype(wide.complex_())


def _pow(x1: Any, x2: Any) -> Any:
    if np.iscomplexobj(x1):
        return _complex_pow(x1, x2)
    # the C library's long double pow gives pow(-inf, -2.0**63) as inf; the special cases are the same in double
    ordinary = np.isfinite(x1) & np.isfinite(x2) & (x1 != 0)
    return np.where(ordinary, np.pow(x1, x2), np.pow(np.float64(x1), np.float64(x2)))


def _logaddexp(x1: Any, x2: Any) -> Any:
    """As NumPy's, whose difference of two equal infinities is made good here."""
    return np.where(np.isinf(x1) & (x1 == x2), x1, np.logaddexp(x1, x2))


# --------------------------------------------------------------------------------------------- arrays


# --------------------------------------------------------------------------------------------- the table


REFERENCES: dict[str, Callable[..., Any]] = {
    "expm1": _with_digits("expm1"),
    "log1p": _with_digits("log1p"),
    "logaddexp": _logaddexp,
    "pow": _by_kind(lambda x1, x2: _elementwise(_int_pow)(x1, x2), _pow),
    "square": lambda x: x * x,
    "reciprocal": lambda x: 1 / x,
    "bitwise_left_shift": _shift(_left_shift),
    "bitwise_right_shift": _shift(_right_shift),
    "floor_divide": _by_kind(lambda x1, x2: _elementwise(_floor_divide_int)(x1, x2), _floor_divide),
    "remainder": _by_kind(lambda x1, x2: _elementwise(_remainder_int)(x1, x2), np.remainder),
    "clip": lambda x, min, max: x if min is None and max is None else np.clip(x, min, max),
    # data that only moves
    # creation
    # reductions and sorting
    # layers and losses
}


SCALES: dict[str, Callable[..., Any]] = {
    # the logarithm of a sum near 1 is small where the arguments are not
    "logaddexp": greatest,
}
"""The magnitude by which an error is measured where the result may be small by cancellation."""
