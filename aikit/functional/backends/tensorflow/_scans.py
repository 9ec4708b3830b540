"""The cumulative product with a gradient that holds beside zeros, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ._axes import rank_of, size_of, swap_to_last


def cumprod(x: tf.Tensor, axis: int) -> tf.Tensor:
    """`tf.math.cumprod`, whose own gradient divides by the elements, so that it is 0 from a zero on."""

    @tf.custom_gradient
    def differentiable(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
        return tf.math.cumprod(x, axis), lambda upstream: swap_to_last(
            _gradient(swap_to_last(upstream, axis), tf.math.conj(swap_to_last(x, axis))), axis
        )

    return differentiable(x)


def _gradient(upstream: tf.Tensor, factors: tf.Tensor) -> tf.Tensor:
    """Along the last axis: the product of what stands before an element, times the sum of what stands after it."""
    before = tf.concat([tf.ones_like(factors[..., :1]), cumprod(factors, rank_of(factors) - 1)[..., :-1]], -1)
    return before * _suffix_sums(upstream, _later(factors, 1))


def _later(x: tf.Tensor, places: Any) -> tf.Tensor:
    """The elements that stand so many places later, 0 where there are none."""
    return tf.concat([x[..., places:], tf.zeros_like(x[..., :places])], -1)


def _suffix_sums(terms: tf.Tensor, factors: tf.Tensor) -> tf.Tensor:
    """s[i] = terms[i] + factors[i] * s[i + 1], over windows of a length that doubles."""

    def doubled(length: Any, terms: tf.Tensor, factors: tf.Tensor) -> tuple[Any, tf.Tensor, tf.Tensor]:
        return 2 * length, terms + factors * _later(terms, length), factors * _later(factors, length)

    count, length = size_of(terms, -1), 1
    if not isinstance(count, int):
        shapes = (tf.TensorShape([]), terms.shape, factors.shape)
        state = (tf.constant(1), terms, factors)
        return tf.while_loop(lambda length, *_: length < count, doubled, state, shape_invariants=shapes)[1]
    while length < count:
        length, terms, factors = doubled(length, terms, factors)
    return terms
