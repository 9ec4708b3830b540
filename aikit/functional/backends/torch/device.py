"""Moving between devices, and what is known of accelerators."""

from __future__ import annotations

from collections.abc import Mapping

import torch

from .core import as_native_dev


def to_device(x: torch.Tensor, device: torch.device) -> torch.Tensor:
    """`x` on `device`: itself where it is there already."""
    return x.to(device)


def memory_of_device(name: str, /) -> Mapping[str, int]:
    native = as_native_dev(name)
    if native.type != "cuda":
        return {}
    free, total = torch.cuda.mem_get_info(native)
    return {"total": total, "used": total - free, "used_by_process": torch.cuda.memory_reserved(native)}


def utilization_of_device(name: str, /) -> float | None:
    native = as_native_dev(name)
    try:
        return float(torch.cuda.utilization(native)) if native.type == "cuda" else None
    except ModuleNotFoundError:  # it is NVIDIA's library for Python that says it
        return None


def clear_cached_memory(name: str, /) -> bool:
    native = as_native_dev(name)
    if native.type != "cuda":
        return False
    with torch.cuda.device(native):
        torch.cuda.empty_cache()
    return True
