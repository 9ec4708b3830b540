"""What convolutions need of their arguments, and the numbers that these come to, which are the same for all backends."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from aikit.core.records import Arguments, Rule
from aikit.core.shapes import Shape, as_int, shape_of
from aikit.core.wording import shown
from aikit.exceptions import AikitTypeError, AikitValueError

Lengths = tuple[Any, ...]
"""Of each spatial dimension one; None for one that a trace does not know."""
Pairs = tuple[tuple[Any, Any], ...]
"""Of each spatial dimension how many zeros stand before and after; negative numbers take elements away."""


class Convolution(NamedTuple):
    """The numbers of a convolution whose arguments fit each other.

    Attributes
    ----------
    strides, x_dilations, dilations : one for each spatial dimension.
    pads : the zeros; None where padding is "SAME" and a trace does not know the lengths that say how many.
    groups : the number of groups of channels.
    """

    strides: Lengths
    pads: Pairs | None
    x_dilations: Lengths
    dilations: Lengths
    groups: int


class Transposed(NamedTuple):
    """The numbers of the transpose of a convolution.

    Attributes
    ----------
    strides, dilations : one for each spatial dimension.
    before : how many elements of the whole result, of length ``(length - 1) * stride + reach``, are left out at its start.
    lengths : those of the result, which may end beyond the whole one.
    whole : the lengths of the whole result.
    reaches : the lengths of the filters, with what `dilations` puts between their elements.
    groups : the number of groups of channels.
    """

    strides: Lengths
    dilations: Lengths
    before: Lengths
    lengths: Lengths
    whole: Lengths
    reaches: Lengths
    groups: int

    def as_convolution(self) -> Convolution:
        """The convolution that gives the same, with filters in reverse order and their channels exchanged."""
        ones = (1,) * len(self.strides)
        # a whole result of the input with zeros between its elements has one less than the reach on either side
        pads = tuple(
            (reach - 1 - before, length + before - whole + reach - 1)
            for reach, before, length, whole in zip(self.reaches, self.before, self.lengths, self.whole, strict=True)
        )
        return Convolution(ones, pads, self.strides, self.dilations, self.groups)


# ------------------------------------------------------------------------------------------------ plain values


def check_dims(name: str, dims: int) -> None:
    """Raise AikitValueError for a number of spatial dimensions that no convolution has."""
    if dims not in (1, 2, 3):
        raise AikitValueError(f"{name}: dims={dims} is not 1, 2 or 3, the numbers of spatial dimensions that there are")


def of_each(name: str, parameter: str, value: Any, dims: int) -> Lengths:
    """A positive int for each spatial dimension."""
    found = value if isinstance(value, tuple) else (value,) * dims
    if len(found) != dims or any(one < 1 for one in found):
        raise AikitValueError(
            f"{name}: {parameter}={value} must be a positive int, or {dims} of them, one for each spatial dimension"
        )
    return found


def padding_pairs(name: str, padding: Any, dims: int) -> Pairs | None:
    """The zeros before and after each spatial dimension; None for "SAME".

    Raises
    ------
    AikitTypeError : it is made of anything but ints.
    AikitValueError : another word; a negative number; another number of pairs.
    """
    if isinstance(padding, str):
        word = padding.upper()
        if word not in ("SAME", "VALID"):
            raise AikitValueError(
                f'{name}: padding={padding!r} is unknown; it is "SAME", "VALID", an int, or a pair of ints for each spatial '
                "dimension"
            )
        return None if word == "SAME" else ((0, 0),) * dims
    listed = list(padding) if isinstance(padding, (list, tuple)) else [padding] * dims
    pairs = tuple(tuple(one) if isinstance(one, (list, tuple)) else (one, one) for one in listed)
    if len(pairs) != dims or any(len(pair) != 2 for pair in pairs):
        raise AikitValueError(
            f"{name}: padding={shown(padding)} must be an int, or {dims} of them or of pairs of them, before and after, one "
            "for each spatial dimension"
        )
    found = tuple((_number(name, padding, before), _number(name, padding, after)) for before, after in pairs)
    if any(one < 0 for pair in found for one in pair):
        raise AikitValueError(f"{name}: padding={shown(padding)} has a negative number; numbers are 0 or more")
    return found


def _number(name: str, padding: Any, value: Any) -> int:
    try:
        if not isinstance(value, bool):
            return as_int(value)
    except TypeError:
        pass
    raise AikitTypeError(
        f"{name}: padding={shown(padding)} has {shown(value)}, a {type(value).__name__}; it must be a word or made of ints"
    )


# ------------------------------------------------------------------------------------------------ shapes


class _Parts(NamedTuple):
    """The lengths of the arrays of a convolution by what they mean: `of` and `to` are the last two of the filters."""

    batch: Any
    channels: Any
    lengths: Lengths
    filters: Lengths
    of: Any
    to: Any


def _parts(name: str, x: Shape, filters: Shape, dims: int, data_format: str, filter_format: str) -> _Parts:
    if len(x) != dims + 2 or len(filters) != dims + 2:
        raise AikitValueError(
            f"{name}: x has shape {x} and filters {filters}; with {dims} spatial dimensions both have {dims + 2}"
        )
    if 0 in x[1:] or 0 in filters:
        raise AikitValueError(
            f"{name}: x has shape {x} and filters {filters}; no dimension but the batch may have length 0"
        )
    channels, lengths = (x[-1], x[1:-1]) if data_format == "channel_last" else (x[1], x[2:])
    if filter_format == "channel_last":
        return _Parts(x[0], channels, lengths, filters[:-2], filters[-2], filters[-1])
    return _Parts(x[0], channels, lengths, filters[2:], filters[1], filters[0])


def _check_groups(name: str, groups: int, channels: Any, parts: _Parts, x: Shape, filters: Shape) -> None:
    """Raise AikitValueError where the channels, `to` and `of` of the filters and the number of groups do not fit."""
    if groups < 1:
        raise AikitValueError(f"{name}: feature_group_count={groups} must be 1 or more")
    if parts.to is not None and parts.to % groups:
        raise AikitValueError(
            f"{name}: filters have shape {filters}, of {parts.to} in all groups, which feature_group_count={groups} does not "
            "divide"
        )
    if None not in (channels, parts.channels) and channels != parts.channels:
        raise AikitValueError(
            f"{name}: x has shape {x}, with {parts.channels} channels, and filters {filters}, which need {channels} with "
            f"feature_group_count={groups}"
        )


def _check_bias(name: str, bias: Any, channels: Any) -> None:
    if bias is None or shape_of(bias) in ((channels,), (None,)) or (channels is None and len(shape_of(bias)) == 1):
        return
    raise AikitValueError(
        f"{name}: bias has shape {shape_of(bias)}; the result has {channels} channels, so it is ({channels},)"
    )


def reach_of(length: Any, dilation: int) -> Any:
    """How long a filter is, or an input, with ``dilation - 1`` zeros between its elements."""
    return None if length is None else (length - 1) * dilation + 1


def same_pads(length: Any, reach: Any, stride: int) -> tuple[Any, Any] | None:
    """The zeros that make ``ceil(length / stride)`` elements, the odd one after; None where they are not known."""
    if reach is None or (length is None and stride > 1):
        return None
    if stride == 1:
        missing = reach - 1
    else:
        missing = (-(-length // stride) - 1) * stride + reach - length
        missing = missing if missing > 0 else 0
    return (missing // 2, missing - missing // 2)


def convolution(
    name: str,
    x: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    *,
    dims: int,
    data_format: str,
    filter_format: str,
    feature_group_count: int,
    x_dilations: Any,
    dilations: Any,
    bias: Any,
) -> Convolution:
    """The numbers of a convolution.

    Raises
    ------
    AikitTypeError, AikitValueError : arguments that do not fit each other; filters that are longer than the padded input.
    """
    check_dims(name, dims)
    pairs = padding_pairs(name, padding, dims)
    options = {"strides": strides, "x_dilations": x_dilations, "dilations": dilations}
    strides, x_dilations, dilations = (of_each(name, key, value, dims) for key, value in options.items())
    shapes = shape_of(x), shape_of(filters)
    parts = _parts(name, *shapes, dims, data_format, filter_format)
    needed = None if parts.of is None else parts.of * feature_group_count
    _check_groups(name, feature_group_count, needed, parts, *shapes)
    _check_bias(name, bias, parts.to)
    reaches = tuple(map(reach_of, parts.filters, dilations))
    lengths = tuple(map(reach_of, parts.lengths, x_dilations))
    if pairs is None:
        pads = tuple(pair for one in zip(lengths, reaches, strides, strict=True) if (pair := same_pads(*one)))
        known = len(pads) == dims
        return Convolution(strides, pads if known else None, x_dilations, dilations, feature_group_count)
    for (before, after), length, reach in zip(pairs, lengths, reaches, strict=True):
        if None not in (length, reach) and length + before + after < reach:
            raise AikitValueError(
                f"{name}: the filters, of shape {shapes[1]}, reach over {reaches} elements with dilations={dilations}, and x, "
                f"of shape {shapes[0]}, has no more than {length} in a dimension, with padding={shown(padding)}; pass "
                'padding="SAME" or smaller filters'
            )
    return Convolution(strides, pairs, x_dilations, dilations, feature_group_count)


def transposed(
    name: str,
    x: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    *,
    dims: int,
    output_shape: Any,
    data_format: str,
    filter_format: str,
    feature_group_count: int,
    dilations: Any,
    bias: Any,
) -> Transposed:
    """The numbers of the transpose of a convolution.

    Raises
    ------
    AikitTypeError, AikitValueError : arguments that do not fit each other; a result without elements.
    """
    check_dims(name, dims)
    pairs = padding_pairs(name, padding, dims)
    strides, dilations = of_each(name, "strides", strides, dims), of_each(name, "dilations", dilations, dims)
    shapes = shape_of(x), shape_of(filters)
    parts = _parts(name, *shapes, dims, data_format, filter_format)
    _check_groups(name, feature_group_count, parts.to, parts, *shapes)
    channels = None if parts.of is None else parts.of * feature_group_count
    _check_bias(name, bias, channels)
    if None in parts.lengths or None in parts.filters:
        raise AikitValueError(
            f"{name}: x has shape {shapes[0]} and filters {shapes[1]} under this trace; the spatial lengths must be known; state "
            "them, as with tf.ensure_shape"
        )
    asked = _asked(name, output_shape, parts, channels, dims, data_format)
    reaches = tuple(map(reach_of, parts.filters, dilations))
    whole = tuple(
        (length - 1) * stride + reach for length, stride, reach in zip(parts.lengths, strides, reaches, strict=True)
    )
    exact = isinstance(padding, str)
    before, lengths = [], []
    for place in range(dims):
        pair = None if pairs is None else pairs[place]
        least, usual = _lengths_of(pair, exact, parts.lengths[place], strides[place], reaches[place])
        length = usual if asked is None else asked[place]
        if not (1 <= least <= length < least + strides[place]):
            raise AikitValueError(
                f"{name}: output_shape={output_shape} asks for a length of {length}; x of shape {shapes[0]} with filters of shape "
                f"{shapes[1]}, strides={strides}, padding={shown(padding)} and dilations={dilations} comes from lengths of "
                f"{least} to {least + strides[place] - 1} in that dimension, and there must be 1 at least"
            )
        missing = whole[place] - length
        before.append(pair[0] if pair else missing // 2 if missing > 0 else 0)
        lengths.append(length)
    return Transposed(strides, dilations, tuple(before), tuple(lengths), whole, reaches, feature_group_count)


def _lengths_of(pair: tuple[int, int] | None, in_words: bool, length: Any, stride: int, reach: Any) -> tuple[Any, Any]:
    """The least length whose convolution has `length` elements, and the one that is made where none is asked for."""
    if pair is None:
        return (length - 1) * stride + 1, length * stride
    least = (length - 1) * stride + reach - sum(pair)
    return least, (least + max(stride - reach, 0) if in_words else least)


def _asked(name: str, output_shape: Any, parts: _Parts, channels: Any, dims: int, data_format: str) -> Lengths | None:
    """The spatial lengths that are asked for, of a whole shape or by themselves."""
    if output_shape is None:
        return None
    given = output_shape if isinstance(output_shape, tuple) else (output_shape,)
    if len(given) == dims:
        return given
    spatial = given[1:-1] if data_format == "channel_last" else given[2:]
    whole = (parts.batch, *spatial, channels) if data_format == "channel_last" else (parts.batch, channels, *spatial)
    if len(given) != dims + 2 or any(
        None not in pair and pair[0] != pair[1] for pair in zip(given, whole, strict=True)
    ):
        raise AikitValueError(
            f"{name}: output_shape={output_shape} has neither the {dims} spatial lengths alone nor all of a result with "
            f"{parts.batch} in the batch and {channels} channels"
        )
    return spatial


# ------------------------------------------------------------------------------------------------ once a call has failed


def layout(data_format: str) -> Literal["channel_last", "channel_first"]:
    """The name that the general functions have for a format such as "NHWC"."""
    return "channel_last" if data_format.endswith("C") else "channel_first"


def fits(function: Callable[..., Any], **fixed: Any) -> Rule:
    """The arguments of a function fit each other, as `convolution` or `transposed` say, with those that it fixes."""

    def rule(name: str, arguments: Arguments, backend: Any) -> None:
        given: Mapping[str, Any] = {**arguments, **fixed}
        if given["data_format"].isupper():
            given = {**given, "data_format": layout(given["data_format"])}
        positional = (given[key] for key in ("x", "filters", "strides", "padding"))
        named = {key: value for key, value in given.items() if key not in ("x", "filters", "strides", "padding")}
        function(name, *positional, **named)

    return rule


def depthwise_filters(name: str, x: Any, filters: Any, data_format: str) -> tuple[Any, ...]:
    """The shape that the filters of a depthwise convolution have among those of all: ``(height, width, 1, out)``.

    Raises
    ------
    AikitValueError : they have neither 3 nor 4 dimensions; they have a channel that `x` has not.
    """
    shape, of_x = shape_of(filters), shape_of(x)
    if len(shape) not in (3, 4) or len(of_x) != 4:
        raise AikitValueError(
            f"{name}: x has shape {of_x} and filters {shape}; x has 4 dimensions, and filters are (height, width, channels) or "
            "(height, width, channels, multiplier)"
        )
    channels = of_x[-1] if layout(data_format) == "channel_last" else of_x[1]
    lengths = [length for length in shape if length is not None]
    if len(lengths) < len(shape):
        raise AikitValueError(
            f"{name}: filters have shape {shape} under this trace; all of it must be known; state it, as with tf.ensure_shape"
        )
    if channels not in (None, shape[2]) or not shape[2]:
        raise AikitValueError(
            f"{name}: x has shape {of_x}, with {channels} channels, and filters {shape}, for {shape[2]}; they must be equal, and "
            "1 at least"
        )
    return (*shape[:2], 1, math.prod(lengths[2:]))


class _Shaped(NamedTuple):
    """Stands for an array, of which the shape alone is looked at."""

    shape: Shape


def depthwise(name: str, arguments: Arguments, backend: Any) -> None:
    """The arguments of a depthwise convolution fit each other."""
    x, filters = arguments["x"], arguments["filters"]
    shape = depthwise_filters(name, x, filters, arguments["data_format"])
    rule = fits(convolution, dims=2, filter_format="channel_last", x_dilations=1, bias=None)
    rule(name, {**arguments, "filters": _Shaped(shape), "feature_group_count": shape_of(filters)[2]}, backend)


def check_either(name: str, transpose: bool, output_shape: Any, x_dilations: Any) -> None:
    """Raise AikitValueError for what a convolution, or a transpose, does not have."""
    if transpose and set(x_dilations if isinstance(x_dilations, tuple) else (x_dilations,)) != {1}:
        raise AikitValueError(f"{name}: x_dilations={x_dilations} with transpose=True; a transpose has strides alone")
    if not transpose and output_shape is not None:
        raise AikitValueError(
            f"{name}: output_shape={output_shape} without transpose=True; the lengths follow from padding"
        )


def either(name: str, arguments: Arguments, backend: Any) -> None:
    """The arguments of a convolution, or of a transpose, fit each other."""
    given = dict(arguments)
    transpose = given.pop("transpose")
    check_either(name, transpose, given["output_shape"], given["x_dilations"])
    del given["x_dilations" if transpose else "output_shape"]
    fits(transposed if transpose else convolution)(name, given, backend)
