"""Functions of each element: integers, whose hard cases the standard leaves undefined, and what the standard lacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aikit import dtypes

from ._rules import rule


@rule("floor_divide", dtypes="real floating-point")
def _floor_divide(backend: Any, standard: Any, x1: Any, x2: Any, /) -> Any:
    # the standard prefers the floor of the quotient, and allows what Python gives for infinities
    xp = backend.namespace
    return xp.where(xp.isinf(x1) | xp.isinf(x2), xp.divide(x1, x2), standard(x1, x2))


@rule("floor_divide", "remainder", dtypes="integer")
def quotient(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /) -> Any:
    """Division by zero gives 0."""
    where = backend.namespace.where
    by_zero = x2 == backend.like(x2, 0)
    return where(by_zero, backend.like(x1, 0), standard(x1, where(by_zero, backend.like(x2, 1), x2)))


@rule("bitwise_left_shift", "bitwise_right_shift", dtypes="integer")
def shift(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /) -> Any:
    """A count that is negative, or no less than the number of bits, shifts every bit out: by all but one, then by one."""
    where = backend.namespace.where
    width = backend.dtype_of(x1).bits
    inside = (x2 >= backend.like(x2, 0)) & (x2 < backend.like(x2, width))
    shifted = standard(x1, where(inside, x2, backend.like(x2, width - 1)))
    return standard(shifted, where(inside, backend.like(x2, 0), backend.like(x2, 1)))


@rule("pow", dtypes="integer")
def power(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /) -> Any:
    """A negative exponent gives the truncated quotient 1 / x1**-x2, with 1 / 0 = 0."""
    if backend.dtype_of(x1).kind == "u":
        return standard(x1, x2)
    where = backend.namespace.where
    zero, one = backend.like(x1, 0), backend.like(x1, 1)
    negative = x2 < zero
    unit = (x1 == one) | (x1 == -one)
    inverse = where(unit, where((x2 & one) == zero, one, x1), zero)
    return where(negative, inverse, standard(x1, where(negative, zero, x2)))


@rule("divide", dtypes="integer")
def true_quotient(backend: Any, standard: Callable[..., Any], x1: Any, x2: Any, /) -> Any:
    """The standard divides no integers; the result has the default float dtype."""
    wide = backend.widest("float64")
    result = standard(backend.cast(x1, wide), backend.cast(x2, wide))
    return backend.cast(result, backend.as_native_dtype(dtypes.default_float().name))


@rule("sign", dtypes="complex floating-point")
def direction(backend: Any, standard: Callable[..., Any], x: Any, /) -> Any:
    """A zero of any signs gives 0 + 0j, where a namespace may divide it by its magnitude."""
    zero = backend.like(x, 0)
    return backend.namespace.where(x == zero, zero, standard(x))


@rule("clip")
def clip(backend: Any, standard: Any, x: Any, /, min: Any = None, max: Any = None) -> Any:
    """Limits that cross, that are arrays, or that hold NaN: the standard states none of these for its own clip."""
    result = x if min is None else backend.namespace.maximum(x, min)
    result = result if max is None else backend.namespace.minimum(result, max)
    return backend.copy_array(x) if result is x else result


@rule("exp2")
def exp2(backend: Any, standard: Any, x: Any, /) -> Any:
    """The standard has none."""
    return backend.namespace.pow(backend.like(x, 2), x)
