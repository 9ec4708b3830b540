"""Layers that drop what is drawn, where the result shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import aikit
from pytest_aikit.cases.protocols.declaring import protocol

if TYPE_CHECKING:
    from aikit import Array, NativeArray


@protocol("scaled_dot_product_attention.dropped", calls_functions=True, dtypes="real floating-point")
def dropped(x: Array | NativeArray, /) -> tuple[Array, ...]:
    """Equal weights of which every second one is dropped, along each axis and in all; and those of which none are.

    And of many draws, each with causality or a mask, of which every fourth one is dropped: the greatest and the least that is
    kept at each place, and whether each is dropped as often as it should be, whatever another is. That is found wrong once
    in 10**7 runs.
    """
    values = aikit.eye(64, dtype=x.dtype, device=x.device)
    weights = aikit.scaled_dot_product_attention(values, values, values, scale=0, dropout_p=0.5, training=True)
    kept = aikit.scaled_dot_product_attention(values * 0, values, values, dropout_p=0.5)
    ends = [reduce(weights, axis=axis) for reduce in (aikit.max, aikit.min) for axis in (0, 1)]
    share = aikit.mean(aikit.astype(weights > 0, aikit.float32))
    count, makes = 1024, {"dtype": x.dtype, "device": x.device}
    query, key, own = (
        aikit.asarray(np.tile(one, (count, 1, 1)), **makes)
        for one in (np.ones((2, 3)), [[0, 0, 0], [1, 0, 0]], np.eye(2))
    )
    allowed = np.array([[[True, False], [True, True]], *[[[False, True], [True, True]]] * 2])
    restricted: list[dict[str, Any]] = [
        {"is_causal": True},
        {"mask": aikit.asarray(allowed[1], device=x.device)},
        {"mask": aikit.asarray(np.where(allowed[2], 0, -np.inf), **makes)},
    ]
    drawn = aikit.stack(
        [
            aikit.scaled_dot_product_attention(query, key, own, dropout_p=0.25, training=True, **one)
            for one in restricted
        ]
    )
    drawn = aikit.reshape(drawn, (3, count, 4))
    are_kept = drawn > 0
    least = aikit.min(aikit.where(are_kept, drawn, 2), axis=1)
    one, two = (aikit.astype(one, aikit.float32) for one in (are_kept, aikit.matrix_transpose(are_kept)))
    of_one = allowed.reshape(3, 4) * 0.75
    wanted = np.where(np.eye(4, dtype=bool), of_one[:, None], of_one[:, None] * of_one[..., None])
    together = aikit.matmul(two, one) / count - aikit.asarray(wanted, dtype=aikit.float32, device=x.device)
    found = aikit.max(drawn, axis=1), least, aikit.astype(aikit.max(abs(together)) < 0.1, x.dtype)
    return *ends, aikit.astype(abs(share - 0.5) < 0.1, x.dtype), kept, *found


@protocol("scaled_dot_product_attention.dropped_gradients", calls_functions=True, dtypes="real floating-point")
def slopes_of_dropped(x: Array | NativeArray, /) -> Array:
    """Whether the gradients by queries, keys, values and a mask are the differences of calls with one draw.

    That is `one_for_all`, as `aikit.seed` would change what other threads draw.
    """
    makes = {"dtype": aikit.float32 if x.dtype.itemsize == 2 else x.dtype, "device": x.device}
    query, key = (2 * np.sin(np.arange(4096) * factor).reshape(1024, 2, 2) for factor in (2, 3))
    mask = np.array([[1, -1], [-1, 1]])
    given = [query, key, key + 2 * np.eye(2), mask]
    weights = aikit.asarray((query + mask) / 1024, **makes)

    def loss(*arrays: Array) -> Array:
        *others, mask = arrays
        found = aikit.scaled_dot_product_attention(*others, mask=mask, dropout_p=0.25, training=True)
        return aikit.sum(found * weights)

    of_one_draw = aikit.core.random_state.one_for_all(loss, lambda: False)
    gradients = aikit.grad(of_one_draw, [0, 1, 2, 3])(*(aikit.asarray(one, **makes) for one in given))
    found = []
    for place, gradient in enumerate(gradients):
        moved = [[one * (1 + sign * (place == own) / 32) for own, one in enumerate(given)] for sign in (-1, 1)]
        below, above = (of_one_draw(*(aikit.asarray(one, **makes) for one in several)) for several in moved)
        slope = aikit.sum(gradient * aikit.asarray(given[place], **makes))
        found.append(abs((above - below) * 16 - slope) < 0.02)
    return aikit.astype(aikit.stack(found), x.dtype)


@protocol("lstm.dropped", calls_functions=True, dtypes="real floating-point")
def dropped_between(x: Array | NativeArray, /) -> tuple[Array, ...]:
    """Equal states of two layers between which every fourth one is dropped, along each axis, in all, in both steps, and again.

    Of each layer the gates are open, and what it remembers is its input, so that a state is the hyperbolic tangent of that
    of the input; the first layer has twice 1/4, and one of which something were dropped before would have other ones. Shares
    are found wrong once in 10**8 runs.
    """
    many, width = 64, 64
    nothing, own = aikit.zeros((width, width), dtype=x.dtype, device=x.device), aikit.eye(width, dtype=x.dtype)
    of_input = aikit.concat([nothing, nothing, aikit.to_device(own, x.device), nothing])
    of_state = aikit.zeros_like(of_input)
    bias = aikit.asarray([64.0, -1024.0, 0.0, 64.0], dtype=x.dtype, device=x.device)
    weights = [of_input, of_state, aikit.repeat(bias, width), aikit.zeros_like(of_input[:, 0])]
    states = [aikit.zeros((2, many, width), dtype=x.dtype, device=x.device)] * 2
    given = aikit.full((2, many, width), 0.25, dtype=x.dtype, device=x.device)
    found, other = (aikit.lstm(given, states, [*weights, *weights], True, 2, 0.25, True, False)[0] for _ in range(2))
    ends = [reduce(found, axis=(0, axis)) for reduce in (aikit.max, aikit.min) for axis in (1, 2)]
    kept = aikit.astype(found > 0, aikit.float32)
    share, both = aikit.mean(kept), aikit.mean(aikit.min(kept, axis=0))
    again = aikit.mean(aikit.where(other > 0, kept, 1 - kept))  # or both dropped
    as_wanted = abs(share - 0.75) < 0.03, abs(both - 0.5625) < 0.05, abs(again - 0.625) < 0.05
    return *ends, *(aikit.astype(one, x.dtype) for one in as_wanted)


@protocol("lstm.dropped_gradients", calls_functions=True, dtypes="real floating-point")
def slopes_through_dropped(x: Array | NativeArray, /) -> Array:
    """Whether the gradients by the input and by the weights are the differences of calls with one draw."""
    makes = {"dtype": aikit.float32 if x.dtype.itemsize == 2 else x.dtype, "device": x.device}
    given = [np.sin(np.arange(256)).reshape(2, 64, 2), np.cos(np.arange(16)).reshape(8, 2)]
    states, factors = [aikit.zeros((2, 64, 2), **makes)] * 2, aikit.asarray(given[0] / 32, **makes)

    def loss(values: Array, weight: Array) -> Array:
        found, _, _ = aikit.lstm(values, states, [weight] * 4, False, 2, 0.25, True, False)
        return aikit.sum(found * factors)

    of_one_draw = aikit.core.random_state.one_for_all(loss, lambda: False)
    gradients = aikit.grad(of_one_draw, [0, 1])(*(aikit.asarray(one, **makes) for one in given))
    found = []
    for place, gradient in enumerate(gradients):
        moved = [[one * (1 + sign * (place == own) / 32) for own, one in enumerate(given)] for sign in (-1, 1)]
        below, above = (of_one_draw(*(aikit.asarray(one, **makes) for one in several)) for several in moved)
        slope = aikit.sum(gradient * aikit.asarray(given[place], **makes))
        found.append(abs((above - below) * 16 - slope) < 0.02)
    return aikit.astype(aikit.stack(found), x.dtype)


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
