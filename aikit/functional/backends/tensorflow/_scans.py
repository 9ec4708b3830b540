"""Products with gradients that hold beside zeros, too, and so do the gradients of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ._axes import Axes, other_axes, rank_of, reduced, several_axes, size_of, swap_to_last
from .elementwise import may_be_differentiated


def cumprod(x: tf.Tensor, axis: int) -> tf.Tensor:
    """`tf.math.cumprod`, whose own gradient divides by the elements, so that it is 0 from a zero on."""

    @tf.custom_gradient
    def differentiable(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
        return tf.math.cumprod(x, axis), lambda upstream: swap_to_last(
            _gradient(swap_to_last(upstream, axis), tf.math.conj(swap_to_last(x, axis))), axis
        )

    return differentiable(x)


def product(x: tf.Tensor, axis: Axes, keepdims: bool = False) -> tf.Tensor:
    """`tf.reduce_prod`, the gradient of whose gradient divides by the elements."""
    if not ((x.dtype.is_floating or x.dtype.is_complex) and may_be_differentiated()):
        return tf.reduce_prod(x, reduced(axis), keepdims)

    @tf.custom_gradient
    def differentiable(x: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
        return tf.reduce_prod(x, reduced(axis), keepdims), lambda upstream: _along_others(x, axis, upstream)

    return differentiable(x)


def _along_others(x: tf.Tensor, axis: Axes, upstream: tf.Tensor) -> tf.Tensor:
    """What is upstream of a product, times the conjugate product of all other elements of it."""
    rank = rank_of(x)
    if isinstance(rank, int):  # XLA must know the order
        joined = list(range(rank)) if axis is None else several_axes(axis, rank)
        free = tf.constant([one for one in range(rank) if one not in joined], tf.int32)
        axes = tf.constant(joined, tf.int32)
    else:
        axes = tf.range(rank) if axis is None else tf.convert_to_tensor(several_axes(axis, rank), tf.int32)
        free = other_axes(axes, rank)
    order, shape = tf.concat([free, axes], 0), tf.shape(x)
    moved = tf.transpose(tf.math.conj(x), order)
    factors = tf.reshape(moved, [tf.reduce_prod(tf.gather(shape, one)) for one in (free, axes)])
    others = _before(factors) * tf.reverse(_before(tf.reverse(factors, [1])), [1])
    others = tf.transpose(tf.reshape(others, tf.shape(moved)), tf.math.invert_permutation(order))
    kept = tf.tensor_scatter_nd_update(shape, axes[:, None], tf.ones_like(axes))
    return tf.ensure_shape(tf.reshape(upstream, kept) * others, x.shape)


def _before(factors: tf.Tensor) -> tf.Tensor:
    """The products of what stands before each element along the last axis."""
    return tf.concat([tf.ones_like(factors[..., :1]), cumprod(factors, rank_of(factors) - 1)[..., :-1]], -1)


def _gradient(upstream: tf.Tensor, factors: tf.Tensor) -> tf.Tensor:
    """Along the last axis: the product of what stands before an element, times the sum of what stands after it."""
    return _before(factors) * _suffix_sums(upstream, _later(factors, 1))


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
