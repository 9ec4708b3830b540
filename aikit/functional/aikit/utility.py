"""Functions that test or combine neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import aikit
from aikit.declare import primary
from aikit.functional.rules import utility as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(dtypes="any", result="boolean")
def all(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Whether all elements are true (not zero); True where there are none.

    Parameters
    ----------
    x : array of an any dtype.
    axis : the axis, or axes, along which to test; None for all.
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
    >>> aikit.to_list(aikit.all([True, False]))
    False
    """
    return aikit.current_backend(x).all(x, axis=axis, keepdims=keepdims)


@primary(dtypes="any", result="boolean")
def any(
    x: Array | NativeArray,
    /,
    *,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: Array | None = None,
) -> Array:
    """Whether any element is true (not zero); False where there are none.

    Parameters
    ----------
    x : array of an any dtype.
    axis : the axis, or axes, along which to test; None for all.
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
    >>> aikit.to_list(aikit.any([True, False]))
    True
    """
    return aikit.current_backend(x).any(x, axis=axis, keepdims=keepdims)


@primary(dtypes="numeric", differentiable=("x", "prepend", "append"), check=rules.diff)
def diff(
    x: Array | NativeArray,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: Array | NativeArray | None = None,
    append: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Differences of neighbouring elements, `n` times.

    Parameters
    ----------
    x : array of a numeric dtype, with at least one dimension.
    axis : the axis along which to take them.
    n : how many times to take them; 0 gives `x` itself.
    prepend, append : arrays of the same shape but along the axis, joined to `x` before and after.

    Returns
    -------
    Array of the common dtype, shorter by `n` along the axis.

    Raises
    ------
    AikitAxisError : an axis out of range, or named twice.
    AikitValueError : a negative `n`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.diff([1.0, 3.0, 6.0]))
    [2.0, 3.0]
    """
    return aikit.current_backend(x).diff(x, axis=axis, n=n, prepend=prepend, append=append)
