"""The parts of complex numbers, element by element; see `elementwise`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aikit
from aikit.declare import primary

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@primary(category="elementwise", dtypes="floating-point", result="real", differentiable=("z",))
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


@primary(category="elementwise", dtypes="numeric", differentiable=("x",))
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


@primary(category="elementwise", dtypes="complex floating-point", result="real", view="x", differentiable=("x",))
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


@primary(category="elementwise", dtypes="any", result="boolean")
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


@primary(category="elementwise", dtypes="numeric", result="real", differentiable=("x",), view="x")
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
