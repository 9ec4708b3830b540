"""Convolutions of one, two and three spatial dimensions, and their transposes.

They are cross-correlations, as those of all frameworks: the filters are not turned round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import aikit
from aikit.declare import compositional, primary
from aikit.functional.rules import convolutions as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@compositional(
    category="layers",
    dtypes="real floating-point",
    promote=("x", "filters", "bias"),
    differentiable=("x", "filters", "bias"),
    check=rules.either,
)
def conv(
    x: Array | NativeArray,
    filters: Array | NativeArray,
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    transpose: bool = False,
    dims: int = 2,
    output_shape: int | Sequence[int] | None = None,
    data_format: Literal["channel_last", "channel_first"] = "channel_last",
    filter_format: Literal["channel_last", "channel_first"] = "channel_last",
    feature_group_count: int = 1,
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Convolution, or transpose of one: `conv_general_dilated`, or `conv_general_transpose` where `transpose` is True.

    Parameters
    ----------
    x : array of a real floating-point dtype, with `dims` spatial dimensions beside those of batch and channels.
    filters : array of a real floating-point dtype, in the form that the function has which is called.
    strides : the step of the filters, an int, or one for each spatial dimension.
    padding : "VALID", "SAME", an int, or for each spatial dimension an int or a pair of ints.
    transpose : whether it is the transpose.
    dims : the number of spatial dimensions, 1, 2 or 3.
    output_shape : the lengths of the result of a transpose; it must be None without `transpose`.
    data_format : the order of the axes of `x` and of the result.
    filter_format : the order of the axes of `filters`.
    feature_group_count : the number of groups of channels.
    x_dilations : the step of the elements of the input; it must be 1 with `transpose`.
    dilations : the step of the elements of the filters.
    bias : array of shape ``(out,)``, which is added to each channel; None for none.

    Returns
    -------
    Array of the common dtype, in the order of `data_format`.

    Raises
    ------
    AikitTypeError : as of the function that is called.
    AikitValueError : as of that; `output_shape` without `transpose`, or `x_dilations` with it.

    Examples
    --------
    >>> import aikit
    >>> x, filters = [[[1.0], [2.0]]], [[[1.0]], [[10.0]]]
    >>> aikit.to_list(aikit.conv(x, filters, 1, "VALID", dims=1))
    [[[21.0]]]
    >>> aikit.to_list(aikit.conv(x, filters, 1, "VALID", dims=1, transpose=True))
    [[[1.0], [12.0], [20.0]]]
    """
    rules.check_either("conv", transpose, output_shape, x_dilations)
    if transpose:
        return aikit.conv_general_transpose(
            x,
            filters,
            strides,
            padding,
            dims=dims,
            output_shape=output_shape,
            filter_format=filter_format,
            data_format=data_format,
            dilations=dilations,
            feature_group_count=feature_group_count,
            bias=bias,
        )
    return aikit.conv_general_dilated(
        x,
        filters,
        strides,
        padding,
        dims=dims,
        data_format=data_format,
        filter_format=filter_format,
        feature_group_count=feature_group_count,
        x_dilations=x_dilations,
        dilations=dilations,
        bias=bias,
    )


@compositional(
    category="layers",
    dtypes="real floating-point",
    promote=("x", "filters", "bias"),
    differentiable=("x", "filters", "bias"),
    check=rules.fits(rules.convolution, dims=1, feature_group_count=1),
)
def conv1d(
    x: Array | NativeArray,
    filters: Array | NativeArray,
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    data_format: Literal["NWC", "NCW"] = "NWC",
    filter_format: Literal["channel_last", "channel_first"] = "channel_last",
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Convolution over one spatial dimension: `conv_general_dilated` with ``dims=1`` and one group.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, width, in)``, or ``(batch, in, width)`` where
        `data_format` is "NCW".
    filters : array of a real floating-point dtype, of shape ``(width, in, out)``, or ``(out, in, width)`` where
        `filter_format` is "channel_first".
    strides : the step of the filters, an int.
    padding : the zeros around the input: "VALID" for none; "SAME" for so many that the result has ``ceil(length / stride)``
        elements, the odd one at the end; an int, for each side; or for each spatial dimension an int or a pair of ints,
        before and after.
    data_format : the order of the axes of `x` and of the result.
    filter_format : the order of the axes of `filters`.
    x_dilations : the step of the elements of the input, between which zeros stand.
    dilations : the step of the elements of the filters.
    bias : array of shape ``(out,)``, which is added to each channel; None for none.

    Returns
    -------
    Array of the common dtype, in the order of `data_format`; see `conv_general_dilated` for its lengths.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other, such as channels that the filters do not have; an unknown
        padding or format; filters that reach over more elements than the padded input has.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.conv1d([[[1.0], [2.0], [4.0]]], [[[1.0]], [[1.0]]], 1, "VALID"))
    [[[3.0], [6.0]]]
    """
    return aikit.conv_general_dilated(
        x,
        filters,
        strides,
        padding,
        dims=1,
        data_format=rules.layout(data_format),
        filter_format=filter_format,
        x_dilations=x_dilations,
        dilations=dilations,
        bias=bias,
    )


@compositional(
    category="layers",
    dtypes="real floating-point",
    promote=("x", "filters", "bias"),
    differentiable=("x", "filters", "bias"),
    check=rules.fits(rules.transposed, dims=1, feature_group_count=1),
)
def conv1d_transpose(
    x: Array | NativeArray,
    filters: Array | NativeArray,
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    output_shape: int | Sequence[int] | None = None,
    filter_format: Literal["channel_last", "channel_first"] = "channel_last",
    data_format: Literal["NWC", "NCW"] = "NWC",
    dilations: int | Sequence[int] = 1,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Transpose of a convolution over one spatial dimension: `conv_general_transpose` with ``dims=1`` and one group.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, width, in)``, or ``(batch, in, width)`` where
        `data_format` is "NCW".
    filters : array of a real floating-point dtype, of shape ``(width, out, in)``, or ``(in, out, width)`` where
        `filter_format` is "channel_first": those of the convolution of which this is the transpose.
    strides : the step of the filters, an int.
    padding : that of the convolution of which this is the transpose: "VALID"; "SAME"; an int; or for each spatial dimension
        an int or a pair of ints, before and after. An int is the ``padding`` of ``torch.nn.functional.conv_transpose1d``.
    output_shape : the spatial lengths of the result, or its whole shape; None for those that `conv_general_transpose` says.
    filter_format : the order of the axes of `filters`.
    data_format : the order of the axes of `x` and of the result.
    dilations : the step of the elements of the filters.
    bias : array of shape ``(out,)``, which is added to each channel; None for none.

    Returns
    -------
    Array of the common dtype, in the order of `data_format`.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other, such as an `output_shape` that the convolution would not
        make `x` of; an unknown padding or format; a result without elements.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.conv1d_transpose([[[1.0], [2.0]]], [[[1.0]], [[10.0]]], 2, "VALID"))
    [[[1.0], [10.0], [2.0], [20.0]]]
    """
    return aikit.conv_general_transpose(
        x,
        filters,
        strides,
        padding,
        dims=1,
        output_shape=output_shape,
        filter_format=filter_format,
        data_format=rules.layout(data_format),
        dilations=dilations,
        bias=bias,
    )


@compositional(
    category="layers",
    dtypes="real floating-point",
    promote=("x", "filters", "bias"),
    differentiable=("x", "filters", "bias"),
    check=rules.fits(rules.convolution, dims=2, feature_group_count=1),
)
def conv2d(
    x: Array | NativeArray,
    filters: Array | NativeArray,
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    data_format: Literal["NHWC", "NCHW"] = "NHWC",
    filter_format: Literal["channel_last", "channel_first"] = "channel_last",
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Convolution over two spatial dimensions: `conv_general_dilated` with ``dims=2`` and one group.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, height, width, in)``, or ``(batch, in, height, width)`` where
        `data_format` is "NCHW".
    filters : array of a real floating-point dtype, of shape ``(height, width, in, out)``, or ``(out, in, height, width)`` where
        `filter_format` is "channel_first".
    strides : the step of the filters, an int, or one for each spatial dimension.
    padding : the zeros around the input: "VALID" for none; "SAME" for so many that the result has ``ceil(length / stride)``
        elements, the odd one at the end; an int, for each side; or for each spatial dimension an int or a pair of ints,
        before and after.
    data_format : the order of the axes of `x` and of the result.
    filter_format : the order of the axes of `filters`.
    x_dilations : the step of the elements of the input, between which zeros stand.
    dilations : the step of the elements of the filters.
    bias : array of shape ``(out,)``, which is added to each channel; None for none.

    Returns
    -------
    Array of the common dtype, in the order of `data_format`; see `conv_general_dilated` for its lengths.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other, such as channels that the filters do not have; an unknown
        padding or format; filters that reach over more elements than the padded input has.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.conv2d([[[[1.0], [2.0]], [[3.0], [4.0]]]], [[[[1.0]], [[1.0]]]], 1, "VALID"))
    [[[[3.0]], [[7.0]]]]
    """
    return aikit.conv_general_dilated(
        x,
        filters,
        strides,
        padding,
        dims=2,
        data_format=rules.layout(data_format),
        filter_format=filter_format,
        x_dilations=x_dilations,
        dilations=dilations,
        bias=bias,
    )


@compositional(
    category="layers",
    dtypes="real floating-point",
    promote=("x", "filters", "bias"),
    differentiable=("x", "filters", "bias"),
    check=rules.fits(rules.transposed, dims=2, feature_group_count=1),
)
def conv2d_transpose(
    x: Array | NativeArray,
    filters: Array | NativeArray,
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    output_shape: int | Sequence[int] | None = None,
    filter_format: Literal["channel_last", "channel_first"] = "channel_last",
    data_format: Literal["NHWC", "NCHW"] = "NHWC",
    dilations: int | Sequence[int] = 1,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Transpose of a convolution over two spatial dimensions: `conv_general_transpose` with ``dims=2`` and one group.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, height, width, in)``, or ``(batch, in, height, width)`` where
        `data_format` is "NCHW".
    filters : array of a real floating-point dtype, of shape ``(height, width, out, in)``, or ``(in, out, height, width)`` where
        `filter_format` is "channel_first": those of the convolution of which this is the transpose.
    strides : the step of the filters, an int, or one for each spatial dimension.
    padding : that of the convolution of which this is the transpose: "VALID"; "SAME"; an int; or for each spatial dimension
        an int or a pair of ints, before and after. An int is the ``padding`` of ``torch.nn.functional.conv_transpose2d``.
    output_shape : the spatial lengths of the result, or its whole shape; None for those that `conv_general_transpose` says.
    filter_format : the order of the axes of `filters`.
    data_format : the order of the axes of `x` and of the result.
    dilations : the step of the elements of the filters.
    bias : array of shape ``(out,)``, which is added to each channel; None for none.

    Returns
    -------
    Array of the common dtype, in the order of `data_format`.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other, such as an `output_shape` that the convolution would not
        make `x` of; an unknown padding or format; a result without elements.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.conv2d_transpose([[[[1.0], [2.0]]]], [[[[1.0]], [[10.0]]]], 1, "VALID"))
    [[[[1.0], [12.0], [20.0]]]]
    """
    return aikit.conv_general_transpose(
        x,
        filters,
        strides,
        padding,
        dims=2,
        output_shape=output_shape,
        filter_format=filter_format,
        data_format=rules.layout(data_format),
        dilations=dilations,
        bias=bias,
    )


@compositional(
    category="layers",
    dtypes="real floating-point",
    promote=("x", "filters", "bias"),
    differentiable=("x", "filters", "bias"),
    check=rules.fits(rules.convolution, dims=3, feature_group_count=1),
)
def conv3d(
    x: Array | NativeArray,
    filters: Array | NativeArray,
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    data_format: Literal["NDHWC", "NCDHW"] = "NDHWC",
    filter_format: Literal["channel_last", "channel_first"] = "channel_last",
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Convolution over three spatial dimensions: `conv_general_dilated` with ``dims=3`` and one group.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, depth, height, width, in)``, or ``(batch, in, depth, height, width)`` where
        `data_format` is "NCDHW".
    filters : array of a real floating-point dtype, of shape ``(depth, height, width, in, out)``, or ``(out, in, depth, height, width)`` where
        `filter_format` is "channel_first".
    strides : the step of the filters, an int, or one for each spatial dimension.
    padding : the zeros around the input: "VALID" for none; "SAME" for so many that the result has ``ceil(length / stride)``
        elements, the odd one at the end; an int, for each side; or for each spatial dimension an int or a pair of ints,
        before and after.
    data_format : the order of the axes of `x` and of the result.
    filter_format : the order of the axes of `filters`.
    x_dilations : the step of the elements of the input, between which zeros stand.
    dilations : the step of the elements of the filters.
    bias : array of shape ``(out,)``, which is added to each channel; None for none.

    Returns
    -------
    Array of the common dtype, in the order of `data_format`; see `conv_general_dilated` for its lengths.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other, such as channels that the filters do not have; an unknown
        padding or format; filters that reach over more elements than the padded input has.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.conv3d([[[[[1.0], [2.0]]]]], [[[[[1.0]], [[2.0]]]]], 1, "VALID"))
    [[[[[5.0]]]]]
    """
    return aikit.conv_general_dilated(
        x,
        filters,
        strides,
        padding,
        dims=3,
        data_format=rules.layout(data_format),
        filter_format=filter_format,
        x_dilations=x_dilations,
        dilations=dilations,
        bias=bias,
    )


@compositional(
    category="layers",
    dtypes="real floating-point",
    promote=("x", "filters", "bias"),
    differentiable=("x", "filters", "bias"),
    check=rules.fits(rules.transposed, dims=3, feature_group_count=1),
)
def conv3d_transpose(
    x: Array | NativeArray,
    filters: Array | NativeArray,
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    output_shape: int | Sequence[int] | None = None,
    filter_format: Literal["channel_last", "channel_first"] = "channel_last",
    data_format: Literal["NDHWC", "NCDHW"] = "NDHWC",
    dilations: int | Sequence[int] = 1,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Transpose of a convolution over three spatial dimensions: `conv_general_transpose` with ``dims=3`` and one group.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, depth, height, width, in)``, or ``(batch, in, depth, height, width)`` where
        `data_format` is "NCDHW".
    filters : array of a real floating-point dtype, of shape ``(depth, height, width, out, in)``, or ``(in, out, depth, height, width)`` where
        `filter_format` is "channel_first": those of the convolution of which this is the transpose.
    strides : the step of the filters, an int, or one for each spatial dimension.
    padding : that of the convolution of which this is the transpose: "VALID"; "SAME"; an int; or for each spatial dimension
        an int or a pair of ints, before and after. An int is the ``padding`` of ``torch.nn.functional.conv_transpose3d``.
    output_shape : the spatial lengths of the result, or its whole shape; None for those that `conv_general_transpose` says.
    filter_format : the order of the axes of `filters`.
    data_format : the order of the axes of `x` and of the result.
    dilations : the step of the elements of the filters.
    bias : array of shape ``(out,)``, which is added to each channel; None for none.

    Returns
    -------
    Array of the common dtype, in the order of `data_format`.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other, such as an `output_shape` that the convolution would not
        make `x` of; an unknown padding or format; a result without elements.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.conv3d_transpose([[[[[1.0], [2.0]]]]], [[[[[1.0]], [[10.0]]]]], 1, "VALID"))
    [[[[[1.0], [12.0], [20.0]]]]]
    """
    return aikit.conv_general_transpose(
        x,
        filters,
        strides,
        padding,
        dims=3,
        output_shape=output_shape,
        filter_format=filter_format,
        data_format=rules.layout(data_format),
        dilations=dilations,
        bias=bias,
    )


@primary(
    category="layers",
    dtypes="real floating-point",
    promote=("x", "filters", "bias"),
    differentiable=("x", "filters", "bias"),
    check=rules.fits(rules.convolution),
)
def conv_general_dilated(
    x: Array | NativeArray,
    filters: Array | NativeArray,
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    dims: int = 2,
    data_format: Literal["channel_last", "channel_first"] = "channel_last",
    filter_format: Literal["channel_last", "channel_first"] = "channel_last",
    feature_group_count: int = 1,
    x_dilations: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Convolution: each element is the sum of those under the filters, times these.

    With the input after `x_dilations` and `padding`, in one dimension: ``y[n, i, o] = sum over t and c of
    x[n, i * stride + t * dilation, c] * filters[t, c, o]``, of the channels ``c`` in the group of ``o``. There are
    ``floor((length - reach) / stride) + 1`` elements, with ``reach = (len(filters) - 1) * dilation + 1``.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, ..., in)``, or ``(batch, in, ...)`` where `data_format` is
        "channel_first", with `dims` spatial dimensions between.
    filters : array of a real floating-point dtype, of shape ``(..., in / groups, out)``, or ``(out, in / groups, ...)`` where
        `filter_format` is "channel_first".
    strides : the step of the filters, an int, or one for each spatial dimension.
    padding : the zeros around the input: "VALID" for none; "SAME" for so many that the result has ``ceil(length / stride)``
        elements, the odd one at the end; an int, for each side; or for each spatial dimension an int or a pair of ints,
        before and after.
    dims : the number of spatial dimensions, 1, 2 or 3.
    data_format : the order of the axes of `x` and of the result.
    filter_format : the order of the axes of `filters`.
    feature_group_count : the number of groups into which channels that stand next to each other are cut; those of a group of
        the result are made of one group of the input.
    x_dilations : the step of the elements of the input, between which zeros stand, before there is any padding.
    dilations : the step of the elements of the filters.
    bias : array of shape ``(out,)``, which is added to each channel; None for none.

    Returns
    -------
    Array of the common dtype, in the order of `data_format`. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other, such as channels that the filters do not have; an unknown
        padding or format; filters that reach over more elements than the padded input has.

    Examples
    --------
    >>> import aikit
    >>> x, filters = [[[1.0], [2.0], [4.0]]], [[[1.0]], [[10.0]]]
    >>> aikit.to_list(aikit.conv_general_dilated(x, filters, 1, "VALID", dims=1))
    [[[21.0], [42.0]]]
    >>> aikit.to_list(aikit.conv_general_dilated(x, filters, 2, "SAME", dims=1, bias=[0.5]))
    [[[21.5], [4.5]]]
    """
    return aikit.current_backend(x).conv_general_dilated(
        x,
        filters,
        strides,
        padding,
        dims=dims,
        data_format=data_format,
        filter_format=filter_format,
        feature_group_count=feature_group_count,
        x_dilations=x_dilations,
        dilations=dilations,
        bias=bias,
    )


@primary(
    category="layers",
    dtypes="real floating-point",
    promote=("x", "filters", "bias"),
    differentiable=("x", "filters", "bias"),
    check=rules.fits(rules.transposed),
)
def conv_general_transpose(
    x: Array | NativeArray,
    filters: Array | NativeArray,
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    dims: int = 2,
    output_shape: int | Sequence[int] | None = None,
    filter_format: Literal["channel_last", "channel_first"] = "channel_last",
    data_format: Literal["channel_last", "channel_first"] = "channel_last",
    dilations: int | Sequence[int] = 1,
    feature_group_count: int = 1,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Transpose of a convolution: what takes gradients of its result to those of its input, as ``Conv2DTranspose`` of Keras.

    In one dimension ``y[n, i * stride + t * dilation - before, o]`` is the sum of ``x[n, i, c] * filters[t, o, c]`` over all
    ``i``, ``t`` and ``c`` that come to it, and 0 where none do; ``before`` is what `padding` has at the start.

    With ``reach = (len(filters) - 1) * dilation + 1`` its length is

    - for "SAME" ``length * stride``, and ``before = max(reach - stride, 0) // 2``;
    - for "VALID" ``(length - 1) * stride + max(reach, stride)``;
    - for ints ``(length - 1) * stride + reach - before - after``, as of ``torch.nn.functional.conv_transpose2d`` with the
      padding ``before == after``;

    or another of which the convolution with this padding makes ``length`` elements, where `output_shape` says so: its
    ``output_padding`` in PyTorch.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, ..., in)``, or ``(batch, in, ...)`` where `data_format` is
        "channel_first", with `dims` spatial dimensions between.
    filters : array of a real floating-point dtype, of shape ``(..., out / groups, in)``, as TensorFlow has them, or
        ``(in, out / groups, ...)``, as PyTorch has them, where `filter_format` is "channel_first": those of the convolution
        of which this is the transpose.
    strides : the step of the filters, an int, or one for each spatial dimension.
    padding : that of the convolution of which this is the transpose: "VALID"; "SAME"; an int; or for each spatial dimension
        an int or a pair of ints, before and after. An int is the ``padding`` of ``torch.nn.functional.conv_transpose2d``.
    dims : the number of spatial dimensions, 1, 2 or 3.
    output_shape : the spatial lengths of the result, or its whole shape; None for those above.
    filter_format : the order of the axes of `filters`.
    data_format : the order of the axes of `x` and of the result.
    dilations : the step of the elements of the filters.
    feature_group_count : the number of groups into which channels that stand next to each other are cut; those of a group of
        the result are made of one group of the input.
    bias : array of shape ``(out,)``, which is added to each channel; None for none.

    Returns
    -------
    Array of the common dtype, in the order of `data_format`. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other, such as an `output_shape` that the convolution would not
        make `x` of; an unknown padding or format; a result without elements.

    Examples
    --------
    >>> import aikit
    >>> x, filters = [[[1.0], [2.0]]], [[[1.0]], [[10.0]], [[100.0]]]
    >>> aikit.to_list(aikit.conv_general_transpose(x, filters, 2, "VALID", dims=1))
    [[[1.0], [10.0], [102.0], [20.0], [200.0]]]
    >>> aikit.to_list(aikit.conv_general_transpose(x, filters, 2, "SAME", dims=1))
    [[[1.0], [10.0], [102.0], [20.0]]]
    """
    return aikit.current_backend(x).conv_general_transpose(
        x,
        filters,
        strides,
        padding,
        dims=dims,
        output_shape=output_shape,
        filter_format=filter_format,
        data_format=data_format,
        dilations=dilations,
        feature_group_count=feature_group_count,
        bias=bias,
    )


@compositional(
    category="layers",
    dtypes="real floating-point",
    promote=("x", "filters"),
    differentiable=("x", "filters"),
    check=rules.depthwise,
)
def depthwise_conv2d(
    x: Array | NativeArray,
    filters: Array | NativeArray,
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    data_format: Literal["NHWC", "NCHW"] = "NHWC",
    dilations: int | Sequence[int] = 1,
    out: Array | None = None,
) -> Array:
    """Convolution of each channel with filters of its own: `conv_general_dilated` with a group for each channel.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, height, width, in)``, or ``(batch, in, height, width)`` where
        `data_format` is "NCHW".
    filters : array of a real floating-point dtype, of shape ``(height, width, in)``, or ``(height, width, in, multiplier)``
        with so many filters for each channel, as TensorFlow has them.
    strides : the step of the filters, an int, or one for each spatial dimension.
    padding : the zeros around the input: "VALID" for none; "SAME" for so many that the result has ``ceil(length / stride)``
        elements, the odd one at the end; an int, for each side; or for each spatial dimension an int or a pair of ints,
        before and after.
    data_format : the order of the axes of `x` and of the result.
    dilations : the step of the elements of the filters.

    Returns
    -------
    Array of the common dtype, in the order of `data_format`, with ``in * multiplier`` channels, of which those of one channel
    of `x` stand next to each other.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other, such as channels that the filters do not have; an unknown
        padding or format; filters that reach over more elements than the padded input has.

    Examples
    --------
    >>> import aikit
    >>> x, filters = [[[[1.0, 2.0], [3.0, 4.0]]]], [[[1.0, 10.0], [1.0, 10.0]]]
    >>> aikit.to_list(aikit.depthwise_conv2d(x, filters, 1, "VALID"))
    [[[[4.0, 60.0]]]]
    """
    shape = rules.depthwise_filters("depthwise_conv2d", x, filters, data_format)
    channels: Any = filters.shape[2]
    return aikit.conv_general_dilated(
        x,
        aikit.reshape(filters, shape),
        strides,
        padding,
        data_format=rules.layout(data_format),
        feature_group_count=channels,
        dilations=dilations,
    )
