"""Shapes: reshaping, joining, repeating, moving elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from aikit.functional.rules.manipulation import require_repeats, shift_of_each

from ._axes import check_axis, several_axes
from ._dtypes import SIGNED, bits, from_bits, on_bits, with_unsigned
from .core import is_traced


def broadcast_arrays(*arrays: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return tuple(torch.broadcast_tensors(*arrays)) if arrays else ()


def broadcast_to(x: torch.Tensor, /, shape: tuple[int, ...]) -> torch.Tensor:
    for length in shape:
        if length < 0:  # to PyTorch -1 is "as it is"
            raise ValueError(f"broadcast_to: shape {shape} has a negative length")
    return torch.broadcast_to(x, shape)


def concat(arrays: Sequence[torch.Tensor], /, *, axis: int | None = 0) -> torch.Tensor:
    if axis is None:
        return torch.cat([x.reshape(-1) for x in arrays])
    ndim = arrays[0].ndim
    for x in arrays:
        if x.ndim != ndim:  # PyTorch skips arrays of shape (0,)
            raise ValueError(f"concat: arrays of {ndim} and of {x.ndim} dimensions")
    return torch.cat(arrays, axis)


def _constant_pad(x: torch.Tensor, /, widths: tuple[tuple[int, int], ...], *, value: Any) -> torch.Tensor:
    # not `torch.nn.functional.pad`, for which the value is a float
    return torch.constant_pad_nd(x, [number for pair in reversed(widths) for number in pair], value)


def _constant_pad_bits(x: torch.Tensor, /, widths: tuple[tuple[int, int], ...], *, value: Any) -> torch.Tensor:
    signed = from_bits(torch.tensor(int(value), dtype=x.dtype), SIGNED[x.dtype])
    return from_bits(_constant_pad(bits(x), widths, value=signed.item()), x.dtype)


constant_pad = with_unsigned(_constant_pad, _constant_pad_bits)


def expand_dims(x: torch.Tensor, /, axis: int | tuple[int, ...]) -> torch.Tensor:
    if isinstance(axis, int):
        return torch.unsqueeze(x, axis)
    for position in sorted(several_axes(axis, x.ndim + len(axis))):
        x = torch.unsqueeze(x, position)
    return x


def _flip(x: torch.Tensor, /, *, axis: int | tuple[int, ...] | None = None) -> torch.Tensor:
    return torch.flip(x, tuple(range(x.ndim)) if axis is None else several_axes(axis, x.ndim))


flip = with_unsigned(_flip, on_bits(_flip))


def moveaxis(x: torch.Tensor, source: int | tuple[int, ...], destination: int | tuple[int, ...], /) -> torch.Tensor:
    return torch.movedim(x, several_axes(source, x.ndim), several_axes(destination, x.ndim))


def permute_dims(x: torch.Tensor, /, axes: tuple[int, ...]) -> torch.Tensor:
    return torch.permute(x, axes)


def _repeat(x: torch.Tensor, repeats: int | torch.Tensor, /, *, axis: int | None = None) -> torch.Tensor:
    check_axis(x, axis)
    if isinstance(repeats, torch.Tensor):
        repeats = repeats.to(torch.int64)
        if not is_traced(repeats):
            require_repeats(x.shape, axis, repeats.numpy(force=True))
    return torch.repeat_interleave(x, repeats, axis)


repeat = with_unsigned(_repeat, on_bits(_repeat))


def reshape(x: torch.Tensor, /, shape: tuple[int, ...], *, copy: bool | None = None) -> torch.Tensor:
    if copy is None:
        return torch.reshape(x, shape)
    if copy:
        return torch.reshape(x.clone(), shape)
    return x.view(shape)


def _roll(x: torch.Tensor, /, shift: Any, *, axis: Any = None) -> torch.Tensor:
    shift = shift_of_each("roll", shift, axis)
    # a shift may be any Python integer
    if axis is None:
        return torch.roll(x, shift % max(x.numel(), 1))
    check_axis(x, axis)
    axes, shifts = (axis, shift) if isinstance(axis, tuple) else ((axis,), (shift,))
    if not axes:
        return x
    return torch.roll(x, tuple(one % max(x.shape[dim], 1) for one, dim in zip(shifts, axes, strict=True)), axes)


roll = with_unsigned(_roll, on_bits(_roll))


def split(
    x: torch.Tensor, /, *, copy: bool | None, num_or_size_splits: tuple[int, ...], axis: int, with_remainder: bool
) -> tuple[torch.Tensor, ...]:
    parts = torch.split(x, num_or_size_splits, axis) if num_or_size_splits else ()
    return tuple(part.clone() for part in parts) if copy else tuple(parts)


def squeeze(x: torch.Tensor, /, axis: int | tuple[int, ...]) -> torch.Tensor:
    axes = several_axes(axis, x.ndim)
    for position in axes:
        if x.shape[position] != 1:  # PyTorch keeps it
            raise ValueError(f"squeeze: axis {position} has {x.shape[position]} elements")
    return torch.squeeze(x, axes)


def stack(arrays: Sequence[torch.Tensor], /, *, axis: int = 0) -> torch.Tensor:
    return torch.stack(arrays, axis)


def swapaxes(x: torch.Tensor, axis0: int, axis1: int, /, *, copy: bool | None = None) -> torch.Tensor:
    check_axis(x, axis0)
    result = torch.swapaxes(x, axis0, axis1)
    return result.clone() if copy else result


def tile(x: torch.Tensor, repetitions: tuple[int, ...], /) -> torch.Tensor:
    return torch.tile(x, repetitions)


def unstack(x: torch.Tensor, /, *, axis: int = 0) -> tuple[torch.Tensor, ...]:
    return torch.unbind(x, axis)
