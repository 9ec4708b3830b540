"""References of recurrent layers: one step after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from pytest_aikit.numerics import wide
from pytest_aikit.numerics.magnitudes import magnitudes


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
        opened = _sigmoid(gates)
        c = opened[..., width : 2 * width] * c + (opened[..., :width] * np.tanh(gates[..., 2 * width : 3 * width]))
        h = opened[..., 3 * width :] * np.tanh(c)
        states[step] = h
    return (states if time_major else np.moveaxis(states, 0, -2)), c


def scale_of_lstm_update(x: Any, init_h: Any, init_c: Any, kernel: Any, recurrent: Any, /, **options: Any) -> Any:
    """The errors of gates are those of sums, which a step hands on; states are within 1, memories within 1 a step."""
    states, memory = lstm_update(x, init_h, init_c, kernel, recurrent, **options)
    terms = 1 + _greatest(x) * _largest_row(kernel.T)
    terms = terms + (1 + _greatest(init_h)) * _largest_row(recurrent.T)
    greatest = 1 + _greatest(init_c)
    return states * 0 + terms * greatest, memory * 0 + terms * greatest


def lstm(
    input: Any,
    initial_states: Any,
    all_weights: Any,
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
    batch_sizes: Any,
) -> Any:
    """Of one sequence after the other, one direction after the other; of a dropout of all or nothing."""
    sequences = _sequences(input, batch_first, batch_sizes)
    last_h, last_c = (np.array(one) for one in initial_states)
    width, directions, each = last_h.shape[-1], 2 if bidirectional else 1, 4 if has_biases else 2
    for layer in range(num_layers):
        above = [np.zeros((len(one), directions * width), last_h.dtype) for one in sequences]
        for direction in range(directions):
            place = layer * directions + direction
            weights = all_weights[each * place : each * (place + 1)]
            offset = sum(weights[2:])
            for number, sequence in enumerate(sequences):
                given = sequence @ weights[0].T + offset
                h, c = last_h[place, number], last_c[place, number]
                for step in range(len(sequence))[:: -1 if direction else 1]:
                    gates = given[step] + weights[1] @ h
                    i, f, _, o = _sigmoid(gates).reshape(4, width)
                    c = f * c + i * np.tanh(gates[2 * width : 3 * width])
                    h = o * np.tanh(c)
                    above[number][step, direction * width : (direction + 1) * width] = h
                last_h[place, number], last_c[place, number] = h, c
        sequences = above if layer == num_layers - 1 else [one * (1 - train * dropout) for one in above]
    return _together(sequences, input, directions * width, batch_first, batch_sizes), last_h, last_c


def _sequences(input: Any, batch_first: bool, batch_sizes: Any) -> list[Any]:
    """The steps of each sequence."""
    if batch_sizes is None:
        return list(input if batch_first else np.swapaxes(input, 0, 1))
    starts = np.cumsum([0, *batch_sizes])
    lengths = [sum(number < size for size in batch_sizes) for number in range(batch_sizes[0])]
    return [np.stack([input[starts[step] + number] for step in range(length)]) for number, length in enumerate(lengths)]


def _together(sequences: Any, input: Any, width: int, batch_first: bool, batch_sizes: Any) -> Any:
    """The inverse of `_sequences`, of vectors of another width."""
    if batch_sizes is not None:
        rows = [sequences[number][step] for step, size in enumerate(batch_sizes) for number in range(size)]
        return np.stack(rows)
    stacked = np.stack(sequences) if sequences else np.zeros((*input.shape[:-1], width), input.dtype)
    return stacked if batch_first or not sequences else np.swapaxes(stacked, 0, 1)


def scale_of_lstm(
    input: Any, initial_states: Any, all_weights: Any, has_biases: bool, num_layers: int, *others: Any
) -> Any:
    """As of one layer, whose errors the weights of the one above hand on."""
    each = 4 if has_biases else 2
    most: float = 0
    for start in range(0, len(all_weights), each):
        of_input, of_state, *biases = all_weights[start : start + each]
        x = _greatest(input) if start == 0 else 1
        terms = 1 + x * _largest_row(of_input) + sum(_greatest(one) for one in biases)
        terms = terms + (1 + _greatest(initial_states[0])) * _largest_row(of_state)
        most = max(most, terms) if start == 0 else terms + _largest_row(of_input) * most
    greatest = 1 + _greatest(initial_states[1])
    last = initial_states[0].shape
    shapes = (*input.shape[:-1], last[-1] * (last[0] // num_layers)), last, last
    return tuple(np.full(shape, most * greatest) for shape in shapes)


def _largest_row(weights: Any) -> Any:
    return np.max(np.sum(magnitudes(weights), axis=1), initial=0)


def _greatest(values: Any) -> Any:
    return np.max(magnitudes(values), initial=0)


def dropped(x: Any) -> tuple[Any, ...]:
    """A state of 1/4 after two layers, 4/3 as large between them where it is kept; some of each row and column is."""
    first = np.tanh(np.tanh(np.resize(wide.number(0.25), 64)))
    greatest, least = np.tanh(np.tanh(first * 4 / 3)), np.zeros(64)
    return greatest, greatest, least, least, *[np.ones(())] * 3
