"""Creation of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from aikit.core.shapes import require_size
from aikit.functional.backends.creation import as_int64
from aikit.functional.rules.creation import SHORT, are_whole, checked_range_length, is_exact, is_short_range
from aikit.functional.rules.linear_algebra import clamped_diagonal

from ._dtypes import INTEGERS, NAMES, SIGNED, from_bits, on_bits, with_unsigned
from .core import is_traced

__all__ = [
    "arange",
    "array",
    "asarray",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "native_array",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "triu_indices",
    "zeros",
    "zeros_like",
]

empty = torch.empty
ones = torch.ones
zeros = torch.zeros
empty_like = torch.empty_like
ones_like = torch.ones_like
zeros_like = torch.zeros_like


_SHORT = {getattr(torch, name): limit for name, limit in SHORT.items()}


def arange(
    start: float, /, stop: float | None = None, step: float = 1, *, dtype: torch.dtype, device: Any = None
) -> torch.Tensor:
    if stop is None:
        start, stop = 0, start
    if is_short_range(start, stop, step, _SHORT.get(dtype, 0)):
        return torch.arange(start, stop, step, dtype=dtype, device=device)
    name = NAMES[dtype]
    count = checked_range_length(start, stop, step, name)
    if is_exact(start, step, count, name):
        return torch.arange(int(start), start + count * step, step, dtype=dtype, device=device)
    if dtype in INTEGERS and are_whole(start, stop, step):
        numbers = torch.arange(count, device=device)
        # modulo 2**64, so that all of uint64 can be reached
        return from_bits((numbers * as_int64(step) + as_int64(start)).to(SIGNED.get(dtype, dtype)), dtype)
    # in double precision also on devices that would count in the precision of dtype
    numbers = torch.arange(count, dtype=torch.float64, device=device)
    return numbers.mul_(float(step)).add_(float(start)).to(dtype)


def asarray(obj: torch.Tensor, /, *, dtype: torch.dtype, device: Any = None, copy: bool | None = None) -> torch.Tensor:
    if copy is False and (obj.dtype != dtype or (device is not None and obj.device != torch.device(device))):
        raise ValueError(f"asarray: an array of {obj.dtype} on {obj.device} cannot become {dtype} without a copy")
    return obj.to(device=device, dtype=dtype, copy=bool(copy))


def eye(
    n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: torch.dtype, device: Any = None
) -> torch.Tensor:
    n_cols = n_rows if n_cols is None else n_cols
    if k == 0 and dtype not in SIGNED:  # of which `torch.eye` has none
        return torch.eye(n_rows, n_cols, dtype=dtype, device=device)
    result = torch.zeros((n_rows, n_cols), dtype=dtype, device=device)
    result.diagonal(clamped_diagonal(k, result.shape)).fill_(1)
    return result


def full(shape: int | tuple[int, ...], fill_value: Any, *, dtype: torch.dtype, device: Any = None) -> torch.Tensor:
    shape = (shape,) if isinstance(shape, int) else shape
    if dtype in SIGNED:
        # PyTorch passes integers as int64
        return torch.full(shape, as_int64(int(fill_value)), dtype=torch.int64, device=device).to(dtype)
    return torch.full(shape, fill_value, dtype=dtype, device=device)


def full_like(x: torch.Tensor, /, fill_value: Any, *, dtype: torch.dtype, device: Any = None) -> torch.Tensor:
    return full(tuple(x.shape), fill_value, dtype=dtype, device=x.device if device is None else device)


def linspace(
    start: complex,
    stop: complex,
    /,
    num: int,
    *,
    dtype: torch.dtype,
    device: Any = None,
    endpoint: bool = True,
) -> torch.Tensor:
    # In double precision and by NumPy's formula: `torch.linspace` counts the first half of the points from the start
    # and the second from the end, in steps that are rounded to dtype.
    intervals = num - 1 if endpoint else num
    step = (stop - start) / intervals if intervals > 0 else 0
    wide = torch.complex128 if isinstance(start + step, complex) else torch.float64
    points = torch.arange(num, dtype=torch.float64, device=device).to(wide).mul_(step).add_(start)
    if endpoint and num > 1:
        points[-1] = stop
    return points.floor().to(dtype) if dtype in INTEGERS else points.to(dtype)


def from_dlpack(x: Any, /, *, device: torch.device | None = None, copy: bool | None = None) -> torch.Tensor:
    if isinstance(x, np.ndarray) and any(stride < 0 for stride in x.strides):
        if copy is False:
            raise BufferError("a tensor has no negative strides")
        x = x.copy()  # PyTorch would end the process
    if isinstance(x, torch.Tensor) and (x.requires_grad or is_traced(x) or x.is_conj() or x.is_neg()):
        # it exports nothing that is differentiated, nor what is conjugated or negated when it is read; a view of its own is
        # what the way through DLPack would give
        placed = x.view_as(x) if device is None else x.to(device)
        return placed.clone() if copy else placed
    if copy:
        return torch.from_dlpack(x).to(device=device, copy=True)  # not every library makes the copy itself
    return torch.from_dlpack(x, device=device, copy=copy)


def meshgrid(*arrays: torch.Tensor, indexing: str = "xy") -> tuple[torch.Tensor, ...]:
    if indexing not in ("xy", "ij"):
        raise ValueError(f"meshgrid: indexing must be 'xy' or 'ij', not {indexing!r}")
    if any(x.ndim > 1 for x in arrays):
        raise ValueError("meshgrid: the arrays must have 1 dimension")
    # not `torch.meshgrid`, which wants one dtype and at least one array
    count = len(arrays)
    order = list(range(count))
    if indexing == "xy" and count > 1:
        order[:2] = 1, 0
    shape = [arrays[position].numel() for position in order]
    return tuple(
        x.reshape([-1 if order[axis] == position else 1 for axis in range(count)]).expand(shape)
        for position, x in enumerate(arrays)
    )


def _tril(x: torch.Tensor, /, *, k: int = 0) -> torch.Tensor:
    return torch.tril(x, clamped_diagonal(k, x.shape))


def _triu(x: torch.Tensor, /, *, k: int = 0) -> torch.Tensor:
    return torch.triu(x, clamped_diagonal(k, x.shape))


tril = with_unsigned(_tril, on_bits(_tril))
triu = with_unsigned(_triu, on_bits(_triu))


def triu_indices(
    n_rows: int, n_cols: int | None = None, k: int = 0, /, *, device: Any = None
) -> tuple[torch.Tensor, ...]:
    shape = n_rows, n_rows if n_cols is None else n_cols
    require_size(*shape)
    return tuple(torch.triu_indices(*shape, offset=clamped_diagonal(k, shape), device=device))


array = native_array = asarray
