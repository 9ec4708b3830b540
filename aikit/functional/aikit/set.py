"""Sets of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.core.result_types import UniqueAllResult, UniqueCountsResult, UniqueInverseResult
from aikit.declare import primary

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(dtypes="integer", result="boolean")
def isin(
    x1: Array | NativeArray | int, x2: Array | NativeArray | int, /, *, invert: bool = False, out: Array | None = None
) -> Array:
    """Whether each element of x1 is among those of x2.

    Parameters
    ----------
    x1, x2 : arrays of an integer dtype, or Python ints.
    invert : whether to tell those that are not among them.

    Returns
    -------
    Array of dtype bool and the shape of `x1`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.isin([1, 2, 3], [2, 5]))
    [False, True, False]
    """
    return aikit.current_backend(x1, x2).isin(x1, x2, invert=invert)


@primary(result="index", differentiable=("x",))
def unique_all(x: Array | NativeArray, /) -> UniqueAllResult:
    """Unique values in ascending order, with their first indices, the inverse and the counts.

    Each NaN counts as a value of its own.

    Parameters
    ----------
    x : array of any dtype; it is flattened.

    Returns
    -------
    Named tuple of `values`, `indices`, `inverse_indices` (of the shape of `x`) and `counts`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.unique_all([3, 1, 3]).counts)
    [1, 2]
    """
    return UniqueAllResult(*aikit.current_backend(x).unique_all(x))


@primary(result="index", differentiable=("x",))
def unique_counts(x: Array | NativeArray, /) -> UniqueCountsResult:
    """Unique values in ascending order, and how often each occurs.

    Each NaN counts as a value of its own.

    Parameters
    ----------
    x : array of any dtype; it is flattened.

    Returns
    -------
    Named tuple of `values` and `counts`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.unique_counts([3, 1, 3]).counts)
    [1, 2]
    """
    return UniqueCountsResult(*aikit.current_backend(x).unique_counts(x))


@primary(result="index", differentiable=("x",))
def unique_inverse(x: Array | NativeArray, /) -> UniqueInverseResult:
    """Unique values in ascending order, and the index of each element's value among them.

    Each NaN counts as a value of its own.

    Parameters
    ----------
    x : array of any dtype; it is flattened.

    Returns
    -------
    Named tuple of `values` and `inverse_indices` (of the shape of `x`).

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.unique_inverse([3, 1, 3]).inverse_indices)
    [1, 0, 1]
    """
    return UniqueInverseResult(*aikit.current_backend(x).unique_inverse(x))


@primary(differentiable=("x",))
def unique_values(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Unique values in ascending order.

    Each NaN counts as a value of its own.

    Parameters
    ----------
    x : array of any dtype; it is flattened.

    Returns
    -------
    Array of the dtype of `x` and one dimension.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.unique_values([3, 1, 3]))
    [1, 3]
    """
    return aikit.current_backend(x).unique_values(x)
