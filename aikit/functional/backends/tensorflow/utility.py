"""Utility functions."""

from __future__ import annotations

import tensorflow as tf

from ._axes import Axes, one_axis, rank_of, reduced
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
    one_axis(axis, rank_of(x))
    if prepend is not None or append is not None:
        x = concat([part for part in (prepend, x, append) if part is not None], axis=axis)
    for _ in range(n):
        x = _part(x, axis, slice(1, None)) - _part(x, axis, slice(None, -1))
    return x


def _part(x: tf.Tensor, axis: int, part: slice) -> tf.Tensor:
    """A slice along an axis, which may be counted from the back where the rank is unknown."""
    if axis >= 0:
        return x[(*[slice(None)] * axis, part)]
    return x[(..., part, *[slice(None)] * (-axis - 1))]


__all__ = ["all", "any", "diff"]
