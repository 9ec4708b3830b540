"""Activations, norms and attention, written with NumPy after their definitions, and by what their errors are measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pytest_aikit.numerics import wide


def _softmax(x: Any, axis: int) -> Any:
    powers = np.exp(_below_maximum(x, axis))
    return powers / np.sum(powers, axis=axis, keepdims=True)


def _below_maximum(x: Any, axis: int) -> Any:
    return x - np.max(x, axis=axis, keepdims=True, initial=-np.inf)


def _scale_of_softmax(x: Any, *, axis: int | None) -> Any:
    """The rounding of a difference from the maximum is an error of the exponent, and of the terms of the sum."""
    axis = -1 if axis is None else axis
    values, differences = _softmax(x, axis), np.abs(_below_maximum(x, axis))
    lost = np.where(values > 0, values * differences, 0)
    return values + lost + values * np.sum(lost, axis=axis, keepdims=True)


def _attention(query: Any, key: Any, value: Any, **options: Any) -> Any:
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
    nothing = np.all(scores == -np.inf, axis=-1, keepdims=True)
    return np.where(nothing, 0, _softmax(np.where(nothing, wide.number(0), scores), -1))


def _scale_of_attention(query: Any, key: Any, value: Any, *, scale: float | None, mask: Any, **options: Any) -> Any:
    """The error of a similarity, in proportion to its terms, and that of the greatest are relative errors of a weight."""
    weights = _weights(query, key, scale=scale, mask=mask, **options)
    terms = np.where(weights == 0, 0, np.abs(_similarities(np.abs(query), np.abs(key), scale)))
    if mask is not None and mask.dtype != bool:
        terms = terms + np.where(np.isinf(mask), 0, np.abs(mask))
    greatest = np.max(np.where(weights > 0, terms, 0), axis=-1, keepdims=True, initial=0)
    return weights * (1 + terms + greatest) @ np.abs(value)


def _of_heads(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of queries, keys and values for each of several heads; the projections are left to the unit tests."""

    def of_heads(x: Any, scale: float, num_heads: int, context: Any, mask: Any, *projections: None) -> Any:
        context = x if context is None else context
        keys, values = (context, context) if context.shape[-1] == x.shape[-1] else np.split(context, 2, axis=-1)
        if mask is not None and 2 <= mask.ndim <= max(x.ndim, context.ndim):
            mask = np.expand_dims(mask, -3)
        heads = [np.stack(np.split(one, num_heads, axis=-1), axis=-3) for one in (x, keys, values)]
        result = function(*heads, scale=scale, mask=mask)
        return np.concat([result[..., head, :, :] for head in range(num_heads)], axis=-1)

    return of_heads


REFERENCES: Mapping[str, Callable[..., Any]] = {
    "softmax": lambda x, *, axis: _softmax(x, -1 if axis is None else axis),
    "scaled_dot_product_attention": _attention,
    "multi_head_attention": _of_heads(_attention),
}
"""Function -> what it computes."""

SCALES: Mapping[str, Callable[..., Any]] = {
    "softmax": _scale_of_softmax,
    "scaled_dot_product_attention": _scale_of_attention,
    "multi_head_attention": _of_heads(_scale_of_attention),
}
"""The magnitude by which an error is measured."""
