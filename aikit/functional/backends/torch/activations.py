"""Activation functions."""

from __future__ import annotations

import torch
from torch.nn import functional

from aikit.functional.backends.by_dtype import ByDtype

from ._axes import check_axis
from ._dtypes import HALF, cases, through, with_unsigned
from .core import may_be_differentiated

__all__ = [
    "gelu",
    "hardswish",
    "leaky_relu",
    "log_softmax",
    "mish",
    "relu",
    "sigmoid",
    "softmax",
    "softplus",
    "softsign",
]

mish = functional.mish
sigmoid = torch.sigmoid


def hardswish(x: torch.Tensor, /) -> torch.Tensor:
    if x.is_cpu or x.dtype != torch.float64:
        return functional.hardswish(x)
    # CUDA's kernel multiplies by a sixth of float32
    within = x.clamp(-3, 3)
    return torch.where(x >= 3, x, torch.where(x <= -3, x * 0, within * (within + 3) / 6))


def gelu(x: torch.Tensor, /, *, approximate: bool = False) -> torch.Tensor:
    return functional.gelu(x, approximate="tanh" if approximate else "none")


def leaky_relu(x: torch.Tensor, /, *, alpha: float = 0.2) -> torch.Tensor:
    return functional.leaky_relu(x, alpha)


def log_softmax(x: torch.Tensor, /, *, axis: int | None = None) -> torch.Tensor:
    axis = -1 if axis is None else axis
    check_axis(x, axis)
    # the kernel adds up in 16 bits along some axes: the logarithm of 100,000 ones would be infinite in float16
    return (
        torch.log_softmax(x, axis, dtype=torch.float32).to(x.dtype) if x.dtype in HALF else torch.log_softmax(x, axis)
    )


# no unsigned number is less than 0
relu = with_unsigned(torch.relu, torch.positive)


def softmax(x: torch.Tensor, /, *, axis: int | None = None) -> torch.Tensor:
    axis = -1 if axis is None else axis
    check_axis(x, axis)
    return torch.softmax(x, axis)


def softplus(x: torch.Tensor, /, *, beta: float | None = None, threshold: float | None = None) -> torch.Tensor:
    # beyond 40 log(1 + exp(x)) is x to the last digit, and nothing overflows
    beta, threshold = 1.0 if beta is None else beta, 40.0 if threshold is None else threshold
    return functional.softplus(x, beta, threshold)


def _softsign(x: torch.Tensor, /) -> torch.Tensor:
    if not may_be_differentiated(x):
        return functional.softsign(x)
    # far from 0 the derivative of the quotient is a difference, of which nothing is left
    size = torch.abs(x)
    # not of 0 where it is not used: the derivative of the sign would be NaN there
    far = torch.copysign(1 - torch.reciprocal(1 + size.clamp(min=1)), x)
    return torch.where((size > 1) & torch.isfinite(x), far, x / (1 + size))


# half precision would be rounded twice
softsign = ByDtype(_softsign, cases(HALF, through(_softsign, torch.float32)))
