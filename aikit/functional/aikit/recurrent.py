"""Recurrent layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aikit
from aikit.declare import compositional
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
        gates = inputs[step] + aikit.matmul(state, recurrent_kernel)
        into, forget, cell, output = aikit.split(gates, num_or_size_splits=4, axis=-1)
        memory = aikit.sigmoid(forget) * memory + aikit.sigmoid(into) * aikit.tanh(cell)
        state = aikit.sigmoid(output) * aikit.tanh(memory)
        states.append(state)
    # of no steps there are states of no length
    found = aikit.stack(states) if states else inputs[..., : recurrent_kernel.shape[0]]
    found = found if time_major else aikit.moveaxis(found, 0, -2)
    return aikit.astype(found, dtype, copy=False), aikit.astype(memory, dtype, copy=False)
