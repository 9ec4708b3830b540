"""Normalisations of neural networks."""

from __future__ import annotations

import torch

from aikit.functional.rules import norms as rules

from ._dtypes import HALF
from .core import is_traced

__all__ = ["layer_norm"]


def layer_norm(
    x: torch.Tensor,
    normalized_idxs: int | tuple[int, ...],
    /,
    *,
    scale: torch.Tensor | None = None,
    offset: torch.Tensor | None = None,
    eps: float = 1e-05,
    new_std: float = 1.0,
) -> torch.Tensor:
    axes = rules.normalised_axes("layer_norm", normalized_idxs, x.ndim)
    lengths = [x.shape[axis] for axis in axes]
    weight, bias = _over(x, axes, "scale", scale), _over(x, axes, "offset", offset)
    if new_std == 1:
        return _over_axes(x, axes, lengths, weight, bias, eps)
    # the kernel of a half-precision dtype computes in float32, which the product of the two factors is not to round
    wide = torch.float32 if x.dtype in HALF else x.dtype
    weight = torch.full(lengths, new_std, dtype=wide, device=x.device) if weight is None else weight.to(wide) * new_std
    bias = None if bias is None else bias.to(wide)
    return _over_axes(x.to(wide), axes, lengths, weight, bias, eps).to(x.dtype)


def _over(x: torch.Tensor, axes: tuple[int, ...], name: str, parameter: torch.Tensor | None) -> torch.Tensor | None:
    """A scale or an offset in the lengths of the axes, as the kernel wants it."""
    if parameter is None:
        return None
    rules.lacking_axes("layer_norm", name, parameter.shape, axes, x.shape)
    return parameter.expand([x.shape[axis] for axis in axes])


def _over_axes(
    x: torch.Tensor,
    axes: tuple[int, ...],
    lengths: list[int],
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    eps: float,
) -> torch.Tensor:
    """The kernel, which normalises over the last axes only."""
    last = tuple(range(x.ndim - len(axes), x.ndim))
    if axes == last:
        return _over_last(x, lengths, weight, bias, eps)
    return torch.movedim(_over_last(torch.movedim(x, axes, last), lengths, weight, bias, eps), last, axes)


def _over_last(
    x: torch.Tensor, lengths: list[int], weight: torch.Tensor | None, bias: torch.Tensor | None, eps: float
) -> torch.Tensor:
    """The kernel, which squares: of large elements it gives NaN or 0, where they are not in a unit of their own."""
    if x.numel() == 0:
        return torch.nn.functional.layer_norm(x, lengths, weight, bias, eps)
    if x.device.type == "cpu" and not is_traced(x):
        result, _, reciprocal = torch.native_layer_norm(x, lengths, weight, bias, eps)
        if torch.all(reciprocal > 0):
            return result
    dtype, last = x.dtype, tuple(range(-len(lengths), 0))
    x = x.to(torch.float32) if dtype in HALF else x
    weight, bias = (None if one is None else one.to(x.dtype) for one in (weight, bias))
    size = x.detach().abs().amax(last, keepdim=True)
    # beside such squares eps, which is not in that unit, is nothing
    unit = (size / torch.finfo(x.dtype).max ** rules.SQUARED).clamp(min=1)
    return torch.nn.functional.layer_norm(x / unit, lengths, weight, bias, eps).to(dtype)
