"""Layers of neural networks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import aikit
from aikit import attention
from aikit.declare import mixed

if TYPE_CHECKING:
    from aikit import Array, Dtype, NativeArray


@mixed(dtypes="floating-point", differentiable=("x", "weight", "bias"))
def linear(
    x: Array | NativeArray,
    weight: Array | NativeArray,
    /,
    *,
    bias: Array | NativeArray | None = None,
    out: Array | None = None,
) -> Array:
    """Linear layer: ``x @ weight.T + bias``.

    Parameters
    ----------
    x : array of a floating-point dtype, of shape ``(..., in)``.
    weight : array of a floating-point dtype, of shape ``(out, in)``.
    bias : array of a floating-point dtype, of shape ``(out,)``; None for none.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the common dtype, of shape ``(..., out)``.

    Raises
    ------
    AikitTypeError : a dtype that is not floating-point.
    AikitValueError : lengths that do not match.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linear([1.0, 2.0], [[1.0, 1.0], [0.0, 3.0]], bias=[0.5, 0.0]))
    [3.5, 6.0]
    """
    result = aikit.matmul(x, aikit.matrix_transpose(weight))
    return result if bias is None else aikit.add(result, bias)


@mixed(
    dtypes={
        **dict.fromkeys(("query", "key", "value"), "real floating-point"),
        "mask": "boolean or real floating-point",
    },
    promote=("query", "key", "value"),
    differentiable=("query", "key", "value"),
)
def scaled_dot_product_attention(
    query: Array | NativeArray,
    key: Array | NativeArray,
    value: Array | NativeArray,
    /,
    *,
    scale: float | None = None,
    mask: Array | NativeArray | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    training: bool = False,
    out: Array | None = None,
) -> Array:
    """Attention: means of the values, weighted by ``softmax(query @ key.T * scale + mask)``.

    Vaswani et al., "Attention Is All You Need", 2017, section 3.2.1. Leading dimensions broadcast.

    Parameters
    ----------
    query : array of a real floating-point dtype, of shape ``(..., queries, depth)``.
    key : array of a real floating-point dtype, of shape ``(..., keys, depth)``.
    value : array of a real floating-point dtype, of shape ``(..., keys, length)``.
    scale : what the similarities of queries and keys are multiplied by; None for ``1 / sqrt(depth)``.
    mask : array that broadcasts to ``(..., queries, keys)``: bools, True where the query may attend to the key, or floats,
        which are cast to the common dtype of the others and added to the similarities. None for no restriction.
    dropout_p : the probability with which a weight is dropped where `training` is True; it has no meaning otherwise.
        aikit has no random numbers yet, so no weight can be dropped.
    is_causal : whether query ``i`` may attend to the keys ``j <= i`` only; `mask` must be None then.
    training : whether weights are dropped.
    out : array to hold the result; see `aikit.Array`.

    Returns
    -------
    Array of the common dtype, of shape ``(..., queries, length)``. It is 0 for a query that may attend to no key, where all
    similarities are negative infinity. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point.
    AikitValueError : lengths that do not match; `mask` together with `is_causal`.
    AikitBroadcastShapeError : leading dimensions, or a mask, that do not broadcast.
    AikitNotImplementedException : a dropout in training.

    Examples
    --------
    >>> import aikit
    >>> query, key, value = [[0.0, 0.0]], [[1.0, 2.0], [3.0, 4.0]], [[1.0], [3.0]]
    >>> aikit.to_list(aikit.scaled_dot_product_attention(query, key, value))
    [[2.0]]
    >>> aikit.to_list(aikit.scaled_dot_product_attention(query, key, value, is_causal=True))
    [[1.0]]
    """
    name = "scaled_dot_product_attention"
    attention.check_options(name, mask is not None, is_causal, dropout_p, training)
    attention.check(name, query.shape, key.shape, value.shape, None if mask is None else mask.shape)
    dtype = query.dtype
    if dtype.itemsize == 2:  # half precision would be rounded at each step
        query, key, value = (aikit.astype(x, "float32") for x in (query, key, value))
    factor = 1 / math.sqrt(query.shape[-1] or 1) if scale is None else scale
    scores = aikit.matmul(query, aikit.matrix_transpose(key)) * factor
    if is_causal:
        mask = aikit.tril(aikit.ones_like(scores, dtype="bool"))
    if mask is not None:
        scores = _masked(scores, mask, dtype)
    return aikit.astype(aikit.matmul(_weights(scores), value), dtype, copy=False)


def _masked(scores: Array, mask: Array | NativeArray, dtype: Dtype) -> Array:
    """Similarities with negative infinity where a mask is False, or with a mask of `dtype` added."""
    if mask.dtype == "bool":
        return aikit.where(mask, scores, -math.inf)
    return scores + aikit.astype(aikit.astype(mask, dtype), scores.dtype)


def _weights(scores: Array) -> Array:
    """`aikit.softmax` along the last axis, but 0 where all scores are negative infinity."""
    if not scores.shape[-1]:
        return scores
    greatest = aikit.stop_gradient(aikit.max(scores, axis=-1, keepdims=True))
    powers = aikit.exp(scores - aikit.where(greatest == -math.inf, 0.0, greatest))
    total = aikit.sum(powers, axis=-1, keepdims=True)
    return powers / aikit.where(total == 0, 1.0, total)
