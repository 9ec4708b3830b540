"""Trigonometric and hyperbolic functions of each element, and the angles and hypotenuses of triangles; see `elementwise`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import primary

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(category="elementwise", dtypes="floating-point", domain=(-1.0, 1.0), differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", domain=(1.0, float("inf")), differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", domain=(-1.0, 1.0), differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="real floating-point", differentiable=("x1", "x2"))
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


@primary(category="elementwise", dtypes="floating-point", domain=(-1.0, 1.0), differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="real floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="real floating-point", differentiable=("x1", "x2"))
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


@primary(category="elementwise", dtypes="real floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", differentiable=("x",))
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
