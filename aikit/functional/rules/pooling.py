"""What pooling needs of its arguments, and the numbers that these come to, which are the same for all backends."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from aikit.core.records import Arguments, Rule
from aikit.core.shapes import Shape, shape_of
from aikit.core.wording import shown
from aikit.exceptions import AikitValueError
from aikit.functional.rules.convolutions import Lengths, Pairs, of_each, padding_pairs, same_pads

Divisor = int | tuple[tuple[int, ...], ...]
"""What the sums of windows are divided by: one number; or of each axis one for each window, which are multiplied."""
FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}
"""By the number of spatial dimensions the orders of axes, that with the channels last first."""


class Pooling(NamedTuple):
    """The numbers of windows that fit their input.

    Attributes
    ----------
    first : the first spatial axis of the input.
    kernel, strides, dilations : one for each spatial dimension.
    pads : what stands before and after the input, with what the last windows of `ceil_mode` reach over beyond that.
    lengths : the numbers of windows.
    """

    first: int
    kernel: Lengths
    strides: Lengths
    dilations: Lengths
    pads: Pairs
    lengths: Lengths


def pooling(
    name: str,
    x: Any,
    kernel: Any,
    strides: Any,
    padding: Any,
    *,
    data_format: str,
    ceil_mode: bool,
    dilation: Any = 1,
) -> tuple[Pooling, Pairs]:
    """The numbers of windows, and the padding without what `ceil_mode` adds.

    Raises
    ------
    AikitTypeError, AikitValueError : arguments that do not fit each other; windows that are longer than the padded input;
        under a trace, lengths that are not known.
    """
    dims = len(data_format) - 2
    pairs = padding_pairs(name, padding, dims)
    options = {"kernel": kernel, "strides": strides, "dilation": dilation}
    kernel, strides, dilations = (of_each(name, key, value, dims) for key, value in options.items())
    shape = shape_of(x)
    lengths = spatial_lengths(name, shape, data_format)
    # one loop, for code that runs once between kernels is in no cache of the processor, and each line costs ten times as much
    reaches, before_and_after, pads, found = [], [], [], []
    for place, length in enumerate(lengths):
        stride, reach = strides[place], (kernel[place] - 1) * dilations[place] + 1
        pair = pairs[place] if pairs is not None else same_pads(length, reach, stride) or (0, 0)
        before, after = pair
        room = length + before + after - reach
        count = room // stride + 1
        # in `ceil_mode` with a window that reaches beyond the padding, if it begins before the input ends
        if ceil_mode and room % stride and count * stride < length + before:
            count += 1
        missing = (count - 1) * stride + reach - length - before
        reaches.append(reach)
        before_and_after.append(pair)
        pads.append((before, max(after, missing)))
        found.append(count)
    if any(count < 1 for count in found):
        raise AikitValueError(
            f"{name}: the windows reach over {tuple(reaches)} elements, with kernel={kernel} and dilation={dilations}, and x, of "
            f'shape {shape}, has only {lengths} in these dimensions, with padding={shown(padding)}; pass padding="SAME" or '
            "smaller windows"
        )
    windows = Pooling(1 if data_format.endswith("C") else 2, kernel, strides, dilations, tuple(pads), tuple(found))
    return windows, tuple(before_and_after)


def spatial_lengths(name: str, shape: Shape, data_format: str) -> tuple[int, ...]:
    """The spatial lengths of an array.

    Raises
    ------
    AikitValueError : another number of dimensions; a length of 0, or one that a trace does not know.
    """
    if len(shape) != len(data_format):
        raise AikitValueError(
            f"{name}: x has shape {shape}; with data_format={data_format!r} it has {len(data_format)} dimensions"
        )
    if 0 in shape[1:]:
        raise AikitValueError(f"{name}: x has shape {shape}; no dimension but the batch may have length 0")
    found = shape[1:-1] if data_format.endswith("C") else shape[2:]
    lengths = tuple(length for length in found if length is not None)
    if len(lengths) < len(found):
        raise AikitValueError(
            f"{name}: x has shape {shape} under this trace; the spatial lengths must be known, for they say where windows end; "
            "state them, as with tf.ensure_shape"
        )
    return lengths


def averaging(
    name: str,
    x: Any,
    kernel: Any,
    strides: Any,
    padding: Any,
    *,
    count_include_pad: bool,
    divisor_override: int | None,
    **options: Any,
) -> tuple[Pooling, Divisor]:
    """The numbers of windows, and what their sums are divided by.

    Raises
    ------
    AikitTypeError, AikitValueError : as of `pooling`; a divisor of 0.
    """
    one, pairs = pooling(name, x, kernel, strides, padding, **options)
    if divisor_override is not None:
        if divisor_override == 0:
            raise AikitValueError(
                f"{name}: divisor_override=0; pass another number, or None for the number of elements"
            )
        return one, divisor_override
    if one.pads == ((0, 0),) * len(one.pads):
        return one, math.prod(one.kernel)
    spatial = spatial_lengths(name, shape_of(x), options["data_format"])
    counts: list[tuple[int, ...]] = []
    for place, length in enumerate(spatial):
        before, after = pairs[place] if count_include_pad else (0, 0)
        if one.pads[place] == (0, 0):
            counts.append((one.kernel[place],))
            continue
        reached = range(0, one.kernel[place] * one.dilations[place], one.dilations[place])
        starts = [window * one.strides[place] - one.pads[place][0] for window in range(one.lengths[place])]
        within = [[tap for tap in reached if -before <= start + tap < length + after] for start in starts]
        counts.append(tuple([len(taps) for taps in within]))
    if all(min(of_axis) == max(of_axis) for of_axis in counts):
        return one, math.prod([of_axis[0] for of_axis in counts])
    return one, tuple(counts)


def adaptive(name: str, shape: Shape, output_size: Any, axes: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    """For each of some axes where the parts begin and end, so many of them as the result has elements.

    Raises
    ------
    AikitValueError : an input of another rank, or without elements along an axis, or of a length that a trace does not
        know; sizes that are not positive.
    """
    dims = len(axes)
    if len(shape) not in (dims + 1, dims + 2):
        raise AikitValueError(
            f"{name}: input has shape {shape}; it has {dims + 2} dimensions, or {dims + 1} without a batch"
        )
    sizes = output_size if isinstance(output_size, tuple) else (output_size,) * dims
    if len(sizes) != dims or any(size < 1 for size in sizes):
        raise AikitValueError(
            f"{name}: output_size={output_size} must be a positive int, or {dims} of them, one for each spatial dimension"
        )
    found = []
    for size, axis in zip(sizes, axes, strict=True):
        length = shape[axis]
        if not length:
            why = (
                "is not known under this trace; state it, as with tf.ensure_shape"
                if length is None
                else "must not be 0"
            )
            raise AikitValueError(f"{name}: input has shape {shape}, whose length along axis {axis} {why}")
        found.append([(place * length // size, -(-(place + 1) * length // size)) for place in range(size)])
    return found


# ------------------------------------------------------------------------------------------------ once a call has failed


def _positional(arguments: Arguments) -> tuple[tuple[Any, ...], dict[str, Any]]:
    names = ("x", "kernel", "strides", "padding")
    return tuple(arguments[key] for key in names), {key: one for key, one in arguments.items() if key not in names}


def fits_max(name: str, arguments: Arguments, backend: Any) -> None:
    """The arguments of a greatest element of windows fit each other."""
    positional, named = _positional(arguments)
    pooling(name, *positional, **named)


def fits_average(name: str, arguments: Arguments, backend: Any) -> None:
    """The arguments of a mean of windows fit each other."""
    positional, named = _positional(arguments)
    averaging(name, *positional, **named)


def fits_adaptive(*axes: int) -> Rule:
    """The input has elements along these axes, and the sizes are positive."""

    def rule(name: str, arguments: Arguments, backend: Any) -> None:
        places = channels_last(axes, arguments.get("data_format", ""))
        adaptive(name, shape_of(arguments["input"]), arguments["output_size"], places)

    return rule


def channels_last(axes: tuple[int, ...], data_format: str) -> tuple[int, ...]:
    """Axes that are counted from the back, of an array whose channels may be last."""
    return tuple(axis - 1 for axis in axes) if data_format.endswith("C") else axes


def check_pool(name: str, window_shape: Any, data_format: str | None) -> str:
    """The order of the axes, which are last where none is given.

    Raises
    ------
    AikitValueError : a window of no dimension, or of more than three; an order for another number of dimensions.
    """
    dims = len(window_shape) if isinstance(window_shape, tuple) else 1
    if dims not in FORMATS:
        raise AikitValueError(f"{name}: window_shape={window_shape} has {dims} lengths; it has 1, 2 or 3")
    if data_format is not None and data_format not in FORMATS[dims]:
        raise AikitValueError(
            f"{name}: data_format={data_format!r} with window_shape={window_shape}; of {dims} dimensions it is "
            f"{' or '.join(map(repr, FORMATS[dims]))}"
        )
    return data_format or FORMATS[dims][0]


def fits_pool(name: str, arguments: Arguments, backend: Any) -> None:
    """The arguments of `pool` fit each other."""
    given = dict(arguments)
    data_format = check_pool(name, given["window_shape"], given["data_format"])
    pooling(
        name,
        given["x"],
        given["window_shape"],
        1 if given["strides"] is None else given["strides"],
        given["padding"],
        data_format=data_format,
        ceil_mode=given["ceil_mode"],
        dilation=1 if given["dilations"] is None else given["dilations"],
    )
