"""Pooling by PyTorch's kernels, whose channels come second."""

from __future__ import annotations

import functools
import math
from typing import Any

import torch
from torch.nn import functional

from aikit.functional.backends import pooling
from aikit.functional.rules import pooling as rules

from ._dtypes import HALF, INTEGERS
from .elementwise import maximum

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_max_pool2d",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
]

_GREATEST = {3: torch.max_pool1d, 4: torch.max_pool2d, 5: torch.max_pool3d}
"""By the number of dimensions of the array."""


def _max_pool(name: str, x: torch.Tensor, kernel: Any, strides: Any, padding: Any, /, **options: Any) -> torch.Tensor:
    one, _ = rules.pooling(name, x, kernel, strides, padding, **options)
    if x.dtype in INTEGERS:  # of which the kernels lack some
        least = 0 if not x.dtype.is_signed else torch.iinfo(x.dtype).min
        return pooling.reduced(torch, maximum, least, x, one).clone()
    if not x.shape[0]:
        return x.new_empty(_shape(x, one))
    x, around, ceil_mode = _padded(_channels_second(x, one), one, -math.inf)
    result = _GREATEST[x.ndim](x, one.kernel, one.strides, around, one.dilations, ceil_mode)
    return result.movedim(1, -1) if one.first == 1 else result


def _avg_pool(name: str, x: torch.Tensor, kernel: Any, strides: Any, padding: Any, /, **options: Any) -> torch.Tensor:
    one, by = rules.averaging(name, x, kernel, strides, padding, **options)
    if not x.shape[0]:
        return x.new_empty(_shape(x, one))
    dtype, laid_out = x.dtype, _channels_second(x, one)
    if dtype in HALF and x.is_cpu:
        laid_out = laid_out.to(torch.float32)
    wide, around, ceil_mode = _padded(laid_out, one, 0.0)
    counted = by if isinstance(by, int) else 1
    if x.ndim == 5:
        result = functional.avg_pool3d(wide, one.kernel, one.strides, around, ceil_mode, divisor_override=counted)
    else:  # the kernel of one dimension has no divisor
        flat = x.ndim == 3
        ones = (1,) * flat
        result = functional.avg_pool2d(
            wide.unsqueeze(2) if flat else wide,
            (*ones, *one.kernel),
            (*ones, *one.strides),
            (*(0,) * flat, *around),
            ceil_mode,
            divisor_override=counted,
        )
        result = result.squeeze(2) if flat else result
    result = result.movedim(1, -1) if one.first == 1 else result
    if not isinstance(by, int):

        def made(numbers: Any, shape: tuple[int, ...]) -> torch.Tensor:
            return torch.tensor(numbers, dtype=result.dtype).reshape(shape).to(result.device)

        result = result / pooling.divisors(made, by, one)
    return result.to(dtype)


max_pool1d, max_pool2d, max_pool3d = (functools.partial(_max_pool, f"max_pool{dims}d") for dims in (1, 2, 3))
avg_pool1d, avg_pool2d, avg_pool3d = (functools.partial(_avg_pool, f"avg_pool{dims}d") for dims in (1, 2, 3))


def _channels_second(x: torch.Tensor, one: rules.Pooling) -> torch.Tensor:
    """The array with its channels second, on other devices than the CPU in memory too.

    Of CUDA's kernels for channels that lie last, that for derivatives of averages takes them at other places where there is
    padding (https://github.com/pytorch/pytorch/issues/188344), and in those of `max_pool1d` PyTorch 2.11 faults.
    """
    found = x.movedim(-1, 1) if one.first == 1 else x
    return found if x.is_cpu else found.clone(memory_format=torch.contiguous_format)


def _shape(x: torch.Tensor, one: rules.Pooling) -> tuple[int, ...]:
    """The shape of the result."""
    return (x.shape[0], *one.lengths, x.shape[-1]) if one.first == 1 else (*x.shape[:2], *one.lengths)


def _padded(x: torch.Tensor, one: rules.Pooling, value: float) -> tuple[torch.Tensor, tuple[int, ...], bool]:
    """The array, and the padding and the ``ceil_mode`` of the kernel, which pads half a window at most, either side alike."""
    around = tuple(before for before, _ in one.pads)
    if all(before <= size // 2 for before, size in zip(around, one.kernel, strict=True)):
        for ceil_mode in (False, True):
            if _windows(tuple(x.shape[2:]), one, ceil_mode) == one.lengths:
                return x, around, ceil_mode
    x = functional.pad(x, [number for pair in reversed(one.pads) for number in pair], value=value)
    return x, (0,) * len(one.pads), False


def _windows(lengths: tuple[int, ...], one: rules.Pooling, ceil_mode: bool) -> tuple[int, ...]:
    """The numbers of windows of the kernel, with as much padding after an axis as before it."""
    found = []
    for place, length in enumerate(lengths):
        before, stride = one.pads[place][0], one.strides[place]
        room = length + 2 * before - (one.kernel[place] - 1) * one.dilations[place] - 1
        count = (-(-room // stride) if ceil_mode else room // stride) + 1
        found.append(count - 1 if ceil_mode and (count - 1) * stride >= length + before else count)
    return tuple(found)


# ------------------------------------------------------------------------------------------------ parts of any lengths


def adaptive_avg_pool1d(input: torch.Tensor, output_size: Any) -> torch.Tensor:
    rules.adaptive("adaptive_avg_pool1d", tuple(input.shape), output_size, (-1,))
    return _of_kernel(functional.adaptive_avg_pool1d, input, output_size)


def adaptive_avg_pool2d(input: torch.Tensor, output_size: Any, /, *, data_format: str) -> torch.Tensor:
    places = rules.channels_last((-2, -1), data_format)
    rules.adaptive("adaptive_avg_pool2d", tuple(input.shape), output_size, places)
    if data_format == "NCHW":
        return _of_kernel(functional.adaptive_avg_pool2d, input, output_size)
    return _of_kernel(functional.adaptive_avg_pool2d, input.movedim(-1, -3), output_size).movedim(-3, -1)


def adaptive_max_pool2d(input: torch.Tensor, output_size: Any) -> torch.Tensor:
    rules.adaptive("adaptive_max_pool2d", tuple(input.shape), output_size, (-2, -1))
    return _of_kernel(functional.adaptive_max_pool2d, input, output_size)


def _of_kernel(kernel: Any, x: torch.Tensor, output_size: Any) -> torch.Tensor:
    wide = x.to(torch.float32) if x.dtype in HALF and x.device.type == "cpu" else x
    return kernel(wide, output_size).to(x.dtype)
