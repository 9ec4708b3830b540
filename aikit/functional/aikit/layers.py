"""Layers of neural networks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import aikit
from aikit import dtypes
from aikit.core.shapes import is_known
from aikit.declare import compositional, mixed
from aikit.functional.rules import layers as rules
from aikit.functional.rules import random as random_rules
from aikit.functional.rules.data_type import finfo

if TYPE_CHECKING:
    from aikit import Array, Container, Dtype, NativeArray


@mixed(dtypes="floating-point", differentiable=("x", "weight", "bias"), check=rules.linear)
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
    weight : array of a floating-point dtype, of shape ``(out, in)``, or a stack of such matrices, whose leading dimensions
        broadcast with those of `x`.
    bias : array of a floating-point dtype, which broadcasts with the product: of shape ``(out,)``; None for none.

    Returns
    -------
    Array of the common dtype, of shape ``(..., out)``.

    Raises
    ------
    AikitValueError : lengths that do not match.
    AikitBroadcastShapeError : leading dimensions, or a bias, that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> aikit.to_list(aikit.linear([1.0, 2.0], [[1.0, 1.0], [0.0, 3.0]], bias=[0.5, 0.0]))
    [3.5, 6.0]
    """
    result = aikit.matmul(x, aikit.matrix_transpose(weight))
    return result if bias is None else aikit.add(result, bias)


def _of_x(arguments: Mapping[str, Any]) -> Dtype:
    """The dtype of the array `x`."""
    return dtypes.as_dtype(arguments["x"].dtype)


@compositional(
    result="given",
    dtypes={"x": "real floating-point", "dtype": "real floating-point"},
    default_dtype=_of_x,
    differentiable=("x",),
)
def dropout(
    x: Array | NativeArray,
    prob: float,
    /,
    *,
    scale: bool = True,
    dtype: Dtype | None = None,
    training: bool = True,
    seed: int | None = None,
    noise_shape: Sequence[int] | None = None,
    out: Array | None = None,
) -> Array:
    """Zeros in place of elements that are drawn at random, and the others as they are, or scaled so that the mean stays.

    Srivastava et al., "Dropout: A Simple Way to Prevent Neural Networks from Overfitting", 2014.

    Parameters
    ----------
    x : array of a real floating-point dtype.
    prob : the probability with which an element is dropped, from 0 to 1.
    scale : whether what is kept is divided by ``1 - prob``.
    dtype : dtype of the result; None for that of `x`.
    training : whether anything is done; without, the result is `x`.
    seed : what is dropped depends on it alone; None for the next number of aikit's own generator, see `aikit.seed`. Under
        the trace of a compiled function it must be given.
    noise_shape : the shape of what is drawn: the lengths of `x`, or 1 along axes whose elements are dropped together; None
        for the shape of `x`.

    Returns
    -------
    Array of the shape of `x`.

    Raises
    ------
    AikitValueError : a probability outside of 0 to 1; no seed under a trace.
    AikitBroadcastShapeError : lengths of `noise_shape` that are neither those of `x` nor 1.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.ones((1000,))
    >>> found = aikit.dropout(x, 0.5, seed=1)
    >>> sorted(set(aikit.to_list(found)))
    [0.0, 2.0]
    >>> aikit.to_list(aikit.dropout([1.0, 2.0], 0.5, training=False))
    [1.0, 2.0]
    """
    random_rules.check_probability("dropout", "prob", prob)
    if noise_shape is not None:
        random_rules.check_noise_shape("dropout", tuple(noise_shape), x)
    x = aikit.astype(x, dtypes.as_dtype(dtype), copy=False)
    if not training or prob == 0:
        return x
    kept = _drawn_beside(x, noise_shape, seed) >= prob
    return aikit.where(kept, x / (1 - prob) if scale and prob < 1 else x, 0.0)


def _drawn_beside(x: Array, shape: Sequence[int] | None, seed: int | None) -> Array:
    """Numbers from 0 to 1, of a shape or of that of an array, on its device."""
    if shape is None and not is_known(x):  # a trace finds the lengths when it runs
        return aikit.random_uniform(low=aikit.zeros_like(x, dtype=aikit.float32), seed=seed)
    wanted: Any = x.shape if shape is None else shape
    return aikit.random_uniform(shape=wanted, dtype=aikit.float32, device=x.device, seed=seed)


@mixed(
    dtypes={
        **dict.fromkeys(("query", "key", "value"), "real floating-point"),
        "mask": "boolean or real floating-point",
    },
    promote=("query", "key", "value"),
    differentiable=("query", "key", "value", "mask"),
    check=rules.attention,
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
    dropout_p : the probability with which a weight is dropped where `training` is True, see `aikit.dropout`; it has no
        meaning otherwise. What is dropped is drawn by aikit's own generator, see `aikit.seed`.
    is_causal : whether query ``i`` may attend to the keys ``j <= i`` only; `mask` must be None then.
    training : whether weights are dropped.

    Returns
    -------
    Array of the common dtype, of shape ``(..., queries, length)``. It is 0 for a query that may attend to no key, where all
    similarities are negative infinity. float16 and bfloat16 are computed in float32.

    Raises
    ------
    AikitTypeError : a dtype that is not real floating-point.
    AikitValueError : lengths that do not match; `mask` together with `is_causal`; a probability outside of 0 to 1; a
        dropout in the trace of a compiled function, where each call would drop the same.
    AikitBroadcastShapeError : leading dimensions, or a mask, that do not broadcast.

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
    rules.check_attention_options(name, mask is not None, is_causal, dropout_p)
    query_shape, key_shape, value_shape, mask_shape = map(rules.matrix_shape_of, (query, key, value, mask))
    rules.check_attention(name, query_shape, key_shape, value_shape, mask_shape)
    if query.dtype.itemsize == 2:  # half precision would be rounded at each step
        query = aikit.astype(query, aikit.float32)
    query = query * (_default_scale(query) if scale is None else scale)
    if training and dropout_p:
        return _attended(query, key, value, mask, is_causal=is_causal, dropout_p=dropout_p)
    attended = aikit.current_backend(query).in_one_program(_attended, "is_causal", "dropout_p")
    result: Array = attended(query, key, value, mask, is_causal=is_causal, dropout_p=0.0)
    return result


def _attended(
    query: Array, key: Array, value: Array, mask: Array | None, *, is_causal: bool, dropout_p: float
) -> Array:
    """The attention to the values of queries that are scaled, in the dtype of the values."""
    dtype = value.dtype
    if dtype.itemsize == 2:
        key, value = (aikit.astype(x, aikit.float32) for x in (key, value))
    scores = aikit.matmul(query, aikit.matrix_transpose(key))
    if is_causal:
        mask = aikit.tril(aikit.ones_like(scores, dtype=aikit.bool))
    if mask is not None:
        scores = _masked(scores, mask, dtype)
    result = _means(scores, value, dropout_p)
    return result if result.dtype == dtype else aikit.astype(result, dtype)


def _default_scale(query: Array | NativeArray) -> Any:
    """``1 / sqrt(depth)``; of no depth 1."""
    depth = rules.matrix_shape_of(query)[-1]
    if depth is not None:
        return 1 / math.sqrt(depth) if depth else 1.0
    # a trace that does not know the length counts the elements along it
    counted = aikit.sum(aikit.ones_like(query), axis=-1, keepdims=True)
    return 1 / aikit.sqrt(aikit.maximum(counted, 1.0))


def _masked(scores: Array, mask: Array | NativeArray, dtype: Dtype) -> Array:
    """Similarities with negative infinity where a mask is False, or with a mask of `dtype` added."""
    if mask.dtype == "bool":
        return aikit.where(mask, scores, -math.inf)
    return scores + aikit.astype(aikit.astype(mask, dtype), scores.dtype)


def _means(scores: Array, value: Array, dropout_p: float) -> Array:
    """Means of the values, weighted by `aikit.softmax` of the scores; 0 where all scores are negative infinity.

    Weights are dropped with a probability.
    """
    if rules.matrix_shape_of(scores)[-1] == 0:
        return aikit.matmul(scores, value)
    allowed = aikit.max(aikit.stop_gradient(scores), axis=-1, keepdims=True) != -math.inf
    weights = aikit.softmax(aikit.maximum(scores, finfo(scores).min))
    if dropout_p:
        weights = aikit.dropout(weights, dropout_p)
    return aikit.matmul(weights, value) * aikit.astype(allowed, scores.dtype)


@mixed(
    dtypes={
        **dict.fromkeys(("x", "context", "to_q_fn", "to_kv_fn", "to_out_fn"), "real floating-point"),
        "mask": "boolean",
    },
    promote=("x", "context"),
    differentiable=("x", "context"),
    nestable=False,
)
def multi_head_attention(
    x: Array | NativeArray,
    scale: float,
    num_heads: int,
    context: Array | NativeArray | None = None,
    mask: Array | NativeArray | None = None,
    to_q_fn: Callable[..., Any] | None = None,
    to_kv_fn: Callable[..., Any] | None = None,
    to_out_fn: Callable[..., Any] | None = None,
    to_q_v: Container | None = None,
    to_kv_v: Container | None = None,
    to_out_v: Container | None = None,
    *,
    out: Array | None = None,
) -> Array:
    """Attention of several heads: each of them is `scaled_dot_product_attention` of its part of the vectors.

    Vaswani et al., "Attention Is All You Need", 2017, section 3.2.2. The projections are functions of the caller's, which
    are called as ``to_q_fn(x, v=to_q_v)``, with an Array and with the container of their variables, or None.

    It is container-dependent: the variables are containers, each of which is handed on as a whole, and so the function maps
    over no container; neither `x` nor any other array may be one.

    Parameters
    ----------
    x : array of a real floating-point dtype, of shape ``(..., queries, features)``.
    scale : what the similarities of queries and keys are multiplied by.
    num_heads : how many heads there are; it divides the last dimension of the queries. A head has the features of the
        queries, keys and values that stand next to each other.
    context : array of a real floating-point dtype, of shape ``(..., keys, features)``, whose leading dimensions broadcast
        with those of `x`; None for `x`.
    mask : array of bools, True where the query may attend to the key. Its shape broadcasts to ``(..., queries, keys)``, for
        all heads alike; with one dimension more than that, to ``(..., num_heads, queries, keys)``. None for no restriction.
    to_q_fn : function that makes of `x` the queries, of shape ``(..., queries, width)``; None where `x` is the queries.
    to_kv_fn : function that makes of the context the keys and the values side by side, of shape ``(..., keys, 2 * width)``.
        Where it is None the context is that; or, where it is as wide as the queries, both the keys and the values.
    to_out_fn : function that makes the result of what the heads give, side by side, of shape ``(..., queries, width)``.
    to_q_v, to_kv_v, to_out_v : containers of the variables of these functions, or None.

    Returns
    -------
    Array of shape ``(..., queries, width)``, or what `to_out_fn` makes of it. It is 0 for a query that may attend to no key.

    Raises
    ------
    AikitTypeError : variables that are not in a container; a dtype that is not real floating-point; a function that returns
        no array of the backend.
    AikitValueError : lengths that do not match; `num_heads` that does not divide the queries.
    AikitBroadcastShapeError : leading dimensions, or a mask, that do not broadcast.

    Examples
    --------
    >>> import aikit
    >>> x = aikit.asarray([[1.0, 2.0], [3.0, 4.0]])
    >>> aikit.to_list(aikit.multi_head_attention(x, 0.0, 2))
    [[2.0, 3.0], [2.0, 3.0]]
    >>> double = aikit.Container(w=aikit.asarray([[2.0, 0.0], [0.0, 2.0]]))
    >>> aikit.to_list(aikit.multi_head_attention(x, 0.0, 2, to_out_fn=lambda x, v: x @ v.w, to_out_v=double))
    [[4.0, 6.0], [4.0, 6.0]]
    """
    queries = x if to_q_fn is None else to_q_fn(x, v=to_q_v)
    context = x if context is None else context
    pairs = context if to_kv_fn is None else to_kv_fn(context, v=to_kv_v)
    split = rules.check_heads(
        "multi_head_attention",
        rules.matrix_shape_of(queries),
        rules.matrix_shape_of(pairs),
        num_heads,
        rules.matrix_shape_of(mask),
        to_kv_fn is not None,
    )
    keys, values = (pairs[..., : split.width], pairs[..., split.width :]) if split.side_by_side else (pairs, pairs)
    if mask is not None and split.mask_lacks_axis:
        mask = aikit.expand_dims(mask, -3)
    one_program = aikit.current_backend(queries).in_one_program
    apart = one_program(_all_heads, "num_heads", "width")
    heads = apart(queries, keys, values, num_heads=num_heads, width=split.width // num_heads)
    means = aikit.scaled_dot_product_attention(*heads, scale=scale, mask=mask)
    result = one_program(_side_by_side, "num_heads")(means, num_heads=num_heads)
    return result if to_out_fn is None else to_out_fn(result, v=to_out_v)


def _all_heads(*arrays: Array, num_heads: int, width: int) -> tuple[Array, ...]:
    return tuple(_heads(one, num_heads, width) for one in arrays)


def _heads(x: Array | NativeArray, num_heads: int, width: int) -> Array:
    """The parts of the vectors on an axis of their own, before that of the vectors.

    Where TensorFlow does not know a length under a trace they are slices, because there is no new shape to state.
    """
    shape = rules.matrix_shape_of(x)
    if None in shape:
        return aikit.stack([x[..., head * width : (head + 1) * width] for head in range(num_heads)], axis=-3)
    return aikit.swapaxes(aikit.reshape(x, (*shape[:-1], num_heads, width)), -2, -3)


def _side_by_side(heads: Array, num_heads: int) -> Array:
    """What the heads give, one beside the other: the inverse of `_heads`."""
    shape = rules.matrix_shape_of(heads)
    if None in shape:
        return aikit.concat([heads[..., head, :, :] for head in range(num_heads)], axis=-1)
    return aikit.reshape(aikit.swapaxes(heads, -2, -3), (*shape[:-3], shape[-2], num_heads * shape[-1]))
