"""Calls of pooling."""

from __future__ import annotations

from typing import Any

from pytest_aikit.knowledge.calls import Row, row
from pytest_aikit.knowledge.keywords import array

LENGTHS = {1: (7,), 2: (6, 5), 3: (4, 3, 5)}
SIZES = {1: (3,), 2: (3, 2), 3: (2, 1, 3)}
"""By the number of spatial dimensions those of the input and of the windows: odd and even ones, all of which differ."""
EACH = (2, 1, 3)
"""A stride, or a dilation, for each spatial dimension."""
PAIRS = ((1, 0), (0, 2), (2, 1))
COMMON: dict[str, tuple[Any, ...]] = {
    "kernel": (1, 2, "each"),
    "strides": (1, 2, "each"),
    "padding": ("VALID", "SAME", 1, "pairs"),
}
"""What all have; these are no keywords."""


def _of_each(value: Any, words: Any, dims: int) -> Any:
    return list(words[:dims]) if value in ("each", "pairs") else value


def _shape(dims: int, data_format: str) -> tuple[int, ...]:
    return (2, 3, *LENGTHS[dims]) if data_format.startswith("NC") else (2, *LENGTHS[dims], 3)


def of_max(dims: int) -> Any:
    """The calls of the greatest elements of so many spatial dimensions."""

    def call(
        *, kernel: Any, strides: Any, padding: Any, data_format: str, dilation: Any, ceil_mode: bool
    ) -> Row | None:
        if kernel == "each" and dilation == "each" and padding == "VALID" and dims == 3:
            return None  # it is longer than the input
        return row(
            *_positional(dims, data_format, kernel, strides, padding),
            data_format=data_format,
            dilation=_of_each(dilation, EACH, dims),
            ceil_mode=ceil_mode,
        )

    return call


def of_avg(dims: int) -> Any:
    """The calls of the means of so many spatial dimensions."""

    def call(*, kernel: Any, strides: Any, padding: Any, data_format: str, **options: Any) -> Row:
        return row(*_positional(dims, data_format, kernel, strides, padding), data_format=data_format, **options)

    return call


def silent(dims: int = 0) -> Any:
    """The arguments of pooling over so many spatial dimensions, or those of the order of axes, that change nothing in a call."""

    def found(
        *,
        strides: Any,
        padding: Any,
        kernel: Any = 2,
        dilation: Any = 1,
        dilations: Any = None,
        data_format: str | None = None,
        divisor_override: Any = None,
        **options: Any,
    ) -> set[str]:
        count = dims or (1 if data_format is None else len(data_format) - 2)
        windows = zip(
            LENGTHS[count],
            _for_each(kernel, SIZES[count], count),
            _for_each(1 if strides is None else strides, EACH, count),
            _for_each(dilations or dilation, EACH, count),
            [(0, 0)] * count if padding in ("VALID", "SAME") else _pairs(padding, count),
            strict=False,
        )
        left, padded, changed = False, False, False
        for length, size, stride, apart, (before, after) in windows:
            reach = (size - 1) * apart + 1
            whole, more = divmod(length + before + after - reach, stride)
            # a window that begins behind the elements is none
            left |= more > 0 and (whole + 1) * stride < length + before
            padded |= reach > 1 if padding == "SAME" else before + after > 0
            changed |= reach > 1 or stride > 1
        silent = set() if left and padding != "SAME" else {"ceil_mode"}
        silent |= set() if padded and divisor_override is None else {"count_include_pad"}
        # of windows of one element each it does not matter which axes they are along
        return silent if changed or padded else silent | {"data_format"}

    return found


def _for_each(value: Any, words: tuple[int, ...], dims: int) -> tuple[int, ...]:
    return words[:dims] if value == "each" else (value,) * dims


def _pairs(padding: Any, dims: int) -> list[tuple[int, int]]:
    return list(PAIRS[:dims]) if padding == "pairs" else [(padding, padding)] * dims


def _positional(dims: int, data_format: str, kernel: Any, strides: Any, padding: Any) -> tuple[Any, ...]:
    return (
        array(_shape(dims, data_format)),
        _of_each(kernel, SIZES[dims], dims),
        _of_each(strides, EACH, dims),
        _of_each(padding, PAIRS, dims),
    )


def pool(
    *,
    data_format: str | None,
    pool_type: str,
    strides: Any,
    padding: Any,
    dilations: Any,
    ceil_mode: bool,
) -> Row:
    """The number of dimensions is that of the order of axes; of one dimension where none is said."""
    dims = 1 if data_format is None else len(data_format) - 2
    return row(
        array(_shape(dims, data_format or "NWC")),
        (2,) * dims,
        pool_type,
        strides=_of_each(strides, EACH, dims),
        padding=_of_each(padding, PAIRS, dims),
        data_format=data_format,
        dilations=_of_each(dilations, EACH, dims),
        ceil_mode=ceil_mode,
    )


def adaptive_1d(*, in_batch: bool, output_size: int) -> Row:
    return row(array((2, 3, 7) if in_batch else (3, 7)), output_size)


def adaptive_2d(*, in_batch: bool, output_size: Any, data_format: str | None = None) -> Row:
    options: dict[str, Any] = {} if data_format is None else {"data_format": data_format}
    return row(array(_shape(2, data_format or "NCHW")[0 if in_batch else 1 :]), output_size, **options)
