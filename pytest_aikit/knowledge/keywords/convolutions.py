"""Calls of convolutions and of their transposes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pytest_aikit.knowledge.calls import ArraySpec, Row, row
from pytest_aikit.knowledge.keywords import array

LENGTHS = {1: (7,), 2: (6, 5), 3: (4, 3, 5)}
SIZES = {1: (3,), 2: (3, 2), 3: (2, 1, 3)}
"""By the number of spatial dimensions those of the input and of the filters: odd and even ones, all of which differ."""
CHANNELS = {1: (2, 3), 2: (4, 6), 3: (3, 6)}
"""Of so many groups the channels of the input and of the result; of three each group has one channel."""
EACH = (2, 1, 3)
"""A stride for each spatial dimension."""
STEPS = (1, 2, 2)
"""A dilation for each spatial dimension: so small that the filters reach over no more than the input."""
PAIRS = ((1, 0), (0, 2), (2, 1))
FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}

OF_EITHER: dict[str, tuple[Any, ...]] = {
    "strides": (1, 2, "each"),
    "padding": ("VALID", "SAME", 1, "pairs"),
    "dilations": (1, 2, "each"),
    "bias": (None, "vector"),
}
"""What convolutions and transposes have; not all of these are keywords."""


def _of_each(word: Any, values: Sequence[Any], dims: int) -> Any:
    return list(values[:dims]) if isinstance(word, str) and word in ("each", "pairs") else word


def _laid_out(batch: int, lengths: Sequence[int], channels: int, data_format: str) -> tuple[int, ...]:
    first = data_format == "channel_first" or data_format.startswith("NC")
    return (batch, channels, *lengths) if first else (batch, *lengths, channels)


def _filters(lengths: Sequence[int], of: int, to: int, filter_format: str) -> ArraySpec:
    return array((to, of, *lengths) if filter_format == "channel_first" else (*lengths, of, to), number=1)


def _bias(bias: str | None, channels: int) -> ArraySpec | None:
    return None if bias is None else array((channels,), number=2)


def general(
    *,
    dims: int,
    data_format: str,
    filter_format: str,
    strides: Any,
    padding: Any,
    bias: str | None,
    feature_group_count: int,
    **dilations: Any,
) -> Row:
    channels, results = CHANNELS[feature_group_count]
    return row(
        array(_laid_out(2, LENGTHS[dims], channels, data_format)),
        _filters(SIZES[dims], channels // feature_group_count, results, filter_format),
        _of_each(strides, EACH, dims),
        _of_each(padding, PAIRS, dims),
        dims=dims,
        data_format=data_format,
        filter_format=filter_format,
        feature_group_count=feature_group_count,
        bias=_bias(bias, results),
        **{name: _of_each(value, STEPS, dims) for name, value in dilations.items()},
    )


def general_transpose(
    *,
    dims: int,
    data_format: str,
    filter_format: str,
    strides: Any,
    padding: Any,
    bias: str | None,
    feature_group_count: int,
    output_shape: str | None,
    dilations: Any,
) -> Row:
    channels, results = CHANNELS[feature_group_count]
    strides, padding = _of_each(strides, EACH, dims), _of_each(padding, PAIRS, dims)
    dilations = _of_each(dilations, STEPS, dims)
    longest = _longest(dims, strides, padding, dilations)
    asked = {None: None, "lengths": longest, "whole": list(_laid_out(2, longest, results, data_format))}
    return row(
        array(_laid_out(2, LENGTHS[dims], channels, data_format)),
        _filters(SIZES[dims], results // feature_group_count, channels, filter_format),
        strides,
        padding,
        dims=dims,
        output_shape=asked[output_shape],
        data_format=data_format,
        filter_format=filter_format,
        feature_group_count=feature_group_count,
        dilations=dilations,
        bias=_bias(bias, results),
    )


def _longest(dims: int, strides: Any, padding: Any, dilations: Any) -> list[int]:
    """The greatest lengths of which the convolution makes those of the input."""
    found = []
    for place, (length, size) in enumerate(zip(LENGTHS[dims], SIZES[dims], strict=True)):
        stride, dilation = (one if isinstance(one, int) else one[place] for one in (strides, dilations))
        around = 2 * padding if isinstance(padding, int) else 0 if isinstance(padding, str) else sum(padding[place])
        reach = 1 if padding == "SAME" else (size - 1) * dilation + 1
        found.append(length * stride - 1 + reach - around)
    return found


def of_dims(call: Callable[..., Row], dims: int) -> Callable[..., Row]:
    """The call of a function whose number of spatial dimensions is in its name, and which has one group."""

    def made(*, data_format: str, **options: Any) -> Row:
        general = call(dims=dims, data_format=data_format, feature_group_count=1, **options)
        kwargs = {key: value for key, value in general.kwargs.items() if key not in ("dims", "feature_group_count")}
        return Row(general.args, kwargs)

    return made


def depthwise(*, multiplier: int | None, data_format: str, strides: Any, padding: Any, dilations: Any) -> Row:
    shape = (*SIZES[2], 3) if multiplier is None else (*SIZES[2], 3, multiplier)
    return row(
        array(_laid_out(2, LENGTHS[2], 3, data_format)),
        array(shape, number=1),
        _of_each(strides, EACH, 2),
        _of_each(padding, PAIRS, 2),
        data_format=data_format,
        dilations=_of_each(dilations, STEPS, 2),
    )


def either(*, transpose: bool, output_shape: str | None, x_dilations: Any, **options: Any) -> Row | None:
    if (transpose and x_dilations != 1) or (not transpose and output_shape is not None):
        return None
    if transpose:
        made = general_transpose(output_shape=output_shape, **options)
    else:
        made = general(x_dilations=x_dilations, **options)
    return Row(made.args, {"transpose": transpose, **made.kwargs})
