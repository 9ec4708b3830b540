"""Attention, written with NumPy after its definition, and by what its errors are measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pytest_aikit.knowledge.reference.activations import softmax
from pytest_aikit.numerics import wide


def attention(query: Any, key: Any, value: Any, **options: Any) -> Any:
    return _weights(query, key, **options) @ value


def _similarities(query: Any, key: Any, scale: float | None) -> Any:
    factor = 1 / np.sqrt(wide.number(query.shape[-1] or 1)) if scale is None else scale
    return query @ np.swapaxes(key, -1, -2) * factor


def _weights(
    query: Any,
    key: Any,
    *,
    scale: float | None,
    mask: Any,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    training: bool = False,
) -> Any:
    scores = _similarities(query, key, scale)
    if is_causal:
        mask = np.tril(np.ones(scores.shape, bool))
    if mask is not None:
        scores = np.where(mask, scores, -np.inf) if mask.dtype == bool else scores + mask
    nothing = np.all(scores == -np.inf, axis=-1, keepdims=True) | (training and dropout_p == 1)
    return np.where(nothing, 0, softmax(np.where(nothing, wide.number(0), scores), -1))


def scale_of_attention(query: Any, key: Any, value: Any, *, scale: float | None, mask: Any, **options: Any) -> Any:
    """The error of a similarity, in proportion to its terms, and that of the greatest are relative errors of a weight.

    A weight that is subnormal in eight bits of exponent may be flushed before it is multiplied.
    """
    weights = _weights(query, key, scale=scale, mask=mask, **options)
    terms = np.where(weights == 0, 0, np.abs(_similarities(np.abs(query), np.abs(key), scale)))
    if mask is not None and mask.dtype != bool:
        terms = terms + np.where(np.isinf(mask), 0, np.abs(mask))
    greatest = np.max(np.where(weights > 0, terms, 0), axis=-1, keepdims=True, initial=0)
    flushed = np.where((weights > 0) & (weights < 2.0**-125), 2.0 ** (24 - 126), 0)
    return (weights * (1 + terms + greatest) + flushed) @ np.abs(value)


def of_heads(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of queries, keys and values for each of several heads; for the projections see `projected`."""

    def apart(x: Any, scale: float, num_heads: int, context: Any, mask: Any, *projections: None) -> Any:
        context = x if context is None else context
        keys, values = (context, context) if context.shape[-1] == x.shape[-1] else np.split(context, 2, axis=-1)
        if mask is not None and 2 <= mask.ndim <= max(x.ndim, context.ndim):
            mask = np.expand_dims(mask, -3)
        heads = [np.stack(np.split(one, num_heads, axis=-1), axis=-3) for one in (x, keys, values)]
        result = function(*heads, scale=scale, mask=mask)
        return np.concat([result[..., head, :, :] for head in range(num_heads)], axis=-1)

    return apart


def projected(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same with projections, but for one of them, which `lacks` names."""
    heads = of_heads(function)

    def apart(x: Any, *, context: bool = False, lacks: str = "none") -> Any:
        queries, given = x if lacks == "to_q" else x * 2, x[::-1] if context else x
        pairs = given if lacks == "to_kv" else np.concat([given + x.dtype.type(0.5), -given], axis=-1)
        result = heads(queries, 0.5, 2, pairs, None)
        return result if lacks == "to_out" else result[..., ::-1] * 4

    return apart


def dropped(x: Any) -> tuple[np.ndarray, ...]:
    """What is kept has twice its weight; of each row and column some is kept, and some is not. Or 4/3 of it, if not masked."""
    greatest, least = np.full(64, 1 / 32), np.zeros(64)
    second = 1 / (1 + np.exp(-1 / np.sqrt(wide.number(3))))  # the weight of the key that is more alike by 1/sqrt(3)
    both = [1 - second, second]
    kept = np.array([[1, 0, *both], [0, 1, *both], [0, 1, *both]]) * 4 / wide.number(3)
    least_kept = np.where(kept > 0, kept, 2)
    return greatest, greatest, least, least, np.ones(()), np.full((64, 64), 1 / 64), kept, least_kept, np.ones(())
