"""Recurrent layers."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import aikit
from aikit.declare import compositional, mixed
from aikit.functional.backends import recurrent
from aikit.functional.rules import recurrent as rules

if TYPE_CHECKING:
    from aikit import Array, NativeArray

_ARRAYS = ("x", "init_h", "init_c", "kernel", "recurrent_kernel", "bias", "recurrent_bias")


@compositional(
    category="layers",
    dtypes="real floating-point",
    differentiable=_ARRAYS,
    check=rules.lstm_update,
)
def lstm_update(
    x: Array | NativeArray,
    init_h: Array | NativeArray,
    init_c: Array | NativeArray,
    kernel: Array | NativeArray,
    recurrent_kernel: Array | NativeArray,
    /,
    *,
    bias: Array | NativeArray | None = None,
    recurrent_bias: Array | NativeArray | None = None,
    time_major: bool = False,
) -> tuple[Array, Array]:
    """The states of an LSTM cell after each step of a sequence, and its memory after the last one.

    Hochreiter and Schmidhuber, "Long Short-Term Memory", 1997, with the forget gate of Gers et al., 2000. The four parts of
    the weights are those of the gates in the order of Keras: input, forget, cell and output, ``i, f, c, o``. A step is
    ``c = sigmoid(f) * c + sigmoid(i) * tanh(g)`` and ``h = sigmoid(o) * tanh(c)``, with the gates
    ``x @ kernel + bias + h @ recurrent_kernel + recurrent_bias``.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(..., steps, in)``, or ``(steps, ..., in)`` with `time_major`.
    init_h, init_c : arrays of shape ``(..., out)``, the state and the memory before the first step.
    kernel : array of shape ``(in, 4 * out)``.
    recurrent_kernel : array of shape ``(out, 4 * out)``.
    bias, recurrent_bias : arrays of shape ``(4 * out,)``, or None for zeros.
    time_major : whether the steps are the first axis of `x` and of the states, and not the last but one.

    Returns
    -------
    Array of the states after each step, of shape ``(..., steps, out)``, or ``(steps, ..., out)`` with `time_major`; array of
    the memory after the last step, of shape ``(..., out)``. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitValueError : shapes that do not fit each other; under a trace, a number of steps that is not known.

    Examples
    --------
    >>> import aikit
    >>> x, zeros = aikit.ones((3, 5, 2)), aikit.zeros((3, 4))
    >>> states, memory = aikit.lstm_update(x, zeros, zeros, aikit.ones((2, 16)), aikit.ones((4, 16)))
    >>> states.shape, memory.shape
    ((3, 5, 4), (3, 4))
    """
    rules.check_lstm_update(
        "lstm_update", x, init_h, init_c, kernel, recurrent_kernel, bias, recurrent_bias, time_major
    )
    dtype = x.dtype
    given: Any = (x, init_h, init_c, kernel, recurrent_kernel, bias, recurrent_bias)
    if dtype.itemsize == 2:  # half precision would be rounded at each step
        given = tuple(None if one is None else aikit.astype(one, aikit.float32) for one in given)
    x, state, memory, kernel, recurrent_kernel, bias, recurrent_bias = given
    inputs = aikit.matmul(x if time_major else aikit.moveaxis(x, -2, 0), kernel)
    for offset in (bias, recurrent_bias):
        inputs = inputs if offset is None else inputs + offset
    states = []
    steps: Any = inputs.shape[0]
    for step in range(steps):
        state, memory = recurrent.step(aikit, inputs[step] + aikit.matmul(state, recurrent_kernel), memory)
        states.append(state)
    # of no steps there are states of no length
    found = aikit.stack(states) if states else inputs[..., : recurrent_kernel.shape[0]]
    found = found if time_major else aikit.moveaxis(found, 0, -2)
    return aikit.astype(found, dtype, copy=False), aikit.astype(memory, dtype, copy=False)


@mixed(
    category="layers",
    dtypes="real floating-point",
    differentiable=("input", "initial_states", "all_weights"),
    check=rules.lstm,
)
def lstm(
    input: Array | NativeArray,
    initial_states: Sequence[Array | NativeArray],
    all_weights: Sequence[Array | NativeArray],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool = False,
    batch_sizes: Sequence[int] | None = None,
) -> tuple[Array, Array, Array]:
    """Layers of an LSTM, one above the other: the states of the last layer after each step, and the last ones of each layer.

    Hochreiter and Schmidhuber, "Long Short-Term Memory", 1997, with the forget gate of Gers et al., 2000. The four parts of
    the weights are those of the gates in the order of ``torch.nn.LSTM``: input, forget, cell and output, ``i, f, g, o``. A
    step is ``c = sigmoid(f) * c + sigmoid(i) * tanh(g)`` and ``h = sigmoid(o) * tanh(c)``, with the gates
    ``x @ w_ih.T + b_ih + h @ w_hh.T + b_hh``. Layers above the first one have the states of the one below as their input.

    Parameters
    ----------
    input : array of a real floating-point dtype, of shape ``(steps, batch, in)``, or ``(batch, steps, in)`` with
        `batch_first`; with `batch_sizes` of shape ``(rows, in)``.
    initial_states : the two arrays ``h`` and ``c`` before the first step, of shape ``(layers * directions, batch, out)``: of
        each layer that of the direction forward, and then that of the one backward.
    all_weights : in the same order the arrays ``w_ih``, of shape ``(4 * out, in)``, ``w_hh``, of shape ``(4 * out, out)``,
        and with `has_biases` ``b_ih`` and ``b_hh``, of shape ``(4 * out,)``. The ``in`` of layers above the first one is
        ``directions * out``.
    has_biases : whether there are biases among the weights.
    num_layers : the number of layers, 1 or more.
    dropout : the probability with which an element of what is between two layers is dropped where `train` is True, see
        `aikit.dropout`; it has no meaning otherwise. What is dropped is drawn by aikit's own generator, see `aikit.seed`.
    train : whether elements are dropped.
    bidirectional : whether each layer has a second direction, which begins with the last step; its states stand beside those
        of the first one.
    batch_first : whether the batch is the first axis of `input` and of the states after each step; it has no meaning with
        `batch_sizes`.
    batch_sizes : how many sequences have a first step, a second one, and so on, where they have different lengths: the rows
        of all first steps come first, those of the longest sequence on top, as in a packed sequence of PyTorch. None where
        all have the same length.

    Returns
    -------
    Array of the states of the last layer after each step, of the shape of `input` with ``directions * out`` in the place of
    ``in``; arrays of the last ``h`` and ``c`` of each sequence, of the shape of the initial ones. float16 and bfloat16 are
    computed in float32.

    Raises
    ------
    AikitValueError : shapes that do not fit each other; another number of weights; sizes of batches that increase, or do not
        add up to the rows; a probability outside of 0 to 1; a dropout in the trace of a compiled function, where each call
        would drop the same; under a trace, a number of steps or features that is not known.

    Examples
    --------
    >>> import aikit
    >>> x, zeros = aikit.ones((5, 3, 2)), aikit.zeros((1, 3, 4))
    >>> weights = [aikit.ones((16, 2)), aikit.ones((16, 4))]
    >>> states, h, c = aikit.lstm(x, (zeros, zeros), weights, False, 1, 0.0, False, False)
    >>> states.shape, h.shape, c.shape
    ((5, 3, 4), (1, 3, 4), (1, 3, 4))
    """
    options = (has_biases, num_layers, dropout, bidirectional, batch_first, batch_sizes)
    rules.check_lstm("lstm", input, initial_states, all_weights, *options)
    dtype = input.dtype
    if dtype.itemsize == 2:  # half precision would be rounded at each step
        input = aikit.astype(input, aikit.float32)
        initial_states, all_weights = (
            [aikit.astype(one, aikit.float32) for one in group] for group in (initial_states, all_weights)
        )
    is_swapped = batch_first and batch_sizes is None
    x, h, c = recurrent.through_layers(
        aikit,
        functools.partial(recurrent.through_steps, aikit, batch_sizes),
        (lambda x: aikit.dropout(x, dropout)) if train and dropout else None,
        aikit.swapaxes(input, 0, 1) if is_swapped else input,
        initial_states,
        all_weights,
        rules.layers_of(num_layers, bidirectional, has_biases),
    )
    x = aikit.swapaxes(x, 0, 1) if is_swapped else x
    return aikit.astype(x, dtype, copy=False), aikit.astype(h, dtype, copy=False), aikit.astype(c, dtype, copy=False)
