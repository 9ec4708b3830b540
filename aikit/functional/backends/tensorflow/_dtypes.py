"""Detours: a function that TensorFlow lacks for a dtype, or gets wrong there, is computed through another dtype.

A detour dtype holds the values exactly (or wraps alike), so that casting back rounds once at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import tensorflow as tf

from aikit.functional.backends.by_dtype import ByDtype

Function = Callable[..., Any]

SIGNED = (tf.int8, tf.int16, tf.int32, tf.int64)
UNSIGNED = (tf.uint8, tf.uint16, tf.uint32, tf.uint64)
INTEGERS = SIGNED + UNSIGNED
AS_UNSIGNED = dict(zip(SIGNED, UNSIGNED, strict=True))
FLOATS = (tf.bfloat16, tf.float16, tf.float32, tf.float64)
COMPLEX = (tf.complex64, tf.complex128)

HALF = {tf.float16: tf.float32, tf.bfloat16: tf.float32}
"""The 16-bit floats, and the dtype in which their arithmetic is exact enough to round once."""

TO_FLOAT64 = {**dict.fromkeys(HALF, tf.float32), tf.float32: tf.float64}
"""For functions that are composed of several steps: the next wider dtype hides their rounding."""

NARROW_UNSIGNED = {tf.uint8: tf.int32, tf.uint16: tf.int32, tf.uint32: tf.int64}
"""Unsigned dtypes, and the signed ones that hold their values."""


def in_dtype(x: tf.Tensor, dtype: tf.DType) -> tf.Tensor:
    """`x` in a dtype; `tf.cast` takes microseconds to find that there is nothing to do."""
    return x if x.dtype == dtype else tf.cast(x, dtype)


def through(function: Function, dtype: tf.DType) -> Function:
    """`function` on its arrays cast to `dtype`, the result cast back."""

    def detour(x: tf.Tensor, /, *arrays: tf.Tensor, **options: Any) -> tf.Tensor:
        result = function(tf.cast(x, dtype), *[tf.cast(array, dtype) for array in arrays], **options)
        return tf.cast(result, x.dtype)

    return detour


def through_bits(function: Function, dtype: tf.DType) -> Function:
    """`function` on its arrays read bit by bit as `dtype` of the same width, the result read back."""

    def detour(x: tf.Tensor, /, *arrays: tf.Tensor, **options: Any) -> tf.Tensor:
        result = function(tf.bitcast(x, dtype), *[tf.bitcast(array, dtype) for array in arrays], **options)
        return tf.bitcast(result, x.dtype)

    return detour


def detoured(function: Function, table: Mapping[tf.DType, tf.DType]) -> ByDtype:
    """`function`, and for the dtypes of `table` `function` through the dtype that stands there."""
    return ByDtype(function, {dtype: through(function, other) for dtype, other in table.items()})


def except_for(function: Function, *cases: tuple[Iterable[tf.DType], Function]) -> ByDtype:
    """`function`, and each replacement for the dtypes that stand before it."""
    return ByDtype(function, {dtype: other for dtypes, other in cases for dtype in dtypes})


def unary(operation: Function) -> Function:
    """A raw operation of one array: half the Python overhead of the public function of TensorFlow."""

    def call(x: tf.Tensor, /) -> tf.Tensor:
        return operation(x=x)

    return call


def binary(operation: Function) -> Function:
    """A raw operation of two arrays: half the Python overhead of the public function of TensorFlow."""

    def call(x1: tf.Tensor, x2: tf.Tensor, /) -> tf.Tensor:
        return operation(x=x1, y=x2)

    return call
