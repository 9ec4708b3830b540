"""Recurrent layers by PyTorch's kernel."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import torch

from aikit.functional.backends.recurrent import through_layers, through_steps
from aikit.functional.rules import recurrent as rules
from aikit.functional.rules.random import key_of_draw

from ._dtypes import HALF
from .core import is_compiling
from .random import draw

__all__ = ["lstm"]


def lstm(
    input: torch.Tensor,
    initial_states: Sequence[torch.Tensor],
    all_weights: Sequence[torch.Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
    batch_sizes: tuple[int, ...] | None,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    options = (has_biases, num_layers, dropout, bidirectional, batch_first, batch_sizes)
    rules.check_lstm("lstm", input, initial_states, all_weights, *options)
    dtype, layers = input.dtype, rules.layers_of(num_layers, bidirectional, has_biases)
    if dtype in HALF:  # its kernels round each step
        input = input.to(torch.float32)
        initial_states = [one.to(torch.float32) for one in initial_states]
        all_weights = [one.to(torch.float32) for one in all_weights]
    is_swapped = batch_first and batch_sizes is None
    x = input.swapaxes(0, 1) if is_swapped else input
    drop = functools.partial(_dropped, dropout) if train and dropout else None
    if _has_kernel((x, *initial_states, *all_weights)):
        x, h, c = _by_kernel(x, initial_states, all_weights, has_biases, layers, drop, batch_sizes)
    else:
        one_direction = functools.partial(through_steps, torch, batch_sizes)
        x, h, c = through_layers(torch, one_direction, drop, x, initial_states, all_weights, layers)
    return (x.swapaxes(0, 1) if is_swapped else x).to(dtype), h.to(dtype), c.to(dtype)


def _has_kernel(arrays: Sequence[torch.Tensor]) -> bool:
    """Whether PyTorch's kernel takes arrays: not of no elements, nor in vmap, forward differentiation, or a trace."""
    if is_compiling() or torch.autograd.forward_ad._current_level >= 0:
        return False
    return all(x.numel() and not torch._C._functorch.is_functorch_wrapped_tensor(x) for x in arrays)


def _by_kernel(
    x: torch.Tensor,
    initial_states: Sequence[torch.Tensor],
    all_weights: Sequence[torch.Tensor],
    has_biases: bool,
    layers: list[list[rules.Direction]],
    drop: Any,
    batch_sizes: tuple[int, ...] | None,
) -> tuple[torch.Tensor, ...]:
    """All layers at once, or one by one where something is dropped: the kernel would draw by PyTorch's own generator."""
    parts = [[one for layer in layers for one in layer]] if drop is None else layers
    bidirectional = len(layers[0]) == 2
    found: list[tuple[torch.Tensor, ...]] = []
    for part in parts:
        x = x if not found else drop(x)
        states = tuple(one[part[0].place : part[-1].place + 1] for one in initial_states)
        weights = list(all_weights[part[0].weights.start : part[-1].weights.stop])
        # cuDNN has a gradient only of what is called as in training, which nothing else depends on where nothing is dropped
        trains = torch.is_grad_enabled() and any(one.requires_grad for one in (x, *states, *weights))
        options = (weights, has_biases, len(part) // len(layers[0]), 0.0, trains, bidirectional)
        if batch_sizes is None:
            found.append(torch.lstm(x, states, *options, False))
        else:
            found.append(torch.lstm(x, torch.tensor(batch_sizes), states, *options))
        x = found[-1][0]
    return x, *(torch.cat(one) for one in list(zip(*found, strict=True))[1:])


def _dropped(prob: float, x: torch.Tensor) -> torch.Tensor:
    dropped = draw(key_of_draw("lstm", None, is_compiling), x.shape, torch.float32, x.device) < prob
    return (x / (1 - prob) if prob < 1 else x).masked_fill(dropped, 0)
