"""What creation needs of its arguments, and how large the results are."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from aikit import dtypes
from aikit.core.records import Arguments
from aikit.core.shapes import MOST_ELEMENTS, Shape, shape_of
from aikit.core.wording import shown
from aikit.exceptions import AikitBufferError, AikitOverflowError, AikitTypeError, AikitValueError
from aikit.functional.rules.common import not_negative

# ------------------------------------------------------------------------------------------------ before the call


def checked_range_length(start: Any, stop: Any, step: Any, dtype: str) -> int:
    """How many numbers there are from `start` to `stop`, in exact arithmetic where all three are ints.

    Raises
    ------
    AikitValueError : a step of 0, numbers that are not finite.
    ValueError : more numbers than an array holds, of which a failed call is explained.
    AikitOverflowError : a number of the range that the integer `dtype` does not hold.
    """
    if step == 0:
        raise AikitValueError(f"arange: step=0 never reaches stop={stop}; pass another step")
    if are_whole(start, stop, step):
        found = max(-((start - stop) // step), 0)
    elif all(isinstance(number, int) or math.isfinite(number) for number in (start, stop, step)):
        found = max(math.ceil((stop - start) / step), 0)
    else:
        raise AikitValueError(f"arange: start, stop and step must be finite; got {start}, {stop} and {step}")
    if found > MOST_ELEMENTS:
        raise ValueError(f"there are {found} numbers")
    of_dtype = dtypes.DTYPES[dtype]
    if found and of_dtype.kind in "iu":
        least, greatest = dtypes.integer_limits(of_dtype)
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
    for number in numbers:  # noqa: SIM110 - quicker than `all`
        if not isinstance(number, int):
            return False
    return True


_EXACT_BELOW = {"float32": 2**24, "float64": 2**53, "int32": 2**31, "int64": 2**63}


def is_exact(start: Any, step: Any, count: int, dtype: str) -> bool:
    """Whether all numbers of a range are whole, and far from the ends of `dtype`: the same however they are computed."""
    limit = _EXACT_BELOW.get(dtype)
    return (
        limit is not None
        and are_whole(start, step)
        and -limit < start < limit
        and -limit < start + count * step < limit
    )


SHORT = {"float32": 2**23, "float64": 2**30, "int32": 2**30, "int64": 2**30}
"""Dtype -> below which numbers a range in ints is short beside what the dtype holds."""


def is_short_range(start: Any, stop: Any, step: Any, limit: int) -> bool:
    """Whether a range goes up in ints below a limit of `SHORT`, 0 for other dtypes: then frameworks count right themselves."""
    return type(start) is type(stop) is type(step) is int and -limit < start <= stop < limit and 0 < step < limit


def part_of_buffer(name: str, buffer: Any, itemsize: int, count: int, offset: int) -> memoryview:
    """The bytes of so many elements.

    Raises
    ------
    AikitTypeError : an object without the buffer protocol, or whose memory is not in one piece.
    AikitValueError : there are not as many bytes.
    """
    try:
        view = memoryview(buffer).cast("B")
    except TypeError as error:
        raise AikitTypeError(
            f"{name}: buffer={shown(buffer)} is a {type(buffer).__name__}, which has no memory in one piece; pass bytes, a "
            f"bytearray, or a copy in row-major order: {error}"
        ) from None
    if not 0 <= offset <= len(view):
        raise AikitValueError(f"{name}: offset={offset} is outside of the {len(view)} bytes of the buffer")
    rest = len(view) - offset
    if count < -1 or max(count, 0) * itemsize > rest:
        raise AikitValueError(
            f"{name}: count={count} elements of {itemsize} bytes are not in the {rest} bytes after offset={offset}; -1 is for all"
        )
    if count == -1 and rest % itemsize:
        raise AikitValueError(
            f"{name}: the {rest} bytes after offset={offset} are no whole number of elements of {itemsize} bytes; pass count="
        )
    return view[offset : offset + (rest if count == -1 else count * itemsize)]


# ------------------------------------------------------------------------------------------------ once a call has failed


def eye(name: str, arguments: Arguments, backend: Any) -> None:
    """The numbers of rows and columns are 0 or more."""
    for parameter in ("n_rows", "n_cols"):
        if arguments[parameter] is not None:
            not_negative(parameter)(name, arguments, backend)


def meshgrid(name: str, arguments: Arguments, backend: Any) -> None:
    """Each array has at most one dimension."""
    for x in arguments["arrays"]:
        if len(x.shape) > 1:
            raise AikitValueError(f"{name}: an array has shape {shape_of(x)}; it must have at most 1 dimension")


def may_copy(name: str, arguments: Arguments, backend: Any) -> None:
    """A conversion that fails for nothing else needs a copy."""
    if arguments.get("copy") is False:
        raise AikitValueError(f"{name}: copy=False, but the dtype or the device asked for needs a copy; pass copy=None")


def from_dlpack(name: str, arguments: Arguments, backend: Any) -> None:
    """The dtype is one that DLPack carries between the two, and a copy is allowed where it needs one."""
    x = arguments["x"]
    dtype = getattr(x, "dtype", None)
    is_bfloat16 = dtypes.is_dtype(dtype) and dtypes.as_dtype(dtype) == dtypes.bfloat16
    if is_bfloat16 and (isinstance(x, np.ndarray) or backend.name == "numpy"):
        raise AikitBufferError(
            f"{name}: x has dtype bfloat16, which NumPy does not exchange by DLPack; use aikit.to_backend(x, {backend.name!r})"
        )
    if arguments["copy"] is False:
        raise AikitValueError(
            f"{name}: copy=False, but {backend.name} cannot work on the memory of x, or not on the device asked for; "
            "pass copy=None"
        )


# ------------------------------------------------------------------------------------------------ lengths of results


def range_of(arguments: Arguments) -> int:
    """The number of elements of `arange`."""
    start, stop = arguments["start"], arguments["stop"]
    start, stop = (0, start) if stop is None else (start, stop)
    return range_length(start, stop, arguments["step"])


def rows_and_columns(arguments: Arguments) -> tuple[int, int]:
    """The lengths of `eye`."""
    return arguments["n_rows"], arguments["n_cols"] or arguments["n_rows"]


def grid(arguments: Arguments) -> Shape:
    """The lengths of each array of `meshgrid`."""
    return tuple(length for x in arguments["arrays"] for length in shape_of(x))
