"""Exponentials, logarithms, powers and roots of each element; see `elementwise`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import primary

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(category="elementwise", dtypes="real floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="real floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", domain=(0.0, float("inf")), differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", domain=(0.0, float("inf")), differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", domain=(-1.0, float("inf")), differentiable=("x",))
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


@primary(category="elementwise", dtypes="floating-point", domain=(0.0, float("inf")), differentiable=("x",))
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


@primary(category="elementwise", dtypes="real floating-point", differentiable=("x1", "x2"))
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


@primary(category="elementwise", dtypes="real floating-point", differentiable=("x1", "x2"))
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


@primary(category="elementwise", dtypes="numeric", differentiable=("x1", "x2"))
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


@primary(category="elementwise", dtypes="floating-point", domain=(0.0, float("inf")), differentiable=("x",))
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


@primary(category="elementwise", dtypes="numeric", differentiable=("x",))
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
