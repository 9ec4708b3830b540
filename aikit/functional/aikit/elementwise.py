"""Functions of each element.

The inputs broadcast to one shape, which is that of the result. Special values follow the Python Array API standard
2025.12, https://data-apis.org/array-api/2025.12/API_specification/elementwise_functions.html, where the formulae are
found too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.core.shapes import rank_of
from aikit.declare import compositional, primary
from aikit.functional.rules import elementwise as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(dtypes="numeric", result="real", differentiable=("x",))
def abs(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Absolute value of each element; the magnitude of a complex one, sqrt(re^2 + im^2).

    The smallest signed integer wraps to itself.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of the dtype of `x`, or of the real dtype of its parts where it is complex.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.abs([-1.0, 2.0]))
    [1.0, 2.0]
    """
    return aikit.current_backend(x).abs(x)


@primary(dtypes="numeric", differentiable=("x1", "x2"))
def add(
    x1: Array | NativeArray | int | float | complex | bool,
    x2: Array | NativeArray | int | float | complex | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Sum of two arrays, element by element.

    Integers wrap around.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.add([1.0, 2.0], 3.0))
    [4.0, 5.0]
    """
    return aikit.current_backend(x1, x2).add(x1, x2)


@primary(dtypes="real numeric", differentiable=("x",))
def ceil(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """The smallest integer not below each element.

    Parameters
    ----------
    x : array of a real numeric dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.ceil([1.2, -1.2]))
    [2.0, -1.0]
    """
    return aikit.current_backend(x).ceil(x)


@primary(dtypes="real floating-point", differentiable=("x1", "x2"))
def copysign(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """The magnitude of x1 with the sign of x2.

    Parameters
    ----------
    x1, x2 : arrays of a real floating-point dtype, or Python scalars; they broadcast to one shape.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.copysign([1.0, 2.0], [-0.0, 3.0]))
    [-1.0, 2.0]
    """
    return aikit.current_backend(x1, x2).copysign(x1, x2)


@primary(dtypes="numeric", result="float", differentiable=("x1", "x2"))
def divide(
    x1: Array | NativeArray | int | float | complex | bool,
    x2: Array | NativeArray | int | float | complex | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Quotient of two arrays, element by element; integers give the default float dtype.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype; of the default float dtype for integers.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.divide([1.0, 3.0], 2.0))
    [0.5, 1.5]
    """
    return aikit.current_backend(x1, x2).divide(x1, x2)


@primary(dtypes="real numeric", differentiable=("x",))
def floor(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """The greatest integer not above each element.

    Parameters
    ----------
    x : array of a real numeric dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.floor([1.2, -1.2]))
    [1.0, -2.0]
    """
    return aikit.current_backend(x).floor(x)


@primary(dtypes="real numeric", differentiable=("x1", "x2"))
def floor_divide(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Quotient rounded towards minus infinity, element by element; ``floor(divide(x1, x2))`` also where one is infinite.

    An integer divided by zero gives 0 on every backend.

    Parameters
    ----------
    x1, x2 : arrays of a real numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.floor_divide([7, -7], [2, 2]))
    [3, -4]
    """
    return aikit.current_backend(x1, x2).floor_divide(x1, x2)


@primary(dtypes="real numeric", differentiable=("x1", "x2"))
def fmod(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Remainder of the division rounded towards zero; it has the sign of x1.

    An integer divided by zero leaves 0 on every backend. `remainder` has the sign of x2.

    Parameters
    ----------
    x1, x2 : arrays of a real numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fmod([7, -7], [3, 3]))
    [1, -1]
    """
    return aikit.current_backend(x1, x2).fmod(x1, x2)


@primary(dtypes="integer")
def gcd(
    x1: Array | NativeArray | int,
    x2: Array | NativeArray | int,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Greatest common divisor of the magnitudes; of 0 and a number the magnitude of that number.

    The magnitude of the smallest signed integer wraps to itself.

    Parameters
    ----------
    x1, x2 : arrays of an integer dtype, or Python ints; they broadcast to one shape.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.gcd([12, 0], [-18, 5]))
    [6, 5]
    """
    return aikit.current_backend(x1, x2).gcd(x1, x2)


@primary(dtypes="integer")
def lcm(
    x1: Array | NativeArray | int,
    x2: Array | NativeArray | int,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Least common multiple of the magnitudes; 0 where one of them is 0.

    It wraps where the dtype does not hold it.

    Parameters
    ----------
    x1, x2 : arrays of an integer dtype, or Python ints; they broadcast to one shape.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.lcm([4, 0], [-6, 5]))
    [12, 0]
    """
    return aikit.current_backend(x1, x2).lcm(x1, x2)


@primary(dtypes="numeric", differentiable=("x1", "x2"))
def multiply(
    x1: Array | NativeArray | int | float | complex | bool,
    x2: Array | NativeArray | int | float | complex | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Product of two arrays, element by element.

    Integers wrap around.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.multiply([1.0, 2.0], 3.0))
    [3.0, 6.0]
    """
    return aikit.current_backend(x1, x2).multiply(x1, x2)


@primary(dtypes="numeric", differentiable=("x",))
def nan_to_num(
    x: Array | NativeArray,
    /,
    *,
    copy: bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
    out: Array | None = None,
) -> Array:
    """The elements, with numbers in place of NaN and infinities; in each part of a complex number.

    Parameters
    ----------
    x : array of a numeric dtype.
    copy : without effect, and here because NumPy has it: `x` is never changed, and the result has memory of its own.
    nan : what stands in place of NaN.
    posinf : what stands in place of positive infinity; None for the greatest number of the dtype.
    neginf : what stands in place of negative infinity; None for the least number of the dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.nan_to_num([float("nan"), float("inf"), 2.0], posinf=9.0))
    [0.0, 9.0, 2.0]
    """
    return aikit.current_backend(x).nan_to_num(x, copy=copy, nan=nan, posinf=posinf, neginf=neginf)


@primary(dtypes="numeric", differentiable=("x",))
def negative(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Each element with its sign changed.

    Unsigned integers, and the smallest signed one, wrap around.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.negative([1.0, -2.0]))
    [-1.0, 2.0]
    """
    return aikit.current_backend(x).negative(x)


@primary(dtypes="real floating-point", differentiable=("x1",))
def nextafter(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """The next number after x1 in the direction of x2 that the dtype holds.

    Parameters
    ----------
    x1, x2 : arrays of a real floating-point dtype, or Python scalars; they broadcast to one shape.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.nextafter([1.0], [1.0]))
    [1.0]
    """
    return aikit.current_backend(x1, x2).nextafter(x1, x2)


@primary(dtypes="numeric", differentiable=("x",))
def positive(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Each element as it is.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.positive([1.0, -2.0]))
    [1.0, -2.0]
    """
    return aikit.current_backend(x).positive(x)


@primary(dtypes="floating-point", differentiable=("x",))
def reciprocal(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """1 / x of each element.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.reciprocal([2.0]))
    [0.5]
    """
    return aikit.current_backend(x).reciprocal(x)


@primary(dtypes="real numeric", differentiable=("x1", "x2"))
def remainder(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Remainder of the division rounded towards minus infinity; it has the sign of x2.

    An integer divided by zero leaves 0 on every backend.

    Parameters
    ----------
    x1, x2 : arrays of a real numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.remainder([7, -7], [3, 3]))
    [1, 2]
    """
    return aikit.current_backend(x1, x2).remainder(x1, x2)


@primary(dtypes="numeric", differentiable=("x",))
def round(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Each element rounded to the nearest integer, halves to the even one.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.round([0.5, 1.5, 2.5]))
    [0.0, 2.0, 2.0]
    """
    return aikit.current_backend(x).round(x)


@primary(dtypes="numeric", differentiable=("x",))
def sign(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """-1, 0 or 1 for each element; x / abs(x) for a complex one that is not zero.

    NaN stays NaN. Of a complex number an infinite part outweighs a finite one, and two infinite ones give NaN.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.sign([-2.0, 0.0, 3.0]))
    [-1.0, 0.0, 1.0]
    """
    return aikit.current_backend(x).sign(x)


@primary(dtypes="real floating-point", result="boolean")
def signbit(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Whether the sign bit of each element is set, as it is for -0.0 and may be for NaN.

    Parameters
    ----------
    x : array of a real floating-point dtype.

    Returns
    -------
    Array of dtype bool.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.signbit([-0.0, 0.0]))
    [True, False]
    """
    return aikit.current_backend(x).signbit(x)


@primary(dtypes="numeric", differentiable=("x1", "x2"))
def subtract(
    x1: Array | NativeArray | int | float | complex | bool,
    x2: Array | NativeArray | int | float | complex | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Difference of two arrays, element by element.

    Integers wrap around.

    Parameters
    ----------
    x1, x2 : arrays of a numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.subtract([1.0, 2.0], 3.0))
    [-2.0, -1.0]
    """
    return aikit.current_backend(x1, x2).subtract(x1, x2)


@compositional(dtypes="floating-point", differentiable=("y", "x"), elementwise=False)
def trapz(
    y: Array | NativeArray,
    /,
    *,
    x: Array | NativeArray | None = None,
    dx: float = 1.0,
    axis: int = -1,
    out: Array | None = None,
) -> Array:
    """Integral along an axis by the trapezoidal rule: the sum of ``(y[i] + y[i + 1]) / 2 * (x[i + 1] - x[i])``.

    Parameters
    ----------
    y : array of a floating-point dtype, with at least one dimension: the values of the function.
    x : array of a floating-point dtype: the points of these values. It has one dimension, or those of `y`, with which it
        then broadcasts but along the axis, where it is as long as `y`. None for points that are `dx` apart.
    dx : how far points are apart where `x` is None.
    axis : the axis.

    Returns
    -------
    Array of the common dtype, of the shape of `y` without the axis; 0 where there are fewer than two points.

    Raises
    ------
    AikitAxisError : an axis out of range.
    AikitBroadcastShapeError : points of another number than the values, or that do not broadcast with them.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.trapz([1.0, 2.0, 4.0], x=[0.0, 1.0, 3.0]))
    7.5
    """
    dtype = y.dtype
    rules.check_points(y, x, axis)
    if dtype.itemsize == 2:  # half precision would be rounded at each step
        y, x = (None if one is None else aikit.astype(one, aikit.float32) for one in (y, x))
    means = aikit.current_backend(y).in_one_program(_means_of_neighbours, "axis")(y, axis=axis)
    widths = dx if x is None else aikit.diff(x if rank_of(x) == 1 else aikit.moveaxis(x, axis, -1))
    total = aikit.sum(means * widths, axis=-1)
    return total if total.dtype == dtype else aikit.astype(total, dtype)


def _means_of_neighbours(x: Array, *, axis: int) -> Array:
    """The mean of each two elements that are side by side on an axis, which comes last."""
    x = aikit.moveaxis(x, axis, -1)
    return (x[..., 1:] + x[..., :-1]) / 2


@primary(dtypes="real numeric", differentiable=("x",))
def trunc(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Each element without its fraction.

    Parameters
    ----------
    x : array of a real numeric dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.trunc([1.7, -1.7]))
    [1.0, -1.0]
    """
    return aikit.current_backend(x).trunc(x)


@compositional(dtypes="real numeric", differentiable=("x1", "x2"))
def trunc_divide(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Quotient of each pair of elements, rounded towards zero.

    As in `floor_divide` it is the exact quotient that is rounded, and an integer divided by zero gives 0.

    Parameters
    ----------
    x1, x2 : arrays of a real numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.trunc_divide([7, -7], [2, 2]))
    [3, -3]
    """
    if aikit.result_type(x1, x2).kind == "f":
        quotient = aikit.floor_divide(aikit.abs(x1), aikit.abs(x2))
        return aikit.where(aikit.not_equal(aikit.signbit(x1), aikit.signbit(x2)), -quotient, quotient)
    quotient = aikit.floor_divide(x1, x2)
    one_less = (quotient < 0) & (x2 != 0) & (quotient * x2 != x1)
    return quotient + aikit.astype(one_less, quotient.dtype)
