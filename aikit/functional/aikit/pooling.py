"""Pooling: what windows that go over an array hold, in one number each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import aikit
from aikit.declare import compositional, mixed, primary
from aikit.functional.backends import pooling
from aikit.functional.rules import pooling as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(category="layers", dtypes="real numeric", differentiable=("x",), check=rules.fits_max)
def max_pool1d(
    x: Array | NativeArray,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    data_format: Literal["NWC", "NCW"] = "NWC",
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
    out: Array | None = None,
) -> Array:
    """Greatest element of each window, over one spatial dimension; see `max_pool2d`.

    Parameters
    ----------
    x : array of a real numeric dtype, of shape ``(batch, width, channels)``, or
        ``(batch, channels, width)`` where `data_format` is "NCW".
    kernel, strides, padding, data_format, dilation, ceil_mode : as in `max_pool2d`.

    Returns
    -------
    Array of the dtype of `x`, in the order of `data_format`.

    Raises
    ------
    AikitTypeError, AikitValueError : as of `max_pool2d`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.max_pool1d([[[1.0], [3.0], [2.0], [4.0]]], 2, 2, "VALID"))
    [[[3.0], [4.0]]]
    """
    return aikit.current_backend(x).max_pool1d(
        x, kernel, strides, padding, data_format=data_format, dilation=dilation, ceil_mode=ceil_mode
    )


@primary(category="layers", dtypes="real numeric", differentiable=("x",), check=rules.fits_max)
def max_pool2d(
    x: Array | NativeArray,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    data_format: Literal["NHWC", "NCHW"] = "NHWC",
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
    out: Array | None = None,
) -> Array:
    """Greatest element of each window, over two spatial dimensions; NaN where there is one.

    The gradient of a window is that of its greatest element, of the first one where several are equal.

    Parameters
    ----------
    x : array of a real numeric dtype, of shape ``(batch, height, width, channels)``, or
        ``(batch, channels, height, width)`` where `data_format` is "NCHW".
    kernel : the lengths of a window, an int, or one for each spatial dimension.
    strides : the step of the windows, an int, or one for each spatial dimension.
    padding : what stands around the input and is less than all elements: "VALID" for nothing; "SAME" for so much that there
        are ``ceil(length / stride)`` windows, the odd one at the end; an int, for each side; or for each spatial dimension an
        int or a pair of ints, before and after.
    data_format : the order of the axes of `x` and of the result.
    dilation : the step of the elements of a window.
    ceil_mode : whether there is a window, too, that begins before the end of the input and reaches beyond the padding.

    Returns
    -------
    Array of the dtype of `x`, in the order of `data_format`. For a window of padding alone it is negative infinity, or the
    least integer.

    Raises
    ------
    AikitTypeError : a dtype that is not real numeric; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other; an unknown padding or format; windows that reach over more
        elements than the padded input has; under a trace, spatial lengths that are not known.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.max_pool2d([[[[1.0], [3.0]], [[2.0], [4.0]]]], 2, 2, "VALID"))
    [[[[4.0]]]]
    """
    return aikit.current_backend(x).max_pool2d(
        x, kernel, strides, padding, data_format=data_format, dilation=dilation, ceil_mode=ceil_mode
    )


@primary(category="layers", dtypes="real numeric", differentiable=("x",), check=rules.fits_max)
def max_pool3d(
    x: Array | NativeArray,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    data_format: Literal["NDHWC", "NCDHW"] = "NDHWC",
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
    out: Array | None = None,
) -> Array:
    """Greatest element of each window, over three spatial dimensions; see `max_pool2d`.

    Parameters
    ----------
    x : array of a real numeric dtype, of shape ``(batch, depth, height, width, channels)``, or
        ``(batch, channels, depth, height, width)`` where `data_format` is "NCDHW".
    kernel, strides, padding, data_format, dilation, ceil_mode : as in `max_pool2d`.

    Returns
    -------
    Array of the dtype of `x`, in the order of `data_format`.

    Raises
    ------
    AikitTypeError, AikitValueError : as of `max_pool2d`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.max_pool3d([[[[[1.0], [3.0]], [[2.0], [4.0]]]]], (1, 2, 2), 2, "VALID"))
    [[[[[4.0]]]]]
    """
    return aikit.current_backend(x).max_pool3d(
        x, kernel, strides, padding, data_format=data_format, dilation=dilation, ceil_mode=ceil_mode
    )


@primary(category="layers", dtypes="real floating-point", differentiable=("x",), check=rules.fits_average)
def avg_pool1d(
    x: Array | NativeArray,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    data_format: Literal["NWC", "NCW"] = "NWC",
    count_include_pad: bool = False,
    ceil_mode: bool = False,
    divisor_override: int | None = None,
    out: Array | None = None,
) -> Array:
    """Mean of each window, over one spatial dimension; see `avg_pool2d`.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, width, channels)``, or
        ``(batch, channels, width)`` where `data_format` is "NCW".
    kernel, strides, padding, data_format, count_include_pad, ceil_mode, divisor_override : as in `avg_pool2d`.

    Returns
    -------
    Array of the dtype of `x`, in the order of `data_format`.

    Raises
    ------
    AikitTypeError, AikitValueError : as of `avg_pool2d`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.avg_pool1d([[[1.0], [3.0], [2.0], [4.0]]], 2, 2, "VALID"))
    [[[2.0], [3.0]]]
    """
    return aikit.current_backend(x).avg_pool1d(
        x,
        kernel,
        strides,
        padding,
        data_format=data_format,
        count_include_pad=count_include_pad,
        ceil_mode=ceil_mode,
        divisor_override=divisor_override,
    )


@primary(category="layers", dtypes="real floating-point", differentiable=("x",), check=rules.fits_average)
def avg_pool2d(
    x: Array | NativeArray,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    data_format: Literal["NHWC", "NCHW"] = "NHWC",
    count_include_pad: bool = False,
    ceil_mode: bool = False,
    divisor_override: int | None = None,
    out: Array | None = None,
) -> Array:
    """Mean of each window, over two spatial dimensions.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, height, width, channels)``, or
        ``(batch, channels, height, width)`` where `data_format` is "NCHW".
    kernel : the lengths of a window, an int, or one for each spatial dimension.
    strides : the step of the windows, an int, or one for each spatial dimension.
    padding : the zeros around the input: "VALID" for none; "SAME" for so many that there are ``ceil(length / stride)``
        windows, the odd one at the end; an int, for each side; or for each spatial dimension an int or a pair of ints, before
        and after.
    data_format : the order of the axes of `x` and of the result.
    count_include_pad : whether these zeros are elements of a window; otherwise the mean is that of the others.
    ceil_mode : whether there is a window, too, that begins before the end of the input and reaches beyond the padding; what it
        has there counts in no mean.
    divisor_override : what the sums of windows are divided by; None for the number of elements.

    Returns
    -------
    Array of the dtype of `x`, in the order of `data_format`. float16 and bfloat16 are computed in float32. For a window
    without elements it is NaN.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : shapes or numbers that do not fit each other; an unknown padding or format; windows that reach over more
        elements than the padded input has; a divisor of 0; under a trace, spatial lengths that are not known.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.avg_pool2d([[[[1.0], [3.0]], [[2.0], [4.0]]]], 2, 2, "VALID"))
    [[[[2.5]]]]
    """
    return aikit.current_backend(x).avg_pool2d(
        x,
        kernel,
        strides,
        padding,
        data_format=data_format,
        count_include_pad=count_include_pad,
        ceil_mode=ceil_mode,
        divisor_override=divisor_override,
    )


@primary(category="layers", dtypes="real floating-point", differentiable=("x",), check=rules.fits_average)
def avg_pool3d(
    x: Array | NativeArray,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: Any,
    /,
    *,
    data_format: Literal["NDHWC", "NCDHW"] = "NDHWC",
    count_include_pad: bool = False,
    ceil_mode: bool = False,
    divisor_override: int | None = None,
    out: Array | None = None,
) -> Array:
    """Mean of each window, over three spatial dimensions; see `avg_pool2d`.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(batch, depth, height, width, channels)``, or
        ``(batch, channels, depth, height, width)`` where `data_format` is "NCDHW".
    kernel, strides, padding, data_format, count_include_pad, ceil_mode, divisor_override : as in `avg_pool2d`.

    Returns
    -------
    Array of the dtype of `x`, in the order of `data_format`.

    Raises
    ------
    AikitTypeError, AikitValueError : as of `avg_pool2d`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.avg_pool3d([[[[[1.0], [3.0]], [[2.0], [4.0]]]]], (1, 2, 2), 2, "VALID"))
    [[[[[2.5]]]]]
    """
    return aikit.current_backend(x).avg_pool3d(
        x,
        kernel,
        strides,
        padding,
        data_format=data_format,
        count_include_pad=count_include_pad,
        ceil_mode=ceil_mode,
        divisor_override=divisor_override,
    )


@compositional(category="layers", dtypes="real floating-point", differentiable=("x",), check=rules.fits_pool)
def pool(
    x: Array | NativeArray,
    window_shape: int | Sequence[int],
    pool_type: Literal["AVG", "MAX"],
    /,
    *,
    strides: int | Sequence[int] | None = None,
    padding: Any = "VALID",
    data_format: Literal["NWC", "NCW", "NHWC", "NCHW", "NDHWC", "NCDHW"] | None = None,
    dilations: int | Sequence[int] | None = None,
    ceil_mode: bool = False,
    out: Array | None = None,
) -> Array:
    """Mean or greatest element of each window, over as many spatial dimensions as the window has: see `avg_pool2d`, `max_pool2d`.

    Parameters
    ----------
    x : array of a real floating-point dtype, with one to three spatial dimensions beside those of batch and channels.
    window_shape : the lengths of a window, one for each spatial dimension; an int is that of one dimension.
    pool_type : "AVG" for means, in which padding does not count, or "MAX" for greatest elements.
    strides : the step of the windows, an int, or one for each spatial dimension; None for 1.
    padding : "VALID", "SAME", an int, or for each spatial dimension an int or a pair of ints.
    data_format : the order of the axes of `x` and of the result; None for the one with the channels last.
    dilations : the step of the elements of a window; None for 1.
    ceil_mode : whether there is a window, too, that begins before the end of the input and reaches beyond the padding.

    Returns
    -------
    Array of the dtype of `x`, in the order of `data_format`.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point; a padding that is neither a word nor made of ints.
    AikitValueError : as of `max_pool2d`; an order of axes for another number of dimensions.

    Examples
    --------
    >>> import aikit
    >>> x = [[[1.0], [3.0], [2.0], [4.0]]]
    >>> aikit.to_list(aikit.pool(x, (2,), "MAX"))
    [[[3.0], [3.0], [4.0]]]
    >>> aikit.to_list(aikit.pool(x, (2,), "AVG", strides=2))
    [[[2.0], [3.0]]]
    """
    order = rules.check_pool("pool", window_shape, data_format)
    dims = len(order) - 2
    steps, apart = (1 if one is None else one for one in (strides, dilations))
    given = (x, window_shape, steps, padding)
    options: dict[str, Any] = {"data_format": order, "ceil_mode": ceil_mode}
    if pool_type == "MAX":
        greatest: Any = (aikit.max_pool1d, aikit.max_pool2d, aikit.max_pool3d)[dims - 1]
        return greatest(*given, dilation=apart, **options)
    if apart in (1, (1,) * dims):
        mean: Any = (aikit.avg_pool1d, aikit.avg_pool2d, aikit.avg_pool3d)[dims - 1]
        return mean(*given, **options)
    return _means_of_elements_apart(*given, dilation=apart, **options)


def _means_of_elements_apart(x: Array, *given: Any, **options: Any) -> Array:
    """Means of windows whose elements are apart, of which no library has any."""
    one, by = rules.averaging("pool", x, *given, count_include_pad=False, divisor_override=None, **options)
    dtype = x.dtype
    wide = aikit.astype(x, aikit.float32) if dtype.itemsize == 2 else x
    sums = pooling.reduced(aikit, aikit.add, 0, wide, one)

    def made(numbers: Any, shape: tuple[int, ...]) -> Array:
        return aikit.reshape(aikit.asarray(numbers, dtype=wide.dtype, device=x.device), shape)

    return aikit.astype(sums / pooling.divisors(made, by, one), dtype, copy=False)


# ------------------------------------------------------------------------------------------------ parts of any lengths


@mixed(category="layers", dtypes="real floating-point", differentiable=("input",), check=rules.fits_adaptive(-1))
def adaptive_avg_pool1d(input: Array | NativeArray, output_size: int) -> Array:
    """Means of as many parts of the last axis as the result has elements.

    Part ``i`` goes from ``floor(i * length / size)`` up to ``ceil((i + 1) * length / size)``, which is left out; parts may
    have elements in common.

    Parameters
    ----------
    input : array of a real floating-point dtype, of shape ``(batch, channels, width)``, or ``(channels, width)``.
    output_size : the number of parts.

    Returns
    -------
    Array of the dtype and shape of `input`, but for its last length. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point.
    AikitValueError : another number of dimensions; a size that is not positive; no elements along the axis; under a trace, a
        length that is not known.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.adaptive_avg_pool1d([[1.0, 2.0, 3.0]], 2))
    [[1.5, 2.5]]
    """
    return _adapted("adaptive_avg_pool1d", aikit.mean, input, output_size, (-1,))


@mixed(category="layers", dtypes="real floating-point", differentiable=("input",), check=rules.fits_adaptive(-2, -1))
def adaptive_avg_pool2d(
    input: Array | NativeArray,
    output_size: int | Sequence[int],
    /,
    *,
    data_format: Literal["NHWC", "NCHW"] = "NHWC",
) -> Array:
    """Means of as many parts of two axes as the result has elements; see `adaptive_avg_pool1d` for where parts begin and end.

    Parameters
    ----------
    input : array of a real floating-point dtype, of shape ``(batch, height, width, channels)``, or
        ``(batch, channels, height, width)`` where `data_format` is "NCHW"; or the same without a batch.
    output_size : the numbers of parts of height and width, or one for both.
    data_format : the order of the axes of `input` and of the result.

    Returns
    -------
    Array of the dtype and shape of `input`, but for height and width. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point.
    AikitValueError : another number of dimensions; a size that is not positive; no elements along an axis; under a trace, a
        length that is not known.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.adaptive_avg_pool2d([[[1.0], [3.0]], [[2.0], [4.0]]], 1))
    [[[2.5]]]
    """
    axes = rules.channels_last((-2, -1), data_format)
    return _adapted("adaptive_avg_pool2d", aikit.mean, input, output_size, axes)


@mixed(category="layers", dtypes="real floating-point", differentiable=("input",), check=rules.fits_adaptive(-2, -1))
def adaptive_max_pool2d(input: Array | NativeArray, output_size: int | Sequence[int]) -> Array:
    """Greatest elements of as many parts of the last two axes as the result has elements; NaN where there is one.

    See `adaptive_avg_pool1d` for where parts begin and end.

    Parameters
    ----------
    input : array of a real floating-point dtype, of shape ``(batch, channels, height, width)``, or
        ``(channels, height, width)``.
    output_size : the numbers of parts of height and width, or one for both.

    Returns
    -------
    Array of the dtype and shape of `input`, but for height and width.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point.
    AikitValueError : another number of dimensions; a size that is not positive; no elements along an axis; under a trace, a
        length that is not known.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.adaptive_max_pool2d([[[1.0, 3.0], [2.0, 4.0]]], (1, 2)))
    [[[2.0, 4.0]]]
    """
    return _adapted("adaptive_max_pool2d", aikit.max, input, output_size, (-2, -1))


def _adapted(
    name: str, reduce: Callable[..., Array], x: Array, output_size: int | Sequence[int], axes: tuple[int, ...]
) -> Array:
    """What `reduce` makes of the parts of each axis, one axis after the other."""
    parts = rules.adaptive(name, rules.shape_of(x), output_size, axes)
    dtype = x.dtype
    x = aikit.astype(x, aikit.float32) if dtype.itemsize == 2 else x
    for axis, bounds in zip(axes, parts, strict=True):
        after = (slice(None),) * (-axis - 1)
        x = aikit.concat([reduce(x[(..., slice(*one), *after)], axis=axis, keepdims=True) for one in bounds], axis=axis)
    return aikit.astype(x, dtype, copy=False)
