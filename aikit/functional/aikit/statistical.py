"""Reductions and cumulative functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import aikit
from aikit.declare import compositional, primary
from aikit.functional.rules import common
from aikit.functional.rules import einsum as equations

if TYPE_CHECKING:
    from aikit import Array, Dtype, NativeArray


@compositional(dtypes={"x": "any", "dtype": "numeric"}, result="accumulation", differentiable=("x",))
def cumprod(
    x: Array | NativeArray,
    /,
    *,
    axis: int = 0,
    exclusive: bool = False,
    reverse: bool = False,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Products of the elements up to each one, or of those before it, or of those from it on.

    Parameters
    ----------
    x : array of any dtype, with at least one dimension.
    axis : the axis.
    exclusive : whether an element itself is left out, so that the first result is 1.
    reverse : whether they run from the last element to the first.
    dtype : dtype of the result; None for that of `x`, or for the default integer dtype of the same signedness where that
        is wider, as it is than bool.

    Returns
    -------
    Array of the shape of `x`.

    Raises
    ------
    AikitTypeError : a `dtype` that is not numeric.
    AikitAxisError : an axis out of range.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.cumprod([1, 2, 3], exclusive=True))
    [1, 1, 2]
    >>> aikit.to_list(aikit.cumprod([1, 2, 3], reverse=True))
    [6, 6, 3]
    """
    return _cumulated(aikit.cumulative_prod, x, axis, exclusive, reverse, dtype)


@compositional(dtypes={"x": "any", "dtype": "numeric"}, result="accumulation", differentiable=("x",))
def cumsum(
    x: Array | NativeArray,
    /,
    *,
    axis: int = 0,
    exclusive: bool = False,
    reverse: bool = False,
    dtype: Dtype | None = None,
    out: Array | None = None,
) -> Array:
    """Sums of the elements up to each one, or of those before it, or of those from it on.

    Parameters
    ----------
    x : array of any dtype, with at least one dimension.
    axis : the axis.
    exclusive : whether an element itself is left out, so that the first result is 0.
    reverse : whether they run from the last element to the first.
    dtype : dtype of the result; None for that of `x`, or for the default integer dtype of the same signedness where that
        is wider, as it is than bool.

    Returns
    -------
    Array of the shape of `x`.

    Raises
    ------
    AikitTypeError : a `dtype` that is not numeric.
    AikitAxisError : an axis out of range.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.cumsum([1, 2, 3], exclusive=True))
    [0, 1, 3]
    >>> aikit.to_list(aikit.cumsum([1, 2, 3], reverse=True))
    [6, 5, 3]
    """
    return _cumulated(aikit.cumulative_sum, x, axis, exclusive, reverse, dtype)


@primary(dtypes={"x": "any", "dtype": "numeric"}, result="accumulation", differentiable=("x",), check=common.an_axis)
def cumulative_prod(
    x: Array | NativeArray,
    /,
    *,
    axis: int | None = None,
    dtype: Dtype | None = None,
    include_initial: bool = False,
    out: Array | None = None,
) -> Array:
    """Products of the elements up to each one.

    Parameters
    ----------
    x : array of any dtype, with at least one dimension.
    axis : the axis; None only for an array of one dimension.
    dtype : dtype of the result; None for that of `x`, or for the default integer dtype of the same signedness where that
        is wider, as it is than bool.
    include_initial : whether the result begins with the neutral element, and so is longer by one.

    Returns
    -------
    Array of the shape of `x`, longer by one along the axis with `include_initial`.

    Raises
    ------
    AikitTypeError : a `dtype` that is not numeric.
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : no axis for an array that has not one dimension.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.cumulative_prod([1.0, 2.0, 3.0]))
    [1.0, 2.0, 6.0]
    """
    return aikit.current_backend(x).cumulative_prod(x, axis=axis, dtype=dtype, include_initial=include_initial)


@primary(dtypes={"x": "any", "dtype": "numeric"}, result="accumulation", differentiable=("x",), check=common.an_axis)
def cumulative_sum(
    x: Array | NativeArray,
    /,
    *,
    axis: int | None = None,
    dtype: Dtype | None = None,
    include_initial: bool = False,
    out: Array | None = None,
) -> Array:
    """Sums of the elements up to each one.

    Parameters
    ----------
    x : array of any dtype, with at least one dimension.
    axis : the axis; None only for an array of one dimension.
    dtype : dtype of the result; None for that of `x`, or for the default integer dtype of the same signedness where that
        is wider, as it is than bool.
    include_initial : whether the result begins with the neutral element, and so is longer by one.

    Returns
    -------
    Array of the shape of `x`, longer by one along the axis with `include_initial`.

    Raises
    ------
    AikitTypeError : a `dtype` that is not numeric.
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : no axis for an array that has not one dimension.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.cumulative_sum([1.0, 2.0, 3.0]))
    [1.0, 3.0, 6.0]
    """
    return aikit.current_backend(x).cumulative_sum(x, axis=axis, dtype=dtype, include_initial=include_initial)


@primary(dtypes="numeric", differentiable=("operands",))
def einsum(equation: str, *operands: Array | NativeArray, out: Array | None = None) -> Array:
    """Sum of products over labelled axes, in Einstein's notation, as ``numpy.einsum`` has it.

    Parameters
    ----------
    equation : the labels of the dimensions of each array, letters, separated by commas; after ``->`` those of the result. A
        label that the result lacks is summed over, and of an array in which one stands twice the diagonal is taken. Without
        ``->`` the result has the labels that stand once, in the order of the alphabet, capital letters first. ``...`` stands
        for any dimensions, which broadcast and come first in a result that is not written. Spaces mean nothing.
    operands : arrays of a numeric dtype, one at least.

    Returns
    -------
    Array of the common dtype, also of integers, whose sums wrap. float16 and bfloat16 are added up in float32.

    Raises
    ------
    AikitTypeError : an equation that is no string; no numeric dtype.
    AikitValueError : what is no equation; another number of arrays; a label with two lengths, of which 1 may be one.
    AikitAxisError : an array with another number of dimensions than labels.
    AikitBroadcastShapeError : dimensions behind ``...`` that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.einsum("ij,j->i", [[1.0, 2.0], [3.0, 4.0]], [1.0, 2.0]))
    [5.0, 11.0]
    >>> aikit.to_list(aikit.einsum("ii", [[1, 2], [3, 4]]))
    5
    """
    read = equations.read("einsum", equation, len(operands))
    equations.check_lengths("einsum", read, operands)
    return aikit.current_backend(*operands).einsum(str(read), *operands)


@primary(dtypes="real-valued", differentiable=("x",), check=common.elements_along_axis)
def max(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Greatest element; NaN where there is one.

    Parameters
    ----------
    x : array of a real-valued dtype; False is less than True.
    axis : the axis, or axes, along which to look; None for all.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the shape of `x` without these axes.

    Raises
    ------
    AikitTypeError : a complex dtype.
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : no elements to choose from.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.max([1, 3, 2]))
    3
    """
    return aikit.current_backend(x).max(x, axis=axis, keepdims=keepdims)


@primary(result="float", differentiable=("x",))
def mean(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Arithmetic mean; of integers and bools in the default float dtype.

    Parameters
    ----------
    x : array of any dtype.
    axis : the axis, or axes, along which to take the mean; None for all.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the shape of `x` without these axes.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.mean([1.0, 2.0, 3.0]))
    2.0
    """
    return aikit.current_backend(x).mean(x, axis=axis, keepdims=keepdims)


@primary(dtypes="real-valued", differentiable=("x",), check=common.elements_along_axis)
def min(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Smallest element; NaN where there is one.

    Parameters
    ----------
    x : array of a real-valued dtype; False is less than True.
    axis : the axis, or axes, along which to look; None for all.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the shape of `x` without these axes.

    Raises
    ------
    AikitTypeError : a complex dtype.
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : no elements to choose from.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.min([1, 3, 2]))
    1
    """
    return aikit.current_backend(x).min(x, axis=axis, keepdims=keepdims)


@primary(dtypes={"x": "any", "dtype": "numeric"}, result="accumulation", differentiable=("x",))
def prod(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    dtype: Dtype | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Product of the elements; 1 where there are none.

    Parameters
    ----------
    x : array of any dtype.
    axis : the axis, or axes, along which to multiply; None for all.
    dtype : dtype of the result and of the sum or product; None for that of `x`, or for the default integer dtype of the
        same signedness where that is wider, as it is than bool.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the shape of `x` without these axes.

    Raises
    ------
    AikitTypeError : a `dtype` that is not numeric.
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.prod([1.0, 2.0, 3.0]))
    6.0
    """
    return aikit.current_backend(x).prod(x, axis=axis, dtype=dtype, keepdims=keepdims)


@primary(dtypes="real-valued", result="float", differentiable=("x",))
def std(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    correction: int | float = 0.0,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Standard deviation: the square root of the variance, see `var`; of integers and bools in the default float dtype.

    NaN where there are no elements, or not more than `correction`.

    Parameters
    ----------
    x : array of a real-valued dtype.
    axis : the axis, or axes, along which to measure; None for all.
    correction : what is taken off the number of elements in the divisor.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the shape of `x` without these axes.

    Raises
    ------
    AikitTypeError : a complex dtype.
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.std([1.0, 3.0]))
    1.0
    """
    return aikit.current_backend(x).std(x, axis=axis, correction=correction, keepdims=keepdims)


@primary(dtypes={"x": "any", "dtype": "numeric"}, result="accumulation", differentiable=("x",))
def sum(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    dtype: Dtype | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Sum of the elements; 0 where there are none.

    Parameters
    ----------
    x : array of any dtype.
    axis : the axis, or axes, along which to add; None for all.
    dtype : dtype of the result and of the sum or product; None for that of `x`, or for the default integer dtype of the
        same signedness where that is wider, as it is than bool.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the shape of `x` without these axes.

    Raises
    ------
    AikitTypeError : a `dtype` that is not numeric.
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.sum([1.0, 2.0, 3.0]))
    6.0
    """
    return aikit.current_backend(x).sum(x, axis=axis, dtype=dtype, keepdims=keepdims)


@primary(dtypes="real-valued", result="float", differentiable=("x",))
def var(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    correction: int | float = 0.0,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Variance: the mean of the squared distances from the mean, with n - correction for n in the divisor.

    Of integers and bools in the default float dtype. NaN where there are no elements, or not more than `correction`.

    Parameters
    ----------
    x : array of a real-valued dtype.
    axis : the axis, or axes, along which to measure; None for all.
    correction : what is taken off the number of elements in the divisor.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the shape of `x` without these axes.

    Raises
    ------
    AikitTypeError : a complex dtype.
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.var([1.0, 3.0]))
    1.0
    """
    return aikit.current_backend(x).var(x, axis=axis, correction=correction, keepdims=keepdims)


def _cumulated(
    cumulative: Callable[..., Array],
    x: Array | NativeArray,
    axis: int,
    exclusive: bool,
    reverse: bool,
    dtype: Dtype | None,
) -> Array:
    """A cumulation, in one of the directions; an exclusive one has its initial value, and the last one left out."""
    if reverse:
        x = aikit.flip(x, axis=axis)
    result = cumulative(x, axis=axis, dtype=dtype, include_initial=exclusive)
    if exclusive:
        but_last, whole = slice(None, -1), slice(None)
        result = result[(whole,) * axis + (but_last,) if axis >= 0 else (..., but_last, *(whole,) * (-axis - 1))]
    return aikit.flip(result, axis=axis) if reverse else result
