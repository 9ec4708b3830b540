"""Recurrent layers, each of which is a loop over the steps in a graph."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from aikit.functional.backends.recurrent import step, through_layers, through_steps
from aikit.functional.rules import recurrent as rules
from aikit.functional.rules.random import key_of_draw

from ._dtypes import HALF
from .core import is_compiling
from .gradients import mapping
from .random import random_uniform

__all__ = ["lstm"]


class _Functions:
    """What the steps are made of where a loop cannot be mapped."""

    concat, matmul, stack = staticmethod(tf.concat), staticmethod(tf.matmul), staticmethod(tf.stack)
    sigmoid, tanh = staticmethod(tf.math.sigmoid), staticmethod(tf.math.tanh)

    @staticmethod
    def swapaxes(x: tf.Tensor, axis1: int, axis2: int) -> tf.Tensor:
        return tf.transpose(x, (axis2, axis1))


def lstm(
    input: tf.Tensor,
    initial_states: Sequence[tf.Tensor],
    all_weights: Sequence[tf.Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
    batch_sizes: tuple[int, ...] | None,
) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    options = (has_biases, num_layers, dropout, bidirectional, batch_first, batch_sizes)
    rules.check_lstm("lstm", input, initial_states, all_weights, *options)
    dtype, is_swapped = input.dtype, batch_first and batch_sizes is None
    wide = HALF.get(dtype, dtype)  # 16 bits would be rounded at each step
    input = tf.cast(input, wide)
    x, h, c = through_layers(
        tf,
        functools.partial(through_steps, _Functions, batch_sizes)
        if mapping.on
        else functools.partial(_one_direction, batch_sizes),
        functools.partial(_dropped, dropout) if train and dropout else None,
        tf.transpose(input, (1, 0, 2)) if is_swapped else input,
        [tf.cast(one, wide) for one in initial_states],
        [tf.cast(one, wide) for one in all_weights],
        rules.layers_of(num_layers, bidirectional, has_biases),
    )
    x = tf.transpose(x, (1, 0, 2)) if is_swapped else x
    return tf.cast(x, dtype), tf.cast(h, dtype), tf.cast(c, dtype)


def _one_direction(
    batch_sizes: tuple[int, ...] | None,
    x: tf.Tensor,
    h: tf.Tensor,
    c: tf.Tensor,
    weights: Sequence[tf.Tensor],
    backward: bool,
) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    # without steps, a loop whose graph knows no number of sequences cannot tell the shape of the states
    loop = _eagerly if tf.executing_eagerly() and x.shape[0] else _in_a_loop
    return loop(batch_sizes, h.shape[-1], x, h, c, weights, backward)  # type: ignore[no-any-return]


def _in_a_loop(
    batch_sizes: tuple[int, ...] | None,
    width: int | None,
    x: tf.Tensor,
    h: tf.Tensor,
    c: tf.Tensor,
    weights: Sequence[tf.Tensor],
    backward: bool,
) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    of_input, of_state, *biases = weights
    h, c = (tf.ensure_shape(one, (None, width)) for one in (h, c))
    running = places = None
    if batch_sizes is not None:  # beside each other; the states of a sequence that does not run stay as they are
        rows, places = rules.rows_of(batch_sizes)
        x, running = tf.gather(x, rows), tf.constant(rules.running(batch_sizes))
    inputs, recurrent = tf.tensordot(x, of_input, [[2], [1]]), tf.transpose(of_state)
    length = tf.shape(x)[0] if x.shape[0] is None else x.shape[0]
    for bias in biases:
        inputs = inputs + bias

    def one_step(count: tf.Tensor, h: tf.Tensor, c: tf.Tensor, states: tf.TensorArray) -> Any:
        place = length - 1 - count if backward else count
        found = step(tf.math, inputs[place] + tf.matmul(h, recurrent), c)
        if running is not None:
            found = tuple(tf.where(running[place], one, before) for one, before in zip(found, (h, c), strict=True))
        return count + 1, *found, states.write(place, found[0])

    states = tf.TensorArray(x.dtype, length, element_shape=h.shape)
    _, h, c, states = tf.while_loop(
        lambda count, *_: count < length, one_step, (tf.constant(0), h, c, states), maximum_iterations=length
    )
    found = states.stack()
    return found if places is None else tf.gather(tf.reshape(found, (-1, width)), places), h, c


_eagerly = tf.function(_in_a_loop, autograph=False, reduce_retracing=True)
"""One graph for all lengths and numbers of sequences, where they differ from call to call."""


def _dropped(prob: float, x: tf.Tensor) -> tf.Tensor:
    key = key_of_draw("lstm", None, is_compiling)
    drawn = random_uniform(low=tf.zeros_like(x, tf.float32), high=1, shape=None, dtype=tf.float32, seed=key)
    return tf.where(drawn < prob, tf.zeros_like(x), x / (1 - prob) if prob < 1 else x)
