"""Convolutions, element by element after their definition, and by what their errors are measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np


def _each(value: Any, dims: int) -> tuple[int, ...]:
    return (value,) * dims if isinstance(value, int) else tuple(value)


def _layout(data_format: str) -> str:
    return {"C": "channel_last"}.get(data_format[-1], "channel_first" if data_format.isupper() else data_format)


def _before(padding: Any, place: int, length: int, results: int, stride: int, reach: int) -> int:
    """The zeros before the first element of a dimension."""
    if isinstance(padding, str):
        missing = (results - 1) * stride + reach - length
        return max(missing, 0) // 2 if padding.upper() == "SAME" else 0
    return _pair(padding, place)[0]


def _pair(padding: Any, place: int) -> tuple[int, int]:
    one = padding if isinstance(padding, int) else padding[place]
    return (one, one) if isinstance(one, int) else tuple(one)


def _results(padding: Any, place: int, length: int, stride: int, reach: int) -> int:
    """How many elements a dimension of so many has after a convolution."""
    if isinstance(padding, str) and padding.upper() == "SAME":
        return -(-length // stride)
    around = 0 if isinstance(padding, str) else sum(_pair(padding, place))
    return (length + around - reach) // stride + 1


def _last(x: Any, layout: str) -> Any:
    return x if layout == "channel_last" else np.moveaxis(x, 1, -1)


def _filters_last(filters: Any, layout: str) -> Any:
    return filters if layout == "channel_last" else np.moveaxis(filters, (0, 1), (-1, -2))


def convolution(
    x: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    *,
    dims: int,
    data_format: str,
    filter_format: str,
    bias: Any = None,
    feature_group_count: int = 1,
    x_dilations: Any = 1,
    dilations: Any = 1,
) -> Any:
    layout = _layout(data_format)
    x, filters = _last(x, layout), _filters_last(filters, filter_format)
    strides, gaps, steps = (_each(value, dims) for value in (strides, x_dilations, dilations))
    sizes = filters.shape[:dims]
    reaches = [(size - 1) * step + 1 for size, step in zip(sizes, steps, strict=True)]
    lengths = [(length - 1) * gap + 1 for length, gap in zip(x.shape[1:-1], gaps, strict=True)]
    results = [_results(padding, *one) for one in zip(range(dims), lengths, strides, reaches, strict=True)]
    before = [_before(padding, *one) for one in zip(range(dims), lengths, results, strides, reaches, strict=True)]
    total, batch = np.zeros((x.shape[0], *results, filters.shape[-1]), x.dtype), np.arange(x.shape[0])
    for tap in np.ndindex(*sizes):
        places, sources = [], []
        for dim, t in enumerate(tap):
            under = np.arange(results[dim]) * strides[dim] + t * steps[dim] - before[dim]
            there = (under % gaps[dim] == 0) & (under >= 0) & (under < lengths[dim])
            places.append(np.flatnonzero(there))
            sources.append(under[there] // gaps[dim])
        for of, to in _groups(feature_group_count, x.shape[-1], filters.shape[-1]):
            found = x[np.ix_(batch, *sources, of)]
            total[np.ix_(batch, *places, to)] += found @ filters[tap][:, to]
    return _finished(total, bias, layout)


def _groups(groups: int, channels: int, results: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The channels of each group, of the input and of the result."""
    for group in range(groups):
        one, two = channels // groups, results // groups
        yield np.arange(group * one, (group + 1) * one), np.arange(group * two, (group + 1) * two)


def _finished(total: Any, bias: Any, layout: str) -> Any:
    total = total if bias is None else total + bias
    return total if layout == "channel_last" else np.moveaxis(total, -1, 1)


def transposed(
    x: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    *,
    dims: int,
    data_format: str,
    filter_format: str,
    output_shape: Any = None,
    bias: Any = None,
    feature_group_count: int = 1,
    dilations: Any = 1,
) -> Any:
    """The adjoint: each element of the input is brought to all that it came from."""
    layout = _layout(data_format)
    x, filters = _last(x, layout), _filters_last(filters, filter_format)
    strides, steps = _each(strides, dims), _each(dilations, dims)
    sizes = filters.shape[:dims]
    reaches = [(size - 1) * step + 1 for size, step in zip(sizes, steps, strict=True)]
    lengths = _lengths(x.shape[1:-1], strides, reaches, padding, output_shape, layout)
    before = [
        _before(padding, place, length, count, stride, reach)
        for place, (length, count, stride, reach) in enumerate(
            zip(lengths, x.shape[1:-1], strides, reaches, strict=True)
        )
    ]
    results = filters.shape[-2] * feature_group_count
    total, batch = np.zeros((x.shape[0], *lengths, results), x.dtype), np.arange(x.shape[0])
    for tap in np.ndindex(*sizes):
        places, sources = [], []
        for dim, t in enumerate(tap):
            reached = np.arange(x.shape[1 + dim]) * strides[dim] + t * steps[dim] - before[dim]
            there = (reached >= 0) & (reached < lengths[dim])
            places.append(reached[there])
            sources.append(np.flatnonzero(there))
        for of, to in _groups(feature_group_count, x.shape[-1], results):
            found = x[np.ix_(batch, *sources, of)]
            own = filters[tap][:, of]  # the results of one group alone
            total[np.ix_(batch, *places, to)] += found @ np.swapaxes(own, 0, 1)
    return _finished(total, bias, layout)


def _lengths(
    counts: Sequence[int], strides: Sequence[int], reaches: Sequence[int], padding: Any, asked: Any, layout: str
) -> Sequence[int]:
    """The spatial lengths of a transpose, those of Keras and of PyTorch where none are asked for."""
    if asked is not None:
        asked = (asked,) if isinstance(asked, int) else asked
        whole = len(asked) > len(counts)
        return asked if not whole else asked[1:-1] if layout == "channel_last" else asked[2:]
    found = []
    for place, (count, stride, reach) in enumerate(zip(counts, strides, reaches, strict=True)):
        if not isinstance(padding, str):
            found.append((count - 1) * stride + reach - sum(_pair(padding, place)))
        elif padding.upper() == "SAME":
            found.append(count * stride)
        else:
            found.append(count * stride + max(reach - stride, 0))
    return found


def depthwise(x: Any, filters: Any, strides: Any, padding: Any, *, data_format: str, dilations: Any) -> Any:
    channels = filters.shape[2]
    return convolution(
        x,
        filters.reshape(*filters.shape[:2], 1, -1),
        strides,
        padding,
        dims=2,
        data_format=data_format,
        filter_format="channel_last",
        feature_group_count=channels,
        dilations=dilations,
    )


def either(x: Any, filters: Any, strides: Any, padding: Any, *, transpose: bool, **options: Any) -> Any:
    if transpose:
        del options["x_dilations"]
        return transposed(x, filters, strides, padding, **options)
    del options["output_shape"]
    return convolution(x, filters, strides, padding, **options)


def terms(x: Any, filters: Any, *args: Any, filter_format: str = "channel_last", **options: Any) -> int:
    """The numbers in the filters that come to one channel of the result."""
    return filters.size // max(filters.shape[-1 if filter_format == "channel_last" else 0], 1)


def terms_of_transpose(x: Any, filters: Any, *args: Any, filter_format: str = "channel_last", **options: Any) -> int:
    return filters.size // max(filters.shape[-2 if filter_format == "channel_last" else 1], 1)


def terms_of_each(x: Any, filters: Any, *args: Any, **options: Any) -> int:
    """Those of a depthwise convolution, whose filters are of one channel."""
    return filters.shape[0] * filters.shape[1]


def terms_of_either(x: Any, filters: Any, *args: Any, transpose: bool, **options: Any) -> int:
    return (terms_of_transpose if transpose else terms)(x, filters, *args, **options)
