"""What is known of a dtype by its name alone: casts, common dtypes, limits.

Every backend has these functions as they are, because the answers are the same everywhere.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

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
    real = dtypes.real_of(dtype)
    if real == "bfloat16":
        import ml_dtypes

        info: Any = ml_dtypes.finfo(ml_dtypes.bfloat16)
    else:
        info = np.finfo(str(real))
    eps, greatest, smallest, normal = (float(v) for v in (info.eps, info.max, info.min, info.smallest_normal))
    return FInfo(int(info.bits), eps, greatest, smallest, normal, real)


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
