"""Normalisations of neural networks."""

from __future__ import annotations

import torch

from aikit import shapes

from ._by_dtype import HALF

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
    axes = shapes.normalised_axes("layer_norm", normalized_idxs, x.ndim)
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
    shapes.lacking_axes("layer_norm", name, parameter.shape, axes, x.shape)
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
        return torch.nn.functional.layer_norm(x, lengths, weight, bias, eps)
    moved = torch.movedim(x, axes, last)
    return torch.movedim(torch.nn.functional.layer_norm(moved, lengths, weight, bias, eps), last, axes)
