"""Layers that drop what is drawn, where the result shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("scaled_dot_product_attention.dropped", calls_functions=True, dtypes="real floating-point")
def dropped(x: Array | NativeArray, /) -> tuple[Array, ...]:
    """Equal weights of which every second one is dropped, along each axis and in all; and those of which none are."""
    values = aikit.eye(64, dtype=x.dtype, device=x.device)
    weights = aikit.scaled_dot_product_attention(values, values, values, scale=0, dropout_p=0.5, training=True)
    kept = aikit.scaled_dot_product_attention(values * 0, values, values, dropout_p=0.5)
    ends = [reduce(weights, axis=axis) for reduce in (aikit.max, aikit.min) for axis in (0, 1)]
    share = aikit.mean(aikit.astype(weights > 0, aikit.float32))
    return *ends, aikit.astype(abs(share - 0.5) < 0.1, x.dtype), kept


@protocol("lstm.dropped", calls_functions=True, dtypes="real floating-point")
def dropped_between(x: Array | NativeArray, /) -> tuple[Array, ...]:
    """Equal states of two layers between which every second one is dropped, along each axis and in all.

    Of each layer the gates are open, and what it remembers is its input, so that a state is the hyperbolic tangent of that
    of the input; the first layer has twice 1/4, and one of which something were dropped before would have other ones.
    """
    many, width = 64, 64
    nothing, own = aikit.zeros((width, width), dtype=x.dtype, device=x.device), aikit.eye(width, dtype=x.dtype)
    of_input = aikit.concat([nothing, nothing, aikit.to_device(own, x.device), nothing])
    of_state, bias = aikit.zeros_like(of_input), aikit.asarray([64.0, -64.0, 0.0, 64.0], dtype=x.dtype, device=x.device)
    weights = [of_input, of_state, aikit.repeat(bias, width), aikit.zeros_like(of_input[:, 0])]
    states = [aikit.zeros((2, many, width), dtype=x.dtype, device=x.device)] * 2
    given = aikit.full((1, many, width), 0.25, dtype=x.dtype, device=x.device)
    (found,), _, _ = aikit.lstm(given, states, [*weights, *weights], True, 2, 0.5, True, False)
    ends = [reduce(found, axis=axis) for reduce in (aikit.max, aikit.min) for axis in (0, 1)]
    share = aikit.mean(aikit.astype(found > 0, aikit.float32))
    return *ends, aikit.astype(abs(share - 0.5) < 0.1, x.dtype)


@protocol("multi_head_attention.projected", calls_functions=True, dtypes="real floating-point")
def projected(x: Array | NativeArray, /, *, context: bool = False, lacks: str = "none") -> Array:
    """Heads of queries, keys and values that functions of the caller's make, each with variables of its own."""
    made = {
        "to_q_fn": lambda given, v: given * v.factor,
        "to_kv_fn": lambda given, v: aikit.concat([given + v.summand, given * v.factor], axis=-1),
        "to_out_fn": lambda given, v: given[..., ::-1] * v.factor,
    }
    variables = {
        "to_q_v": aikit.Container(factor=2),
        "to_kv_v": aikit.Container(factor=-1, summand=0.5),
        "to_out_v": aikit.Container(factor=4),
    }
    kept: dict[str, Any] = {name: one for name, one in {**made, **variables}.items() if not name.startswith(lacks)}
    return aikit.multi_head_attention(x, 0.5, 2, x[::-1] if context else None, **kept)
