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


@primary(dtypes="floating-point", domain=(-1.0, 1.0), differentiable=("x",))
def acos(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Inverse cosine of each element, in radians, on [0, pi].

    NaN outside [-1, 1].

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.acos([1.0]))
    [0.0]
    """
    return aikit.current_backend(x).acos(x)


@primary(dtypes="floating-point", domain=(1.0, float("inf")), differentiable=("x",))
def acosh(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic cosine of each element.

    NaN below 1.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.acosh([1.0]))
    [0.0]
    """
    return aikit.current_backend(x).acosh(x)


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


@primary(dtypes="floating-point", result="real", differentiable=("z",))
def angle(z: Array | NativeArray, /, *, deg: bool = False, out: Array | None = None) -> Array:
    """Angle of each element in the complex plane, from -pi to pi: ``atan2(imag(z), real(z))``.

    Of a real number it is 0, or pi where the sign bit is set, as in NumPy.

    Parameters
    ----------
    z : array of a floating-point dtype.
    deg : whether the angle is in degrees, and not in radians.

    Returns
    -------
    Array of the dtype of `z`, or of the real dtype of its parts where it is complex.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.angle([1.0 + 1.0j, -2.0], deg=True))
    [45.0, 180.0]
    """
    return aikit.current_backend(z).angle(z, deg=deg)


@primary(dtypes="floating-point", domain=(-1.0, 1.0), differentiable=("x",))
def asin(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Inverse sine of each element, in radians, on [-pi/2, pi/2].

    NaN outside [-1, 1].

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.asin([0.0]))
    [0.0]
    """
    return aikit.current_backend(x).asin(x)


@primary(dtypes="floating-point", differentiable=("x",))
def asinh(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic sine of each element.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.asinh([0.0]))
    [0.0]
    """
    return aikit.current_backend(x).asinh(x)


@primary(dtypes="floating-point", differentiable=("x",))
def atan(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Inverse tangent of each element, in radians, on [-pi/2, pi/2].

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.atan([0.0]))
    [0.0]
    """
    return aikit.current_backend(x).atan(x)


@primary(dtypes="real floating-point", differentiable=("x1", "x2"))
def atan2(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Angle of the point (x2, x1) in radians, on [-pi, pi]: the inverse tangent of x1 / x2 in the right quadrant.

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
    >>> aikit.to_list(aikit.atan2([0.0], [1.0]))
    [0.0]
    """
    return aikit.current_backend(x1, x2).atan2(x1, x2)


@primary(dtypes="floating-point", domain=(-1.0, 1.0), differentiable=("x",))
def atanh(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic tangent of each element.

    NaN outside [-1, 1], infinite at its ends.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.atanh([0.0]))
    [0.0]
    """
    return aikit.current_backend(x).atanh(x)


@primary(dtypes="integer or boolean")
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


@primary(dtypes="integer or boolean")
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


@primary(dtypes="integer")
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


@primary(dtypes="integer or boolean")
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


@primary(dtypes="integer")
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


@primary(dtypes="integer or boolean")
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


@primary(dtypes="real numeric", promote=("x", "min", "max"), differentiable=("x", "min", "max"))
def clip(
    x: Array | NativeArray,
    /,
    min: Array | NativeArray | int | float | None = None,
    max: Array | NativeArray | int | float | None = None,
    *,
    out: Array | None = None,
) -> Array:
    """Each element brought into the interval from min to max.

    Parameters
    ----------
    x : array of a real numeric dtype.
    min, max : the ends of the interval, which broadcast against `x`; None for an open end. Where min > max the
        result is max.

    Returns
    -------
    Array of the common dtype; NaN where `x` is NaN.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.clip([-1.0, 0.5, 2.0], 0.0, 1.0))
    [0.0, 0.5, 1.0]
    """
    return aikit.current_backend(x).clip(x, min, max)


@primary(dtypes="numeric", differentiable=("x",))
def conj(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Complex conjugate of each element; a real one is its own.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.conj([1.0]))
    [1.0]
    """
    return aikit.current_backend(x).conj(x)


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


@primary(dtypes="floating-point", differentiable=("x",))
def cos(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Cosine of each element, in radians.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.cos([0.0]))
    [1.0]
    """
    return aikit.current_backend(x).cos(x)


@primary(dtypes="floating-point", differentiable=("x",))
def cosh(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Hyperbolic cosine of each element.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.cosh([0.0]))
    [1.0]
    """
    return aikit.current_backend(x).cosh(x)


@primary(dtypes="real floating-point", differentiable=("x",))
def deg2rad(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Degrees to radians: ``x * (pi / 180)``.

    Parameters
    ----------
    x : array of a real floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> round(float(aikit.deg2rad([180.0])[0]), 4)
    3.1416
    """
    return aikit.current_backend(x).deg2rad(x)


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


@primary(dtypes="any", result="boolean")
def equal(
    x1: Array | NativeArray | int | float | complex | bool,
    x2: Array | NativeArray | int | float | complex | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Whether x1 == x2, element by element.

    NaN equals nothing.

    Parameters
    ----------
    x1, x2 : arrays of any dtype, or Python scalars; they broadcast to one shape.

    Returns
    -------
    Array of dtype bool.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.equal([1, 2], [1, 3]))
    [True, False]
    """
    return aikit.current_backend(x1, x2).equal(x1, x2)


@primary(dtypes="real floating-point", differentiable=("x",))
def erf(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Error function, ``2 / sqrt(pi)`` times the integral of ``exp(-t**2)`` from 0 to x.

    NIST Digital Library of Mathematical Functions, 7.2.1, https://dlmf.nist.gov/7.2.E1.

    Parameters
    ----------
    x : array of a real floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> round(float(aikit.erf([0.5])[0]), 4)
    0.5205
    """
    return aikit.current_backend(x).erf(x)


@primary(dtypes="floating-point", differentiable=("x",))
def exp(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Exponential of each element.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.exp([0.0]))
    [1.0]
    """
    return aikit.current_backend(x).exp(x)


@primary(dtypes="real floating-point", differentiable=("x",))
def exp2(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """2 to the power of each element, exact where that is an integer.

    Parameters
    ----------
    x : array of a real floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.exp2([3.0, -1.0]))
    [8.0, 0.5]
    """
    return aikit.current_backend(x).exp2(x)


@primary(dtypes="floating-point", differentiable=("x",))
def expm1(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """exp(x) - 1 of each element, exact near zero.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.expm1([0.0]))
    [0.0]
    """
    return aikit.current_backend(x).expm1(x)


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
def fmax(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """The greater of two elements; of a number and NaN the number, where `maximum` gives NaN.

    Parameters
    ----------
    x1, x2 : arrays of a real numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype; NaN where both are NaN.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fmax([1.0, float("nan")], [3.0, 2.0]))
    [3.0, 2.0]
    """
    return aikit.current_backend(x1, x2).fmax(x1, x2)


@primary(dtypes="real numeric", differentiable=("x1", "x2"))
def fmin(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """The lesser of two elements; of a number and NaN the number, where `minimum` gives NaN.

    Parameters
    ----------
    x1, x2 : arrays of a real numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of the common dtype; NaN where both are NaN.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.fmin([1.0, float("nan")], [3.0, 2.0]))
    [1.0, 2.0]
    """
    return aikit.current_backend(x1, x2).fmin(x1, x2)


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


@primary(dtypes="real numeric", result="boolean")
def greater(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Whether x1 > x2, element by element.

    Parameters
    ----------
    x1, x2 : arrays of a real numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of dtype bool.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.greater([1, 3], [2, 2]))
    [False, True]
    """
    return aikit.current_backend(x1, x2).greater(x1, x2)


@primary(dtypes="real numeric", result="boolean")
def greater_equal(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Whether x1 >= x2, element by element.

    Parameters
    ----------
    x1, x2 : arrays of a real numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of dtype bool.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.greater_equal([1, 2], [2, 2]))
    [False, True]
    """
    return aikit.current_backend(x1, x2).greater_equal(x1, x2)


@primary(dtypes="real floating-point", differentiable=("x1", "x2"))
def hypot(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """sqrt(x1^2 + x2^2), element by element, without needless overflow.

    An infinity gives infinity, even beside a NaN.

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
    >>> aikit.to_list(aikit.hypot([3.0], [4.0]))
    [5.0]
    """
    return aikit.current_backend(x1, x2).hypot(x1, x2)


@primary(dtypes="complex floating-point", result="real", view="x", differentiable=("x",))
def imag(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Imaginary part of each element.

    Parameters
    ----------
    x : array of a complex dtype.

    Returns
    -------
    Array of the real dtype of the parts of `x`.

    Raises
    ------
    AikitTypeError : a dtype that is not complex.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.imag([1.0 + 2.0j]))
    [2.0]
    """
    return aikit.current_backend(x).imag(x)


@primary(dtypes="numeric", result="boolean")
def isfinite(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Whether each element is neither infinite nor NaN.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of dtype bool.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.isfinite([1.0]))
    [True]
    """
    return aikit.current_backend(x).isfinite(x)


@primary(dtypes="numeric", result="boolean")
def isinf(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Whether each element is infinite; a complex one is if either part is.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of dtype bool.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.isinf([1.0]))
    [False]
    """
    return aikit.current_backend(x).isinf(x)


@primary(dtypes="numeric", result="boolean")
def isnan(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Whether each element is NaN; a complex one is if either part is.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of dtype bool.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.isnan([1.0]))
    [False]
    """
    return aikit.current_backend(x).isnan(x)


@primary(dtypes="any", result="boolean")
def isreal(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Whether each element has no imaginary part, or one that is zero.

    Parameters
    ----------
    x : array of any dtype.

    Returns
    -------
    Array of bools.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.isreal([1.0 + 0.0j, 1.0j]))
    [True, False]
    """
    return aikit.current_backend(x).isreal(x)


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


@primary(dtypes="real numeric", result="boolean")
def less(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Whether x1 < x2, element by element.

    Parameters
    ----------
    x1, x2 : arrays of a real numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of dtype bool.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.less([1, 3], [2, 2]))
    [True, False]
    """
    return aikit.current_backend(x1, x2).less(x1, x2)


@primary(dtypes="real numeric", result="boolean")
def less_equal(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Whether x1 <= x2, element by element.

    Parameters
    ----------
    x1, x2 : arrays of a real numeric dtype, or Python scalars; they broadcast to one shape. A bool joins the dtype beside it.

    Returns
    -------
    Array of dtype bool.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.less_equal([2, 3], [2, 2]))
    [True, False]
    """
    return aikit.current_backend(x1, x2).less_equal(x1, x2)


@primary(dtypes="floating-point", domain=(0.0, float("inf")), differentiable=("x",))
def log(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Natural logarithm of each element.

    NaN below zero, minus infinity at zero.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.log([1.0]))
    [0.0]
    """
    return aikit.current_backend(x).log(x)


@primary(dtypes="floating-point", domain=(0.0, float("inf")), differentiable=("x",))
def log10(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Logarithm to base 10 of each element.

    NaN below zero, minus infinity at zero.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.log10([1.0]))
    [0.0]
    """
    return aikit.current_backend(x).log10(x)


@primary(dtypes="floating-point", domain=(-1.0, float("inf")), differentiable=("x",))
def log1p(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """log(1 + x) of each element, exact near zero.

    NaN below -1.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.log1p([0.0]))
    [0.0]
    """
    return aikit.current_backend(x).log1p(x)


@primary(dtypes="floating-point", domain=(0.0, float("inf")), differentiable=("x",))
def log2(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Logarithm to base 2 of each element.

    NaN below zero, minus infinity at zero.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.log2([8.0]))
    [3.0]
    """
    return aikit.current_backend(x).log2(x)


@primary(dtypes="real floating-point", differentiable=("x1", "x2"))
def logaddexp(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """log(exp(x1) + exp(x2)), element by element, without overflow.

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
    >>> aikit.to_list(aikit.logaddexp([-float('inf')], [1.0]))
    [1.0]
    """
    return aikit.current_backend(x1, x2).logaddexp(x1, x2)


@primary(dtypes="real floating-point", differentiable=("x1", "x2"))
def logaddexp2(
    x1: Array | NativeArray | int | float,
    x2: Array | NativeArray | int | float,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Logarithm to base 2 of the sum of powers of 2, ``log2(2**x1 + 2**x2)``, without overflow in between.

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
    >>> aikit.to_list(aikit.logaddexp2([3.0], [3.0]))
    [4.0]
    """
    return aikit.current_backend(x1, x2).logaddexp2(x1, x2)


@primary(dtypes="boolean")
def logical_and(
    x1: Array | NativeArray | bool,
    x2: Array | NativeArray | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Logical AND of two arrays, element by element.

    Parameters
    ----------
    x1, x2 : arrays of a boolean dtype, or Python scalars; they broadcast to one shape.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.logical_and([True, True], [True, False]))
    [True, False]
    """
    return aikit.current_backend(x1, x2).logical_and(x1, x2)


@primary(dtypes="boolean")
def logical_not(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Logical NOT of each element.

    Parameters
    ----------
    x : array of a boolean dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.logical_not([True, False]))
    [False, True]
    """
    return aikit.current_backend(x).logical_not(x)


@primary(dtypes="boolean")
def logical_or(
    x1: Array | NativeArray | bool,
    x2: Array | NativeArray | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Logical OR of two arrays, element by element.

    Parameters
    ----------
    x1, x2 : arrays of a boolean dtype, or Python scalars; they broadcast to one shape.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.logical_or([True, False], [False, False]))
    [True, False]
    """
    return aikit.current_backend(x1, x2).logical_or(x1, x2)


@primary(dtypes="boolean")
def logical_xor(
    x1: Array | NativeArray | bool,
    x2: Array | NativeArray | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Logical exclusive OR of two arrays, element by element.

    Parameters
    ----------
    x1, x2 : arrays of a boolean dtype, or Python scalars; they broadcast to one shape.

    Returns
    -------
    Array of the common dtype.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.logical_xor([True, True], [True, False]))
    [False, True]
    """
    return aikit.current_backend(x1, x2).logical_xor(x1, x2)


@primary(dtypes="real numeric", differentiable=("x1", "x2"))
def maximum(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """The greater of two elements; NaN where either is NaN.

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
    >>> aikit.to_list(aikit.maximum([1, 5], [3, 2]))
    [3, 5]
    """
    return aikit.current_backend(x1, x2).maximum(x1, x2)


@primary(dtypes="real numeric", differentiable=("x1", "x2"))
def minimum(
    x1: Array | NativeArray | int | float | bool,
    x2: Array | NativeArray | int | float | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """The smaller of two elements; NaN where either is NaN.

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
    >>> aikit.to_list(aikit.minimum([1, 5], [3, 2]))
    [1, 2]
    """
    return aikit.current_backend(x1, x2).minimum(x1, x2)


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


@primary(dtypes="any", result="boolean")
def not_equal(
    x1: Array | NativeArray | int | float | complex | bool,
    x2: Array | NativeArray | int | float | complex | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """Whether x1 != x2, element by element.

    Parameters
    ----------
    x1, x2 : arrays of any dtype, or Python scalars; they broadcast to one shape.

    Returns
    -------
    Array of dtype bool.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.not_equal([1, 2], [1, 3]))
    [False, True]
    """
    return aikit.current_backend(x1, x2).not_equal(x1, x2)


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


@primary(dtypes="numeric", differentiable=("x1", "x2"))
def pow(
    x1: Array | NativeArray | int | float | complex | bool,
    x2: Array | NativeArray | int | float | complex | bool,
    /,
    *,
    out: Array | None = None,
) -> Array:
    """x1 to the power of x2, element by element.

    An integer to a negative power gives 0, but 1 for a base of 1, and 1 or -1 for a base of -1, on every backend.

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
    >>> aikit.to_list(aikit.pow([2.0, 3.0], 2.0))
    [4.0, 9.0]
    """
    return aikit.current_backend(x1, x2).pow(x1, x2)


@primary(dtypes="real floating-point", differentiable=("x",))
def rad2deg(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Radians to degrees: ``x * (180 / pi)``.

    Parameters
    ----------
    x : array of a real floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> round(float(aikit.rad2deg([3.14159265])[0]), 4)
    180.0
    """
    return aikit.current_backend(x).rad2deg(x)


@primary(dtypes="numeric", result="real", differentiable=("x",), view="x")
def real(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Real part of each element; a real one is its own.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of the dtype of `x`, or of the real dtype of its parts where it is complex.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.real([1.0]))
    [1.0]
    """
    return aikit.current_backend(x).real(x)


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

    NaN stays NaN.

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


@primary(dtypes="floating-point", differentiable=("x",))
def sin(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Sine of each element, in radians.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.sin([0.0]))
    [0.0]
    """
    return aikit.current_backend(x).sin(x)


@primary(dtypes="floating-point", differentiable=("x",))
def sinh(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Hyperbolic sine of each element.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.sinh([0.0]))
    [0.0]
    """
    return aikit.current_backend(x).sinh(x)


@primary(dtypes="floating-point", domain=(0.0, float("inf")), differentiable=("x",))
def sqrt(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Square root of each element.

    NaN below zero; -0.0 stays -0.0.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.sqrt([4.0]))
    [2.0]
    """
    return aikit.current_backend(x).sqrt(x)


@primary(dtypes="numeric", differentiable=("x",))
def square(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Square of each element.

    Integers wrap around.

    Parameters
    ----------
    x : array of a numeric dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.square([3.0]))
    [9.0]
    """
    return aikit.current_backend(x).square(x)


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


@primary(dtypes="floating-point", differentiable=("x",))
def tan(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Tangent of each element, in radians.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.tan([0.0]))
    [0.0]
    """
    return aikit.current_backend(x).tan(x)


@primary(dtypes="floating-point", differentiable=("x",))
def tanh(x: Array | NativeArray, /, *, out: Array | None = None) -> Array:
    """Hyperbolic tangent of each element.

    Parameters
    ----------
    x : array of a floating-point dtype.

    Returns
    -------
    Array of the dtype of `x`.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.tanh([0.0]))
    [0.0]
    """
    return aikit.current_backend(x).tanh(x)


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
    y = aikit.moveaxis(y, axis, -1)
    widths = dx if x is None else aikit.diff(x if rank_of(x) == 1 else aikit.moveaxis(x, axis, -1))
    total = aikit.sum((y[..., 1:] + y[..., :-1]) / 2 * widths, axis=-1)
    return total if total.dtype == dtype else aikit.astype(total, dtype)


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
