"""The bits of each element; see `elementwise`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import primary

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(category="elementwise", dtypes="integer or boolean")
def bitwise_and(
    x1: Array | NativeArray | int | bool,
    x2: Array | NativeArray | int | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Bitwise AND of two arrays, element by element.

    Parameters
    ----------
    x1, x2 : arrays of an integer or boolean dtype, or Python scalars; they broadcast to one shape.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.bitwise_and([6], [3]))
    [2]
    """
    return aikit.current_backend(x1, x2).bitwise_and(x1, x2)


@primary(category="elementwise", dtypes="integer or boolean")
def bitwise_invert(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Each bit inverted; logical NOT for bool.

    Parameters
    ----------
    x : array of an integer or boolean dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.bitwise_invert([0, 1]))
    [-1, -2]
    """
    return aikit.current_backend(x).bitwise_invert(x)


@primary(category="elementwise", dtypes="integer")
def bitwise_left_shift(
    x1: Array | NativeArray | int | bool,
    x2: Array | NativeArray | int | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Bits of x1 shifted left by x2 places.

    A count that is negative or not below the bit width gives 0.

    Parameters
    ----------
    x1, x2 : arrays of an integer dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.bitwise_left_shift([1, 2], [3, 3]))
    [8, 16]
    """
    return aikit.current_backend(x1, x2).bitwise_left_shift(x1, x2)


@primary(category="elementwise", dtypes="integer or boolean")
def bitwise_or(
    x1: Array | NativeArray | int | bool,
    x2: Array | NativeArray | int | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Bitwise OR of two arrays, element by element.

    Parameters
    ----------
    x1, x2 : arrays of an integer or boolean dtype, or Python scalars; they broadcast to one shape.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.bitwise_or([6], [3]))
    [7]
    """
    return aikit.current_backend(x1, x2).bitwise_or(x1, x2)


@primary(category="elementwise", dtypes="integer")
def bitwise_right_shift(
    x1: Array | NativeArray | int | bool,
    x2: Array | NativeArray | int | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Bits of x1 shifted right by x2 places, the sign kept.

    A count that is negative or not below the bit width gives 0, or -1 for a negative x1.

    Parameters
    ----------
    x1, x2 : arrays of an integer dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.bitwise_right_shift([8, -8], [2, 2]))
    [2, -2]
    """
    return aikit.current_backend(x1, x2).bitwise_right_shift(x1, x2)


@primary(category="elementwise", dtypes="integer or boolean")
def bitwise_xor(
    x1: Array | NativeArray | int | bool,
    x2: Array | NativeArray | int | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Bitwise exclusive OR of two arrays, element by element.

    Parameters
    ----------
    x1, x2 : arrays of an integer or boolean dtype, or Python scalars; they broadcast to one shape.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.bitwise_xor([6], [3]))
    [5]
    """
    return aikit.current_backend(x1, x2).bitwise_xor(x1, x2)
