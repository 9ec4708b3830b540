"""Recurrent layers, each of which is a scan over the steps."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from aikit.functional.backends.recurrent import step, through_layers
from aikit.functional.rules import recurrent as rules
from aikit.functional.rules.random import key_of_draw

from ._dtypes import HALF
from .core import is_compiling
from .random import random_uniform

__all__ = ["lstm"]


class _Functions:
    """What a step is made of."""

    sigmoid, tanh = staticmethod(jax.nn.sigmoid), staticmethod(jnp.tanh)


def lstm(
    input: jax.Array,
    initial_states: Sequence[jax.Array],
    all_weights: Sequence[jax.Array],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
    batch_sizes: tuple[int, ...] | None,
) -> tuple[jax.Array, jax.Array, jax.Array]:
    options = (has_biases, num_layers, dropout, bidirectional, batch_first, batch_sizes)
    rules.check_lstm("lstm", input, initial_states, all_weights, *options)
    dtype, is_swapped = input.dtype, batch_first and batch_sizes is None
    if dtype in HALF:  # 16 bits would be rounded at each step
        input, *arrays = (one.astype(jnp.float32) for one in (input, *initial_states, *all_weights))
        initial_states, all_weights = arrays[:2], arrays[2:]
    x, h, c = through_layers(
        jnp,
        functools.partial(_one_direction, batch_sizes),
        functools.partial(_dropped, dropout) if train and dropout else None,
        jnp.swapaxes(input, 0, 1) if is_swapped else input,
        initial_states,
        all_weights,
        rules.layers_of(num_layers, bidirectional, has_biases),
    )
    return (jnp.swapaxes(x, 0, 1) if is_swapped else x).astype(dtype), h.astype(dtype), c.astype(dtype)


@functools.partial(jax.jit, static_argnums=(0, 5))
def _one_direction(
    batch_sizes: tuple[int, ...] | None,
    x: jax.Array,
    h: jax.Array,
    c: jax.Array,
    weights: Sequence[jax.Array],
    backward: bool,
) -> tuple[jax.Array, jax.Array, jax.Array]:
    of_input, of_state, *biases = weights
    running = places = None
    if batch_sizes is not None:  # beside each other; the states of a sequence that does not run stay as they are
        rows, places = map(np.asarray, rules.rows_of(batch_sizes))
        x, running = x[rows], rules.running(batch_sizes)
    inputs = jnp.matmul(x, of_input.mT, precision=lax.Precision.HIGHEST)
    for bias in biases:
        inputs = inputs + bias

    def one_step(states: Any, given: Any) -> Any:
        inputs, runs = given
        found = step(
            _Functions, inputs + jnp.matmul(states[0], of_state.mT, precision=lax.Precision.HIGHEST), states[1]
        )
        if runs is not None:
            found = tuple(jnp.where(runs, one, before) for one, before in zip(found, states, strict=True))
        return found, found[0]

    (h, c), states = lax.scan(one_step, (h, c), (inputs, running), reverse=backward)
    return states if places is None else states.reshape(-1, h.shape[-1])[places], h, c


def _dropped(prob: float, x: jax.Array) -> jax.Array:
    drawn = random_uniform(
        low=0, high=1, shape=x.shape, dtype=np.dtype("float32"), seed=key_of_draw("lstm", None, is_compiling)
    )
    return jnp.where(drawn < prob, 0, x / (1 - prob) if prob < 1 else x)
