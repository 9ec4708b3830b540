"""Comparisons of elements, the greater and the less of two, and what is made of truth values; see `elementwise`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aikit
from aikit.declare import compositional, primary

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@compositional(category="elementwise", dtypes="floating-point", promote=("a", "b"), result="boolean", elementwise=False)
def allclose(
    a: Array | NativeArray | int | float | complex,
    b: Array | NativeArray | int | float | complex,
    /,
    *,
    rtol: int | float = 1e-05,
    atol: int | float = 1e-08,
    equal_nan: bool = False,
    out: Array | None = None,
) -> Array:
    """Whether all elements of two arrays are close to each other, as `isclose` says; true where there are none.

    Parameters
    ----------
    a, b : arrays of a floating-point dtype, or Python scalars; they broadcast to one shape.
    rtol, atol, equal_nan : as in `isclose`.

    Returns
    -------
    0-d array of dtype bool.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> bool(aikit.allclose([1.0, 2.0], [1.0, 2.000001]))
    True
    """
    return aikit.all(aikit.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan))


@primary(category="elementwise", dtypes="real numeric", promote=("x", "min", "max"), differentiable=("x", "min", "max"))
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


@primary(category="elementwise", dtypes="any", result="boolean")
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


@primary(category="elementwise", dtypes="real numeric", differentiable=("x1", "x2"))
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


@primary(category="elementwise", dtypes="real numeric", differentiable=("x1", "x2"))
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


@primary(category="elementwise", dtypes="real numeric", result="boolean")
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


@primary(category="elementwise", dtypes="real numeric", result="boolean")
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


@compositional(category="elementwise", dtypes="floating-point", promote=("a", "b"), result="boolean")
def isclose(
    a: Array | NativeArray | int | float | complex,
    b: Array | NativeArray | int | float | complex,
    /,
    *,
    rtol: int | float = 1e-05,
    atol: int | float = 1e-08,
    equal_nan: bool = False,
    out: Array | None = None,
) -> Array:
    """Whether two arrays are close to each other, element by element: ``abs(a - b) <= atol + rtol * abs(b)``.

    As in ``numpy.isclose`` the second array is the one that is right. Infinities are close where they are equal, NaN to nothing.
    Of ints, which are exact, ask with `equal`.

    Parameters
    ----------
    a, b : arrays of a floating-point dtype, or Python scalars; they broadcast to one shape. float16 and bfloat16 are
        compared in float32.
    rtol : how far apart they may be in proportion to `b`.
    atol : how far they may be apart in any case.
    equal_nan : whether NaN is close to NaN.

    Returns
    -------
    Array of dtype bool.

    Raises
    ------
    AikitBroadcastShapeError : shapes that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.isclose([1.0, 1.0, float("nan")], [1.000001, 1.1, float("nan")]))
    [True, False, False]
    """
    given: list[Any] = [a, b]
    if given[0].dtype.itemsize == 2:  # whose rounding is coarser than the tolerances
        given = [aikit.astype(x, aikit.float32) for x in given]
    a, b = given
    size = aikit.abs(b)
    near = aikit.abs(a - b) <= atol + rtol * size
    if a.dtype.kind == "c":  # whose absolute values may overflow
        quarters = a * 0.25, b * 0.25
        of_quarters = aikit.abs(quarters[0] - quarters[1]) <= atol * 0.25 + rtol * aikit.abs(quarters[1])
        near = aikit.where(aikit.isfinite(size), near, of_quarters)
    near = aikit.logical_and(aikit.isfinite(b), near)
    close = aikit.logical_or(near, aikit.equal(a, b))
    return aikit.logical_or(close, aikit.logical_and(aikit.isnan(a), aikit.isnan(b))) if equal_nan else close


@primary(category="elementwise", dtypes="numeric", result="boolean")
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


@primary(category="elementwise", dtypes="numeric", result="boolean")
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


@primary(category="elementwise", dtypes="numeric", result="boolean")
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


@primary(category="elementwise", dtypes="real numeric", result="boolean")
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


@primary(category="elementwise", dtypes="real numeric", result="boolean")
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


@primary(category="elementwise", dtypes="boolean")
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


@primary(category="elementwise", dtypes="boolean")
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


@primary(category="elementwise", dtypes="boolean")
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


@primary(category="elementwise", dtypes="boolean")
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


@primary(category="elementwise", dtypes="real numeric", differentiable=("x1", "x2"))
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


@primary(category="elementwise", dtypes="real numeric", differentiable=("x1", "x2"))
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


@primary(category="elementwise", dtypes="any", result="boolean")
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
