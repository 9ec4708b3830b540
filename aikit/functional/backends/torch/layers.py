"""Layers of neural networks on PyTorch."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from aikit.functional.rules import layers as rules
from aikit.functional.rules.random import key_of_draw

from ._dtypes import HALF
from .core import is_compiling, is_traced
from .random import draw

__all__ = ["linear", "multi_head_attention", "scaled_dot_product_attention"]


def linear(x: torch.Tensor, weight: torch.Tensor, /, *, bias: torch.Tensor | None = None) -> torch.Tensor:
    if weight.ndim == 2 and (bias is None or bias.shape == weight.shape[:1]):
        return torch.nn.functional.linear(x, weight, bias)
    result = torch.matmul(x, weight.mT)
    return result if bias is None else result + bias


def scaled_dot_product_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    /,
    *,
    scale: float | None = None,
    mask: torch.Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    training: bool = False,
) -> torch.Tensor:
    name = "scaled_dot_product_attention"
    rules.check_attention_options(name, mask is not None, is_causal, dropout_p)
    leading = rules.check_attention(
        name, tuple(query.shape), tuple(key.shape), tuple(value.shape), None if mask is None else tuple(mask.shape)
    )
    if mask is not None:
        mask = mask if mask.dtype is torch.bool else mask.to(query.dtype)
        if mask.ndim < 2:
            mask = mask.expand(query.shape[-2], key.shape[-2])
        if leading != query.shape[:-2]:
            # a mask may have no more dimensions, and none that are longer, than the similarities
            query = query.expand(*leading, *query.shape[-2:])
    if training and dropout_p:
        # the kernel would draw by PyTorch's own generator
        return _masked_attention(query, key, value, mask, scale, is_causal, dropout_p)
    if (is_causal or (mask is not None and mask.dtype is torch.bool)) and not (_is_finite(query) and _is_finite(key)):
        return _masked_attention(query, key, value, mask, scale, is_causal)
    if mask is not None and not mask.is_cpu and (_is_mapped(mask) or _is_mapped(query)):
        # CUDA's kernels would get a mask whose rows do not begin where they need them to
        return _masked_attention(query, key, value, mask, scale, is_causal)
    return torch.nn.functional.scaled_dot_product_attention(
        query, key, value, attn_mask=mask, is_causal=is_causal, scale=scale
    )


def _is_finite(x: torch.Tensor) -> bool:
    """Whether all elements are known to be finite; False where the values are not known now, or not on the host."""
    if torch.compiler.is_compiling():
        return False
    while torch._C._functorch.is_functorch_wrapped_tensor(x):
        x = torch._C._functorch.get_unwrapped(x)
    return x.device.type == "cpu" and not is_traced(x) and bool(torch.isfinite(x.detach().sum()))


def _is_mapped(x: torch.Tensor) -> bool:
    """Whether `torch.func.vmap` maps over a tensor."""
    if torch.compiler.is_compiling():
        return False
    while torch._C._functorch.is_functorch_wrapped_tensor(x):
        if torch._C._functorch.is_batchedtensor(x):
            return True
        x = torch._C._functorch.get_unwrapped(x)
    return False


def _masked_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    scale: float | None,
    is_causal: bool,
    dropout_p: float = 0.0,
) -> torch.Tensor:
    """Attention that does not look at what is masked; the kernel adds negative infinity, also to NaN and infinities."""
    dtype = query.dtype
    query, key, value = (x.to(torch.float32) if dtype in HALF else x for x in (query, key, value))
    scores = torch.matmul(query, key.mT) * (1 / math.sqrt(query.shape[-1] or 1) if scale is None else scale)
    if is_causal:
        mask = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).tril()
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf) if mask.dtype is torch.bool else scores + mask.to(scores.dtype)
    forbidden = (scores == -math.inf).all(-1, keepdim=True)
    weights = torch.softmax(scores.masked_fill(forbidden, 0), -1).masked_fill(forbidden, 0)
    if dropout_p:
        weights = _with_dropout(weights, dropout_p)
    return torch.matmul(weights, value).to(dtype)


def _with_dropout(weights: torch.Tensor, prob: float) -> torch.Tensor:
    """Weights of which some are dropped, and the others scaled."""
    key = key_of_draw("scaled_dot_product_attention", None, is_compiling)
    dropped = draw(key, weights.shape, torch.float32, weights.device) < prob
    return (weights / (1 - prob) if prob < 1 else weights).masked_fill(dropped, 0)


def multi_head_attention(
    x: torch.Tensor,
    scale: float,
    num_heads: int,
    context: torch.Tensor | None,
    mask: torch.Tensor | None,
    to_q_fn: Callable[..., torch.Tensor] | None,
    to_kv_fn: Callable[..., torch.Tensor] | None,
    to_out_fn: Callable[..., torch.Tensor] | None,
    to_q_v: Any,
    to_kv_v: Any,
    to_out_v: Any,
) -> torch.Tensor:
    # torch.nn.functional.multi_head_attention_forward has projections of its own, and no other scale than 1 / sqrt(depth)
    queries = x if to_q_fn is None else to_q_fn(x, v=to_q_v)
    context = x if context is None else context
    pairs = context if to_kv_fn is None else to_kv_fn(context, v=to_kv_v)
    split = rules.check_heads(
        "multi_head_attention",
        tuple(queries.shape),
        tuple(pairs.shape),
        num_heads,
        None if mask is None else tuple(mask.shape),
        to_kv_fn is not None,
    )
    dtype = torch.promote_types(queries.dtype, pairs.dtype)
    keys, values = pairs.to(dtype).chunk(2, -1) if split.side_by_side else (pairs.to(dtype), pairs.to(dtype))
    if mask is not None and split.mask_lacks_axis:
        mask = mask.unsqueeze(-3)
    heads = [_heads(one, num_heads) for one in (queries.to(dtype), keys, values)]
    means = scaled_dot_product_attention(*heads, scale=scale, mask=mask)
    result = means.transpose(-2, -3).flatten(-2)
    return result if to_out_fn is None else to_out_fn(result, v=to_out_v)


def _heads(x: torch.Tensor, num_heads: int) -> torch.Tensor:
    """The parts of the vectors on an axis of their own, before that of the vectors."""
    return x.unflatten(-1, (num_heads, x.shape[-1] // num_heads)).transpose(-2, -3)
