"""Tests of all elements, and differences."""

from __future__ import annotations

import torch

from ._axes import check_axis, to_reduce
from ._dtypes import bits, from_bits
from .elementwise import subtract


def all(x: torch.Tensor, /, *, axis=None, keepdims: bool = False) -> torch.Tensor:
    # of uint8 PyTorch makes uint8
    return torch.all(*to_reduce(x.to(torch.bool), axis, keepdims))


def any(x: torch.Tensor, /, *, axis=None, keepdims: bool = False) -> torch.Tensor:
    return torch.any(*to_reduce(x.to(torch.bool), axis, keepdims))


def diff(
    x: torch.Tensor,
    /,
    *,
    axis: int = -1,
    n: int = 1,
    prepend: torch.Tensor | None = None,
    append: torch.Tensor | None = None,
) -> torch.Tensor:
    check_axis(x, axis)
    parts = [bits(part) for part in (prepend, x, append) if part is not None]
    joined = torch.cat(parts, axis) if len(parts) > 1 else parts[0]
    if not x.is_complex():
        return from_bits(torch.diff(joined, n, axis), x.dtype)
    if n < 0:
        raise ValueError(f"n={n}")
    for _ in range(n):
        # `torch.diff` subtracts as `torch.sub` does: see `subtract` for infinite parts
        length = joined.shape[axis]
        steps = max(length - 1, 0)
        joined = subtract(joined.narrow(axis, length - steps, steps), joined.narrow(axis, 0, steps))
    return joined
