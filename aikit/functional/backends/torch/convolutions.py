"""Convolutions by PyTorch's kernels, whose channels come second: of channels that are last the order of axes is changed alone."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional

from aikit.functional.rules import convolutions as rules

from ._dtypes import HALF

__all__ = ["conv_general_dilated", "conv_general_transpose"]

_KERNELS = {3: functional.conv1d, 4: functional.conv2d, 5: functional.conv3d}
_TRANSPOSES = {3: functional.conv_transpose1d, 4: functional.conv_transpose2d, 5: functional.conv_transpose3d}
"""By the number of dimensions of the arrays."""


def conv_general_dilated(
    x: torch.Tensor,
    filters: torch.Tensor,
    strides: Any,
    padding: Any,
    /,
    *,
    bias: torch.Tensor | None,
    data_format: str,
    filter_format: str,
    **options: Any,
) -> torch.Tensor:
    one = rules.convolution(
        "conv_general_dilated",
        x,
        filters,
        strides,
        padding,
        bias=bias,
        data_format=data_format,
        filter_format=filter_format,
        **options,
    )
    dtype = x.dtype
    x, filters, bias = _as_kernels_have_them(x, filters, bias, data_format, filter_format)
    x, pads = _dilated(x, one.x_dilations), one.pads or ()
    if any(before != after for before, after in pads):
        x = functional.pad(x, [number for pair in reversed(pads) for number in pair])
        pads = ((0, 0),) * len(pads)
    result = _KERNELS[x.ndim](x, filters, bias, one.strides, [before for before, _ in pads], one.dilations, one.groups)
    return _as_asked(result, dtype, data_format)


def conv_general_transpose(
    x: torch.Tensor,
    filters: torch.Tensor,
    strides: Any,
    padding: Any,
    /,
    *,
    bias: torch.Tensor | None,
    data_format: str,
    filter_format: str,
    **options: Any,
) -> torch.Tensor:
    one = rules.transposed(
        "conv_general_transpose",
        x,
        filters,
        strides,
        padding,
        bias=bias,
        data_format=data_format,
        filter_format=filter_format,
        **options,
    )
    dtype = x.dtype
    x, filters, bias = _as_kernels_have_them(x, filters, bias, data_format, filter_format)
    both, more, starts, beyond = [], [], [], []
    for before, length, whole, stride in zip(one.before, one.lengths, one.whole, one.strides, strict=True):
        after = max(whole - before - length, 0)
        beyond.append(max(before + length - whole, 0))
        # the kernel leaves out as many on either side, and adds fewer than a stride after that; the rest is cut away
        fits = 0 <= before - after < stride
        both.append(before if fits or after > before else after)
        more.append(before - after if fits else 0)
        starts.append(before - both[-1])
    kernel, apart = _TRANSPOSES[x.ndim], any(beyond)
    result = kernel(x, filters, None if apart else bias, one.strides, both, more, one.groups, one.dilations)
    if apart:
        # not by the kernel: oneDNN's gradient for AVX2 writes past the end of what it has for filters of length 1
        result = functional.pad(result, [number for length in reversed(beyond) for number in (0, length)])
        result = result if bias is None else result + bias.reshape(-1, *[1] * (x.ndim - 2))
    for axis, (start, length) in enumerate(zip(starts, one.lengths, strict=True), start=2):
        if result.shape[axis] != length:
            result = result.narrow(axis, start, length)
    return _as_asked(result, dtype, data_format)


def _as_kernels_have_them(
    x: torch.Tensor, filters: torch.Tensor, bias: torch.Tensor | None, data_format: str, filter_format: str
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
    """The arrays with their channels first; of 16 bits in float32 on the CPU, some of whose kernels round each sum."""
    if data_format == "channel_last":
        x = x.movedim(-1, 1)
    if filter_format == "channel_last":
        filters = filters.permute(-1, -2, *range(filters.ndim - 2))
    if x.dtype in HALF and x.device.type == "cpu":
        x, filters = x.to(torch.float32), filters.to(torch.float32)
        bias = None if bias is None else bias.to(torch.float32)
    return x, filters, bias


def _as_asked(result: torch.Tensor, dtype: torch.dtype, data_format: str) -> torch.Tensor:
    result = result.to(dtype)
    return result.movedim(1, -1) if data_format == "channel_last" else result


def _dilated(x: torch.Tensor, dilations: tuple[int, ...]) -> torch.Tensor:
    """`x` with zeros between its elements along the spatial axes."""
    for axis, dilation in enumerate(dilations, start=2):
        if dilation > 1:
            length = x.shape[axis]
            apart = functional.pad(
                x.unsqueeze(-1).movedim(-1, axis + 1), [0, 0] * (x.ndim - axis - 1) + [0, dilation - 1]
            )
            x = apart.flatten(axis, axis + 1).narrow(axis, 0, (length - 1) * dilation + 1)
    return x
