"""What recurrent layers need of their arguments: shapes that fit each other."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from aikit.core.records import Arguments
from aikit.core.shapes import rank_of, shape_of
from aikit.core.wording import shown
from aikit.exceptions import AikitValueError
from aikit.functional.rules.random import check_probability


def check_lstm_update(
    name: str,
    x: Any,
    init_h: Any,
    init_c: Any,
    kernel: Any,
    recurrent_kernel: Any,
    bias: Any,
    recurrent_bias: Any,
    time_major: bool,
) -> None:
    """Raise AikitValueError where shapes do not fit each other, or a trace does not know the number of steps."""
    arrays = {"init_h": init_h, "init_c": init_c, "kernel": kernel, "recurrent_kernel": recurrent_kernel}
    arrays |= {key: one for key, one in (("bias", bias), ("recurrent_bias", recurrent_bias)) if one is not None}
    if any(rank_of(one) is None or None in shape_of(one) for one in (x, *arrays.values())):
        raise AikitValueError(
            f"{name}: under this trace an array has lengths that are not known, and each step is a part of it; state the "
            "shape, as with tf.ensure_shape"
        )
    shape = shape_of(x)
    if len(shape) < 2:
        raise AikitValueError(f"{name}: x has shape {shape}; it needs at least 2 dimensions, steps and features")
    width: Any = (shape_of(recurrent_kernel) or (0,))[0]
    batch = shape[1:-1] if time_major else shape[:-2]
    wanted = {
        "recurrent_kernel": (width, 4 * width),
        "kernel": (shape[-1], 4 * width),
        "init_h": (*batch, width),
        "init_c": (*batch, width),
        "bias": (4 * width,),
        "recurrent_bias": (4 * width,),
    }
    for key, one in arrays.items():
        if shape_of(one) != wanted[key]:
            raise AikitValueError(
                f"{name}: {key} has shape {shape_of(one)}; it must be {wanted[key]}, by x of shape {shape} and "
                f"recurrent_kernel of shape {shape_of(recurrent_kernel)}"
            )


def lstm_update(name: str, arguments: Arguments, backend: Any) -> None:
    """The shapes fit each other: see `check_lstm_update`."""
    check_lstm_update(name, **arguments)


class Direction(NamedTuple):
    """One of the directions in which a layer goes through the steps.

    Attributes
    ----------
    place : where its states stand among those of all layers.
    weights : where its weights stand.
    backward : whether it begins with the last step.
    """

    place: int
    weights: slice
    backward: bool


def layers_of(num_layers: int, bidirectional: bool, has_biases: bool) -> list[list[Direction]]:
    """The directions of each layer."""
    each, directions = 4 if has_biases else 2, 2 if bidirectional else 1
    found = [
        Direction(place, slice(each * place, each * place + each), place % directions == 1)
        for place in range(num_layers * directions)
    ]
    return [found[start : start + directions] for start in range(0, len(found), directions)]


def steps_of(batch_sizes: Sequence[int]) -> list[tuple[int, int]]:
    """The first row of each step of packed sequences, and the number of its rows."""
    starts = itertools.accumulate(batch_sizes, initial=0)
    return list(zip(starts, batch_sizes, strict=False))


def rows_of(batch_sizes: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Packed sequences beside each other: by step and sequence the row, 0 where there is none; by row its place there."""
    batch, steps = batch_sizes[0], steps_of(batch_sizes)
    rows = [[start + one if one < size else 0 for one in range(batch)] for start, size in steps]
    return rows, [step * batch + one for step, (_, size) in enumerate(steps) for one in range(size)]


def running(batch_sizes: Sequence[int]) -> Any:
    """By step and sequence whether it has that step, with an axis of features."""
    return np.arange(batch_sizes[0])[:, None] < np.asarray(batch_sizes)[:, None, None]


def check_lstm(
    name: str,
    input: Any,
    initial_states: Sequence[Any],
    all_weights: Sequence[Any],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    bidirectional: bool,
    batch_first: bool,
    batch_sizes: Sequence[int] | None,
) -> None:
    """Raise AikitValueError where shapes or numbers do not fit each other, or a trace does not know the steps."""
    if num_layers < 1:
        raise AikitValueError(f"{name}: num_layers={num_layers} must be 1 or more")
    check_probability(name, "dropout", dropout)
    if len(initial_states) != 2:
        raise AikitValueError(
            f"{name}: initial_states has {len(initial_states)} arrays; they are two, h and c before the first step"
        )
    directions, each = 2 if bidirectional else 1, 4 if has_biases else 2
    places = num_layers * directions
    if len(all_weights) != places * each:
        raise AikitValueError(
            f"{name}: all_weights has {len(all_weights)} arrays; with num_layers={num_layers}, bidirectional={bidirectional} and "
            f"has_biases={has_biases} they are {places * each}, {each} for each layer and direction"
        )
    arrays = (input, *initial_states, *all_weights)
    if any(rank_of(one) is None for one in arrays):
        raise AikitValueError(f"{name}: under this trace an array has no known rank; state the shape, {_STATE}")
    shape, ndim = shape_of(input), 3 if batch_sizes is None else 2
    if len(shape) != ndim:
        layout = "(rows, in) with batch_sizes" if ndim == 2 else "(steps, batch, in), or (batch, steps, in)"
        raise AikitValueError(f"{name}: input has shape {shape}; it must be {layout}")
    steps, batch = (shape[1], shape[0]) if batch_first else (shape[0], shape[1])
    if batch_sizes is not None:
        _check_packed(name, batch_sizes, shape)
        batch = batch_sizes[0]
    state = shape_of(all_weights[1])
    if None in (steps, shape[-1], *(length for one in all_weights for length in shape_of(one))):
        raise AikitValueError(
            f"{name}: input has shape {shape} and w_hh {state} under this trace; the number of steps and the lengths of the "
            f"weights must be known, for each step is a part of the input; state them, {_STATE}"
        )
    width: Any = state[-1] if state else 0
    for key, one in zip(("h", "c"), initial_states, strict=True):
        _check_shape(name, f"initial_states: {key}", one, (places, batch, width), shape, state)
    for place in range(places):
        of_input = shape[-1] if place < directions else directions * width
        wanted = ((4 * width, of_input), (4 * width, width), (4 * width,), (4 * width,))
        for key, one, lengths in zip(_WEIGHTS, all_weights[each * place : each * (place + 1)], wanted, strict=False):
            where = f"layer {place // directions}" + (", backward" if bidirectional and place % 2 else "")
            _check_shape(name, f"all_weights: {key} of {where}", one, lengths, shape, state)


_STATE = "as with tf.ensure_shape"
_WEIGHTS = ("w_ih", "w_hh", "b_ih", "b_hh")


def _check_packed(name: str, batch_sizes: Sequence[int], shape: Any) -> None:
    sizes = list(batch_sizes)
    if not sizes or sizes[-1] < 1 or any(one < after for one, after in itertools.pairwise(sizes)):
        raise AikitValueError(
            f"{name}: batch_sizes={shown(batch_sizes)} must be positive ints that do not increase, one for each step: sort the "
            "sequences by length, the longest first"
        )
    if shape[0] not in (None, sum(sizes)):
        raise AikitValueError(
            f"{name}: batch_sizes={shown(batch_sizes)} adds up to {sum(sizes)}, and input of shape {shape} has {shape[0]} rows"
        )


def _check_shape(name: str, what: str, one: Any, wanted: tuple[Any, ...], shape: Any, state: Any) -> None:
    found = shape_of(one)
    fit = (length == other or None in (length, other) for length, other in zip(found, wanted, strict=False))
    if len(found) != len(wanted) or not all(fit):
        raise AikitValueError(
            f"{name}: {what} has shape {found}; it must be {wanted}, by input of shape {shape} and w_hh of shape {state}"
        )


def lstm(name: str, arguments: Arguments, backend: Any) -> None:
    """The arguments fit each other: see `check_lstm`."""
    check_lstm(name, **{key: value for key, value in arguments.items() if key != "train"})
