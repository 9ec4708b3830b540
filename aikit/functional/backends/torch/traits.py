"""What `aikit.traits` asks of PyTorch."""

from __future__ import annotations

from typing import Any

import torch

from .core import is_traced

__all__ = ["access", "can_set_items", "is_conjugated", "is_mutable", "known_shape", "strides"]


def known_shape(x: torch.Tensor, /) -> tuple[int | None, ...]:
    """What a trace fixes; a length that it leaves open is no int, or torch.compile, where all are, knows no value of it."""
    if torch.compiler.is_compiling():
        return tuple(
            n if type(n) is int and torch.fx.experimental.symbolic_shapes.has_static_value(n) else None for n in x.shape
        )
    return tuple(n if type(n) is int and is_traced(x) else None for n in x.shape)


def strides(x: torch.Tensor, /) -> tuple[int, ...] | None:
    return x.stride() if x.layout is torch.strided and not x.is_nested else None


def can_set_items(x: Any, /) -> bool:
    """Not to what autograd or the inference mode keeps as it is."""
    if isinstance(x, type):
        return True
    # the tracer of torch.compile cannot ask, and what it traces is no tensor of the inference mode
    if not torch.compiler.is_compiling() and x.is_inference() and not torch.is_inference_mode_enabled():
        return False
    return not (x.is_leaf and x.requires_grad and torch.is_grad_enabled()) and strides(x) is not None


def is_mutable(x: Any, /) -> bool:
    """Nor where several elements are one, as in what `expand` makes."""
    if isinstance(x, type):
        return True
    expanded = any(stride == 0 and n > 1 for stride, n in zip(strides(x) or (), x.shape, strict=True))
    return can_set_items(x) and not expanded


def access(x: torch.Tensor, /) -> str:
    if strides(x) is None:
        return "index"
    return "pointer" if x.is_cpu else "accelerator"


def is_conjugated(x: torch.Tensor, /) -> bool:
    return x.is_conj()
