"""The comparison of arrays: with exact values, in ULP, and with each other, bit for bit."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from pytest_aikit.numerics import wide
from pytest_aikit.numerics.promotion import kind_of, numpy_dtype, real_of


@dataclass(frozen=True)
class Difference:
    """What a comparison found.

    Attributes
    ----------
    cause : in a few words, None where nothing is wrong.
    wrong : where the values are wrong.
    ulp : the greatest error in ULP among the finite values that are not the nearest ones of the dtype, 0 where all are; None
        where the dtype has no ULP.
    """

    cause: str | None
    wrong: np.ndarray
    ulp: float | None = None

    def __bool__(self) -> bool:
        return self.cause is not None


TELLING = 1e6
"""An error of more ULP than this says nothing that the difference does not say: beside zero it is astronomic."""

_NEAR_HALF = 0.5 + 2.0**-9


@dataclass(frozen=True)
class Format:
    """A binary floating-point format: the digits of the significand, the least exponent, the greatest value."""

    digits: int
    least: int
    greatest: float
    smallest_normal: float


@functools.cache
def format_of(dtype: str) -> Format:
    """The format of a real floating dtype, or of the parts of a complex one."""
    info = ml_dtypes.finfo(numpy_dtype(real_of(dtype)))
    return Format(info.nmant + 1, int(info.minexp), float(info.max), float(info.smallest_normal))


def ulps(magnitude: Any, dtype: str) -> Any:
    """The unit in the last place of a dtype at each magnitude."""
    form = format_of(dtype)
    magnitude = np.asarray(magnitude)
    _, exponent = np.frexp(np.where(np.isfinite(magnitude), magnitude, 1))
    exponent = np.where(magnitude == 0, form.least, exponent)
    return np.ldexp(magnitude.dtype.type(1), np.maximum(exponent - 1, form.least) - form.digits + 1)


_ROUNDED_AT_ONCE = {("float16", "d"), ("float32", "d"), ("float32", "g"), ("float64", "g")}
"""Where NumPy's conversion rounds once; others go by way of float32."""


def rounded(exact: np.ndarray, dtype: str) -> np.ndarray:
    """Exact values, real ones, rounded to a dtype, or to that of the parts of a complex one, to nearest and even, in the wider type."""
    dtype = real_of(dtype)
    if (dtype, exact.dtype.char) in _ROUNDED_AT_ONCE:
        with np.errstate(all="ignore"):
            return exact.astype(dtype).astype(exact.dtype)
    unit = ulps(np.abs(exact), dtype)
    with np.errstate(all="ignore"):
        nearest = np.rint(exact / unit) * unit
    result = np.where(np.abs(nearest) > format_of(dtype).greatest, np.copysign(np.inf, exact), nearest)
    return np.where(np.isfinite(exact), np.copysign(result, exact), exact)


def is_subnormal(array: np.ndarray, dtype: str) -> np.ndarray:
    """Where the values are subnormal numbers of a dtype; for a complex one, where a part is."""
    if dtype == "index" or kind_of(dtype) not in "fc":
        return np.zeros(array.shape, bool)
    tiny = format_of(dtype).smallest_normal
    widest = array.astype(wide.complex_() if kind_of(dtype) == "c" else wide.real())
    return functools.reduce(np.logical_or, [(np.abs(part) < tiny) & (part != 0) for part in (widest.real, widest.imag)])


def flushed(array: np.ndarray, dtype: str) -> np.ndarray:
    """Zeros of the same sign in place of subnormal numbers; in a complex array, part by part."""
    if not is_subnormal(array, dtype).any():
        return array
    if kind_of(dtype) == "c":
        result = array.copy()
        result.real, result.imag = (flushed(part, real_of(dtype)) for part in (array.real, array.imag))
        return result
    return np.where(is_subnormal(array, dtype), np.copysign(array.dtype.type(0), array), array)


def without_flushed(
    got: np.ndarray, exact: np.ndarray, dtype: str, bound: float = 0, zero_signs: bool = True
) -> np.ndarray:
    """The values in the type of the exact ones, which stand in place of zeros that a subnormal result was flushed to.

    Such a zero has the sign of the exact value, unless signs of zeros are open, which is subnormal up to `bound` in ULP; in
    a complex number, part by part.
    """
    if dtype == "index" or kind_of(dtype) not in "fc":
        return got
    got = got.astype(exact.dtype)
    parts = [(got.real, exact.real), (got.imag, exact.imag)] if kind_of(dtype) == "c" else [(got, exact)]
    form = format_of(dtype)
    limit = form.smallest_normal * (1 + bound * 2.0 ** (1 - form.digits))
    for part, wanted in parts:
        zero = part == 0
        if zero.any():
            same_sign = np.signbit(part) == np.signbit(wanted) if zero_signs else True
            flushed = zero & (wanted != 0) & (np.abs(wanted) < limit) & same_sign
            part[flushed] = wanted[flushed]
    return got


def difference(
    got: np.ndarray,
    exact: np.ndarray,
    dtype: str,
    bound: float = 0,
    scale: Any = None,
    zero_signs: bool = True,
    low: Any = None,
) -> Difference:
    """Compare values of a dtype with exact ones of the same shape, to which `low` adds the digits they cannot hold."""
    kind = kind_of(dtype)
    if kind not in "fc":
        wrong = np.asarray(got != exact)
        return Difference("wrong value" if wrong.any() else None, wrong)
    if kind == "c":
        return _complex_difference(got, exact, dtype, bound, scale, zero_signs, low)
    got = got.astype(exact.dtype)
    return _real_difference(got, exact, dtype, bound, np.abs(exact) if scale is None else scale, zero_signs, low)


def _complex_difference(
    got: Any, exact: Any, dtype: str, bound: float, scale: Any, zero_signs: bool, low: Any
) -> Difference:
    """Parts are compared each by itself, but their error is measured by the magnitude of the number."""
    got = got.astype(exact.dtype)
    if scale is None:
        scale = np.maximum(np.abs(exact.real), np.abs(exact.imag))
    parts = [
        _real_difference(part, exact_part, dtype, bound, scale, zero_signs, low_part)
        for part, exact_part, low_part in (
            (got.real, exact.real, None if low is None else low.real),
            (got.imag, exact.imag, None if low is None else low.imag),
        )
    ]
    cause = parts[0].cause or parts[1].cause
    return Difference(cause, parts[0].wrong | parts[1].wrong, max(part.ulp or 0 for part in parts))


def _real_difference(
    got: Any, exact: Any, dtype: str, bound: float, scale: Any, zero_signs: bool, low: Any
) -> Difference:
    target = rounded(exact, dtype)
    same = np.asarray(got == target)
    zero_wrong = np.asarray(exact == 0)
    if zero_signs and zero_wrong.any():
        # where the exact value underflows, a tiny error of the other sign is within the bound; a true zero has its sign
        zero_wrong = zero_wrong & (got == 0) & (np.signbit(got) != np.signbit(exact))
    else:
        zero_wrong = np.zeros(np.shape(got), bool)
    if not same.all():
        same = same | (np.isnan(got) & np.isnan(target))
    if same.all():
        return Difference("wrong sign of zero" if zero_wrong.any() else None, zero_wrong, 0.0)
    # how far away it is, is a question only where it is not the nearest value of the dtype
    others = ~same
    scale, low = (None if one is None else np.broadcast_to(one, same.shape)[others] for one in (scale, low))
    error = error_in_ulp(got[others], exact[others], dtype, scale, low)
    # the exact value is itself known to a few more digits only, so that next to a tie both neighbours are right
    near = (error <= _NEAR_HALF) & (target[others] != exact[others]) if bound == 0 else error <= bound
    # a wider type holds what overflows, so that its infinity is one that stands for nothing else
    near &= ~np.isinf(exact[others]) | (np.finfo(exact.dtype).maxexp <= np.frexp(format_of(dtype).greatest)[1])
    too_far = np.zeros(same.shape, bool)
    too_far[others] = ~near
    return Difference(_cause(got, target, too_far, zero_wrong), too_far | zero_wrong, _worst(error))


def error_in_ulp(got: Any, exact: Any, dtype: str, scale: Any, low: Any = None) -> np.ndarray:
    """The error in ULP; infinite where one is NaN, or infinite although the other is not near overflow."""
    form = format_of(dtype)
    exponent = int(np.frexp(form.greatest)[1])
    with np.errstate(all="ignore"):
        # the first value beyond the finite ones stands for infinity, so that max beside inf is one ULP and not infinite;
        # a type that does not hold it takes a fraction of large values
        magnitude = np.maximum(np.abs(exact), scale)
        near_overflow = ~(magnitude < np.ldexp(1.0, exponent - 8))
        if not near_overflow.any() and np.isfinite(got).all():
            distance = got - exact if low is None else got - exact - low
            return np.abs(distance) / ulps(np.asarray(magnitude, dtype=exact.dtype), dtype)
        down = np.where(near_overflow & (np.finfo(exact.dtype).maxexp <= exponent), 2.0**-8, 1.0).astype(exact.dtype)
        beyond = np.ldexp(down, exponent)
        got, exact = (np.where(np.isinf(v), np.copysign(beyond, v), v * down) for v in (got, exact))
        exact = np.clip(exact, -beyond, beyond)
        magnitude = np.fmin(np.maximum(scale * down, np.abs(exact)), beyond)
        distance = got - exact if low is None else got - exact - low * down
        error = np.abs(distance) / ulps(np.asarray(magnitude, dtype=exact.dtype), dtype)
    both = np.isnan(got) & np.isnan(exact)
    return np.where(both, 0.0, np.where(np.isnan(error), np.inf, error))


def _worst(error: np.ndarray) -> float:
    finite = error[np.isfinite(error)]
    return float(finite.max()) if finite.size else 0.0


def _cause(got: Any, target: Any, too_far: Any, zero_wrong: Any) -> str | None:
    """The fault in words, the gravest first."""
    if (too_far & np.isnan(target)).any():
        return "a number for NaN"
    if (too_far & np.isnan(got)).any():
        return "NaN for a number"
    if (too_far & np.isinf(target)).any():
        return "wrong value for infinity"
    if (too_far & np.isinf(got)).any():
        return "infinity for a finite number"
    if too_far.any():
        return "error above the bound"
    return "wrong sign of zero" if zero_wrong.any() else None


def worst_place(got: np.ndarray, exact: np.ndarray) -> tuple[int, ...] | None:
    """Where the values of an array are farthest, in ULP, from exact ones of the same shape; None where all are equal.

    NaN and infinity beside a number are farther than every number, zeros of different sign differ least.
    """
    name = got.dtype.name
    if kind_of(name) in "fc":
        exact = exact.astype(wide.complex_() if kind_of(name) == "c" else wide.real())
        got = got.astype(exact.dtype)
        parts = [(got.real, exact.real), (got.imag, exact.imag)]
        error = functools.reduce(np.fmax, (error_in_ulp(one, other, name, np.abs(exact)) for one, other in parts))
        signs = functools.reduce(np.logical_or, (np.signbit(one) != np.signbit(other) for one, other in parts))
        error = np.where((error == 0) & signs & ~np.isnan(exact), np.finfo(np.float64).tiny, error)
    else:
        error = np.asarray(got != exact)
    if not error.any():
        return None
    return tuple(int(place) for place in np.unravel_index(np.argmax(error), error.shape))


def same_bits(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether two arrays have the same dtype, shape and values, NaN equal to NaN, and zeros equal only of one sign."""
    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    first, second = np.ascontiguousarray(first), np.ascontiguousarray(second)
    if first.tobytes() == second.tobytes():
        return True
    # NaN has many bit patterns, which all count as the same
    return first.dtype.kind in "fcV" and _same_numbers(first, second)


def same_value(got: Any, wanted: Any) -> bool:
    """Whether two values of Python are of the same types and equal, NaN to NaN, and zeros only of one sign."""
    if type(got) is not type(wanted):
        return False
    if isinstance(wanted, np.ndarray):
        return same_bits(got, wanted)
    if isinstance(wanted, dict):
        return list(got) == list(wanted) and all(same_value(got[key], wanted[key]) for key in wanted)
    if isinstance(wanted, (list, tuple)):
        return len(got) == len(wanted) and all(map(same_value, got, wanted))
    if isinstance(wanted, (float, complex)):
        return same_bits(np.asarray(got), np.asarray(wanted))
    return bool(got == wanted)


def _same_numbers(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether two floating arrays of one dtype are equal, NaN to NaN, and zeros to zeros of the same sign."""
    name = first.dtype.name
    common = np.complex128 if kind_of(name) == "c" else np.float64
    first, second = first.astype(common), second.astype(common)
    parts = [(first.real, second.real), (first.imag, second.imag)] if common is np.complex128 else [(first, second)]
    return all(
        bool((((a == b) & (np.signbit(a) == np.signbit(b))) | (np.isnan(a) & np.isnan(b))).all()) for a, b in parts
    )
