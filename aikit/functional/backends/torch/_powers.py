"""Powers, and numbers in the place of tensors, for which PyTorch has quicker kernels."""

from __future__ import annotations

from typing import Any

import torch

from aikit.functional.backends.by_dtype import ByDtype

from ._dtypes import HALF, INTEGERS, Native, cases, on_bits, through, widened
from .core import is_traced, may_be_differentiated


def number_in(x: torch.Tensor | float | None) -> Any:
    """The number in a 0-d tensor; None where nobody may take it out, or it costs time. A number is itself."""
    if isinstance(x, (int, float)):
        return x
    if x is None or x.ndim or is_traced(x) or x.requires_grad or not x.is_cpu:
        return None
    return x.item()


def _with_squares(general: Native) -> Native:
    """`general`, a power, but products where the exponent is 2 or 3 everywhere."""

    def call(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
        exponent = number_in(x2)
        return torch.pow(x1, int(exponent.real)) if exponent in (2, 3) else general(x1, x2)

    return call


def _pow(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    if isinstance(x2, torch.Tensor) and not x2.is_cpu:
        x1 = x1.to(x2.device)  # a number may be on the CPU, from where PyTorch has no derivative
    power = torch.pow(x1, x2)
    both = isinstance(x1, torch.Tensor) and isinstance(x2, torch.Tensor)
    if not both or x2.dtype in INTEGERS or not may_be_differentiated(x2):
        return power
    # PyTorch's derivative by the base is a constant where the exponent is 0
    size = torch.abs(x1) if x1.dtype.is_complex else x1
    is_one = (x2 == 0) & (size > torch.finfo(size.dtype).tiny) & (size < torch.inf)
    base, exponent = torch.where(is_one, x1, 1), torch.where(is_one, x2, 0)
    return torch.where(is_one, torch.exp(exponent * torch.log(base)), power)


def _pow_half(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    given = [x for x in (x1, x2) if isinstance(x, torch.Tensor)]
    if not any(map(may_be_differentiated, given)):
        return _pow(x1, x2)  # a product would be rounded twice
    # PyTorch's derivative has the power of x2 - 1, which it rounds
    wide = (x.to(torch.float32) if isinstance(x, torch.Tensor) else x for x in (x1, x2))
    return _pow(*wide).to(given[0].dtype)


def _pow_complex(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    # PyTorch computes exp(x2 * log(x1)), which is NaN where x1 is 0, and so are its derivatives
    of_zero = (x1 == 0) & (x2.real > 0)
    small = torch.where(x2 == 1, x1, torch.where(x2 == 2, x1 * x1, 0))
    result = torch.where(of_zero, small, _pow(torch.where(of_zero, 1, x1), x2))
    # of finite x1 it is 1 by itself, and has a derivative by x2, which a constant has not
    return torch.where((x2 == 0) & ((x1 == 0) | ~torch.isfinite(x1)), 1, result)


def _pow_uint64(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    """x1**x2 = (x1**2)**(x2 >> 1) * x1**(x2 & 1) on int64 bits: the halved exponent is never negative."""
    halved = torch.bitwise_right_shift(x2, 1) & torch.iinfo(torch.int64).max
    return torch.pow(x1 * x1, halved) * torch.where((x2 & 1) == 1, x1, 1)


pow = ByDtype(
    _with_squares(_pow),
    cases(HALF, _pow_half)
    | widened(_pow, 2)
    | {
        torch.uint64: on_bits(_pow_uint64, 2),
        # the logarithm of a large modulus costs complex64 a digit
        torch.complex64: _with_squares(through(_pow_complex, torch.complex128, 2)),
        torch.complex128: _with_squares(_pow_complex),
    },
)
