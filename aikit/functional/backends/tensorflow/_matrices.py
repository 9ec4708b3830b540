"""What functions of matrices look at and are made of."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from aikit.functional.rules.data_type import finfo
from aikit.functional.rules.linear_algebra import NotFinite

from ._axes import matrix_shape, size_of
from .core import is_traced
from .elementwise import isfinite


def may_look(x: tf.Tensor) -> bool:
    """Whether a call may look at the values: they are known, and on the host already."""
    return not is_traced(x) and "CPU" in x.device


def are_finite(x: tf.Tensor) -> tf.Tensor:
    """Of each matrix, whether all of its elements are finite."""
    return tf.reduce_all(isfinite(x), [-2, -1])


def nan(dtype: tf.DType) -> tf.Tensor:
    """NaN, in both parts of a complex number."""
    return tf.constant(complex(math.nan, math.nan) if dtype.is_complex else math.nan, dtype)


def check_finite(x: tf.Tensor) -> None:
    """Raise where there are no matrices, or some that are known not to be finite."""
    matrix_shape(x)
    if may_look(x) and not tf.reduce_all(are_finite(x)):
        raise NotFinite


@tf.custom_gradient
def determinant(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
    """The determinant of each matrix, with a gradient also where that is 0."""
    # TensorFlow's own gradient is made of the inverse, which singular matrices have not
    return tf.linalg.det(x), lambda upstream: upstream[..., None, None] * _cofactors(x)


def _cofactors(x: tf.Tensor) -> tf.Tensor:
    """The conjugate cofactors of each matrix: by the inverse where that is exact, else by singular values."""
    finite = are_finite(x)[..., None, None]
    identity = tf.eye(size_of(x, -1), dtype=x.dtype)
    x = tf.where(finite, x, identity)
    value = determinant(x)[..., None, None]
    largest = tf.reduce_prod(tf.norm(x, axis=-1), -1)[..., None, None]  # by Hadamard
    regular = tf.abs(value) > finfo(x).eps ** 0.25 * tf.abs(largest)
    by_inverse = tf.math.conj(value) * tf.linalg.inv(tf.where(regular, x, identity), adjoint=True)
    cofactors = tf.cond(
        tf.reduce_all(regular), lambda: by_inverse, lambda: tf.where(regular, by_inverse, _cofactors_of_singular(x))
    )
    return tf.where(finite, cofactors, nan(x.dtype))


@tf.custom_gradient
def _cofactors_of_singular(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
    """The conjugate cofactors by singular values, whose own gradient is of no use where several of them are 0."""
    singular, left, right = tf.linalg.svd(x)
    others = tf.math.cumprod(singular, -1, exclusive=True) * tf.math.cumprod(singular, -1, exclusive=True, reverse=True)
    sign = tf.math.conj(tf.linalg.det(left)) * tf.linalg.det(right)
    cofactors = tf.cast(others, x.dtype)[..., None, :] * left @ tf.linalg.adjoint(right) * sign[..., None, None]
    return cofactors, lambda upstream: _along_cofactors(x, upstream)


@tf.custom_gradient
def _along_cofactors(x: tf.Tensor, y: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], Any]]:
    """The conjugate second derivatives of the determinant, once along `y`; by singular values.

    Where x is diagonal they are, along y and z, the sum of (y_ii z_jj - y_ij z_ji) times all other elements over i != j.
    """
    singular, left, right = tf.linalg.svd(x)
    before = tf.math.cumprod(singular, -1, exclusive=True)
    after = tf.math.cumprod(singular, -1, exclusive=True, reverse=True)
    behind = tf.linalg.band_part(tf.ones_like(x, singular.dtype), 0, -1) - tf.eye(size_of(x, -1), dtype=singular.dtype)
    between = tf.math.cumprod(tf.where(behind > 0, singular[..., None, :], tf.ones_like(behind)), -1, exclusive=True)
    others = behind * before[..., :, None] * between * after[..., None, :]
    others = tf.cast(others + tf.linalg.matrix_transpose(others), x.dtype)
    turned = tf.linalg.adjoint(left) @ y @ right
    diagonal = others @ tf.linalg.diag_part(turned)[..., None]
    turned = tf.linalg.diag(diagonal[..., 0]) - others * tf.linalg.matrix_transpose(turned)
    sign = tf.math.conj(tf.linalg.det(left)) * tf.linalg.det(right)
    result = sign[..., None, None] * left @ tf.math.conj(turned) @ tf.linalg.adjoint(right)

    def gradient(upstream: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        # a third derivative is not known here
        unknown = tf.where(tf.reduce_any(upstream != 0, [-2, -1], keepdims=True), nan(x.dtype), tf.zeros_like(x))
        return unknown, _along_cofactors(x, upstream)

    return result, gradient


_EXPONENT = {tf.float32: (tf.int32, 0x7F800000), tf.float64: (tf.int64, 0x7FF0000000000000)}
"""The integers of the same width, and the bits of the exponent."""


def scaled_by_power(x: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
    """Each matrix divided by a power of two near its greatest magnitude, which is exact, and that power.

    Some decompositions square elements on the way, and fail or give NaN where that overflows.
    """
    size = tf.reduce_max(tf.abs(x), [-2, -1], keepdims=True)
    bits, exponent = _EXPONENT[size.dtype]
    power = tf.bitcast(tf.bitwise.bitwise_and(tf.bitcast(size, bits), exponent), size.dtype)
    power = tf.where((size > 0) & (power > 0), power, tf.ones_like(power))
    power = tf.cast(power, x.dtype)
    return x / power, power
