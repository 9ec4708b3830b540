"""Recurrent layers, of functions that libraries have in common, such as ``concat``, ``matmul``, ``sigmoid`` and ``swapaxes``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from aikit.functional.rules.recurrent import Direction, steps_of


def step(xp: Any, gates: Any, memory: Any) -> tuple[Any, Any]:
    """The state and the memory after a step, in the functions of the namespace `xp`."""
    width = memory.shape[-1]
    into, forget, cell, output = (gates[..., place * width : (place + 1) * width] for place in range(4))
    memory = xp.sigmoid(forget) * memory + xp.sigmoid(into) * xp.tanh(cell)
    return xp.sigmoid(output) * xp.tanh(memory), memory


def through_steps(
    xp: Any,
    batch_sizes: Sequence[int] | None,
    x: Any,
    first_h: Any,
    first_c: Any,
    weights: Sequence[Any],
    backward: bool,
) -> tuple[Any, Any, Any]:
    """The states of one direction of a layer after each step, and the last ones: one step after the other."""
    of_input, of_state, *biases = weights
    inputs = xp.matmul(x, xp.swapaxes(of_input, 0, 1))
    for bias in biases:
        inputs = inputs + bias
    recurrent, order = xp.swapaxes(of_state, 0, 1), -1 if backward else 1
    h, c, states = first_h, first_c, []
    if batch_sizes is None:
        for place in range(inputs.shape[0])[::order]:
            h, c = step(xp, inputs[place] + xp.matmul(h, recurrent), c)
            states.append(h)
        # of no steps there are states of no length
        return xp.stack(states[::order]) if states else inputs[..., : h.shape[-1]], h, c
    count, ended = batch_sizes[::order][0], []
    h, c = h[:count], c[:count]
    for start, size in steps_of(batch_sizes)[::order]:
        if size < count:
            ended.append((h[size:], c[size:]))
            h, c = h[:size], c[:size]
        elif size > count:
            h, c = (xp.concat([one, first[count:size]], axis=0) for one, first in ((h, first_h), (c, first_c)))
        h, c = step(xp, inputs[start : start + size] + xp.matmul(h, recurrent), c)
        states.append(h)
        count = size
    for of_h, of_c in reversed(ended):
        h, c = xp.concat([h, of_h], axis=0), xp.concat([c, of_c], axis=0)
    return xp.concat(states[::order], axis=0), h, c


def through_layers(
    xp: Any,
    one_direction: Callable[..., tuple[Any, Any, Any]],
    drop: Callable[[Any], Any] | None,
    x: Any,
    initial_states: Sequence[Any],
    all_weights: Sequence[Any],
    layers: Sequence[Sequence[Direction]],
) -> tuple[Any, Any, Any]:
    """The states of the last layer after each step, and the last ones of all.

    Parameters
    ----------
    one_direction : makes of the input of a layer, its ``h`` and ``c``, its weights, and of whether it goes backward, what
        `through_steps` makes of them.
    drop : what is done between two layers; None for nothing.
    """
    last: list[tuple[Any, Any]] = []
    for layer in layers:
        if last and drop is not None:
            x = drop(x)
        found = []
        for one in layer:
            h, c = (states[one.place] for states in initial_states)
            found.append(one_direction(x, h, c, all_weights[one.weights], one.backward))
        x = xp.concat([states for states, _, _ in found], axis=-1) if len(found) > 1 else found[0][0]
        last += [(h, c) for _, h, c in found]
    return x, xp.stack([h for h, _ in last]), xp.stack([c for _, c in last])
