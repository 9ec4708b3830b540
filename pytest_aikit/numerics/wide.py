"""The type that references compute in: NumPy's longdouble, and mpmath where that is no wider than float64.

It is not on Windows and on macOS with arm64. There a reference of a float64 or complex128 result runs twice: with
float64, which settles NaN, infinities and the signs of zeros, and with numbers of mpmath, which gives the digits. Such a
value is held as the sum of two floats, of which the second is too small to be seen in the first.
"""

from __future__ import annotations

import contextvars
import functools
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

EXTENDED = bool(np.finfo(np.longdouble).eps < np.finfo(np.float64).eps)
"""Whether longdouble is wider than float64."""

_BITS = 200
_MANTISSA_OF_80_BITS = 63
_PRECISE = contextvars.ContextVar("precise", default=False)


def real() -> Any:
    """The widest real floating type of NumPy that is used."""
    return np.longdouble if EXTENDED else np.float64


def complex_() -> Any:
    """The widest complex type of NumPy that is used."""
    return np.clongdouble if EXTENDED else np.complex128


def content(array: np.ndarray) -> bytes:
    """The bytes of an array, the same for the same values: a longdouble of 80 bits has some beside them that hold anything."""
    if array.dtype.char not in "gG" or np.finfo(np.longdouble).nmant != _MANTISSA_OF_80_BITS:
        return array.tobytes()
    copy = np.array(array, order="C").reshape(-1)
    copy.view(np.uint8).reshape(-1, np.dtype(np.longdouble).itemsize)[:, 10:] = 0
    return copy.tobytes()


def number(value: Any) -> Any:
    """A number, or an array, for a reference to compute with."""
    array = np.asarray(value)
    return _objects(array)[()] if _PRECISE.get() else array.astype(complex_() if array.dtype.kind == "c" else real())


def is_needed(dtype: str, bound: float) -> bool:
    """Whether float64 does not do for the reference of a result: a result that is rounded once is exact enough."""
    return not EXTENDED and dtype in ("float64", "complex128") and bound > 0


def precise(compute: Callable[..., Any], arguments: Mapping[str, Any], call: Callable[..., Any]) -> Any:
    """The result of a reference as arrays of mpmath's numbers; `call` passes the arguments as the signature does."""
    given = {key: _objects_in(value) for key, value in arguments.items()}
    token = _PRECISE.set(True)
    try:
        return call(compute, given)
    finally:
        _PRECISE.reset(token)


def split(values: Any, rough: Any) -> tuple[np.ndarray, np.ndarray]:
    """Values of mpmath as two arrays that add up to them; those of `rough` where it is zero or not finite."""
    rough = np.asarray(rough)
    high, low = rough.copy(), np.zeros_like(rough)
    exact = np.broadcast_to(np.asarray(values, dtype=object), rough.shape)
    for place in np.ndindex(rough.shape):
        if rough.dtype.kind == "c":
            parts = [_two(getattr(exact[place], part, None), getattr(rough[place], part)) for part in ("real", "imag")]
            high[place], low[place] = (complex(*pair) for pair in zip(*parts, strict=True))
        else:
            high[place], low[place] = _two(exact[place], rough[place])
    return high, low


def _two(value: Any, rough: Any) -> tuple[float, float]:
    mp = context()
    if value is None or rough == 0 or not np.isfinite(rough) or not mp.isfinite(value):
        return float(rough), 0.0
    if value == 0:
        return float(np.copysign(0.0, rough)), 0.0
    value = abs(mp.mpf(value)) * (-1 if np.signbit(rough) else 1)
    high = _nearest(value)
    return (high, float(value - high)) if np.isfinite(high) else (high, 0.0)


def _nearest(value: Any) -> float:
    """The float next to a number of mpmath, whose own conversion rounds twice where the result is subnormal."""
    sign, mantissa, exponent, _ = value._mpf_
    mantissa, exponent = int(mantissa), int(exponent)  # where gmpy2 is installed, they are its numbers
    try:
        size = mantissa / (1 << -exponent) if exponent < 0 else float(mantissa << exponent)
    except OverflowError:
        size = math.inf
    return -size if sign else size


def of_mpmath(value: Any) -> Any:
    """A real number of mpmath, of any context, in the widest type."""
    high = float(value)
    return real()(high) + real()(float(value - high)) if np.isfinite(high) else real()(high)


# ------------------------------------------------------------------------------------------------ numbers


@functools.cache
def context() -> Any:
    """A context of mpmath of our own, whose numbers have the methods that NumPy looks for in objects."""
    import mpmath

    context = mpmath.mp.clone()
    context.prec = _BITS
    for name in ("cos", "cosh", "exp", "expm1", "log", "log10", "log1p", "sin", "sinh", "sqrt", "tan", "tanh"):
        function = getattr(context, name)
        for cls in (context.mpf, context.mpc):
            setattr(cls, name, lambda self, function=function: function(self))
    return context


def _objects(array: np.ndarray) -> np.ndarray:
    """An array of numbers of mpmath."""
    mp = context()
    number = (lambda v: mp.mpc(v.real, v.imag)) if array.dtype.kind == "c" else _real_number
    result = np.empty(array.shape, object)
    for place in np.ndindex(array.shape):
        result[place] = number(array[place])
    return result


def _real_number(value: Any) -> Any:
    return context().mpf(int(value) if isinstance(value, np.integer) else value)


def _objects_in(value: Any) -> Any:
    """The floating arrays of an argument as arrays of mpmath's numbers."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(_objects_in, value))
    if isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        return _objects(value)
    return value


def elementwise(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of numbers of mpmath for arrays of them, with None where it is not defined."""

    def defined(*args: Any) -> Any:
        try:
            return None if any(map(context().isnan, args)) else function(*args)
        except (ArithmeticError, ValueError):
            return None

    return lambda *args: np.frompyfunc(defined, len(args), 1)(*args)
