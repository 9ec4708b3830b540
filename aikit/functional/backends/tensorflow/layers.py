"""Layers of neural networks: linear layers and convolutions by TensorFlow's kernels.

Those for convolutions on the CPU have the channels last; with groups, or where the elements of the filters are apart, they have no gradient. So
groups are convolved by themselves here, and so are the parts of the input that such filters meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from aikit.functional.rules import convolutions as rules

from ._dtypes import HALF, in_dtype
from .linear_algebra import matmul, matrix_transpose

__all__ = ["conv_general_dilated", "conv_general_transpose", "linear"]


def linear(x: tf.Tensor, weight: tf.Tensor, /, *, bias: tf.Tensor | None = None) -> tf.Tensor:
    wide = HALF.get(x.dtype)
    if wide is not None:
        arrays = (tf.cast(x, wide), tf.cast(weight, wide))
        return tf.cast(linear(*arrays, bias=None if bias is None else tf.cast(bias, wide)), x.dtype)
    ranks = x.shape.rank or 0, weight.shape.rank or 0
    if ranks == (2, 2):
        result = tf.raw_ops.MatMul(a=x, b=weight, transpose_b=True)  # in two thirds of the time of tf.matmul
    elif min(ranks) > 1:
        result = tf.matmul(x, weight, transpose_b=True)  # no transposed copy
    else:
        result = matmul(x, matrix_transpose(weight))
    return result if bias is None else result + bias


def conv_general_dilated(
    x: tf.Tensor, filters: tf.Tensor, strides: Any, padding: Any, /, *, bias: tf.Tensor | None, **options: Any
) -> tf.Tensor:
    one = rules.convolution("conv_general_dilated", x, filters, strides, padding, bias=bias, **options)
    # TensorFlow's words say the same of lengths that are not known yet
    word = padding.upper() if isinstance(padding, str) else ""
    return _laid_out(lambda x, filters: _convolution(x, filters, one, word), x, filters, bias, options)


def conv_general_transpose(
    x: tf.Tensor, filters: tf.Tensor, strides: Any, padding: Any, /, *, bias: tf.Tensor | None, **options: Any
) -> tf.Tensor:
    one = rules.transposed("conv_general_transpose", x, filters, strides, padding, bias=bias, **options)
    word = padding.upper() if isinstance(padding, str) else ""

    def compute(x: tf.Tensor, filters: tf.Tensor) -> tf.Tensor:
        if set(one.dilations) != {1}:
            # zeros between the elements of the filters would make NaN of infinities that they do not meet
            return _convolution(x, _exchanged(filters, one.groups), one.as_convolution())
        return _of_groups(lambda x, own: _transposed(x, own, one, word), x, filters, one.groups)

    return _laid_out(compute, x, filters, bias, options)


def _laid_out(
    compute: Callable[..., tf.Tensor], x: tf.Tensor, filters: tf.Tensor, bias: Any, options: dict[str, Any]
) -> tf.Tensor:
    """What `compute` makes of arrays with the channels last; of 16 bits in float32, so that there is one rounding."""
    if None in tuple(filters.shape) or x.shape[-1 if options["data_format"] == "channel_last" else 1] is None:
        raise ValueError("the lengths of the filters and the number of channels of x are not known")
    dtype = x.dtype
    wide, ndim = HALF.get(dtype, dtype), len(x.shape)
    if options["data_format"] == "channel_first":
        x = tf.transpose(x, (0, *range(2, ndim), 1))
    if options["filter_format"] == "channel_first":
        filters = tf.transpose(filters, (*range(2, ndim), 1, 0))
    x = in_dtype(x, wide)
    if x.shape[0] == 0:
        # of no batch the kernel has the channels of the input
        result = compute(tf.pad(x, ((0, 1), *((0, 0),) * (ndim - 1))), in_dtype(filters, wide))[:0]
    else:
        result = compute(x, in_dtype(filters, wide))
    if bias is not None:
        result = tf.nn.bias_add(result, in_dtype(bias, wide))
    if options["data_format"] == "channel_first":
        result = tf.transpose(result, (0, ndim - 1, *range(1, ndim - 1)))
    return in_dtype(result, dtype)


def _convolution(x: tf.Tensor, filters: tf.Tensor, one: rules.Convolution, word: str = "") -> tf.Tensor:
    """A convolution of arrays with the channels last, with the zeros of a word of TensorFlow's, or those that are counted."""
    x = _dilated(x, one.x_dilations)
    if set(one.dilations) == {1}:
        return _convolved(x, filters, one.strides, word or one.pads, one.groups)
    if one.pads is None:
        raise ValueError("the spatial lengths are not known")
    lengths = _lengths(x)
    # parts that are as far from each other as the elements of the filters
    ends = [
        -length % dilation for length, dilation in zip(_padded_lengths(lengths, one.pads), one.dilations, strict=True)
    ]
    widths = [(before, after + end) for (before, after), end in zip(one.pads, ends, strict=True)]
    x = _cut(x, widths)
    parts = tf.space_to_batch(x, one.dilations, [(max(before, 0), max(after, 0)) for before, after in widths])
    result = _convolved(parts, filters, (1,) * len(lengths), "VALID", one.groups)
    whole = tf.batch_to_space(result, one.dilations, [(0, end) for end in ends])
    return (
        tf.strided_slice(whole, [0] * len(whole.shape), tf.shape(whole), (1, *one.strides, 1))
        if set(one.strides) != {1}
        else whole
    )


def _convolved(
    x: tf.Tensor, filters: tf.Tensor, strides: Sequence[int], pads: str | rules.Pairs | None, groups: int
) -> tf.Tensor:
    """A convolution with zeros by TensorFlow's words, or so many."""
    if len(strides) == 1:
        pads = pads if isinstance(pads, str) else ((0, 0), *(pads or ()))
        return tf.squeeze(_convolved(x[:, None], filters[None], (*strides, *strides), pads, groups), 1)
    if not isinstance(pads, str):
        # zeros that a kernel is told of are forgotten where a gradient of it is vectorized
        x, around = _cut(x, pads or ()), [(max(before, 0), max(after, 0)) for before, after in pads or ()]
        x, pads = tf.pad(x, ((0, 0), *around, (0, 0))) if any(map(any, around)) else x, "VALID"
    steps = (1, *strides, 1)
    if len(strides) == 3:
        return _of_groups(lambda x, own: tf.nn.conv3d(x, own, steps, pads), x, filters, groups)
    if groups > 1 and filters.shape[-2] == 1 and strides[0] == strides[1]:
        own = tf.reshape(filters, (*filters.shape[:2], groups, filters.shape[-1] // groups))
        # which `tf.nn.depthwise_conv2d` calls, too, after 90 µs
        return tf.raw_ops.DepthwiseConv2dNative(input=x, filter=own, strides=steps, padding=pads)
    return _of_groups(lambda x, own: tf.nn.conv2d(x, own, steps, pads), x, filters, groups)


def _of_groups(
    function: Callable[[tf.Tensor, tf.Tensor], tf.Tensor], x: tf.Tensor, filters: tf.Tensor, groups: int
) -> tf.Tensor:
    if groups == 1:
        return function(x, filters)
    parts = zip(tf.split(x, groups, -1), tf.split(filters, groups, -1), strict=True)
    return tf.concat([function(part, own) for part, own in parts], -1)


def _transposed(x: tf.Tensor, filters: tf.Tensor, one: rules.Transposed, word: str) -> tf.Tensor:
    """The transpose of a convolution without groups."""
    if len(one.strides) == 1:
        flat = one._replace(
            strides=one.strides * 2, before=(0, *one.before), lengths=(1, *one.lengths), whole=(1, *one.whole)
        )
        return tf.squeeze(_transposed(x[:, None], filters[None], flat, word), 1)
    batch, out, steps = tf.shape(x)[0], filters.shape[-2], (1, *one.strides, 1)
    kernel = tf.nn.conv2d_transpose if len(one.strides) == 2 else tf.nn.conv3d_transpose
    if word:
        return kernel(x, filters, (batch, *one.lengths, out), steps, word)
    # where the result ends beyond the whole one, that is made longer
    ends = (before + length for before, length in zip(one.before, one.lengths, strict=True))
    lengths = tuple(max(end, whole) for end, whole in zip(ends, one.whole, strict=True))
    result = kernel(x, filters, (batch, *lengths, out), steps, "VALID")
    return result if lengths == one.lengths else tf.slice(result, (0, *one.before, 0), (-1, *one.lengths, out))


def _exchanged(filters: tf.Tensor, groups: int) -> tf.Tensor:
    """Filters in reverse order, with the channels of the result in the place of those of the input."""
    *lengths, out, of = filters.shape
    dims = len(lengths)
    apart = tf.reshape(tf.reverse(filters, range(dims)), (*lengths, out, groups, of // groups))
    return tf.reshape(
        tf.transpose(apart, (*range(dims), dims + 2, dims + 1, dims)), (*lengths, of // groups, groups * out)
    )


def _lengths(x: tf.Tensor) -> list[Any]:
    """The spatial lengths, those that a trace does not know as tensors."""
    known = list(x.shape)[1:-1]
    return list(tf.unstack(tf.shape(x)))[1:-1] if None in known else known


def _padded_lengths(lengths: Sequence[Any], pads: rules.Pairs) -> list[Any]:
    return [length + before + after for length, (before, after) in zip(lengths, pads, strict=True)]


def _cut(x: tf.Tensor, pads: Sequence[tuple[Any, Any]]) -> tf.Tensor:
    """`x` without so many elements as negative numbers say."""
    if not any(isinstance(one, int) and one < 0 for pair in pads for one in pair):
        return x
    starts = [max(-before, 0) for before, _ in pads]
    lengths = [
        length - start + min(after, 0) for length, start, (_, after) in zip(_lengths(x), starts, pads, strict=True)
    ]
    return tf.slice(x, (0, *starts, 0), (-1, *lengths, -1))


def _dilated(x: tf.Tensor, dilations: Sequence[int]) -> tf.Tensor:
    """`x` with zeros between its elements along the spatial axes."""
    for axis, dilation in enumerate(dilations, start=1):
        if dilation > 1:
            widths = [(0, 0)] * (len(x.shape) + 1)
            widths[axis + 1] = (0, dilation - 1)
            lengths = list(tf.unstack(tf.shape(x))) if None in tuple(x.shape) else list(x.shape)
            long = [*lengths[:axis], lengths[axis] * dilation, *lengths[axis + 1 :]]
            short = [*lengths[:axis], (lengths[axis] - 1) * dilation + 1, *lengths[axis + 1 :]]
            apart = tf.reshape(tf.pad(tf.expand_dims(x, axis + 1), widths), long)
            x = tf.slice(apart, [0] * len(long), short)
    return x
