"""Ranges of numbers: how many there are, and whether a dtype holds them."""

from __future__ import annotations

import math
from typing import Any

from aikit import dtypes
from aikit.core.shapes import MOST_ELEMENTS
from aikit.exceptions import AikitOverflowError, AikitValueError


def checked_range_length(start: Any, stop: Any, step: Any, dtype: str) -> int:
    """How many numbers there are from `start` to `stop`, in exact arithmetic where all three are ints.

    Raises
    ------
    AikitValueError : a step of 0, numbers that are not finite.
    ValueError : more numbers than an array holds, which `aikit.explain` puts in words.
    AikitOverflowError : a number of the range that the integer `dtype` does not hold.
    """
    numbers = start, stop, step
    if step == 0:
        raise AikitValueError(f"arange: step=0 never reaches stop={stop}; pass another step")
    if not all(isinstance(number, int) or math.isfinite(number) for number in numbers):
        raise AikitValueError(f"arange: start, stop and step must be finite; got {start}, {stop} and {step}")
    found = range_length(*numbers)
    if found > MOST_ELEMENTS:
        raise ValueError(f"there are {found} numbers")
    if found and dtypes.DTYPES[dtype].kind in "iu":
        least, greatest = dtypes.integer_limits(dtypes.DTYPES[dtype])
        for number in (start, start + (found - 1) * step):
            if not least <= int(number) <= greatest:
                raise AikitOverflowError(
                    f"arange: the number {int(number)} does not fit dtype {dtype} ({least} to {greatest}); pass a wider dtype"
                )
    return found


def range_length(start: Any, stop: Any, step: Any) -> int:
    """How many numbers there are, also where they are more than an array holds."""
    return max(-((start - stop) // step) if are_whole(start, stop, step) else math.ceil((stop - start) / step), 0)


def are_whole(*numbers: Any) -> bool:
    """Whether all numbers are ints."""
    return all(isinstance(number, int) for number in numbers)
