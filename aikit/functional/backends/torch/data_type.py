"""Data types by name, and casting."""

from __future__ import annotations

import torch

from aikit.dtypes import DTYPES
from aikit.functional.rules.data_type import can_cast, dtype, finfo, iinfo, result_type

__all__ = [
    "as_native_dtype", "astype", "can_cast", "dtype", "finfo", "iinfo", "index_dtype", "native_dtypes", "result_type",
]  # fmt: skip

native_dtypes: dict[str, torch.dtype] = {name: getattr(torch, name) for name in DTYPES}
NAMES = {native: name for name, native in native_dtypes.items()}


def as_native_dtype(name: str) -> torch.dtype:
    """The torch dtype of that name."""
    return native_dtypes[name]


def index_dtype() -> torch.dtype:
    """The dtype of indices."""
    return torch.int64


def astype(
    x: torch.Tensor, dtype: torch.dtype, /, *, copy: bool = True, device: torch.device | None = None
) -> torch.Tensor:
    return x.to(device=device, dtype=dtype, copy=copy)
