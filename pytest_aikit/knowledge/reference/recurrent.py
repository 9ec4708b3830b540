"""References of recurrent layers: one step after the other."""

from __future__ import annotations

from typing import Any

import numpy as np


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def lstm_update(
    x: Any,
    init_h: Any,
    init_c: Any,
    kernel: Any,
    recurrent: Any,
    /,
    *,
    bias: Any,
    recurrent_bias: Any,
    time_major: bool,
) -> Any:
    width = recurrent.shape[0]
    sequence = x if time_major else np.moveaxis(x, -2, 0)
    h, c = init_h, init_c
    states = np.zeros((len(sequence), *h.shape), np.result_type(x, init_h, kernel))
    for step, one in enumerate(sequence):
        gates = one @ kernel + h @ recurrent
        gates = gates + (0 if bias is None else bias) + (0 if recurrent_bias is None else recurrent_bias)
        c = _sigmoid(gates[..., width : 2 * width]) * c + (
            _sigmoid(gates[..., :width]) * np.tanh(gates[..., 2 * width : 3 * width])
        )
        h = _sigmoid(gates[..., 3 * width :]) * np.tanh(c)
        states[step] = h
    return (states if time_major else np.moveaxis(states, 0, -2)), c


def scale_of_lstm_update(x: Any, init_h: Any, init_c: Any, kernel: Any, recurrent: Any, /, **options: Any) -> Any:
    """The errors of gates are those of sums, which a step hands on; states are within 1, memories within 1 a step."""
    states, memory = lstm_update(x, init_h, init_c, kernel, recurrent, **options)
    terms = 1 + np.max(np.abs(x), initial=0) * np.max(np.sum(np.abs(kernel), axis=0), initial=0)
    terms = terms + (1 + np.max(np.abs(init_h), initial=0)) * np.max(np.sum(np.abs(recurrent), axis=0), initial=0)
    greatest = 1 + np.max(np.abs(init_c), initial=0)
    return states * 0 + terms * greatest, memory * 0 + terms * greatest
