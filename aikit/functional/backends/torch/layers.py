"""Layers of neural networks on PyTorch."""

from __future__ import annotations

import torch

from aikit import attention

__all__ = ["linear", "scaled_dot_product_attention"]


def linear(x: torch.Tensor, weight: torch.Tensor, /, *, bias: torch.Tensor | None = None) -> torch.Tensor:
    if weight.ndim != 2 or (bias is not None and bias.ndim > 1):
        raise ValueError(f"linear: weight has shape {tuple(weight.shape)}; it must have 2 dimensions, and bias 1")
    return torch.nn.functional.linear(x, weight, bias)


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
    attention.check_options(name, mask is not None, is_causal, dropout_p, training)
    leading = attention.check(
        name, tuple(query.shape), tuple(key.shape), tuple(value.shape), None if mask is None else tuple(mask.shape)
    )
    if mask is not None:
        mask = mask if mask.dtype is torch.bool else mask.to(query.dtype)
        if mask.ndim < 2:
            mask = mask.expand(query.shape[-2], key.shape[-2])
        if leading != query.shape[:-2]:
            # a mask may have no more dimensions, and none that are longer, than the similarities
            query = query.expand(*leading, *query.shape[-2:])
    return torch.nn.functional.scaled_dot_product_attention(
        query, key, value, attn_mask=mask, is_causal=is_causal, scale=scale
    )
