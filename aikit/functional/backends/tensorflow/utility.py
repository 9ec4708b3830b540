"""Utility functions."""

from __future__ import annotations

import tensorflow as tf

from .axes import Axes, one_axis, reduced
from .manipulation import concat
from .searching import is_nonzero


def all(x: tf.Tensor, /, *, axis: Axes = None, keepdims: bool = False) -> tf.Tensor:
    return tf.reduce_all(is_nonzero(x), reduced(axis), keepdims)


def any(x: tf.Tensor, /, *, axis: Axes = None, keepdims: bool = False) -> tf.Tensor:
    return tf.reduce_any(is_nonzero(x), reduced(axis), keepdims)


def diff(
    x: tf.Tensor,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: tf.Tensor | None = None,
    append: tf.Tensor | None = None,
) -> tf.Tensor:
    if n < 0:
        raise ValueError(f"n={n} must not be negative")
    axis = one_axis(axis, x.shape.rank)
    if prepend is not None or append is not None:
        x = concat([part for part in (prepend, x, append) if part is not None], axis=axis)
    later = [slice(None)] * axis + [slice(1, None)]
    earlier = [slice(None)] * axis + [slice(None, -1)]
    for _ in range(n):
        x = x[later] - x[earlier]
    return x


__all__ = ["all", "any", "diff"]
