"""Assertions on arrays of any backend and on nests of them, for pytest and for use without it.

>>> from pytest_aikit import assert_close
>>> assert_close(aikit.sum(x), aikit.asarray(6.0), ulp=2)

All compare dtype, shape, namespace, class and device, unless told not to. A Python number, or a list of them, has none of
these but a shape and a kind: it is held against an array of its kind or of one above, at that array's precision.
"""

from __future__ import annotations

from typing import Any

from pytest_aikit.session.assertions.judging import Rules, fault


def assert_close(
    actual: Any,
    expected: Any,
    *,
    ulp: float | None = None,
    rtol: float = 0.0,
    atol: float = 0.0,
    equal_nan: bool = True,
    zero_signs: bool = False,
    check_dtype: bool = True,
    check_shape: bool = True,
    check_namespace: bool = True,
    check_class: bool = True,
    check_device: bool = True,
) -> None:
    """Assert that floating numbers are close, and that everything else is equal.

    Parameters
    ----------
    actual, expected : arrays, Python numbers, lists of them, or nests (dicts, Containers, lists, tuples) of all of these.
    ulp : how far a number may be from the expected one, in units in the last place (ULP) of the dtype at the expected
        number; 8 where no tolerance is given.
    rtol, atol : it may instead be apart by up to ``atol + rtol * abs(expected)``. They hold for integers, too.
    equal_nan : whether a NaN equals a NaN.
    zero_signs : whether -0 differs from +0.
    check_dtype, check_shape, check_namespace, check_class, check_device : whether these must be the same. Where the shape
        need not be, the two are broadcast.

    Raises
    ------
    AssertionError : they are not close; the message has the number of elements that are not, and the worst of them.
    TypeError : one is nothing that can be compared.
    ValueError : a tolerance that is none.
    """
    __tracebackhide__ = True
    found = fault(actual, expected, Rules(ulp, rtol, atol, equal_nan, zero_signs, check_dtype, check_shape,
                                          check_namespace, check_class, check_device))  # fmt: skip
    if found:
        raise AssertionError(f"assert_close: {found}")


def assert_equal(
    actual: Any,
    expected: Any,
    *,
    equal_nan: bool = True,
    zero_signs: bool = True,
    check_dtype: bool = True,
    check_shape: bool = True,
    check_namespace: bool = True,
    check_class: bool = True,
    check_device: bool = True,
) -> None:
    """Assert that two values are the same; zeros of other signs are not. See `assert_close` for the parameters.

    Raises
    ------
    AssertionError : they are not the same.
    TypeError : one is nothing that can be compared.
    """
    __tracebackhide__ = True
    found = fault(actual, expected, Rules(0.0, 0.0, 0.0, equal_nan, zero_signs, check_dtype, check_shape,
                                          check_namespace, check_class, check_device))  # fmt: skip
    if found:
        raise AssertionError(f"assert_equal: {found}")


def assert_less(
    actual: Any,
    limit: Any,
    *,
    check_dtype: bool = True,
    check_shape: bool = True,
    check_namespace: bool = True,
    check_class: bool = True,
    check_device: bool = True,
) -> None:
    """Assert that each element is less than that of `limit`, which may be one Python number for all of them.

    NaN is less than nothing, and nothing is less than NaN. See `assert_close` for the other parameters.

    Raises
    ------
    AssertionError : an element is not less.
    TypeError : one is nothing that can be compared, or complex.
    """
    __tracebackhide__ = True
    found = fault(actual, limit, Rules(0.0, 0.0, 0.0, True, False, check_dtype, check_shape,
                                       check_namespace, check_class, check_device, less=True))  # fmt: skip
    if found:
        raise AssertionError(f"assert_less: {found}")
