"""Which values are sampled: not those that are left out, nor those that the common dtype does not hold."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aikit.core.records import Function
from pytest_aikit import knowledge
from pytest_aikit.cases.oracle import widened
from pytest_aikit.numerics.comparing import format_of
from pytest_aikit.numerics.promotion import common_dtype, kind_of, name_of, numpy_dtype


def admissible(function: Function, by_name: Mapping[str, str], arrays: list[np.ndarray]) -> list[np.ndarray]:
    """The arrays, with 1 in place of values that are left out or that the common dtype does not hold."""
    group = [dtype for name, dtype in by_name.items() if name in function.promote]
    common = common_dtype(group) if group else None
    if common is None:
        return arrays
    if len(set(group)) > 1:
        arrays = [
            representable(array, common) if name in function.promote else array
            for name, array in zip(by_name, arrays, strict=True)
        ]
    rule = knowledge.of(function).left_out.get(kind_of(common))
    if rule is None or not all(array.size for array in arrays):
        return arrays
    with np.errstate(all="ignore"):
        form = (format_of(common),) if rule.of_format else ()
        left_out = rule.where(*form, *(widened(array.astype(numpy_dtype(common))) for array in arrays))
    if not np.any(left_out):
        return arrays
    # arrays of several shapes are broadcast, so that the place of a value that is left out is one in each
    return [np.where(left_out, np.ones((), array.dtype), array) for array in arrays]


def representable(array: np.ndarray, dtype: str) -> np.ndarray:
    """The values that a dtype holds exactly, 1 in place of the others: how to round them is a question for astype."""
    if kind_of(name_of(array.dtype)) not in "iu" or kind_of(dtype) not in "fc":
        return array
    with np.errstate(all="ignore"):
        # Python compares integers with floats exactly
        kept = array.astype(numpy_dtype(dtype)).astype(np.complex128).real.astype(object) == array.astype(object)
    return np.where(kept.astype(bool), array, np.ones((), array.dtype))
