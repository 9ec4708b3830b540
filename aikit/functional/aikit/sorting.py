"""Sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import compositional, primary

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(dtypes="real numeric", result="index")
def argsort(
    x: Array | NativeArray,
    /,
    *,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
    out: Array | None = None,
) -> Array:
    """Indices that sort an array.

    Parameters
    ----------
    x : array of a real numeric dtype.
    axis : the axis along which to sort.
    descending : whether the greatest comes first.
    stable : whether equal elements must keep their order.

    Returns
    -------
    Array of the index dtype and the shape of `x`.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.argsort([3, 1, 2]))
    [1, 2, 0]
    """
    return aikit.current_backend(x).argsort(x, axis=axis, descending=descending, stable=stable)


@compositional(dtypes="real numeric", differentiable=("a",))
def msort(a: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """A copy that is sorted along the first axis, as ``torch.msort`` does; NaN counts as greater than every number.

    Parameters
    ----------
    a : array of a real numeric dtype, with at least one dimension.

    Returns
    -------
    Array of the dtype and shape of `a`.

    Raises
    ------
    AikitAxisError : an array without dimensions.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.msort([[3, 1], [2, 4]]))
    [[2, 1], [3, 4]]
    """
    return aikit.sort(a, axis=0)


@primary(dtypes="real numeric", differentiable=("x",))
def sort(
    x: Array | NativeArray,
    /,
    *,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
    out: Array | None = None,
) -> Array:
    """A sorted copy; NaN counts as greater than every number.

    Parameters
    ----------
    x : array of a real numeric dtype.
    axis : the axis along which to sort.
    descending : whether the greatest comes first.
    stable : whether equal elements must keep their order.

    Returns
    -------
    Array of the dtype and shape of `x`.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.sort([3, 1, 2]))
    [1, 2, 3]
    """
    return aikit.current_backend(x).sort(x, axis=axis, descending=descending, stable=stable)
