"""Sets of values: results are sorted, and each NaN is a value of its own."""

from __future__ import annotations

import torch
from torch.autograd import forward_ad

from ._dtypes import SIGNED, bits, from_bits
from .core import is_traced
from .searching import sort_keys


def _sorting(x: torch.Tensor) -> torch.Tensor:
    """Indices that sort the 1-d `x`, stably; complex numbers by their real and then by their imaginary parts.

    Those with a NaN come last, first those whose imaginary part is one alone, as NumPy has it.
    """
    if not x.dtype.is_complex:
        return torch.sort(sort_keys(x), stable=True).indices
    by_imaginary = torch.sort(x.imag, stable=True).indices
    by_parts = by_imaginary[torch.sort(x.real[by_imaginary], stable=True).indices]
    nans = torch.where(x.real.isnan(), 2, x.imag.isnan().int())
    return by_parts[torch.sort(nans[by_parts], stable=True).indices]


def unique_all(x: torch.Tensor, /) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    flat = bits(x).reshape(-1)
    sorting = _sorting(x.reshape(-1))
    ordered = flat[sorting]
    first = torch.ones_like(ordered, dtype=torch.bool)
    first[1:] = ordered[1:] != ordered[:-1]
    starts = torch.nonzero(first).squeeze(1)
    inverse = torch.empty_like(sorting)
    inverse[sorting] = torch.cumsum(first, 0) - 1
    counts = torch.diff(starts, append=starts.new_full((1,), x.numel()))
    return from_bits(ordered[starts], x.dtype), sorting[starts], inverse.reshape(x.shape), counts


def _is_plain(x: torch.Tensor) -> bool:
    """Whether PyTorch's own, which takes two thirds of the time or less, does: it has no gradient, and of equal zeros any may stay."""
    if is_traced(x) or x.dtype in SIGNED or forward_ad.unpack_dual(x).tangent is not None:
        return False
    if x.dtype in (torch.float32, torch.float64):
        return not (x.requires_grad or x.isnan().any() or ((x == 0) & x.signbit()).any())
    return not (x.dtype.is_floating_point or x.dtype.is_complex)


def unique_counts(x: torch.Tensor, /) -> tuple[torch.Tensor, torch.Tensor]:
    if _is_plain(x):
        return torch.unique(x, return_counts=True)
    values, _, _, counts = unique_all(x)
    return values, counts


def unique_inverse(x: torch.Tensor, /) -> tuple[torch.Tensor, torch.Tensor]:
    if _is_plain(x):
        return torch.unique(x, return_inverse=True)
    values, _, inverse, _ = unique_all(x)
    return values, inverse


def unique_values(x: torch.Tensor, /) -> torch.Tensor:
    return torch.unique(x) if _is_plain(x) else unique_all(x)[0]


def isin(x1: torch.Tensor, x2: torch.Tensor, /, *, invert: bool = False) -> torch.Tensor:
    # PyTorch takes a `view` of what it is given, which fails for arrays that are not contiguous
    return torch.isin(bits(x1).contiguous(), bits(x2).contiguous(), invert=invert)
