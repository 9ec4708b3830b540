"""Data types: casting, and what is known of them without a framework."""

from __future__ import annotations

import torch

from aikit.functional.rules.data_type import can_cast, dtype, finfo, iinfo, result_type

__all__ = ["astype", "can_cast", "dtype", "finfo", "iinfo", "result_type"]


def astype(
    x: torch.Tensor, dtype: torch.dtype, /, *, copy: bool = True, device: torch.device | None = None
) -> torch.Tensor:
    return x.to(device=device, dtype=dtype, copy=copy)
