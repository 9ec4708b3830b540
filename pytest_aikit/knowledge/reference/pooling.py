"""References of pooling: all windows at once, with the elements of each along an axis of their own."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np


def greatest(
    x: Any, kernel: Any, strides: Any, padding: Any, /, *, data_format: str, dilation: Any = 1, ceil_mode: bool
) -> Any:
    least = np.iinfo(x.dtype).min if x.dtype.kind in "iu" else -np.inf

    elements, _, _ = _windows(x, least, kernel, strides, padding, data_format, dilation, ceil_mode)
    return _placed(np.max(elements, axis=0), data_format)


def means(
    x: Any,
    kernel: Any,
    strides: Any,
    padding: Any,
    /,
    *,
    data_format: str,
    count_include_pad: bool = False,
    ceil_mode: bool,
    divisor_override: int | None = None,
    dilation: Any = 1,
) -> Any:
    elements, inside, padded = _windows(x, 0, kernel, strides, padding, data_format, dilation, ceil_mode)
    count = divisor_override or (padded if count_include_pad else inside)
    with np.errstate(invalid="ignore"):
        return _placed(np.sum(elements, axis=0) / np.asarray(count).astype(x.dtype), data_format)


def scale_of_means(x: Any, *args: Any, divisor_override: int | None, **options: Any) -> Any:
    """The means of the magnitudes."""
    divisor = None if divisor_override is None else abs(divisor_override)
    return means(np.abs(x), *args, divisor_override=divisor, **options)


def pooled(
    x: Any,
    window_shape: Any,
    pool_type: str,
    /,
    *,
    strides: Any,
    padding: Any,
    data_format: str | None,
    dilations: Any,
    ceil_mode: bool,
) -> Any:
    dims = len(window_shape) if isinstance(window_shape, (list, tuple)) else 1
    return (greatest if pool_type == "MAX" else means)(
        x,
        window_shape,
        1 if strides is None else strides,
        padding,
        data_format=data_format or "N" + "DHW"[-dims:] + "C",
        dilation=1 if dilations is None else dilations,
        ceil_mode=ceil_mode,
    )


def _each(value: Any, dims: int) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value] * dims


def _pairs(padding: Any, lengths: Any, reaches: Any, strides: Any) -> list[tuple[int, int]]:
    """How many elements stand before and after each axis."""
    if isinstance(padding, str):
        if padding.upper() == "VALID":
            return [(0, 0)] * len(lengths)
        missing = [
            max((-(-length // stride) - 1) * stride + reach - length, 0)
            for length, reach, stride in zip(lengths, reaches, strides, strict=True)
        ]
        return [(one // 2, one - one // 2) for one in missing]
    pairs = [one if isinstance(one, (list, tuple)) else (one, one) for one in _each(padding, len(lengths))]
    return [(before, after) for before, after in pairs]


def _starts(length: int, pair: tuple[int, int], reach: int, stride: int, ceil_mode: bool) -> list[int]:
    """Where the windows of an axis begin, counted from the first element."""
    found = []
    for start in range(-pair[0], length + pair[1], stride):
        whole = start + reach <= length + pair[1]
        # what has begun before the end, where the windows before it have not come to it
        more = ceil_mode and start < length and start - stride + reach < length + pair[1]
        if whole or more:
            found.append(start)
    return found


def _windows(
    x: Any,
    beyond: float,
    kernel: Any,
    strides: Any,
    padding: Any,
    data_format: str,
    dilation: Any,
    ceil_mode: bool,
) -> tuple[Any, Any, Any]:
    """The elements of windows along a first axis, with a number beyond the array, and how many of each lie in it, and with its padding."""
    x = x if data_format.endswith("C") else np.moveaxis(x, 1, -1)
    lengths = x.shape[1:-1]
    dims = len(lengths)
    kernel, strides, dilations = (_each(one, dims) for one in (kernel, strides, dilation))
    reaches = [(size - 1) * apart + 1 for size, apart in zip(kernel, dilations, strict=True)]
    pairs = _pairs(padding, lengths, reaches, strides)
    places = [
        np.arange(0, reach, apart)[:, None] + np.asarray(_starts(length, pair, reach, stride, ceil_mode), int)
        for length, pair, reach, apart, stride in zip(lengths, pairs, reaches, dilations, strides, strict=True)
    ]
    inside = [(one >= 0) & (one < length) for one, length in zip(places, lengths, strict=True)]
    padded = [
        (-pair[0] <= one) & (one < length + pair[1]) for one, length, pair in zip(places, lengths, pairs, strict=True)
    ]
    longer = np.pad(x, ((0, 0), *((0, 1),) * dims, (0, 0)), constant_values=beyond)
    chosen = [np.where(among, one, length).ravel() for one, among, length in zip(places, inside, lengths, strict=True)]
    taken = longer[np.ix_(range(x.shape[0]), *chosen, range(x.shape[-1]))]
    taken = taken.reshape(x.shape[0], *(length for one in places for length in one.shape), x.shape[-1])
    first = range(1, 2 * dims, 2)
    taken = np.moveaxis(taken, first, range(dims))
    counts = [functools.reduce(np.multiply.outer, [np.sum(one, axis=0) for one in found]) for found in (inside, padded)]
    return taken.reshape(int(np.prod(kernel)), *taken.shape[dims:]), *(count[..., None] for count in counts)


def _placed(result: Any, data_format: str) -> Any:
    """A result, which has its channels last, as the format has them."""
    return result if data_format.endswith("C") else np.moveaxis(result, -1, 1)


def terms(x: Any, kernel: Any, *args: Any, **options: Any) -> int:
    """How many elements a window has."""
    dims = x.ndim - 2
    return int(np.prod(_each(kernel, dims)))


def adaptive(reduce: Callable[..., Any], dims: int) -> Callable[..., Any]:
    """A function of the parts of some axes, from the floor of where one begins to the ceiling of where it ends."""

    def of_parts(input: Any, output_size: Any, data_format: str = "") -> Any:
        last = data_format.endswith("C")
        x = np.moveaxis(input, -1, -1 - dims) if last else input
        lengths, sizes = x.shape[-dims:], _each(output_size, dims)
        result: Any = np.zeros((*x.shape[:-dims], *sizes), x.dtype)
        for part in np.ndindex(*sizes):
            places: Any = tuple(
                slice(int(np.floor(one * length / size)), int(np.ceil((one + 1) * length / size)))
                for one, length, size in zip(part, lengths, sizes, strict=True)
            )
            result[(..., *part)] = reduce(x[(..., *places)], axis=tuple(range(-dims, 0)))
        return np.moveaxis(result, -1 - dims, -1) if last else result

    return of_parts


def terms_of_parts(input: Any, output_size: Any, data_format: str = "") -> int:
    """How many elements the longest part has at the most."""
    sizes = output_size if isinstance(output_size, (list, tuple)) else [output_size] * (2 if data_format else 1)
    spatial = input.shape[-len(sizes) - 1 : -1] if data_format.endswith("C") else input.shape[-len(sizes) :]
    return int(np.prod([-(-length // size) + 1 for length, size in zip(spatial, sizes, strict=True)]))
