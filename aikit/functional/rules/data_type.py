"""What is known of dtypes without a framework: that of an array, casts, common dtypes, limits.

Every backend has these functions as they are, because the answers are the same everywhere.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from aikit import dtypes
from aikit.dtypes import Dtype
from aikit.exceptions import AikitDtypePromotionError, AikitTypeError


class FInfo(NamedTuple):
    """The limits of a floating-point dtype, as Python floats."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: Dtype


class IInfo(NamedTuple):
    """The limits of an integer dtype, as Python ints."""

    bits: int
    max: int
    min: int
    dtype: Dtype


def _dtype(value: Any) -> Dtype:
    """The dtype of an array, or the dtype itself."""
    return dtypes.as_dtype(getattr(value, "dtype", value))


def can_cast(from_: Any, to: Any, /) -> bool:
    """Whether the common dtype of both is `to`."""
    source, target = _dtype(from_), _dtype(to)
    try:
        return dtypes.promote_types(source, target) == target
    except AikitDtypePromotionError:
        return False


def finfo(type: Any, /) -> FInfo:
    """The limits of a floating-point dtype."""
    dtype = _dtype(type)
    if dtype.kind not in "fc":
        raise AikitTypeError(f"finfo: type={dtype} is not a floating-point dtype; use iinfo for an integer one")
    return _FLOATS[dtypes.real_of(dtype)]


def _limits(dtype: Dtype, significand: int, exponent: int) -> FInfo:
    """The limits of a format of IEEE 754 from the number of bits of its significand, and of its exponent."""
    bias = 2 ** (exponent - 1) - 1
    greatest = (2.0 - 2.0 ** (1 - significand)) * 2.0**bias
    return FInfo(significand + exponent, 2.0 ** (1 - significand), greatest, -greatest, 2.0 ** (1 - bias), dtype)


_FLOATS = {
    dtypes.bfloat16: _limits(dtypes.bfloat16, 8, 8),
    dtypes.float16: _limits(dtypes.float16, 11, 5),
    dtypes.float32: _limits(dtypes.float32, 24, 8),
    dtypes.float64: _limits(dtypes.float64, 53, 11),
}


def dtype(x: Any, /) -> Any:
    """The native dtype of an array."""
    return x.dtype


def iinfo(type: Any, /) -> IInfo:
    """The limits of an integer dtype."""
    dtype = _dtype(type)
    if dtype.kind not in "iu":
        raise AikitTypeError(f"iinfo: type={dtype} is not an integer dtype; use finfo for a floating-point one")
    least, greatest = dtypes.integer_limits(dtype)
    return IInfo(dtype.bits, greatest, least, dtype)


def result_type(*arrays_and_dtypes: Any) -> Dtype:
    """The dtype to which arrays, dtypes and Python scalars promote."""
    if not arrays_and_dtypes:
        raise AikitTypeError("result_type: got no argument; pass at least one array, dtype or Python scalar")
    scalars = [value for value in arrays_and_dtypes if isinstance(value, (bool, int, float, complex))]
    found = [_dtype(value) for value in arrays_and_dtypes if not isinstance(value, (bool, int, float, complex))]
    return dtypes.promote(found, scalars)
