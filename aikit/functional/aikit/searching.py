"""Searching and choosing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import aikit
from aikit.declare import primary
from aikit.functional.rules import common
from aikit.functional.rules import searching as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(dtypes="real numeric", result="index", check=common.elements_along_axis)
def argmax(
    x: Array | NativeArray, /, *, axis: int | None = None, keepdims: bool = False, out: Array | None = None
) -> Array:
    """Index of the greatest element, of the first among equals; NaN counts as the greatest.

    Parameters
    ----------
    x : array of a real numeric dtype.
    axis : the axis along which to look; None for the flattened array.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the index dtype.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : no elements to choose from.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.argmax([1, 3, 2]))
    1
    """
    return aikit.current_backend(x).argmax(x, axis=axis, keepdims=keepdims)


@primary(dtypes="real numeric", result="index", check=common.elements_along_axis)
def argmin(
    x: Array | NativeArray, /, *, axis: int | None = None, keepdims: bool = False, out: Array | None = None
) -> Array:
    """Index of the smallest element, of the first among equals; NaN counts as the smallest.

    Parameters
    ----------
    x : array of a real numeric dtype.
    axis : the axis along which to look; None for the flattened array.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the index dtype.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : no elements to choose from.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.argmin([1, 3, 2]))
    0
    """
    return aikit.current_backend(x).argmin(x, axis=axis, keepdims=keepdims)


@primary(result="index", check=common.at_least(1))
def argwhere(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Indices of the elements that are not zero, in row-major order, one row for each element.

    Parameters
    ----------
    x : array of any dtype, with at least one dimension.

    Returns
    -------
    Array of the index dtype, of shape ``(N, x.ndim)``, where N elements are not zero.

    Raises
    ------
    AikitValueError : an array without dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.argwhere([[0, 3], [2, 0]]))
    [[0, 1], [1, 0]]
    """
    return aikit.current_backend(x).argwhere(x)


@primary(dtypes="any", result="index")
def count_nonzero(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Number of elements that are not zero.

    Parameters
    ----------
    x : array of an any dtype.
    axis : the axis, or axes, along which to count; None for all.
    keepdims : whether the axes stay, with length 1.

    Returns
    -------
    Array of the shape of `x` without these axes.

    Raises
    ------
    AikitTypeError : a dtype that is not any.
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.count_nonzero([0, 3, 2]))
    2
    """
    return aikit.current_backend(x).count_nonzero(x, axis=axis, keepdims=keepdims)


@primary(result="index", check=common.at_least(1))
def nonzero(x: Array | NativeArray, /) -> tuple[Array, ...]:
    """Indices of the elements that are not zero, in row-major order.

    Parameters
    ----------
    x : array of any dtype, with at least one dimension.

    Returns
    -------
    One array of the index dtype for each dimension of `x`.

    Raises
    ------
    AikitValueError : an array without dimensions.

    Examples
    --------
    >>> import aikit
    >>> [aikit.to_list(i) for i in aikit.nonzero([0, 3, 2])]
    [[1, 2]]
    """
    return aikit.current_backend(x).nonzero(x)


@primary(
    dtypes={"x1": "real numeric", "x2": "real numeric", "sorter": "integer"},
    promote=("x1", "x2"),
    result="index",
    check=rules.searchsorted,
)
def searchsorted(
    x1: Array | NativeArray,
    x2: Array | NativeArray | int | float,
    /,
    *,
    side: Literal["left", "right"] = "left",
    sorter: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Indices at which elements would go into a sorted array to keep it sorted.

    Parameters
    ----------
    x1 : sorted array of a real numeric dtype and one dimension.
    x2 : the elements.
    side : on which side of its equals an element would go.
    sorter : indices that sort `x1`, where it is not sorted.

    Returns
    -------
    Array of the index dtype and the shape of `x2`.

    Raises
    ------
    AikitTypeError : a dtype that is not real numeric, or a `sorter` that is not integer.
    AikitValueError : an `x1` that has not one dimension.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.searchsorted([1, 3, 5], [3, 4]))
    [1, 2]
    """
    return aikit.current_backend(x1, x2).searchsorted(x1, x2, side=side, sorter=sorter)


@primary(
    dtypes={"condition": "boolean", "x1": "any", "x2": "any"},
    promote=("x1", "x2"),
    differentiable=("x1", "x2"),
    check=rules.where,
)
def where(
    condition: Array | NativeArray,
    x1: Array | NativeArray | int | float | complex | bool,
    x2: Array | NativeArray | int | float | complex | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Elements of x1 where a condition holds, of x2 elsewhere.

    Parameters
    ----------
    condition : array of dtype bool.
    x1, x2 : arrays of any dtype, or Python scalars; all three broadcast to one shape.

    Returns
    -------
    Array of the common dtype of `x1` and `x2`.

    Raises
    ------
    AikitTypeError : a condition that is not bool.
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.where([True, False], [1, 2], [3, 4]))
    [1, 4]
    """
    return aikit.current_backend(condition, x1, x2).where(condition, x1, x2)
